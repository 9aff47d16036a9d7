import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chromiumPresent, launchChromium } from '../../support/chromium.ts';
import { ROOT } from '../../support/cli.ts';
import { THOROUGH } from '../../support/thorough.ts';

/** Runs in the page: draws an SVG and gives the colours that it has. */
const COLOURS_OF = `async (source) => {
	const image = new Image();
	image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(source);
	await image.decode();
	const canvas = document.createElement('canvas');
	canvas.width = image.naturalWidth;
	canvas.height = image.naturalHeight;
	const context = canvas.getContext('2d');
	context.drawImage(image, 0, 0);
	const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
	const seen = new Set();
	for (let i = 0; i < data.length; i += 4) seen.add(data[i] + ',' + data[i + 1] + ',' + data[i + 2]);
	return [...seen];
}`;

// A browser's start takes longer than all other tests of pictures.
describe.skipIf(!THOROUGH || !chromiumPresent)('the plan in a real browser', () => {
	test('is drawn without errors or requests, its names where people see them', async () => {
		const browser = await launchChromium();
		try {
			const page = await browser.newPage({ viewport: { width: 1600, height: 1100 } });
			const problems: string[] = [];
			const requests: string[] = [];
			page.on('console', (message) => problems.push(message.text()));
			page.on('pageerror', (error) => problems.push(error.message));
			page.on('request', (request) => requests.push(request.url()));
			const svg = readFileSync(join(ROOT, 'docs/pictures/quay.svg'), 'utf8');
			await page.setContent(`<!doctype html><body style="margin:0">${svg}</body>`);
			expect(problems).toEqual([]);
			expect(requests.filter((url) => !url.startsWith('about:'))).toEqual([]);
			for (const name of ['quay_01a', 'quay_02b', 'quay_04a']) {
				const box = await page.locator('text', { hasText: name }).first().boundingBox();
				expect(box?.width ?? 0).toBeGreaterThan(20);
				expect((box?.x ?? -1) >= 0 && (box?.y ?? -1) >= 0).toBe(true);
			}
			// The fountain of quay_01b is water: blue in the middle of the square.
			const colours = await page.evaluate<string[]>(`(${COLOURS_OF})(${JSON.stringify(svg)})`);
			// Dirt, grass and water of the muted palette.
			for (const colour of ['207,178,148', '173,199,149', '151,190,221']) expect(colours).toContain(colour);
		} finally {
			await browser.close();
		}
	}, 60_000);
});
