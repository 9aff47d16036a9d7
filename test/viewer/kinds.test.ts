import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import { type ResourceName, resourceOfFileName } from '../../game/archives/archive.ts';
import { erfWriter } from '../../game/archives/write-archive.ts';
import { writePth } from '../../game/area/things.ts';
import { scratchFolder, wokflow } from '../support/cli.ts';
import { makeVariants } from '../support/gltf-variants.ts';
import { unpackGlb } from '../support/mutate.ts';
import {
	at,
	downloaded,
	HAS_BROWSER,
	newContext,
	newPage,
	open,
	PICTURES,
	type Probe,
	pixels,
	settled,
	useBrowser,
} from './in-browser.ts';

useBrowser();
const out = scratchFolder();
const made = (name: string): string => join(out, name);

declare const wokflowPage: Probe;
/** What runs in the page has the page's globals; the tests themselves have none of them. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
declare const document: any;
// biome-ignore lint/suspicious/noExplicitAny: as above.
declare const DataTransfer: any;
// biome-ignore lint/suspicious/noExplicitAny: as above.
declare const ClipboardEvent: any;

async function cli(...words: readonly string[]): Promise<void> {
	const { code, stderr } = await wokflow([...words, '-q', '--force'], { cwd: out });
	expect(code, stderr).toBe(0);
}

const facts = (page: Page): Promise<string | null> => page.locator('#panel-facts').textContent();

/** A room of two squares, and a piece of ground apart from it, as an OBJ in a unit. */
function squares(unit: number): string {
	const corners = [0, 0, 6, 0, 6, 6, 0, 6, 12, 0, 12, 6, 20, 0, 24, 0, 24, 4, 20, 4];
	const points = corners.flatMap((x, i) => (i % 2 === 0 ? [`v ${x * unit} 0 ${-corners[i + 1] * unit}`] : []));
	const faces = ['usemtl Plaza', 'f 1 2 3 4', 'usemtl Meadow', 'f 2 5 6 3', 'f 7 8 9 10'];
	return ['mtllib own.mtl', ...points, ...faces, ''].join('\n');
}

