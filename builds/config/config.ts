import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkConfig, type WokflowConfig } from '../../jobs/config/config.ts';
import { createRegistry } from '../../jobs/default-registry.ts';
import { openLayout } from '../../jobs/files/files.ts';
import { isStage, type Recipe, type RecipeStep } from '../../pipeline/recipe.ts';
import { checkEntries, ENTRY_KINDS, type Registry, type RegistryEntries } from '../../pipeline/registry.ts';
import { checkFilter, type FindingFilter, mergeFilters } from '../../src/findings/filter.ts';
import { reasonOf } from '../../src/findings/reason.ts';
import { InputError, naming, Report, UsageError } from '../../src/findings/report.ts';
import type { Layout } from '../../src/model/level.ts';
import { dataFault, isObject, jsonProblem } from '../../src/text/quote.ts';
import { CONFIG_NAMES, configIn } from '../cache/places.ts';
import { type ExpandedConfig, type ExpandedTargets, expandLevels } from './levels.ts';
import { importTypeScript } from './load-typescript.ts';

/** A checked config with its plugins. */
export interface LoadedConfig extends ExpandedTargets {
	/** Absolute path; undefined for a config that a script made. */
	readonly file?: string;
	/** Absolute path of the folder that paths are relative to. */
	readonly base: string;
	readonly entries: RegistryEntries;
	/** True when there are stages, importers or exporters of the user's own; their code then counts as an input. */
	readonly hasCode: boolean;
	/** Files of code, absolute: config, plugins, and what they import from disk. */
	readonly codeFiles: readonly string[];
	/** Hash of these files. */
	readonly codeHash: string | null;
}

/**
 * Finds the config in a folder or takes the one named.
 * @throws UsageError when there is none
 *
 * @example
 * const config = await loadConfig(findConfig());
 */
export function findConfig(named?: string, folder: string = '.'): string {
	if (named !== undefined) {
		if (existsSync(named)) return resolve(named);
		throw new UsageError(`There is no config ${named}.`);
	}
	const found = configIn(folder);
	if (found !== undefined) return resolve(folder, found);
	throw new UsageError(`There is no config here: ${CONFIG_NAMES.join(', ')}. \`wokflow init\` writes one.`);
}

/**
 * Loads and checks a config file and its plugins.
 * @throws UsageError when it cannot be loaded, or for each fault in it with the path of the key
 *
 * @example
 * const { config } = await loadConfig('wokflow.config.json');
 * console.log(Object.keys(config.targets));
 */
export async function loadConfig(path: string): Promise<LoadedConfig> {
	const file = resolve(path);
	const shown = relative(process.cwd(), file) || file;
	const base = dirname(file);
	const value = await loadValue(file, shown);
	return { ...(await withPlugins(value, base, shown, isProgram(file) ? [file] : [])), file };
}

/**
 * A config that a script made, its paths relative to a folder.
 * @throws UsageError as `loadConfig`
 *
 * @example
 * const config = await configFromValue({ targets: { quay: { level: 'quay.glb', out: 'built' } } }, '.');
 * await build(config);
 */
export async function configFromValue(value: unknown, base: string): Promise<LoadedConfig> {
	return withPlugins(await shallow(value, 'config'), resolve(base), 'config', []);
}

/** The config with further settings for findings, which override its own. @throws UsageError for unknown codes */
export async function withFilter(loaded: LoadedConfig, filter: FindingFilter): Promise<LoadedConfig> {
	if (filter.ignore === undefined && filter.severity === undefined) return loaded;
	const { findingTypes } = await import('../../jobs/catalogues.ts');
	checkFilter(filter, findingTypes(createRegistry().add(loaded.entries)));
	return {
		...loaded,
		config: { ...loaded.config, ...(mergeFilters(loaded.config, filter) as Partial<ExpandedConfig>) },
	};
}

/** Checks the names of targets: each becomes the name of a folder, and `__proto__` cannot be used as a key of an object. */
function checkNames({ targets }: ExpandedConfig, shown: string): void {
	const wrong = Object.keys(targets).find((name) => ['__proto__', '.', '..'].includes(name));
	if (wrong !== undefined) throw new UsageError(`${shown}: a target cannot have the name "${wrong}".`);
}

