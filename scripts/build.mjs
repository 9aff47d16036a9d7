// Bundles the package: dist/*.js with shared chunks, its declarations, the command as a single file, and the page of `wokflow view`. What is bundled is not
// minified, so it is read as it is: source maps would be larger than all else.
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { buildViewer } from './build-viewer.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version, dependencies, peerDependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const packages = [...Object.keys(dependencies), ...Object.keys(peerDependencies)];
/** Installed beside us, never bundled: a package of the user's own version, loaded when it is needed. */
const external = (id) => id.startsWith('node:') || packages.some((name) => id === name || id.startsWith(`${name}/`));

/** The entries of package.json that run anywhere, each after those whose code it needs. */
const ANYWHERE = {
	index: 'index.ts',
	game: 'entries/game.ts',
	query: 'entries/query.ts',
	level: 'entries/level.ts',
	stages: 'entries/stages.ts',
	check: 'entries/check.ts',
	pictures: 'entries/pictures.ts',
	decisions: 'entries/decisions.ts',
	formats: 'entries/formats.ts',
};

/** All entries, and what a process of its own starts with. */
const LIBRARY = {
	...ANYWHERE,
	node: 'node.ts',
	edit: 'entries/edit.ts',
	'gltf-transform': 'hosts/gltf-transform/index.ts',
	'gltf-transform.config': 'hosts/gltf-transform/gltf-transform.config.mts',
	unplugin: 'hosts/unplugin/index.ts',
};
const PROGRAMS = { cli: 'cli/main.ts', worker: 'builds/worker.ts' };

