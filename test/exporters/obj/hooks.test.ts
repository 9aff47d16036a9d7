import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeBwm } from '../../../exporters/bwm/index.ts';
import { writeObj } from '../../../exporters/obj/write.ts';
import { createRegistry } from '../../../jobs/default-registry.ts';
import { convert } from '../../../pipeline/convert.ts';
import { convertRecipe } from '../../../pipeline/recipe.ts';
import { deriveBwm } from '../../../src/bwm/derive.ts';
import { type Finding, Report } from '../../../src/findings/report.ts';
import { bytesSource, type LoadedWalkmesh } from '../../../src/formats/contracts.ts';
import { plusFloat32, type Vec3, ZERO } from '../../../src/math/vec3.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import { DOOR_STATES, NO_HOOKS, type Walkmesh } from '../../../src/model/walkmesh.ts';
import { assembleScene } from '../../../src/scene/assemble.ts';
import { readScene } from '../../importers/obj/reading.ts';
import { smallQuayGlb } from '../../support/small-quay.ts';
import { bitsOf, floor } from '../../support/walkmeshes.ts';

type Files = readonly { readonly path: string; readonly bytes: Uint8Array }[];

interface Made {
	readonly files: Files;
	readonly walkmeshes: readonly Walkmesh[];
	readonly findings: readonly Finding[];
}

/** Converts files, as the command does. */
async function converted(files: Files, output: string): Promise<Made> {
	const report = new Report();
	const sources = files.map(({ path, bytes }) => bytesSource(bytes, path));
	const context = { report, surfaces: K1, mappings: [] };
	const made = await convert(sources, output, { recipe: convertRecipe() }, context, createRegistry());
	return { ...made, findings: report.findings };
}

const fileOf = (mesh: Walkmesh, path: string) => ({ path, bytes: encodeBwm(deriveBwm(mesh, K1, new Report())) });
const written = (meshes: readonly Walkmesh[], report?: Report): string =>
	new TextDecoder().decode(writeObj(meshes, K1, {}, report));
const told = (findings: readonly Finding[]): string[] =>
	findings.filter(({ code }) => /^OBJ_.*_LOST$/.test(code)).map(({ message }) => message);
const lostBy = (...meshes: Walkmesh[]): string[] => {
	const report = new Report();
	written(meshes, report);
	return told(report.findings);
};

const POSITION: Vec3 = [2.3, -0.7, 0.1].map(Math.fround) as never;
const FRONT: Vec3 = [0.1, -1.25, 0].map(Math.fround) as never;
const BACK: Vec3 = [-0.3, 1.1, 0.05].map(Math.fround) as never;

function placeable(more: Partial<Walkmesh> = {}): Walkmesh {
	const hooks = { ...NO_HOOKS, relative1: FRONT, relative2: BACK };
	return { ...floor(7, 1.7), name: 'crate', kind: 'placeable', position: POSITION, hooks, ...more };
}

/** A state of a door, with absolute hooks as the game's files have them. */
function door(doorState: Walkmesh['doorState'], more: Partial<Walkmesh> = {}): Walkmesh {
	const { position = POSITION } = more;
	const relative2 = doorState === 'closed' ? BACK : ZERO;
	const absolutes = { absolute1: plusFloat32(FRONT, position), absolute2: plusFloat32(relative2, position) };
	const hooks = { relative1: FRONT, relative2, ...absolutes };
	return { ...floor(7, 1.1), name: 'gate', kind: 'door', doorState: doorState ?? 'closed', position, hooks, ...more };
}

/** The walkmeshes that are read back from the OBJ of some. */
async function readBack(...meshes: Walkmesh[]): Promise<readonly Walkmesh[]> {
	return assembleScene(await readScene(written(meshes))).objects;
}

/** The corners of all faces where the model has them, rounded to float32. */
function cornersInModel({ positions, faces, position }: Walkmesh): number[] {
	return [...faces].flatMap((vertex) =>
		[0, 1, 2].map((axis) => Math.fround(positions[vertex * 3 + axis] + position[axis])),
	);
}

