import { dirname, resolve } from 'node:path';
import { type ConvertTarget, isLevelTarget, type LevelTarget } from '../../jobs/config/config.ts';
import { isWithin } from '../../pipeline/disk/identity.ts';
import { UsageError } from '../../src/findings/report.ts';
import { jsonText } from '../../src/text/quote.ts';
import type { LoadedConfig } from './config.ts';

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
