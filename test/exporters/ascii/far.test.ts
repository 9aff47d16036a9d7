import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeAscii, writeModels } from '../../../exporters/ascii/write.ts';
import { type AsciiWalkmesh, readAscii } from '../../../importers/ascii/read.ts';
import { ASCII_DIALECTS } from '../../../src/bwm/ascii.ts';
import { Report } from '../../../src/findings/report.ts';
import { toFloat32, type Vec3 } from '../../../src/math/vec3.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../../src/model/walkmesh.ts';
import { buildAabbTree } from '../../../src/tree/build.ts';
import { type AabbTree, FACE, NODE_WORDS } from '../../../src/tree/tree.ts';
import { runs } from '../../support/thorough.ts';

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
