import type { Level } from '../level.ts';
import { type Places, roomOf } from './places.ts';

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
