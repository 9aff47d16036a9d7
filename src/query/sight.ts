import type { Beyond, Ground, RoomGround } from './ground.ts';

/** Rays this little outside of each other are one: seeing a little too much costs a walk that fails, too little a route. */
const WIDER = 1e-6;
/** Ground that folds over itself could be seen again and again. */
const MOST_FACES = 200_000;

/**
 * Which faces of the ground a straight walk from a point could come to, links included: through each edge goes what two directions leave
 * of it. Cones wait on a stack of flat arrays: with an object for each, looking about took three times as long.
 */
export class Sight {
	readonly #ground: Ground;
	#x = 0;
	#y = 0;
	#depth = 0;
	readonly #rooms: RoomGround[] = [];
	#faces = new Int32Array(256);
	/** 4 a cone: the direction to its right, and that to its left. */
	#rays = new Float64Array(1024);
	// The cone that is looked through.
	#rightX = 0;
	#rightY = 0;
	#leftX = 0;
	#leftY = 0;

	constructor(ground: Ground) {
		this.#ground = ground;
	}

	/**
	 * Calls `visit` with each face that is seen, once for each way it is seen.
	 * @param starts the faces that the point belongs to
	 */
	look(starts: readonly Beyond[], x: number, y: number, visit: (room: RoomGround, face: number) => void): void {
		this.#x = x;
		this.#y = y;
		this.#depth = 0;
		for (const { room, face } of starts) {
			visit(room, face);
			for (let corner = 0; corner < 3; corner++) this.#through(room, face, corner, false);
		}
		for (let visits = 0; this.#depth > 0 && visits < MOST_FACES; visits++) {
			const at = --this.#depth;
			const room = this.#rooms[at];
			const face = this.#faces[at];
			this.#rightX = this.#rays[at * 4];
			this.#rightY = this.#rays[at * 4 + 1];
			this.#leftX = this.#rays[at * 4 + 2];
			this.#leftY = this.#rays[at * 4 + 3];
			visit(room, face);
			for (let corner = 0; corner < 3; corner++) this.#through(room, face, corner, true);
		}
	}

	/** Looks out of a face through an edge, unless it is one that the cone comes in by. */
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
		// Out is where the point lies on the side of the edge that its face is on.
		if (!(side * turn > 0)) return;
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
		if (behind >= 0) this.#push(room, Math.floor(behind / 3), rightX, rightY, leftX, leftY);
		else {
			for (const beyond of this.#ground.beyond(room, edge)) {
				this.#push(beyond.room, beyond.face, rightX, rightY, leftX, leftY);
			}
		}
	}

	#push(room: RoomGround, face: number, rightX: number, rightY: number, leftX: number, leftY: number): void {
		const at = this.#depth++;
		if (at >= this.#faces.length) this.#grow();
		this.#rooms[at] = room;
		this.#faces[at] = face;
		this.#rays[at * 4] = rightX;
		this.#rays[at * 4 + 1] = rightY;
		this.#rays[at * 4 + 2] = leftX;
		this.#rays[at * 4 + 3] = leftY;
	}

	#grow(): void {
		const faces = new Int32Array(this.#faces.length * 2);
		faces.set(this.#faces);
		this.#faces = faces;
		const rays = new Float64Array(this.#rays.length * 2);
		rays.set(this.#rays);
		this.#rays = rays;
	}
}
