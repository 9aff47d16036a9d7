import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { coloursOfLibrary } from '../../../importers/obj/library.ts';
import { OBJ_READ_OPTIONS } from '../../../importers/obj/options.ts';
import { defaultsOf } from '../../../src/findings/options.ts';
import { UsageError } from '../../../src/findings/report.ts';
import { fixturePath, readObj } from '../../fixtures/reading.ts';
import { codes, cornersOf, read, readScene, reportLines } from './reading.ts';

const SQUARE = 'v 0 0 0\nv 2 0 0\nv 2 0 -2\nv 0 0 -2\n';

describe('the scene of an OBJ file', () => {
	it('has a part for each run of faces of an object or group, in the order of the file', async () => {
		const scene = await readScene(
			`${SQUARE}o a\nusemtl Stone\nf 1 2 3\no b\nf 1 3 4\nusemtl Grass\nf 1 2 4\no a\nf 2 3 4\ng\nf 1 2 3\ng inner\nf 1 2 3\ng\nf 4 3 2\n`,
		);
		expect(scene.nodes).toEqual([
			{ name: 'a', parent: -1, origin: [0, 0, 0] },
			{ name: 'b', parent: -1, origin: [0, 0, 0] },
			{ name: 'inner', parent: 0, origin: [0, 0, 0] },
		]);
		expect(scene.parts.map(({ node, name, surfaces, kind }) => [node, name, [...surfaces], kind])).toEqual([
			[0, 'a', [4], 'area'],
			[1, 'b', [4, 3], 'area'],
			[0, 'a', [3, 3], 'area'],
			[2, 'inner', [3], 'area'],
			[0, 'a', [3], 'area'],
		]);
		expect(scene.takenWhole).toBe(true);
		expect(scene.name).toBe('room');
	});

	it('says where two meshes share a name, and not where one object comes in pieces', async () => {
		const square = (first: number): string =>
			`f ${first} ${first + 1} ${first + 2}\nf ${first} ${first + 2} ${first + 3}\n`;
		const own = (name: string, at: number): string => `o ${name}\nusemtl Stone\n${SQUARE}${square(at * 4 + 1)}`;
		const found = await read(own('hall', 0) + own('way', 1) + own('hall', 2) + own('hall', 3) + own('way', 4));
		expect(reportLines(found)).toContain(
			'line 23, node "hall": warning OBJ_NAME_REPEATED: 2 objects are called "hall", the first at line 7; they become one.',
		);
		expect(codes(found)).toEqual(['OBJ_NAME_REPEATED', 'OBJ_NAME_REPEATED']);
		// 3ds Max writes vertices before the name.
		const max = (name: string, at: number): string => `${SQUARE}g ${name}\nusemtl Stone\n${square(at * 4 + 1)}`;
		expect(codes(await read(max('Box001', 0) + max('Box002', 1) + max('Box001', 2)))).toEqual(['OBJ_NAME_REPEATED']);
		const pieces = `${SQUARE}${SQUARE}o a\nusemtl Stone\n${square(1)}o b\n${square(5)}o a\nusemtl Grass\n${square(1)}`;
		expect(codes(await read(pieces))).toEqual([]);
		expect(codes(await read(own('a', 0) + own('b', 1) + own('c', 2)))).toEqual([]);
	});

	it("puts Blender's groups of objects and materials below their object", async () => {
		const groups = (...names: string[]): string =>
			`${SQUARE}${names.map((name, i) => `g ${name}\nusemtl ${i === 0 ? 'wok_Stone' : 'Grass'}\nf 1 2 3\n`).join('')}`;
		const above = async (text: string): Promise<string[]> => {
			const { nodes, parts } = await readScene(text);
			return parts.map(({ node }) => nodes[nodes[node].parent]?.name ?? '-');
		};
		expect(await above(groups('hall_wok_Stone', 'hall_Grass'))).toEqual(['hall', 'hall']);
		expect(await above(groups('hall_hall', 'yard_yard'))).toEqual(['hall', 'yard']);
		// Blender declares the vertices of an object in a group of its own.
		expect(await above(`g hall_hall\n${groups('hall_wok_Stone', 'yard_Grass')}`)).toEqual(['hall', 'yard']);
		expect(await above(`g lawn\n${groups('hall_hall')}`)).toEqual(['hall']);
		// Groups that somebody named, and those of objects.
		expect(await above(groups('hall_wok_Stone', 'lawn'))).toEqual(['-', '-']);
		expect(await above(`o house\n${groups('hall_hall', 'yard_yard')}`)).toEqual(['house', 'house']);
	});

	it('gives each part the vertices it uses, in the order of the file', async () => {
		const far = Array.from({ length: 500 }, (_, i) => `v ${i} 0 0\n`).join('');
		const { parts } = await readScene(`${far}v 7 7 7\nusemtl Stone\no a\nf 400 3 501\no b\nf 11 501 12\nf 12 501 10\n`);
		const [a, b] = parts;
		expect([...a.positions]).toEqual([2, 0, 0, 399, 0, 0, 7, -7, 7]);
		expect([...a.triangles]).toEqual([1, 0, 2]);
		expect([...b.positions]).toEqual([9, 0, 0, 10, 0, 0, 11, 0, 0, 7, -7, 7]);
		expect([...b.triangles]).toEqual([1, 3, 2, 2, 3, 0]);
		expect(a.positions.buffer.byteLength).toBe(a.positions.byteLength);
		expect(a.triangles.buffer.byteLength).toBe(a.triangles.byteLength);
	});

	it('is called after the file where it names nothing', async () => {
		const scene = await readScene(`${SQUARE}usemtl Stone\nf 1 2 3\n`, {}, { name: 'plc_crate_pwk' });
		expect(scene.parts[0]).toMatchObject({ name: 'plc_crate_pwk', kind: 'placeable', model: 'plc_crate' });
	});

	it('is in area axes and metres', async () => {
		const text = `${SQUARE.replace('2 0 -2', '200 300 -400')}usemtl Stone\nf 1 2 3\n`;
		const third = async (options: object): Promise<number[]> => {
			const { parts } = await readScene(text, options);
			return [...parts[0].positions.subarray(6)];
		};
		expect(await third({})).toEqual([200, 400, 300]);
		expect(await third({ up: 'z' })).toEqual([200, 300, -400]);
		expect(await third({ unit: 'cm' })).toEqual([2, 4, 3]);
		expect(await third({ unit: 'cm', scale: 0.5 })).toEqual([1, 2, 1.5]);
		expect(await third(defaultsOf(OBJ_READ_OPTIONS))).toEqual([200, 400, 300]);
	});

	it('refuses coordinates by what they come to', async () => {
		const text = `${SQUARE}v 5e38 0 0\nusemtl Stone\nf 1 2 3\n`;
		expect(codes(await read(text))).toEqual(['OBJ_VERTEX_INVALID']);
		expect(codes(await read(text, { unit: 'cm' }))).toEqual([]);
		expect(codes(await read(text.replace('5e38', '5e37'), { scale: 10 }))).toEqual(['OBJ_VERTEX_INVALID']);
	});

	it('refuses options that make no sense', async () => {
		for (const scale of [0, -1, Number.NaN, Infinity])
			await expect(read(SQUARE, { scale })).rejects.toThrow(UsageError);
		await expect(read(SQUARE, { objParser: 'three' as 'scanner' })).rejects.toThrow(UsageError);
		await expect(read(SQUARE, { unit: 'yd' as 'm' })).rejects.toThrow(UsageError);
		await expect(read(SQUARE, { up: 'w' as 'z' })).rejects.toThrow(UsageError);
	});

	it('asks for surfaces once for each material of a part, and tells where', async () => {
		const text = `${SQUARE}o a\nf 1 2 3\nusemtl Stoen\nf 1 2 3 4\nusemtl Stone\nf 1 2 3\nusemtl Stoen\nf 2 3 4\n`;
		const { scene, findings } = await read(text, {}, { mappings: [{ pattern: 'Sto*', surface: 'Dirt' }] });
		expect([...(scene?.parts[0].surfaces ?? [])]).toEqual([7, 1, 1, 4, 1]);
		expect(findings.filter(({ code }) => code === 'SURFACE_UNKNOWN')).toMatchObject([
			{ data: { material: '', triangles: 1 }, location: { line: 6, node: 'a', at: [0, 0, 0] } },
		]);
		expect((await read(text)).findings.filter(({ code }) => code === 'SURFACE_UNKNOWN')).toMatchObject([
			{ data: { material: '', triangles: 1 }, location: { line: 6 } },
			{ data: { material: 'Stoen', triangles: 3, nearest: 'Stone' }, location: { line: 8, node: 'a', at: [0, 0, 0] } },
		]);
	});

	it('cuts quads and polygons in the order of their faces', async () => {
		const ring = 'v 0 0 0\nv 4 0 0\nv 4 0 -4\nv 2 0 -1\nv 0 0 -4\n';
		const { parts } = await readScene(`${ring}usemtl Stone\nf 1 2 3 4 5\nusemtl Grass\nf 1 2 3 4\nf 2 1 4 3\n`);
		expect([...parts[0].surfaces]).toEqual([4, 4, 4, 3, 3, 3, 3]);
		expect([...parts[0].triangles.subarray(9)]).toEqual([0, 1, 3, 1, 2, 3, 1, 0, 3, 1, 3, 2]);
	});

	it('keeps faces without area for those who clean', async () => {
		const { parts } = await readScene(`${SQUARE}v 4 0 0\nusemtl Stone\nf 1 2 5\nf 1 1 2\nf 1 2 3\n`);
		expect(parts[0].triangles).toHaveLength(9);
	});

	it('equals the level it was made from, triangle by triangle', async () => {
		const scene = await readScene(readFileSync(fixturePath('level/quay.obj')));
		const expected = readObj('level/quay.obj');
		expect(scene.parts.map((part) => part.name)).toEqual(expected.map(({ path }) => path[0]));
		expect(cornersOf(scene)).toEqual(expected.flatMap(({ corners }) => [...corners]).map((value) => value + 0));
	});
});

