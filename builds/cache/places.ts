import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';

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

/** The path of the file times beside a manifest. They only hold on this machine. */
export function timesPath(manifest: string): string {
	return join(dirname(manifest), `times-${basename(manifest)}`);
}

/** The path of the notes by which the next run can tell that nothing has to be built. */
export function readyPath(manifest: string): string {
	return join(dirname(manifest), `ready-${basename(manifest)}`);
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

/** Names that are not put behind their folder as they are. */
const UNUSUAL = /^\.{0,2}$|[\\:]/;

/**
 * Resolves paths against a folder, as `resolve` does, but each folder of them once: that of thousands of files took as long as asking the system for them.
 *
 * @param base absolute
 */
export function pathsFrom(base: string): (path: string) => string {
	const folders = new Map<string, string>();
	return (path) => {
		const end = path.lastIndexOf('/') + 1;
		const name = path.slice(end);
		if (UNUSUAL.test(name)) return resolve(base, path);
		const own = path.slice(0, end);
		let folder = folders.get(own);
		if (folder === undefined) {
			folder = join(resolve(base, own), sep);
			folders.set(own, folder);
		}
		return folder + name;
	};
}