/** @throws UsageError for unknown codes of findings */
async function checkCodes(
	{ ignore, severity }: Pick<WokflowConfig, 'ignore' | 'severity'>,
	registry: Registry,
	shown: string,
): Promise<void> {
	if (ignore === undefined && severity === undefined) return;
	const { findingTypes } = await import('../../jobs/catalogues.ts');
	const types = findingTypes(registry);
	if (ignore !== undefined) naming(`${shown}: ignore`, () => checkFilter({ ignore }, types));
	if (severity !== undefined) naming(`${shown}: severity`, () => checkFilter({ severity }, types));
}

/** Loads the plugins of a config and then checks it: the formats of plugins add options that the config may use. */
async function withPlugins(value: unknown, base: string, shown: string, files: string[]): Promise<LoadedConfig> {
	const { plugin = [] } = (value ?? {}) as Partial<WokflowConfig>;
	const list = Array.isArray(plugin) ? plugin : [];
	const entries = await loadPlugins(list, base, `${shown}: plugin`, files);
	const registry = createRegistry().add(entries);
	const checked = checkConfig(value, shown, registry);
	await checkCodes(checked, registry, shown);
	const expanded = await expandLevels(checked, base, shown, registry);
	checkNames(expanded.config, shown);
	const config = await withRecipeLayouts(expanded.config, base, shown, registry, files);
	const hasSteps = Object.values(config.targets).some(({ recipe }) => recipe?.some(isStage));
	const { paths, hash } = await codeOf(files);
	return {
		...expanded,
		config,
		base,
		entries,
		hasCode: hasSteps || list.length > 0,
		codeFiles: paths,
		codeHash: hasSteps || list.length > 0 ? hash : null,
	};
}

/** The config with the layouts that its recipes name; their paths are relative to its folder. */
async function withRecipeLayouts(
	config: ExpandedConfig,
	base: string,
	shown: string,
	registry: Registry,
	files: string[],
): Promise<ExpandedConfig> {
	const targets: Record<string, ExpandedConfig['targets'][string]> = {};
	for (const [name, target] of Object.entries(config.targets)) {
		const where = `${shown}: targets.${name}.recipe`;
		targets[name] =
			target.recipe === undefined
				? target
				: { ...target, recipe: await withLayouts(target.recipe, base, where, registry, files) };
	}
	return { ...config, targets };
}

/**
 * Loads the registry entries of plugin modules. A module may also be a config, which stands for its plugins.
 * @param what name of the list in messages
 * @param files the paths of the modules are added to it
 * @param above the modules whose list of plugins this is, to find circles
 * @throws UsageError for a module that cannot be loaded or adds nothing
 */
export async function loadPlugins(
	plugins: readonly (string | RegistryEntries)[],
	base: string,
	what: string,
	files: string[] = [],
	above: readonly string[] = [],
): Promise<RegistryEntries> {
	const entries = Object.fromEntries(ENTRY_KINDS.map((kind): [string, unknown[]] => [kind, []]));
	const add = (kind: string, list: readonly unknown[]): void => void entries[kind].push(...list);
	for (const [index, plugin] of plugins.entries()) {
		const where = `${what}[${index}]`;
		let own = plugin as RegistryEntries & { readonly default?: Partial<WokflowConfig> };
		if (typeof plugin === 'string') {
			const at = resolve(base, plugin);
			if (above.includes(at)) throw new UsageError(`${where}: ${basename(at)} names itself as a plugin.`);
			files.push(at);
			own = isProgram(at)
				? ((await importModule(at, where)) as typeof own)
				: { default: (await loadValue(at, where)) as WokflowConfig };
			const nested = own.default?.plugin;
			if (Array.isArray(nested)) {
				const inner = await loadPlugins(nested, dirname(at), where, files, [...above, at]);
				for (const kind of ENTRY_KINDS) add(kind, inner[kind] ?? []);
				continue;
			}
		}
		if (ENTRY_KINDS.every((kind) => own[kind] === undefined)) {
			throw new UsageError(`${where}: it exports none of ${ENTRY_KINDS.join(', ')}.`);
		}
		for (const kind of ENTRY_KINDS) {
			const list = own[kind] ?? [];
			checkEntries(kind, list, `${where}: ${kind}`);
			add(kind, list);
		}
	}
	return entries as RegistryEntries;
}

function isProgram(file: string): boolean {
	return extname(file) !== '.json';
}

