import type { Beyond, Ground, RoomGround } from './ground.ts';

/** Rays this close beside each other count as overlapping. Seeing slightly too much costs a walk that fails; seeing too little could lose a route. */
const WIDER = 1e-6;
/**
 * A line that passes a corner this near, on its wrong side, may still be walked; metres. Walks take what is a thousandth of a millimetre beside them for on
 * their line, and ground beyond a link may begin 2 mm beside it.
 */
const CORNER = 0.01;
/** The most faces that are looked through. Ground that folds over itself could otherwise be seen again and again. */
const MOST_FACES = 200_000;
/** The most cones that a new one is compared with. There are rarely more than two that came to a face by the same way. */
const MOST_COMPARED = 16;
/** Looking through a face costs as much as this many tests of boxes. */
const SIGHT_STEPS = 8;
/** Each face has a slot for each of its three edges through which it can be seen, and one for links. */
const WAYS_IN = 4;
const BY_LINK = 3;

/** Values for each waiting cone. All values are in flat arrays; with one object for each cone, looking took three times as long. */
const RAYS = 4;

/**
 * Finds the faces of the ground that a straight walk from a point may reach, links included. From the point a cone of directions passes through each
 * edge, and is narrowed by the next edge.
 *
 * Faces are processed by the power of the point with respect to their circumcircles. In a Delaunay triangulation, this puts each face behind all
 * those through which it is seen, in whatever direction. So neighbouring cones that reach the same edge have all arrived before that edge is
 * processed, and are merged. When cones were processed in the order of arrival, they were split at every vertex, and each face of dense ground was
 * seen a dozen times.
 */
export class Sight {
	readonly #ground: Ground;
	#x = 0;
	#y = 0;
	#reach = Infinity;
	/** By room, 4 entries a face: the slot + 1 of the last cone that came there, 0 for none. */
	readonly #last: Int32Array[] = [];
	#slots = 0;
	readonly #rooms: RoomGround[] = [];
	/** By slot: face * 4 + the way in (edge 0 to 2, or `BY_LINK`). */
	#ways = new Int32Array(256);
	/** By slot: the slot + 1 of the cone that came there before, 0 for none. */
	#before = new Int32Array(256);
	/** By slot: 1 for a cone that waits, 0 for one that was processed. */
	#waits = new Uint8Array(256);
	/** By slot, 4 values: the direction of the right side of the cone, and that of the left side. */
	#rays = new Float64Array(1024);
	#keys = new Float64Array(256);
	/** Heap of waiting slots by key. */
	#heap = new Int32Array(256);
	#size = 0;
	// The cone that is being processed.
	#rightX = 0;
	#rightY = 0;
	#leftX = 0;
	#leftY = 0;
	/** False for the faces that the point itself belongs to: all of them is seen. */
	#isLimited = false;

	constructor(ground: Ground) {
		this.#ground = ground;
	}

