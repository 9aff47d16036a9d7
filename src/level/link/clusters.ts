import type { Level } from '../level.ts';
import { type Places, roomsAt } from './places.ts';
import { VertexFaces } from './vertex-faces.ts';

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