describe('marks and hooks in OBJ', () => {
	it('makes lines and points of transitions markers', async () => {
		const { scene, findings } = await read(
			`${SQUARE}usemtl Stone\nf 1 2 3\no transition_3\nl 1 2 3\nl 3 4\no link_m01aa_02\ng lines\nl 1 2\np 4 1\no other\nl 1 2\nl 2\no link_5\nv 9 0 -9\n`,
		);
		const marks = scene?.markers.map(({ name, room, kind, positions }) => [name, room, kind, [...positions]]);
		expect(marks).toEqual([
			['transition_3', '3', 'lines', [0, 0, 0, 2, 0, 0, 2, 0, 0, 2, 2, 0, 2, 2, 0, 0, 2, 0]],
			['link_m01aa_02', 'm01aa_02', 'lines', [0, 0, 0, 2, 0, 0]],
			['link_m01aa_02', 'm01aa_02', 'point', [0, 2, 0]],
			['link_m01aa_02', 'm01aa_02', 'point', [0, 0, 0]],
			['link_5', '5', 'point', [9, 9, 0]],
		]);
		for (const { node, name } of scene?.markers ?? []) expect(scene?.nodes[node].name).toBe(name);
		expect(findings.filter(({ code }) => code === 'OBJ_LINES_IGNORED')).toMatchObject([
			{ data: { lines: 2, points: 0 }, location: { line: 15 } },
		]);
	});

	it('reads only the marks that patterns choose, and none that are ignored', async () => {
		const text = `${SQUARE}usemtl Stone\no floor\nf 1 2 3\no transition_3\nl 1 2\no ignore_4\ng link_4\nl 1 2\n`;
		expect((await readScene(text)).markers.map((marker) => marker.name)).toEqual(['transition_3']);
		expect((await readScene(text, { node: ['floor'] })).markers).toEqual([]);
		expect((await readScene(text, { node: ['floor', 'link*'] })).markers.map((marker) => marker.name)).toEqual([
			'link_4',
		]);
	});

	it('takes faces of an object that is merely called like a marker for ground', async () => {
		const scene = await readScene(`${SQUARE}usemtl Stone\no link_corridor\nf 1 2 3\n`);
		expect(scene.parts).toHaveLength(1);
		expect(scene.markers).toEqual([]);
	});

	it('finds hooks at points, in the middle of small meshes, and at loose vertices', async () => {
		const scene = await readScene(
			[
				'o plc_crate_pwk_use01',
				'v 1 0 0\nv 3 4 0\nv 1 4 -2\nf 1 2 3',
				'o plc_crate_wg',
				SQUARE,
				'usemtl Stone\nf -4 -3 -2 -1',
				'o plc_crate_pwk_use02\nv 7 8 -9\nv 70 80 -90\np -2',
				'o dor_lhr01_DWK_dp_open1_01\nv 5 6 -7\nv 7 6 -7',
				'o dor_lhr01_DWK_wg_open1\nf 4 5 6',
			].join('\n'),
		);
		expect(scene.hooks.map(({ node: _, ...hook }) => hook)).toEqual([
			{ kind: 'placeable', slot: 1, model: 'plc_crate', at: [2, 1, 2] },
			{ kind: 'placeable', slot: 2, model: 'plc_crate', at: [7, 9, 8] },
			{ kind: 'door', slot: 1, model: 'dor_lhr01', doorState: 'open1', at: [6, 7, 6] },
		]);
		expect(scene.parts.map(({ name, kind, model, doorState }) => [name, kind, model, doorState])).toEqual([
			['plc_crate_wg', 'placeable', 'plc_crate', undefined],
			['dor_lhr01_DWK_wg_open1', 'door', 'dor_lhr01', 'open1'],
		]);
	});

	it('puts hooks and geometry below the root that names say they belong to', async () => {
		const scene = await readScene(
			[
				SQUARE,
				'o pwk_use01\np 1',
				'o DWK_wg_closed\nusemtl Stone\nf 1 2 3',
				'o plc_crate_pwk\nf 1 2 3',
				'o dor_a_dwk\nf 1 2 3',
				'o DWK_dp_closed_01\np 2',
				'o plc_crate_wg\nf 1 2 3',
				'o plc_table_wg\nf 1 2 3',
			].join('\n'),
		);
		const parentOf = Object.fromEntries(
			scene.nodes.map(({ name, parent }) => [name, parent < 0 ? '' : scene.nodes[parent].name]),
		);
		expect(parentOf).toEqual({
			pwk_use01: 'plc_crate_pwk',
			DWK_wg_closed: 'dor_a_dwk',
			plc_crate_pwk: '',
			dor_a_dwk: '',
			DWK_dp_closed_01: 'dor_a_dwk',
			plc_crate_wg: 'plc_crate_pwk',
			plc_table_wg: '',
		});
		for (const [index, { parent }] of scene.nodes.entries()) expect(parent).toBeLessThan(index);
		for (const part of scene.parts) expect(scene.nodes[part.node].name).toBe(part.name);
		expect(scene.hooks.map(({ model }) => model)).toEqual(['plc_crate', 'dor_a']);
	});

	it('leaves what may belong to several roots where it is', async () => {
		const scene = await readScene(
			`${SQUARE}usemtl Stone\no house\ng plc_c_pwk\nf 1 2 3\no plc_a_pwk\nf 1 2 3\no plc_b_pwk\nf 1 2 3\no pwk_use01\np 1\no plc_b_pwk_use02\np 2\no plc_c_pwk_use01\np 2\n`,
		);
		const parents = scene.nodes.map(({ name, parent }) => [name, scene.nodes[parent]?.name]);
		expect(parents).toContainEqual(['pwk_use01', undefined]);
		expect(parents).toContainEqual(['plc_b_pwk_use02', 'plc_b_pwk']);
		// A group of an object is no root of others.
		expect(parents).toContainEqual(['plc_c_pwk_use01', undefined]);
	});

	it('needs no faces where there are hooks', async () => {
		const scene = await readScene('o plc_x_pwk_use01\nv 1 2 3\np 1\n');
		expect([scene.parts.length, scene.hooks.length]).toEqual([0, 1]);
	});
});

