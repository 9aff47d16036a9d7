import { type Option, value } from '../src/findings/options.ts';
import { isObject } from '../src/text/quote.ts';

/**
 * Options that only code can give. Each is an object that has what is asked of it, wherever it was made. Apart from the others, which whoever only reads
 * walkmeshes does not need.
 */

/* @__NO_SIDE_EFFECTS__ */
function having(what: string, ...names: readonly string[]): Option<unknown> {
	const allows = (each: unknown): boolean => isObject(each) && names.every((name) => name in each);
	return value<unknown>(`Is ${what}.`, undefined, { placeholder: what, allows });
}

/** What only code can give a conversion. */
export const CODE_OPTIONS = {
	recipe: value<unknown>('All stages.', undefined, { placeholder: 'a list of stages', allows: Array.isArray }),
	surfaces: having('a surface table, such as K1 or what readSurfaceTable returns', 'surfaces'),
	layout: having('a layout, such as readLyt returns', 'rooms'),
	report: having('a Report', 'add', 'within'),
	signal: having('an AbortSignal', 'throwIfAborted'),
};

export const REGISTRY_OPTION = having('a registry, such as createRegistry() returns', 'importers', 'add');

export const FUNCTION_OPTION: Option<unknown> = value<unknown>('Called.', undefined, {
	placeholder: 'a function',
	allows: (each) => typeof each === 'function',
});