describe('a placeable or door as OBJ', () => {
	it('of which nothing is lost comes back byte for byte', async () => {
		const crate = fileOf(placeable({ position: ZERO }), 'crate.pwk');
		const obj = await converted([crate], 'crate.obj');
		const back = await converted(obj.files.slice(0, 1), 'crate.pwk');
		expect(back.files).toEqual([crate]);
		expect([...told(obj.findings), ...told(back.findings)]).toEqual([]);
	});

	it('keeps the hooks of each state of a door', async () => {
		const states = DOOR_STATES.map((state, index) => fileOf(door(state, { position: ZERO }), `gate${index}.dwk`));
		const obj = await converted(states, 'gate.obj');
		expect(told(obj.findings)).toEqual([]);
		const names = new TextDecoder().decode(obj.files[0].bytes).match(/(?<=^o ).*/gm);
		expect(names).toEqual([
			'gate_DWK_wg_closed',
			'gate_DWK_dp_closed_01',
			'gate_DWK_dp_closed_02',
			'gate_DWK_wg_open1',
			'gate_DWK_dp_open1_01',
			'gate_DWK_wg_open2',
			'gate_DWK_dp_open2_01',
		]);
		expect((await converted(obj.files.slice(0, 1), 'gate.dwk')).files).toEqual(states);
	});

	it('keeps the second hook of an open door, and no hook that was never set', async () => {
		const both = { ...NO_HOOKS, relative1: FRONT, relative2: BACK };
		const [open] = await readBack(door('open2', { position: ZERO, hooks: both }));
		expect(open.hooks).toMatchObject({ relative1: FRONT, relative2: BACK });
		for (const hooks of [NO_HOOKS, { ...NO_HOOKS, relative2: BACK }]) {
			const [crate] = await readBack(placeable({ hooks }));
			const relative2 = hooks === NO_HOOKS ? ZERO : plusFloat32(BACK, POSITION);
			expect(crate.hooks).toEqual({ ...NO_HOOKS, relative2 });
		}
		expect(written([placeable({ hooks: NO_HOOKS })])).not.toContain('pwk_use');
		// One that is set lies at the origin of the model here.
		const origin = placeable({ position: [1, 0, 0], hooks: { ...NO_HOOKS, relative1: [-1, 0, 0] } });
		expect(written([origin])).toContain('o crate_pwk_use01\nv 0 0 0\np 5\n');
	});

	it('brings back whatever it holds', async () => {
		const float = fc.float({ noNaN: true, min: Math.fround(-1e3), max: Math.fround(1e3) }).map((value) => value + 0);
		const point = fc.oneof(fc.tuple(float, float, float), fc.constant<Vec3>(ZERO));
		const property = fc.asyncProperty(point, point, point, fc.boolean(), async (position, first, second, isDoor) => {
			const hooks = { ...NO_HOOKS, relative1: first, relative2: second };
			const mesh = isDoor ? door('closed', { position, hooks }) : placeable({ position, hooks });
			const [back] = await readBack(mesh);
			const isSet = (hook: Vec3): boolean => hook.some((value) => value !== 0);
			const inModel = (hook: Vec3): Vec3 => (isSet(hook) ? plusFloat32(hook, position) : ZERO);
			expect(cornersInModel(back)).toEqual(cornersInModel(mesh));
			expect(back.hooks).toMatchObject({ relative1: inModel(first), relative2: inModel(second) });
		});
		await fc.assert(property);
	});

	it('has hooks of its own beside others, with both readers', async () => {
		const shifted = (mesh: Walkmesh, by: number): Walkmesh => ({
			...mesh,
			name: `${mesh.name}_${by}`,
			hooks: { ...NO_HOOKS, relative1: [by, 1, 2], relative2: mesh.kind === 'door' ? ZERO : [by, 4, 5] },
		});
		const meshes = [1, 2, 3].flatMap((by) => [shifted(placeable(), by), shifted(door('open1'), by)]);
		expect(lostBy(...meshes)).toEqual([]);
		const text = written([floor(), ...meshes]);
		for (const objParser of ['scanner', 'obj-file-parser'] as const) {
			const { objects } = assembleScene(await readScene(text, { objParser }));
			expect(objects.map(({ name }) => name)).toEqual(meshes.map(({ name }) => name));
			for (const [index, { hooks }] of meshes.entries()) {
				const second = hooks.relative2 === ZERO ? ZERO : plusFloat32(hooks.relative2, POSITION);
				const expected = { relative1: plusFloat32(hooks.relative1, POSITION), relative2: second };
				expect(objects[index].hooks).toMatchObject(expected);
			}
		}
	});

	it('leaves the vertices as they are where there is nothing to add, the sign of zero too', () => {
		const positions = Float32Array.of(-0, 0, 0, 1, 0, -0, 1, 1, -0, 0, 1, 0);
		const same = (mesh: Walkmesh): string => written([mesh]).replace(/^o .*\n/gm, '');
		expect(same(placeable({ positions, position: ZERO, hooks: NO_HOOKS }))).toBe(same({ ...floor(7), positions }));
		expect(written([placeable({ positions, position: [1, 0, 0], hooks: NO_HOOKS })])).toContain('v 2 -0 0\n');
	});
});

