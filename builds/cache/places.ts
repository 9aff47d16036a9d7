import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Paths of configs and of the files that builds keep for them. */

/** Names of a config in the order they are looked for. */
export const CONFIG_NAMES: readonly string[] = ['mjs', 'js', 'ts', 'mts', 'json'].map(
	(extension) => `wokflow.config.${extension}`,
);

/** Default folder of manifest and cache, relative to the config. */
export const CACHE_FOLDER = '.wokflow';

/** The name of the config that is found in a folder when none is named. */
export function configIn(folder: string): string | undefined {
	return CONFIG_NAMES.find((name) => existsSync(join(folder, name)));
}

/**
 * The path of a config's manifest: `manifest.json` for the config that is found by default, `manifest-NAME.json` for any other, so that two configs in
 * one folder have separate manifests.
 *
 * @param file the config; undefined for one that a script made
 */
export function manifestPath(folder: string, file: string | undefined): string {
	if (file === undefined || basename(file) === configIn(dirname(file))) return join(folder, 'manifest.json');
	return join(folder, `manifest-${basename(file)}.json`);
}

/** The folder of the caches of targets. */
export function storesIn(folder: string): string {
	return join(folder, 'cache');
}

/** Names of what builds keep in their folder. */
const KEPT =
	/^(?:(?:times-|ready-)?manifest.*\.json(?:\.\d+\.tmp)?|lock(?:\.turn)?|\.wokflow\.lock(?:\.turn)?|cache|written|ninja|makeflow|bazel|graph|\.wokflow-.*\.tmp|\.gitignore)$/;

/** True for the name of something that builds keep in their folder. */
export function isKeptName(name: string): boolean {
	return KEPT.test(name);
}

/** The path of the lock of a build folder. */
export function lockPath(folder: string): string {
	return join(folder, 'lock');
}
