import type { CDPSession, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { at, HAS_BROWSER, newPage, open, PAGE, type Probe, settled, useBrowser } from './in-browser.ts';

useBrowser();

declare const wokflowPage: Probe;
/** What runs in the page has the page's globals; the tests themselves have none of them. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
declare const document: any;

interface Finger {
	readonly x: number;
	readonly y: number;
}

/** Puts fingers down, moves them in steps, and lifts them one after another, as hands do. */
async function gesture(session: CDPSession, from: readonly Finger[], to: readonly Finger[]): Promise<void> {
	const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Finger[]): Promise<unknown> =>
		session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map((point, id) => ({ ...point, id })) });
	for (let count = 1; count <= from.length; count++) await send('touchStart', from.slice(0, count));
	for (let step = 1; step <= 8; step++) {
		const share = step / 8;
		await send(
			'touchMove',
			from.map(({ x, y }, i) => ({ x: x + (to[i].x - x) * share, y: y + (to[i].y - y) * share })),
		);
	}
	for (let left = to.length - 1; left >= 0; left--) await send('touchEnd', to.slice(0, left));
}

interface Camera {
	readonly eye: readonly number[];
	readonly target: readonly number[];
}

async function camera(page: Page): Promise<Camera & { readonly distance: number }> {
	await settled(page);
	const { eye, target } = await page.evaluate(() => wokflowPage.view.cameras.state as unknown as Camera);
	return { eye, target, distance: Math.hypot(...eye.map((value, axis) => value - target[axis])) };
}

const apart = (a: readonly number[], b: readonly number[]): number => Math.hypot(...a.map((value, i) => value - b[i]));

describe.skipIf(!HAS_BROWSER)('fingers', { timeout: 120_000 }, () => {
	test('one turns, two zoom and move without picking anything, a tap picks the face under it', async () => {
		const page = await newPage(PAGE, { width: 412, height: 780 }, { hasTouch: true, isMobile: true });
		await open(page, at('small/t-junction.obj'));
		const session = await page.context().newCDPSession(page);
		const selected = (): Promise<string> => page.evaluate(() => wokflowPage.store.state.selected);
		const first = await camera(page);

		await gesture(session, [{ x: 200, y: 400 }], [{ x: 290, y: 400 }]);
		const turned = await camera(page);
		expect(apart(turned.eye, first.eye)).toBeGreaterThan(0.5);
		expect(apart(turned.target, first.target)).toBeLessThan(0.01);

		const [left, right] = [
			{ x: 170, y: 400 },
			{ x: 230, y: 400 },
		];
		await gesture(
			session,
			[left, right],
			[
				{ x: 90, y: 400 },
				{ x: 310, y: 400 },
			],
		);
		const near = await camera(page);
		expect(near.distance).toBeLessThan(turned.distance * 0.6);

		// The second finger hardly moves: it must not be taken for a tap.
		await gesture(
			session,
			[left, right],
			[
				{ x: 170, y: 480 },
				{ x: 231, y: 481 },
			],
		);
		const moved = await camera(page);
		expect(apart(moved.target, near.target)).toBeGreaterThan(0.2);
		expect(await selected()).toBe('');

		await page.touchscreen.tap(200, 400);
		await page.waitForFunction(() => wokflowPage.store.state.selected !== '');
		expect(await selected()).toMatch(/^0:\d+$/);
		// Panels are reached and left by tapping.
		await page.tap('#sheet-findings');
		expect(await page.locator('#findings-table').isVisible()).toBe(true);
		await page.tap('#sheet-findings');
		expect(await page.locator('#findings-table').isVisible()).toBe(false);
	});

	test('fingers turn somebody who stands in the level', async () => {
		const page = await newPage(PAGE, { width: 412, height: 780 }, { hasTouch: true, isMobile: true });
		await open(page, at('small/t-junction.obj'));
		await page.tap('#camera-stand');
		const before = await camera(page);
		const session = await page.context().newCDPSession(page);
		await gesture(session, [{ x: 150, y: 400 }], [{ x: 260, y: 400 }]);
		const after = await camera(page);
		expect(apart(after.eye, before.eye)).toBeLessThan(0.01);
		expect(apart(after.target, before.target)).toBeGreaterThan(0.2);
	});
});

