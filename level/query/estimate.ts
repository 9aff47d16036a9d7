import { edgeEnd } from '../../src/geometry/half-edges.ts';
import { NONE } from '../../src/model/walkmesh.ts';
import type { Beyond, Ground } from './ground.ts';

/** A doorway: connected linked edges of a room that all lead into the same other room. A room can only be left through one of these. */
export interface DoorwayBox {
	readonly room: number;
	readonly to: number;
	/** Bounds in plan, metres. */
	readonly x0: number;
	readonly y0: number;
	readonly x1: number;
	readonly y1: number;
}

/** Ground does not change, so its doorways are gathered once, for all routes over it. */
const gathered = new WeakMap<Ground, readonly (readonly DoorwayBox[])[]>();

/** The doorways of each room. */
export function doorwayBoxes(ground: Ground): readonly (readonly DoorwayBox[])[] {
	const known = gathered.get(ground) ?? gather(ground);
	gathered.set(ground, known);
	return known;
}

function gather(ground: Ground): DoorwayBox[][] {
	return ground.level.rooms.map((part, index) => {
		const room = part === undefined ? undefined : ground.room(index);
		if (room === undefined) return [];
		const { positions, faces, transitions } = room.mesh;
		const boxes: { -readonly [K in keyof DoorwayBox]: DoorwayBox[K] }[] = [];
		const byVertex = new Map<string, (typeof boxes)[number]>();
		for (let edge = 0; edge < transitions.length; edge++) {
			const to = transitions[edge];
			if (to === NONE || ground.beyond(room, edge).length === 0) continue;
			const ends = [faces[edge], faces[edgeEnd(edge)]];
			const known = ends.map((vertex) => byVertex.get(`${to} ${vertex}`)).find((box) => box !== undefined);
			const box = known ?? { room: index, to, x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
			if (known === undefined) boxes.push(box);
			for (const vertex of ends) {
				byVertex.set(`${to} ${vertex}`, box);
				box.x0 = Math.min(box.x0, positions[vertex * 3]);
				box.y0 = Math.min(box.y0, positions[vertex * 3 + 1]);
				box.x1 = Math.max(box.x1, positions[vertex * 3]);
				box.y1 = Math.max(box.y1, positions[vertex * 3 + 1]);
			}
		}
		return boxes;
	});
}

/**
 * A lower bound of the distance that is left to a goal: straight to a doorway, from doorway to doorway, and straight from the last one to the goal.
 * Between rooms it is close to the real distance. With the straight line alone, a search would look at corners all over the level.
 */
export class Estimate {
	readonly #goalX: number;
	readonly #goalY: number;
	readonly #goalRooms: ReadonlySet<number>;
	readonly #boxes: readonly (readonly DoorwayBox[])[];
	/** Distance left from a doorway on, metres; missing if no path leads from it to the goal. */
	readonly #left = new Map<DoorwayBox, number>();

	constructor(boxes: readonly (readonly DoorwayBox[])[], goal: readonly number[], stands: readonly Beyond[]) {
		this.#boxes = boxes;
		this.#goalX = goal[0];
		this.#goalY = goal[1];
		this.#goalRooms = new Set(stands.map(({ room }) => room.part.room));
		this.#spread();
	}

	/** Computes `#left` by Dijkstra's algorithm, from the goal backwards. */
	#spread(): void {
		const into = new Map<number, DoorwayBox[]>();
		for (const box of this.#boxes.flat()) into.set(box.to, [...(into.get(box.to) ?? []), box]);
		const open = new Map<DoorwayBox, number>();
		for (const room of this.#goalRooms)
			for (const box of into.get(room) ?? []) open.set(box, distanceTo(box, this.#goalX, this.#goalY));
		while (open.size > 0) {
			let nearest: DoorwayBox | undefined;
			let least = Infinity;
			for (const [box, left] of open) {
				if (left >= least && nearest !== undefined) continue;
				nearest = box;
				least = left;
			}
			if (nearest === undefined) break;
			open.delete(nearest);
			this.#left.set(nearest, least);
			for (const before of into.get(nearest.room) ?? []) {
				if (this.#left.has(before)) continue;
				const left = least + between(before, nearest);
				if (left < (open.get(before) ?? Infinity)) open.set(before, left);
			}
		}
	}

	/** Lower bound of the distance that is left from a point of a room, metres; Infinity if no path leads to the goal. */
	from(room: number, x: number, y: number): number {
		const straight = Math.sqrt((x - this.#goalX) ** 2 + (y - this.#goalY) ** 2);
		if (this.#goalRooms.has(room)) return straight;
		let least = Infinity;
		for (const box of this.#boxes[room] ?? []) {
			const left = this.#left.get(box);
			if (left !== undefined) least = Math.min(least, left + distanceTo(box, x, y));
		}
		return Math.max(least, straight);
	}
}

function distanceTo({ x0, y0, x1, y1 }: DoorwayBox, x: number, y: number): number {
	const dx = Math.max(x0 - x, x - x1, 0);
	const dy = Math.max(y0 - y, y - y1, 0);
	return Math.sqrt(dx * dx + dy * dy);
}

function between(a: DoorwayBox, b: DoorwayBox): number {
	const dx = Math.max(a.x0 - b.x1, b.x0 - a.x1, 0);
	const dy = Math.max(a.y0 - b.y1, b.y0 - a.y1, 0);
	return Math.sqrt(dx * dx + dy * dy);
}