/** What is loaded when it is needed, by where it lies. */
const LAZY = [
	['codecs', /\/node_modules\/(?:draco3dgltf|meshoptimizer)\//],
	['gltf', /\/(?:importers|exporters)\/gltf\/|\/formats\/gltf\.|\/painted-rooms\.|\/node_modules\/@gltf-transform\//],
	['plan', /\/pictures\//],
	// Written by a single command, and the readers of texts need these parts: together they would be a circle.
	['jobs', /\/game\/mdl\/write-twin/],
	['texts', /\/(?:importers|exporters)\/|\/node_modules\/obj-file-parser\//],
	['builds', /\/builds\/(?!worker\.|thread-jobs\.)|\/config-template\./],
	['command', /\/cli\/(?!main\.|supervisor\.)/],
	['host', /\/hosts\/(?:[\w-]+\.ts|gltf-transform\/(?!index|gltf-transform))/],
	// What a single command works with.
	['jobs', /\/(?:pipeline|src|level|check|game|jobs)\//],
];

/**
 * Names the layer of a module: layer by layer what is reached from an entry at once.
 *
 * @param layers name of a layer to the module it starts from, the innermost first
 */
function partsOf(layers) {
	let reached;
	const reach = (entry, context) => {
		const seen = new Set();
		const visit = (id) => {
			if (seen.has(id)) return;
			seen.add(id);
			for (const next of context.getModuleInfo(id)?.importedIds ?? []) visit(next);
		};
		visit(`${root}${entry}`);
		// An entry stays a list of exports: a bundler drops whole chunks that nobody asks for, and nothing shows that only chunks share.
		for (const list of Object.values(LIBRARY)) seen.delete(`${root}${list}`);
		return seen;
	};
	return (id, context) => {
		reached ??= Object.entries(layers).map(([layer, entry]) => [layer, reach(entry, context)]);
		return reached.find(([, ids]) => ids.has(id))?.[0];
	};
}

/** Chunks by layer, then each reader and writer that is loaded when it is needed. So no chunk needs another in a circle. */
function chunksOf(layers) {
	const layerOf = partsOf(layers);
	const name = (id, context) => {
		const path = id.startsWith(root) ? id.slice(root.length - 1) : id;
		return layerOf(id, context) ?? LAZY.find(([, lies]) => lies.test(path))?.[0] ?? null;
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
		plugins: [...plugins, withoutRelays],
		tsconfig: 'tsconfig.build.json',
		...options,
	});
	try {
		await build.write({
			dir,
			format: 'esm',
			chunkFileNames: 'chunks/[name].js',
			minifyInternalExports: false,
			...output,
		});
	} finally {
		await build.close();
	}
}

/** Where a module lies among those for browsers. npm leaves every folder called `node_modules` out of a package. */
function browserFile(id) {
	const [, installed] = /.*\/node_modules\/(.*)/.exec(id) ?? [];
	const path = installed === undefined ? relative(root, id.replace('\0', '')) : `packages/${installed}`;
	return `${path.replaceAll(':', '-').replace(/\.(?:m?[jt]s|cjs)$/, '')}.js`;
}

/**
 * A module that is loaded when it is needed, but lies in a chunk with others, gets a chunk that only hands its exports on. Whoever
 * loads it may as well load the chunk it lies in.
 */
const withoutRelays = {
	name: 'without-relays',
	generateBundle(_, bundle) {
		const relays = new Map();
		for (const [name, { code, isEntry, isDynamicEntry }] of Object.entries(bundle)) {
			if (isEntry && !isDynamicEntry) continue;
			const relay = /^(?:import "[^"]+";\n)*export \{([^}]*)\} from "\.\/([^"]+)";\s*$/.exec(code ?? '');
			if (relay !== null && !relay[1].includes(' as ')) relays.set(name, relay[2]);
		}
		for (const chunk of Object.values(bundle)) {
			chunk.code = chunk.code?.replace(/import\("\.\/((?:chunks\/)?)([^"]+)"\)/g, (whole, folder, file) => {
				const to = relays.get(`chunks/${file}`);
				return to === undefined ? whole : `import("./${folder}${to}")`;
			});
		}
		for (const name of relays.keys()) delete bundle[name];
	},
};

/** What some packages ask for only where they run in Node. A browser has none of it, and its bundlers should not ask for it. */
const withoutNode = {
	name: 'without-node',
	resolveId: (id) => (isBuiltin(id) ? { id: `\0${id}`, moduleSideEffects: false } : null),
	load: (id) => (id.startsWith('\0') && isBuiltin(id.slice(1)) ? 'export default {};' : null),
};

/** The code of the renderer of PNG, where no file lies beside the bundle. */
const rendererInside = {
	name: 'renderer-inside',
	load: (id) => {
		if (id !== `${root}pictures/png/code.ts`) return null;
		const code = readFileSync(createRequire(id).resolve('@resvg/resvg-wasm/index_bg.wasm'));
		return `const packed = '${gzipSync(code, { level: 9 }).toString('base64')}';
			export async function rendererCode() {
				const bytes = Uint8Array.from(atob(packed), (each) => each.charCodeAt(0));
				return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
			}`;
	},
};

/** Imports for effects only: there are none, and bundlers warn about each. */
const withoutBareImports = {
	name: 'without-bare-imports',
	generateBundle(_, bundle) {
		for (const chunk of Object.values(bundle)) chunk.code = chunk.code?.replace(/^import "[^"]+";\n/gm, '');
	},
};

/**
 * Writes the command: in parts, so that a run reads and compiles those it needs, with a small file that starts it; and once more as one file that needs
 * nothing but Node, for the machines of other build engines.
 */
async function bundleCommand(dir) {
	const output = { format: 'cjs', minify: true, minifyInternalExports: true };
	const named = { entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' };
	const options = {
		platform: 'node',
		external: ['draco3dgltf'],
		plugins: [withoutSubcommands, besides],
		transform: { define: { WOKFLOW_VERSION: JSON.stringify(version) } },
		resolve: { mainFields: ['module', 'main'] },
	};
	// What every command needs at once is one part, and so are modules that are reached from the same dynamic imports.
	const name = partsOf({ program: 'cli/program.ts' });
	const parts = {
		groups: [{ name: (id, context) => name(id, context) ?? null }],
		includeDependenciesRecursively: false,
	};
	await bundle(`${dir}/command`, { main: 'cli/main.ts' }, { ...output, ...named, codeSplitting: parts }, options);
	const single = { ...options, plugins: [...options.plugins, rendererInside] };
	await bundle(dir, { wokflow: 'cli/main.ts' }, { ...output, ...named, codeSplitting: false }, single);
	await bundle(dir, { cli: 'cli/start.ts' }, { ...output, ...named, codeSplitting: false }, options);
	for (const name of ['wokflow.cjs', 'cli.cjs']) chmodSync(`${dir}/${name}`, 0o755);
}

/** The modules of the command lie beside what starts it. */
const besides = {
	name: 'besides',
	resolveId: (id, importer) =>
		id === './main.ts' && importer?.endsWith('/cli/start.ts') ? { id: './cli.js', external: true } : null,
};

/** Commander loads what it would start programs of other commands with, which there are not. */
const withoutSubcommands = {
	name: 'without-subcommands',
	resolveId: (id, importer) =>
		id === 'node:child_process' && /[\\/]commander[\\/]/.test(importer ?? '') ? '\0nothing' : null,
	load: (id) => (id === '\0nothing' ? 'export default {};' : null),
};

/** Bundles the package into a folder; its declarations only where they are wanted, as they take most of the time. */
export async function buildPackage(dir, { types = true } = {}) {
	rmSync(dir, { recursive: true, force: true });
	const codeSplitting = chunksOf({
		read: 'pipeline/bytes.ts',
		...Object.fromEntries(Object.entries(ANYWHERE).map(([name, entry]) => [`library-${name}`, entry])),
		convert: 'jobs/convert-in-memory.ts',
		node: LIBRARY.node,
		edit: LIBRARY.edit,
		command: 'cli/program.ts',
	});
	// The thread of a build is looked for beside the code that starts it, which the bundler may put here or among the chunks.
	const entryFileNames = ({ name }) => (name === 'worker' ? 'chunks/worker.js' : '[name].js');
	await bundle(dir, { ...LIBRARY, ...PROGRAMS }, { codeSplitting, entryFileNames });
	writeFileSync(`${dir}/worker.js`, "import './chunks/worker.js';\n");
	chmodSync(`${dir}/cli.js`, 0o755);
	// For browsers everything is inside, so that a page needs no more than its bundler, or none; and each module is a file, since bundlers leave out files
	// without effects that nothing of is asked for, but of a file hardly any statements.
	const browser = {
		preserveModules: true,
		entryFileNames: ({ facadeModuleId }) => browserFile(facadeModuleId),
		chunkFileNames: '[name].js',
	};
	const inside = { external: [], platform: 'browser', plugins: [withoutNode, rendererInside, withoutBareImports] };
	await bundle(`${dir}/browser`, ANYWHERE, browser, inside);
	await bundleCommand(dir);
	await buildViewer(dir);
	if (!types) return;
	const declarations = dts({ emitDtsOnly: true, tsconfig: 'tsconfig.build.json' });
	await bundle(dir, LIBRARY, {}, { plugins: [declarations] });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPackage(`${root}dist`);