describe('a room as OBJ', () => {
	it('has the same bytes whatever its header says, and hooks of one are reported', () => {
		const room = floor();
		const odd = { ...room, position: POSITION, hooks: { ...NO_HOOKS, absolute2: FRONT } };
		expect(bitsOf(odd.positions)).toEqual(bitsOf(room.positions));
		expect(written([odd])).toBe(written([room]));
		expect(lostBy(room, { ...room, position: POSITION })).toEqual([]);
		expect(lostBy(odd)).toEqual(['Lost the use hooks: an OBJ has none for rooms.']);
	});
});

describe('what an OBJ cannot hold', () => {
	it('are absolute hooks that do not follow from the relative ones', () => {
		const hooks = placeable().hooks;
		const lost = (slots: string): string[] => [
			`Lost absolute hooks (${slots}): an OBJ has one point for each use hook.`,
		];
		expect(lostBy(placeable({ hooks: { ...hooks, absolute1: plusFloat32(FRONT, POSITION) } }))).toEqual(lost('1'));
		expect(lostBy(placeable({ hooks: { ...hooks, absolute1: FRONT, absolute2: BACK } }))).toEqual(lost('1, 2'));
		const { hooks: own } = door('closed');
		const beside = (by: number): Vec3 => [own.absolute2[0] + by, own.absolute2[1], own.absolute2[2]];
		expect(lostBy(door('closed', { hooks: { ...own, absolute2: beside(0.00009) } }))).toEqual([]);
		expect(lostBy(door('closed', { hooks: { ...own, absolute2: beside(0.00011) } }))).toEqual(lost('2'));
		expect(lostBy(door('closed', { hooks: { ...own, absolute2: ZERO } }))).toEqual([]);
		expect(lostBy(door('open1', { hooks: { ...door('open1').hooks, absolute2: ZERO } }))).toEqual([]);
		expect(lostBy(door('open1', { hooks: { ...door('open1').hooks, absolute2: FRONT } }))).toEqual(lost('2'));
	});

	it('are hooks whose object is not known by its name', () => {
		const lost = ['Lost the use hooks: the name does not say which object of the file they belong to.'];
		const other = placeable({ name: 'CRATE', hooks: { ...NO_HOOKS, relative1: BACK } });
		expect(lostBy(placeable(), other)).toEqual(lost);
		expect(written([placeable(), other]).match(/^o .*use/gm)).toHaveLength(2);
		expect(lostBy(placeable({ hooks: NO_HOOKS }), other)).toEqual([]);
		expect(lostBy(placeable({ name: 'ä' }), placeable({ name: 'ö' }))).toEqual(lost);
		expect(lostBy(placeable(), door('closed', { name: 'crate' }), door('open1', { name: 'crate' }))).toEqual([]);
		// Of names that long only the first characters could say something.
		expect(lostBy(placeable({ name: 'x'.repeat(502) }))).toEqual([]);
		expect(lostBy(placeable({ name: 'x'.repeat(503) }))).toEqual(lost);
		expect(lostBy(placeable({ name: 'x'.repeat(506) }))).toEqual(lost);
	});

	it('are, beside others, hooks of a name that readers take for none', async () => {
		const lost = ['Lost the use hooks: the name does not say which object of the file they belong to.'];
		expect(lostBy(placeable({ name: 'md' }))).toEqual([]);
		expect(lostBy(...DOOR_STATES.map((state) => door(state, { name: 'MD' })))).toEqual([]);
		expect(lostBy(placeable({ name: 'md' }), placeable())).toEqual(lost);
		expect(lostBy(door('closed', { name: 'md' }), door('closed'), door('open1'))).toEqual(lost);
		// A door that says no state is a closed one.
		const { doorState: _, ...stateless } = door('closed');
		expect(lostBy(door('closed', { name: 'md' }), stateless)).toEqual(lost);
		const first = { ...NO_HOOKS, relative1: BACK };
		const crate = placeable({ position: ZERO, hooks: first });
		const back = await readBack(placeable({ name: 'md' }), crate);
		expect(back.find(({ name }) => name === 'crate')?.hooks).toEqual(first);
	});

	it('are objects without faces', () => {
		const bare = { positions: new Float32Array(0), faces: new Uint32Array(0), surfaces: new Uint32Array(0) };
		expect(lostBy(placeable({ ...bare, transitions: new Int32Array(0) }))).toEqual([
			'The use hooks are written as points that belong to no object: the walkmesh has no faces, and an object is read from its faces.',
		]);
		expect(lostBy(placeable({ ...bare, transitions: new Int32Array(0), hooks: NO_HOOKS }))).toEqual([]);
		expect(written([placeable({ ...bare, position: ZERO })])).toContain(`p 1\n`);
	});

	it('are the placements of a level', async () => {
		const quay = { path: 'quay.glb', bytes: smallQuayGlb() };
		const lost = 'Lost 2 placements of quay_console, quay_gate: an OBJ has objects about the origin of their model.';
		const { files, findings } = await converted([quay], 'quay.obj');
		expect(told(findings)).toEqual([lost]);
		const text = new TextDecoder().decode(files[0].bytes);
		expect(text.match(/^o .*_(?:use|dp_).*/gm)).toHaveLength(6);
		// The walkmeshes of an object alone are those of its own files.
		for (const name of ['quay_console.pwk', 'quay_gate.dwk']) {
			const alone = await converted([quay], name);
			expect(told((await converted(alone.files, name.replace(/\.\wwk$/, '.obj'))).findings)).toEqual([]);
			const back = await converted([files[0]], name);
			expect(back.files).toEqual(alone.files);
		}
	});

	it('are placements only where an object stands away from the origin of others', async () => {
		const registry = createRegistry();
		const exporter = registry.exporters.find(({ name }) => name === 'obj');
		const lost = async (...walkmeshes: LoadedWalkmesh[]): Promise<string[]> => {
			const report = new Report();
			await exporter?.write(walkmeshes, {}, { report, surfaces: K1, output: '-' });
			return told(report.findings);
		};
		const at = (position: Vec3, bearing = 0) => ({ kind: 'placeable', model: 'crate', position, bearing }) as const;
		const crate = placeable();
		const room = { walkmesh: floor() };
		const away = { walkmesh: crate, placements: [at([1, 0, 0]), at(ZERO, 90), at(ZERO)] };
		expect(await lost(room, away)).toEqual([
			'Lost 2 placements of crate: an OBJ has objects about the origin of their model.',
		]);
		expect(await lost(room, { ...away, placements: [at([0, 0, 2])] })).toEqual([
			'Lost 1 placement of crate: an OBJ has objects about the origin of their model.',
		]);
		expect(await lost(away)).toEqual([]);
		expect(await lost(room, { walkmesh: crate, placements: [at(ZERO)] })).toEqual([]);
		expect(await lost(room, { walkmesh: crate })).toEqual([]);
	});
});

