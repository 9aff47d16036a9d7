import { UsageError } from '../src/findings/report.ts';
import { isObject } from '../src/text/quote.ts';
import type { Subject } from './stages/stage.ts';

/**
 * Checks of formats and stages from plugins. An entry without its function would be skipped silently or would fail in the middle of a run, so
 * entries are checked when they are registered.
 */

const SUBJECTS: readonly Subject[] = ['scene', 'walkmesh', 'level'];
const HOLDS: readonly string[] = ['walkmesh', 'model', 'any'];

/** Checks an entry. @returns what is wrong, worded to follow the path of the entry in a message; undefined when nothing is */
type Check = (entry: Record<string, unknown>) => string | undefined;

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isFunction = (value: unknown): boolean => typeof value === 'function';

function named(entry: Record<string, unknown>, key: string): string | undefined {
	return isText(entry[key]) ? undefined : `"${key}" must be a name`;
}

function format(does: 'read' | 'write'): Check {
	return (entry) => {
		const { extensions, options = {} } = entry;
		const problem = named(entry, 'name');
		if (problem !== undefined) return problem;
		if (
			!Array.isArray(extensions) ||
			extensions.length === 0 ||
			!extensions.every((each) => /^\.\S+$/.test(String(each)))
		)
			return '"extensions" must be a list of file extensions, each with its dot';
		if (!isFunction(entry[does])) return `"${does}" must be a function`;
		return isObject(options) ? undefined : '"options" must be an object of option declarations';
	};
}

const exporter: Check = (entry) =>
	format('write')(entry) ??
	(HOLDS.includes(String(entry['holds'])) ? undefined : `"holds" must be one of ${HOLDS.join(', ')}`);

const factory: Check = (entry) => {
	if (!isFunction(entry)) return 'must be a function that makes the stage, as defineStage gives it';
	const problem = named(entry, 'stageName') ?? subject(entry);
	return problem ?? (isObject(entry['options']) ? undefined : '"options" must be an object of option declarations');
};

const stage: Check = (entry) => {
	if (isFunction(entry) && !isFunction(entry['run'])) {
		return 'stageName' in entry
			? 'must be a stage: call the function that makes it'
			: 'must be a stage, not a function such as a transform of @gltf-transform/functions. Stages of the same names are in wokflow/stages';
	}
	return named(entry, 'name') ?? subject(entry) ?? (isFunction(entry['run']) ? undefined : '"run" must be a function');
};

function subject(entry: Record<string, unknown>): string | undefined {
	return SUBJECTS.includes(entry['subject'] as Subject) ? undefined : `"subject" must be one of ${SUBJECTS.join(', ')}`;
}

const CHECKS: Readonly<Record<string, Check>> = {
	importers: format('read'),
	exporters: exporter,
	stages: factory,
	layouts: format('read'),
	visibilities: format('read'),
	tables: format('read'),
};

/**
 * Checks the entries of one kind that are added to the registry.
 * @param where name of the list in messages
 * @throws UsageError for an entry that lacks something
 */
export function checkEntries(kind: string, list: readonly unknown[], where: string): void {
	if (!Array.isArray(list)) throw new UsageError(`${where}: must be a list.`);
	for (const [index, entry] of list.entries()) check(CHECKS[kind], entry, `${where}[${index}]`);
}

/** Checks a stage object in a recipe. @throws UsageError for one that lacks something */
export function checkStage(value: unknown, where: string): void {
	check(stage, value, where);
}

function check(of: Check | undefined, entry: unknown, where: string): void {
	const isAny = (typeof entry === 'object' && entry !== null) || typeof entry === 'function';
	const problem = isAny ? of?.(entry as Record<string, unknown>) : 'must be an object';
	if (problem === undefined) return;
	throw new UsageError(`${where}: ${problem.startsWith('"') ? 'its ' : ''}${problem}.`);
}
