import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { scratchFolder, wokflow } from '../support/cli.ts';
import {
	at,
	downloaded,
	HAS_BROWSER,
	newPage,
	open,
	PAGE,
	PICTURES,
	type Probe,
	pixels,
	settled,
	useBrowser,
} from './in-browser.ts';

useBrowser();
const out = scratchFolder();

declare const wokflowPage: Probe;
/** What runs in the page has the page's globals; the tests themselves have none of them. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
declare const document: any;
declare const requestAnimationFrame: (draw: () => void) => void;
declare const location: { readonly hash: string };
// biome-ignore lint/suspicious/noExplicitAny: as above.
declare const DataTransfer: any;
interface Told {
	readonly app: {
		findings: { findings: { severity: string }[]; show(all: readonly unknown[], checking: boolean): void };
	};
	readonly store: { set(patch: object): void };
}

/** Opens rooms of 4 m by 4 m, row behind row. */
async function openRooms(page: Page, names: readonly string[], columns: number): Promise<void> {
	const parts = names.map((name, i) => {
		const [left, front] = [(i % columns) * 4, Math.floor(i / columns) * 4];
		return [
			`o ${name}`,
			...[0, 4, 4, 0].map((x, corner) => `v ${left + x} 0 ${-front - (corner > 1 ? 4 : 0)}`),
			'usemtl Stone',
			`f ${[1, 2, 3, 4].map((corner) => i * 4 + corner).join(' ')}`,
		].join('\n');
	});
	const buffer = Buffer.from(`${parts.join('\n')}\n`);
	await page.setInputFiles('#pick-files', [{ name: 'rooms.obj', mimeType: '', buffer }]);
	await settled(page);
}

