// Takes the pictures of the page that README and docs/viewer.md show, of our own fixtures, in the system's Chromium: `npm run pictures`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { buildViewer } from './build-viewer.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'wokflow-pictures-'));

/** Each picture: what is opened, the address, and what is pressed before it is taken. */
const PICTURES = {
	viewer: {
		hash: 'hide=wireframe&camera=orbit,157,-198,57,121,-133,0&selected=1:1762',
		open: (page) => page.click('#start-sample'),
	},
	'viewer-finding': {
		hash: 'panel=findings',
		open: (page) => page.setInputFiles('#pick-files', `${root}fixtures/small/t-junction.obj`),
		press: (page) => page.keyboard.press('n'),
	},
};

await buildViewer(folder);
const browser = await chromium.launch({
	executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
	args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
try {
	for (const [name, { hash, open, press }] of Object.entries(PICTURES)) {
		const page = await browser.newPage({ viewport: { width: 1040, height: 580 }, colorScheme: 'light' });
		await page.goto(`${pathToFileURL(join(folder, 'viewer.html')).href}#${hash}`);
		await open(page);
		await page.waitForFunction(() => globalThis.wokflowPage.app.opened && !globalThis.wokflowPage.app.isChecking);
		await page.waitForTimeout(1200);
		await press?.(page);
		await page.waitForTimeout(1200);
		await page.screenshot({ path: `${root}docs/pictures/${name}.png` });
		await page.close();
	}
} finally {
	await browser.close();
	rmSync(folder, { recursive: true });
}
