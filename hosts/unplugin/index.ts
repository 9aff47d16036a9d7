/**
 * A plugin for Vite and Rollup: scenes are imported as walkmeshes.
 *
 * @packageDocumentation
 * @module wokflow/unplugin
 */

import { isAbsolute, resolve } from 'node:path';
import { createUnplugin, type UnpluginInstance } from 'unplugin';
import { value } from '../../src/findings/options.ts';
import { UsageError } from '../../src/findings/report.ts';
import { scriptJson } from '../../src/text/quote.ts';
import { reported, reportFor } from '../reporting.ts';
import { checkSettings } from '../settings.ts';
import { type BuildSettings, buildWalkmesh, registryWith } from './build-walkmesh.ts';
import {
	createFilter,
	type FileFilter,
	type FileGuard,
	moduleOf,
	NO_GUARD,
	parseRequest,
	REQUEST_FILTER,
	requestId,
	ServedFiles,
	viteGuard,
	type WalkmeshRequest,
} from './requests.ts';

export { ConversionError } from '../reporting.ts';
export type { ConversionSettings } from '../settings.ts';
export type { BuildSettings, FileFilter };

/** Options of the plugin: which scenes it converts, and how. Use it several times for scenes that need different options. */
export interface WokflowPluginOptions extends BuildSettings, FileFilter {}

const OWN_OPTIONS = {
	include: value<unknown>('Scenes that are converted, by glob; all by default.', undefined),
	exclude: value<unknown>('Scenes that are not, by glob.', undefined),
	plugin: value<unknown>('Formats and stages of your own.', undefined),
};
const FRAMEWORKS = ['vite', 'rollup', 'rolldown'];

/** What Rollup, Rolldown and Vite have beyond what all of unplugin's bundlers share. */
interface RollupContext {
	resolve(
		source: string,
		importer: string | undefined,
		options: { skipSelf: boolean },
	): Promise<{ id: string; external?: unknown } | null>;
	emitFile(file: { type: 'asset'; name: string; source: Uint8Array }): string;
	addWatchFile(path: string): void;
	warn(message: string): void;
	info?(message: string): void;
}

/**
 * A plugin for Vite, Rollup and Rolldown that turns imported scenes into walkmeshes of the build:
 * `import url from './level.glb?wok'` emits `level.wok` and gives its address; `?pwk` and `?dwk` do so for placeables and doors.
 *
 * @example
 * import wokflow from 'wokflow/unplugin';
 * export default { plugins: [wokflow.vite({ orient: 'flip' })] };
 * @throws UsageError for options that do not exist and for other bundlers
 */
const plugin: UnpluginInstance<WokflowPluginOptions | undefined, false> = createUnplugin<
	WokflowPluginOptions | undefined,
	false
>((options = {}, { framework }) => {
	checkSettings(options, 'wokflow/unplugin', OWN_OPTIONS, registryWith(options.plugin));
	if (!FRAMEWORKS.includes(framework)) {
		throw new UsageError(`wokflow/unplugin works in ${FRAMEWORKS.join(', ')}, not in ${framework}.`);
	}
	const { include, exclude, ...settings } = options;
	const filter: FileFilter = {
		...(include === undefined ? {} : { include }),
		...(exclude === undefined ? {} : { exclude }),
	};
	const served = new ServedFiles();
	let root = process.cwd();
	let isWanted = createFilter(filter, root);
	/** The base of a development server's addresses; undefined in builds. */
	let base: string | undefined;
	let guard: FileGuard = NO_GUARD;

	async function load(context: RollupContext, id: string, request: WalkmeshRequest): Promise<string> {
		await guard(request.file);
		const report = reportFor(settings);
		const log = {
			info: (message: string) => context.info?.(message),
			warn: (message: string) => context.warn(message),
		};
		const files = await reported(request.file, report, log, 'host', () =>
			buildWalkmesh(request, settings, root, report, (path) => context.addWatchFile(path)),
		);
		const addresses =
			base === undefined
				? files.map(
						({ path, bytes }) =>
							`import.meta.ROLLUP_FILE_URL_${context.emitFile({ type: 'asset', name: path, source: bytes })}`,
					)
				: served.keep(id, files, base).map((address) => scriptJson(address));
		return moduleOf(request, files, addresses);
	}

	return {
		name: 'wokflow',
		// Before a bundler's own rules for `.glb` and `.obj`.
		enforce: 'pre',
		resolveId: {
			filter: { id: REQUEST_FILTER },
			async handler(source, importer) {
				const request = parseRequest(source);
				if (request === undefined) return null;
				const context = this as unknown as RollupContext;
				const found = await context.resolve(request.file, importer, { skipSelf: true });
				if (found?.external) return null;
				const file = found?.id.replace(/[?#].*$/, '') ?? request.file;
				return isAbsolute(file) && isWanted(file) ? requestId({ ...request, file }) : null;
			},
		},
		load: {
			filter: { id: REQUEST_FILTER },
			async handler(id) {
				const request = parseRequest(id);
				if (request === undefined || !isWanted(request.file)) return null;
				return { code: await load(this as unknown as RollupContext, id, request), map: null };
			},
		},
		vite: {
			async configResolved(config) {
				root = resolve(config.root);
				isWanted = createFilter(filter, root);
				const isServing = config.command === 'serve';
				base = isServing ? config.base : undefined;
				guard = isServing ? await viteGuard(config) : NO_GUARD;
			},
			configureServer(server) {
				server.middlewares.use((request, response, next) => served.answer(request, response, next));
			},
		},
	};
});

export default plugin;
