import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { cantina } from '../support/cantina.ts';
import { ROOT, scratchFolder, wokflow } from '../support/cli.ts';
import {
	downloaded,
	HAS_BROWSER,
	newPage,
	PAGE,
	PICTURES,
	pixelOf,
	saved,
	settled,
	useBrowser,
	walkmeshOf,
} from './in-browser.ts';

useBrowser();
const out = scratchFolder();

/** What runs in the page has the page's globals; the tests themselves have none of them. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
declare const document: any;

async function openCantina(page: Page): Promise<void> {
	await page.setInputFiles('#pick-files', { name: 'cantina.obj', mimeType: '', buffer: Buffer.from(cantina()) });
	await settled(page);
}

const names = (page: Page): Promise<string[]> => page.locator('.decision strong').allTextContents();

describe.skipIf(!HAS_BROWSER)('a scene that nobody prepared', { timeout: 120_000 }, () => {
	test('is decided from the first look to the level, which the command line makes of the same file', async () => {
		const page = await newPage();
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
		// Its material is of nothing that is left.
		expect(await page.locator('#chosen-material').count()).toBe(0);
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
	});

	test('does what stands in the tutorial with the page only, button by button, under the names that it gives', async () => {
		const page = await newPage();
		const pressed = new Set<string>();
		/** Presses what is called so, whatever is shown behind its name. */
		const press = async (name: string, role: 'button' | 'tab' = 'button'): Promise<void> => {
			pressed.add(name);
			await page
				.getByRole(role, { name: new RegExp(`^${name}`) })
				.first()
				.click();
			if ((await page.locator('body.empty').count()) === 0) await settled(page);
		};
		const clickAt = async (point: readonly number[]): Promise<void> => {
			const { x, y } = await pixelOf(page, point);
			await page.mouse.click(x, y);
			await settled(page);
		};
		writeFileSync(join(out, 'tutorial.obj'), cantina());
		const [picker] = await Promise.all([page.waitForEvent('filechooser'), press('Open files')]);
		await picker.setFiles(join(out, 'tutorial.obj'));
		await settled(page);

		await press('Decide', 'tab');
		const open = await openEntries(page);
		await press('Accept what is sure');
		expect(await openEntries(page)).toBeLessThan(open);
		const rest = await openEntries(page);
		await clickAt([1, 1, 0]);
		expect(await page.locator('#chosen-object, #chosen-material').count()).toBe(2);
		await page.selectOption('#chosen-material-surface', 'Metal');
		await settled(page);
		await press('Undo');
		expect(await openEntries(page)).toBe(rest);
		expect(await page.inputValue('#chosen-material-surface')).not.toBe('Metal');
		for (const x of [1, 8]) {
			await clickAt([x, 1, 0]);
			await page.selectOption('#chosen-material-surface', 'Stone');
			await settled(page);
		}
		await page.waitForSelector('text=All is decided');
		pressed.add('All is decided');

		await press('Findings', 'tab');
		await press('Walk');
		await page.selectOption('#set-colouring', 'surface');
		await settled(page);
		await clickAt([1, 1, 0]);
		await clickAt([5, 4, 0]);
		expect(await page.textContent('#status')).toMatch(/^(?:Arrives|Stops) after /);

		await press('Save');
		expect(await page.locator('[role=menuitem] code').allTextContents()).toContain(
			'wokflow level tutorial.obj tutorial',
		);
		const [zip] = await Promise.all([page.waitForEvent('download'), page.click('#save-level')]);
		const names = Object.keys(unzipSync(new Uint8Array(readFileSync(await zip.path()))));
		for (const name of ['Hall.wok', 'Bar.wok', 'Kitchen.wok', 'tutorial.lyt', 'tutorial.vis'])
			expect(names).toContain(name);
		await press('Decide', 'tab');
		writeFileSync(join(out, 'tutorial.wokflow.json'), await saved(page, '#save-decisions-0'));
		await page.reload();
		await page.setInputFiles('#pick-files', [join(out, 'tutorial.obj'), join(out, 'tutorial.wokflow.json')]);
		await settled(page);
		expect(await openEntries(page)).toBe(0);

		await page.setInputFiles('#pick-files', await walkmeshOf('hole', out));
		await settled(page);
		await press('Edit', 'tab');
		expect(await page.locator('#brush-size option').count()).toBe(3);
		await page.selectOption('#brush', 'Grass');
		await page.click('#brush-take');
		await clickAt([0, -3, 0]);
		await page.waitForSelector('#save-edited');
		await page.click('#brush-take');
		await clickAt([0, -1.3, 0]);
		expect(await page.locator('select[id^=link-]').count()).toBeGreaterThan(0);
		await page.click('[id^=fill-]');
		await settled(page);
		await page.click('#face-flip');
		await settled(page);
		await page.click('#face-delete');
		await settled(page);
		const edited = await saved(page, '#save-edited');
		writeFileSync(join(out, 'hole.edits.json'), await saved(page, '#save-edits'));
		await page.reload();
		await page.setInputFiles('#pick-files', [await walkmeshOf('hole', out), join(out, 'hole.edits.json')]);
		await page.waitForFunction(() => document.querySelectorAll('#panel-edit ol li').length === 4);
		await settled(page);
		await press('Edit', 'tab');
		expect(Buffer.compare(await saved(page, '#save-edited'), edited)).toBe(0);
		await wokflow(['edit', 'hole.wok', '--edits', 'hole.edits.json', '-o', 'edited.wok', '--force'], { cwd: out });
		expect(Buffer.compare(readFileSync(join(out, 'edited.wok')), edited)).toBe(0);

		const tutorial = readFileSync(join(ROOT, 'docs/tutorial-page.md'), 'utf8');
		const called = new Set([...tutorial.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name]) => name));
		expect([...pressed].sort()).toEqual([...called].sort());
	});

	test('leaves nothing behind when a walkmesh is opened: there are no materials to show', async () => {
		const page = await newPage();
		await openCantina(page);
		expect(await page.inputValue('#set-colouring')).toBe('material');
		await page.setInputFiles('#pick-files', await walkmeshOf('cube-room', out));
		await settled(page);
		expect(await page.inputValue('#set-colouring')).toBe('surface');
		expect(await page.locator('#set-colouring option[value=role]').count()).toBe(0);
	});

	test('speaks in words of the page, and findings lead to what is to be decided', async () => {
		const page = await newPage();
		await openCantina(page);
		await page.click('#tab-findings');
		await page.click('#finding-0');
		expect(await page.locator('#panel-findings').innerText()).not.toContain('--');
		await page.getByRole('button', { name: 'Decide', exact: true }).click();
		expect(await page.isVisible('#panel-edit')).toBe(true);
	});

	test('on a phone everything that is touched is at least 44 pixels high and wide', async () => {
		const page = await newPage(PAGE, { width: 390, height: 844 }, { hasTouch: true, isMobile: true });
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
		await page.setInputFiles('#pick-files', [await walkmeshOf('cube-room', out)]);
		await settled(page);
		await page.tap('#sheet-edit');
		await page.touchscreen.tap(195, 240);
		await settled(page);
		expect(await small(), 'editing').toEqual([]);
	});
});

const openEntries = (page: Page): Promise<number> => page.locator('.decision:not(.decided)').count();
