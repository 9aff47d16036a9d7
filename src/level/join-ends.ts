import { mix } from '../mesh/coincident.ts';
import { edgeEnd } from '../mesh/half-edges.ts';
import { FACING, facingOf, squaredDistance, triangleVector } from '../mesh/triangles.ts';
import type { Level, Room } from './level.ts';
import type { PerimeterEdges } from './seams.ts';

/**
 * The different places that vertices of a level have: vertices with the same coordinates, bit for bit, are at one place, whatever
 * room they belong to. Vertices are numbered through all rooms.
 */
export interface Places {
	/** The vertices of room `r` are numbered from `offsets[r]` up to `offsets[r + 1]`. */
	readonly offsets: Uint32Array;
	/** 1 a vertex: its place. */
	readonly placeOf: Int32Array;
	/** The vertices of place `p` are `vertices[starts[p]]` up to `vertices[starts[p + 1]]`, ascending, so the lowest room comes first. */
	readonly starts: Uint32Array;
	readonly vertices: Uint32Array;
	/** 3 a vertex: the bits of its coordinates. */
	readonly bits: Uint32Array;
}

export function findPlaces(level: Level): Places {
	const offsets = new Uint32Array(level.rooms.length + 1);
	level.rooms.forEach(({ walkmesh }, room) => {
		offsets[room + 1] = offsets[room] + (walkmesh === undefined ? 0 : walkmesh.positions.length / 3);
	});
	const vertexCount = offsets[level.rooms.length];
	const bits = new Uint32Array(vertexCount * 3);
	level.rooms.forEach(({ walkmesh }, room) => {
		if (walkmesh === undefined) return;
		const { buffer, byteOffset, length } = walkmesh.positions;
		bits.set(new Uint32Array(buffer, byteOffset, length), offsets[room] * 3);
	});
	const { placeOf, placeCount } = numberPlaces(bits, vertexCount);
	return { offsets, placeOf, ...groupByPlace(placeOf, placeCount), bits };
}

/** The room that a vertex belongs to. */
export function roomOf({ offsets }: Places, vertex: number): number {
	let low = 0;
	let high = offsets.length - 2;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if (offsets[middle] <= vertex) low = middle;
		else high = middle - 1;
	}
	return low;
}

/** The rooms that have a vertex at a place, ascending. */
export function roomsAt(places: Places, place: number): number[] {
	const rooms: number[] = [];
	for (let i = places.starts[place]; i < places.starts[place + 1]; i++) {
		const room = roomOf(places, places.vertices[i]);
		if (rooms.at(-1) !== room) rooms.push(room);
	}
	return rooms;
}

function numberPlaces(bits: Uint32Array, vertexCount: number): { placeOf: Int32Array; placeCount: number } {
	let size = 16;
	while (size < vertexCount * 2) size *= 2;
	const slots = new Int32Array(size).fill(-1);
	const placeOf = new Int32Array(vertexCount);
	let placeCount = 0;
	for (let vertex = 0; vertex < vertexCount; vertex++) {
		const i = vertex * 3;
		let slot = mix(bits[i], bits[i + 1], bits[i + 2]) & (size - 1);
		for (;;) {
			const other = slots[slot];
			if (other < 0) {
				slots[slot] = vertex;
				placeOf[vertex] = placeCount++;
				break;
			}
			const j = other * 3;
			if (bits[i] === bits[j] && bits[i + 1] === bits[j + 1] && bits[i + 2] === bits[j + 2]) {
				placeOf[vertex] = placeOf[other];
				break;
			}
			slot = (slot + 1) & (size - 1);
		}
	}
	return { placeOf, placeCount };
}

function groupByPlace(placeOf: Int32Array, placeCount: number): { starts: Uint32Array; vertices: Uint32Array } {
	const starts = new Uint32Array(placeCount + 1);
	for (let vertex = 0; vertex < placeOf.length; vertex++) starts[placeOf[vertex] + 1]++;
	for (let place = 0; place < placeCount; place++) starts[place + 1] += starts[place];
	const next = starts.slice(0, placeCount);
	const vertices = new Uint32Array(placeOf.length);
	for (let vertex = 0; vertex < placeOf.length; vertex++) vertices[next[placeOf[vertex]]++] = vertex;
	return { starts, vertices };
}

