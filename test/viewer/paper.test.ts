import { describe, expect, test } from 'vitest';
import { at, HAS_BROWSER, newPage, open, PAGE, useBrowser } from './in-browser.ts';

useBrowser();

// What runs in the page has the page's globals; the tests themselves have none of them.
// biome-ignore lint/suspicious/noExplicitAny: as above.
declare const document: any, addEventListener: any, printed: any, getComputedStyle: any;

describe.skipIf(!HAS_BROWSER)('the page on paper and in other colours', { timeout: 120_000 }, () => {
	test('a dark page is printed light, with the view as a picture, and is as it was afterwards', async () => {
		const size = { width: 1280, height: 800 };
		const page = await newPage(PAGE, size, { colorScheme: 'dark' });
		await open(page, at('small/t-junction.obj'));
		await page.evaluate(() => {
			addEventListener('beforeprint', () => {
				const sheet = document.getElementById('printed');
				const { data } = sheet.getContext('2d').getImageData(0, 0, sheet.width, sheet.height);
				const colours = new Set<number>();
				for (let i = 0; i < data.length; i += 4) colours.add(data[i] * 65536 + data[i + 1] * 256 + data[i + 2]);
				const { theme } = document.documentElement.dataset;
				Object.assign(globalThis, { printed: { theme, corner: [...data.slice(0, 3)], colours: colours.size } });
			});
		});
		const pdf = (await page.pdf()).toString('latin1');
		expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
		const { theme, corner, colours } = await page.evaluate(() => printed);
		expect([theme, Math.min(...corner) > 200]).toEqual(['light', true]);
		expect(colours).toBeGreaterThan(20);
		expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
		expect(await page.locator('#printed').count()).toBe(0);
		await page.emulateMedia({ media: 'print' });
		for (const id of ['tools', 'canvas', 'labels', 'tab-facts', 'check-layer-walls'])
			expect(await page.locator(`#${id}`).isVisible(), id).toBe(false);
		expect(await page.locator('.legend').innerText()).toContain('Dirt');
		expect(await page.locator('.panel:not([hidden])').isVisible()).toBe(true);
	});

	test('a page of many findings is printed whole', async () => {
		const page = await newPage(`${PAGE}#panel=findings`);
		await open(page, at('level/quay.glb'), at('small/t-junction.obj'));
		await page.emulateMedia({ media: 'print' });
		const [height, shown] = await page.evaluate(() => [document.body.scrollHeight, document.body.clientHeight]);
		expect(shown).toBe(height);
	});

	test('where colours are forced, what is chosen differs from what is not', async () => {
		const page = await newPage(PAGE, undefined, { forcedColors: 'active' });
		await open(page, at('small/t-junction.obj'));
		const backgroundOf = (selector: string): Promise<string> =>
			page
				.locator(selector)
				.first()
				.evaluate((found) => getComputedStyle(found).backgroundColor);
		expect(await backgroundOf('#tab-facts')).not.toBe(await backgroundOf('#tab-findings'));
		expect(await backgroundOf('#tools [aria-pressed="true"]')).not.toBe(
			await backgroundOf('#tools [aria-pressed="false"]'),
		);
	});

	test('a walkmesh without faces has no size, and it is told that there is nothing to draw', async () => {
		const page = await newPage();
		const bytes = Buffer.alloc(136);
		bytes.write('BWM V1.0');
		bytes.writeUInt32LE(1, 8);
		await page.setInputFiles('#pick-files', { name: 'empty.wok', mimeType: '', buffer: bytes });
		await page.waitForFunction(() => document.getElementById('panel-facts').textContent !== '');
		const facts = await page.locator('#panel-facts').innerText();
		expect(facts).toContain('nothing to draw');
		expect(facts).not.toContain('Size');
	});
});
