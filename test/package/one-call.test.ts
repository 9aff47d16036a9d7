import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { diffWalkmeshes } from '../../entries/check.ts';
import { readAsciiWalkmesh } from '../../entries/formats.ts';
import { readGff } from '../../entries/game.ts';
import { readLyt, readVis, visibilitySkeleton } from '../../entries/level.ts';
import {
	aabbs,
	adjacency,
	box,
	convertBytes,
	decodeBwm,
	deriveBwm,
	InputError,
	K1,
	perimeterEdges,
	Report,
	readSurfaceTable,
	readWalkmesh,
	UsageError,
	walkableFaces,
	writeWalkmesh,
} from '../../index.ts';
import { FIXTURES } from '../support/cli.ts';
import { smallQuayGlb } from '../support/small-quay.ts';

const glb = smallQuayGlb(undefined, false);
const made = await convertBytes(glb, 'quay.glb', 'quay.wok');
const [{ bytes }] = made.files;
const { walkmesh, file } = readWalkmesh(bytes, 'quay.wok');

describe('one call', () => {
	test('reads what one call converted, and writes the same bytes', () => {
		expect(made.report.failed).toBe(false);
		expect(walkmesh).toEqual(made.walkmeshes[0]);
		// A Blob takes only bytes of this type.
		const [converted, again]: Uint8Array<ArrayBuffer>[] = [bytes, writeWalkmesh(walkmesh)];
		expect(Buffer.from(again).equals(Buffer.from(converted))).toBe(true);
	});

	test('reads an ASCII walkmesh with tables derived from it', async () => {
		const { files } = await convertBytes(bytes, 'quay.wok', 'quay.ascii');
		const again = readAsciiWalkmesh(files[0].bytes, 'quay.ascii');
		expect(again.walkmesh).toEqual(walkmesh);
		expect(again.file.adjacency).toEqual(file.adjacency);
		expect(() => readWalkmesh(files[0].bytes, 'quay.ascii')).toThrow(
			'"quay.ascii" is an ASCII walkmesh: read it with readAsciiWalkmesh of wokflow/formats.',
		);
	});

	test('tells a door by its file name', async () => {
		const door = await convertBytes(readFileSync(join(FIXTURES, 'small/door.glb')), 'door.glb', 'gate.dwk');
		expect(door.files.map(({ path }) => path)).toEqual(['gate0.dwk', 'gate1.dwk', 'gate2.dwk']);
		const { walkmesh: open } = readWalkmesh(door.files[1].bytes, 'gate1.dwk');
		expect([open.kind, open.doorState, open.name]).toEqual(['door', 'open1', 'gate']);
		const texts = await convertBytes(readFileSync(join(FIXTURES, 'small/door.glb')), 'door.glb', 'gate.ascii');
		expect(() => readAsciiWalkmesh(texts.files[0].bytes, 'gate.ascii')).toThrow(UsageError);
	});

	test('says what cannot be read', async () => {
		expect(() => readWalkmesh(new Uint8Array(3))).toThrow(InputError);
		await expect(convertBytes(glb, 'quay.glb', 'quay.xyz')).rejects.toThrow(UsageError);
		const unknown = await convertBytes(glb, 'quay.glb', 'quay.wok', {
			surfaces: readSurfaceTable(new TextEncoder().encode('2DA V2.0\n\nlabel walk\n0 Nothing 0\n')),
		});
		expect([unknown.report.failed, unknown.files]).toEqual([true, []]);
	});

	test('refuses options that do not exist, values that they cannot have, and what is not bytes', async () => {
		await expect(convertBytes(glb, 'quay.glb', 'quay.wok', { snapp: 0.1 } as object)).rejects.toThrow(
			'convertBytes has no option "snapp". Did you mean "snap"? It has: ',
		);
		await expect(convertBytes(glb, 'quay.glb', 'quay.wok', { up: 'w' } as object)).rejects.toThrow(
			/^The option up of convertBytes is .*, not "w"\.$/,
		);
		const path = 'quay.wok' as unknown as Uint8Array;
		expect(() => readWalkmesh(path)).toThrow('wanted as bytes (a Uint8Array), not the text "quay.wok".');
		await expect(convertBytes(path, 'quay.glb', 'quay.wok')).rejects.toThrow(UsageError);
	});

	test.each([undefined, null, 7, [1, 2], new ArrayBuffer(8), new DataView(new ArrayBuffer(8)), new Uint16Array(4)])(
		'refuses %j as the content of a file',
		async (content) => {
			const bytes = content as unknown as Uint8Array;
			const refusal = /^The content of a file is wanted as bytes \(a Uint8Array\), not \w+\.$/;
			for (const read of [readWalkmesh, readAsciiWalkmesh, readSurfaceTable])
				expect(() => read(bytes)).toThrow(refusal);
			for (const read of [decodeBwm, readLyt, readVis, readGff])
				expect(() => read(bytes, new Report())).toThrow(refusal);
			await expect(convertBytes(bytes, 'quay.glb', 'quay.wok')).rejects.toThrow(refusal);
		},
	);

	test('reads a part of a buffer, whatever array of bytes shows it', () => {
		const wide = new Uint8Array(bytes.length + 7);
		wide.set(bytes, 5);
		const part = wide.subarray(5, 5 + bytes.length);
		const clamped = new Uint8ClampedArray(wide.buffer, 5, bytes.length) as unknown as Uint8Array;
		for (const given of [part, Buffer.from(wide.buffer, 5, bytes.length), clamped])
			expect(readWalkmesh(given, 'quay.wok').walkmesh).toEqual(walkmesh);
	});

	test.each<[string, (options: object) => unknown]>([
		['aabbs', (options) => aabbs(walkmesh, options)],
		['deriveBwm', (options) => deriveBwm(walkmesh, K1, new Report(), options)],
		['diffWalkmeshes', (options) => diffWalkmeshes(walkmesh, walkmesh, K1, options)],
		[
			'visibilitySkeleton',
			(options) => visibilitySkeleton({ rooms: [], tracks: [], obstacles: [], doorHooks: [] }, [], options),
		],
	])('%s refuses options that it does not have', (name, call) => {
		expect(() => call({ tolerence: 1 })).toThrow(`${name} has no option "tolerence".`);
		expect(() => call([])).toThrow('must be an object');
		expect(call({})).toBeDefined();
	});

	test('refuses trees that there are not, and distances that are no numbers', () => {
		const [other, near] = [{ tree: 'middle' as 'best' }, { tolerance: '1' as unknown as number }];
		expect(() => aabbs(walkmesh, other)).toThrow(
			'The option tree of aabbs is one of best, fast, median, not "middle".',
		);
		expect(() => deriveBwm(walkmesh, K1, new Report(), other)).toThrow('The option tree of deriveBwm is one of');
		expect(() => diffWalkmeshes(walkmesh, walkmesh, K1, near)).toThrow('The option tolerance of diffWalkmeshes is');
	});

	test('takes an option that is undefined for one that is not given', () => {
		const moved = { ...walkmesh, positions: walkmesh.positions.map((value, i) => (i === 2 ? value + 0.1 : value)) };
		const left = { tolerance: undefined } as unknown as { tolerance: number };
		expect(diffWalkmeshes(walkmesh, moved, K1, left).same).toBe(false);
		expect(aabbs(walkmesh, { tree: undefined } as unknown as { tree: 'best' })).toEqual(aabbs(walkmesh));
	});

	test('refuses what is not a name, a report, a walkmesh, or an option of it', async () => {
		const name = undefined as unknown as string;
		await expect(convertBytes(glb, name, 'quay.wok')).rejects.toThrow('The name of a source is wanted as a text');
		await expect(convertBytes(glb, 'quay.glb', name)).rejects.toThrow('The name of an output is wanted as a text');
		expect(() => readWalkmesh(bytes, 7 as unknown as string)).toThrow('not number.');
		for (const options of [{ report: 'x' }, { surfaces: {} }, { recipe: 'weld' }, { signal: {} }, { sibling: 1 }, null])
			await expect(convertBytes(glb, 'quay.glb', 'quay.wok', options as object)).rejects.toThrow(UsageError);
		expect(() => readWalkmesh(bytes, 'quay.wok', { report: null } as object)).toThrow('is a Report, not null.');
		expect(() => writeWalkmesh(walkmesh, { tre: 'fast' } as object)).toThrow('Did you mean "tree"?');
		expect(() => writeWalkmesh(undefined as never)).toThrow(UsageError);
		const { hooks, ...part } = walkmesh;
		expect(() => writeWalkmesh(part as typeof walkmesh)).toThrow('A walkmesh has no hooks. createWalkmesh(');
		expect(hooks).toBeDefined();
	});

	test('reads a document with its files beside it', async () => {
		const obj = 'mtllib a.mtl\nusemtl Stone\nv 0 0 0\nv 1 0 0\nv 0 0 -1\nf 1 2 3\n';
		const asked: string[] = [];
		const { files } = await convertBytes(new TextEncoder().encode(obj), 'room.obj', 'room.wok', {
			sibling: async (name) => {
				// There are no decisions beside it.
				if (name !== 'a.mtl') throw new Error(`no ${name}`);
				asked.push(name);
				return new TextEncoder().encode('newmtl Stone\n');
			},
		});
		expect(files).toHaveLength(1);
		expect(asked).toEqual(['a.mtl']);
	});
});

