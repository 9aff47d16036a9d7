import { readdirSync } from 'node:fs';
import { parse, posix, resolve } from 'node:path';
import type { ConvertTarget, LevelsTarget, LevelTarget, WokflowConfig } from '../../jobs/config/config.ts';
import { isPattern, matches } from '../../jobs/files/inputs.ts';
import { isWithin } from '../../pipeline/disk/identity.ts';
import { hasExtension, type Registry } from '../../pipeline/registry.ts';
import { UsageError } from '../../src/findings/report.ts';
import { slashed } from '../../src/text/paths.ts';
import { listed } from '../../src/text/quote.ts';

/** Targets that stand for many levels: each level that their patterns match becomes a target of its own. */

/** A config in which each target makes one thing. */
export interface ExpandedConfig extends Omit<WokflowConfig, 'targets'> {
	readonly targets: Readonly<Record<string, LevelTarget | ConvertTarget>>;
}

/** The targets of a config, and where they come from. */
export interface ExpandedTargets {
	readonly config: ExpandedConfig;
	/** The names of the levels that a target of the config stands for. */
	readonly groups: ReadonlyMap<string, readonly string[]>;
	/** Absolute paths of the folders in which a new file may be a further level. */
	readonly folders: readonly string[];
}

/** Names of targets. */
const TARGET_NAME = /^[\w.-]{1,100}$/;

/**
 * Replaces targets that stand for many levels by these, in the order of their paths.
 * @param base absolute path of the folder that paths are relative to @param shown names the config in messages
 * @throws UsageError for patterns without a match, and levels that cannot be told apart
 */
export async function expandLevels(
	config: WokflowConfig,
	base: string,
	shown: string,
	registry: Registry,
): Promise<ExpandedTargets> {
	const targets = new Map<string, LevelTarget | ConvertTarget>();
	const groups = new Map<string, readonly string[]>();
	const folders = new Set<string>();
	/** What made each target, by its name in lower case: some disks do not tell folders apart by that. */
	const makers = new Map<string, string>();
	const add = (name: string, target: LevelTarget | ConvertTarget, maker: string): void => {
		const other = makers.get(name.toLowerCase());
		if (other !== undefined)
			throw new UsageError(`${shown}: ${other} and ${maker} both are the target "${name}". Rename one of the files.`);
		makers.set(name.toLowerCase(), maker);
		targets.set(name, target);
	};
	const own = Object.entries(config.targets);
	// Their names are taken, wherever in the config they stand. They may differ in letter case only, as each says where it writes.
	for (const [name, target] of own) if (!isLevels(target)) makers.set(name.toLowerCase(), `targets.${name}`);
	for (const [name, target] of own) {
		if (!isLevels(target)) {
			targets.set(name, target);
			continue;
		}
		const where = `targets.${name}.levels`;
		const { levels, out, ...options } = target;
		const paths = await levelsOf(typeof levels === 'string' ? [levels] : levels, target, base, registry).catch(
			(error: unknown) => {
				if (error instanceof UsageError) throw new UsageError(`${shown}: ${where}: ${error.message}`);
				throw error;
			},
		);
		const names = paths.map((path) => parse(path).name);
		for (const [index, level] of paths.entries()) {
			const own = names[index];
			if (!TARGET_NAME.test(own))
				throw new UsageError(
					`${shown}: ${where}: ${JSON.stringify(level)} cannot be a target. Rename it: names have letters, digits, "_", "-" and "." only, and at most 100 of them.`,
				);
			add(own, { ...options, level, out: posix.join(slashed(out), own) }, `${where} (${JSON.stringify(level)})`);
		}
		groups.set(name, names);
		for (const pattern of [levels].flat()) for (const folder of await foldersOf(pattern, base)) folders.add(folder);
	}
	return { config: { ...config, targets: Object.fromEntries(targets) }, groups, folders: [...folders].sort() };
}

function isLevels(target: WokflowConfig['targets'][string]): target is LevelsTarget {
	return 'levels' in target;
}

/** The levels that patterns and paths stand for, each once. @throws UsageError for one that stands for none */
async function levelsOf(
	patterns: readonly string[],
	{ out }: LevelsTarget,
	base: string,
	registry: Registry,
): Promise<string[]> {
	const found = new Set<string>();
	const left = patterns.filter((pattern) => pattern.startsWith('!'));
	const extensions = registry.extensions('scene');
	// An inspection GLB is written beside the walkmeshes: what is made is no level to make.
	const isLevel = (path: string): boolean =>
		(hasExtension(path, { extensions }) || registry.layoutFormat(path) !== undefined) &&
		!isWithin(resolve(base, path), resolve(base, out));
	for (const pattern of patterns) {
		if (left.includes(pattern)) continue;
		if (!(await isPattern(pattern))) {
			found.add(pattern);
			continue;
		}
		const matched = await matches([pattern, ...left], base);
		const levels = matched.filter(isLevel).sort();
		if (levels.length === 0) {
			const others = matched.length === 0 ? '' : ` Not levels: ${listed(matched.sort())}.`;
			throw new UsageError(`no scene or layout matches ${JSON.stringify(pattern)}.${others}`);
		}
		for (const path of levels) found.add(path);
	}
	return [...found];
}

/** The folders that a pattern looks into. */
async function foldersOf(pattern: string, base: string): Promise<string[]> {
	if (pattern.startsWith('!') || !(await isPattern(pattern))) return [];
	const { default: picomatch } = await import('picomatch');
	const { base: first, glob } = picomatch.scan(pattern);
	const folder = resolve(base, first);
	if (!/[\\/]|\*\*/.test(glob)) return [folder];
	try {
		const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
		const below = entries.filter((entry) => entry.isDirectory()).map((entry) => resolve(entry.parentPath, entry.name));
		return [folder, ...below];
	} catch {
		return [folder];
	}
}
