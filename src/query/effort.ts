import { Report } from '../findings/report.ts';
import { countLimit, INPUT_FINDINGS } from '../formats/limits.ts';
import { type Option, optional } from '../options/options.ts';

/** Steps that a search in a level of the game's size may take. */
const USUAL_STEPS = 100_000_000;
/** With more faces than this ways are longer, and there are more of them: steps grow with their power of 1.5, as those of sound levels do. */
const USUAL_FACES = 8000;

/** How long a search over the ground may go on. */
export const EFFORT_OPTIONS: { readonly maxSteps: Option<number | undefined> } = {
	maxSteps: optional(
		countLimit(
			USUAL_STEPS,
			'Most steps of a search for a way, or for path points: faces that are looked at, and boxes about them.',
		),
		'100000000, for ways and path points more for more than 8000 faces',
	),
};

/** Steps that one search in a level of so many faces may take; in whole millions, so that messages can be read. */
export function usualSteps(faces: number): number {
	return Math.round((USUAL_STEPS / 1e6) * Math.max(1, faces / USUAL_FACES) ** 1.5) * 1e6;
}

/** Counts the steps of one search: faces heaped on each other, or ground wound like a maze, could keep it busy without end. */
export class Effort {
	readonly #most: number;
	#spent = 0;

	/** @param faces of all rooms @param most steps, if that was stated */
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
