import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build as viteBuild } from 'vite';
import { beforeAll, describe, expect, test } from 'vitest';
import { build } from '../../builds/build.ts';
import { configFromValue, loadConfig } from '../../builds/config/config.ts';
import { counts, watchedBy } from '../../builds/watch.ts';
import wokflowPlugin from '../../hosts/unplugin/index.ts';
import { convertBytes } from '../../jobs/convert-bytes.ts';
import { createRegistry } from '../../jobs/default-registry.ts';
import { pipeline } from '../../jobs/pipeline.ts';
import type { RegistryEntries } from '../../pipeline/registry.ts';
import { ROOT, scratchFolder, wokflow } from '../support/cli.ts';

/** A format in one file, the one that docs/formats.md shows, works everywhere that a built-in one does. */
const PLUGIN = join(ROOT, 'docs/examples/ply.mjs');

/** Two triangles, 4 m to a side, which begin at `x`. */
function ply(x: number, surfaces: readonly [number, number] = [4, 4]): string {
	const header = `ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n`;
	const faces = `element face 2\nproperty list uchar int vertex_indices\nproperty uchar surface\nend_header\n`;
	const corners = `${x} 0 0\n${x + 4} 0 0\n${x + 4} 4 0\n${x} 4 0\n`;
	return `${header}${faces}${corners}3 0 1 2 ${surfaces[0]}\n3 0 2 3 ${surfaces[1]}\n`;
}

const LAYOUT = `beginlayout
   roomcount 2
      room_a 0.0 0.0 0.0
      room_b 4.0 0.0 0.0
   trackcount 0
   obstaclecount 0
   doorhookcount 0
donelayout
`;

const scratch = scratchFolder();
let own: RegistryEntries;

function project(): string {
	const folder = mkdtempSync(join(scratch, 'p-'));
	cpSync(PLUGIN, join(folder, 'ply.mjs'));
	writeFileSync(join(folder, 'floor.ply'), ply(0));
	mkdirSync(join(folder, 'level/rooms'), { recursive: true });
	writeFileSync(join(folder, 'level/pair.lyt'), LAYOUT);
	writeFileSync(join(folder, 'level/rooms/room_a.ply'), ply(0));
	writeFileSync(join(folder, 'level/rooms/room_b.ply'), ply(4));
	return folder;
}

beforeAll(async () => {
	own = (await import(pathToFileURL(PLUGIN).href)) as RegistryEntries;
});

describe('on the command line', () => {
	test('convert reads it, by its extension and by its first bytes', async () => {
		const cwd = project();
		const run = await wokflow(['convert', 'floor.ply', 'floor.wok', '--plugin', 'ply.mjs'], { cwd });
		expect(run).toMatchObject({ code: 0 });
		expect(run.stderr).toContain('2 faces, 2 walkable');
		cpSync(join(cwd, 'floor.ply'), join(cwd, 'floor.bin'));
		expect(await wokflow(['convert', 'floor.bin', 'b.wok', '--plugin=ply.mjs'], { cwd })).toMatchObject({ code: 0 });
		expect(readFileSync(join(cwd, 'b.wok')).length).toBe(readFileSync(join(cwd, 'floor.wok')).length);
		const without = await wokflow(['convert', 'floor.ply', 'floor.wok'], { cwd });
		expect(without).toMatchObject({ code: 3, stderr: expect.stringContaining('FORMAT_NOT_READ') });
	});

	test('its own options are flags, with help; a config can be named instead of the module', async () => {
		const cwd = project();
		writeFileSync(join(cwd, 'wokflow.config.json'), '{ "plugin": ["./ply.mjs"], "targets": {} }');
		const help = await wokflow(['convert', '--help', '--plugin', 'wokflow.config.json'], { cwd });
		expect(help.stdout).toMatch(/--ply-surface <surface>\s+Surface of PLY faces without one\. Default: Stone\./);
		expect(help.stdout).toMatch(/inputs \([^)]*\.ply/);
		const text = readFileSync(join(cwd, 'floor.ply'), 'utf8');
		writeFileSync(
			join(cwd, 'plain.ply'),
			text.replace('property uchar surface\n', '').replaceAll(/^(3 .*) 4$/gm, '$1'),
		);
		const args = ['convert', 'plain.ply', 'plain.ascii', '--ply-surface', 'Grass', '--plugin', 'wokflow.config.json'];
		expect(await wokflow(args, { cwd })).toMatchObject({ code: 0 });
		expect(readFileSync(join(cwd, 'plain.ascii'), 'utf8')).toMatch(/0 2 3 .* 3$/m);
	});

	test('level finds its files for the rooms of a layout, and links them', async () => {
		const cwd = project();
		const args = ['level', 'level/pair.lyt', 'out', '--room-folder', 'level/rooms', '--plugin', 'ply.mjs', '--json'];
		const { code, stdout } = await wokflow(args, { cwd });
		expect(code).toBe(0);
		expect(JSON.parse(stdout).rooms).toMatchObject([
			{ faces: 2, transitions: 1 },
			{ faces: 2, transitions: 1 },
		]);
	});

	test('init takes it, by default the one in the folder, and the config that it writes builds', async () => {
		const cwd = project();
		expect(await wokflow(['init', '--as', 'mjs', '--plugin', 'ply.mjs'], { cwd })).toMatchObject({ code: 0 });
		expect(readFileSync(join(cwd, 'wokflow.config.mjs'), 'utf8')).toContain("plugin: ['./ply.mjs'],");
		expect(await wokflow(['build'], { cwd })).toMatchObject({ code: 0 });
		expect(readFileSync(join(cwd, 'floor.wok'), 'latin1').slice(0, 8)).toBe('BWM V1.0');
		const layout = await wokflow(['init', 'level/pair.lyt', '--force', '--plugin', 'ply.mjs'], { cwd });
		expect(layout).toMatchObject({ code: 0 });
		expect(readFileSync(join(cwd, 'wokflow.config.mjs'), 'utf8')).toContain("roomFolder: 'level/rooms',");
	});

	test('inspect and hull read it, too', async () => {
		const cwd = project();
		const inspected = await wokflow(['inspect', 'floor.ply', '--plugin', 'ply.mjs'], { cwd });
		expect(inspected.stdout).toContain('2, 2 walkable (16 m²)');
		expect(await wokflow(['hull', 'floor.ply', 'x.pwk', '--plugin', 'ply.mjs'], { cwd })).toMatchObject({ code: 0 });
	});
});

