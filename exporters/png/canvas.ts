import { type DrawRow, fillPolygons, type PixelBox, type Polygon } from './coverage.ts';

/** What a shape is filled with: one colour, or a mask of it that repeats. */
export interface Fill {
	readonly colour: readonly [red: number, green: number, blue: number];
	/** 0 to 1. */
	readonly opacity: number;
	/** How much of a pixel is painted; everything without it. */
	readonly mask?: (x: number, y: number) => number;
}

/** An opaque picture, three bytes a pixel. */
export class Canvas {
	readonly width: number;
	readonly height: number;
	readonly pixels: Uint8Array;

	constructor(width: number, height: number) {
		this.width = width;
		this.height = height;
		this.pixels = new Uint8Array(width * height * 3).fill(255);
	}

	/** The whole picture. */
	get box(): PixelBox {
		return { left: 0, top: 0, right: this.width, bottom: this.height };
	}

	/** Fills polygons together, by the nonzero rule. */
	fill(polygons: readonly Polygon[], fill: Fill, clip: PixelBox = this.box): void {
		fillPolygons(polygons, clip, this.#painter(fill));
	}

	/** Paints a shape that was measured before, moved by whole pixels. */
	stamp(stamp: Stamp, left: number, top: number, fill: Fill, clip: PixelBox): void {
		const draw = this.#painter(fill);
		for (let row = 0; row < stamp.height; row++) {
			const y = top + stamp.top + row;
			if (y < clip.top || y >= clip.bottom) continue;
			const x = left + stamp.left;
			const from = Math.max(clip.left, x);
			const to = Math.min(clip.right, x + stamp.width);
			if (from < to) draw(y, x, stamp.cover.subarray(row * stamp.width, (row + 1) * stamp.width), from, to);
		}
	}

	#painter({ colour: [red, green, blue], opacity, mask }: Fill): DrawRow {
		const { pixels, width } = this;
		return (y, left, cover, first, last) => {
			for (let x = first; x < last; x++) {
				const covered = cover[x - left];
				if (covered <= 0.002) continue;
				const share = Math.min(1, covered) * opacity * (mask === undefined ? 1 : mask(x, y));
				const at = (y * width + x) * 3;
				pixels[at] = Math.round(pixels[at] + (red - pixels[at]) * share);
				pixels[at + 1] = Math.round(pixels[at + 1] + (green - pixels[at + 1]) * share);
				pixels[at + 2] = Math.round(pixels[at + 2] + (blue - pixels[at + 2]) * share);
			}
		};
	}
}

/** The coverage of a shape, to be painted more than once. */
export interface Stamp {
	readonly left: number;
	readonly top: number;
	readonly width: number;
	readonly height: number;
	readonly cover: Float32Array;
}

/** Measures polygons about the origin that reach no farther than `reach` pixels. */
export function stampOf(polygons: readonly Polygon[], reach: number): Stamp {
	const size = 2 * reach;
	const cover = new Float32Array(size * size);
	let [top, bottom] = [size, 0];
	fillPolygons(polygons, { left: -reach, top: -reach, right: reach, bottom: reach }, (y, left, row, first, last) => {
		for (let x = first; x < last; x++) cover[(y + reach) * size + x + reach] = row[x - left];
		top = Math.min(top, y + reach);
		bottom = Math.max(bottom, y + reach + 1);
	});
	if (bottom <= top) return { left: 0, top: 0, width: 0, height: 0, cover: new Float32Array() };
	return {
		left: -reach,
		top: top - reach,
		width: size,
		height: bottom - top,
		cover: cover.subarray(top * size, bottom * size),
	};
}
