import { PlanIndex } from '../src/mesh/plan-index.ts';
import type { Bounds } from '../src/mesh/triangles.ts';

/**
 * Rooms whose boxes in plan come within this of each other, metres, lie beside each other. Nothing that is found of a room has to do with what lies
 * farther away from it: edges are looked at to 0.5 m, and their ends are moved by 0.2 m at most.
 */
const BESIDE = 1;
/** Of rooms with more others beside them nothing is known: they are heaped on each other. */
const MOST_BESIDE = 32;

/** Which rooms of a level lie beside each other, as it is and as it was. */
export class RoomsBeside {
	/** The boxes of each time, 4 values a room, and where they lie. */
	readonly #times: readonly { readonly boxes: Float64Array; readonly index: PlanIndex }[];

	/** @param times the boxes around rooms, 6 values each, undefined for rooms without a walkmesh */
	constructor(...times: readonly (readonly (Bounds | undefined)[])[]) {
		this.#times = times.map((all) => {
			const boxes = new Float64Array(all.length * 4).fill(NaN);
			for (const [room, box] of all.entries())
				if (box !== undefined) boxes.set([box[0], box[1], box[3], box[4]], room * 4);
			return { boxes, index: new PlanIndex(boxes) };
		});
	}

	/** Some rooms and those beside them, those beside these, and so on. @returns undefined where they cannot be told */
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

	/** Those that are beside a room, or were, or are where it was. */
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
