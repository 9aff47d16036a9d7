import { encode } from 'fast-png';
import { UsageError } from '../../src/findings/report.ts';
import { Canvas, type Fill, type PixelBox, patternMask, type Stamp, stampOf } from './canvas.ts';
import { BOLD, EM, REGULAR } from './glyphs.ts';
import {
	disc,
	IDENTITY,
	type Line,
	linesOfPath,
	type Markup,
	type Matrix,
	multiply,
	parseTransform,
	readMarkup,
	scaleOf,
	strokeLines,
} from './paths.ts';

/** Draws the pictures that wokflow writes as SVG, pixel by pixel. */

/** Attributes that children inherit. */
type Style = Readonly<Record<string, string>>;

const INHERITED = [
	'fill',
	'fill-opacity',
	'stroke',
	'stroke-width',
	'stroke-opacity',
	'stroke-linejoin',
	'stroke-linecap',
	'stroke-dasharray',
	'paint-order',
	'font-size',
	'font-weight',
	'text-anchor',
] as const;

/** The transform, style and clipping for drawing an element. */
interface Frame {
	readonly style: Style;
	readonly matrix: Matrix;
	readonly clip: PixelBox;
}

/** Renders an SVG that wokflow wrote, one pixel for each unit. */
export function renderSvg(svg: string): Canvas {
	const { root, byId } = readMarkup(svg);
	const canvas = new Canvas(
		Math.round(Number(root.attributes['width'])),
		Math.round(Number(root.attributes['height'])),
	);
	new Renderer(canvas, byId).draw(root, { style: {}, matrix: IDENTITY, clip: canvas.box });
	return canvas;
}

/** Elements that are only drawn when another refers to them, or never. */
const NOT_DRAWN = new Set(['defs', 'title', 'desc', 'clipPath', 'pattern']);

class Renderer {
	readonly #canvas: Canvas;
	readonly #byId: ReadonlyMap<string, Markup>;
	readonly #masks = new Map<string, NonNullable<Fill['mask']>>();
	readonly #stamps = new Map<string, Stamp>();

	constructor(canvas: Canvas, byId: ReadonlyMap<string, Markup>) {
		this.#canvas = canvas;
		this.#byId = byId;
	}

	draw(element: Markup, outer: Frame): void {
		const { name, attributes, children } = element;
		if (NOT_DRAWN.has(name)) return;
		const frame = this.#frameOf(attributes, outer);
		if (name === 'text') this.#text(element, frame);
		else if (name === 'use') {
			const target = this.#byId.get((attributes['href'] ?? '').slice(1));
			if (target !== undefined) this.draw(target, frame);
		} else if (name === 'path') this.#shape(linesOfPath(attributes['d'] ?? '', frame.matrix), frame);
		else if (name === 'rect') this.#shape(linesOfPath(rectanglePath(attributes), frame.matrix), frame);
		else if (name === 'circle') this.#shape([circleLine(attributes, frame.matrix)], frame);
		for (const child of children) if (typeof child !== 'string' && name !== 'text') this.draw(child, frame);
	}

