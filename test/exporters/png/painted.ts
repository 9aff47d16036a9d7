import { expect } from 'vitest';
import { renderSvg } from '../../../pictures/png/render.ts';

/**
 * What is drawn is compared with the geometry of what was asked for: points of each pixel are asked whether they lie inside, and the share of
 * those that do is how dark the pixel must be.
 */

export const SIZE = 32;
/** Points of a pixel that are asked, along each side. */
const ASKED = 6;

export type Inside = (x: number, y: number) => boolean;

export function drawn(body: string): (x: number, y: number) => number[] {
	const canvas = renderSvg(`<svg xmlns="s" width="${SIZE}" height="${SIZE}">${body}</svg>`);
	expect([canvas.width, canvas.height]).toEqual([SIZE, SIZE]);
	return (x, y) => [...canvas.pixels.subarray((y * SIZE + x) * 3, (y * SIZE + x + 1) * 3)];
}

/** The share of a pixel that lies inside. */
export function shareOf(inside: Inside, x: number, y: number): number {
	let count = 0;
	for (let i = 0; i < ASKED * ASKED; i++) {
		if (inside(x + ((i % ASKED) + 0.5) / ASKED, y + (Math.floor(i / ASKED) + 0.5) / ASKED)) count++;
	}
	return count / (ASKED * ASKED);
}

/** Black on white. @param most how much a pixel may differ: rows are cut into five, and curves are made of lines */
export function expectPainted(body: string, inside: Inside, most = 0.2): void {
	const at = drawn(body);
	const wrong: string[] = [];
	for (let y = 0; y < SIZE; y++) {
		for (let x = 0; x < SIZE; x++) {
			const [wanted, found] = [shareOf(inside, x, y), 1 - at(x, y)[0] / 255];
			if (Math.abs(wanted - found) > most) wrong.push(`${x} ${y}: ${found.toFixed(2)}, not ${wanted.toFixed(2)}`);
		}
	}
	expect(wrong).toEqual([]);
}

export const box =
	(left: number, top: number, right: number, bottom: number): Inside =>
	(x, y) =>
		x > left && x < right && y > top && y < bottom;
export const circle =
	(cx: number, cy: number, r: number): Inside =>
	(x, y) =>
		Math.hypot(x - cx, y - cy) < r;
export const or =
	(...all: readonly Inside[]): Inside =>
	(x, y) =>
		all.some((each) => each(x, y));
export const and =
	(...all: readonly Inside[]): Inside =>
	(x, y) =>
		all.every((each) => each(x, y));
export const not =
	(inside: Inside): Inside =>
	(x, y) =>
		!inside(x, y);

/** Within so much of a line from point to point. */
export function near(points: readonly (readonly [number, number])[], distance: number): Inside {
	return (x, y) =>
		points.slice(1).some(([bx, by], i) => {
			const [ax, ay] = points[i];
			const [dx, dy] = [bx - ax, by - ay];
			const share = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
			return Math.hypot(x - ax - share * dx, y - ay - share * dy) < distance;
		});
}

/** A point before it was turned by so many degrees about the origin. */
export function turnedBack(degrees: number, inside: Inside): Inside {
	const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
	return (x, y) => inside(c * x + s * y, -s * x + c * y);
}