	/**
	 * Calls `visit` with each face that is seen, possibly several times.
	 * @param starts the faces that the point belongs to
	 * @param reach what is farther away in plan need not be seen; metres
	 */
	look(
		starts: readonly Beyond[],
		x: number,
		y: number,
		visit: (room: RoomGround, face: number) => void,
		reach = Infinity,
	): void {
		this.#x = x;
		this.#y = y;
		this.#reach = reach;
		this.#slots = 0;
		this.#size = 0;
		this.#isLimited = false;
		for (const { room, face } of starts) {
			visit(room, face);
			for (let corner = 0; corner < 3; corner++) this.#through(room, face, corner, false);
		}
		this.#isLimited = true;
		for (let visits = 0; this.#size > 0 && visits < MOST_FACES; visits++) {
			this.#ground.level.effort.spend(SIGHT_STEPS);
			const slot = this.#pop();
			const room = this.#rooms[slot];
			const way = this.#ways[slot];
			const face = way >> 2;
			this.#waits[slot] = 0;
			this.#rightX = this.#rays[slot * RAYS];
			this.#rightY = this.#rays[slot * RAYS + 1];
			this.#leftX = this.#rays[slot * RAYS + 2];
			this.#leftY = this.#rays[slot * RAYS + 3];
			visit(room, face);
			for (let corner = 0; corner < 3; corner++) if (corner !== (way & 3)) this.#through(room, face, corner, true);
		}
		for (let slot = 0; slot < this.#slots; slot++) this.#last[this.#rooms[slot].part.room][this.#ways[slot]] = 0;
	}

	/**
	 * To be asked while a face is visited: false if a straight walk can lead to a point of it only where the face is seen through other edges. Of the middles
	 * of faces that are seen, one in three lies behind a corner.
	 */
	isAhead(px: number, py: number): boolean {
		if (!this.#isLimited) return true;
		const x = px - this.#x;
		const y = py - this.#y;
		const most = CORNER * Math.sqrt(x * x + y * y);
		// Rays lead to vertices, so this is how far beside these a line to the point would pass, times its length.
		return this.#rightX * y - this.#rightY * x >= -most && x * this.#leftY - y * this.#leftX >= -most;
	}

	/** Looks out of a face through one of its edges. @param within whether the current cone limits the view */
	#through(room: RoomGround, face: number, corner: number, within: boolean): void {
		const { positions, faces } = room.mesh;
		const edge = face * 3 + corner;
		const a = faces[edge] * 3;
		const b = faces[corner === 2 ? edge - 2 : edge + 1] * 3;
		const c = faces[corner === 0 ? edge + 2 : edge - 1] * 3;
		const ax = positions[a] - this.#x;
		const ay = positions[a + 1] - this.#y;
		const bx = positions[b] - this.#x;
		const by = positions[b + 1] - this.#y;
		const turn = (bx - ax) * (positions[c + 1] - this.#y - ay) - (by - ay) * (positions[c] - this.#x - ax);
		const side = ax * by - ay * bx;
		// The view leads out of the face if the point is on the same side of the edge as the face.
		if (!(side * turn > 0)) return;
		if (this.#reach < Infinity && isFarther(ax, ay, bx, by, this.#reach)) return;
		let rightX = side > 0 ? ax : bx;
		let rightY = side > 0 ? ay : by;
		let leftX = side > 0 ? bx : ax;
		let leftY = side > 0 ? by : ay;
		if (within) {
			if (rightX * this.#rightY - rightY * this.#rightX > 0) {
				rightX = this.#rightX;
				rightY = this.#rightY;
			}
			if (leftX * this.#leftY - leftY * this.#leftX < 0) {
				leftX = this.#leftX;
				leftY = this.#leftY;
			}
			const width = rightX * leftY - rightY * leftX;
			const lengths = Math.sqrt((rightX * rightX + rightY * rightY) * (leftX * leftX + leftY * leftY));
			if (width < -WIDER * lengths) return;
		}
		const behind = room.neighbours[edge];
		const beyond = behind >= 0 ? undefined : this.#ground.beyond(room, edge);
		if (beyond?.length === 0) return;
		if (beyond === undefined) {
			const next = Math.floor(behind / 3);
			this.#push(room, next, behind - next * 3, rightX, rightY, leftX, leftY);
		} else {
			for (const each of beyond) this.#push(each.room, each.face, BY_LINK, rightX, rightY, leftX, leftY);
		}
	}

	#push(
		room: RoomGround,
		face: number,
		corner: number,
		rightX: number,
		rightY: number,
		leftX: number,
		leftY: number,
	): void {
		this.#last[room.part.room] ??= new Int32Array((room.neighbours.length / 3) * WAYS_IN);
		const last = this.#last[room.part.room];
		const way = face * WAYS_IN + corner;
		let left = MOST_COMPARED;
		for (let known = last[way] - 1; known >= 0 && left > 0; known = this.#before[known] - 1, left--) {
			const isDone =
				this.#waits[known] === 1
					? this.#widen(known, rightX, rightY, leftX, leftY)
					: this.#contains(known, rightX, rightY, leftX, leftY);
			if (isDone) return;
		}
		const slot = this.#slots++;
		if (slot >= this.#ways.length) this.#grow();
		this.#before[slot] = last[way];
		this.#waits[slot] = 1;
		last[way] = slot + 1;
		this.#rooms[slot] = room;
		this.#ways[slot] = way;
		this.#rays[slot * RAYS] = rightX;
		this.#rays[slot * RAYS + 1] = rightY;
		this.#rays[slot * RAYS + 2] = leftX;
		this.#rays[slot * RAYS + 3] = leftY;
		this.#keys[slot] = this.#powerOf(room, face);
		this.#insert(slot);
	}

	/** Merges a cone with a waiting one. @returns false if they do not overlap or touch, or lie too far apart to tell */
	#widen(slot: number, rightX: number, rightY: number, leftX: number, leftY: number): boolean {
		const rays = this.#rays;
		const at = slot * RAYS;
		const [ownRightX, ownRightY, ownLeftX, ownLeftY] = [rays[at], rays[at + 1], rays[at + 2], rays[at + 3]];
		if (isLeftOf(ownLeftX, ownLeftY, rightX, rightY) || isLeftOf(leftX, leftY, ownRightX, ownRightY)) return false;
		// Narrow cones in opposite directions.
		if (rightX * ownRightX + rightY * ownRightY < 0 && leftX * ownLeftX + leftY * ownLeftY < 0) return false;
		if (rightX * ownRightY - rightY * ownRightX > 0) {
			rays[at] = rightX;
			rays[at + 1] = rightY;
		}
		if (leftX * ownLeftY - leftY * ownLeftX < 0) {
			rays[at + 2] = leftX;
			rays[at + 3] = leftY;
		}
		return true;
	}

	/**
	 * True if a cone is within one that was processed. Along a seam whose edges lie a rounding error apart, cones would otherwise go back and forth
	 * between the rooms for ever.
	 */
	#contains(slot: number, rightX: number, rightY: number, leftX: number, leftY: number): boolean {
		const rays = this.#rays;
		const at = slot * RAYS;
		const [ownRightX, ownRightY, ownLeftX, ownLeftY] = [rays[at], rays[at + 1], rays[at + 2], rays[at + 3]];
		// Written so that a cone contains itself, even one that touches a vertex and is turned inside out by a rounding error.
		return (
			ownRightX * rightY - ownRightY * rightX >= 0 &&
			leftX * ownLeftY - leftY * ownLeftX >= 0 &&
			(rightX * ownRightX + rightY * ownRightY > 0 || rightX * ownLeftX + rightY * ownLeftY > 0)
		);
	}

	/** The power of the point with respect to the circumcircle of a face, in plan. */
	#powerOf(room: RoomGround, face: number): number {
		const { positions, faces } = room.mesh;
		const a = faces[face * 3] * 3;
		const b = faces[face * 3 + 1] * 3;
		const c = faces[face * 3 + 2] * 3;
		const ax = positions[a] - this.#x;
		const ay = positions[a + 1] - this.#y;
		const ux = positions[b] - positions[a];
		const uy = positions[b + 1] - positions[a + 1];
		const vx = positions[c] - positions[a];
		const vy = positions[c + 1] - positions[a + 1];
		const area = 2 * (ux * vy - uy * vx);
		if (area === 0) return ax * ax + ay * ay;
		const u = ux * ux + uy * uy;
		const v = vx * vx + vy * vy;
		// The vector from corner a to the centre.
		const cx = (vy * u - uy * v) / area;
		const cy = (ux * v - vx * u) / area;
		return ax * ax + ay * ay + 2 * (ax * cx + ay * cy);
	}