	#frameOf(attributes: Markup['attributes'], { style, matrix, clip }: Frame): Frame {
		const own: Record<string, string> = { ...style };
		for (const name of INHERITED) if (attributes[name] !== undefined) own[name] = attributes[name];
		const transform = attributes['transform'];
		return {
			style: own,
			matrix: transform === undefined ? matrix : multiply(matrix, parseTransform(transform)),
			clip: this.#clipOf(attributes['clip-path'], clip),
		};
	}

	#clipOf(reference: string | undefined, clip: PixelBox): PixelBox {
		const shape = this.#referred(reference)?.children[0];
		if (shape === undefined || typeof shape === 'string') return clip;
		const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((key) => Number(shape.attributes[key]));
		return {
			left: Math.max(clip.left, Math.floor(x)),
			top: Math.max(clip.top, Math.floor(y)),
			right: Math.min(clip.right, Math.ceil(x + width)),
			bottom: Math.min(clip.bottom, Math.ceil(y + height)),
		};
	}

	#referred(reference: string | undefined): Markup | undefined {
		const id = /^url\(#(.*)\)$/.exec(reference ?? '')?.[1];
		return id === undefined ? undefined : this.#byId.get(id);
	}

	#shape(lines: readonly Line[], { style, matrix, clip }: Frame): void {
		const fill = this.#fillOf(style['fill'] ?? '#000000', style['fill-opacity']);
		const stroke = this.#fillOf(style['stroke'] ?? 'none', style['stroke-opacity']);
		const isBelow = style['paint-order'] === 'stroke';
		const drawStroke = (): void => {
			if (stroke !== undefined) this.#canvas.fill(strokeLines(lines, strokeOf(style, scaleOf(matrix))), stroke, clip);
		};
		if (isBelow) drawStroke();
		if (fill !== undefined) {
			this.#canvas.fill(
				lines.map(({ points }) => points),
				fill,
				clip,
			);
		}
		if (!isBelow) drawStroke();
	}

	#fillOf(paint: string, opacity: string | undefined): Fill | undefined {
		if (paint === 'none') return undefined;
		const pattern = this.#referred(paint);
		if (pattern === undefined) return { colour: colourOf(paint), opacity: Number(opacity ?? 1) };
		const shape = pattern.children.find((each): each is Markup => typeof each !== 'string');
		const style = shape?.attributes ?? {};
		const isStroked = (style['stroke'] ?? 'none') !== 'none';
		let mask = this.#masks.get(paint);
		if (mask === undefined) {
			mask = patternMask(pattern, isStroked ? strokeOf(style, 1) : undefined);
			this.#masks.set(paint, mask);
		}
		const own = isStroked ? style['stroke-opacity'] : style['fill-opacity'];
		return { colour: colourOf(style[isStroked ? 'stroke' : 'fill'] ?? '#000000'), opacity: Number(own ?? 1), mask };
	}

	#text({ attributes, children }: Markup, frame: Frame): void {
		const runs = children.map((child) =>
			typeof child === 'string'
				? { text: child, style: frame.style }
				: { text: child.children.join(''), style: { ...frame.style, ...child.attributes } },
		);
		const scale = scaleOf(frame.matrix);
		const measured = runs.map(({ text, style }) => {
			const size = Number(style['font-size'] ?? 16) * scale;
			const isBold = style['font-weight'] === 'bold';
			return { text, style, size, isBold, width: widthOf(text, size, isBold) };
		});
		const width = measured.reduce((sum, run) => sum + run.width, 0);
		const [a, b, c, d, e, f] = frame.matrix;
		const [x, y] = [Number(attributes['x'] ?? 0), Number(attributes['y'] ?? 0)];
		const anchor = { middle: width / 2, end: width }[frame.style['text-anchor'] ?? ''] ?? 0;
		const start = a * x + c * y + e - anchor;
		const base = b * x + d * y + f;
		// First the outlines of all letters, then their fills, so that no outline covers a letter.
		for (const part of ['stroke', 'fill'] as const) {
			let at = start;
			for (const run of measured) {
				this.#letters(run, at, base, part, { ...frame, style: run.style }, scale);
				at += run.width;
			}
		}
	}

	#letters(
		{ text, size, isBold }: { text: string; size: number; isBold: boolean },
		x: number,
		y: number,
		part: 'stroke' | 'fill',
		{ style, clip }: Frame,
		scale: number,
	): void {
		const paint = style[part] ?? (part === 'fill' ? '#000000' : 'none');
		const fill = this.#fillOf(paint, style[`${part}-opacity`]);
		if (fill === undefined) return;
		const stroke = part === 'stroke' ? { ...strokeOf(style, scale), join: 'round' as const } : undefined;
		let at = x;
		for (const character of text) {
			const { width, outline } = letter(character, isBold);
			// Positions are rounded to quarters of pixels, so that the coverage of each letter is only computed a few times.
			const [left, top] = [Math.round(at * 4) / 4, Math.round(y * 4) / 4];
			const [wholeX, wholeY] = [Math.floor(left), Math.floor(top)];
			const key = [character, isBold, size, stroke?.width ?? '', left - wholeX, top - wholeY].join(' ');
			let stamp = this.#stamps.get(key);
			if (stamp === undefined) {
				const em = size / EM;
				const lines = linesOfPath(outline, [em, 0, 0, em, left - wholeX, top - wholeY]);
				const polygons = stroke === undefined ? lines.map(({ points }) => points) : strokeLines(lines, stroke);
				stamp = stampOf(polygons);
				this.#stamps.set(key, stamp);
			}
			this.#canvas.stamp(stamp, wholeX, wholeY, fill, clip);
			at += width * size;
		}
	}
}

