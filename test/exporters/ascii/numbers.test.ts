import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AsciiWriteOptions, writeAscii, writeModels } from '../../../exporters/ascii/write.ts';
import { type AsciiWalkmesh, readAscii } from '../../../importers/ascii/read.ts';
import { ASCII_DIALECTS } from '../../../src/bwm/ascii.ts';
import { Report } from '../../../src/findings/report.ts';
import { toFloat32, type Vec3 } from '../../../src/math/vec3.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../../src/model/walkmesh.ts';
import { buildAabbTree } from '../../../src/tree/build.ts';
import { type AabbTree, FACE, NODE_WORDS } from '../../../src/tree/tree.ts';
import { type ReferenceNode, readAsciiReference, treeRows } from '../../reference/ascii.ts';
import { runs } from '../../support/thorough.ts';
import { anyWalkmesh } from '../../support/walkmeshes.ts';

function write(walkmesh: Walkmesh, options: AsciiWriteOptions): { text: string; node: ReferenceNode } {
	const text = new TextDecoder().decode(writeAscii([{ walkmesh }], options, { report: new Report() }));
	return { text, node: readAsciiReference(text)[0] };
}

const bits = (values: readonly (readonly number[])[]): number[][] =>
	values.map((row) => row.map((value) => Math.fround(value)));

/** Coordinates whose boxes are thick enough to be written as they are. */
const coordinate = fc.integer({ min: -800_000, max: 800_000 }).map((value) => Math.fround(value / 1000));

describe.each(ASCII_DIALECTS)('what is written for %s', (dialect) => {
	it('has every count, vertex, face and link, as an obvious reader finds them', () => {
		fc.assert(
			fc.property(anyWalkmesh(), (walkmesh) => {
				const { node } = write(walkmesh, { dialect });
				const { positions, faces, surfaces, transitions } = walkmesh;
				const verts = node.blocks.get('verts');
				expect(verts?.stated).toEqual([positions.length / 3]);
				const vertices = Array.from({ length: positions.length / 3 }, (_, i) => [
					...positions.subarray(i * 3, i * 3 + 3),
				]);
				expect(bits(verts?.rows ?? [])).toEqual(vertices);
				expect(node.blocks.get('faces')).toEqual({
					stated: [surfaces.length],
					rows: Array.from(surfaces, (surface, face) => [
						...faces.subarray(face * 3, face * 3 + 3),
						1,
						0,
						0,
						0,
						surface,
					]),
				});
				const links = Array.from(transitions, (room, edge) => [edge, room]).filter(([, room]) => room !== -1);
				const roomlinks = node.blocks.get('roomlinks');
				expect(roomlinks?.rows ?? []).toEqual(links);
				expect(roomlinks === undefined).toBe(links.length === 0);
				// MDLOps reads one digit of a count.
				expect(roomlinks?.stated ?? []).toEqual([]);
			}),
		);
	});

	it('has lines that the game reads, keywords it knows, and ends what it begins', () => {
		fc.assert(
			fc.property(anyWalkmesh(), (walkmesh) => {
				const { text } = write(walkmesh, { dialect });
				const lines = text.split('\n');
				expect(lines.pop()).toBe('');
				const keywords = lines.map((line) => line.trim().split(' ')[0]).filter((word) => /^[a-z]/.test(word));
				const known = 'node parent position orientation wirecolor bitmap verts faces aabb roomlinks endlist endnode';
				const whole = dialect === 'nwmax' ? ['beginwalkmeshgeom', 'endwalkmeshgeom'] : [];
				expect(keywords.filter((keyword) => ![...known.split(' '), ...whole].includes(keyword))).toEqual([]);
				const count = (keyword: string): number => keywords.filter((word) => word === keyword).length;
				expect(count('endnode')).toBe(count('node'));
				expect(count('endlist')).toBe(count('roomlinks'));
				expect(count('endwalkmeshgeom')).toBe(count('beginwalkmeshgeom'));
				expect(count('beginwalkmeshgeom')).toBe(dialect === 'nwmax' && walkmesh.kind === 'area' ? 1 : 0);
				expect(count('wirecolor')).toBe(dialect === 'nwmax' ? 1 : 0);
				expect(count('bitmap')).toBe(dialect === 'mdlops' ? 1 : 0);
				expect(text).not.toMatch(/e\+|\t|\r/);
				expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(256);
				const data = lines.filter((line) => /^ *-?\d/.test(line));
				expect(data.every((line) => line.startsWith('    '))).toBe(true);
			}),
		);
	});

	it.each([false, true])(
		'has a tree for rooms whose boxes grow to those of the binary (own line: %s)',
		(aabbOnOwnLine) => {
			fc.assert(
				fc.property(anyWalkmesh({ coordinate }), (walkmesh) => {
					const { text, node } = write(walkmesh, { dialect, aabbOnOwnLine });
					const expected = walkmesh.kind === 'area' && dialect !== 'mdlops';
					expect(node.type).toBe(expected ? 'aabb' : 'trimesh');
					expect(node.blocks.has('aabb')).toBe(expected && walkmesh.surfaces.length > 0);
					if (!node.blocks.has('aabb')) return;
					expect(/^ {2}aabb$/m.test(text)).toBe(aabbOnOwnLine);
					const rows = treeRows(node);
					const tree = buildAabbTree(walkmesh.positions, walkmesh.faces);
					expect(rows).toHaveLength(tree.nodeCount);
					expect(
						rows
							.map((row) => row[6])
							.filter((face) => face >= 0)
							.sort((a, b) => a - b),
					).toEqual([...walkmesh.surfaces.keys()]);
					for (const row of rows.filter((each) => each[6] >= 0)) {
						for (let axis = 0; axis < 3; axis++) {
							const corners = [0, 1, 2].map(
								(corner) => walkmesh.positions[walkmesh.faces[row[6] * 3 + corner] * 3 + axis],
							);
							expect(row[axis] - 0.01).toBeLessThanOrEqual(Math.min(...corners));
							expect(row[axis + 3] + 0.01).toBeGreaterThanOrEqual(Math.max(...corners));
						}
					}
				}),
				{ numRuns: 30 },
			);
		},
	);
});