async function loadValue(file: string, shown: string): Promise<unknown> {
	if (!/\.(?:[cm]?[jt]s|json)$/.test(file))
		throw new UsageError(`${shown} is not a config. One is called like ${CONFIG_NAMES.join(', ')}.`);
	if (!isProgram(file)) {
		const text = await readFile(file, 'utf8').catch((error: Error) => {
			throw new UsageError(`${shown}: cannot be read: ${reasonOf(error)}`);
		});
		try {
			return await shallow(JSON.parse(text.replace(/^\uFEFF/, '')), shown);
		} catch (error) {
			if (error instanceof UsageError) throw error;
			throw new UsageError(`${shown}${lineOfJson(text, error as Error)}: ${jsonProblem(text, error as Error)}`);
		}
	}
	// Node waits for a pipe in a way that nothing ends.
	if (statSync(file, { throwIfNoEntry: false })?.isFile() === false) throw new UsageError(`${shown} is not a file.`);
	const module = (await importModule(file, shown)) as { default?: unknown };
	const value = await fromUser(shown, async () => module.default);
	if (value === undefined) throw new UsageError(`${shown}: it has no default export.`);
	return shallow(value, shown);
}

/** Checks that a value is plain data of limited depth, without circles and endless texts. @throws UsageError if not, also when a getter throws */
async function shallow(value: unknown, shown: string): Promise<unknown> {
	const fault = await fromUser(shown, async () => dataFault(value));
	if (fault !== undefined) throw new UsageError(`${shown}: ${fault}`);
	return value;
}

/** Runs code of the user. @throws UsageError with the message of whatever that code throws */
async function fromUser<T>(shown: string, run: () => Promise<T>): Promise<T> {
	try {
		return await run();
	} catch (error) {
		throw new UsageError(...`${shown}: ${thrown(error).message}`.split('\n'));
	}
}

/** A thrown value as an Error: code of the user may throw anything. */
function thrown(error: unknown): Error {
	if (error instanceof Error) return error;
	try {
		return new Error(`it threw ${String(error)}`);
	} catch {
		return new Error('it threw something that is no error');
	}
}

async function importModule(path: string, what: string): Promise<unknown> {
	const { hash } = await codeOf([path]);
	if (hash === null) throw new UsageError(`${what}: ${path} cannot be read.`);
	try {
		if (/\.[mc]?ts$/.test(path)) return await importTypeScript(path);
		// Node caches modules by URL. The hash makes a changed file a new module, which `watch` needs.
		return await import(`${pathToFileURL(path).href}?${hash.slice(0, 12)}`);
	} catch (error) {
		if (error instanceof UsageError) throw error;
		const own = thrown(error);
		// The message comes from the user's code and may have several lines.
		throw new UsageError(...`${what}${lineOfCode(path, own)}: ${own.message}`.split('\n'));
	}
}

/** Line and column, such as `:3:7`, from the position in a parser's message, or of the end for a text that is cut off. */
function lineOfJson(text: string, { message }: Error): string {
	const position = /at position (\d+)/.exec(message)?.[1] ?? (/end of JSON/.test(message) ? text.length : undefined);
	if (position === undefined) return '';
	const before = text.slice(0, Number(position)).split('\n');
	return `:${before.length}:${before[before.length - 1].length + 1}`;
}

/** Line, such as `:3`, of an error in the module itself. For a syntax error, only `node --check` gives the line. */
function lineOfCode(path: string, error: Error): string {
	const told =
		error instanceof SyntaxError
			? (spawnSync(process.execPath, ['--check', path], { encoding: 'utf8' }).output[2] ?? '')
			: (error.stack ?? '');
	const name = basename(path);
	const at = told.split('\n').find((line) => line.includes(name)) ?? '';
	const line = /^[^:]*(?::\d+)?/.exec(at.slice(at.lastIndexOf(name) + name.length))?.[0] ?? '';
	return /:\d+$/.exec(line)?.[0] ?? '';
}

/**
 * Loads a recipe from a file: a list of steps, or a module with one as default export and entries of its own beside it.
 * @param files the paths of the layouts that its steps name are added to it
 * @throws UsageError when it cannot be loaded or is not a list of steps
 */
