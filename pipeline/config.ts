import type { core } from 'zod';
import { UsageError } from '../src/findings/report.ts';
import type { ReadOptions, WriteOptions } from '../src/formats/contracts.ts';
import type { LevelFilesOptions } from './level-files.ts';
import type { ConvertRecipeOptions, LevelRecipeOptions, RecipeStep } from './recipe.ts';
import type { RegistryEntries } from './registry.ts';
import type { Stage } from './stage.ts';

/** What `wokflow.config.mjs`, `.js`, `.ts` or `.json` holds. Paths are relative to the folder that the config lies in. */
export interface WokflowConfig {
	/** For editors: `./node_modules/wokflow/schema/wokflow.schema.json`. */
	readonly $schema?: string;
	/** What to build, by name; built in this order. */
	readonly targets: Readonly<Record<string, LevelTarget | ConvertTarget>>;
	/**
	 * Own importers, exporters and stages: modules that export them under the names `importers`, `exporters`, `stages`; in configs that
	 * are programs also the entries themselves.
	 */
	readonly plugins?: readonly (string | RegistryEntries)[];
	/** Folder of manifest and cache. Default: `.wokflow`. */
	readonly cache?: string;
}

/** A stage by name, by name with options, or, in configs that are programs, a stage itself. */
// biome-ignore lint/suspicious/noExplicitAny: stages of every subject go on one list.
export type ConfigStep = RecipeStep | Stage<any>;

/** What levels and conversions have in common. */
export interface CommonTarget {
	/** How the input is read. */
	readonly read?: ReadOptions & { readonly format?: string };
	/** Surfaces of materials whose names mean none, by pattern: `{ "Floor*": "Stone" }`. */
	readonly surfaces?: Readonly<Record<string, string | number>>;
	/** Surface table: `k1`, `k2`, or a `surfacemat.2da` file. */
	readonly surfacemat?: string;
	/** What scenes go through: the options of `wokflow convert`, lengths in metres. */
	readonly mesh?: ConvertRecipeOptions;
	/** All stages in order, instead of those that `mesh` and `link` stand for. */
	readonly recipe?: readonly ConfigStep[];
	/** Split of the tree: cheap to walk, or as the game does. */
	readonly tree?: 'sah' | 'median';
}

/** A level: a scene with a node for each room, or a layout with a file for each room, to a folder. */
export interface LevelTarget extends CommonTarget {
	/** The scene or the layout (`.lyt`). */
	readonly level: string;
	/** The folder to write into. */
	readonly out: string;
	/** Name of the level. Default: that of the input. */
	readonly name?: string;
	readonly rooms?: {
		/** For scenes: what makes a node a room. */
		readonly by?: 'auto' | 'pattern' | 'extras' | 'top-level';
		/** For scenes: nodes that are rooms, by name. */
		readonly pattern?: string;
		/** For layouts: where the rooms' files lie. Default: beside the layout. */
		readonly folder?: string;
		/** For layouts: the space of the vertices in room files. */
		readonly space?: 'auto' | 'room' | 'area';
	};
	readonly link?: LevelRecipeOptions;
	/** What is written besides the walkmeshes; everything by default. */
	readonly outputs?: Omit<LevelFilesOptions, 'write'>;
}

/** A conversion of one or several inputs to one output, as `wokflow convert` does it. */
export interface ConvertTarget extends CommonTarget {
	readonly input: string | readonly string[];
	/** Its ending says the format; `.dwk` without a number makes the three files of a door. */
	readonly output: string;
	readonly write?: Omit<WriteOptions, 'split' | 'roomNames'> & { readonly format?: string };
	/** Layout that the room belongs to: places it, and names the rooms of markers. */
	readonly lyt?: string;
	/** Which room of the layout it is. Default: by the name of the output, then of the input. */
	readonly room?: string;
}

/** Gives a config its type; it returns what it is given. */
export function defineConfig(config: WokflowConfig): WokflowConfig {
	return config;
}

export function isLevelTarget(target: LevelTarget | ConvertTarget): target is LevelTarget {
	return 'level' in target;
}

/**
 * Checks a loaded config.
 * @param file names the config in messages
 * @throws UsageError with a line for each fault: the path of the key, what is wrong, and what is allowed there
 */
export async function checkConfig(value: unknown, file: string): Promise<WokflowConfig> {
	const { CONFIG_SCHEMA, TARGET_SCHEMAS, configJsonSchema } = await import('./config-schema.ts');
	const schema = configJsonSchema() as JsonSchema;
	const problems: string[] = [];
	const { error } = CONFIG_SCHEMA.safeParse(value);
	for (const issue of error?.issues ?? []) {
		const target = targetOf(value, issue);
		if (target === undefined) {
			problems.push(...explain(issue, value, issue.path, schema));
			continue;
		}
		const at = issue.path.slice(0, 2);
		const kind = kindOf(target);
		if (kind === undefined) {
			problems.push(`${pathOf(at)}: a target has "level" and "out", or "input" and "output".`);
			continue;
		}
		for (const inner of TARGET_SCHEMAS[kind].safeParse(target).error?.issues ?? []) {
			problems.push(...explain(inner, value, [...at, ...inner.path], schema));
		}
	}
	if (problems.length > 0) throw new UsageError(...problems.map((problem) => `${file}: ${problem}`));
	return value as WokflowConfig;
}

