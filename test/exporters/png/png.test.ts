import { spawnSync } from 'node:child_process';
import { inflateSync } from 'node:zlib';
import { encode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { isMadeByWokflow } from '../../../jobs/files/written.ts';
import { pngExporter } from '../../../pictures/png/index.ts';
import { pngOfSvg, widthOf } from '../../../pictures/png/render.ts';
import { Report, UsageError } from '../../../src/findings/report.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import { rectangle } from '../../support/levels.ts';
import { pictureText } from '../../support/svg.ts';
import { THOROUGH } from '../../support/thorough.ts';
import { decodePng, pixelAt } from './reading.ts';

describe('a PNG of a plan', () => {
	const rooms = [
		{ name: 'stone', walkmesh: rectangle(0, 0, 10, 8) },
		{ name: 'grass', walkmesh: { ...rectangle(10, 0, 10, 8), surfaces: Uint32Array.of(4, 4) } },
	];
	const svg = pictureText(rooms, K1, { width: 600, palette: 'game' });
	const png = decodePng(pngOfSvg(svg));

	it('is as large as the SVG says', () => {
		const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg) as RegExpExecArray;
		expect([png.width, png.height]).toEqual([Number(width), Number(height)]);
	});

	it('shows paper at its rim and the colour of a surface in a room', () => {
		expect(pixelAt(png, 2, 2)).toBe('#f4f4f1');
		const [, scale, originX, originY] = /data-scale="(\S+)" data-origin="(\S+) (\S+)"/.exec(svg) as RegExpExecArray;
		const at = (x: number, y: number): string =>
			pixelAt(png, Math.round(Number(originX) + x * Number(scale)), Math.round(Number(originY) - y * Number(scale)));
		expect([at(1, 1), at(19, 7)]).toEqual(['#708090', '#708090']);
		expect(at(-0.5, 4)).toBe('#ffffff');
	});

	it('is the same on every run', () => {
		expect(pngOfSvg(svg)).toEqual(pngOfSvg(svg));
	});

	it('is written at the width asked for', async () => {
		const walkmeshes = rooms.map(({ walkmesh }) => ({ walkmesh }));
		const context = { report: new Report(), surfaces: K1, output: 'a.png' };
		const bytes = await pngExporter.write(walkmeshes, { width: 450 }, context);
		expect(decodePng(bytes).width).toBe(450);
	});

	it('is known as made by wokflow, and that of another program is not', () => {
		const bytes = pngOfSvg(svg);
		expect(isMadeByWokflow(bytes)).toBe(true);
		const { width, height, pixels } = decodePng(bytes);
		expect(isMadeByWokflow(encode({ width, height, data: pixels, channels: 3 }))).toBe(false);
	});

	it('that would take gigabytes is refused', () => {
		expect(() => pngOfSvg(pictureText(rooms, K1, { width: 20_000 }))).toThrow(UsageError);
	});
});

describe('letters', () => {
	it('are as wide as the font has them, and what it lacks is a box', () => {
		expect(widthOf('iiii', 10, false)).toBeLessThan(widthOf('MMMM', 10, false) / 2);
		expect(widthOf('ab', 10, true)).toBeGreaterThan(widthOf('ab', 10, false));
		expect(widthOf('\u6f22', 10, false)).toBeCloseTo(6);
	});

	it.runIf(THOROUGH)('are those of the font package', () => {
		const { status, stderr } = spawnSync(process.execPath, ['scripts/glyphs.mjs'], { encoding: 'utf8' });
		expect(stderr).toBe('');
		expect(status).toBe(0);
	});
});

describe('the file', () => {
	it('holds rows of bytes that Node inflates to the size they must have', () => {
		const bytes = pngOfSvg(pictureText([], K1, { width: 400 }));
		expect([...bytes.subarray(1, 4)]).toEqual([...new TextEncoder().encode('PNG')]);
		const { width, height, data } = decodePng(bytes);
		expect(inflateSync(data)).toHaveLength(height * (1 + width * 3));
	});
});
