import type { CONVERT_OPTIONS } from '../../pipeline/options.ts';
import type { Recipe } from '../../pipeline/recipe.ts';
import type { Registry, RegistryEntries } from '../../pipeline/registry.ts';
import type { SeverityWord } from '../../src/findings/filter.ts';
import type { GivenOf, Options } from '../../src/findings/options.ts';
import { isObject } from '../../src/text/quote.ts';
import { CONFIG_KEYS, faultsIn, refuseFaults, shown, TARGET_NAME, type TargetKind, targetKeys } from './config-keys.ts';
import type { LEVEL_OPTIONS, OWN_OPTIONS } from './level-options.ts';

/** The content of `wokflow.config.mjs`, `.js`, `.ts` or `.json`. Paths are relative to the folder of the config. */
export interface WokflowConfig {
	/** For editors: `./node_modules/wokflow/schema/wokflow.schema.json`. */
	readonly $schema?: string;
	/** What to build, by name; built in this order. */
	readonly targets: Readonly<Record<string, LevelTarget | LevelsTarget | ConvertTarget>>;
	/**
	 * Formats and stages of your own: paths of modules that export `importers`, `exporters`, `stages` and so on; in a config that is a program
	 * also the entries themselves.
	 */
	readonly plugin?: readonly (string | RegistryEntries)[];
	/** Folder of manifest and cache. Default: `.wokflow`. */
	readonly cache?: string;
	/** Seconds after which a build is aborted. */
	readonly timeout?: number;
	/** Megabytes that a build may take. */
	readonly maxMemory?: number;
	/** Codes of findings to leave out. */
	readonly ignore?: readonly string[];
	/** Other severities of findings, by code. */
	readonly severity?: Readonly<Record<string, SeverityWord>>;
}

interface WithRecipe {
	/** All stages in order. Replaces the stages that the other options would choose. */
	readonly recipe?: Recipe;
}

/** Builds a level into a folder, from a scene with a node for each room or from a layout with a file for each room. */
export interface LevelTarget extends GivenOf<typeof LEVEL_OPTIONS>, WithRecipe {
	/** The scene or the layout (`.lyt`). */
	readonly level: string;
	/** The folder to write into. */
	readonly out: string;
}

/** Builds many levels with the same options. Each is a target of its own, called like its file, and writes into a folder of that name. */
export interface LevelsTarget extends Omit<LevelTarget, 'level' | (typeof OWN_OPTIONS)[number]> {
	/** Scenes and layouts: paths, and patterns such as `levels/*.glb`; `!` before a pattern leaves out what matches it. */
	readonly levels: string | readonly string[];
}

/** Converts one or several inputs to one output, like `wokflow convert`. */
export interface ConvertTarget extends GivenOf<typeof CONVERT_OPTIONS>, WithRecipe {
	readonly input: string | readonly string[];
	/** The path to write. Its extension selects the format; `.dwk` without a number makes the three files of a door. */
	readonly output: string;
}

/**
 * Gives a config its type; it returns what it is given.
 *
 * @example
 * export default defineConfig({ targets: { quay: { level: 'quay.glb', out: 'built' } } });
 */
export function defineConfig(config: WokflowConfig): WokflowConfig {
	return config;
}

export function isLevelTarget(target: LevelTarget | ConvertTarget): target is LevelTarget {
	return 'level' in target;
}

/**
 * Checks a loaded config.
 * @param file names the config in messages
 * @param registry has the options of formats that were added
 * @throws UsageError with a line for each fault: the path of the key, what is wrong, and what is allowed there
 */
export function checkConfig(value: unknown, file: string, registry?: Registry): WokflowConfig {
	refuseFaults(file, faultsOf(value, targetKeys(registry)));
	return value as WokflowConfig;
}

function* faultsOf(config: unknown, keys: Readonly<Record<TargetKind, Options>>): Generator<string> {
	if (!isObject(config)) {
		yield `must be an object, is ${shown(config)}`;
		return;
	}
	yield* faultsIn(config, CONFIG_KEYS, '', ['targets']);
	const { targets } = config;
	for (const [name, target] of isObject(targets) ? Object.entries(targets) : []) {
		const kind = kindOf(target);
		if (!TARGET_NAME.test(name))
			yield `targets.${name}: names of targets have letters, digits, "_", "-" and "." only, and at most 100 of them.`;
		else if (kind === undefined)
			yield `targets.${name}: a target must have "level" or "levels" and "out", or "input" and "output"`;
		else yield* faultsIn(target as object, keys[kind], `targets.${name}.`, Object.keys(keys[kind]).slice(0, 2));
	}
}

function kindOf(target: unknown): TargetKind | undefined {
	if (!isObject(target)) return undefined;
	if ('levels' in target) return 'levels';
	if ('level' in target || ('out' in target && !('input' in target))) return 'level';
	return 'input' in target || 'output' in target ? 'convert' : undefined;
}