describe.skipIf(!HAS_BROWSER)('files in Chromium', { timeout: 300_000 }, () => {
	test('each kind is opened, alone and with what belongs to it', async () => {
		const page = await newPage();
		await cli('convert', at('small/door.glb'), 'gate.dwk');
		await cli('convert', at('small/placeable.glb'), 'crate.pwk');
		await cli('convert', at('small/cube-room.obj'), 'ascii.txt');
		await cli('convert', at('small/cube-room.obj'), 'room.wok');
		cpSync(at('level/quay.lyt'), made('quay.lyt'));
		writeFileSync(made('quay.vis'), 'quay_01a 1\r\n  quay_01b\r\n');
		// A glTF with its data in a file of its own.
		const { text, data } = unpackGlb(new Uint8Array(readFileSync(at('small/markers.glb'))));
		const json = JSON.parse(text);
		json.buffers[0].uri = 'data.bin';
		writeFileSync(made('apart.gltf'), JSON.stringify(json));
		writeFileSync(made('data.bin'), data);
		const level = ['quay_01a', 'quay_01b', 'quay_02a'].map((name) => at(`level/rooms/${name}.glb`));
		const kinds: readonly (readonly string[])[] = [
			[at('small/nested-transforms.glb')],
			[at('small/mirrored.gltf')],
			[made('apart.gltf'), made('data.bin')],
			[at('level/quay.obj'), at('level/quay.mtl')],
			[made('room.wok')],
			['gate0.dwk', 'gate1.dwk', 'gate2.dwk'].map(made),
			[made('crate.pwk')],
			[made('ascii.txt')],
			[made('quay.lyt'), made('quay.vis'), ...level],
		];
		for (const files of kinds) {
			await open(page, ...files);
			expect(await facts(page), files[0]).toContain(files[0].replace(/^.*\//, ''));
		}
		await page.screenshot({ path: join(PICTURES, 'layout.png') });
	});

	test('a folder, and an archive of the game, are opened with all that is in them', async () => {
		await cli('level', at('level/quay.glb'), 'area', '--node', 'quay_02b*', '--node', 'quay_03a*', '--name', 'area');
		const names = ['area.lyt', 'area.vis', 'quay_02b.wok', 'quay_03a.wok'];
		const pth = writePth([{ x: 100, y: -150, links: [] }]);
		const entries = [
			...names.map((name) => ({ name, bytes: new Uint8Array(readFileSync(made(`area/${name}`))) })),
			{ name: 'area.pth', bytes: pth },
		].map(({ name, bytes }) => ({ ...(resourceOfFileName(name) as ResourceName), bytes }));
		writeFileSync(made('area.mod'), await erfWriter.create(entries, '.mod'));
		const page = await newPage();
		await open(page, made('area.mod'));
		expect(await facts(page)).toContain('area.mod/area.lyt');
		const seen = [await pixels(page)];
		mkdirSync(made('folder'), { recursive: true });
		for (const name of names) cpSync(made(`area/${name}`), made(`folder/${name}`));
		await page.setInputFiles('#pick-folder', made('folder'));
		await settled(page);
		expect(await facts(page)).toContain('folder/area.lyt');
		seen.push(await pixels(page));
		expect(new Set(seen).size).toBe(1);
	});

	test('reading slow files is reported at once, and so are files that cannot be read', async () => {
		const page = await newPage();
		await page.evaluate(() => {
			const prototype = (globalThis as unknown as { File: { prototype: { arrayBuffer(): Promise<ArrayBuffer> } } }).File
				.prototype;
			const read = prototype.arrayBuffer;
			prototype.arrayBuffer = async function (this: { readonly name: string }) {
				await new Promise((resolve) => setTimeout(resolve, 1000));
				if (this.name === 'door.glb') throw new Error('The disk is gone.');
				return read.call(this);
			};
		});
		await open(page, at('small/cube-room.obj'));
		await page.setInputFiles('#pick-files', at('small/t-junction.obj'));
		expect(await page.locator('#busy-text').textContent()).toBe('Reading files …');
		await settled(page);
		expect(await facts(page)).toContain('t-junction.obj');
		await open(page, at('small/door.glb'));
		expect(await page.locator('#failure').textContent()).toContain('The disk is gone.');
		expect(await facts(page)).toContain('t-junction.obj');
	});

	test('text that is pasted is opened as what it is', async () => {
		const page = await newPage();
		const paste = async (text: string): Promise<void> => {
			const data = await page.evaluateHandle((content) => {
				const transfer = new DataTransfer();
				transfer.setData('text/plain', content);
				return transfer;
			}, text);
			await page.evaluate(
				(clipboardData) => document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true })),
				data,
			);
			await settled(page);
		};
		await paste(readFileSync(at('small/cube-room.obj'), 'utf8'));
		expect(await facts(page)).toContain('pasted.obj');
		await cli('convert', at('small/cube-room.obj'), 'pasted.ascii');
		await paste(readFileSync(made('pasted.ascii'), 'utf8'));
		expect(await facts(page)).toContain('pasted.wok');
	});

	test('path points, visibility and a surface table that are dropped later join the level', async () => {
		const page = await newPage();
		await open(page, at('small/t-junction.obj'));
		const before = await pixels(page);
		writeFileSync(
			made('t-junction.pth'),
			writePth([
				{ x: 1, y: 1, links: [1] },
				{ x: 2, y: 3, links: [0] },
			]),
		);
		await open(page, made('t-junction.pth'));
		await page.waitForFunction(() =>
			document.getElementById('status').textContent.includes('2 path points, 1 link of'),
		);
		expect(await page.isChecked('#check-layer-paths')).toBe(true);
		expect(await pixels(page)).not.toBe(before);
		expect(await facts(page)).toContain('t-junction.obj');
		const table = ['2DA V2.0', '', '  label walk', '0 NotDefined 0', '1 Dirt 0'];
		writeFileSync(made('surfacemat.2da'), `${table.join('\n')}\n`);
		await open(page, made('surfacemat.2da'));
		expect(await page.locator('#left').textContent()).toContain('Dirt (blocks)');
	});

	test('Draco and meshopt are unpacked in the page, to the faces that they had', async () => {
		const bytes = new Uint8Array(readFileSync(at('small/nested-transforms.glb')));
		const variants = (await makeVariants(bytes)).filter(({ name }) => /Draco|meshopt/i.test(name));
		expect(variants.length).toBeGreaterThan(1);
		const page = await newPage();
		await open(page, at('small/nested-transforms.glb'));
		const faces = (): Promise<string | undefined> => facts(page).then((text) => /Faces([\d,]+)/.exec(text ?? '')?.[1]);
		const expected = await faces();
		for (const [index, variant] of variants.entries()) {
			writeFileSync(made(`packed${index}.glb`), variant.bytes);
			await open(page, made(`packed${index}.glb`));
			expect(await facts(page), variant.name).toContain(`packed${index}.glb`);
			expect(await faces(), variant.name).toBe(expected);
		}
	});

	test('material, axis, unit and snapping that are set by mouse give the bytes of the command line', async () => {
		writeFileSync(made('own.obj'), squares(100));
		writeFileSync(made('own.mtl'), 'newmtl Plaza\nnewmtl Meadow\n');
		const page = await newPage();
		await open(page, made('own.obj'), made('own.mtl'));
		await page.click('#tab-edit');
		for (const [id, value] of [
			['#unit-0', 'cm'],
			['#up-0', 'y'],
		] as const) {
			await page.selectOption(id, value);
			await settled(page);
		}
		for (const [name, surface] of [
			['Plaza', 'Stone'],
			['Meadow', 'Grass'],
		]) {
			await page.getByLabel(`Surface of ${name}`).selectOption(surface);
			await settled(page);
		}
		await page.fill('#convert-snap', '0.05');
		await page.press('#convert-snap', 'Enter');
		await settled(page);
		await page.click('#accept-0');
		await settled(page);
		const [decisions] = await Promise.all([page.waitForEvent('download'), page.click('#save-decisions-0')]);
		await decisions.saveAs(made('own.wokflow.json'));
		await cli('convert', 'own.obj', 'own.wok');
		expect(Buffer.compare(await downloaded(page, 'wok'), readFileSync(made('own.wok')))).toBe(0);
		await cli('level', 'own.obj', 'own', '--snap', '0.05');
		const zip = unzipSync(await downloaded(page, 'level'));
		expect(Object.keys(zip)).toEqual(expect.arrayContaining(['own.lyt', 'own.vis', 'own.glb', 'own.svg']));
		for (const name of Object.keys(zip).filter((each) => !each.endsWith('.report.json')))
			expect(Buffer.compare(zip[name], readFileSync(made(`own/${name}`))), name).toBe(0);
	});

	test('lines to where the ground ends are drawn with the findings, and go with them', async () => {
		writeFileSync(made('leaking.obj'), squares(1).replace('Plaza', 'wok_Stone').replace('Meadow', 'wok_Grass'));
		const page = await newPage();
		await open(page, made('leaking.obj'));
		const lines = await page.evaluate(
			() =>
				wokflowPage.app.findings.findings.filter(({ data }) => data?.line !== undefined || data?.lines !== undefined)
					.length,
		);
		const drawn = (): Promise<number> =>
			page.evaluate(() => {
				const view = wokflowPage.view as unknown as { render(): void; canvas: { width: number; height: number } };
				view.render();
				const copy = document.createElement('canvas');
				Object.assign(copy, { width: view.canvas.width, height: view.canvas.height });
				const context = copy.getContext('2d');
				context.drawImage(view.canvas, 0, 0);
				const { data } = context.getImageData(0, 0, copy.width, copy.height);
				let red = 0;
				for (let i = 0; i < data.length; i += 4) if (data[i] > 150 && data[i + 1] < 70 && data[i + 2] < 100) red++;
				return red;
			});
		const before = await drawn();
		await page.screenshot({ path: join(PICTURES, 'leaks.png') });
		await page.click('#check-layer-findings');
		await settled(page);
		expect(lines).toBeGreaterThan(0);
		expect([before > 100, (await drawn()) < 20]).toEqual([true, true]);
	});

	test('patterns and each palette change the picture, and so does each surface and room that is hidden', async () => {
		const page = await newPage();
		await page.click('#start-sample');
		await settled(page);
		const seen = [await pixels(page)];
		await page.click('#check-patterns');
		await settled(page);
		seen.push(await pixels(page));
		for (const palette of ['game', 'safe']) {
			await page.selectOption('#set-palette', palette);
			await settled(page);
			seen.push(await pixels(page));
		}
		await page.screenshot({ path: join(PICTURES, 'patterns.png') });
		await page.click('#check-surface-4');
		await settled(page);
		seen.push(await pixels(page));
		await page.click('#check-room-0');
		await settled(page);
		seen.push(await pixels(page));
		expect(new Set(seen).size).toBe(seen.length);
	});
});

