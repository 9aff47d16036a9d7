import { readFileSync } from 'node:fs';
import { basename, dirname, join, posix, resolve } from 'node:path';
import { type ConvertTarget, isLevelTarget, type LevelTarget } from '../../jobs/config/config.ts';
import { createRegistry } from '../../jobs/default-registry.ts';
import { identify, isWithin } from '../../pipeline/disk/identity.ts';
import { namesIn } from '../../pipeline/disk/ranges.ts';
import { findExporter } from '../../pipeline/export-files.ts';
import { JOIN_OPTIONS, type JoinOptions, MESH_OPTIONS, RECIPE_OPTIONS } from '../../pipeline/options.ts';
import {
	convertRecipe,
	levelRecipe,
	type Recipe,
	type RecipeStep,
	resolveRecipe,
	withCheckedNames,
} from '../../pipeline/recipe.ts';
import type { Registry } from '../../pipeline/registry.ts';
import type { Stage } from '../../pipeline/stages/stage.ts';
import { filterOptions, mergeFilters } from '../../src/findings/filter.ts';
import { given } from '../../src/findings/options.ts';
import { naming, type Report, type ReportOptions, UsageError } from '../../src/findings/report.ts';
import { SURFACE_TABLES, type SurfaceTable } from '../../src/model/surfaces.ts';
import { type Decisions, decidedSills, decisionsFileName } from '../../src/scene/decisions.ts';
import { listMappings, type SurfaceMapping } from '../../src/scene/surface-mappings.ts';
import { nearNames } from '../../src/text/names.ts';
import { slashed } from '../../src/text/paths.ts';
import { namePattern } from '../../src/text/pattern.ts';
import { jsonText } from '../../src/text/quote.ts';
import type { TrackedInputs } from '../cache/inputs.ts';
import { hashOfListing, type TargetRecord } from '../cache/manifest.ts';
import { CACHE_FOLDER, isKeptName, storesIn } from '../cache/places.ts';
import type { LoadedConfig } from './config.ts';

/** A target prepared for building: with stage objects and defaults. */
export interface Plan<T extends LevelTarget | ConvertTarget = LevelTarget | ConvertTarget> {
	readonly name: string;
	readonly target: T;
	/** Absolute path of the folder that paths are relative to. */
	readonly base: string;
	readonly stages: readonly Stage[];
	readonly registry: Registry;
	readonly mappings: readonly SurfaceMapping[];
	/** Hash of the target's own code; null without any. */
	readonly code: string | null;
	/** Which findings are ignored, and changed severities. */
	readonly findings?: Pick<ReportOptions, 'ignore' | 'severity'>;
	/** The options as data, as the manifest keeps them. */
	readonly options: Readonly<Record<string, unknown>>;
}

/** The folder of manifest and cache, absolute. */
export function cacheFolder({ base, config }: LoadedConfig): string {
	return resolve(base, config.cache ?? CACHE_FOLDER);
}

/**
 * @throws UsageError for a cache folder outside of the project that holds other files. A config may name any folder and `.wokflow` may be a link,
 * and what lies there under the names of a cache would be replaced or removed
 */
export async function checkCacheFolder(config: LoadedConfig): Promise<void> {
	const folder = cacheFolder(config);
	const other =
		namesIn(folder).find((name) => !isKeptName(name)) ??
		namesIn(storesIn(folder)).find((name) => !name.startsWith('manifest'));
	if (other === undefined) return;
	const [real, base] = await Promise.all([identify(folder), identify(config.base)]);
	if (isWithin(real.target, base.target)) return;
	throw new UsageError(
		`The cache cannot be kept in ${folder}: that folder lies outside of the project and holds other files, such as "${other}". Choose an empty one.`,
	);
}

/** So many names are told of a config with more. */
const MOST_NAMES = 5;

/**
 * Targets in the order of the config.
 * @param wanted names, those of targets that stand for many levels, or patterns, such as `manaan_*`; all by default
 * @throws UsageError for one that the config does not have
 */
export function chosenTargets(
	{ config, groups }: Pick<LoadedConfig, 'config' | 'groups'>,
	wanted: readonly string[] = [],
): string[] {
	const known = Object.keys(config.targets);
	const chosen = new Set(wanted.length === 0 ? known : []);
	for (const word of wanted) {
		const named = Object.hasOwn(config.targets, word) ? [word] : (groups.get(word) ?? known.filter(matching(word)));
		if (named.length === 0) throw unknownTarget(word, [...groups.keys(), ...known]);
		for (const name of named) chosen.add(name);
	}
	return known.filter((name) => chosen.has(name));
}

/** Which names a word stands for; a name itself was looked for before. */
function matching(word: string): (name: string) => boolean {
	return /^[\w.-]*$/.test(word) ? () => false : namePattern(word);
}

