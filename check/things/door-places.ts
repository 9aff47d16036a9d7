import type { Thing } from '../../src/model/level.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import { PlanIndex, segmentBoxes } from '../../src/plan/plan-index.ts';
import { DOORWAY_HEIGHT, type Doorway } from '../../src/seams/doorways.ts';

/** How a door stands in relation to a doorway. */
export interface DoorAt {
	readonly door: Thing;
	readonly room: number;
	readonly doorway: Doorway;
	/** Metres from the middle of the sill, along it and across it. */
	readonly along: number;
	readonly across: number;
	/** Angle between door and sill in degrees, 0 to 90; 0 where the bearing is not known. */
	readonly turned: number;
	/** Metres above the sill, negative below it; 0 between the ends of a sill that is not level. */
	readonly dz: number;
	/** Length of the closed door in metres, where its walkmesh is known. */
	readonly width?: number;
}

/** The doorways of a level, found by where doors stand. */
export class DoorPlaces {
	/** In the order of the rooms. */
	readonly #doorways: readonly { readonly room: number; readonly doorway: Doorway }[];
	readonly #index: PlanIndex;

	/** @param doorways by room */
	constructor(doorways: readonly (readonly Doorway[])[]) {
		this.#doorways = doorways.flatMap((own, room) => own.map((doorway) => ({ room, doorway })));
		const ends = this.#doorways.flatMap(({ doorway: { left, right } }) => [...left, 0, ...right, 0]);
		this.#index = new PlanIndex(segmentBoxes(Float64Array.from(ends), 6));
	}

	/** One side of each doorway. */
	get doorways(): Doorway[] {
		return [...new Map(this.#doorways.map(({ doorway }) => [keyOf(doorway), doorway])).values()];
	}

	/** How a door stands at the nearest doorway; undefined where none is within `THRESHOLDS.doorReach`. */
	of(door: Thing): DoorAt | undefined {
		const [x, y] = door.position;
		const near = this.#index
			.touching(x - THRESHOLDS.doorReach, y - THRESHOLDS.doorReach, x + THRESHOLDS.doorReach, y + THRESHOLDS.doorReach)
			.sort((a, b) => a - b);
		let best: DoorAt | undefined;
		let least: number = THRESHOLDS.doorReach;
		for (const i of near) {
			const { room, doorway } = this.#doorways[i];
			const at = placeAtDoorway(door, room, doorway);
			const beside = Math.max(0, Math.abs(at.along) - widthOf(doorway) / 2);
			const distance = Math.hypot(beside, at.across);
			if (distance > least || (distance === least && best !== undefined)) continue;
			least = distance;
			best = at;
		}
		return best;
	}
}

function placeAtDoorway(door: Thing, room: number, doorway: Doorway): DoorAt {
	const { left, right, bottom, top } = doorway;
	const [x, y, z] = door.position;
	const length = widthOf(doorway);
	const [dx, dy] = length > 0 ? [(right[0] - left[0]) / length, (right[1] - left[1]) / length] : [1, 0];
	const [mx, my] = [x - (left[0] + right[0]) / 2, y - (left[1] + right[1]) / 2];
	// The leaf of a door lies along the x axis of its model.
	const bearing = ((door.bearing ?? 0) * Math.PI) / 180;
	const cosine = Math.abs(Math.cos(bearing) * dx + Math.sin(bearing) * dy);
	const sine = Math.abs(Math.cos(bearing) * dy - Math.sin(bearing) * dx);
	const turned = door.bearing === undefined ? 0 : (Math.atan2(sine, cosine) * 180) / Math.PI;
	return {
		door,
		room,
		doorway,
		along: mx * dx + my * dy,
		across: mx * -dy + my * dx,
		turned,
		dz: z - Math.min(Math.max(z, bottom), top - DOORWAY_HEIGHT),
	};
}

/** True where a door stands in its doorway, along its sill. */
export function isRight({ along, across, turned }: DoorAt): boolean {
	return Math.hypot(along, across) <= THRESHOLDS.doorAway && turned <= THRESHOLDS.doorTurned;
}

/** A key that both sides of a sill have in common. */
export function keyOf({ left, right }: Doorway): string {
	return [left[0] + right[0], left[1] + right[1]].map((sum) => Math.round(sum * 5)).join(' ');
}

/** Length of a sill in plan, metres. */
export function widthOf({ left, right }: Doorway): number {
	return Math.hypot(right[0] - left[0], right[1] - left[1]);
}
