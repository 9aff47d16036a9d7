import type { LocalPositions } from './positions.ts';

/** The triangles of a primitive, in the space of its mesh; nodes that show the mesh share them. */
export interface PrimitiveMesh {
	/** 3 values a vertex; only vertices that triangles use. */
	readonly positions: LocalPositions;
	/** 3 vertex indices a triangle. */
	readonly triangles: Uint32Array;
	/** 1 a triangle: the surface that a vertex attribute names, −1 where it says nothing. */
	readonly surfaces?: Int32Array;
	/** 3 a triangle: the room painted behind an edge, −1 = none. */
	readonly rooms?: Int32Array;
}

/** Leaves out the triangles that `keep` marks with 0. */
export function keepTriangles(mesh: PrimitiveMesh, keep: Uint8Array): PrimitiveMesh {
	const kept = keep.reduce((sum, flag) => sum + flag, 0);
	if (kept === keep.length) return mesh;
	const pick = <A extends Uint32Array | Int32Array>(source: A, into: A, width: number): A => {
		let at = 0;
		for (let t = 0; t < keep.length; t++) {
			if (keep[t] === 0) continue;
			for (let i = 0; i < width; i++) into[at++] = source[t * width + i];
		}
		return into;
	};
	return {
		positions: mesh.positions,
		triangles: pick(mesh.triangles, new Uint32Array(kept * 3), 3),
		...(mesh.surfaces === undefined ? {} : { surfaces: pick(mesh.surfaces, new Int32Array(kept), 1) }),
		...(mesh.rooms === undefined ? {} : { rooms: pick(mesh.rooms, new Int32Array(kept * 3), 3) }),
	};
}

/**
 * Leaves out vertices that no triangle uses. Primitives often share one list of vertices; without this a thousand of them would
 * make a thousand copies of it.
 */
export function dropUnusedVertices(mesh: PrimitiveMesh): PrimitiveMesh {
	const { positions, triangles } = mesh;
	const { used, places } = usedVertices(triangles, positions.length / 3);
	if (used.length === positions.length / 3) return mesh;
	const kept =
		positions instanceof Float64Array ? new Float64Array(used.length * 3) : new Float32Array(used.length * 3);
	for (let at = 0; at < used.length; at++) {
		kept[at * 3] = positions[used[at] * 3];
		kept[at * 3 + 1] = positions[used[at] * 3 + 1];
		kept[at * 3 + 2] = positions[used[at] * 3 + 2];
	}
	return { ...mesh, positions: kept, triangles: triangles.map(places) };
}

interface UsedVertices {
	/** Vertices that triangles use, in rising order. */
	readonly used: Uint32Array;
	/** Place of a vertex among them. */
	readonly places: (vertex: number) => number;
}

/** The cost goes by the triangles: a thousand small primitives may share one long list of vertices. */
function usedVertices(triangles: Uint32Array, vertexCount: number): UsedVertices {
	if (triangles.length * 4 < vertexCount) {
		const sorted = triangles.slice().sort();
		const used = sorted.filter((vertex, i) => i === 0 || vertex !== sorted[i - 1]);
		return { used, places: (vertex) => indexIn(used, vertex) };
	}
	const places = new Uint32Array(vertexCount);
	for (let i = 0; i < triangles.length; i++) places[triangles[i]] = 1;
	let count = 0;
	for (let vertex = 0; vertex < vertexCount; vertex++) count += places[vertex];
	const used = new Uint32Array(count);
	let at = 0;
	for (let vertex = 0; vertex < vertexCount; vertex++) {
		if (places[vertex] === 0) continue;
		used[at] = vertex;
		places[vertex] = at++;
	}
	return { used, places: (vertex) => places[vertex] };
}

function indexIn(rising: Uint32Array, value: number): number {
	let low = 0;
	let high = rising.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (rising[middle] < value) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** Turns every triangle over: corners 1 and 2 change places, and with them the edges' rooms. */
export function turnedOver({ triangles, rooms }: Pick<PrimitiveMesh, 'triangles' | 'rooms'>): {
	triangles: Uint32Array;
	rooms?: Int32Array;
} {
	const turned = new Uint32Array(triangles.length);
	for (let i = 0; i < triangles.length; i += 3) {
		turned[i] = triangles[i];
		turned[i + 1] = triangles[i + 2];
		turned[i + 2] = triangles[i + 1];
	}
	if (rooms === undefined) return { triangles: turned };
	const moved = new Int32Array(rooms.length);
	for (let i = 0; i < rooms.length; i += 3) {
		moved[i] = rooms[i + 2];
		moved[i + 1] = rooms[i + 1];
		moved[i + 2] = rooms[i];
	}
	return { triangles: turned, rooms: moved };
}
