import { CONVERT_OPTIONS, RUN_LIMIT_OPTIONS } from '../../pipeline/options.ts';
import type { Recipe } from '../../pipeline/recipe.ts';
import type { Registry } from '../../pipeline/registry.ts';
import { FILTER_OPTIONS } from '../../src/findings/filter.ts';
import { allowed, isAllowed, type Option, type Options, text, value } from '../../src/findings/options.ts';
import { UsageError } from '../../src/findings/report.ts';
import { didYouMean } from '../../src/text/names.ts';
import { isObject } from '../../src/text/quote.ts';
import { LEVEL_OPTIONS, OWN_OPTIONS } from './level-options.ts';

/** The keys of configs, declared like options, and what is wrong with values. The JSON Schema is made from the same declarations. */

const paths = (sentence: string) =>
	value<string | readonly string[] | undefined>(sentence, undefined, {
		placeholder: 'a path or a list of paths',
		allows: (each) => isText(each) || (Array.isArray(each) && each.length > 0 && each.every(isText)),
	});

const RECIPE = {
	recipe: value<Recipe | undefined>(
		'All stages in order, by name or as [name, options], instead of those that options stand for.',
		undefined,
		{
			placeholder: 'a list of stages, each a name or [name, { options }]',
			allows: (each) => Array.isArray(each) && each.every(isStep),
		},
	),
};

export const CONFIG_KEYS = {
	$schema: text('For editors.'),
	targets: value<object | undefined>('What to build, by name; built in this order.', undefined, {
		placeholder: 'an object',
		allows: isObject,
	}),
	plugin: value<readonly unknown[] | undefined>(
		'Modules that export own importers, exporters and stages under these names.',
		undefined,
		{
			placeholder: 'a list of modules',
			allows: (each) => Array.isArray(each) && each.every((module) => isText(module) || isObject(module)),
		},
	),
	cache: text('Folder of manifest and cache. Default: .wokflow.'),
	...RUN_LIMIT_OPTIONS,
	...FILTER_OPTIONS,
};

/** What targets can be called. */
export const TARGET_NAME: RegExp = /^[\w.-]{1,100}$/;

export type TargetKind = 'level' | 'levels' | 'convert';

/** The keys of each kind of target, the two first of which it must have. @param registry has the options of formats that plugins added */
export function targetKeys(registry?: Registry): Readonly<Record<TargetKind, Options>> {
	const options: Options = { ...LEVEL_OPTIONS, ...registry?.readOptions };
	const shared = Object.entries(options).filter(([name]) => !OWN_OPTIONS.some((own) => own === name));
	return {
		level: {
			level: text('A scene with a node for each room, or a layout (.lyt) with a file for each room.'),
			out: text('The folder to write into.'),
			...options,
			...RECIPE,
		},
		levels: {
			levels: paths(
				'Scenes and layouts: paths, and patterns such as "levels/*.glb". Each is a target named like its file.',
			),
			out: text('The folder with a folder for each level to write into.'),
			...Object.fromEntries(shared),
			...RECIPE,
		},
		convert: {
			input: paths('One input or several.'),
			output: text('The output; its extension says the format.'),
			...CONVERT_OPTIONS,
			...registry?.readOptions,
			...registry?.writeOptions,
			...RECIPE,
		},
	};
}

function isText(each: unknown): boolean {
	return typeof each === 'string' && each !== '';
}

function isStep(step: unknown): boolean {
	if (Array.isArray(step)) return step.length === 2 && isText(step[0]) && isObject(step[1]);
	return isText(step) || typeof (step as { run?: unknown } | null)?.run === 'function';
}

/** What is wrong with the keys of an object, in words. @param at the path of the object, which ends in a dot @param needed keys that it must have */
export function* faultsIn(values: object, options: Options, at: string, needed: readonly string[]): Generator<string> {
	for (const key of needed)
		if (!Object.hasOwn(values, key)) yield `${at}${key}: must be ${wanted(options[key])}, is missing`;
	const known = Object.keys(options);
	for (const [key, each] of Object.entries(values)) {
		if (!Object.hasOwn(options, key))
			yield `${at}${key}: unknown key.${didYouMean(key, known)} Known here: ${known.join(', ')}.`;
		else if (key === 'recipe' && Array.isArray(each)) {
			for (const [index, step] of each.entries())
				if (!isStep(step))
					yield `${at}recipe[${index}]: must be a stage's name or [name, { options }], is ${shown(step)}`;
		}
		// A text that is empty names nothing.
		else if (each !== undefined && (each === '' || !isAllowed(options[key], each)))
			yield `${at}${key}: must be ${wanted(options[key])}, is ${shown(each)}`;
	}
}

function wanted(option: Option): string {
	return option.type === 'pairs' ? 'an object of texts' : allowed(option);
}

/** A value of a file, cut to what fits into a line. */
export function shown(each: unknown): string {
	const text = JSON.stringify(each) ?? typeof each;
	return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** So many faults of a file are reported. To word each of tens of thousands takes seconds, and nobody reads them. */
const MOST_TOLD = 50;

/** @throws UsageError with a line for each fault of a file */
export function refuseFaults(file: string, faults: Iterable<string>): void {
	const told: string[] = [];
	for (const fault of faults) {
		if (told.push(`${file}: ${fault}`) <= MOST_TOLD) continue;
		told[MOST_TOLD] = `${file}: and more`;
		break;
	}
	if (told.length > 0) throw new UsageError(...told);
}
