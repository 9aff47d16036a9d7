import { AABB_DEFAULTS, type AabbOptions, type AabbTree, buildAabbTree, NODE_WORDS } from '../aabb/index.ts';
import { type BwmFile, packedOffsets, TYPE_AREA, TYPE_OBJECT } from '../bwm/index.ts';
import { type Report, UsageError } from '../findings/index.ts';
import { buildAdjacency, edgeEnd } from '../geometry/adjacency.ts';
import { faceNormals, planarDistances } from '../geometry/normals.ts';
import { walkPerimeters } from '../geometry/perimeters.ts';
import { type Vec3, vec3At } from '../geometry/vec3.ts';
import type { SurfaceTable } from '../surfaces/index.ts';
import { NONE, type Walkmesh } from '../walkmesh/index.ts';
import { sortWalkableFirst, walkableFirstOrder } from './order.ts';

export interface DeriveOptions extends AabbOptions {
	/** A tree to keep instead of building one; its leaves number the walkmesh's faces as they are given. */
	readonly tree?: AabbTree;
}

export const DERIVE_DEFAULTS: Required<AabbOptions> = AABB_DEFAULTS;

const NO_TREE: AabbTree = { f32: new Float32Array(0), i32: new Int32Array(0), nodeCount: 0 };

/**
 * Derives every table of a file from a walkmesh: walkable faces first (stable), normals, distances, tree, adjacency, edges,
 * perimeters. Placeables and doors have no tree, adjacency, edges or perimeters. Nothing is welded or dropped here.
 *
 * Reported: edges that more than two walkable faces share, and transitions on edges that are not on the perimeter, which a file
 * cannot hold. Findings name the walkmesh as their room.
 *
 * @throws UsageError when the arrays do not fit together, or a coordinate is no finite number
 */
export function deriveBwm(source: Walkmesh, table: SurfaceTable, report: Report, options: DeriveOptions = {}): BwmFile {
	requireWhole(source);
	const { mesh, walkableCount } = sortWalkableFirst(source, table);
	const { positions, faces } = mesh;
	const normals = faceNormals(positions, faces);
	const isArea = mesh.kind === 'area';
	const tables = {
		type: isArea ? TYPE_AREA : TYPE_OBJECT,
		hooks: Float32Array.from(
			[mesh.hooks.relative1, mesh.hooks.relative2, mesh.hooks.absolute1, mesh.hooks.absolute2].flat(),
		),
		position: Float32Array.from(mesh.position),
		vertices: positions,
		faces,
		materials: mesh.surfaces,
		normals,
		distances: planarDistances(positions, faces, normals),
		aabb: isArea ? treeOf(source, mesh, table, options) : NO_TREE,
		aabbRoot: 0,
		...(isArea
			? deriveLinks(mesh, walkableCount, source.name === '' ? report : report.within({ room: source.name }))
			: NO_LINKS),
	};
	return { ...tables, offsets: packedOffsets(tables, isArea), loose: [] };
}

/** Of arrays that do not fit together, files would come that the game reads past the end of. */
function requireWhole({ name, positions, faces, surfaces, transitions }: Walkmesh): void {
	const refuse = (why: string): never => {
		throw new UsageError(`Walkmesh ${JSON.stringify(name)} ${why}.`);
	};
	if (positions.length % 3 !== 0) refuse(`has ${positions.length} coordinates, which is no multiple of 3`);
	if (faces.length !== surfaces.length * 3) refuse(`has ${faces.length} corners for ${surfaces.length} faces`);
	if (transitions.length !== faces.length) refuse(`has ${transitions.length} transitions for ${faces.length} edges`);
	const vertices = positions.length / 3;
	for (let corner = 0; corner < faces.length; corner++) {
		if (!(faces[corner] < vertices)) refuse(`has a corner at vertex ${faces[corner]} of ${vertices}`);
	}
	for (let i = 0; i < positions.length; i++) {
		if (!Number.isFinite(positions[i])) refuse(`has the coordinate ${positions[i]} at vertex ${Math.floor(i / 3)}`);
	}
}

function treeOf(
	source: Walkmesh,
	sorted: Walkmesh,
	table: SurfaceTable,
	{ tree, ...options }: DeriveOptions,
): AabbTree {
	if (tree === undefined) return buildAabbTree(sorted.positions, sorted.faces, options);
	if (sorted === source) return tree;
	const { order } = walkableFirstOrder(table, source.surfaces);
	const sortedFace = new Int32Array(order.length);
	for (let face = 0; face < order.length; face++) sortedFace[order[face]] = face;
	const i32 = tree.i32.slice();
	for (let word = FACE_WORD; word < i32.length; word += NODE_WORDS) {
		if (i32[word] >= 0 && i32[word] < sortedFace.length) i32[word] = sortedFace[i32[word]];
	}
	return { f32: new Float32Array(i32.buffer), i32, nodeCount: tree.nodeCount };
}

/** Where a tree node holds its face. */
const FACE_WORD = 6;

type LinkTables = Pick<BwmFile, 'adjacency' | 'edges' | 'perimeters'>;

const NO_LINKS: LinkTables = {
	adjacency: new Int32Array(0),
	edges: new Int32Array(0),
	perimeters: new Uint32Array(0),
};

function deriveLinks(mesh: Walkmesh, walkableCount: number, report: Report): LinkTables {
	const { positions, faces, transitions } = mesh;
	const { neighbours, overfull } = buildAdjacency(faces, walkableCount, positions.length / 3);
	for (const { edge, faces: sharing } of overfull) {
		report.add('EDGE_OVERFULL', { edge, face: Math.floor(edge / 3), at: edgeMiddle(mesh, edge) }, { faces: sharing });
	}
	const loops = walkPerimeters(neighbours);
	const edges = new Int32Array(loops.edges.length * 2);
	for (let i = 0; i < loops.edges.length; i++) {
		edges[i * 2] = loops.edges[i];
		edges[i * 2 + 1] = transitions[loops.edges[i]];
	}
	for (let edge = 0; edge < transitions.length; edge++) {
		if (transitions[edge] === NONE || (edge < neighbours.length && neighbours[edge] < 0)) continue;
		const place = { edge, face: Math.floor(edge / 3), at: edgeMiddle(mesh, edge) };
		report.add('TRANSITION_NOT_ON_PERIMETER', place, { room: transitions[edge] });
	}
	return { adjacency: neighbours, edges, perimeters: loops.ends };
}

/** The middle of an edge, for findings. */
export function edgeMiddle(mesh: Walkmesh, edge: number): Vec3 {
	const a = vec3At(mesh.positions, mesh.faces[edge]);
	const b = vec3At(mesh.positions, mesh.faces[edgeEnd(edge)]);
	return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
}
