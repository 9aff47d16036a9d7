import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { readWalkmesh } from '../../pipeline/bytes.ts';
import { cantina } from '../support/cantina.ts';
import { ROOT, scratchFolder, wokflow } from '../support/cli.ts';
import {
	at,
	downloaded,
	HAS_BROWSER,
	newPage,
	open,
	PAGE,
	PICTURES,
	type Probe,
	settled,
	useBrowser,
} from './in-browser.ts';

useBrowser();
const out = scratchFolder();

declare const wokflowPage: Probe;
/** What runs in the page has the page's globals; the tests themselves have none of them. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
declare const document: any;

async function openCantina(page: Page): Promise<void> {
	await page.setInputFiles('#pick-files', { name: 'cantina.obj', mimeType: '', buffer: Buffer.from(cantina()) });
	await settled(page);
}

/** Where a point of the level is in the window. */
async function pixelOf(page: Page, point: readonly number[]): Promise<{ x: number; y: number }> {
	const box = await page.locator('#canvas').boundingBox();
	const { x, y } = await page.evaluate((each) => wokflowPage.view.toScreen(each), point);
	return { x: x + (box?.x ?? 0), y: y + (box?.y ?? 0) };
}

async function saved(page: Page, button: string): Promise<Buffer> {
	const [download] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
	return readFileSync(await download.path());
}

const names = (page: Page): Promise<string[]> => page.locator('.decision strong').allTextContents();

