import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Where a config and what is kept for it lie. */

/** Names that a config is looked for under, in this order. */
export const CONFIG_NAMES: readonly string[] = ['mjs', 'js', 'ts', 'mts', 'json'].map(
	(ending) => `wokflow.config.${ending}`,
);

/** The folder of manifest and cache beside a config that names no other. */
export const CACHE_FOLDER = '.wokflow';

/** The name of the config that is found by itself in a folder. */
export function configIn(folder: string): string | undefined {
	return CONFIG_NAMES.find((name) => existsSync(join(folder, name)));
}

/**
 * Where a config's manifest lies: `manifest.json`, and for a config of another name than the one that is found by itself
 * `manifest-NAME.json`, so that two configs in one folder know nothing of each other's outputs.
 *
 * @param file the config; undefined for one that a script made
 */
export function manifestPath(folder: string, file: string | undefined): string {
	if (file === undefined || basename(file) === configIn(dirname(file))) return join(folder, 'manifest.json');
	return join(folder, `manifest-${basename(file)}.json`);
}

/** Where the times of files are noted beside a manifest: they say nothing on another machine. */
export function timesPath(manifest: string): string {
	return join(dirname(manifest), `times-${basename(manifest)}`);
}

/** Where it is noted beside a manifest what has to be as it was for nothing to be built. */
export function readyPath(manifest: string): string {
	return join(dirname(manifest), `ready-${basename(manifest)}`);
}

/** Taken by whoever builds in a folder. */
export function lockPath(folder: string): string {
	return join(folder, 'lock');
}
