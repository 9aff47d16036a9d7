import type { Walkmesh } from '../walkmesh/index.ts';
import { faceVector } from './face-vector.ts';
import { type EdgeSplit, splitEdgesTracked } from './split-edges.ts';
import { findTJunctions, T_JUNCTION_DEFAULTS, type TJunctions } from './t-junctions.ts';

/** What mending made of a walkmesh. */
export interface Mending {
	readonly mesh: Walkmesh;
	/** For each new face the old one it is a part of. */
	readonly origins: Uint32Array;
	/** The vertices that edges were cut at, one entry for each edge. */
	readonly mended: readonly number[];
	/** Those still there, by the edges of the new mesh: cutting would have turned over or flattened a part of a face. */
	readonly left: TJunctions;
}

/** A cut edge may come to lie on further vertices, when a vertex that it bends to lies beside it. */
const ROUNDS = 16;

/**
 * Cuts the edges that vertices lie on at these vertices, and all faces along with them (`splitEdges`). A face of which
 * a part would face another way than the whole is left as it is. Nothing is cut when there are more T-junctions than
 * the search counts.
 *
 * @param walkable 1 a walkable face, 0 another
 */
export function mendTJunctions(
	source: Walkmesh,
	walkable: Uint8Array,
	tolerance: number = T_JUNCTION_DEFAULTS.tolerance,
	limit?: number,
): Mending {
	let mesh = source;
	let origins = Uint32Array.from(source.surfaces, (_, face) => face);
	const mended: number[] = [];
	for (let round = 0; ; round++) {
		const walk = Uint8Array.from(origins, (face) => walkable[face]);
		const found = findTJunctions(mesh, walk, tolerance, limit);
		const done = found.truncated || round === ROUNDS ? undefined : cutAt(mesh, found);
		if (done === undefined) return { mesh, origins, mended, left: found };
		for (const vertex of done.vertices) mended.push(vertex);
		origins = Uint32Array.from(done.origins, (face) => origins[face]);
		mesh = done.mesh;
	}
}

interface Cut {
	readonly mesh: Walkmesh;
	readonly origins: Uint32Array;
	readonly vertices: readonly number[];
}

/** Undefined when nothing can be cut. */
function cutAt(mesh: Walkmesh, found: TJunctions): Cut | undefined {
	let splits = splitsOf(mesh, found);
	while (splits.length > 0) {
		const cut = splitEdgesTracked(mesh, splits);
		const spoiled = spoiledVertices(mesh, cut.mesh, cut.origins);
		if (spoiled.size === 0) {
			if (cut.mesh === mesh) return undefined;
			return { ...cut, vertices: splits.flatMap(({ vertices }) => [...vertices]) };
		}
		splits = splits.filter(({ edge }) => !touchesFace(mesh, edge, spoiled));
	}
	return undefined;
}

type VertexSplit = EdgeSplit & { readonly vertices: readonly number[] };

function splitsOf(mesh: Walkmesh, found: TJunctions): VertexSplit[] {
	const { edges, vertices } = found;
	const splits: { edge: number; points: number[]; vertices: number[] }[] = [];
	for (let i = 0; i < edges.length; i++) {
		if (!isNearestOfFace(found, i)) continue;
		if (splits.at(-1)?.edge !== edges[i]) splits.push({ edge: edges[i], points: [], vertices: [] });
		const split = splits[splits.length - 1];
		const vertex = vertices[i];
		split.vertices.push(vertex);
		for (let axis = 0; axis < 3; axis++) split.points.push(mesh.positions[vertex * 3 + axis]);
	}
	return splits;
}

/** False for a vertex that lies on another edge of the same face, too (a thin one), and nearer to that. */
function isNearestOfFace({ edges, vertices, distances }: TJunctions, at: number): boolean {
	const face = Math.floor(edges[at] / 3);
	const isNearer = (i: number): boolean =>
		vertices[i] === vertices[at] &&
		(distances[i] < distances[at] || (distances[i] === distances[at] && edges[i] < edges[at]));
	// Entries of one face stand together.
	for (let i = at - 1; i >= 0 && Math.floor(edges[i] / 3) === face; i--) if (isNearer(i)) return false;
	for (let i = at + 1; i < edges.length && Math.floor(edges[i] / 3) === face; i++) if (isNearer(i)) return false;
	return true;
}

/**
 * By each vertex of a face that was spoiled, the corners of such faces: a face that a part was turned over or flattened
 * of.
 */
function spoiledVertices(old: Walkmesh, cut: Walkmesh, origins: Uint32Array): Map<number, Set<number>> {
	const spoiled = new Map<number, Set<number>>();
	const whole: [number, number, number] = [0, 0, 0];
	const part: [number, number, number] = [0, 0, 0];
	for (let face = 0; face < origins.length; face++) {
		const origin = origins[face];
		if (origins[face - 1] !== origin && origins[face + 1] !== origin) continue;
		faceVector(old.positions, old.faces, origin, whole);
		faceVector(cut.positions, cut.faces, face, part);
		if (whole[0] * part[0] + whole[1] * part[1] + whole[2] * part[2] > 0) continue;
		const corners = old.faces.subarray(origin * 3, origin * 3 + 3);
		for (const from of corners) {
			const others = spoiled.get(from) ?? new Set();
			for (const to of corners) others.add(to);
			spoiled.set(from, others);
		}
	}
	return spoiled;
}

function touchesFace(mesh: Walkmesh, edge: number, spoiled: ReadonlyMap<number, ReadonlySet<number>>): boolean {
	const from = mesh.faces[edge];
	const to = mesh.faces[edge % 3 === 2 ? edge - 2 : edge + 1];
	return spoiled.get(from)?.has(to) ?? false;
}