const DIALECTS = [...ASCII_DIALECTS, 'model'] as const;
type Dialect = (typeof DIALECTS)[number];

/** Below this share of the offset, a text in the space of the room cannot say the last digits of a coordinate of the area. */
const LEAST_SHARE = 2 ** -26;

interface FarRoom {
	readonly walkmesh: Walkmesh;
	/** Position in the layout. */
	readonly at: Vec3;
}

function vec3(component: fc.Arbitrary<number>): fc.Arbitrary<Vec3> {
	return fc.tuple(component, component, component);
}

/** Up to `reach` metres on either side: numbers of few decimals, as layouts have them, and any others. */
function within(reach: number): fc.Arbitrary<number> {
	return fc.oneof(
		fc.integer({ min: -1e4, max: 1e4 }).map((step) => (step / 1e4) * reach + 0),
		fc.double({ min: -reach, max: reach, noNaN: true }).map((value) => value + 0),
	);
}

/** Rooms of three faces, as near or far out as levels are and much farther, whose vertices lie about their position or anywhere. */
const farRoom: fc.Arbitrary<FarRoom> = fc
	.record({
		at: fc.oneof(vec3(within(300)), vec3(within(1e6)), fc.constant([0, 0, 0] as const)),
		position: fc.oneof(vec3(within(20)), vec3(within(1e5)), vec3(fc.constantFrom(1e-9, -1.5e-30, 0))),
		local: fc.array(within(50), { minLength: 15, maxLength: 15 }),
		isAround: fc.boolean(),
	})
	.map(({ at, position, local, isAround }) => {
		const positions = local.map((value, i) => (isAround ? value + at[i % 3] + position[i % 3] : value));
		const walkmesh = createWalkmesh({
			name: 'room_01a',
			positions: Float32Array.from(positions),
			faces: Uint32Array.of(0, 1, 2, 0, 2, 3, 0, 3, 4),
			surfaces: Uint32Array.of(4, 9, 7),
			position: toFloat32(position),
		});
		return { walkmesh, at };
	});

function written({ walkmesh, at }: FarRoom, tree: AabbTree, dialect: Dialect): Uint8Array {
	const report = new Report();
	const bytes =
		dialect === 'model'
			? writeModels([{ walkmesh, tree }], false, { report, roomNames: ['room_01a'], roomPositions: [at] })
			: writeAscii([{ walkmesh, tree }], { dialect }, { report });
	expect(report.findings).toEqual([]);
	return bytes;
}