/** The faces about a vertex, for the rooms that are asked about. */
export class VertexFaces {
	readonly #level: Level;
	readonly #places: Places;
	readonly #rooms = new Map<number, { readonly starts: Uint32Array; readonly corners: Uint32Array }>();

	constructor(level: Level, places: Places) {
		this.#level = level;
		this.#places = places;
	}

	/** True when a face has one corner at `place` and another at one of `others`. */
	reaches(place: number, others: readonly number[]): boolean {
		const { offsets, placeOf, starts, vertices } = this.#places;
		for (let i = starts[place]; i < starts[place + 1]; i++) {
			const room = roomOf(this.#places, vertices[i]);
			// A face has all its corners in one room.
			if (!others.some((other) => this.#isIn(other, room))) continue;
			const faces = this.#level.rooms[room].walkmesh?.faces;
			if (faces === undefined) continue;
			const around = this.#around(room, faces);
			const vertex = vertices[i] - offsets[room];
			for (let k = around.starts[vertex]; k < around.starts[vertex + 1]; k++) {
				const first = around.corners[k] - (around.corners[k] % 3);
				for (let corner = first; corner < first + 3; corner++) {
					if (others.includes(placeOf[offsets[room] + faces[corner]])) return true;
				}
			}
		}
		return false;
	}

	#isIn(place: number, room: number): boolean {
		const { offsets, starts, vertices } = this.#places;
		for (let i = starts[place]; i < starts[place + 1]; i++) {
			if (vertices[i] >= offsets[room] && vertices[i] < offsets[room + 1]) return true;
		}
		return false;
	}

	/** The corners that use each vertex of a room. */
	#around(room: number, faces: Uint32Array): { readonly starts: Uint32Array; readonly corners: Uint32Array } {
		const known = this.#rooms.get(room);
		if (known !== undefined) return known;
		const { offsets } = this.#places;
		const starts = new Uint32Array(offsets[room + 1] - offsets[room] + 1);
		for (const vertex of faces) starts[vertex + 1]++;
		for (let vertex = 1; vertex < starts.length; vertex++) starts[vertex] += starts[vertex - 1];
		const next = starts.slice();
		const corners = new Uint32Array(faces.length);
		for (let corner = 0; corner < faces.length; corner++) corners[next[faces[corner]]++] = corner;
		const made = { starts, corners };
		this.#rooms.set(room, made);
		return made;
	}
}

/**
 * Why the ends of a pair were left apart: making them one would also make one of two corners of a face, move a vertex farther
 * than allowed, or flatten or turn over a face.
 */
export type Refusal = 'two-corners' | 'too-far' | 'face';

/** Places that are to become one. */
interface Cluster {
	readonly places: readonly number[];
	/** The lowest room with a vertex at one of the places. */
	readonly room: number;
	/** The place they all go to: that of the lowest room. */
	readonly target: number;
}

/** Joins places of a level into clusters, never two corners of one face. */
export class Clusters {
	readonly #places: Places;
	readonly #faces: VertexFaces;
	readonly #coordinates: Float32Array;
	readonly #limit: number;
	readonly #parents: Int32Array;
	readonly #clusters = new Map<number, Cluster>();
	readonly #dissolved = new Set<number>();

	/** @param limit how far a place may be from the one it goes to, metres */
	constructor(level: Level, places: Places, limit: number) {
		this.#places = places;
		this.#faces = new VertexFaces(level, places);
		this.#coordinates = new Float32Array(places.bits.buffer);
		this.#limit = limit;
		this.#parents = Int32Array.from({ length: places.starts.length - 1 }, (_, place) => place);
	}

	/** Joins the places of `p` and `q` and those of `r` and `s`, or none; all four are vertices. */
	joinBoth(p: number, q: number, r: number, s: number): Refusal | undefined {
		const first = this.#merged(p, q);
		if (typeof first === 'string') return first;
		const second = this.#merged(r, s);
		if (typeof second === 'string') return second;
		this.#unite(p, q, first);
		// The first join may have been of the same clusters.
		const again = this.#merged(r, s);
		if (typeof again === 'string') return again;
		this.#unite(r, s, again);
		return undefined;
	}

	/** True when two vertices are at one place now. */
	together(p: number, q: number): boolean {
		const { placeOf } = this.#places;
		if (placeOf[p] === placeOf[q]) return true;
		const root = this.rootOf(p);
		return root === this.rootOf(q) && !this.#dissolved.has(root);
	}

