import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import picomatch from 'picomatch';
import { createUnplugin, type UnpluginInstance } from 'unplugin';
import { createRegistry } from '../../pipeline/default-registry.ts';
import { openFile } from '../../pipeline/files.ts';
import { readLayout } from '../../pipeline/layout-file.ts';
import type { Registry, RegistryEntries } from '../../pipeline/registry.ts';
import { builtInTable, loadSurfaces } from '../../pipeline/surface-table.ts';
import { type Report, UsageError } from '../../src/findings/report.ts';
import type { InputSource } from '../../src/formats/contracts.ts';
import type { OutputFile } from '../../src/formats/sources.ts';
import { value } from '../../src/options/options.ts';
import { slashed } from '../../src/text/paths.ts';
import { scriptJson } from '../../src/text/quote.ts';
import { stateInName } from '../../src/walkmesh/file-names.ts';
import type { SurfaceTable } from '../../src/walkmesh/surfaces.ts';
import { type ConversionSettings, checkSettings, convertInHost, reported, reportFor } from '../settings.ts';
import { type FileGuard, NO_GUARD, viteGuard } from './file-access.ts';

/** Settings of a conversion with the files that it may need. */
export interface BuildSettings extends ConversionSettings {
	/** Path of the layout that the scenes are rooms of; a scene is the room of its own name. */
	readonly layout?: string;
	/** `k1`, `kotorblender`, or the path of a `surfacemat.2da`. */
	readonly surfacemat?: string;
	/** Path of a list of materials and their surfaces. */
	readonly surfaces?: string;
	/** Formats and stages of your own. */
	readonly plugin?: readonly RegistryEntries[];
}

/**
 * Makes the walkmeshes that an import asks for.
 *
 * @param root folder that paths of the settings are relative to
 * @param watch told every file that the result depends on, also those that are not there
 * @returns files with names only: one, or one for each state of a door
 * @throws InputError, UsageError
 */
export async function buildWalkmesh(
	{ file, ending }: WalkmeshRequest,
	settings: BuildSettings,
	root: string,
	report: Report,
	watch: (path: string) => void,
): Promise<readonly OutputFile[]> {
	const open = async (path: string): Promise<InputSource> => {
		watch(path);
		return openFile(path, report);
	};
	const { layout, surfacemat, surfaces: list, plugin, ...conversion } = settings;
	const registry = registryWith(plugin);
	const source = watched(await open(file), watch);
	// Doors and placeables have coordinates of their model, wherever they stand.
	const isPlaced = layout !== undefined && ending === 'wok';
	const { files } = await convertInHost(
		source,
		`${source.name}.${ending}`,
		conversion,
		{ report, surfaces: await surfaceTable({ surfacemat, list }, root, report, watch) },
		{
			registry,
			layout: isPlaced ? await readLayout(await open(resolve(root, layout)), registry, report) : undefined,
		},
	);
	return files;
}

/** Buffers and material libraries beside a scene are watched as the reader asks for them. */
function watched(source: InputSource, watch: (path: string) => void): InputSource {
	const { sibling, path } = source;
	if (sibling === undefined || path === undefined) return source;
	return {
		...source,
		sibling: (name) => {
			watch(join(dirname(path), name));
			return sibling(name);
		},
	};
}

function registryWith(plugins: readonly RegistryEntries[] = []): Registry {
	const registry = createRegistry();
	for (const entries of plugins) registry.add(entries);
	return registry;
}

async function surfaceTable(
	{ surfacemat, list }: { readonly surfacemat: string | undefined; readonly list: string | undefined },
	root: string,
	report: Report,
	watch: (path: string) => void,
): Promise<SurfaceTable> {
	const watched = (path: string): string => {
		const absolute = resolve(root, path);
		watch(absolute);
		return absolute;
	};
	const isFile = surfacemat !== undefined && builtInTable(surfacemat) === undefined;
	const table = surfacemat === undefined ? {} : { surfacemat: isFile ? watched(surfacemat) : surfacemat };
	return loadSurfaces({ ...table, ...(list === undefined ? {} : { surfaces: watched(list) }) }, report);
}