function readBack(bytes: Uint8Array): AsciiWalkmesh {
	const context = { report: new Report(), surfaces: K1, name: '' };
	const [read, ...others] = readAscii(bytes, { keepTree: true }, context);
	expect(others).toEqual([]);
	return read;
}

/** The values that differ from those of the room; `offset` is what a text model is moved by. */
function changed(values: Float32Array, own: Float32Array, offset: readonly number[]): string[] {
	expect(values.length).toBe(own.length);
	const differing: string[] = [];
	for (const [i, value] of own.entries()) {
		if (Math.abs(value) < Math.abs(offset[i % 3]) * LEAST_SHARE) expect(values[i]).toBeCloseTo(value, 9);
		else if (values[i] !== value) differing.push(`${i}: ${values[i]}, not ${value}`);
	}
	return differing;
}

function boxesOf({ f32, nodeCount }: AabbTree): Float32Array {
	return Float32Array.from({ length: nodeCount * 6 }, (_, i) => f32[Math.floor(i / 6) * NODE_WORDS + (i % 6)]);
}

function facesOf({ i32, nodeCount }: AabbTree): number[] {
	return Array.from({ length: nodeCount }, (_, node) => i32[node * NODE_WORDS + FACE]);
}

describe.each(DIALECTS)('rooms far from the origin, written for %s', (dialect) => {
	it('come back to the same float32s, wherever their layout puts them', () => {
		fc.assert(
			fc.property(farRoom, (room) => {
				const { walkmesh, at } = room;
				// In pre-order, as it comes back.
				const tree = buildAabbTree(walkmesh.positions, walkmesh.faces);
				const back = readBack(written(room, tree, dialect));
				const offset = dialect === 'model' ? at.map((value, axis) => value + walkmesh.position[axis]) : [0, 0, 0];
				expect(changed(back.walkmesh.positions, walkmesh.positions, offset)).toEqual([]);
				expect(back.walkmesh.position).toEqual(walkmesh.position);
				if (dialect === 'mdlops') return;
				if (back.tree === undefined) throw new Error('the tree of the text was not read');
				expect(facesOf(back.tree)).toEqual(facesOf(tree));
				expect(changed(boxesOf(back.tree), boxesOf(tree), offset)).toEqual([]);
			}),
			{ numRuns: runs(100, 5000) },
		);
	});
});

it('a coordinate near 0 of a room far out keeps all its digits down to a limit, and is still the same to far less than a millimetre below', () => {
	const at = [200.5, -87.71, 1000] as const;
	const least = at.map((value) => Math.fround(Math.abs(value) * LEAST_SHARE * 1.7));
	const tiny = [1.2345678e-11, -3.3e-12, 7.654321e-10];
	const walkmesh = createWalkmesh({
		name: 'room_01a',
		positions: Float32Array.of(...least, ...least.map((value) => -value), ...tiny),
		faces: Uint32Array.of(0, 1, 2),
		surfaces: Uint32Array.of(4),
	});
	const tree = buildAabbTree(walkmesh.positions, walkmesh.faces);
	const { positions } = readBack(written({ walkmesh, at }, tree, 'model')).walkmesh;
	expect([...positions.subarray(0, 6)]).toEqual([...walkmesh.positions.subarray(0, 6)]);
	for (const [axis, value] of tiny.entries()) expect(Math.abs(positions[6 + axis] - value)).toBeLessThan(1e-13);
});

it('numbers below a millionth have as many decimals as it takes, where the room stands at the origin', () => {
	const walkmesh = createWalkmesh({
		name: 'room_01a',
		positions: Float32Array.of(1.2345678e-9, 0, 1, 3.4e-20, 1, 1, 1.4e-45, -1.17e-38, 1),
		faces: Uint32Array.of(0, 1, 2),
		surfaces: Uint32Array.of(4),
		position: toFloat32([0, 0, 1.2345678e-15]),
	});
	const tree = buildAabbTree(walkmesh.positions, walkmesh.faces);
	const back = readBack(written({ walkmesh, at: [0, 0, 0] }, tree, 'model')).walkmesh;
	expect([...back.positions]).toEqual([...walkmesh.positions]);
	expect(back.position).toEqual(walkmesh.position);
});
