import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { BUILT } from '../support/built.ts';
import { chromiumPresent, complaintsOf, launchChromium } from '../support/chromium.ts';
import { FIXTURES, ROOT, wokflow } from '../support/cli.ts';
import { THOROUGH } from '../support/thorough.ts';

/** The page in a real browser, from disk, with the network refused. Pictures of it are left in out/pictures to be looked at. */

/** Starting a browser takes seconds, so these are among the tests that may take long. */
export const HAS_BROWSER: boolean = chromiumPresent && THOROUGH;

export const PAGE: string = pathToFileURL(join(BUILT, 'dist/viewer.html')).href;
export const PICTURES: string = join(ROOT, 'out/pictures');
export const at = (name: string): string => join(FIXTURES, name);

/** What the page lets tests look at. */
export interface Probe {
	readonly app: {
		readonly opened?: {
			readonly picture: { readonly links: readonly { readonly at: number[] }[] };
			readonly rooms: readonly string[];
		};
		readonly isAtRest: boolean;
		readonly findings: {
			readonly findings: readonly {
				readonly code: string;
				readonly location: { readonly at?: number[] };
				readonly data?: { readonly line?: unknown; readonly lines?: unknown };
			}[];
		};
	};
	readonly view: {
		toScreen(point: readonly number[]): { x: number; y: number };
		readonly cameras: { readonly state: { readonly eye: readonly number[] } };
	};
	readonly store: { set(patch: object): void; readonly state: { readonly selected: string } };
}
declare const wokflowPage: Probe;
/** What runs in the page has the page's globals; the tests themselves have none of them. */
declare const requestAnimationFrame: (then: (now: number) => void) => void;
interface Canvas {
	readonly width: number;
	readonly height: number;
	getContext(kind: 'webgl2'): {
		readonly RGBA: number;
		readonly UNSIGNED_BYTE: number;
		readPixels(
			x: number,
			y: number,
			width: number,
			height: number,
			format: number,
			type: number,
			into: Uint8Array,
		): void;
	};
}

let browser: Browser | undefined;

/** Starts a browser before the tests of a file, and ends it after them. */
export function useBrowser(): void {
	beforeAll(async () => {
		if (!HAS_BROWSER) return;
		mkdirSync(PICTURES, { recursive: true });
		browser = await launchChromium();
	});
	afterAll(async () => {
		await browser?.close();
		browser = undefined;
	});
}

/** A window of its own that may reach the network of this machine. */
export async function newContext(options: BrowserContextOptions): Promise<BrowserContext> {
	if (browser === undefined) throw new Error('Call useBrowser() first.');
	return browser.newContext(options);
}

/** A page that reaches no network. It is closed with the test, which fails where the page complained. */
export async function newPage(
	url: string = PAGE,
	size: { width: number; height: number } = { width: 1280, height: 800 },
	more: BrowserContextOptions = {},
): Promise<Page> {
	const context = await newContext({ viewport: size, acceptDownloads: true, colorScheme: 'light', ...more });
	await context.route(/^https?:/, (route) => route.abort());
	const page = await context.newPage();
	const complaints = complaintsOf(page);
	onTestFinished(async () => {
		await context.close();
		expect(complaints).toEqual([]);
	});
	await page.goto(url);
	return page;
}

/**
 * Waits until a level is open and everything is shown that was asked for, however long the machine takes. What was just done is in the state of the
 * page already: pages hear of clicks, keys and files before the call that makes them returns.
 */
export async function settled(page: Page): Promise<void> {
	await page.waitForFunction(() => 'wokflowPage' in globalThis);
	await page.evaluate(async () => {
		// Sizes of elements are reported after a frame, and may lead to another one.
		for (let restful = 0; restful < 3; ) {
			restful = wokflowPage.app.opened !== undefined && wokflowPage.app.isAtRest ? restful + 1 : 0;
			await new Promise((resolve) => requestAnimationFrame(resolve));
		}
	});
}

export async function open(page: Page, ...files: readonly string[]): Promise<void> {
	await page.setInputFiles('#pick-files', [...files]);
	await settled(page);
}

/** A number that tells apart what the canvas shows just now. */
export async function pixels(page: Page): Promise<number> {
	return page.evaluate(() => {
		const { view } = wokflowPage as unknown as { view: { render(): void; canvas: Canvas } };
		view.render();
		const { canvas } = view;
		const gl = canvas.getContext('webgl2');
		const seen = new Uint8Array(canvas.width * canvas.height * 4);
		gl.readPixels(0, 0, canvas.width, canvas.height, gl.RGBA, gl.UNSIGNED_BYTE, seen);
		return new Uint32Array(seen.buffer).reduce((hash, pixel) => Math.imul(hash ^ pixel, 0x01000193), 0);
	});
}

export async function downloaded(page: Page, id: string): Promise<Uint8Array> {
	await page.click('#save');
	const [download] = await Promise.all([page.waitForEvent('download'), page.click(`#save-${id}`)]);
	return new Uint8Array(readFileSync(await download.path()));
}

/** Where a point of the level is in the window. */
export async function pixelOf(page: Page, point: readonly number[]): Promise<{ x: number; y: number }> {
	const box = await page.locator('#canvas').boundingBox();
	const { x, y } = await page.evaluate((each) => wokflowPage.view.toScreen(each), point);
	return { x: x + (box?.x ?? 0), y: y + (box?.y ?? 0) };
}

/** What a button saves. */
export async function saved(page: Page, button: string): Promise<Buffer> {
	const [download] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
	return readFileSync(await download.path());
}

/** Writes a fixture as a walkmesh into a folder. @returns its path */
export async function walkmeshOf(fixture: string, folder: string): Promise<string> {
	const path = join(folder, `${fixture}.wok`);
	await wokflow(['convert', at(`small/${fixture}.obj`), path, '-q', '--force'], { cwd: folder });
	return path;
}
