import { STEP } from '../../src/model/walkmesh.ts';
import { ALL, OBSTACLE } from '../../src/plan/face-index.ts';
import { distanceToOutline } from '../../src/plan/plan-overlap.ts';
import type { Effort } from './effort.ts';
import type { Footing, Plane } from './footing.ts';
import type { LevelPart } from './level-index.ts';

/** How large a creature is, in metres. */
export interface CreatureSize {
	readonly radius: number;
	readonly height: number;
}

/** What rounding leaves of an edge without length has any direction; metres. */
const LEAST_EDGE = 1e-9;
/** Tolerance of contacts, in metres, so that walking along a wall at exactly the radius is no contact. */
const GRAZE = 1e-6;
/** What is farther than the radius by this is no contact, whatever rounding does; metres. */
const NEARBY = 1e-3;
/** A walk is at its start up to here, metres. */
const AT_START = 1e-6;
/** A triangle that so many planes cut as a footing has, four and one for each edge, has at most so many corners. */
const MOST_CORNERS = 12;
/** The cost of cutting a face, in tests of boxes. */
const FACE_STEPS = 8;
const RING = new Float64Array(MOST_CORNERS * 3);
const CUT = new Float64Array(MOST_CORNERS * 3);

/** A straight line seen from above, along which u is measured; v is to its left. */
export interface Line {
	readonly x: number;
	readonly y: number;
	/** Of length 1. */
	readonly dx: number;
	readonly dy: number;
}

/** The u of a point: metres along the line from its start. */
export function alongLine({ x, y, dx, dy }: Line, px: number, py: number): number {
	return (px - x) * dx + (py - y) * dy;
}

/** The v of a point: metres to the left of the line, negative to its right. */
export function leftOfLine({ x, y, dx, dy }: Line, px: number, py: number): number {
	return dx * (py - y) - dy * (px - x);
}

/**
 * Finds where a creature that follows a line comes within its radius of a face that stops it. Of a face, the part between a step above the ground
 * (`STEP`) and the head counts: what ends at the ground or below, as the side of a platform does, is in nobody's way. Of doors and placeables it
 * begins a step below the ground: in 110 of 122 files of the game they are flat, at the height of the floor. What the ground is there, a `Footing` says. In plan
 * and grown by the radius that part is convex, so it covers one segment of the line over a face of the ground, the same in both directions. A creature
 * that is within the radius at the start may move away from the face, but not towards it.
 */
export class Clearance {
	/** The parts that may be near. All faces of objects count; of rooms, those that are part of collision and not walkable. */
	parts: readonly LevelPart[];
	readonly #effort: Effort;
	/** Between which u of the line there may be contacts: all, unless `aim` found out. */
	readonly #span = Float64Array.of(-Infinity, Infinity);
	readonly #radius: number;
	readonly #height: number;
	/** The room or object that stopped the creature. */
	part: LevelPart | undefined;
	face = -1;
	// Scratch memory for the outline of a face: u and v of its corners. Shared by all instances, as nothing is kept between queries.
	readonly #ring = RING;
	readonly #cut = CUT;
	#corners = 0;
	#enter = 0;
	#leave = 0;
	/** Where the walk started, and the faces within the radius there that it moves away from. */
	#start = Infinity;
	readonly #left: { readonly part: LevelPart; readonly face: number }[] = [];

	constructor(parts: readonly LevelPart[], { radius, height }: CreatureSize, effort: Effort) {
		this.#effort = effort;
		this.parts = parts;
		this.#radius = radius - GRAZE;
		this.#height = height;
	}

	/**
	 * Prepares for a walk along a line: finds out where on it there may be contacts. Most walks are nowhere near an obstacle, and need not look for one at
	 * each face that they cross.
	 */
	aim(parts: readonly LevelPart[], { x, y, dx, dy }: Line, length: number): void {
		this.parts = parts;
		const span = this.#span;
		span[0] = Infinity;
		span[1] = -Infinity;
		for (const { index, kind } of parts) {
			if (!index.isBuilt) {
				span[0] = -Infinity;
				span[1] = Infinity;
				return;
			}
			const before = index.tests;
			index.spanNear(x, y, dx, dy, length, this.#radius + NEARBY, kind === undefined ? OBSTACLE : ALL, span);
			this.#effort.spend(index.tests - before);
		}
	}

	/** A walk starts at u: from there on, only the faces near it may be left behind. */
	startAt(u: number): void {
		this.#start = u;
		this.#left.length = 0;
	}

	/** Finds where a creature is stopped that goes from u0 to u1 over a face of the ground. @returns the position u on the line; Infinity if it is not stopped */
	contact(line: Line, u0: number, u1: number, footing: () => Footing): number {
		if (!(this.#radius > 0) || u1 < this.#span[0] || u0 > this.#span[1]) return Infinity;
		const on = footing();
		let first = Infinity;
		for (const part of this.parts) {
			const count = this.#gatherAlong(part, line, u0, u1, on);
			for (let i = 0; i < count; i++) {
				const face = part.index.list[i];
				this.#outline(part, face, line, on);
				const at = this.#stop(u0, u1, part, face);
				if (!(at < first || (at === first && at < Infinity && part === this.part && face < this.face))) continue;
				first = at;
				this.part = part;
				this.face = face;
			}
		}
		return first;
	}

	/** Gathers the obstacles of a part within the radius of a line. @returns their number */
	#gatherAlong(part: LevelPart, line: Line, u0: number, u1: number, footing: Footing): number {
		const [x0, y0, x1, y1] = [
			line.x + line.dx * u0,
			line.y + line.dy * u0,
			line.x + line.dx * u1,
			line.y + line.dy * u1,
		];
		const radius = this.#radius;
		return this.#gather(
			part,
			Math.min(x0, x1) - radius,
			Math.min(y0, y1) - radius,
			footing.lowest + bottomOf(part),
			Math.max(x0, x1) + radius,
			Math.max(y0, y1) + radius,
			footing.highest + this.#height,
		);
	}

	/** Gathers the obstacles of a part within a box in its `index.list`. @returns their number */
	#gather({ index, kind }: LevelPart, x0: number, y0: number, z0: number, x1: number, y1: number, z1: number): number {
		const before = index.tests;
		const count = index.facesInBounds(x0, y0, z0, x1, y1, z1, kind === undefined ? OBSTACLE : ALL);
		this.#effort.spend(index.tests - before + count * FACE_STEPS);
		return count;
	}

