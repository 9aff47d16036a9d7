import type { Bounds } from '../src/geometry/triangles.ts';
import { PlanIndex } from '../src/plan/plan-index.ts';

/**
 * Rooms are neighbours when their boxes, seen from above, are within this distance, in metres. Nothing farther away affects a room: edges are compared
 * up to 0.5 m, and their ends are moved by 0.2 m at most.
 */
const BESIDE = 1;
/** Most neighbours of a room: with more, rooms are heaped on each other, and the whole level is processed. */
const MOST_BESIDE = 32;

/** Which rooms of a level are neighbours, in its present and its earlier state. */
export class RoomsBeside {
	/** For each state the boxes (4 values a room: min x, min y, max x, max y) and a spatial index of them. */
	readonly #times: readonly { readonly boxes: Float64Array; readonly index: PlanIndex }[];

	/** @param times for each state the boxes of rooms (min x, y, z, max x, y, z), undefined for rooms without a walkmesh */
	constructor(...times: readonly (readonly (Bounds | undefined)[])[]) {
		this.#times = times.map((all) => {
			const boxes = new Float64Array(all.length * 4).fill(NaN);
			for (const [room, box] of all.entries())
				if (box !== undefined) boxes.set([box[0], box[1], box[3], box[4]], room * 4);
			return { boxes, index: new PlanIndex(boxes) };
		});
	}

	/** Some rooms, their neighbours, the neighbours of these, and so on, `times` times. @returns undefined when a room has too many neighbours */
	around(rooms: ReadonlySet<number>, times: number): ReadonlySet<number> | undefined {
		const found = new Set(rooms);
		let outermost: Iterable<number> = rooms;
		for (let time = 0; time < times; time++) {
			const next = new Set<number>();
			for (const room of outermost) {
				const beside = this.#beside(room);
				if (beside === undefined) return undefined;
				for (const other of beside) if (!found.has(other)) next.add(other);
			}
			for (const room of next) found.add(room);
			outermost = next;
		}
		return found;
	}

	/** The rooms that are or were neighbours of a room in any state. */
	#beside(room: number): ReadonlySet<number> | undefined {
		const found = new Set<number>();
		for (const { boxes } of this.#times) {
			const [minX, minY, maxX, maxY] = boxes.subarray(room * 4, room * 4 + 4);
			if (Number.isNaN(minX)) continue;
			for (const { index } of this.#times) {
				const near = index.touching(minX - BESIDE, minY - BESIDE, maxX + BESIDE, maxY + BESIDE, MOST_BESIDE);
				if (near.length === MOST_BESIDE) return undefined;
				for (const other of near) found.add(other);
			}
		}
		return found;
	}
}
