import type { Action, FindingType } from './report.ts';

/** Kinds of findings without a finding of theirs, for lists and help: data stand in capitals where a finding has its own. */

/** The actions of a type, with the names of its data for values that only a finding has; one about any of several options is shown with one of them. */
export function actionsOf({ actions }: FindingType): readonly Action[] {
	return (actions as ((data: object) => readonly Action[]) | undefined)?.(namesOfData()) ?? [];
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