describe('under the names of PyKotor', () => {
	test('walkable faces are the first ones, and have the rows of the adjacency table', () => {
		const walkable = walkableFaces(walkmesh);
		expect([...walkable]).toEqual(Array.from(walkable, (_, face) => face));
		const rows = adjacency(walkmesh);
		expect(rows.length).toBe(walkmesh.faces.length);
		expect(rows.subarray(0, walkable.length * 3)).toEqual(file.adjacency);
		expect(rows.subarray(walkable.length * 3).every((edge) => edge === -1)).toBe(true);
	});

	test('perimeter edges are those of the file, in its loops', () => {
		const edges = perimeterEdges(walkmesh);
		expect(edges.flatMap(({ edge, transition }) => [edge, transition])).toEqual([...file.edges]);
		const ends = edges.flatMap(({ loop }, index) => (edges[index + 1]?.loop === loop ? [] : [index + 1]));
		expect(ends).toEqual([...file.perimeters]);
		for (const [index, { end, loop, edge, face }] of edges.entries()) {
			expect(face).toBe(Math.floor(edge / 3));
			const first = edges.findIndex((each) => each.loop === loop);
			const next = edges[index + 1]?.loop === loop ? edges[index + 1] : edges[first];
			expect(end).toEqual(next.start);
		}
	});

	test('the tree is the one that is written', () => {
		const nodes = aabbs(walkmesh);
		expect(nodes.length).toBe(walkmesh.surfaces.length * 2 - 1);
		expect(nodes.map(({ face }) => face)).toEqual(
			Array.from({ length: nodes.length }, (_, node) => file.aabb.i32[node * 11 + 6]),
		);
		expect(aabbs(walkmesh, { tree: 'median' }).length).toBe(nodes.length);
		const { min, max } = box(walkmesh) ?? { min: [], max: [] };
		for (const axis of [0, 1, 2]) {
			expect(nodes[0].min[axis]).toBeLessThanOrEqual(min[axis]);
			expect(nodes[0].max[axis]).toBeGreaterThanOrEqual(max[axis]);
		}
		expect(box({ ...walkmesh, positions: new Float32Array(0) })).toBeUndefined();
	});
});