	#insert(slot: number): void {
		const heap = this.#heap;
		const keys = this.#keys;
		const key = keys[slot];
		let at = this.#size++;
		while (at > 0) {
			const above = (at - 1) >> 1;
			if (keys[heap[above]] <= key) break;
			heap[at] = heap[above];
			at = above;
		}
		heap[at] = slot;
	}

	#pop(): number {
		const heap = this.#heap;
		const keys = this.#keys;
		const first = heap[0];
		const last = heap[--this.#size];
		const key = keys[last];
		let at = 0;
		for (let below = 1; below < this.#size; below = at * 2 + 1) {
			if (below + 1 < this.#size && keys[heap[below + 1]] < keys[heap[below]]) below++;
			if (keys[heap[below]] >= key) break;
			heap[at] = heap[below];
			at = below;
		}
		heap[at] = last;
		return first;
	}

	#grow(): void {
		this.#ways = longer(this.#ways, new Int32Array(this.#ways.length * 2));
		this.#before = longer(this.#before, new Int32Array(this.#before.length * 2));
		this.#waits = longer(this.#waits, new Uint8Array(this.#waits.length * 2));
		this.#heap = longer(this.#heap, new Int32Array(this.#heap.length * 2));
		this.#rays = longer(this.#rays, new Float64Array(this.#rays.length * 2));
		this.#keys = longer(this.#keys, new Float64Array(this.#keys.length * 2));
	}
}

function longer<T extends Int32Array | Float64Array | Uint8Array>(from: T, to: T): T {
	to.set(from);
	return to;
}

/** True if the second direction is to the left of the first by more than rounding. */
function isLeftOf(ax: number, ay: number, bx: number, by: number): boolean {
	const cross = ax * by - ay * bx;
	return cross > 0 && cross > WIDER * Math.sqrt((ax * ax + ay * ay) * (bx * bx + by * by));
}

/** True where no point of the segment from a to b is within a distance of the origin. */
function isFarther(ax: number, ay: number, bx: number, by: number, distance: number): boolean {
	const [ux, uy] = [bx - ax, by - ay];
	const along = Math.min(1, Math.max(0, -(ax * ux + ay * uy) / (ux * ux + uy * uy)));
	return (ax + along * ux) ** 2 + (ay + along * uy) ** 2 > (distance * (1 + 1e-6)) ** 2;
}