/** The target that an issue of the union is about. */
function targetOf(config: unknown, { code, path }: core.$ZodIssue): unknown {
	if (code !== 'invalid_union' || path[0] !== 'targets' || path.length !== 2) return undefined;
	return (config as { targets: Record<PropertyKey, unknown> }).targets[path[1]];
}

function kindOf(target: unknown): 'level' | 'convert' | undefined {
	if (typeof target !== 'object' || target === null) return undefined;
	if ('level' in target || ('out' in target && !('input' in target))) return 'level';
	return 'input' in target || 'output' in target ? 'convert' : undefined;
}

function explain(issue: core.$ZodIssue, root: unknown, path: readonly PropertyKey[], schema: JsonSchema): string[] {
	const at = pathOf(path);
	const given = (): string => shown(root, path);
	switch (issue.code) {
		case 'unrecognized_keys': {
			const known = Object.keys(schemaAt(schema, root, path).properties ?? {}).join(', ');
			return issue.keys.map((key) => `${pathOf([...path, key])}: there is no such key. Known here: ${known}.`);
		}
		case 'invalid_value':
			return [`${at}: ${given()} is not one of ${issue.values.map((each) => JSON.stringify(each)).join(', ')}.`];
		case 'invalid_type':
			return [`${at}: ${given()} is no ${issue.expected === 'record' ? 'object' : issue.expected}.`];
		case 'too_small':
			return [`${at}: ${given()} is too ${issue.origin === 'number' ? 'small' : 'short'}; ${least(issue)}.`];
		case 'too_big':
			return [`${at}: ${given()} is too large; at most ${issue.maximum}.`];
		case 'invalid_key':
			return [`${at}: names of targets have letters, digits, "_", "-" and "." only.`];
		case 'invalid_union':
			return [`${at}: ${given()} does not fit; allowed: ${allowed(schemaAt(schema, root, path))}.`];
		default:
			return [`${at}: ${issue.message}`];
	}
}

function least({ minimum, inclusive, origin }: core.$ZodIssueTooSmall): string {
	if (origin !== 'number') return `at least ${minimum}`;
	return inclusive === false ? `above ${minimum}` : `at least ${minimum}`;
}

/** As much of JSON Schema as is needed to say what is allowed at a place. */
interface JsonSchema {
	readonly type?: string;
	readonly enum?: readonly unknown[];
	readonly const?: unknown;
	readonly properties?: Readonly<Record<string, JsonSchema>>;
	readonly additionalProperties?: JsonSchema | boolean;
	readonly items?: JsonSchema | boolean;
	readonly prefixItems?: readonly JsonSchema[];
	readonly anyOf?: readonly JsonSchema[];
}

/** The schema of the value at a path. Of the two kinds of targets it is the one that the value wants to be. */
function schemaAt(schema: JsonSchema, root: unknown, path: readonly PropertyKey[]): JsonSchema {
	let at = schema;
	let value = root;
	for (const key of path) {
		value = (value as Record<PropertyKey, unknown> | undefined)?.[key];
		const below =
			typeof key === 'number' ? at.items : (at.properties?.[String(key)] ?? (at.additionalProperties as JsonSchema));
		at = typeof below === 'object' ? below : {};
		if (at.anyOf?.every(({ properties }) => properties !== undefined))
			at = at.anyOf[kindOf(value) === 'convert' ? 1 : 0];
	}
	return at;
}

/** `a string, an array of strings` */
function allowed(schema: JsonSchema): string {
	if (schema.anyOf !== undefined) return schema.anyOf.map(allowed).join(', or ');
	if (schema.const !== undefined) return JSON.stringify(schema.const);
	if (schema.enum !== undefined) return schema.enum.map((each) => JSON.stringify(each)).join(', ');
	if (schema.prefixItems !== undefined) return '[name, { options }]';
	if (schema.type === 'array')
		return `an array of ${typeof schema.items === 'object' ? allowed(schema.items) : 'values'}`;
	return schema.type === undefined ? 'something else' : `${/^[aio]/.test(schema.type) ? 'an' : 'a'} ${schema.type}`;
}

/** `targets.quay.recipe[3]` */
function pathOf(path: readonly PropertyKey[]): string {
	const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
	return text === '' ? 'the config' : text.replace(/^\./, '');
}

function shown(root: unknown, path: readonly PropertyKey[]): string {
	let value = root;
	for (const key of path) value = (value as Record<PropertyKey, unknown> | undefined)?.[key];
	if (value === undefined) return 'nothing';
	const text = JSON.stringify(value) ?? typeof value;
	return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
