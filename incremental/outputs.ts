import { readdir, realpath, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, posix, relative, resolve, sep } from 'node:path';
import { type ConvertTarget, isLevelTarget, type LevelTarget } from '../pipeline/config.ts';
import { BUILD_FINDINGS } from '../pipeline/findings.ts';
import { type Report, UsageError } from '../src/findings/report.ts';
import type { LoadedConfig } from './config.ts';
import { hashFile } from './inputs.ts';
import { type LockOptions, takeLock } from './lock.ts';
import {
	manifestPath,
	type OutputRecord,
	otherManifests,
	readManifest,
	type TargetRecord,
	writeManifest,
} from './manifest.ts';
import { cacheFolder, chosenTargets, type Plan, slashed } from './targets.ts';

/** Where files of a target may be removed. A manifest is a file that anybody may have written: alone it decides nothing. */
export interface OutputPlace {
	/** Absolute path of the folder of the config. */
	readonly base: string;
	readonly target: LevelTarget | ConvertTarget;
	/** Paths that stay whatever a manifest says: what the target reads, and what another config made. */
	readonly needed: ReadonlySet<string>;
}

/**
 * Removes outputs that lie there as they were written, and folders that are empty then. What lies neither in the folder of the config nor
 * where the target writes is not touched.
 *
 * @returns paths of those that were left
 */
export async function removeOutputs(
	outputs: readonly OutputRecord[],
	place: OutputPlace,
	report: Report,
): Promise<string[]> {
	const left: string[] = [];
	const folders = new Set<string>();
	for (const { path, hash } of outputs) {
		const at = resolve(place.base, path);
		const now = await hashFile(at);
		if (now === null) continue;
		if (now === hash && !place.needed.has(path) && (await isOurs(dirname(at), place))) {
			await rm(at, { force: true });
			folders.add(dirname(at));
		} else {
			report.add(BUILD_FINDINGS.BUILD_OUTPUT_LEFT, { file: path }, {});
			left.push(path);
		}
	}
	for (const folder of folders) if (folder !== place.base) await rmdir(folder).catch(() => undefined);
	return left;
}

/** Removes the temporary files beside outputs that a killed build left. The lock is held: nobody else is writing. */
export async function sweepTemporaries(outputs: readonly OutputRecord[], place: OutputPlace): Promise<void> {
	const byFolder = new Map<string, Set<string>>();
	for (const { path } of outputs) {
		const folder = dirname(resolve(place.base, path));
		byFolder.set(folder, (byFolder.get(folder) ?? new Set()).add(basename(path)));
	}
	for (const [folder, names] of byFolder) {
		if (!(await isOurs(folder, place))) continue;
		for (const name of await readdir(folder).catch(() => [])) {
			const target = /^(.*)\.[0-9a-f]{12}\.tmp$/.exec(name)?.[1];
			if (target !== undefined && names.has(target)) await rm(join(folder, name), { force: true });
		}
	}
}

/** True for a folder that, links resolved, is that of the config, one that the target writes into, or below one of these. */
async function isOurs(folder: string, { base, target }: OutputPlace): Promise<boolean> {
	const real = await realpath(folder).catch(() => undefined);
	if (real === undefined) return false;
	const out = isLevelTarget(target) ? resolve(base, target.out) : dirname(resolve(base, target.output));
	for (const root of [base, out]) {
		const realRoot = await realpath(root).catch(() => undefined);
		if (realRoot === undefined) continue;
		const inside = relative(realRoot, real);
		if (inside === '' || (inside !== '..' && !inside.startsWith(`..${sep}`) && resolve(realRoot, inside) === real))
			return true;
	}
	return false;
}

/** @throws UsageError when two targets would write into one folder or file of each other */
export function checkOutputs(plans: readonly Plan[]): void {
	const owners = new Map<string, string>();
	for (const { name, target } of plans) {
		const path = posix.normalize(slashed(isLevelTarget(target) ? target.out : target.output)).replace(/\/$/, '');
		const other = owners.get(path);
		if (other !== undefined) throw new UsageError(`targets.${name} and targets.${other} both write ${path}.`);
		owners.set(path, name);
	}
}

/** A build that writes over what it reads would find another input the next time. */
export function checkOverwriting({ inputs, outputs }: TargetRecord, report: Report): void {
	const read = new Set(inputs.map(({ path }) => path));
	for (const { path } of outputs)
		if (read.has(path)) report.add(BUILD_FINDINGS.BUILD_OUTPUT_IS_INPUT, { file: path }, {});
}

export interface CleanOptions extends LockOptions {
	/** Names of targets; all of them by default. */
	readonly targets?: readonly string[];
}

/**
 * Removes what builds of a config wrote, and with the last target of all configs the cache too. Files that were edited since stay and
 * are reported.
 *
 * @returns paths of the removed files, relative to the folder of the config
 */
export async function clean(config: LoadedConfig, options: CleanOptions, report: Report): Promise<string[]> {
	const names = chosenTargets(config, options.targets);
	const folder = cacheFolder(config);
	const unlock = await takeLock(join(folder, 'lock'), options);
	try {
		const path = manifestPath(folder, config);
		const manifest = new Map(await readManifest(path));
		const others = await otherManifests(path);
		const removed: string[] = [];
		for (const name of names) {
			const { inputs = [], outputs = [] } = manifest.get(name) ?? {};
			manifest.delete(name);
			const place = { base: config.base, target: config.config.targets[name], needed: neededPaths(inputs, others) };
			await sweepTemporaries(outputs, place);
			const left = await removeOutputs(outputs, place, report);
			removed.push(...outputs.map((output) => output.path).filter((output) => !left.includes(output)));
		}
		if (manifest.size > 0) await writeManifest(path, manifest);
		else await rm(path, { force: true });
		if (manifest.size === 0 && others.every(({ size }) => size === 0)) {
			await rm(join(folder, 'cache'), { recursive: true, force: true });
		}
		return removed;
	} finally {
		await unlock();
	}
}

/** What must not be removed as an output: inputs, and the outputs of other configs. */
export function neededPaths(
	inputs: TargetRecord['inputs'],
	others: readonly ReadonlyMap<string, TargetRecord>[],
): Set<string> {
	const made = others.flatMap((other) => [...other.values()].flatMap(({ outputs }) => outputs));
	return new Set([...inputs, ...made].map(({ path }) => path));
}
