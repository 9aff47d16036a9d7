// Bundles the package: dist/*.js with shared chunks and source maps, and its declarations with declaration maps.
import { chmodSync, readFileSync, rmSync } from 'node:fs';
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
 * Chunks along what is loaded together: all that the library needs at once is one, what builds need beside it another, and
 * each reader and writer that is loaded when it is needed one of its own. So no chunk needs another in a circle.
 */
function chunkOf() {
	let core;
	let node;
	const reach = (entry, context) => {
		const seen = new Set();
		const visit = (id) => {
			if (seen.has(id)) return;
			seen.add(id);
			for (const next of context.getModuleInfo(id)?.importedIds ?? []) visit(next);
		};
		visit(`${root}${entry}`);
		return seen;
	};
	return (id, context) => {
		core ??= reach(LIBRARY.index, context);
		node ??= reach(LIBRARY.node, context);
		if (core.has(id)) return 'core';
		if (node.has(id)) return 'node';
		return /\/(?:importers|exporters)\/(\w+)\//.exec(id)?.[1] ?? null;
	};
}

async function bundle(dir, input, output, plugins = []) {
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
	});
	try {
		await build.write({ dir, format: 'esm', sourcemap: true, chunkFileNames: 'chunks/[name].js', ...output });
	} finally {
		await build.close();
	}
}

/** Bundles the package into a folder; its declarations only where they are wanted, as they take most of the time. */
export async function buildPackage(dir, { types = true } = {}) {
	rmSync(dir, { recursive: true, force: true });
	const codeSplitting = { groups: [{ name: chunkOf() }], includeDependenciesRecursively: false };
	// The thread of a build stands beside the code that starts it.
	const entryFileNames = ({ name }) => (name === 'worker' ? 'chunks/worker.js' : '[name].js');
	await bundle(dir, { ...LIBRARY, ...PROGRAMS }, { codeSplitting, entryFileNames });
	if (types)
		await bundle(dir, LIBRARY, {}, [dts({ emitDtsOnly: true, sourcemap: true, tsconfig: 'tsconfig.build.json' })]);
	chmodSync(`${dir}/cli.js`, 0o755);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPackage(`${root}dist`);
