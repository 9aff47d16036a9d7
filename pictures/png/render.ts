import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { encode } from 'fast-png';
import { UsageError } from '../../src/findings/report.ts';
import { rendererCode } from './code.ts';
import { BOLD, REGULAR } from './letters.ts';

/** Most pixels of a picture; more would need gigabytes. */
const MOST_PIXELS = 1e8;

/** So often, on average, a picture may paint each of its pixels, and any picture so many; more would take minutes. */
const MOST_LAYERS = 100;
const MOST_PAINTED = 1e8;

/** A picture, pixel by pixel. */
export interface Pixels {
	readonly width: number;
	readonly height: number;
	/** 3 bytes a pixel, red, green and blue, the highest row first. */
	readonly data: Uint8Array;
}

/**
 * The PNG of an SVG that wokflow wrote, one pixel for each unit, with letters of its own.
 *
 * @throws UsageError for a picture that is too large, or paints each of its pixels too often
 *
 * @example
 * const svg = writePicture([{ name: 'quay_01b', index: -1, walkmesh }], K1);
 * const png = await pngOfSvg(new TextDecoder().decode(svg));
 */
export async function pngOfSvg(svg: string): Promise<Uint8Array> {
	const [, width = '0', height = '0'] = /^<svg[^>]*? width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
	const pixels = Number(width) * Number(height);
	if (pixels > MOST_PIXELS) {
		throw new UsageError(
			`A PNG of ${width} × ${height} pixels would be too large: 100 million pixels at most. Choose a smaller width, or write a picture that ends in .svg.`,
		);
	}
	if (paintedBy(svg, pixels) > Math.max(MOST_PAINTED, MOST_LAYERS * pixels)) {
		throw new UsageError(
			`A PNG would paint each of its ${width} × ${height} pixels more than ${MOST_LAYERS} times: too much lies on one another. Write a picture that ends in .svg instead.`,
		);
	}
	return encode({ ...(await pixelsOf(svg)), channels: 3, depth: 8, text: { Software: 'wokflow' } });
}

/** Parts of a path: its commands, and the numbers between them. */
const PATH_PARTS = /[a-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;

/** About the pixels that paths paint at most: the boxes of their parts, each of them at most the whole picture. */
function paintedBy(svg: string, pixels: number): number {
	let painted = 0;
	for (const [, data] of svg.matchAll(/ d="([^"]*)"/g)) {
		const at = [0, 0];
		let [low, high] = [at, at];
		let command = '';
		let axis = 0;
		const closeBox = (): void => {
			painted += Math.min(pixels, (high[0] - low[0]) * (high[1] - low[1]));
		};
		for (const [part] of data.matchAll(PATH_PARTS)) {
			if (/^[a-z]/i.test(part)) {
				command = part;
				axis = /v/i.test(part) ? 1 : 0;
				continue;
			}
			at[axis] = Number(part) + (command >= 'a' ? at[axis] : 0);
			if (!/[hv]/i.test(command)) axis = 1 - axis;
			if (!/m/i.test(command)) {
				low = low.map((each, i) => Math.min(each, at[i]));
				high = high.map((each, i) => Math.max(each, at[i]));
			} else if (axis === 0) {
				closeBox();
				[low, high] = [[...at], [...at]];
				// Numbers that follow are corners.
				command = command === 'm' ? 'l' : 'L';
			}
		}
		closeBox();
	}
	return painted;
}

let started: Promise<void> | undefined;

/** Starts the renderer. A process has only one: another copy of wokflow, or a program's own code, may have started it before. */
async function start(): Promise<void> {
	try {
		await initWasm(await rendererCode());
	} catch (error) {
		if (!(error instanceof Error && error.message.startsWith('Already initialized'))) throw error;
	}
}

/** Draws an opaque SVG, one pixel for each unit. */
export async function pixelsOf(svg: string): Promise<Pixels> {
	started ??= start();
	await started;
	const fontBuffers = [REGULAR, BOLD].map((font) => Uint8Array.from(atob(font), (each) => each.charCodeAt(0)));
	const renderer = new Resvg(svg, {
		font: { fontBuffers, sansSerifFamily: 'Noto Sans', defaultFontFamily: 'Noto Sans' },
	});
	const image = renderer.render();
	const { width, height, pixels } = image;
	const data = new Uint8Array(width * height * 3);
	for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) {
		data[to] = pixels[from];
		data[to + 1] = pixels[from + 1];
		data[to + 2] = pixels[from + 2];
	}
	image.free();
	renderer.free();
	return { width, height, data };
}