describe.skipIf(!HAS_BROWSER)('the page in Chromium', { timeout: 300_000 }, () => {
	test('opens from disk without a word, shows the sample, and saves what the command line writes', async () => {
		const page = await newPage();
		await page.click('#start-sample');
		await settled(page);
		await page.screenshot({ path: join(PICTURES, 'sample.png') });
		await wokflow(['convert', at('level/quay.glb'), 'quay.wok', '-q'], { cwd: out });
		await wokflow(['level', at('level/quay.glb'), 'level', '-q'], { cwd: out });
		expect(Buffer.compare(await downloaded(page, 'wok'), readFileSync(join(out, 'quay.wok')))).toBe(0);
		const zip = unzipSync(await downloaded(page, 'level'));
		expect(Object.keys(zip)).toContain('quay_01a.wok');
		for (const [name, bytes] of Object.entries(zip))
			if (!name.endsWith('.report.json'))
				expect(Buffer.compare(bytes, readFileSync(join(out, 'level', name))), name).toBe(0);
	});

	test('without WebGL it says so, and shows facts and findings and converts all the same', async () => {
		const page = await newPage('about:blank');
		await page.addInitScript(`{
			const own = HTMLCanvasElement.prototype.getContext;
			HTMLCanvasElement.prototype.getContext = function (kind) {
				return kind.startsWith('webgl') ? null : own.call(this, kind);
			};
		}`);
		await page.goto(PAGE);
		await open(page, at('small/t-junction.obj'));
		await page.screenshot({ path: join(PICTURES, 'undrawn.png') });
		expect(await page.textContent('#undrawn')).toContain('WebGL 2 is switched off or missing');
		expect(await page.isVisible('#undrawn')).toBe(true);
		await page.click('#tab-findings');
		expect(await page.textContent('#panel-findings')).toContain('T-junction');
		await page.keyboard.press('n');
		await settled(page);
		expect((await downloaded(page, 'wok')).length).toBeGreaterThan(100);
	});

	test('the list of keys is opened and closed by keys, which mean nothing else meanwhile', async () => {
		const page = await newPage();
		await open(page, at('small/cube-room.obj'));
		await page.keyboard.press('?');
		expect(await page.isVisible('#help')).toBe(true);
		const { hash } = new URL(page.url());
		for (const key of ['?', 'e', '2']) await page.keyboard.press(key);
		expect(new URL(page.url()).hash).toBe(hash);
		await page.keyboard.press('Escape');
		expect(await page.isVisible('#help')).toBe(false);
	});

	test('takes a drop', async () => {
		const page = await newPage();
		const bytes = [...readFileSync(at('small/cube-room.obj'))];
		const transfer = await page.evaluateHandle((data) => {
			const files = new DataTransfer();
			files.items.add(new File([new Uint8Array(data)], '<img src=x onerror=alert(1)>.obj'));
			return files;
		}, bytes);
		await page.dispatchEvent('#start', 'drop', { dataTransfer: transfer });
		await settled(page);
		expect(await page.locator('img').count()).toBe(0);
	});

	test('labels do not cover each other, whatever their letters, and long ones are cut off', async () => {
		const page = await newPage();
		const names = [...Array.from({ length: 12 }, (_, i) => `WMWMWMWMWM_${i}`), '部屋部屋部屋部屋', 'a'.repeat(60)];
		await openRooms(page, names, names.length);
		const boxes: { x: number; y: number; width: number; height: number }[] = [];
		for (const label of await page.locator('.label-room:visible').all()) {
			const box = await label.boundingBox();
			if (box !== null) boxes.push(box);
		}
		expect(boxes.length).toBeGreaterThan(2);
		for (const [i, a] of boxes.entries()) {
			expect(a.width).toBeLessThanOrEqual(212);
			for (const b of boxes.slice(i + 1)) {
				const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
				const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
				expect(Math.min(across, down)).toBeLessThanOrEqual(1);
			}
		}
	});

	test('on a phone a level of many rooms is seen between its links, its names whole, and above the sheet that is open', async () => {
		const page = await newPage(PAGE, { width: 390, height: 844 }, { hasTouch: true, isMobile: true });
		const names = Array.from({ length: 300 }, (_, i) => `m99aa_${i}a`);
		await openRooms(page, names, 20);
		await page.tap('#sheet-left');
		await page.tap('#check-layer-names');
		await page.tap('#sheet-left');
		await settled(page);
		// The colour of Stone is a grey; that of links is not.
		const [ground, links] = await page.evaluate(() => {
			const view = wokflowPage.view as unknown as { render(): void; canvas: unknown };
			view.render();
			const copy = document.createElement('canvas');
			Object.assign(copy, { width: 390, height: 700 });
			const context = copy.getContext('2d');
			context.drawImage(view.canvas, 0, 0, 390, 700);
			const { data } = context.getImageData(0, 0, 390, 700);
			const counts = [0, 0];
			for (let i = 0; i < data.length; i += 4) {
				if (data[i] > data[i + 1] + 60) counts[1]++;
				else if (data[i] < 190) counts[0]++;
			}
			return counts;
		});
		expect(links).toBeGreaterThan(0.05 * ground);
		expect(links).toBeLessThan(ground);
		await page.tap('#sheet-left');
		await page.tap('#check-layer-names');
		await settled(page);
		for (const label of await page.locator('.label-room:visible').all()) {
			const box = await label.boundingBox();
			expect(box?.x).toBeGreaterThanOrEqual(0);
			expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
		}
		await page.screenshot({ path: join(PICTURES, 'phone-sheet.png') });
		const top = (await page.locator('#left').boundingBox())?.y ?? 0;
		for (const [x, y] of await page.evaluate(() =>
			[0, 76].map((at) => wokflowPage.view.toScreen([at, at, 0])).map(({ x, y }) => [x, y]),
		))
			expect([x > 0 && x < 390, y > 0 && y + 48 < top]).toEqual([true, true]);
	});

	test('the number of findings stands beside their names, in the row of a phone, too', async () => {
		const page = await newPage(PAGE, { width: 390, height: 844 });
		await open(page, at('small/t-junction.obj'));
		const told = await page.textContent('#tab-findings .badge');
		expect(Number(told)).toBeGreaterThan(0);
		expect(await page.textContent('#sheet-findings .badge')).toBe(told);
		await page.evaluate(() => {
			const { app, store } = wokflowPage as unknown as Told;
			const [finding] = app.findings.findings.filter(({ severity }) => severity !== 'info');
			for (const [count, badge] of [
				[999, '999'],
				[1000, '999+'],
			] as const) {
				app.findings.show(new Array(count).fill(finding), false);
				store.set({ panel: 'findings' });
				store.set({ panel: 'facts' });
				const shown = document.querySelector('#sheet-findings .badge').textContent;
				if (shown !== badge) throw new Error(`${count} findings are told as ${shown}.`);
			}
		});
	});

	test('each layer and each colouring changes the picture', async () => {
		const page = await newPage();
		await page.click('#start-sample');
		await settled(page);
		const seen = new Set([await pixels(page)]);
		for (const colouring of ['room', 'height', 'slope', 'piece', 'walkability']) {
			await page.selectOption('#set-colouring', colouring);
			await settled(page);
			seen.add(await pixels(page));
		}
		expect(seen.size).toBe(6);
		await page.selectOption('#set-colouring', 'surface');
		for (const layer of [
			'objects',
			'walls',
			'obstacles',
			'wireframe',
			'perimeters',
			'links',
			'hooks',
			'places',
			'normals',
			'paths',
		]) {
			const before = await pixels(page);
			await page.click(`#check-layer-${layer}`);
			await settled(page);
			expect((await pixels(page)) === before, layer).toBe(false);
		}
		const before = await pixels(page);
		await page.click('#check-boxes');
		await settled(page);
		expect(await pixels(page)).not.toBe(before);
	});

	test('a click on a face names it, and search finds it again', async () => {
		const page = await newPage();
		await open(page, at('small/t-junction.obj'));
		const { stdout } = await wokflow(['query', at('small/t-junction.obj'), 'face', '1,3', '--json'], { cwd: out });
		const asked = JSON.parse(stdout) as { face: number; room: string; at: number[] };
		const spot = await page.evaluate((point) => wokflowPage.view.toScreen(point), asked.at);
		const box = (await page.locator('#canvas').boundingBox()) ?? { x: 0, y: 0 };
		await page.mouse.click(box.x + spot.x, box.y + spot.y);
		await page.waitForSelector('#facts-title');
		expect(await page.locator('#facts-title').textContent()).toBe(`${asked.room}: face ${asked.face}`);
		await page.keyboard.press('Escape');
		await page.fill('#search', `${asked.room}:${asked.face}`);
		await page.press('#search', 'Enter');
		await page.waitForSelector('#facts-title');
		expect(await page.evaluate(() => wokflowPage.store.state.selected)).toBe(`0:${asked.face}`);
	});

	test('pointing tells what there is, a link is followed into the next room, and the numbers are those of `wokflow query`', async () => {
		const page = await newPage();
		await page.click('#start-sample');
		await settled(page);
		const link = await page.evaluate(() => {
			const [first] = wokflowPage.app.opened?.picture.links ?? [];
			return first as unknown as { room: number; target: number; at: number[]; out: number[] };
		});
		// A step inside the room that the link leads out of.
		const [x, y] = link.at.map((value, axis) => value - (link.out[axis] ?? 0) * 0.05);
		const asked = JSON.parse(
			(await wokflow(['query', at('level/quay.glb'), 'face', `${x},${y}`, '--json'], { cwd: out })).stdout,
		) as { face: number; room: string; at: number[]; height?: number };
		await page.fill('#search', `${x} ${y}`);
		await page.press('#search', 'Enter');
		await page.waitForSelector('#facts-title');
		expect(await page.locator('#facts-title').textContent()).toBe(`${asked.room}: face ${asked.face}`);
		await settled(page);
		const spot = await page.evaluate((point) => wokflowPage.view.toScreen(point), asked.at);
		const box = (await page.locator('#canvas').boundingBox()) ?? { x: 0, y: 0 };
		await page.mouse.move(box.x + spot.x, box.y + spot.y);
		await page.waitForFunction(
			(height) => document.getElementById('status').textContent.includes(`height ${height} m`),
			String(Number((asked.at[2] as number).toFixed(3))),
		);
		await page.focus('#canvas');
		await page.keyboard.press('l');
		await page.waitForFunction((room) => wokflowPage.store.state.selected.startsWith(`${room}:`), link.target);
	});

	test('the pin of a planted fault lies on its place', async () => {
		const page = await newPage();
		await open(page, at('small/t-junction.obj'));
		const box = (await page.locator('#canvas').boundingBox()) ?? { x: 0, y: 0 };
		const spot = await page.evaluate(() => {
			const finding = wokflowPage.app.findings.findings.find(({ code }) => code === 'T_JUNCTION');
			return wokflowPage.view.toScreen(finding?.location.at ?? []);
		});
		const pin = await page.locator('.label-warning').first().boundingBox();
		// Its tip, below the middle.
		expect(Math.abs((pin?.x ?? 0) + (pin?.width ?? 0) / 2 - box.x - spot.x)).toBeLessThan(3);
		expect(Math.abs((pin?.y ?? 0) + (pin?.height ?? 0) + 4 - box.y - spot.y)).toBeLessThan(3);
		await page.click('#tab-findings');
		await page.keyboard.press('n');
		await page.waitForSelector('[aria-current="true"]');
		await page.screenshot({ path: join(PICTURES, 'finding.png') });
		await page.getByRole('button', { name: 'Fix T-junctions' }).click();
		await settled(page);
		expect(await page.locator('#panel-findings').textContent()).not.toContain('T-junction');
	});

	test('walks and routes end where the command line says', async () => {
		const page = await newPage(`${PAGE}#tool=route&point=100,-150,1&point=120,-130,1`);
		await page.click('#start-sample');
		await settled(page);
		await page.waitForSelector('#trace-result');
		const route = JSON.parse(
			(await wokflow(['query', at('level/quay.glb'), 'route', '100,-150,1', '120,-130,1', '--json'])).stdout,
		) as { distance: number };
		expect(await page.locator('#panel-facts').textContent()).toContain(`${Number(route.distance.toFixed(4))} m`);
		await page.evaluate(() => wokflowPage.store.set({ tool: 'walk' }));
		await page.screenshot({ path: join(PICTURES, 'route.png') });
	});

	test('the address brings the view back; keys, phone and dark work; the view is saved as a picture', async () => {
		const page = await newPage();
		await page.click('#start-sample');
		await settled(page);
		await page.focus('#canvas');
		for (const key of ['ArrowLeft', 'ArrowUp', '+', 'c', 'e', 't']) await page.keyboard.press(key);
		await settled(page);
		const hash = await page.evaluate(() => location.hash);
		expect(hash).toContain('colouring=room');
		const eye = await page.evaluate(() => wokflowPage.view.cameras.state.eye);
		const again = await newPage(`${PAGE}${hash}`, { width: 390, height: 780 });
		await again.click('#start-sample');
		await settled(again);
		const [x, y, z] = await again.evaluate(() => wokflowPage.view.cameras.state.eye);
		expect(Math.hypot(x - eye[0], y - eye[1], z - eye[2])).toBeLessThan(0.01);
		expect(await again.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
		await again.click('#sheet-findings');
		await again.screenshot({ path: join(PICTURES, 'phone.png') });
		await page.keyboard.press('3');
		await settled(page);
		for (const key of ['w', 'w', 'ArrowLeft']) await page.keyboard.press(key);
		await settled(page);
		await page.screenshot({ path: join(PICTURES, 'stand.png') });
		const [picture] = await Promise.all([page.waitForEvent('download'), page.click('#picture')]);
		expect([...readFileSync(await picture.path()).subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
		// A link that is followed in the same window, too.
		await page.evaluate((followed) => {
			document.location.hash = followed;
		}, `${hash}&panel=findings`);
		await page.waitForSelector('#panel-findings', { state: 'visible' });
		await settled(page);
		const [backX, backY, backZ] = await page.evaluate(() => wokflowPage.view.cameras.state.eye);
		expect(Math.hypot(backX - eye[0], backY - eye[1], backZ - eye[2])).toBeLessThan(0.01);
	});

	test.each([
		['in folders of their own', 'older', 'row.lyt'],
		['in one folder, with the same rooms', 'newer', 'before.lyt'],
	])('compares two layouts %s', async (where, folder, before) => {
		const base = join(out, folder + before);
		for (const each of new Set(['newer', folder]))
			await wokflow(['level', at('level/quay.glb'), join(base, each), '-q'], { cwd: out });
		const layout = readdirSync(join(base, 'newer')).find((name) => name.endsWith('.lyt')) ?? '';
		copyFileSync(join(base, folder, layout), join(base, folder, before));
		const room = readdirSync(join(base, 'newer')).find((name) => name.endsWith('.wok')) ?? '';
		await wokflow(['edit', room, '--surface', '0-3=Carpet', '--in-place', '-q'], { cwd: join(base, 'newer') });
		const words = [`newer/${layout}`, '--compare', `${folder}/${before}`, '-o', 'compare.html', '-q'];
		await wokflow(['view', ...words], { cwd: base });
		const page = await newPage(pathToFileURL(join(base, 'compare.html')).href);
		await settled(page);
		await page.waitForSelector('#compare-side');
		const told = await page.locator('#panel-compare').textContent();
		expect(told).toContain(`Compared with ${folder === 'older' ? `older/${before}` : before}`);
		if (folder === 'older') expect(told).toContain('is now Carpet');
		else expect(told).not.toContain('Faces resurfaced');
		expect(await page.isVisible('#failure'), where).toBe(false);
	});

	test('asks for a level where there is none, and not while the one that the page carries is opened', async () => {
		await wokflow(['view', at('level/rooms/quay_01b.glb'), '-o', 'room.html', '-q'], { cwd: out });
		const page = await newPage();
		expect(await page.isVisible('#start-open')).toBe(true);
		await page.addInitScript(() => {
			const asked: string[] = [];
			Object.assign(globalThis, { asked });
			const look = (): void => {
				const button = document.querySelector('#start-open');
				if (button?.checkVisibility({ visibilityProperty: true }))
					asked.push(document.querySelector('#busy-text').textContent);
				requestAnimationFrame(look);
			};
			look();
		});
		await page.goto(pathToFileURL(join(out, 'room.html')).href);
		await settled(page);
		expect(await page.evaluate(() => (globalThis as unknown as { asked: string[] }).asked)).toEqual([]);
	});
});
