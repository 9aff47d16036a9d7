import { TRIANGLE_FAN, TRIANGLE_STRIP, TRIANGLES } from '../document.ts';

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
	/** True where an index has the restart value, but names a vertex that is there, and was taken for that. */
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
	const count = indices?.length ?? vertexCount;
	const largest = indices === undefined ? vertexCount - 1 : largestOf(indices);
	// Without the extension the highest value is a mistake: of a vertex where there is one, of a restart where there is none.
	const breaks = restart !== undefined && largest === restart && (declared || restart >= vertexCount);
	const ambiguous = restart !== undefined && largest === restart && !breaks;
	const runs = breaks && indices !== undefined ? splitRuns(indices, restart) : [[0, count] as const];
	const corners = runs.map(([start, end]) => runTriangles(mode, end - start));
	const total = corners.reduce((sum, triangles) => sum + triangles, 0);
	const triangles = new Uint32Array(total * 3);
	let at = 0;
	let incomplete = 0;
	for (const [start, end] of runs) {
		at = drawRun(mode, indices, start, end, triangles, at);
		if (mode === TRIANGLES) incomplete += (end - start) % 3;
		else if (end - start > 0 && end - start < 3) incomplete += end - start;
	}
	const facts = { total, restarts: breaks ? runs.length - 1 : 0, incomplete, ambiguous };
	if (mode === TRIANGLES && (largest < vertexCount || !hasOutOfRange(triangles, vertexCount))) {
		return { triangles, outOfRange: 0, ...facts };
	}
	return { ...withoutUseless(triangles, vertexCount, mode !== TRIANGLES), ...facts };
}

function largestOf(indices: ArrayLike<number>): number {
	let largest = -1;
	for (let i = 0; i < indices.length; i++) if (indices[i] > largest) largest = indices[i];
	return largest;
}

function splitRuns(indices: ArrayLike<number>, restart: number): (readonly [start: number, end: number])[] {
	const runs: (readonly [number, number])[] = [];
	let start = 0;
	for (let i = 0; i <= indices.length; i++) {
		if (i < indices.length && indices[i] !== restart) continue;
		runs.push([start, i]);
		start = i + 1;
	}
	return runs;
}

function runTriangles(mode: number, length: number): number {
	return mode === TRIANGLES ? Math.floor(length / 3) : Math.max(0, length - 2);
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
	const vertex = (i: number): number => (indices === undefined ? start + i : indices[start + i]);
	const count = runTriangles(mode, end - start);
	if (mode === TRIANGLES) {
		if (indices === undefined) for (let i = 0; i < count * 3; i++) triangles[at + i] = start + i;
		else for (let i = 0; i < count * 3; i++) triangles[at + i] = indices[start + i];
		return at + count * 3;
	}
	for (let i = 0; i < count; i++) {
		const fan = mode === TRIANGLE_FAN;
		triangles[at++] = vertex(fan ? i + 1 : i);
		triangles[at++] = vertex(fan ? i + 2 : i + 1 + (i % 2));
		triangles[at++] = vertex(fan ? 0 : i + 2 - (i % 2));
	}
	return at;
}

function hasOutOfRange(triangles: Uint32Array, vertexCount: number): boolean {
	for (let i = 0; i < triangles.length; i++) if (triangles[i] >= vertexCount) return true;
	return false;
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
		kept[count * 3] = a;
		kept[count * 3 + 1] = b;
		kept[count * 3 + 2] = c;
		drawn[count++] = t;
	}
	if (count === drawn.length) return { triangles, outOfRange: 0 };
	const rest = { triangles: kept.slice(0, count * 3), drawn: drawn.slice(0, count), outOfRange };
	return badIndex === undefined ? rest : { ...rest, badIndex };
}

/** Modes that draw triangles. */
export function drawsTriangles(mode: number): boolean {
	return mode === TRIANGLES || mode === TRIANGLE_STRIP || mode === TRIANGLE_FAN;
}

/** The most triangles that so many indices or vertices can draw. */
export function triangleCount(mode: number, count: number): number {
	return runTriangles(mode, count);
}
