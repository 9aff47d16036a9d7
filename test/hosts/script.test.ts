import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { BUILT, BUILT_NODE } from '../support/built.ts';
import { FIXTURES, scratchFolder, wokflow } from '../support/cli.ts';
import { THOROUGH } from '../support/thorough.ts';

const out = scratchFolder();

/** Runs a module of its own in the scratch folder, as somebody's build script would be. */
function run(name: string, code: string): { code: number | null; stdout: string; stderr: string } {
	const path = join(out, name);
	writeFileSync(path, code);
	const { status, stdout, stderr } = spawnSync(process.execPath, [path], {
		cwd: out,
		encoding: 'utf8',
	});
	return { code: status, stdout, stderr };
}

const STAGES = JSON.stringify(pathToFileURL(join(BUILT, 'dist/stages.js')).href);
const NODE = JSON.stringify(pathToFileURL(BUILT_NODE).href);

test('a plain script gives the bytes of the command', async () => {
	const script = run(
		'build.mjs',
		`import { convertRecipe } from ${STAGES};
import { pipeline } from ${NODE};
const { report, files } = await pipeline()
	.read(${JSON.stringify(join(FIXTURES, 'small/two-rooms-seam.glb'))})
	.recipe(convertRecipe())
	.write('quay.wok');
console.log(JSON.stringify({ failed: report.failed, files: files.map(({ path }) => path) }));
`,
	);
	expect(script.stderr).toBe('');
	expect(JSON.parse(script.stdout)).toEqual({ failed: false, files: ['quay.wok'] });
	expect((await wokflow(['convert', 'fixtures/small/two-rooms-seam.glb', join(out, 'own.wok')])).code).toBe(0);
	expect(readFileSync(join(out, 'quay.wok')).equals(readFileSync(join(out, 'own.wok')))).toBe(true);
});

test.runIf(THOROUGH)('neither the library nor the command loads a host or what hosts need', () => {
	const list = join(out, 'loaded.txt');
	// Hooks of modules run in a thread of their own, so what they see goes through a file.
	const hooks = `import { appendFileSync } from 'node:fs';
export async function resolve(specifier, context, next) {
	const found = await next(specifier, context);
	appendFileSync(${JSON.stringify(list)}, found.url + '\\n');
	return found;
}`;
	for (const entry of ['index.js', 'node.js', 'cli.js']) {
		writeFileSync(list, '');
		run(
			'loaded.mjs',
			`import { register } from 'node:module';
register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(hooks)}));
process.argv.push('--version');
await import(${JSON.stringify(pathToFileURL(join(BUILT, 'dist', entry)).href)});
`,
		);
		const modules = readFileSync(list, 'utf8').trim().split('\n');
		expect(modules.some((url) => url.endsWith(entry))).toBe(true);
		expect(modules.length).toBeGreaterThan(1);
		expect(
			modules.filter((url) =>
				/dist\/(?:gltf-transform|unplugin)|\/unplugin\/|gltf-transform\/(?:cli|functions)|\/sharp\//.test(url),
			),
		).toEqual([]);
	}
});
