import { spawnSync } from 'node:child_process';
import { inflateSync } from 'node:zlib';
import { encode } from 'fast-png';
import { beforeAll, describe, expect, it } from 'vitest';
import { isMadeByWokflow } from '../../../jobs/files/written.ts';
import { pngExporter } from '../../../pictures/png/index.ts';
import { pixelsOf, pngOfSvg } from '../../../pictures/png/render.ts';
import { Report, UsageError } from '../../../src/findings/report.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import { rectangle } from '../../support/levels.ts';
import { pictureText } from '../../support/svg.ts';
import { THOROUGH } from '../../support/thorough.ts';
import { type Decoded, decodePng, pixelAt } from './reading.ts';

describe('a PNG of a plan', () => {
	const rooms = [
		{ name: 'stone', walkmesh: rectangle(0, 0, 10, 8) },
		{ name: 'grass', walkmesh: { ...rectangle(10, 0, 10, 8), surfaces: Uint32Array.of(4, 4) } },
	];
	const svg = pictureText(rooms, K1, { width: 600, palette: 'game' });
	let png: Decoded;
	beforeAll(async () => {
		png = decodePng(await pngOfSvg(svg));
	});

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

	it('is the same on every run', async () => {
		expect(await pngOfSvg(svg)).toEqual(await pngOfSvg(svg));
	});

	it('is drawn by a second copy of the module too, in a process that has one renderer', async () => {
		const path = '../../../pictures/png/render.ts?copy';
		const copy = (await import(path)) as typeof import('../../../pictures/png/render.ts');
		expect(copy.pngOfSvg).not.toBe(pngOfSvg);
		expect(await copy.pngOfSvg(svg)).toEqual(await pngOfSvg(svg));
	});

	it('is written at the width asked for', async () => {
		const walkmeshes = rooms.map(({ walkmesh }) => ({ walkmesh }));
		const context = { report: new Report(), surfaces: K1, output: 'a.png' };
		const bytes = await pngExporter.write(walkmeshes, { width: 450 }, context);
		expect(decodePng(bytes).width).toBe(450);
	});

	it('is known as made by wokflow, and that of another program is not', async () => {
		const bytes = await pngOfSvg(svg);
		expect(isMadeByWokflow(bytes)).toBe(true);
		const { width, height, pixels } = decodePng(bytes);
		expect(isMadeByWokflow(encode({ width, height, data: pixels, channels: 3 }))).toBe(false);
	});

	it('that would take gigabytes is refused', async () => {
		await expect(pngOfSvg(pictureText(rooms, K1, { width: 20_000 }))).rejects.toThrow(UsageError);
	});

	// Not filled, so that they are counted and take no time: 250,000 pixels each.
	it.each([
		['corners', 'M10 10 L510 10 510 510 10 510Z'],
		['corners after its start', 'M10 10 510 10 510 510 10 510Z'],
		['steps', 'm10 10h500v500h-500z'],
		['steps from its start', 'm10 10 500 0 0 5e2-500 0z'],
		['places along the axes', 'M10 10H510V510H10z'],
		['parts far apart', 'M10 10h250v500h-250zM700.5 400l250 0 0 500z'],
		['parts by steps', 'm10 10v500h250v-500zm600-5v500.0h250v-500z'],
	])('of too many shapes over each other is refused: %s', async (_, shape) => {
		const picture = (times: number): string => {
			const shapes = `<path fill="none" d="${shape}"/>`.repeat(times);
			return `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="900">${shapes}</svg>`;
		};
		await pngOfSvg(picture(400));
		await expect(pngOfSvg(picture(401))).rejects.toThrow('1000 × 900 pixels more than 100 times');
	});

	it('of a shape that is larger than it counts its own pixels', async () => {
		const picture = (times: number): string => {
			const shapes = '<path fill="none" d="M-9e4-9e4H9e4V9e4z"/>'.repeat(times);
			return `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="1000">${shapes}</svg>`;
		};
		await pngOfSvg(picture(100));
		await expect(pngOfSvg(picture(101))).rejects.toThrow(UsageError);
	});
});

describe('letters', () => {
	it('are bold where a text says so, of each alphabet, and what the font lacks is a box', async () => {
		const ink = async (text: string, more = ''): Promise<number> => {
			const head =
				'<svg xmlns="http://www.w3.org/2000/svg" width="64" height="32"><rect width="64" height="32" fill="#fff"/>';
			const { data } = await pixelsOf(`${head}<text x="4" y="26" font-size="24"${more}>${text}</text></svg>`);
			return data.reduce((sum, value) => sum + 255 - value, 0);
		};
		expect(await ink('l', ' font-weight="bold"')).toBeGreaterThan((await ink('l')) * 1.15);
		expect(await ink(' ')).toBe(0);
		for (const letter of ['ß', 'ł', 'Ж', '漢', '&lt;']) expect(await ink(letter)).toBeGreaterThan(3000);
		expect(await ink('漢')).toBe(await ink('字'));
		expect(await ink('Ж')).not.toBe(await ink('漢'));
	});

	it.runIf(THOROUGH)('are those of the font package', () => {
		const { status, stderr } = spawnSync(process.execPath, ['scripts/letters.mjs'], { encoding: 'utf8' });
		expect(stderr).toBe('');
		expect(status).toBe(0);
	});
});

describe('the file', () => {
	it('holds rows of bytes that Node inflates to the size they must have', async () => {
		const bytes = await pngOfSvg(pictureText([], K1, { width: 400 }));
		expect([...bytes.subarray(1, 4)]).toEqual([...new TextEncoder().encode('PNG')]);
		const { width, height, data } = decodePng(bytes);
		expect(inflateSync(data)).toHaveLength(height * (1 + width * 3));
	});
});
