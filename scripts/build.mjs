// Bundles the package: dist/*.js with shared chunks and source maps, and its declarations with declaration maps.
import { chmodSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { dependencies, peerDependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const packages = [...Object.keys(dependencies), ...Object.keys(peerDependencies)];
/** Installed beside us, never bundled: a package of the user's own version, loaded when it is needed. */
const external = (id) => id.startsWith('node:') || packages.some((name) => id === name || id.startsWith(`${name}/`));

/** The entries of package.json, and what a process of its own starts with. */
const LIBRARY = {
	index: 'index.ts',
	node: 'node.ts',
	'gltf-transform': 'hosts/gltf-transform/index.ts',
	'gltf-transform.config': 'hosts/gltf-transform/gltf-transform.config.mts',
	unplugin: 'hosts/unplugin/index.ts',
};
const PROGRAMS = { cli: 'cli/main.ts', worker: 'incremental/worker.ts' };

/**
 * Chunks along what is loaded together: layer by layer what is reached from an entry at once, then each reader and writer that is
 * loaded when it is needed. So no chunk needs another in a circle.
 *
 * @param layers name of a chunk to the module it starts from, the innermost first
 */
function chunksOf(layers) {
	let reached;
	const reach = (entry, context) => {
		const seen = new Set();
		const visit = (id) => {
			if (seen.has(id)) return;
			seen.add(id);
			for (const next of context.getModuleInfo(id)?.importedIds ?? []) visit(next);
		};
		visit(`${root}${entry}`);
		// An entry stays a list of exports, so that a bundler drops whole chunks that nobody asks for.
		seen.delete(`${root}index.ts`);
		return seen;
	};
	const name = (id, context) => {
		reached ??= Object.entries(layers).map(([layer, entry]) => [layer, reach(entry, context)]);
		const layer = reached.find(([, ids]) => ids.has(id))?.[0];
		return layer ?? /\/(?:importers|exporters)\/(\w+)\/(?!obj-file-parser)/.exec(id)?.[1] ?? null;
	};
	return { groups: [{ name }], includeDependenciesRecursively: false };
}

async function bundle(dir, input, output, { plugins = [], ...options } = {}) {
	const build = await rolldown({
		cwd: root,
		input,
		external,
		platform: 'neutral',
		preserveEntrySignatures: 'allow-extension',
		// What the library needs at once need not wait for a command that would load it later.
		checks: { ineffectiveDynamicImport: false, pluginTimings: false },
		plugins,
		tsconfig: 'tsconfig.build.json',
		...options,
	});
	try {
		await build.write({ dir, format: 'esm', sourcemap: true, chunkFileNames: 'chunks/[name].js', ...output });
	} finally {
		await build.close();
	}
}

/** What some packages ask for only where they run in Node. A browser has none of it, and its bundlers should not ask for it. */
const withoutNode = {
	name: 'without-node',
	resolveId: (id) => (isBuiltin(id) ? { id: `\0${id}`, moduleSideEffects: false } : null),
	load: (id) => (id.startsWith('\0') && isBuiltin(id.slice(1)) ? 'export default {};' : null),
};

/** Bundles the package into a folder; its declarations only where they are wanted, as they take most of the time. */
export async function buildPackage(dir, { types = true } = {}) {
	rmSync(dir, { recursive: true, force: true });
	const codeSplitting = chunksOf({ read: 'pipeline/bytes.ts', library: LIBRARY.index, node: LIBRARY.node });
	// The thread of a build stands beside the code that starts it.
	const entryFileNames = ({ name }) => (name === 'worker' ? 'chunks/worker.js' : '[name].js');
	await bundle(dir, { ...LIBRARY, ...PROGRAMS }, { codeSplitting, entryFileNames });
	chmodSync(`${dir}/cli.js`, 0o755);
	// For browsers everything is inside, so that a page needs no more than its bundler, or none.
	const browser = {
		entryFileNames: '[name].js',
		chunkFileNames: 'chunks/browser-[name].js',
		codeSplitting: chunksOf({ read: 'pipeline/bytes.ts', library: LIBRARY.index }),
	};
	const inside = { external: [], platform: 'browser', plugins: [withoutNode] };
	await bundle(dir, { browser: LIBRARY.index }, browser, inside);
	if (!types) return;
	const declarations = dts({ emitDtsOnly: true, sourcemap: true, tsconfig: 'tsconfig.build.json' });
	await bundle(dir, LIBRARY, {}, { plugins: [declarations] });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPackage(`${root}dist`);