describe.skipIf(!HAS_BROWSER)('a scene that nobody prepared', { timeout: 120_000 }, () => {
	test('is decided from the first look to the level, which the command line makes of the same file', async () => {
		const { page, complaints } = await newPage();
		await openCantina(page);
		expect(await page.isVisible('#panel-edit')).toBe(true);
		expect(await page.textContent('#to-decide')).toMatch(/^(\d+) of \1 to decide$/);
		const before = await names(page);
		// A material whose proposal is Nonwalk is confirmed as such.
		const walls = page.locator('.decision', { has: page.locator('strong', { hasText: /^Material\.002$/ }) });
		expect(await walls.locator('select').inputValue()).toBe('Nonwalk');
		await walls.locator('input[type=checkbox]').check();
		await settled(page);
		expect(await names(page)).toEqual(before);
		const { x, y } = await pixelOf(page, [1, 1, 0]);
		await page.mouse.click(x, y);
		await settled(page);
		expect(await page.textContent('#chosen-object strong')).toBe('Hall');
		expect(await page.textContent('#chosen-material strong')).toBe('Material');
		await page.selectOption('#chosen-material-surface', 'Metal');
		await settled(page);
		await page.click('#accept-0');
		await settled(page);
		await page.click('#show-role');
		await page.screenshot({ path: join(PICTURES, 'decide.png') });
		// Left out with a click, and taken back.
		const table = await pixelOf(page, [2.75, 2.5, 0.8]);
		await page.mouse.click(table.x, table.y);
		await page.selectOption('#chosen-object-role', 'none');
		await settled(page);
		await page.keyboard.press('Control+z');
		await settled(page);
		await page.keyboard.press('Control+y');
		await settled(page);
		for (let left = await openEntries(page); left > 0; left = await openEntries(page)) {
			await page.locator('.decision:not(.decided) input[type=checkbox]').first().check();
			await settled(page);
		}
		expect(await page.textContent('#to-decide')).toBe('All is decided');
		const decisions = await saved(page, '#save-decisions-0');
		expect(JSON.parse(decisions.toString())).toMatchObject({
			objects: expect.arrayContaining([expect.objectContaining({ name: 'Table', role: 'none', confirmed: true })]),
			materials: expect.arrayContaining([
				expect.objectContaining({ name: 'Material', surface: 'Metal' }),
				expect.objectContaining({ name: 'Material.002', surface: 'Nonwalk', confirmed: true }),
			]),
		});
		writeFileSync(join(out, 'cantina.obj'), cantina());
		writeFileSync(join(out, 'cantina.wokflow.json'), decisions);
		await wokflow(['convert', 'cantina.obj', 'cantina.wok', '-q'], { cwd: out });
		expect(Buffer.compare(await downloaded(page, 'wok'), readFileSync(join(out, 'cantina.wok')))).toBe(0);
		await page.setInputFiles('#pick-files', [join(out, 'cantina.obj'), join(out, 'cantina.wokflow.json')]);
		await settled(page);
		expect(await page.textContent('#to-decide')).toBe('All is decided');
		expect(await page.isVisible('#panel-edit')).toBe(false);
		expect(complaints).toEqual([]);
		await page.context().close();
	});

	test('has everything under the names that the tutorial with the page only gives', async () => {
		const { page, complaints } = await newPage();
		const said: string[] = [];
		const hear = async (): Promise<void> => {
			const labels = await page
				.locator('[title], [aria-label]')
				.evaluateAll((all) => all.map((each) => `${each.getAttribute('title')} ${each.getAttribute('aria-label')}`));
			said.push(await page.innerText('body'), ...labels);
		};
		await hear();
		await openCantina(page);
		await hear();
		await page.click('#accept-0');
		await settled(page);
		if ((await page.locator('#accept-0').count()) > 0) await page.click('#accept-0');
		await settled(page);
		await hear();
		await open(page, await cube());
		await page.click('#tab-edit');
		await hear();
		const tutorial = readFileSync(join(ROOT, 'docs/tutorial-page.md'), 'utf8');
		const called = [...tutorial.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name]) => name);
		expect(called.length).toBeGreaterThan(8);
		expect(called.filter((name) => !said.join('\n').includes(name))).toEqual([]);
		expect(complaints).toEqual([]);
		await page.context().close();
	});

	test('leaves nothing behind when a walkmesh is opened: there are no materials to show', async () => {
		const { page, complaints } = await newPage();
		await openCantina(page);
		expect(await page.inputValue('#set-colouring')).toBe('material');
		await page.setInputFiles('#pick-files', await cube());
		await settled(page);
		expect(await page.inputValue('#set-colouring')).toBe('surface');
		expect(await page.locator('#set-colouring option[value=role]').count()).toBe(0);
		expect(complaints).toEqual([]);
		await page.context().close();
	});

	test('speaks in words of the page, and findings lead to what is to be decided', async () => {
		const { page } = await newPage();
		await openCantina(page);
		await page.click('#tab-findings');
		await page.click('#finding-0');
		expect(await page.locator('#panel-findings').innerText()).not.toContain('--');
		await page.getByRole('button', { name: 'Decide', exact: true }).click();
		expect(await page.isVisible('#panel-edit')).toBe(true);
		await page.context().close();
	});

	test('on a phone everything that is touched is at least 44 pixels high and wide', async () => {
		const { page, complaints } = await newPage(PAGE, { width: 390, height: 844 }, { hasTouch: true, isMobile: true });
		const small = (): Promise<string[]> =>
			page.evaluate(() =>
				[...document.querySelectorAll('button, select, input, summary, a')].flatMap((each) => {
					// A box is as large as its label; pins of the picture take fingers around them.
					const touched = each.type === 'checkbox' ? each.closest('label') : each;
					const { width, height, left, right } = touched.getBoundingClientRect();
					if (height === 0 || each.matches('.label, .skip') || right < 0) return [];
					const isWithin = left >= 0 && right <= 391;
					return width >= 44 && height >= 44 && isWithin
						? []
						: [`${each.id} ${each.textContent} ${width} ${height} ${right}`];
				}),
			);
		expect(await small()).toEqual([]);
		await openCantina(page);
		await page.screenshot({ path: join(PICTURES, 'phone-decide.png') });
		for (const sheet of ['edit', 'findings', 'facts', 'compare', 'left']) {
			if (sheet !== 'edit') await page.tap(`#sheet-${sheet}`);
			await settled(page);
			if (sheet === 'findings') await page.tap('#finding-0');
			expect(await small(), sheet).toEqual([]);
		}
		await page.setInputFiles('#pick-files', [await cube()]);
		await settled(page);
		await page.tap('#sheet-edit');
		await page.touchscreen.tap(195, 240);
		await settled(page);
		expect(await small(), 'editing').toEqual([]);
		expect(complaints).toEqual([]);
		await page.context().close();
	});
});

const openEntries = (page: Page): Promise<number> => page.locator('.decision:not(.decided)').count();

/** A walkmesh. */
async function cube(): Promise<string> {
	await wokflow(['convert', at('small/cube-room.obj'), 'cube.wok', '-q', '--force'], { cwd: out });
	return join(out, 'cube.wok');
}

