import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report } from '../src/findings/report.ts';
import type { LoadedConfig } from './load-config.ts';
import { type LockOptions, takeLock } from './lock.ts';
import { EMPTY_MANIFEST, readManifest, writeManifest } from './manifest.ts';
import { removeOutputs, sweepTemporaries } from './outputs.ts';
import { cacheFolder, chosenTargets } from './targets.ts';

export interface CleanOptions extends LockOptions {
	/** Names of targets; all of them by default. */
	readonly targets?: readonly string[];
}

/**
 * Removes what builds wrote, and with the last target the cache too. Files that were edited since stay and are reported.
 * @returns paths of the removed files, relative to the folder of the config
 */
export async function clean(config: LoadedConfig, options: CleanOptions, report: Report): Promise<string[]> {
	const names = chosenTargets(config, options.targets);
	const folder = cacheFolder(config);
	const unlock = await takeLock(join(folder, 'lock'), options);
	try {
		const path = join(folder, 'manifest.json');
		const { targets } = await readManifest(path);
		const removed: string[] = [];
		for (const name of names) {
			const outputs = targets[name]?.outputs ?? [];
			await sweepTemporaries(config.base, outputs);
			const left = await removeOutputs(config.base, outputs, report);
			removed.push(...outputs.map((output) => output.path).filter((output) => !left.includes(output)));
		}
		const rest = Object.entries(targets).filter(([name]) => !names.includes(name));
		if (rest.length > 0) await writeManifest(path, { ...EMPTY_MANIFEST, targets: Object.fromEntries(rest) });
		else await Promise.all([path, join(folder, 'cache')].map((each) => rm(each, { recursive: true, force: true })));
		return removed;
	} finally {
		await unlock();
	}
}
