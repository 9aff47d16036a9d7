import type { BwmFile } from '../../../src/bwm/bwm-file.ts';
import { createWalkmesh } from '../../../src/model/walkmesh.ts';
import { FACE, FIXED, LEFT, NODE_WORDS, PLANE, RIGHT } from '../../../src/tree/tree.ts';
import { rectangle } from '../../support/levels.ts';
import { NONWALK, surfaced } from '../../support/own-floors.ts';
import { gridFloor } from '../../support/soups.ts';
import { type Case, file, tables } from './subjects.ts';

const GRID = gridFloor(3);
const CRATE = createWalkmesh({ ...surfaced(rectangle(-1, -1, 2, 2), NONWALK), name: 'crate', kind: 'placeable' });
const SOUND = tables(GRID, () => ({}));

type Change = (file: BwmFile) => Partial<BwmFile>;

const spoilt = (fault: Change, near?: Change): Case => ({
	fault: tables(GRID, fault),
	near: near === undefined ? SOUND : tables(GRID, near),
});

/** Words of the nodes of the tree, the same one of each. */
function words(word: number, change: (value: number, node: number) => number): Change {
	return ({ aabb }) => {
		const i32 = aabb.i32.slice();
		for (let at = word; at < i32.length; at += NODE_WORDS) i32[at] = change(i32[at], Math.floor(at / NODE_WORDS));
		return { aabb: { ...aabb, i32, f32: new Float32Array(i32.buffer) } };
	};
}

/** Boxes of the tree. */
function boxes(change: (value: number, axis: number) => number): Change {
	return ({ aabb }) => {
		const f32 = aabb.f32.slice();
		for (let node = 0; node < aabb.nodeCount; node++)
			for (let axis = 0; axis < 6; axis++) f32[node * NODE_WORDS + axis] = change(f32[node * NODE_WORDS + axis], axis);
		return { aabb: { ...aabb, f32, i32: new Int32Array(f32.buffer) } };
	};
}

/** Boxes that reach so far beyond their faces, metres; 0.01 in the game. */
const margin = (metres: number): Change => boxes((value, axis) => value + (axis < 3 ? 0.01 - metres : metres - 0.01));

/** Boxes that fit their faces, and were then turned inside out by so much in z. */
const sunk = (metres: number): Change =>
	boxes((value, axis) => (axis < 3 ? value + 0.01 : value - 0.0101) + ([0, 0, metres, 0, 0, -metres][axis] ?? 0));

/** By code: what provokes it, and what is on the other side of its threshold. */
export const TABLES: Readonly<Record<string, Case>> = {
	TABLE_FACE_ORDER: spoilt(
		({ materials }) => ({ materials: materials.with(0, NONWALK) }),
		({ materials }) => ({ materials: materials.with(-1, NONWALK), adjacency: new Int32Array(0) }),
	),
	TABLE_ADJACENCY: spoilt(({ adjacency }) => ({ adjacency: adjacency.with(4, 5) })),
	TABLE_EDGES: spoilt(
		({ edges }) => ({ edges: Int32Array.of(...edges.subarray(2), edges[0], edges[1]) }),
		({ edges }) => ({ edges: edges.with(1, 7) }),
	),
	TABLE_PERIMETERS: spoilt(({ perimeters }) => ({ perimeters: perimeters.map((end) => end - 1) })),
	TABLE_NORMALS: spoilt(
		({ normals }) => ({ normals: normals.with(0, 2e-3) }),
		({ normals }) => ({ normals: normals.with(0, 5e-4) }),
	),
	'TABLE_PLANES of another length': spoilt(
		({ normals }) => ({ normals: normals.with(2, 1.002) }),
		({ normals }) => ({ normals: normals.with(2, 1.0005) }),
	),
	'TABLE_NORMALS and distances': spoilt(
		({ distances }) => ({ distances: distances.with(0, distances[0] + 2e-3) }),
		({ distances }) => ({ distances: distances.with(0, distances[0] + 5e-4) }),
	),
	TABLE_PLANES: spoilt(
		({ distances }) => ({ distances: distances.with(0, distances[0] + 0.011) }),
		({ distances }) => ({ distances: distances.with(0, distances[0] + 0.009) }),
	),
	'BWM_FORM root': spoilt(() => ({ aabbRoot: 1 })),
	'BWM_FORM stray tables': {
		fault: tables(CRATE, ({ offsets }) => ({ offsets: { ...offsets, adjacency: 400 } })),
		near: tables(CRATE, () => ({})),
	},
	'BWM_FAULT stray tree': {
		fault: tables(CRATE, ({ aabb }) => ({
			aabb: { i32: new Int32Array(NODE_WORDS), f32: new Float32Array(NODE_WORDS), nodeCount: aabb.nodeCount + 1 },
		})),
		near: file(CRATE, 'crate.pwk'),
	},
	'TREE_INVALID children': spoilt(words(LEFT, (left) => (left < 0 ? left : left + 1))),
	'TREE_INVALID nodes': spoilt(words(RIGHT, (right, node) => (node === 0 ? 1 : right))),
	'TREE_INVALID faces': spoilt(words(FACE, (face) => (face === 1 ? 0 : face))),
	TREE_BOXES_BARE: spoilt(margin(0.004), margin(0.006)),
	'TREE_INVALID boxes': spoilt(sunk(10), margin(0.011)),
	'TREE_INVALID planes': spoilt(
		words(PLANE, (plane) => (plane === 0 ? 0 : 3)),
		words(PLANE, (plane) => (plane === 0 ? 0 : 4)),
	),
	'BWM_FORM planes': spoilt(words(PLANE, (plane) => (plane === 0 ? 0 : 4))),
	'BWM_FORM fixed field': spoilt(words(FIXED, () => 5)),
};
