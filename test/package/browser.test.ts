import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type BuildResult, build } from 'esbuild';
import { build as viteBuild } from 'vite';
import { expect, test } from 'vitest';
import { pngOfSvg } from '../../pictures/png/render.ts';
import { BUILT } from '../support/built.ts';
import { chromiumPresent, launchChromium } from '../support/chromium.ts';
import { ROOT, scratchFolder } from '../support/cli.ts';
import { spread, THOROUGH } from '../support/thorough.ts';

/** What somebody's page asks for: one function of the package. */
const folder = scratchFolder();
mkdirSync(join(folder, 'node_modules'));
symlinkSync(BUILT, join(folder, 'node_modules/wokflow'));

function pageWith(names: string, entry = 'wokflow'): string {
	const page = join(folder, `page-${names.replace(/\W+/g, '-')}.js`);
	writeFileSync(page, `import { ${names} } from '${entry}';\nglobalThis.used = [${names}];\n`);
	return page;
}

type Bundled = BuildResult<{ write: false; metafile: true }>;

/** A page as esbuild bundles it for a browser, minified. */
function bundled(page: string, splitting = false): Promise<Bundled> {
	return build({
		entryPoints: [page],
		outdir: folder,
		bundle: true,
		minify: true,
		format: 'esm',
		platform: 'browser',
		write: false,
		metafile: true,
		splitting,
		logLevel: 'silent',
	});
}

const PAGES: [string, string, number][] = [
	['readWalkmesh', 'wokflow', 60_000],
	['K1, SURFACE_TABLES', 'wokflow', 25_000],
	['weld', 'wokflow/stages', 60_000],
	['link', 'wokflow/level', 140_000],
	['readGff', 'wokflow/game', 40_000],
	['query', 'wokflow/query', 110_000],
];
test.each(spread(PAGES, 3))('%s of %s is bundled without a word, in at most %i bytes', async (names, entry, most) => {
	const { errors, warnings, outputFiles } = await bundled(pageWith(names, entry));
	expect([...errors, ...warnings]).toEqual([]);
	const [{ contents, text }] = outputFiles;
	expect(contents.length).toBeGreaterThan(1_000);
	expect(contents.length).toBeLessThanOrEqual(most);
	expect(text).not.toMatch(/["'`]node:|draco|meshopt/i);
});

test('a page that converts loads little at once, and 600 kB when it first does; formats, codecs and pictures when they are needed', async () => {
	const page = pageWith('convertBytes');
	const { errors, warnings, metafile } = await bundled(page, true);
	expect([...errors, ...warnings]).toEqual([]);
	const { outputs } = metafile;
	const holding = (file: string): string =>
		Object.keys(outputs).find((path) => basename(outputs[path].entryPoint ?? '') === file) as string;
	const loaded = new Set<string>();
	const load = (path: string): void => {
		if (loaded.has(path)) return;
		loaded.add(path);
		for (const { path: next, kind } of outputs[path].imports) if (kind === 'import-statement') load(next);
	};
	const bytes = (): number => [...loaded].reduce((sum, path) => sum + outputs[path].bytes, 0);
	load(holding(basename(page)));
	expect(bytes()).toBeLessThanOrEqual(100_000);
	load(holding('convert-in-memory.js'));
	expect(bytes()).toBeGreaterThan(300_000);
	expect(bytes()).toBeLessThanOrEqual(600_000);
	const inside = [...loaded].flatMap((path) => Object.keys(outputs[path].inputs));
	expect(inside.filter((path) => /gltf-transform|draco|meshopt|fast-png|resvg|letters/.test(path))).toEqual([]);
});

test.runIf(THOROUGH && chromiumPresent)('a page draws the PNG that Node draws', async () => {
	const { outputFiles } = await bundled(pageWith('pngOfSvg', 'wokflow/pictures'));
	const svg = readFileSync(join(ROOT, 'docs/pictures/quay.svg'), 'utf8');
	const browser = await launchChromium();
	try {
		const page = await browser.newPage();
		await page.addScriptTag({ content: outputFiles[0].text, type: 'module' });
		const bytes = await page.evaluate(`used[0](${JSON.stringify(svg)}).then((png) => [...png])`);
		expect(Uint8Array.from(bytes as number[])).toEqual(await pngOfSvg(svg));
	} finally {
		await browser.close();
	}
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
		build: { write: false, minify: true, rollupOptions: { input: pageWith('readWalkmesh') } },
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
	expect(bytes).toBeLessThan(60_000);
});