	/** Computes the outline of the part of a face that counts, in u and v of the line. */
	#outline(part: LevelPart, face: number, line: Line, { lows, highs }: Footing): void {
		const { positions, faces } = part.index;
		let [from, to] = [this.#ring, this.#cut];
		for (let corner = 0; corner < 3; corner++) {
			const vertex = faces[face * 3 + corner] * 3;
			for (let axis = 0; axis < 3; axis++) from[corner * 3 + axis] = positions[vertex + axis];
		}
		let corners = 3;
		const bottom = bottomOf(part);
		for (const plane of lows) {
			corners = clip(from, to, corners, 1, plane, bottom);
			[from, to] = [to, from];
		}
		for (const plane of highs) {
			corners = clip(from, to, corners, -1, plane, this.#height);
			[from, to] = [to, from];
		}
		this.#corners = corners;
		const ring = this.#ring;
		for (let at = 0; at < corners * 3; at += 3) {
			const [x, y, z] = [from[at], from[at + 1], from[at + 2]];
			ring[at] = alongLine(line, x, y);
			ring[at + 1] = leftOfLine(line, x, y);
			ring[at + 2] = z;
		}
	}

	/** Where the outline of a face stops a creature that goes from u0 to u1; Infinity if nowhere. */
	#stop(u0: number, u1: number, part: LevelPart, face: number): number {
		if (!this.#measure()) return Infinity;
		if (this.#enter >= u0) return this.#enter <= u1 ? this.#enter : Infinity;
		if (!(this.#leave > u0 && u1 > u0)) return Infinity;
		const isStart = u0 <= this.#start + AT_START;
		if (!isStart && !this.#left.some((each) => each.part === part && each.face === face)) return u0;
		// Within the radius at the start: it may not come nearer.
		const here = this.#distance(u0);
		const ahead = this.#distance(u0 + Math.min(1e-3, u1 - u0));
		if ((here === 0 && ahead === 0) || ahead < here - 1e-12) return u0;
		if (isStart) this.#left.push({ part, face });
		return Infinity;
	}

	/** Finds the part of the line, `#enter` to `#leave`, on which the outline is within the radius. @returns false where there is none */
	#measure(): boolean {
		this.#enter = Infinity;
		this.#leave = -Infinity;
		for (let corner = 0; corner < this.#corners; corner++) {
			this.#roundCorner(corner * 3);
			this.#roundEdge(corner * 3, corner + 1 === this.#corners ? 0 : corner * 3 + 3);
		}
		return this.#enter <= this.#leave;
	}

	#roundCorner(a: number): void {
		const v = this.#ring[a + 1];
		const radius = this.#radius;
		if (Math.abs(v) > radius) return;
		const half = Math.sqrt(radius * radius - v * v);
		this.#reach(this.#ring[a] - half);
		this.#reach(this.#ring[a] + half);
	}

	/** Adds the positions at which the line crosses an edge, and the borders of the area within the radius of it. */
	#roundEdge(a: number, b: number): void {
		const ring = this.#ring;
		const [eu, ev] = [ring[b] - ring[a], ring[b + 1] - ring[a + 1]];
		const length = Math.sqrt(eu * eu + ev * ev);
		if (!(length > 0) || ev === 0) return;
		for (let side = -1; side <= 1; side++) {
			const offset = (side * this.#radius) / length;
			const [pu, pv] = [ring[a] - ev * offset, ring[a + 1] + eu * offset];
			const share = -pv / ev;
			if (share >= 0 && share <= 1) this.#reach(pu + eu * share);
		}
	}

	#reach(u: number): void {
		if (u < this.#enter) this.#enter = u;
		if (u > this.#leave) this.#leave = u;
	}

	/** Distance from a point of the line to the outline; 0 inside it. */
	#distance(u: number): number {
		return distanceToOutline(this.#ring, u, 0, this.#corners);
	}

	/**
	 * Finds the corners of obstacles for a creature on a face of the ground within a box, in plan, each with the directions of its edges.
	 * @param reach metres about the box in plan
	 */
	cornersNear(
		low: ArrayLike<number>,
		high: ArrayLike<number>,
		reach: number,
		footing: Footing,
	): [x: number, y: number, dx: number, dy: number][] {
		const [x0, y0, x1, y1] = [low[0] - reach, low[1] - reach, high[0] + reach, high[1] + reach];
		const line = { x: 0, y: 0, dx: 1, dy: 0 };
		const found: [number, number, number, number][] = [];
		for (const part of this.parts) {
			const [bottom, top] = [footing.lowest + bottomOf(part), footing.highest + this.#height];
			const count = this.#gather(part, x0, y0, bottom, x1, y1, top);
			for (let i = 0; i < count; i++) {
				this.#outline(part, part.index.list[i], line, footing);
				const ring = this.#ring;
				for (let corner = 0; corner < this.#corners; corner++) {
					const a = corner * 3;
					const b = corner + 1 === this.#corners ? 0 : a + 3;
					const [dx, dy] = [ring[b] - ring[a], ring[b + 1] - ring[a + 1]];
					const length = Math.hypot(dx, dy);
					if (!(length > LEAST_EDGE)) continue;
					for (const end of [a, b]) {
						const [x, y] = [ring[end], ring[end + 1]];
						if (x >= x0 && x <= x1 && y >= y0 && y <= y1) found.push([x, y, dx / length, dy / length]);
					}
				}
			}
		}
		return found;
	}

	/**
	 * The parts of a straight line over the ground on which a creature cannot stand, since an obstacle is within its radius: ends u in pairs, ascending, apart
	 * from each other.
	 * @param footings of the faces that the line belongs to
	 */
	coveredParts(line: Line, u0: number, u1: number, footings: readonly Footing[]): number[] {
		const spans: [number, number][] = [];
		for (const footing of footings) {
			for (const part of this.parts) {
				const count = this.#gatherAlong(part, line, u0, u1, footing);
				for (let i = 0; i < count; i++) {
					this.#outline(part, part.index.list[i], line, footing);
					if (!this.#measure()) continue;
					const [from, to] = [Math.max(this.#enter, u0), Math.min(this.#leave, u1)];
					if (from < to) spans.push([from, to]);
				}
			}
		}
		const ends: number[] = [];
		for (const [from, to] of spans.sort((a, b) => a[0] - b[0])) {
			if (ends.length > 0 && from <= ends[ends.length - 1]) ends[ends.length - 1] = Math.max(ends[ends.length - 1], to);
			else ends.push(from, to);
		}
		return ends;
	}

	/** Distance from a point of the ground to the nearest obstacle for a creature there, in metres; at most `most`. */
	distanceAt([x, y]: readonly number[], most: number, footing: Footing): number {
		const line = { x, y, dx: 1, dy: 0 };
		let least = most;
		for (const part of this.parts) {
			const [low, high] = [footing.lowest + bottomOf(part), footing.highest + this.#height];
			const count = this.#gather(part, x - most, y - most, low, x + most, y + most, high);
			for (let i = 0; i < count; i++) {
				this.#outline(part, part.index.list[i], line, footing);
				if (this.#corners > 0) least = Math.min(least, this.#distance(0));
			}
		}
		return least;
	}
}

/** From how far above the ground on the faces of a part stop somebody: a step above it, and for doors and placeables a step below. */
function bottomOf({ kind }: LevelPart): number {
	return kind === undefined ? STEP : -STEP;
}

/** Keeps the part of a ring that is above a plane raised by `by` (`side` 1), or below it (−1). @returns the number of corners left */
function clip(
	ring: Float64Array,
	out: Float64Array,
	count: number,
	side: number,
	[gx, gy, base]: Plane,
	by: number,
): number {
	const offset = base + by;
	let kept = 0;
	for (let corner = 0; corner < count; corner++) {
		const a = corner * 3;
		const b = corner + 1 === count ? 0 : a + 3;
		const p = side * (ring[a + 2] - gx * ring[a] - gy * ring[a + 1] - offset);
		const q = side * (ring[b + 2] - gx * ring[b] - gy * ring[b + 1] - offset);
		if (p >= 0) {
			out[kept * 3] = ring[a];
			out[kept * 3 + 1] = ring[a + 1];
			out[kept * 3 + 2] = ring[a + 2];
			kept++;
		}
		if (p >= 0 !== q >= 0) {
			const share = p / (p - q);
			for (let k = 0; k < 3; k++) out[kept * 3 + k] = ring[a + k] + (ring[b + k] - ring[a + k]) * share;
			kept++;
		}
	}
	return kept;
}
