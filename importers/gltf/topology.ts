import { TRIANGLE_FAN, TRIANGLES } from '../../src/formats/gltf.ts';

/** The triangles that a primitive draws. */
export interface Topology {
	/** 3 vertex indices a triangle, all below the vertex count. */
	readonly triangles: Uint32Array;
	/** For each triangle its number among all that are drawn; only where some were left out. */
	readonly drawn?: Uint32Array;
	/** Number of drawn triangles, those left out included. */
	readonly total: number;
	/** Triangles left out because an index is beyond the vertices, and the first such index. */
	readonly outOfRange: number;
	readonly badIndex?: number;
	/** Times that the restart value broke the primitive. */
	readonly restarts: number;
	/** Indices at the end of a run that make no whole triangle. */
	readonly incomplete: number;
	/** True where an index has the restart value, but is also that of an existing vertex, and was read as such. */
	readonly ambiguous: boolean;
}

/**
 * Turns lists, strips and fans into triangles, in drawing order, before any transform: a strip's winding alternates, and a mirrored
 * node turns all of them at once. Strips are stitched with triangles that repeat an index; those are dropped.
 *
 * @param indices undefined draws the vertices in order
 * @param restart the highest value of the index type, which breaks strips and fans; undefined without indices
 * @param declared true where the document says that it restarts (`KHR_mesh_primitive_restart`)
 */
export function topology(
	mode: number,
	indices: ArrayLike<number> | undefined,
	vertexCount: number,
	restart: number | undefined,
	declared: boolean,
): Topology {
	const largest = indices === undefined ? vertexCount - 1 : largestOf(indices);
	const isReached = restart !== undefined && largest === restart;
	// Without the extension the highest value is a mistake: of a vertex where there is one, of a restart where there is none.
	const breaks = isReached && (declared || restart >= vertexCount);
	const runs = breaks && indices !== undefined ? splitRuns(indices, restart) : [[0, indices?.length ?? vertexCount]];
	const total = runs.reduce((sum, [start, end]) => sum + triangleCount(mode, end - start), 0);
	const triangles = new Uint32Array(total * 3);
	let at = 0;
	let incomplete = 0;
	for (const [start, end] of runs) {
		at = drawRun(mode, indices, start, end, triangles, at);
		const length = end - start;
		incomplete += mode === TRIANGLES ? length % 3 : length < 3 ? length : 0;
	}
	const facts = { total, restarts: breaks ? runs.length - 1 : 0, incomplete, ambiguous: isReached && !breaks };
	if (mode === TRIANGLES && largest < vertexCount) return { triangles, outOfRange: 0, ...facts };
	return { ...withoutUseless(triangles, vertexCount, mode !== TRIANGLES), ...facts };
}

/** The most triangles that so many indices or vertices can draw. */
export function triangleCount(mode: number, length: number): number {
	return mode === TRIANGLES ? Math.floor(length / 3) : Math.max(0, length - 2);
}

function largestOf(indices: ArrayLike<number>): number {
	let largest = -1;
	for (let i = 0; i < indices.length; i++) if (indices[i] > largest) largest = indices[i];
	return largest;
}

function splitRuns(indices: ArrayLike<number>, restart: number): number[][] {
	const runs: number[][] = [];
	let start = 0;
	for (let i = 0; i <= indices.length; i++) {
		if (i < indices.length && indices[i] !== restart) continue;
		runs.push([start, i]);
		start = i + 1;
	}
	return runs;
}

/** Writes the triangles of a run; returns where the next one goes. The orders are those of the glTF specification, 3.7.2.1. */
function drawRun(
	mode: number,
	indices: ArrayLike<number> | undefined,
	start: number,
	end: number,
	triangles: Uint32Array,
	at: number,
): number {
	const count = triangleCount(mode, end - start);
	if (mode === TRIANGLES) {
		if (indices === undefined) for (let i = 0; i < count * 3; i++) triangles[at + i] = start + i;
		else for (let i = 0; i < count * 3; i++) triangles[at + i] = indices[start + i];
		return at + count * 3;
	}
	const vertex = (i: number): number => (indices === undefined ? start + i : indices[start + i]);
	const isFan = mode === TRIANGLE_FAN;
	for (let i = 0; i < count; i++) {
		triangles[at++] = vertex(isFan ? i + 1 : i);
		triangles[at++] = vertex(isFan ? i + 2 : i + 1 + (i % 2));
		triangles[at++] = vertex(isFan ? 0 : i + 2 - (i % 2));
	}
	return at;
}

function withoutUseless(
	triangles: Uint32Array,
	vertexCount: number,
	dropStitches: boolean,
): Pick<Topology, 'triangles' | 'drawn' | 'outOfRange' | 'badIndex'> {
	const kept = new Uint32Array(triangles.length);
	const drawn = new Uint32Array(triangles.length / 3);
	let count = 0;
	let outOfRange = 0;
	let badIndex: number | undefined;
	for (let t = 0; t < drawn.length; t++) {
		const [a, b, c] = [triangles[t * 3], triangles[t * 3 + 1], triangles[t * 3 + 2]];
		if (a >= vertexCount || b >= vertexCount || c >= vertexCount) {
			outOfRange++;
			badIndex ??= [a, b, c].find((index) => index >= vertexCount);
			continue;
		}
		if (dropStitches && (a === b || b === c || c === a)) continue;
		kept.set([a, b, c], count * 3);
		drawn[count++] = t;
	}
	if (count === drawn.length) return { triangles, outOfRange: 0 };
	const rest = { triangles: kept.slice(0, count * 3), drawn: drawn.slice(0, count), outOfRange };
	return badIndex === undefined ? rest : { ...rest, badIndex };
}
