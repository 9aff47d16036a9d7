import { PLACEHOLDER_ROOM } from './layout.ts';

/** Resource names of the engine have 16 bytes, without a terminator. */
export const LONGEST_NAME = 16;

/** What can be wrong with the name of a model or room. */
export type NameProblem = 'empty' | 'length' | 'characters';

/**
 * What is wrong with a name: the engine takes up to 16 letters, digits and `_`. The placeholder `****` is no name but allowed
 * wherever a room is named. Nothing is wrong when the list is empty.
 */
export function checkModelName(name: string): readonly NameProblem[] {
	if (name === PLACEHOLDER_ROOM) return [];
	if (name === '') return ['empty'];
	const problems: NameProblem[] = [];
	if (name.length > LONGEST_NAME) problems.push('length');
	if (/[^A-Za-z0-9_]/.test(name)) problems.push('characters');
	return problems;
}

/** A name that stands more than once in a list. */
export interface DuplicateName {
	/** As it is written the first time. */
	readonly name: string;
	/** Where it stands, in order; two or more. */
	readonly indices: readonly number[];
}

/** Names that occur more than once, letter case aside, in the order of their first occurrence. Placeholders may repeat. */
export function findDuplicateNames(names: readonly string[]): readonly DuplicateName[] {
	const places = new Map<string, number[]>();
	for (const [index, name] of names.entries()) {
		if (name === PLACEHOLDER_ROOM) continue;
		const key = name.toLowerCase();
		const indices = places.get(key);
		if (indices === undefined) places.set(key, [index]);
		else indices.push(index);
	}
	return [...places.values()]
		.filter((indices) => indices.length > 1)
		.map((indices) => ({ name: names[indices[0]], indices }));
}