function rectanglePath(attributes: Markup['attributes']): string {
	const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((key) => Number(attributes[key] ?? 0));
	return `M${x} ${y}h${width}v${height}h${-width}z`;
}

function circleLine(attributes: Markup['attributes'], [a, b, c, d, e, f]: Matrix): Line {
	const [cx, cy, r] = ['cx', 'cy', 'r'].map((key) => Number(attributes[key] ?? 0));
	const polygons: number[][] = [];
	disc(a * cx + c * cy + e, b * cx + d * cy + f, r * scaleOf([a, b, c, d, e, f]), polygons);
	return { points: polygons[0], closed: true };
}

function strokeOf(style: Style, scale: number): Parameters<typeof strokeLines>[1] {
	const dashes = style['stroke-dasharray']?.split(/[\s,]+/).map((each) => Number(each) * scale);
	return {
		width: Number(style['stroke-width'] ?? 1) * scale,
		join: style['stroke-linejoin'] === 'round' ? 'round' : 'miter',
		cap: style['stroke-linecap'] === 'round' ? 'round' : 'butt',
		...(dashes === undefined ? {} : { dashes }),
	};
}

function colourOf(hex: string): readonly [number, number, number] {
	const value = Number.parseInt(hex.slice(1), 16);
	return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Most pixels of a picture; more would need gigabytes. */
const MOST_PIXELS = 1e8;

/**
 * The PNG of an SVG that wokflow wrote, one pixel for each unit.
 *
 * @throws UsageError for a picture that is too large, or paints each of its pixels too often
 *
 * @example
 * const svg = writePicture([{ name: 'quay_01b', index: -1, walkmesh }], K1);
 * const png = pngOfSvg(new TextDecoder().decode(svg));
 */
export function pngOfSvg(svg: string): Uint8Array {
	const [, width = '0', height = '0'] = /^<svg[^>]*? width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
	if (Number(width) * Number(height) > MOST_PIXELS) {
		throw new UsageError(
			`A PNG of ${width} × ${height} pixels would be too large: 100 million pixels at most. Choose a smaller --width, or SVG.`,
		);
	}
	const canvas = renderSvg(svg);
	return encode({
		width: canvas.width,
		height: canvas.height,
		data: canvas.pixels,
		channels: 3,
		depth: 8,
		text: { Software: 'wokflow' },
	});
}

/** Texts as outlines, from letters that are part of the code. */

interface Letter {
	/** Ems. */
	readonly width: number;
	readonly outline: string;
}

/** Shown for a character without an outline: a box. */
const UNKNOWN: Letter = { width: 0.6, outline: 'm20 0v-180h110v180zm16-16h78v-148h-78z' };

function letter(character: string, isBold: boolean): Letter {
	const row = (isBold ? BOLD[character] : undefined) ?? REGULAR[character];
	if (row === undefined) return UNKNOWN;
	const at = row.indexOf(' ');
	return { width: Number(row.slice(0, at)) / EM, outline: row.slice(at + 1) };
}

/** How wide a text is, pixels. */
export function widthOf(text: string, size: number, isBold: boolean): number {
	let width = 0;
	for (const character of text) width += letter(character, isBold).width;
	return width * size;
}