describe('a position that is', () => {
	const codesOf = (mesh: Walkmesh): string[] => {
		const report = new Report();
		written([mesh], report);
		return report.findings.map(({ code }) => code);
	};

	it('no number is none, and so is a hook', () => {
		const hooks = { ...NO_HOOKS, relative1: [Number.NaN, 0, 0] as const, relative2: BACK };
		const broken = placeable({ position: [Infinity, 1, 0], hooks });
		const text = written([broken]);
		expect(text).toBe(written([placeable({ position: [0, 1, 0], hooks: { ...NO_HOOKS, relative2: BACK } })]));
		expect(text).toContain('o crate_pwk_wg\nv 0 0 -1\n');
	});

	it('beyond float32 is an error, and one that makes faces collapse a warning', () => {
		expect(codesOf(placeable({ position: [1e6, 0, 0] }))).toEqual([]);
		expect(codesOf(placeable({ position: [1e8, 0, 0] }))).toEqual(['TRANSFORM_FACES_COLLAPSED']);
		const far = Math.fround(3e38);
		expect(codesOf(placeable({ position: [far, 0, 0] }))).not.toContain('POSITIONS_TOO_FAR');
		const hooks = { ...NO_HOOKS, relative2: [far, 0, 0] as const };
		expect(codesOf(placeable({ position: [far, 0, 0], hooks }))).toEqual(['POSITIONS_TOO_FAR']);
		const positions = floor().positions.map((value) => value * far);
		expect(codesOf(placeable({ position: [0, far, 0], positions: positions.map((v) => Math.min(v, far)) }))).toContain(
			'POSITIONS_TOO_FAR',
		);
	});
});
