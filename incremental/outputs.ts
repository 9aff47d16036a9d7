import { readdir, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isLevelTarget } from '../pipeline/config.ts';
import { BUILD_FINDINGS } from '../pipeline/findings.ts';
import type { Report } from '../src/findings/report.ts';
import { inputsOf } from './convert-once.ts';
import { hashFile } from './inputs.ts';
import type { OutputRecord } from './manifest.ts';
import { isLayout } from './split.ts';
import { type Plan, roomFolder } from './targets.ts';

/** Removes outputs that lie there as they were written, and folders that are empty then. @returns paths of those that were edited */
export async function removeOutputs(base: string, outputs: readonly OutputRecord[], report: Report): Promise<string[]> {
	const left: string[] = [];
	for (const { path, hash } of outputs) {
		const now = await hashFile(resolve(base, path));
		if (now === hash) await rm(resolve(base, path), { force: true });
		else if (now !== null) {
			report.add(BUILD_FINDINGS.BUILD_OUTPUT_LEFT, { file: path }, {});
			left.push(path);
		}
	}
	for (const folder of new Set(outputs.map(({ path }) => dirname(resolve(base, path))))) {
		if (folder !== base) await rmdir(folder).catch(() => undefined);
	}
	return left;
}

/** Removes the temporary files beside outputs that a killed build left. The lock is held: nobody else is writing. */
export async function sweepTemporaries(base: string, outputs: readonly OutputRecord[]): Promise<void> {
	const byFolder = new Map<string, Set<string>>();
	for (const { path } of outputs) {
		const folder = dirname(resolve(base, path));
		byFolder.set(folder, (byFolder.get(folder) ?? new Set()).add(basename(path)));
	}
	for (const [folder, names] of byFolder) {
		for (const name of await readdir(folder).catch(() => [])) {
			const target = /^(.*)\.[0-9a-f]{12}\.tmp$/.exec(name)?.[1];
			if (target !== undefined && names.has(target)) await rm(join(folder, name), { force: true });
		}
	}
}

/** Bytes of the main inputs of some targets, about. */
export async function sizeOfInputs(plans: readonly Plan[]): Promise<number> {
	let size = 0;
	const add = async (path: string): Promise<void> => {
		size += (await stat(path).catch(() => undefined))?.size ?? 0;
	};
	for (const { base, target } of plans) {
		if (!isLevelTarget(target)) await Promise.all(inputsOf(target).map((path) => add(resolve(base, path))));
		else if (!isLayout(target)) await add(resolve(base, target.level));
		else {
			const folder = resolve(base, roomFolder(target));
			for (const name of await readdir(folder).catch(() => [])) await add(join(folder, name));
		}
	}
	return size;
}
