import { describe, expect, test } from 'vitest';
import type { AreaMap } from '../../../pictures/minimap.ts';
import { drawMinimap } from '../../../pictures/minimap.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../../src/model/walkmesh.ts';
import { EAST, NORTH, rectangle, SOUTH, WEST, withTransitions } from '../../support/levels.ts';
import { readTga, type Tga } from './reading.ts';

/** Four pixels a metre; metre 10 20 lies at pixel 44 64 of the 440 × 256 that the game shows. */
const MAP: AreaMap = { scale: 4, world: [10, 20, 60, 0], picture: [0.1, 0.25, 0.6, 0.75] };
const pixelOf = (x: number, y: number): [number, number] => [44 + (x - 10) * 4, 64 + (20 - y) * 4];

const BACK = [10, 14, 20, 255];
const LOW = [36, 74, 94, 255];
const HIGH = [84, 140, 160, 255];
const PERIMETER = [170, 216, 228, 255];
const PASSAGE = [226, 196, 112, 255];
const between = (share: number): number[] => LOW.map((each, i) => Math.round(each + (HIGH[i] - each) * share));

async function drawn(...rooms: readonly Walkmesh[]): Promise<Tga> {
	return readTga(await drawMinimap(rooms, MAP, K1));
}

function colourAt(picture: Tga, x: number, y: number): number[] {
	return picture.at(...(pixelOf(x, y).map(Math.floor) as [number, number]));
}

/** Rectangles in metres: what is well inside has its colour, what is well outside that of the back. */
interface Ground {
	readonly box: readonly [left: number, low: number, right: number, high: number];
	readonly colour: readonly number[];
}

/** Compares pixels that are farther than two from any rim. @param grounds the last one that holds a point is seen there */
function expectGround(picture: Tga, grounds: readonly Ground[]): void {
	let compared = 0;
	const wrong: string[] = [];
	for (let y = 1; y < 256; y += 5) {
		for (let x = 1; x < 512; x += 5) {
			const [east, north] = [10 + (x + 0.5 - 44) / 4, 20 - (y + 0.5 - 64) / 4];
			const rim = ({ box: [left, low, right, high] }: Ground): number => {
				const [dx, dy] = [Math.max(left - east, east - right), Math.max(low - north, north - high)];
				return Math.max(dx, dy);
			};
			if (grounds.some((ground) => Math.abs(rim(ground)) < 0.6)) continue;
			const found = x >= 440 ? undefined : grounds.findLast((ground) => rim(ground) < 0);
			const [wanted, seen] = [String(found?.colour ?? BACK), String(picture.at(x, y))];
			if (wanted !== seen) wrong.push(`${x} ${y}: ${seen}, not ${wanted}`);
			compared++;
		}
	}
	expect(wrong).toEqual([]);
	expect(compared).toBeGreaterThan(2000);
}

