import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { BUILT, importAsNode } from '../support/built.ts';
import { ROOT, scratchFolder, wokflow } from '../support/cli.ts';
import { javaScript } from '../support/javascript.ts';
import { makeGame } from '../support/made-game.ts';
import { smallQuayGlb } from '../support/small-quay.ts';
import { THOROUGH } from '../support/thorough.ts';

/** Every page a user reads; what their `sh` and `ts` blocks show must work. */
const pages = [
	'README.md',
	// The tutorial has a test of its own, which runs it in an empty folder.
	// What users begin with always; the others with the tests that may take long.
	...(THOROUGH ? ['docs', 'docs/commands'] : []).flatMap((folder) =>
		readdirSync(join(ROOT, folder))
			.filter((name) => name.endsWith('.md') && name !== 'tutorial-blender.md')
			.map((name) => `${folder}/${name}`),
	),
];

interface Usage {
	readonly page: string;
	readonly language: 'sh' | 'ts';
	readonly text: string;
}

/** Blocks in their order: later ones may use what earlier ones made. */
function usages(page: string): Usage[] {
	const text = readFileSync(join(ROOT, page), 'utf8');
	return [...text.matchAll(/^```(sh|ts)\n([\s\S]*?)^```/gm)].flatMap(([, language, block]) =>
		language === 'ts'
			? [{ page, language: 'ts', text: block }]
			: block
					.split('\n')
					.filter((line) => line.startsWith('wokflow '))
					.map((line): Usage => ({ page, language: 'sh', text: line.replace(/\s+#.*$/, '') })),
	);
}

/** A command line as a shell would split it: blanks separate, double quotes hold together. */
function words(line: string): string[] {
	return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain);
}

const folder = scratchFolder();
cpSync(join(ROOT, 'fixtures'), join(folder, 'fixtures'), { recursive: true });
mkdirSync(join(folder, 'out'));
// The files that the README speaks of, which a reader has of their own.
for (const [name, fixture] of [
	['level.glb', 'level/quay.glb'],
	['quay.glb', 'level/quay.glb'],
	['room.obj', 'small/z-up.obj'],
	['gate.glb', 'small/door.glb'],
	['crate.glb', 'small/placeable.glb'],
])
	cpSync(join(ROOT, 'fixtures', fixture), join(folder, name));
// Only the rooms that pages name: that takes half the time.
if (!THOROUGH)
	for (const [name, ...rooms] of [
		['level.glb', 'quay_02a'],
		['quay.glb', 'quay_01b', 'quay_02a'],
	])
		writeFileSync(join(folder, name), smallQuayGlb(rooms, false));
makeGame(join(folder, 'kotor'), { areas: 2, rooms: 2 });

/** In this process, where the package need be loaded only once. */
async function runScript(source: string, name: string): Promise<void> {
	const script = join(folder, `${name}.mjs`);
	const placed = source.replace(/'wokflow(?:\/([\w-]+))?'/g, (_, entry = 'index') =>
		JSON.stringify(pathToFileURL(join(BUILT, `dist/${entry}.js`)).href),
	);
	writeFileSync(script, await javaScript(placed, `${name}.ts`));
	const before = process.cwd();
	process.chdir(folder);
	try {
		await importAsNode(pathToFileURL(script).href);
	} finally {
		process.chdir(before);
	}
}

test('pages show usage', () => {
	expect(pages.filter((page) => usages(page).length > 0)).toContain('README.md');
});

describe.each(pages.filter((page) => usages(page).length > 0))('%s', (page) => {
	const all = usages(page);
	test('its usage works', async () => {
		for (const [index, { language, text }] of all.entries()) {
			if (language === 'sh') {
				const { code, stderr } = await wokflow(words(text).slice(1), { cwd: folder });
				expect({ text, code, stderr: code === 0 ? '' : stderr }).toEqual({ text, code: 0, stderr: '' });
			} else {
				await expect(runScript(text, `usage-${page.replace(/\W/g, '-')}-${index}`), text).resolves.toBeUndefined();
			}
		}
	}, 240_000);
});