describe('in builds', () => {
	const TARGETS = {
		one: { input: 'floor.ply', output: 'floor.wok', plySurface: 'Grass' },
		pair: { level: 'level/pair.lyt', out: 'out', roomFolder: 'level/rooms' },
	};

	test('targets of a config are made of it; its options are keys', async () => {
		const cwd = project();
		const config = await configFromValue({ plugin: ['./ply.mjs'], targets: TARGETS }, cwd);
		const results = await build(config);
		expect(results.map(({ status }) => status)).toEqual(['built', 'built']);
		const wrong = { plugin: ['./ply.mjs'], targets: { one: { ...TARGETS.one, plySurface: 3 } } };
		await expect(configFromValue(wrong, cwd)).rejects.toThrow('targets.one.plySurface: must be a text, is 3');
	});

	test('watching counts its files among those of rooms', async () => {
		const cwd = project();
		writeFileSync(join(cwd, 'wokflow.config.json'), JSON.stringify({ plugin: ['./ply.mjs'], targets: TARGETS }));
		const watched = watchedBy(await loadConfig(join(cwd, 'wokflow.config.json')), []);
		expect(counts(watched, join(cwd, 'level/rooms/room_c.ply'))).toBe(true);
		expect(counts(watched, join(cwd, 'level/rooms/room_c.blend'))).toBe(false);
		expect(counts(watched, join(cwd, 'floor.ply'))).toBe(true);
	});
});

describe('in code', () => {
	test('a registry, a pipeline, bytes', async () => {
		const bytes = new TextEncoder().encode(ply(0));
		const registry = createRegistry().add(own);
		const { files } = await convertBytes(bytes, 'floor.ply', 'floor.wok', { registry });
		const cwd = project();
		const made = await pipeline({ extend: own }).read(join(cwd, 'floor.ply')).recipe(['weld', 'sort']).run('floor.wok');
		expect(made.report.failed).toBe(false);
		expect(files[0].bytes).toEqual(made.files[0].bytes);
	});

	test('the Vite plugin', async () => {
		const root = project();
		writeFileSync(join(root, 'main.js'), `import url from './floor.ply?wok';\nconsole.log(url);\n`);
		writeFileSync(join(root, 'index.html'), '<script type="module" src="/main.js"></script>');
		const plugin = wokflowPlugin.vite({ plugin: [own], plySurface: 'Grass' } as object);
		const built = await viteBuild({ root, configFile: false, logLevel: 'silent', plugins: [plugin] });
		const names = [built]
			.flat()
			.flatMap((each) => ('output' in each ? each.output.map(({ fileName }) => fileName) : []));
		expect(names.filter((name) => /floor.*\.wok$/.test(name))).toHaveLength(1);
		expect(() => wokflowPlugin.vite({ plySurface: 'Grass' } as object)).toThrow('has no option "plySurface"');
	});
});