	/** What stands for the cluster of a vertex; changes when clusters are joined. */
	rootOf(vertex: number): number {
		const parents = this.#parents;
		let place = this.#places.placeOf[vertex];
		while (parents[place] !== place) {
			parents[place] = parents[parents[place]];
			place = parents[place];
		}
		return place;
	}

	/** Leaves the places of a vertex's cluster where they are. */
	dissolve(vertex: number): void {
		this.#dissolved.add(this.rootOf(vertex));
	}

	/** Dissolves all clusters but these. */
	keepOnly(roots: ReadonlySet<number>): void {
		for (const root of this.#clusters.keys()) if (!roots.has(root)) this.#dissolved.add(root);
	}

	/** 1 a vertex: the vertex whose place it takes, itself where nothing moves. */
	standIns(): Uint32Array {
		const { placeOf, starts, vertices } = this.#places;
		const standIns = Uint32Array.from(placeOf, (_, vertex) => vertex);
		for (const [root, cluster] of this.#clusters) {
			if (this.#dissolved.has(root)) continue;
			const target = vertices[starts[cluster.target]];
			for (const place of cluster.places) {
				if (place === cluster.target) continue;
				for (let i = starts[place]; i < starts[place + 1]; i++) standIns[vertices[i]] = target;
			}
		}
		return standIns;
	}

	#clusterOf(root: number): Cluster {
		return this.#clusters.get(root) ?? { places: [root], room: roomsAt(this.#places, root)[0], target: root };
	}

	/** What the two clusters would be as one. */
	#merged(p: number, q: number): Cluster | Refusal {
		const rootP = this.rootOf(p);
		const rootQ = this.rootOf(q);
		const one = this.#clusterOf(rootP);
		if (rootP === rootQ) return one;
		const other = this.#clusterOf(rootQ);
		if (one.places.some((place) => this.#faces.reaches(place, other.places))) return 'two-corners';
		const { room, target } = this.#comesFirst(one, other) ? one : other;
		const places = [...one.places, ...other.places];
		if (places.some((place) => this.#distance(place, target) > this.#limit)) return 'too-far';
		return { places, room, target };
	}

	/** By room; of two places of one room, by coordinates, so that the order of vertices decides nothing. */
	#comesFirst(one: Cluster, other: Cluster): boolean {
		if (one.room !== other.room) return one.room < other.room;
		const { starts, vertices } = this.#places;
		const i = vertices[starts[one.target]] * 3;
		const j = vertices[starts[other.target]] * 3;
		const c = this.#coordinates;
		return (c[i] - c[j] || c[i + 1] - c[j + 1] || c[i + 2] - c[j + 2]) < 0;
	}

	#unite(p: number, q: number, merged: Cluster): void {
		const rootP = this.rootOf(p);
		const rootQ = this.rootOf(q);
		if (rootP === rootQ) return;
		this.#parents[rootQ] = rootP;
		this.#clusters.delete(rootQ);
		this.#clusters.set(rootP, merged);
	}

	#distance(place: number, other: number): number {
		const { starts, vertices } = this.#places;
		const i = vertices[starts[place]] * 3;
		const j = vertices[starts[other]] * 3;
		const c = this.#coordinates;
		return Math.hypot(c[i] - c[j], c[i + 1] - c[j + 1], c[i + 2] - c[j + 2]);
	}
}

/** A face may not become flatter than this (its least height, metres) if it also loses nine tenths of its height. */
const LEAST_HEIGHT = 1e-3;
const LEAST_PART = 0.1;

/**
 * The corners, as vertices of the level, of faces that were sound and would not be if each vertex took the place of its
 * stand-in: they would have no area, be turned over, or nearly so.
 *
 * @param standIns 1 a vertex of the level
 */
export function spoiltFaces(level: Level, places: Places, standIns: Uint32Array): number[] {
	const { offsets, bits } = places;
	const coordinates = new Float32Array(bits.buffer);
	const spoilt: number[] = [];
	level.rooms.forEach(({ walkmesh }, room) => {
		if (walkmesh === undefined || !anyMoves(standIns, offsets[room], offsets[room + 1])) return;
		const { faces } = walkmesh;
		for (let i = 0; i < faces.length; i += 3) {
			const a = offsets[room] + faces[i];
			const b = offsets[room] + faces[i + 1];
			const c = offsets[room] + faces[i + 2];
			if (standIns[a] === a && standIns[b] === b && standIns[c] === c) continue;
			if (!staysSound(coordinates, a, b, c, standIns[a], standIns[b], standIns[c])) spoilt.push(a, b, c);
		}
	});
	return spoilt;
}

function anyMoves(standIns: Uint32Array, from: number, to: number): boolean {
	for (let vertex = from; vertex < to; vertex++) if (standIns[vertex] !== vertex) return true;
	return false;
}

function staysSound(
	coordinates: Float32Array,
	a: number,
	b: number,
	c: number,
	newA: number,
	newB: number,
	newC: number,
): boolean {
	const before = shapeOf(coordinates, a, b, c);
	if (!(before.height > 0)) return true;
	const after = shapeOf(coordinates, newA, newB, newC);
	const [x, y, z] = before.normal;
	const [newX, newY, newZ] = after.normal;
	if (!(x * newX + y * newY + z * newZ > 0) || (z !== 0 && z * newZ <= 0 && !before.vertical)) return false;
	return after.height >= LEAST_HEIGHT || after.height >= before.height * LEAST_PART;
}

interface Shape {
	/** Not normalized: as long as twice the area. */
	readonly normal: readonly [number, number, number];
	/** Such a face may lean to the other side of the vertical by a hair. */
	readonly vertical: boolean;
	/** Over the longest side, metres. */
	readonly height: number;
}

function shapeOf(p: Float32Array, a: number, b: number, c: number): Shape {
	const normal: [number, number, number] = [0, 0, 0];
	const length = triangleVector(p, a, b, c, normal);
	const longest = Math.sqrt(Math.max(squaredDistance(p, a, b), squaredDistance(p, b, c), squaredDistance(p, c, a)));
	return { normal, vertical: facingOf(normal, length) === FACING.vertical, height: longest > 0 ? length / longest : 0 };
}

/** Two linked perimeter edges, as indices into `PerimeterEdges`. */
export interface Pair {
	readonly a: number;
	readonly b: number;
	/** Metres between their ends. */
	readonly distance: number;
	/** False for pairs whose ends may stay as they are; they still move along where a required pair moves them. */
	readonly required: boolean;
}

export interface JoinedEnds {
	/** The level that was given if nothing moved. */
	readonly level: Level;
	/** 1 a pair: true when its ends are equal, bit for bit. */
	readonly equal: readonly boolean[];
	/** Required pairs that were left apart, by their index. */
	readonly refusals: ReadonlyMap<number, Refusal>;
	/** How many vertices of which rooms moved, and how far at most. */
	readonly moves: readonly Move[];
}

export interface Move {
	readonly room: number;
	readonly vertices: number;
	/** Metres. */
	readonly distance: number;
}

/**
 * Makes the ends of linked edges equal, bit for bit. Where several rooms meet all their vertices go to one place, that of the
 * lowest room in the layout. Every vertex that shares the place of a moved one moves along, in whatever room, so nothing
 * tears that was closed. Nearest pairs go first; what would harm a face, or move a vertex farther than `limit` metres, is left.
 */
export function joinEnds(level: Level, perimeter: PerimeterEdges, pairs: readonly Pair[], limit: number): JoinedEnds {
	if (!pairs.some((pair) => pair.required && !sameEnds(level, perimeter, pair))) {
		const equal = pairs.map((pair) => sameEnds(level, perimeter, pair));
		return { level, equal, refusals: new Map(), moves: [] };
	}
	const places = findPlaces(level);
	const ends = pairs.map((pair) => endVertices(level, perimeter, places, pair));
	const clusters = new Clusters(level, places, limit);
	const refusals = new Map<number, Refusal>();
	const nearestFirst = pairs.map((_, index) => index).sort((i, j) => pairs[i].distance - pairs[j].distance || i - j);
	for (const index of nearestFirst) {
		const [a0, b0, a1, b1] = ends[index];
		const refusal = clusters.joinBoth(a0, b0, a1, b1);
		if (refusal !== undefined && pairs[index].required) refusals.set(index, refusal);
	}
	const standIns = settle(level, places, clusters, pairs, ends);
	const equal = ends.map(([a0, b0, a1, b1]) => {
		const same = (p: number, q: number): boolean => places.placeOf[standIns[p]] === places.placeOf[standIns[q]];
		return same(a0, b0) && same(a1, b1);
	});
	pairs.forEach((pair, index) => {
		if (equal[index]) refusals.delete(index);
		else if (pair.required && !refusals.has(index)) refusals.set(index, 'face');
	});
	return { ...moveVertices(level, places, standIns), equal, refusals };
}

type Ends = readonly [startA: number, endB: number, endA: number, startB: number];

/**
 * Takes back what nobody needs and what would spoil a face, until nothing is left to take back.
 *
 * @returns 1 a vertex: the vertex whose place it takes
 */
function settle(
	level: Level,
	places: Places,
	clusters: Clusters,
	pairs: readonly Pair[],
	ends: readonly Ends[],
): Uint32Array {
	for (;;) {
		const needed = new Set<number>();
		pairs.forEach((pair, index) => {
			const [a0, b0, a1, b1] = ends[index];
			if (!pair.required || !clusters.together(a0, b0) || !clusters.together(a1, b1)) return;
			needed.add(clusters.rootOf(a0)).add(clusters.rootOf(a1));
		});
		clusters.keepOnly(needed);
		const standIns = clusters.standIns();
		const spoilt = spoiltFaces(level, places, standIns);
		if (spoilt.length === 0) return standIns;
		for (const corner of spoilt) clusters.dissolve(corner);
	}
}

function endVertices(level: Level, perimeter: PerimeterEdges, { offsets }: Places, { a, b }: Pair): Ends {
	const [a0, a1] = edgeVertices(level, perimeter, a);
	const [b0, b1] = edgeVertices(level, perimeter, b);
	const offsetA = offsets[perimeter.rooms[a]];
	const offsetB = offsets[perimeter.rooms[b]];
	return [offsetA + a0, offsetB + b1, offsetA + a1, offsetB + b0];
}

/** The vertices of a perimeter edge in its own walkmesh. */
function edgeVertices(level: Level, perimeter: PerimeterEdges, index: number): [start: number, end: number] {
	const faces = level.rooms[perimeter.rooms[index]].walkmesh?.faces ?? [];
	const edge = perimeter.edges[index];
	return [faces[edge], faces[edgeEnd(edge)]];
}

/** Equal to the bit: 0 and −0 are not. */
function sameEnds(level: Level, perimeter: PerimeterEdges, { a, b }: Pair): boolean {
	const positionsA = level.rooms[perimeter.rooms[a]].walkmesh?.positions ?? [];
	const positionsB = level.rooms[perimeter.rooms[b]].walkmesh?.positions ?? [];
	const [a0, a1] = edgeVertices(level, perimeter, a);
	const [b0, b1] = edgeVertices(level, perimeter, b);
	for (let axis = 0; axis < 3; axis++) {
		if (!Object.is(positionsA[a0 * 3 + axis], positionsB[b1 * 3 + axis])) return false;
		if (!Object.is(positionsA[a1 * 3 + axis], positionsB[b0 * 3 + axis])) return false;
	}
	return true;
}

function moveVertices(level: Level, places: Places, standIns: Uint32Array): { level: Level; moves: Move[] } {
	const { offsets, placeOf, bits } = places;
	const moves: Move[] = [];
	const rooms = level.rooms.map((room, index): Room => {
		const { walkmesh } = room;
		if (walkmesh === undefined) return room;
		let positions: Float32Array | undefined;
		let vertices = 0;
		let farthest = 0;
		for (let vertex = offsets[index]; vertex < offsets[index + 1]; vertex++) {
			const target = standIns[vertex];
			if (placeOf[target] === placeOf[vertex]) continue;
			positions ??= walkmesh.positions.slice();
			const i = (vertex - offsets[index]) * 3;
			new Uint32Array(positions.buffer).set(bits.subarray(target * 3, target * 3 + 3), i);
			vertices++;
			const before = walkmesh.positions;
			const distance = Math.hypot(
				positions[i] - before[i],
				positions[i + 1] - before[i + 1],
				positions[i + 2] - before[i + 2],
			);
			farthest = Math.max(farthest, distance);
		}
		if (positions === undefined) return room;
		moves.push({ room: index, vertices, distance: farthest });
		return { ...room, walkmesh: { ...walkmesh, positions } };
	});
	return { level: moves.length === 0 ? level : { ...level, rooms }, moves };
}