function unknownTarget(word: string, known: readonly string[]): UsageError {
	const what = /^[\w.-]*$/.test(word) ? `There is no target "${word}".` : `No target matches "${word}".`;
	if (known.length <= MOST_NAMES) return new UsageError(`${what} The config has: ${known.join(', ') || 'none'}.`);
	const near = nearNames(word, known, MOST_NAMES);
	const some =
		near.length === 0 ? `such as ${known.slice(0, MOST_NAMES).join(', ')}` : `the nearest: ${near.join(', ')}`;
	return new UsageError(`${what} The config has ${known.length}, ${some}.`);
}

/**
 * The targets of one machine of several: `3/8` is the third part of eight. Targets are dealt out in the order of the config, by nothing but the config, so
 * that machines agree without asking each other. A target stays with those that make what it reads.
 *
 * @param names in the order of the config
 * @throws UsageError for what is no part
 */
export function inShard(
	names: readonly string[],
	{ base, config }: Pick<LoadedConfig, 'base' | 'config'>,
	shard: string | undefined,
): readonly string[] {
	if (shard === undefined) return names;
	const [, part = 0, parts = 0] = (/^([1-9]\d{0,4})\/([1-9]\d{0,4})$/.exec(shard) ?? []).map(Number);
	if (part < 1 || part > parts)
		throw new UsageError(`A shard is a part of so many, such as 3/8, not ${jsonText(shard)}.`);
	/** For each target the first one that it goes with. */
	const first = new Map(names.map((name) => [name, name]));
	const root = (name: string): string => {
		const other = first.get(name) ?? name;
		return other === name ? name : root(other);
	};
	const makers = names.map((name) => ({ name, isMade: madeBy(config.targets[name], base) }));
	for (const name of names) {
		const read = readBy(config.targets[name]).map((path) => resolve(base, path));
		for (const maker of makers) {
			if (maker.name === name || !read.some(maker.isMade)) continue;
			const [a, b] = [root(maker.name), root(name)];
			first.set(names.indexOf(a) < names.indexOf(b) ? b : a, names.indexOf(a) < names.indexOf(b) ? a : b);
		}
	}
	const roots = new Map(names.filter((name) => root(name) === name).map((name, index) => [name, index]));
	return names.filter((name) => (roots.get(root(name)) ?? 0) % parts === part - 1);
}

/** Paths that a target names to be read. */
function readBy(target: LevelTarget | ConvertTarget): string[] {
	const { surfaces, surfacemat } = target;
	const own = isLevelTarget(target)
		? [target.level, target.roomFolder, target.moduleFolder]
		: [target.input, target.layout];
	return [...own, surfaces, surfacemat].flat().filter((path) => path !== undefined);
}

/** Whether a target may make a file. Of a folder that it writes into and reads its own scene from, the files count as sources. */
function madeBy(target: LevelTarget | ConvertTarget, base: string): (path: string) => boolean {
	if (!isLevelTarget(target)) return (path) => path === resolve(base, target.output);
	const out = resolve(base, target.out);
	return isWithin(resolve(base, dirname(target.level)), out) ? () => false : (path) => isWithin(path, out);
}

/**
 * Prepares a target of a config.
 * @throws UsageError for an unknown target, stage, option or format; the last three with the path of the key
 */
export function planTarget({ config, base, entries, codeHash, groups }: LoadedConfig, name: string): Plan {
	if (!Object.hasOwn(config.targets, name))
		throw unknownTarget(name, [...groups.keys(), ...Object.keys(config.targets)]);
	const target = config.targets[name];
	const registry = createRegistry().add(entries);
	const where = `targets.${name}`;
	const beside = isLevelTarget(target) && !isLayout(target, registry) ? sillsBeside(resolve(base, target.level)) : {};
	const steps = stepsOf(target, where, beside);
	const recipe = isLevelTarget(target) && isLayout(target, registry) ? withCheckedNames(steps) : steps;
	const stages = recipe.map((step, index) => makeStage(step, registry, `${where}.recipe[${index}]`));
	const own = stages.filter(({ subject }) => subject === 'level');
	if (!isLevelTarget(target) && own.length > 0) {
		throw new UsageError(`${where}.recipe: stage "${own[0].name}" works on a level; a conversion has none.`);
	}
	const filter = mergeFilters(config);
	const filters = Object.keys(filter).length > 0;
	const { from } = target;
	if (from !== undefined) naming(`${where}.from`, () => registry.importer(from));
	if (!isLevelTarget(target)) {
		const { output, to } = target;
		naming(`${where}.${to === undefined ? 'output' : 'to'}`, () => findExporter(output, registry, to));
	}
	return {
		name,
		target,
		base,
		stages,
		registry,
		mappings: listMappings(target),
		code: codeHash,
		...(filters ? { findings: filterOptions(filter) } : {}),
		// Severities decide whether outputs are written, so they count as options, by the names that the config has for them.
		options: { ...optionsOf(target, stages), ...filter },
	};
}

