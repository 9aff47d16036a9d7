import { defineFindings, type Location, type Report } from '../findings/report.ts';
import { number, type Option } from '../options/options.ts';

/**
 * How much an input may ask for. Readers check it by what an input declares, before they do the work: a file of some hundred bytes can
 * ask for a million triangles.
 */

/** A limit that is a count. */
/* @__NO_SIDE_EFFECTS__ */
export function countLimit(most: number, sentence: string): Option<number> {
	return number(most, sentence, { limits: { minimum: 1, integer: true } });
}

/** The option of every format that can be read. */
export const LIMIT_OPTIONS: { readonly maxTriangles: Option<number> } = {
	maxTriangles: countLimit(
		10_000_000,
		'Most triangles of an input, with all copies of meshes. A small glTF file may have 262144, or one for every 4 bytes, unless a number is stated.',
	),
};

export const INPUT_FINDINGS = defineFindings({
	TOO_MANY_TRIANGLES: {
		severity: 'fatal',
		meaning:
			'The input has more triangles than any room of the game by far. It may be the visual model instead of a walkmesh, or a file made to fill memory.',
		message: (d: { limit: number; triangles?: number }): string =>
			d.triangles === undefined
				? `The input has more triangles than the limit of ${d.limit}.`
				: `The input has ${d.triangles} triangles with all copies of its meshes; the limit is ${d.limit}.`,
		help: 'Rooms of the game have some hundred to some thousand. Simplify the model, leave parts of it out, or raise the limit.',
		actions: (d: { limit: number; triangles?: number }) => [
			d.triangles === undefined
				? { option: 'maxTriangles', placeholder: 'N' }
				: { option: 'maxTriangles', value: d.triangles },
		],
	},
});

/**
 * Refuses an input of too many triangles.
 * @param triangles what it declares, or what was read so far
 * @throws InputError for more than the limit
 */
export function checkTriangles(
	triangles: number,
	limit: number = LIMIT_OPTIONS.maxTriangles.default,
	report: Report,
	location: Location = {},
): void {
	if (triangles > limit) report.fail(INPUT_FINDINGS.TOO_MANY_TRIANGLES, location, { limit });
}
