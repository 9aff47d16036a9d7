import { readFileSync } from 'node:fs';

/** The version in the single-file program, which has no package.json beside it. Inserted by the bundler. */
declare const WOKFLOW_VERSION: string | undefined;

/** The version of the package, from the package.json above the sources or the build. Cached results of another version are not used. */
export function packageVersion(): string {
	if (typeof WOKFLOW_VERSION === 'string') return WOKFLOW_VERSION;
	for (const path of ['../package.json', '../../package.json']) {
		try {
			const json = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as {
				name?: string;
				version: string;
			};
			if (json.name === 'wokflow') return json.version;
		} catch {
			// Not in this folder; the next one is its parent.
		}
	}
	return '0.0.0';
}
