import type { core } from 'zod';
import type { CONVERT_OPTIONS } from '../../pipeline/options.ts';
import type { Recipe } from '../../pipeline/recipe.ts';
import type { Registry, RegistryEntries } from '../../pipeline/registry.ts';
import type { SeverityWord } from '../../src/findings/filter.ts';
import type { GivenOf } from '../../src/findings/options.ts';
import { UsageError } from '../../src/findings/report.ts';
import { didYouMean } from '../../src/text/names.ts';
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

/** So many faults of a config or plan are reported. To word each of tens of thousands takes seconds, and nobody reads them. */
export const MOST_TOLD = 50;

/**
 * Checks a loaded config.
 * @param file names the config in messages
 * @param registry has the options of formats that were added
 * @throws UsageError with a line for each fault: the path of the key, what is wrong, and what is allowed there
 */
export async function checkConfig(value: unknown, file: string, registry?: Registry): Promise<WokflowConfig> {
	const { configSchemas } = await import('./config-schema.ts');
	const { config, targets, json } = configSchemas(registry);
	const { error } = config.safeParse(value);
	if (error === undefined) return value as WokflowConfig;
	// Only needed to word what is wrong, and takes longer than the check itself.
	const schema = json() as JsonSchema;
	const problems: string[] = [];
	for (const issue of error.issues) {
		if (problems.length > MOST_TOLD) break;
		const target = targetOf(value, issue);
		if (target === undefined) {
			problems.push(...explain(issue, value, issue.path, schema));
			continue;
		}
		const at = issue.path.slice(0, 2);
		const kind = kindOf(target);
		if (kind === undefined) {
			problems.push(`${pathOf(at)}: a target must have "level" or "levels" and "out", or "input" and "output"`);
			continue;
		}
		for (const inner of targets[kind].safeParse(target).error?.issues ?? []) {
			problems.push(...explain(inner, value, [...at, ...inner.path], schema));
		}
	}
	throw faultsOf(file, problems);
}

/** What says the faults of a file, each in a line. */
export function faultsOf(file: string, problems: readonly string[]): UsageError {
	const told = problems.length > MOST_TOLD ? [...problems.slice(0, MOST_TOLD), 'and more'] : problems;
	return new UsageError(...told.map((problem) => `${file}: ${problem}`));
}

/** The target that an issue of the union of targets is about. */
function targetOf(config: unknown, { code, path }: core.$ZodIssue): unknown {
	if (code !== 'invalid_union' || path[0] !== 'targets' || path.length !== 2) return undefined;
	return (config as { targets: Record<PropertyKey, unknown> }).targets[path[1]];
}

function kindOf(target: unknown): 'level' | 'levels' | 'convert' | undefined {
	if (typeof target !== 'object' || target === null) return undefined;
	if ('levels' in target) return 'levels';
	if ('level' in target || ('out' in target && !('input' in target))) return 'level';
	return 'input' in target || 'output' in target ? 'convert' : undefined;
}

/** Words the issues of a value that a schema refuses; each line begins with the path of the key. */
export function explain(
	issue: core.$ZodIssue,
	root: unknown,
	path: readonly PropertyKey[],
	schema: JsonSchema,
): string[] {
	const at = path.length === 0 ? '' : `${pathOf(path)}: `;
	const given = (): string => shown(root, path);
	switch (issue.code) {
		case 'unrecognized_keys': {
			const known = Object.keys(schemaAt(schema, root, path).properties ?? {});
			return issue.keys
				.slice(0, MOST_TOLD + 1)
				.map(
					(key) => `${pathOf([...path, key])}: unknown key.${didYouMean(key, known)} Known here: ${known.join(', ')}.`,
				);
		}
		case 'invalid_value':
			return [`${at}must be one of ${issue.values.map((each) => JSON.stringify(each)).join(', ')}, ${given()}`];
		case 'invalid_type':
			return [`${at}must be ${article(issue.expected === 'record' ? 'object' : issue.expected)}, ${given()}`];
		case 'too_small':
			return [`${at}must be ${least(issue)}, ${given()}`];
		case 'too_big':
			return [`${at}must be at most ${issue.maximum}, ${given()}`];
		case 'invalid_key':
			return issue.issues.map(({ message }) => `${at}${message}`);
		case 'invalid_union':
			return [`${at}must be ${allowed(schemaAt(schema, root, path))}, ${given()}`];
		case 'invalid_format':
			return [`${at}${issue.message}, ${given()}`];
		default:
			return [`${at}${issue.message}`];
	}
}

function least({ minimum, inclusive, origin }: core.$ZodIssueTooSmall): string {
	if (origin === 'string')
		return Number(minimum) === 1 ? 'a text that is not empty' : `a text of at least ${minimum} characters`;
	if (origin !== 'number') return `a list of at least ${minimum}`;
	return inclusive === false ? `above ${minimum}` : `at least ${minimum}`;
}

/** The part of JSON Schema that is needed to say which values a key allows. */
export interface JsonSchema {
	readonly type?: string;
	readonly enum?: readonly unknown[];
	readonly const?: unknown;
	readonly properties?: Readonly<Record<string, JsonSchema>>;
	readonly additionalProperties?: JsonSchema | boolean;
	readonly items?: JsonSchema | boolean;
	readonly prefixItems?: readonly JsonSchema[];
	readonly anyOf?: readonly JsonSchema[];
}

/** The kinds of targets, in the order of the schema. */
const KINDS = ['level', 'levels', 'convert'] as const;

/** The schema of the value at a path. Of the kinds of targets, the keys of the value decide which is meant. */
function schemaAt(schema: JsonSchema, root: unknown, path: readonly PropertyKey[]): JsonSchema {
	let at = schema;
	let value = root;
	for (const key of path) {
		value = (value as Record<PropertyKey, unknown> | undefined)?.[key];
		const below =
			typeof key === 'number' ? at.items : (at.properties?.[String(key)] ?? (at.additionalProperties as JsonSchema));
		at = typeof below === 'object' ? below : {};
		if (at.anyOf?.every(({ properties }) => properties !== undefined))
			at = at.anyOf[KINDS.indexOf(kindOf(value) ?? 'level')];
	}
	return at;
}

/** The allowed values in words: `a string, an array of strings`. */
function allowed(schema: JsonSchema): string {
	if (schema.anyOf !== undefined) return schema.anyOf.map(allowed).join(', or ');
	if (schema.const !== undefined) return JSON.stringify(schema.const);
	if (schema.enum !== undefined) return schema.enum.map((each) => JSON.stringify(each)).join(', ');
	if (schema.prefixItems !== undefined) return '[name, { options }]';
	if (schema.type === 'array')
		return `an array of ${typeof schema.items === 'object' ? allowed(schema.items) : 'values'}`;
	return schema.type === undefined ? 'something else' : article(schema.type);
}

/** A type with its article: `a string`, `an object`. */
function article(type: string): string {
	return `${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`;
}

/** A path as users write it: `targets.quay.recipe[3]`. */
function pathOf(path: readonly PropertyKey[]): string {
	return path
		.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
		.join('')
		.replace(/^\./, '');
}

function shown(root: unknown, path: readonly PropertyKey[]): string {
	let value = root;
	for (const key of path) value = (value as Record<PropertyKey, unknown> | undefined)?.[key];
	if (value === undefined) return 'is missing';
	const text = JSON.stringify(value) ?? typeof value;
	return `is ${text.length > 60 ? `${text.slice(0, 57)}…` : text}`;
}
