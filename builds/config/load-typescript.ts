import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { UsageError } from '../../src/findings/report.ts';

/**
 * Imports a module written in TypeScript. Node can do so from 22.18 on; for older versions `tsx` or `jiti` is used, if the user's project (or the
 * folder that wokflow is installed in) has one of them. Neither is a dependency of wokflow, since most configs are `.mjs` or `.json`.
 *
 * @param native false skips the support of Node itself
 * @throws UsageError when none of these is available, with advice
 */
export async function importTypeScript(path: string, native = true): Promise<unknown> {
	const url = pathToFileURL(path).href;
	if (native) {
		try {
			return await import(url);
		} catch (error) {
			const { code } = error as NodeJS.ErrnoException;
			if (code !== 'ERR_UNKNOWN_FILE_EXTENSION' && code !== 'ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING') throw error;
		}
	}
	const from = [createRequire(path), createRequire(import.meta.url)];
	const tsx = resolveIn(from, 'tsx/esm/api');
	if (tsx !== undefined) {
		// `require.resolve` gives the CommonJS file, which would not find its other files; the ES module is beside it.
		const { tsImport } = (await import(pathToFileURL(tsx.replace(/\.cjs$/, '.mjs')).href)) as TsxApi;
		return unwrapped(await tsImport(url, url));
	}
	const jiti = resolveIn(from, 'jiti');
	if (jiti !== undefined) {
		const { createJiti } = (await import(pathToFileURL(jiti).href)) as JitiApi;
		return unwrapped(await createJiti(path, { moduleCache: false }).import(path));
	}
	throw new UsageError(
		`${path}: this version of Node does not read TypeScript. Use Node 22.18 or later, or \`npm install -D tsx\` (or jiti) in the ` +
			'project, or name the config wokflow.config.mjs.',
	);
}

interface TsxApi {
	tsImport(url: string, parent: string): Promise<unknown>;
}

interface JitiApi {
	createJiti(from: string, options: { moduleCache: boolean }): { import(path: string): Promise<unknown> };
}

function resolveIn(from: readonly NodeJS.Require[], name: string): string | undefined {
	for (const require of from) {
		try {
			return require.resolve(name);
		} catch {
			// Not installed here; another folder may have it.
		}
	}
	return undefined;
}

/** In packages that are not of type module, a default export arrives as the `default` of a `default`. */
function unwrapped(module: unknown): unknown {
	const { default: inner } = module as { default?: unknown };
	if (typeof inner !== 'object' || inner === null || !('default' in inner)) return module;
	return inner;
}