describe.skipIf(!HAS_BROWSER)('a walkmesh', { timeout: 120_000 }, () => {
	test('is edited with the brush and by its faces, undone, and saved with a list that gives the same bytes', async () => {
		const { page, complaints } = await newPage();
		const path = await cube();
		await open(page, path);
		await page.keyboard.press('2');
		await page.click('#tab-edit');
		await page.selectOption('#brush', 'Grass');
		await page.click('#brush-take');
		const [from, to] = [await pixelOf(page, [10.5, 20.7, 0]), await pixelOf(page, [15.5, 23.5, 1])];
		await page.mouse.move(from.x, from.y);
		await page.mouse.down();
		await page.mouse.move(to.x, to.y, { steps: 4 });
		await page.mouse.up();
		await page.waitForSelector('#save-edited');
		await settled(page);
		const brushed = await saved(page, '#save-edited');
		expect(Buffer.compare(brushed, readFileSync(path))).not.toBe(0);
		await page.keyboard.press('v');
		await page.mouse.click(from.x, from.y);
		await page.click('#face-delete');
		await settled(page);
		expect(await page.locator('#face-delete').count()).toBe(0);
		await page.screenshot({ path: join(PICTURES, 'edit.png') });
		expect(Buffer.compare(await saved(page, '#save-edited'), brushed)).not.toBe(0);
		await page.click('#undo');
		await settled(page);
		expect(Buffer.compare(await saved(page, '#save-edited'), brushed)).toBe(0);
		await page.click('#redo');
		await settled(page);
		const edited = await saved(page, '#save-edited');
		writeFileSync(join(out, 'list.json'), await saved(page, '#save-edits'));
		const run = await wokflow(['edit', 'cube.wok', '--edits', 'list.json', '-o', 'again.wok', '--force'], { cwd: out });
		expect(run.code, run.stderr).toBe(0);
		expect(Buffer.compare(edited, readFileSync(join(out, 'again.wok')))).toBe(0);
		// The list beside the walkmesh makes the same of it in the page, one edit after another.
		const list = (name: string) => ({ name, mimeType: '', buffer: readFileSync(join(out, 'list.json')) });
		const again = { name: 'cube.wok', mimeType: '', buffer: readFileSync(path) };
		await page.reload();
		await page.setInputFiles('#pick-files', [again, list('cube.edits.json')]);
		await page.click('#tab-edit');
		await page.waitForFunction(() => document.querySelectorAll('#panel-edit ol li').length === 2);
		await settled(page);
		expect(Buffer.compare(await saved(page, '#save-edited'), edited)).toBe(0);
		await page.click('#undo');
		await settled(page);
		expect(Buffer.compare(await saved(page, '#save-edited'), brushed)).toBe(0);
		await page.setInputFiles('#pick-files', [list('other.edits.json')]);
		await page.waitForSelector('text=is about a walkmesh that is not open');
		expect(complaints).toEqual([]);
		await page.context().close();
	});

	test('a larger brush takes more faces; the border of the ground is no hole to fill', async () => {
		const { page, complaints } = await newPage();
		const path = await cube();
		await open(page, path);
		await page.keyboard.press('2');
		await page.click('#tab-edit');
		const middle = await pixelOf(page, [13, 22, 0]);
		const paintedBy = async (size: string): Promise<number> => {
			await page.selectOption('#brush', 'Grass');
			await page.selectOption('#brush-size', { label: size });
			await page.click('#brush-take');
			await page.mouse.click(middle.x, middle.y);
			await page.waitForSelector('#save-edited');
			await settled(page);
			const bytes = await saved(page, '#save-edited');
			await page.keyboard.press('v');
			await page.click('#undo');
			await settled(page);
			const { surfaces } = readWalkmesh(bytes, 'cube.wok').walkmesh;
			return surfaces.filter((surface) => surface === 3).length;
		};
		const [one, large] = [await paintedBy('One face'), await paintedBy('Large')];
		expect(large).toBeGreaterThan(one);
		await page.mouse.click(middle.x, middle.y);
		await page.waitForSelector('#face-surface');
		expect(await page.locator('button:has-text("Fill hole")').count()).toBe(0);
		expect(complaints).toEqual([]);
		await page.context().close();
	});

	test('panels are folded and come back, and the picture takes their place', async () => {
		const { page } = await newPage();
		const width = async (id: string): Promise<number> => (await page.locator(id).boundingBox())?.width ?? 0;
		const [left, right] = [await width('#left'), await width('#right')];
		await page.click('#fold-left');
		await page.keyboard.press(']');
		expect(await width('#left')).toBeLessThan(60);
		expect(await width('#right')).toBeLessThan(60);
		expect(new URL(page.url()).hash).toContain('folded=both');
		await page.click('#fold-right');
		await page.keyboard.press('[');
		expect([await width('#left'), await width('#right')]).toEqual([left, right]);
		await page.context().close();
	});
});