interface Accessible {
	readonly role: string;
	readonly name: string;
	readonly focusable: boolean;
}

/** What a screen reader is told of the page. */
async function accessible(page: Page): Promise<Accessible[]> {
	const session = await page.context().newCDPSession(page);
	const { nodes } = await session.send('Accessibility.getFullAXTree');
	return nodes
		.filter(({ ignored }) => !ignored)
		.map(({ role, name, properties = [] }) => ({
			role: String(role?.value),
			name: String(name?.value ?? ''),
			focusable: properties.some((property) => property.name === 'focusable' && property.value.value === true),
		}));
}

const NAMED = [
	'button',
	'checkbox',
	'combobox',
	'textbox',
	'slider',
	'tab',
	'tabpanel',
	'link',
	'menuitem',
	'table',
	'dialog',
];

describe.skipIf(!HAS_BROWSER)('without eyes and mouse', { timeout: 120_000 }, () => {
	test('everything that can be used has a name, in every panel', async () => {
		const page = await newPage();
		await page.click('#start-sample');
		await settled(page);
		for (const panel of ['facts', 'findings', 'edit', 'compare']) {
			await page.click(`#tab-${panel}`);
			const tree = await accessible(page);
			const nameless = tree.filter(({ role, name, focusable }) => (NAMED.includes(role) || focusable) && name === '');
			expect(
				nameless.filter(({ role }) => role !== 'RootWebArea'),
				panel,
			).toEqual([]);
			expect(tree.filter(({ role }) => role === 'tab')).toHaveLength(4);
		}
		const roles = (await accessible(page)).map(({ role }) => role);
		for (const role of ['banner', 'main', 'complementary', 'toolbar', 'application', 'status'])
			expect(roles).toContain(role);
		await page.click('#save');
		await page.waitForSelector('[role=menuitem]');
		const menu = (await accessible(page)).filter(({ role }) => role === 'menuitem');
		expect(menu.length).toBeGreaterThan(3);
		await page.keyboard.press('ArrowDown');
		expect(await page.evaluate(() => document.activeElement.getAttribute('role'))).toBe('menuitem');
		await page.keyboard.press('Escape');
		expect(await page.evaluate(() => document.activeElement.id)).toBe('save');
		await page.keyboard.press('?');
		expect((await accessible(page)).some(({ role, name }) => role === 'dialog' && name === 'Keys')).toBe(true);
	});

	test('the table of findings is reached by keys, from the first one pressed, and each flies to its place', async () => {
		const page = await newPage();
		await open(page, at('small/t-junction.obj'));
		const hash = await page.evaluate(() => document.location.hash);
		await page.evaluate(() => document.body.focus());
		await page.keyboard.press('Tab');
		expect(await page.evaluate(() => document.activeElement.id)).toBe('skip');
		await page.keyboard.press('Enter');
		expect(await page.evaluate(() => document.activeElement.id)).toBe('findings-table');
		// The view stays in the address.
		expect(await page.evaluate(() => document.location.hash)).toContain(hash.slice(1));
		const tree = await accessible(page);
		expect(tree.filter(({ role }) => role === 'columnheader').map(({ name }) => name)).toEqual([
			'Severity',
			'Finding and location',
		]);
		expect(tree.some(({ role, name }) => role === 'button' && name.includes('T-junction'))).toBe(true);
		const focused = (): Promise<string> =>
			page.evaluate(() => `${document.activeElement.tagName} ${document.activeElement.textContent}`);
		for (let i = 0; i < 4 && !(await focused()).startsWith('BUTTON T-junction'); i++) await page.keyboard.press('Tab');
		expect(await focused()).toContain('BUTTON T-junction: a vertex');
		const eye = (await camera(page)).eye;
		await page.keyboard.press('Enter');
		expect(apart((await camera(page)).eye, eye)).toBeGreaterThan(0.5);
		expect(await page.locator('#status').textContent()).toContain('T-junction');
		// Arrows go from tab to tab.
		await page.focus('#tab-findings');
		await page.keyboard.press('ArrowRight');
		expect(await page.evaluate(() => document.activeElement.id)).toBe('tab-edit');
		expect(await page.locator('#panel-edit').isVisible()).toBe(true);
	});
});
