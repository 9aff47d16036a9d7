import { type Option, optional } from '../../src/findings/options.ts';
import { Report } from '../../src/findings/report.ts';
import { countLimit, INPUT_FINDINGS } from '../../src/formats/limits.ts';
import type { FaceIndex } from '../../src/plan/face-index.ts';

/** Steps that a search in a level of the game's size may take. */
const USUAL_STEPS = 50_000_000;
/** With more faces than this, the steps grow with the number of faces to the power of 1.5, as they do in sound levels. */
const USUAL_FACES = 8000;

/** How many steps a search over the ground may take. */
export const EFFORT_OPTIONS: { readonly maxSteps: Option<number | undefined> } = {
	maxSteps: optional(
		countLimit(
			USUAL_STEPS,
			'Most steps of a search for a way, or for path points: faces that are looked at, and boxes about them.',
		),
		'50000000, for ways and path points more for more than 8000 faces in several rooms',
	),
};

/** The most faces that are counted in a square metre in plan. Further ones are on top of each other, and do not make searches longer. */
const MOST_A_CELL = 64;

/**
 * The most faces that are counted for a room. Rooms of the game have some hundreds to some thousands; without this, one of a hundred thousand would
 * be searched for a minute. One room alone never gets more steps than the usual ones, which take some half a second.
 */
const MOST_A_ROOM = USUAL_FACES;

/** Counts the faces of meshes by the square metre of their first corner, at most `MOST_A_CELL` in each. */
export function spreadFaces(meshes: readonly Pick<FaceIndex, 'positions' | 'faces'>[]): number {
	const all = meshes.reduce((sum, { faces }) => sum + faces.length / 3, 0);
	if (all <= USUAL_FACES) return all;
	const cells = new Map<string, number>();
	let spread = 0;
	for (const { positions, faces } of meshes) {
		const most = spread + MOST_A_ROOM;
		for (let corner = 0; corner < faces.length && spread < most; corner += 3) {
			const at = faces[corner] * 3;
			const cell = `${Math.floor(positions[at])} ${Math.floor(positions[at + 1])}`;
			const count = cells.get(cell) ?? 0;
			if (count < MOST_A_CELL) spread++;
			cells.set(cell, count + 1);
		}
	}
	return spread;
}

/** How many steps a search in a level with a number of faces may take; in whole millions, for messages. */
export function usualSteps(faces: number): number {
	return Math.round((USUAL_STEPS / 1e6) * Math.max(1, faces / USUAL_FACES) ** 1.5) * 1e6;
}

/** Counts the steps of a search, and ends it when it takes too many. Faces on top of each other, or mazes, could otherwise make it endless. */
export class Effort {
	readonly #most: number;
	#spent = 0;

	/** @param faces of all rooms, as `spreadFaces` counts them @param most a limit set by the caller, in steps */
	constructor(faces: number, most: number = usualSteps(faces)) {
		this.#most = most;
	}

	get spent(): number {
		return this.#spent;
	}

	/** @throws InputError when all are spent */
	spend(steps: number): void {
		this.#spent += steps;
		if (this.#spent > this.#most) new Report().fail(INPUT_FINDINGS.SEARCH_TOO_LONG, {}, { limit: this.#most });
	}
}
