import { readFileSync } from 'node:fs';

/** The version as a single file has it, which has no package.json beside it: put in by the bundler. */
declare const WOKFLOW_VERSION: string | undefined;

/** The version of the package: a result of another version is no result. From the package.json above the sources or the build. */
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
			// Not here: one folder further up, then.
		}
	}
	return '0.0.0';
}