interface ServedScene {
	readonly file: string;
	readonly source: string;
	/** What the server has printed. */
	readonly printed: () => string;
}

/** Serves a scene, watched, and does something with the page that shows it. */
async function whileServed(name: string, act: (page: Page, scene: ServedScene) => Promise<void>): Promise<void> {
	const { serving } = await import('../support/serving.ts');
	const source = readFileSync(at('small/cube-room.obj'), 'utf8');
	const file = made(name);
	writeFileSync(file, source);
	const { url, printed, end } = await serving([file, '--watch']);
	const context = await newContext({ viewport: { width: 1280, height: 800 } });
	const page = await context.newPage();
	try {
		await page.goto(url.href);
		await settled(page);
		await act(page, { file, source, printed });
	} finally {
		await context.close();
		await end();
	}
}

describe.skipIf(!HAS_BROWSER)('wokflow view --serve in Chromium', { timeout: 120_000 }, () => {
	test('keeps the last level while a scene is broken, and shows it from the same camera when it is mended', async () => {
		await whileServed('broken.obj', async (page, { file, source, printed }) => {
			await page.focus('#canvas');
			await page.keyboard.press('ArrowLeft');
			await settled(page);
			const eye = await page.evaluate(() => wokflowPage.view.cameras.state.eye);
			const size = await facts(page);
			const before = await pixels(page);
			writeFileSync(file, 'v 0 0 0\nf 1 2 3\n');
			await vi.waitUntil(() => printed().includes('Nothing in this file can become a walkmesh'), { timeout: 60_000 });
			// Where the server told the page something, the page would show it next.
			await settled(page);
			expect(await facts(page)).toBe(size);
			expect(await pixels(page)).toBe(before);
			writeFileSync(
				file,
				source.replace(/^v (\S+) /gm, (_, x) => `v ${Number(x) * 3} `),
			);
			await page.waitForFunction((old) => document.getElementById('panel-facts').textContent !== old, size, {
				timeout: 30_000,
			});
			await settled(page);
			expect(await pixels(page)).not.toBe(before);
			const after = await page.evaluate(() => wokflowPage.view.cameras.state.eye);
			expect(Math.hypot(...after.map((value, axis) => value - eye[axis]))).toBeLessThan(0.02);
		});
	});
});
