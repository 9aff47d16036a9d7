import { Report } from '../findings/report.ts';
import { countLimit, INPUT_FINDINGS } from '../formats/limits.ts';
import { type Option, optional } from '../options/options.ts';
import type { FaceIndex } from './face-index.ts';

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

/** More faces of a mesh than this in a square metre, seen from above, lie heaped on each other: no way gets longer by them. */
const MOST_A_CELL = 64;

/** The faces of meshes that make ways longer: in each square metre, by their first corners, those of a heap are not counted. */
export function spreadFaces(meshes: readonly Pick<FaceIndex, 'positions' | 'faces'>[]): number {
	const all = meshes.reduce((sum, { faces }) => sum + faces.length / 3, 0);
	if (all <= USUAL_FACES) return all;
	const cells = new Map<string, number>();
	let spread = 0;
	for (const { positions, faces } of meshes) {
		for (let corner = 0; corner < faces.length; corner += 3) {
			const at = faces[corner] * 3;
			const cell = `${Math.floor(positions[at])} ${Math.floor(positions[at + 1])}`;
			const count = cells.get(cell) ?? 0;
			if (count < MOST_A_CELL) spread++;
			cells.set(cell, count + 1);
		}
	}
	return spread;
}

/** Steps that one search in a level of so many faces may take; in whole millions, so that messages can be read. */
export function usualSteps(faces: number): number {
	return Math.round((USUAL_STEPS / 1e6) * Math.max(1, faces / USUAL_FACES) ** 1.5) * 1e6;
}

/** Counts the steps of one search: faces heaped on each other, or ground wound like a maze, could keep it busy without end. */
export class Effort {
	readonly #most: number;
	#spent = 0;

	/** @param faces of all rooms, as `spreadFaces` counts them @param most steps, if that was stated */
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