/** Kinds of walkmesh that can be asked for, by the query of an import: `./level.glb?wok`. */
const QUERY = /^(.+?)\?(?:[^#]*&)?(wok|pwk|dwk)(?:=)?(?:[&#]|$)/;

/** For the bundler's own filter: the plugin is not even called for other modules. */
export const REQUEST_FILTER: RegExp = /\?(?:[^#]*&)?(?:wok|pwk|dwk)(?:=|&|#|$)/;

/** An import that asks for a walkmesh. */
export interface WalkmeshRequest {
	/** What stands before the query; in a resolved id the path of the scene. */
	readonly file: string;
	readonly ending: 'wok' | 'pwk' | 'dwk';
}

/** Understands an import or a module's id; undefined for those that ask for something else. */
export function parseRequest(id: string): WalkmeshRequest | undefined {
	const match = QUERY.exec(id);
	return match === null ? undefined : { file: match[1], ending: match[2] as WalkmeshRequest['ending'] };
}

/** Globs over paths of scenes, absolute or relative to the project's folder. */
export interface FileFilter {
	readonly include?: string | readonly string[];
	readonly exclude?: string | readonly string[];
}

/** The filter as a function over absolute paths; a glob without a folder before it holds in the whole project. */
export function createFilter({ include, exclude }: FileFilter, root: string): (path: string) => boolean {
	const base = slashed(root).replace(/\/$/, '');
	const match = (globs: string | readonly string[]): ((path: string) => boolean) =>
		picomatch(
			[globs].flat().map((glob) => (/^(?:\/|[A-Za-z]:\/|\*\*)/.test(glob) ? glob : `${escapeGlob(base)}/${glob}`)),
			{ dot: true },
		);
	const isIn = include === undefined ? () => true : match(include);
	const isOut = exclude === undefined ? () => false : match(exclude);
	return (path) => isIn(slashed(path)) && !isOut(slashed(path));
}

function escapeGlob(path: string): string {
	return path.replace(/[\\!*?{}()[\]+@$^|]/g, '\\$&');
}

const FOLDER = '@wokflow/';

/**
 * Walkmeshes of a development server, which has no build to emit them into: they are kept in memory and served from there.
 * The address holds a hash of the bytes, so a page that is loaded again never gets an old one.
 */
export class ServedFiles {
	readonly #files = new Map<string, { readonly bytes: Uint8Array; readonly module: string }>();

	/** Keeps a file of a module in place of what that module had, and returns its address below `base`. */
	keep(module: string, files: readonly OutputFile[], base: string): string[] {
		for (const [key, file] of this.#files) if (file.module === module) this.#files.delete(key);
		return files.map(({ path, bytes }) => {
			const hash = createHash('sha256').update(module).update(bytes).digest('hex').slice(0, 16);
			const key = `${FOLDER}${hash}/${encodeURIComponent(path)}`;
			this.#files.set(key, { bytes, module });
			return `${base}${key}`;
		});
	}

	/** Answers requests for files that are kept, and passes on all others. */
	answer(request: IncomingMessage, response: ServerResponse, next: () => void): void {
		const [path] = (request.url ?? '').split(/[?#]/);
		const at = path.indexOf(`/${FOLDER}`);
		const file = at < 0 ? undefined : this.#files.get(path.slice(at + 1));
		if (file === undefined) {
			next();
			return;
		}
		response.setHeader('Content-Type', 'application/octet-stream');
		response.setHeader('Content-Length', file.bytes.length);
		response.setHeader('Cache-Control', 'no-cache');
		response.end(request.method === 'HEAD' ? undefined : file.bytes);
	}
}

export { ConversionError, type ConversionSettings } from '../settings.ts';

/** Options of the plugin: which scenes it converts, and how. Use it several times for scenes that need different options. */
export interface WokflowPluginOptions extends BuildSettings, FileFilter {}

const OWN_OPTIONS = {
	include: value<unknown>(undefined, 'Scenes that are converted, by glob; all by default.'),
	exclude: value<unknown>(undefined, 'Scenes that are not, by glob.'),
	plugin: value<unknown>(undefined, 'Formats and stages of your own.'),
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
				return isAbsolute(file) && isWanted(file) ? `${file}?${request.ending}` : null;
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

/** The module that an import gets: an address, or those of a door by state. */
function moduleOf({ ending }: WalkmeshRequest, files: readonly OutputFile[], addresses: readonly string[]): string {
	if (ending !== 'dwk') return `export default ${addresses[0]};\n`;
	const states = files.map(({ path }, index) => {
		return `${stateInName(path)}: ${addresses[index]}`;
	});
	return `export default { ${states.join(', ')} };\n`;
}

export default plugin;