describe('ground', () => {
	test('is as light as it is high, from the lowest room to the highest', async () => {
		const picture = await drawn(rectangle(12, 2, 10, 8, 9), rectangle(30, 0, 10, 10, 5), rectangle(50, -8, 10, 20, 6));
		expectGround(picture, [
			{ box: [12, 2, 22, 10], colour: HIGH },
			{ box: [30, 0, 40, 10], colour: LOW },
			{ box: [50, -8, 60, 12], colour: between(0.25) },
		]);
	});

	test('of one height is in the middle', async () => {
		expectGround(await drawn(rectangle(12, 2, 10, 8, 3), rectangle(30, 2, 10, 8, 3)), [
			{ box: [12, 2, 22, 10], colour: between(0.5) },
			{ box: [30, 2, 40, 10], colour: between(0.5) },
		]);
	});

	test('that is higher lies over what is lower, in whatever order rooms come', async () => {
		const [low, high] = [rectangle(12, 2, 20, 12, 0), rectangle(20, 6, 20, 12, 4)];
		const expected: Ground[] = [
			{ box: [12, 2, 32, 14], colour: LOW },
			{ box: [20, 6, 40, 18], colour: HIGH },
		];
		expectGround(await drawn(low, high), expected);
		expectGround(await drawn(high, low), expected);
	});

	test('is no wall, and a room of walls alone is not seen, whatever its height', async () => {
		const walls = { ...rectangle(30, 2, 10, 8, 50), surfaces: Uint32Array.of(7, 7) };
		const half = { ...rectangle(12, 2, 10, 8, 3), surfaces: Uint32Array.of(4, 7) };
		const picture = await drawn(walls, half, rectangle(50, 2, 8, 8, 3));
		expect(colourAt(picture, 35, 6)).toEqual(BACK);
		// Its first face lies south-east of the diagonal.
		expect(colourAt(picture, 20, 4)).toEqual(between(0.5));
		expect(colourAt(picture, 14, 8)).toEqual(BACK);
	});

	test('has the mean height of its walkable corners', async () => {
		const slope = rectangle(12, 2, 10, 8);
		for (const vertex of [1, 2]) slope.positions[vertex * 3 + 2] = 3;
		// Corners of its faces are at 0 3 3 and 0 3 0: half as high as the other room.
		expectGround(await drawn(slope, rectangle(30, 2, 8, 8, 0), rectangle(45, 2, 8, 8, 3)), [
			{ box: [12, 2, 22, 10], colour: between(0.5) },
			{ box: [30, 2, 38, 10], colour: LOW },
			{ box: [45, 2, 53, 10], colour: HIGH },
		]);
	});

	test('over ground of one room is no hole, whichever way its faces turn', async () => {
		const twice = createWalkmesh({
			positions: Float32Array.from([12, 2, 0, 22, 2, 0, 22, 10, 0, 12, 10, 0]),
			faces: Uint32Array.from([0, 1, 2, 0, 2, 3, 0, 2, 1, 0, 3, 2]),
			surfaces: new Uint32Array(4).fill(4),
		});
		expectGround(await drawn(twice), [{ box: [12, 2, 22, 10], colour: between(0.5) }]);
	});

	test('with a corner that is no place leaves that face out', async () => {
		const broken = rectangle(12, 2, 10, 8);
		broken.positions[3 * 3] = Number.NaN;
		const picture = await drawn(broken);
		expect(colourAt(picture, 20, 4)).toEqual(between(0.5));
		expect(colourAt(picture, 14, 8)).toEqual(BACK);
	});

	test('does not leave the part of the picture that is the map', async () => {
		expectGround(await drawn(rectangle(90, -10, 60, 30)), [{ box: [90, -10, 150, 20], colour: between(0.5) }]);
	});

	test('is nowhere without rooms', async () => {
		expectGround(await drawn(), []);
	});
});

describe('lines', () => {
	/** Whether a pixel is nearer to one colour than to another. */
	const isNearer = (found: readonly number[], a: readonly number[], b: readonly number[]): boolean => {
		const far = (other: readonly number[]): number => Math.hypot(...found.map((each, i) => each - other[i]));
		return far(a) < far(b);
	};
	// A line is 1.4 pixels wide; corners that lie in the middle of pixels let it cover one whole row of them.
	const room = rectangle(10.125, 2.125, 10, 8);
	const sides: Readonly<Record<number, [number, number]>> = {
		[SOUTH]: [15, 2.125],
		[EAST]: [20.125, 6],
		[NORTH]: [15, 10.125],
		[WEST]: [10.125, 6],
	};

	test('are where the ground ends, and nowhere within', async () => {
		const picture = await drawn(room);
		for (const [x, y] of Object.values(sides)) expect(colourAt(picture, x, y), `${x} ${y}`).toEqual(PERIMETER);
		// The diagonal of its two faces, and two pixels off.
		expect(colourAt(picture, 15.125, 6.125)).toEqual(between(0.5));
		expect(colourAt(picture, 15, 2.7)).toEqual(between(0.5));
		expect(colourAt(picture, 15, 1.4)).toEqual(BACK);
	});

	test.each([SOUTH, EAST, NORTH, WEST])(
		'along side %d are of another colour where it leads elsewhere',
		async (edge) => {
			// The room behind it has a perimeter there, too, and comes later.
			const [x, y] = sides[edge];
			const [dx, dy] = [Math.sign(Math.round((x - 15) / 5)), Math.sign(Math.round((y - 6) / 4))];
			const picture = await drawn(
				withTransitions(room, { [edge]: 1 }),
				rectangle(10.125 + dx * 10, 2.125 + dy * 8, 10, 8),
			);
			for (const [side, [px, py]] of Object.entries(sides)) {
				const isPassage = Number(side) === edge;
				expect(colourAt(picture, px, py), side).toEqual(isPassage ? PASSAGE : PERIMETER);
			}
		},
	);

	test('of a higher room lie over the ground of a lower one', async () => {
		const picture = await drawn(rectangle(12.125, 2.125, 20, 12, 0), rectangle(20.125, 6.125, 20, 12, 4));
		expect(isNearer(colourAt(picture, 20.125, 10), PERIMETER, LOW)).toBe(true);
		expect(isNearer(colourAt(picture, 25, 14.125), PERIMETER, HIGH)).toBe(false);
	});
});
