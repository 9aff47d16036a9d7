import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeLyt } from '../../level/formats/write.ts';
import { readWalkmesh, writeWalkmesh } from '../../pipeline/bytes.ts';
import { scratchFolder, wokflow } from '../support/cli.ts';
import { layoutOf, rectangle, SOUTH } from '../support/levels.ts';
import {
	at,
	HAS_BROWSER,
	newPage,
	open,
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

describe.skipIf(!HAS_BROWSER)('a walkmesh', { timeout: 120_000 }, () => {
	test('is edited with the brush and by its faces, undone, and saved with a list that gives the same bytes', async () => {
		const page = await newPage();
		const path = await walkmeshOf('cube-room', out);
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
		const run = await wokflow(['edit', 'cube-room.wok', '--edits', 'list.json', '-o', 'again.wok', '--force'], {
			cwd: out,
		});
		expect(run.code, run.stderr).toBe(0);
		expect(Buffer.compare(edited, readFileSync(join(out, 'again.wok')))).toBe(0);
		// The list beside the walkmesh makes the same of it in the page, one edit after another.
		const list = (name: string) => ({ name, mimeType: '', buffer: readFileSync(join(out, 'list.json')) });
		const again = { name: 'cube-room.wok', mimeType: '', buffer: readFileSync(path) };
		await page.reload();
		await page.setInputFiles('#pick-files', [again, list('cube-room.edits.json')]);
		await page.click('#tab-edit');
		await page.waitForFunction(() => document.querySelectorAll('#panel-edit ol li').length === 2);
		await settled(page);
		expect(Buffer.compare(await saved(page, '#save-edited'), edited)).toBe(0);
		await page.click('#undo');
		await settled(page);
		expect(Buffer.compare(await saved(page, '#save-edited'), brushed)).toBe(0);
		await page.setInputFiles('#pick-files', [list('other.edits.json')]);
		await page.waitForSelector('text=is about a walkmesh that is not open');
	});

	test('a larger brush takes more faces; the border of the ground is no hole to fill', async () => {
		const page = await newPage();
		const path = await walkmeshOf('cube-room', out);
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
			const { surfaces } = readWalkmesh(bytes, 'cube-room.wok').walkmesh;
			return surfaces.filter((surface) => surface === 3).length;
		};
		const [one, large] = [await paintedBy('One face'), await paintedBy('Large')];
		expect(large).toBeGreaterThan(one);
		await page.mouse.click(middle.x, middle.y);
		await page.waitForSelector('#face-surface');
		expect(await page.locator('button:has-text("Fill hole")').count()).toBe(0);
	});

	test('is edited with fingers on a phone; a face that was deleted is selected again once it is back', async () => {
		const page = await newPage(PAGE, { width: 390, height: 844 }, { hasTouch: true, isMobile: true });
		await open(page, await walkmeshOf('hole', out));
		await page.tap('#sheet-edit');
		const tap = async (point: readonly number[]): Promise<void> => {
			await settled(page);
			const { x, y } = await pixelOf(page, point);
			await page.touchscreen.tap(x, y);
			await settled(page);
		};
		const edits = (): Promise<string[]> => page.locator('#panel-edit ol li').allTextContents();
		await page.selectOption('#brush', 'Grass');
		for (const [index, size] of ['One face', 'Small', 'Large'].entries()) {
			await page.selectOption('#brush-size', { label: size });
			await page.tap('#brush-take');
			await tap([0, -3, 0]);
			await page.waitForFunction((n) => document.querySelectorAll('#panel-edit ol li').length === n, index + 1);
			await page.tap('#brush-take');
			await page.selectOption('#brush', ['Wood', 'Metal', 'Mud'][index]);
		}
		await tap([0, -1.3, 0]);
		const chosen = await page.textContent('#panel-edit h3');
		await page.tap('#face-flip');
		await settled(page);
		await page.tap('#undo');
		await settled(page);
		await page.tap('#face-delete');
		await settled(page);
		expect(await page.locator('#face-delete').count()).toBe(0);
		await page.tap('#undo');
		await settled(page);
		expect(await page.textContent('#panel-edit h3')).toBe(chosen);
		await page.getByRole('button', { name: 'Fill hole' }).tap();
		await settled(page);
		expect((await edits()).at(-1)).toContain('Filled the hole');
		expect((await saved(page, '#save-edited')).length).toBeGreaterThan(readFileSync(join(out, 'hole.wok')).length);
	});

	test('what failed is reported, shown as it is, and forgotten when something else is opened; hooks of a door are set', async () => {
		const page = await newPage();
		const [left, right] = [rectangle(0, 0, 4, 4), rectangle(4, 0, 4, 4)];
		const files = [
			{ name: 'r0.wok', mimeType: '', buffer: Buffer.from(writeWalkmesh(left)) },
			{ name: 'r1.wok', mimeType: '', buffer: Buffer.from(writeWalkmesh(right)) },
			{ name: 'pair.lyt', mimeType: '', buffer: Buffer.from(writeLyt(layoutOf('r0', 'r1'))) },
		];
		await page.setInputFiles('#pick-files', files);
		await settled(page);
		await page.click('#tab-edit');
		const { x, y } = await pixelOf(page, [3, 1, 0]);
		await page.mouse.click(x, y);
		await page.selectOption(`#link-${SOUTH}`, { label: 'to r1' });
		await page.waitForSelector('text=Link this side alone');
		expect(await page.locator(`#link-${SOUTH} option:checked`).textContent()).toBe('leads nowhere');
		expect(await page.innerText('#failure')).not.toContain('--');
		await wokflow(['convert', at('small/door.glb'), 'gate.dwk', '-q', '--force'], { cwd: out });
		await open(page, join(out, 'gate1.dwk'));
		expect(await page.isVisible('#failure')).toBe(false);
		expect(await page.textContent('#status')).toBe('');
		await page.click('#tab-edit');
		await page.fill('#hook-relative1', '1, 2, 3');
		await page.keyboard.press('Enter');
		await page.waitForSelector('text=relative1 at 1,2,3');
	});

	test('panels are folded and come back, and the picture takes their place', async () => {
		const page = await newPage();
		await page.click('#start-sample');
		await settled(page);
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
	});
});