/** @throws UsageError for options of stages beside a recipe, which would have no effect */
function stepsOf(target: LevelTarget | ConvertTarget, where: string, beside: JoinOptions): Recipe {
	const options = given(RECIPE_OPTIONS, target);
	if (target.recipe !== undefined) {
		const [besides] = Object.keys(options);
		if (besides === undefined) return target.recipe;
		const instead = 'Give it to a stage, such as ["weld", { "tolerance": 0.001 }], or leave "recipe" out';
		throw new UsageError(`${where}.${besides} has no effect beside "recipe", which has all stages. ${instead}.`);
	}
	return isLevelTarget(target) ? levelRecipe({ ...beside, ...options }) : convertRecipe(options);
}

/** What was decided of gaps between the rooms of a scene. A file with faults is reported when the scene is read. */
function sillsBeside(scene: string): JoinOptions {
	try {
		const file = join(dirname(scene), decisionsFileName(basename(scene)));
		const decisions = JSON.parse(readFileSync(file, 'utf8')) as Partial<Decisions>;
		return decisions.scene === basename(scene) ? decidedSills(decisions) : {};
	} catch {
		return {};
	}
}

function makeStage(step: RecipeStep, registry: Registry, where: string): Stage {
	return naming(where, () => resolveRecipe([step], registry)[0]);
}

/** The target's options as data, with the resulting stages instead of the options that choose them. */
function optionsOf(target: LevelTarget | ConvertTarget, stages: readonly Stage[]): Record<string, unknown> {
	const inRecipe = { recipe: true, ...MESH_OPTIONS, ...(isLevelTarget(target) ? JOIN_OPTIONS : {}) };
	const options = Object.fromEntries(Object.entries(target).filter(([name]) => !Object.hasOwn(inRecipe, name)));
	// In the form of the manifest: plain data, functions by their names.
	const text = JSON.stringify({ ...options, recipe: describeStages(stages) }, (_, value: unknown) =>
		typeof value === 'function' ? { function: value.name } : value,
	);
	return JSON.parse(text) as Record<string, unknown>;
}

/** Stages as data: name, then options. */
export function describeStages(stages: readonly Stage[]): unknown[] {
	return stages.map(({ name, options }) => [name, options]);
}

/** The folder of the files of a layout's rooms. */
export function roomFolder({ level, roomFolder: folder }: LevelTarget): string {
	return folder ?? posix.dirname(slashed(level));
}

/** The path of an output: `out/quay_01a.wok`. */
export function outputPath(folder: string, name: string): string {
	return posix.join(slashed(folder), name);
}

/** True for targets whose source is a layout. */
export function isLayout({ level }: LevelTarget, registry: Registry): boolean {
	return registry.layoutFormat(level) !== undefined;
}

/** The inputs that a conversion names. */
export function inputsOf({ input }: ConvertTarget): string[] {
	return (typeof input === 'string' ? [input] : [...input]).map(slashed);
}

/** For layouts: the folder of room files, and the hash of the names in it; undefined for all other targets. */
export function listingOf({ base, target, registry }: Plan): TargetRecord['listing'] {
	if (!isLevelTarget(target) || !isLayout(target, registry)) return undefined;
	const folder = slashed(roomFolder(target));
	const isOutput = resolve(base, target.out) === resolve(base, folder);
	const listed = { folder, extensions: registry.roomExtensions, isOutput };
	return { ...listed, hash: hashOfListing(base, listed) };
}

/** The surface table that a target asks for, with its list of materials. @throws InputError when a file of them cannot be read */
export async function surfacesOf(
	{ surfacemat, surfaces: list }: LevelTarget | ConvertTarget,
	inputs: TrackedInputs,
	report: Report,
): Promise<SurfaceTable> {
	const table = await tableOf(surfacemat, inputs, report);
	if (list === undefined) return table;
	const { readSurfacesFile } = await import('../../src/scene/surface-mappings.ts');
	const file = slashed(list);
	const source = await inputs.open(file, report);
	return readSurfacesFile(await source.bytes(), table, report.within({ file }));
}

async function tableOf(surfacemat: string | undefined, inputs: TrackedInputs, report: Report): Promise<SurfaceTable> {
	const named = (surfacemat ?? 'k1').toLowerCase();
	const table = Object.hasOwn(SURFACE_TABLES, named) ? SURFACE_TABLES[named] : undefined;
	if (table !== undefined) return table;
	const [{ readTwoDA }, { surfaceTableFromTwoDA }] = await Promise.all([
		import('../../importers/twoda/read.ts'),
		import('../../src/model/surface-tables.ts'),
	]);
	const file = slashed(surfacemat ?? '');
	const within = report.within({ file });
	const source = await inputs.open(file, report);
	return surfaceTableFromTwoDA(readTwoDA(await source.bytes(), within), source.name, within);
}
