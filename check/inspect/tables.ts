import { TREE_OPTIONS } from '../../src/bwm/derive.ts';
import { checkedValues, type GivenOf } from '../../src/findings/options.ts';
import { perimeterEdges as perimeterLoops, walkableNeighbours } from '../../src/geometry/faces.ts';
import { edgeEnd } from '../../src/geometry/half-edges.ts';
import { boundsOf } from '../../src/geometry/triangles.ts';
import { type Vec3, vec3At } from '../../src/math/vec3.ts';
import { K1, type SurfaceTable } from '../../src/model/surfaces.ts';
import { facesByWalkability, type Walkmesh } from '../../src/model/walkmesh.ts';
import { buildAabbTree } from '../../src/tree/build.ts';
import { type AabbNode, aabbNode } from './facts.ts';

/**
 * The walkable faces by the `walk` column of the surface table, ascending.
 *
 * @example
 * const share = walkableFaces(walkmesh).length / walkmesh.surfaces.length;
 */
export function walkableFaces(walkmesh: Walkmesh, table: SurfaceTable = K1): Uint32Array {
	return facesByWalkability(walkmesh, table);
}

/**
 * The neighbours of faces, 3 a face: for each edge the neighbour's edge `3 * face + corner` on the other side, −1 where there is none. Only
 * walkable faces have neighbours. Neighbours share two vertex indices, so weld the walkmesh first. The faces may be in any order.
 *
 * @example
 * const behind = adjacency(walkmesh)[3 * face + corner];
 * const neighbour = behind < 0 ? undefined : Math.floor(behind / 3);
 */
export function adjacency(walkmesh: Walkmesh, table: SurfaceTable = K1): Int32Array {
	return walkableNeighbours(walkmesh, table);
}

/** An edge at which the ground ends. */
export interface PerimeterEdge {
	/** `3 * face + corner`. */
	readonly edge: number;
	readonly face: number;
	/** Room that the edge links to, as an index into the layout; −1 for none. */
	readonly transition: number;
	/** The loop that it belongs to, from 0. Seen from above, outer loops run counter-clockwise and holes clockwise. */
	readonly loop: number;
	/** Ends of the edge, metres, in the space of the walkmesh. */
	readonly start: Vec3;
	readonly end: Vec3;
}

/**
 * The perimeter: the edges of walkable faces without a neighbour, loop after loop, in the order of the game's own files.
 *
 * @example
 * const doorways = perimeterEdges(walkmesh).filter(({ transition }) => transition >= 0);
 */
export function perimeterEdges(walkmesh: Walkmesh, table: SurfaceTable = K1): PerimeterEdge[] {
	const { edges, ends } = perimeterLoops(walkmesh, table);
	const { positions, faces, transitions } = walkmesh;
	let loop = 0;
	return Array.from(edges, (edge, index) => {
		while (index >= ends[loop]) loop++;
		return {
			edge,
			face: Math.floor(edge / 3),
			transition: transitions[edge],
			loop,
			start: vec3At(positions, faces[edge]),
			end: vec3At(positions, faces[edgeEnd(edge)]),
		};
	});
}

/**
 * The AABB tree over all faces, as a list of nodes from the root on; the left child is always the next node.
 *
 * @throws UsageError for an option that does not exist, and for a tree of another kind; RangeError for a face at a vertex that does not exist
 *
 * @example
 * const nodes = aabbs(walkmesh, { tree: 'median' });
 * const depth = (node = 0): number => (nodes[node].face >= 0 ? 1 : 1 + Math.max(depth(nodes[node].left), depth(nodes[node].right)));
 */
export function aabbs(walkmesh: Walkmesh, options: GivenOf<typeof TREE_OPTIONS> = {}): AabbNode[] {
	const { tree: split } = checkedValues(TREE_OPTIONS, options, 'aabbs');
	const tree = buildAabbTree(walkmesh.positions, walkmesh.faces, { tree: split });
	return Array.from({ length: tree.nodeCount }, (_, node) => aabbNode(tree, node));
}

/**
 * The least and greatest corner of a walkmesh, metres; `undefined` without vertices.
 *
 * @example
 * const width = (box(walkmesh)?.max[0] ?? 0) - (box(walkmesh)?.min[0] ?? 0);
 */
export function box(walkmesh: Walkmesh): { readonly min: Vec3; readonly max: Vec3 } | undefined {
	const bounds = boundsOf(walkmesh.positions);
	if (bounds === undefined) return undefined;
	return { min: [bounds[0], bounds[1], bounds[2]], max: [bounds[3], bounds[4], bounds[5]] };
}