export async function loadRecipeFile(
	path: string,
	files: string[] = [],
): Promise<{ steps: Recipe; entries: RegistryEntries }> {
	const file = resolve(path);
	const module = isProgram(file) ? await importModule(file, path) : { default: await loadValue(file, path) };
	const {
		default: steps,
		importers = [],
		exporters = [],
		stages = [],
	} = module as RegistryEntries & { default?: unknown };
	if (!Array.isArray(steps)) throw new UsageError(`${path}: a recipe is a list of steps.`);
	for (const [index, step] of steps.entries()) {
		const isStep =
			typeof step === 'string' ||
			(Array.isArray(step) &&
				typeof step[0] === 'string' &&
				(step.length === 1 || (step.length === 2 && isObject(step[1])))) ||
			typeof (step as { run?: unknown } | null)?.run === 'function';
		if (!isStep) throw new UsageError(`${path}: [${index}]: a step is a stage's name or [name, { options }].`);
	}
	const entries = { importers, exporters, stages };
	const whole = steps.map((step) => (Array.isArray(step) && step.length === 1 ? step[0] : step)) as RecipeStep[];
	return { steps: await withLayouts(whole, dirname(file), path, createRegistry().add(entries), files), entries };
}

/** The files of some modules and of what they import from disk, and a hash of them all. */
interface Code {
	/** Absolute paths, sorted. */
	readonly paths: readonly string[];
	/** Null when there is none, or one that was named cannot be read. */
	readonly hash: string | null;
}

/** Finds `import … from './x.mjs'`, `export … from '../pipeline/y.ts'`, `import('./z.js')`. A false match only causes an unneeded rebuild. */
const RELATIVE_IMPORT = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*["'](\.{1,2}\/[^"']+)["']/g;

/** What may follow the path of an import to make the file that it means. */
const SUFFIXES = ['', '.mjs', '.js', '.ts', '.mts', '/index.mjs', '/index.js', '/index.ts'];

/** Collects the files of modules by following relative imports. Packages are not followed: they only change with the lockfile. */
async function codeOf(entries: readonly string[]): Promise<Code> {
	const texts = new Map<string, string>();
	const pending = [...entries];
	for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
		if (texts.has(path)) continue;
		const text = await readFile(path, 'utf8').catch(() => undefined);
		if (text === undefined) {
			if (entries.includes(path)) return { paths: [...entries], hash: null };
			continue;
		}
		texts.set(path, text);
		for (const [, name] of text.matchAll(RELATIVE_IMPORT)) {
			const at = resolve(dirname(path), name);
			const found = SUFFIXES.map((suffix) => at + suffix).find(
				(candidate) => /\.\w+$/.test(candidate) && existsSync(candidate),
			);
			if (found !== undefined) pending.push(found);
		}
	}
	if (texts.size === 0) return { paths: [], hash: null };
	const paths = [...texts.keys()].sort();
	const hash = createHash('sha256');
	// Paths are not hashed, so that the same config in another folder has the same hash.
	for (const path of paths) hash.update(`${texts.get(path)}\0`);
	return { paths, hash: hash.digest('hex') };
}

/**
 * Replaces paths of layouts in the options of a recipe's steps by the layouts themselves, so that a changed layout is a changed recipe.
 *
 * @param base folder that paths are relative to @param where name of the recipe in messages @param files the paths of the layouts are added to it
 * @throws UsageError for a layout that cannot be read
 */
async function withLayouts(
	recipe: Recipe,
	base: string,
	where: string,
	registry: Registry,
	files: string[] = [],
): Promise<Recipe> {
	return Promise.all(
		recipe.map(async (step, index): Promise<RecipeStep> => {
			if (typeof step === 'string' || isStage(step) || step[1] === undefined) return step;
			const [name, options] = step;
			const declared = registry.stages.find(({ stageName }) => stageName === name)?.options ?? {};
			const given = Object.entries(options).map(async ([key, value]): Promise<[string, unknown]> => {
				if (typeof value !== 'string' || declared[key]?.holds !== 'layout') return [key, value];
				const path = resolve(base, value);
				files.push(path);
				return [key, await layoutAt(path, `${where}[${index}].${key}`, registry)];
			});
			return [name, Object.fromEntries(await Promise.all(given))];
		}),
	);
}

async function layoutAt(path: string, where: string, registry: Registry): Promise<Layout> {
	try {
		return await openLayout(path, registry, new Report());
	} catch (error) {
		if (error instanceof InputError) throw new UsageError(`${where}: ${path}: ${error.finding.message}`);
		throw error;
	}
}