describe('vertex colours in OBJ', () => {
	const painted = (green: number, full: number): string =>
		[
			`v 0 0 0 0 ${green} 0`,
			`v 2 0 0 0 ${green} 0`,
			`v 2 0 -2 ${full} ${full} ${full}`,
			'v 0 0 -2',
			'usemtl Stone\nf 4 1 2\nf 2 3 4',
		].join('\n');

	it.each([
		['bytes', painted(203, 255)],
		['shares of one', painted(203 / 255, 1)],
		['three decimals', painted(0.796, 1)],
		['linear', painted(0.597202, 1)],
		['KOTORMax', painted(103, 255)],
		['an alpha besides', painted(203, 255).replace(/(v .* .* .* .* .* .*)/g, '$1 255')],
	])('paint rooms behind edges: %s', async (_, text) => {
		const { parts } = await readScene(text);
		expect([...(parts[0].paintedRooms ?? [])]).toEqual([-1, 3, -1, -1, -1, -1]);
	});

	it('are left alone where they are colours', async () => {
		const { parts } = await readScene(painted(0.05, 1));
		expect(parts[0].paintedRooms).toBeUndefined();
	});
});

describe('material libraries', () => {
	it('are read for colours', () => {
		const text =
			'Kd 1 1 1\nnewmtl  a b \r\n\tKd 0.1 .2 3e-1\nKs 1 1 1\nnewmtl c\rKd 1 2 3\nnewmtl d\nKd spectral x.rfl\n';
		expect([...coloursOfLibrary(new TextEncoder().encode(text))]).toEqual([['a b', [0.1, 0.2, 0.3]]]);
	});
});
