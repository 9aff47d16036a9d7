import type { Action, FindingType } from './report.ts';

/** Kinds of findings without a finding of theirs, for lists and help: messages have data in capitals, actions values as findings have them. */

/** Values for what actions are made from, as some finding might have them: what is shown can be typed. */
const EXAMPLES: Readonly<Record<string, string | number | readonly number[]>> = {
	assumed: 'm',
	by: [0.05, 0, 0],
	count: 100_000,
	extension: '.wok',
	factor: 0.01,
	first: 'm01aa_01a',
	label: 'Stone',
	limit: 1000,
	material: 'Floor',
	nearest: 'Stone',
	object: 'Rug',
	objectLabel: 'Carpet',
	option: 'maxInstances',
	other: 'z',
	pattern: 'Floor*',
	rooms: 1200,
	snap: 0.03,
	triangles: 20_000_000,
	unit: 'cm',
};

/** The actions of a type with examples for values that only a finding has; one about any of several options is shown with one of them. */
export function actionsOf({ actions }: FindingType): readonly Action[] {
	const data = new Proxy({}, { get: (_, name) => EXAMPLES[String(name)] ?? String(name).toUpperCase() });
	return (actions as ((data: object) => readonly Action[]) | undefined)?.(data) ?? [];
}

/** What a finding of the type says; undefined where that cannot be said without data. */
export function messageOf({ message }: FindingType): string | undefined {
	try {
		const text = (message as (data: object) => string)(namesOfData());
		return /\bNaN\b|undefined|\[object/.test(text) ? undefined : text;
	} catch {
		// It computes with its data.
		return undefined;
	}
}

function namesOfData(): object {
	return new Proxy({}, { get: (_, name) => (name === 'option' ? 'maxInstances' : String(name).toUpperCase()) });
}
