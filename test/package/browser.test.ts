import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build as viteBuild } from 'vite';
import { expect, test } from 'vitest';
import { BUILT } from '../support/built.ts';
import { scratchFolder } from '../support/cli.ts';
import { THOROUGH } from '../support/thorough.ts';

/** What somebody's page asks for: one function of the package. */
const folder = scratchFolder();
writeFileSync(
	join(folder, 'page.js'),
	"import { readWalkmesh } from 'wokflow';\nglobalThis.readWalkmesh = readWalkmesh;\n",
);
mkdirSync(join(folder, 'node_modules'));
symlinkSync(BUILT, join(folder, 'node_modules/wokflow'));

/** Bytes that a page may load for reading a walkmesh. */
const MOST = 120_000;

test('esbuild bundles reading a walkmesh for the browser without a word', async () => {
	const { build } = await import('esbuild');
	const result = await build({
		entryPoints: [join(folder, 'page.js')],
		bundle: true,
		minify: true,
		format: 'esm',
		platform: 'browser',
		write: false,
		logLevel: 'silent',
	});
	expect([...result.errors, ...result.warnings]).toEqual([]);
	const [{ contents, text }] = result.outputFiles;
	expect(contents.length).toBeGreaterThan(20_000);
	expect(contents.length).toBeLessThan(MOST);
	expect(text).not.toMatch(/["'`]node:|draco|meshopt/i);
});

test.runIf(THOROUGH)('Vite bundles it without a word, and loads no reader of scenes for it', async () => {
	const said: string[] = [];
	const say = (message: string): void => void said.push(message);
	const output = await viteBuild({
		root: folder,
		configFile: false,
		customLogger: {
			info: () => {},
			warn: say,
			warnOnce: say,
			error: say,
			clearScreen: () => {},
			hasErrorLogged: () => false,
			hasWarned: false,
		},
		build: { write: false, minify: true, rollupOptions: { input: join(folder, 'page.js') } },
	});
	expect(said).toEqual([]);
	const chunks = (Array.isArray(output) ? output[0] : output) as {
		output: readonly { fileName: string; code?: string; imports?: string[]; isEntry?: boolean }[];
	};
	const byName = new Map(chunks.output.map((chunk) => [chunk.fileName, chunk]));
	const loaded = new Set<string>();
	const load = (name: string): void => {
		if (loaded.has(name)) return;
		loaded.add(name);
		for (const next of byName.get(name)?.imports ?? []) load(next);
	};
	for (const { fileName, isEntry } of chunks.output) if (isEntry) load(fileName);
	const bytes = [...loaded].reduce((sum, name) => sum + (byName.get(name)?.code?.length ?? 0), 0);
	expect(bytes).toBeGreaterThan(20_000);
	expect(bytes).toBeLessThan(MOST);
});
