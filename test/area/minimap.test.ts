import { beforeAll, describe, expect, test } from 'vitest';
import { newAre } from '../../game/area/area-resources.ts';
import { numberOf, readGff, structOf, textOf } from '../../game/gff/gff.ts';
import { writeGff } from '../../game/gff/write.ts';
import { areWithMap, mapOfLevel, minimapOf } from '../../jobs/level/module.ts';
import { InputError, Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { readTga, type Tga } from '../exporters/minimap/reading.ts';
import { EAST, levelOf, rectangle, withTransitions } from '../support/levels.ts';

/** An L of three rooms, far from the origin, one of them higher; the ground between its arms is nobody's. */
const level = levelOf(
	withTransitions(rectangle(100, -50, 20, 10), { [EAST]: 1 }),
	rectangle(120, -50, 10, 10),
	rectangle(100, -40, 10, 30, 6),
);
const map = mapOfLevel(level);

/** Where the game puts a point of the area, by what the ARE says: 440 × 256 pixels. */
function pixelByAre(are: Uint8Array): (x: number, y: number) => [number, number] {
	const own = structOf(readGff(are, new Report()).root, 'Map');
	const at = (label: string): number => (own === undefined ? Number.NaN : numberOf(own, label));
	expect([at('NorthAxis'), at('MapZoom')]).toEqual([0, 1]);
	const along = (axis: 'X' | 'Y', value: number): number => {
		const share = (value - at(`WorldPt1${axis}`)) / (at(`WorldPt2${axis}`) - at(`WorldPt1${axis}`));
		return at(`MapPt1${axis}`) + share * (at(`MapPt2${axis}`) - at(`MapPt1${axis}`));
	};
	return (x, y) => [along('X', x) * 440, along('Y', y) * 256];
}

describe('the map of an area', () => {
	let picture: Tga;
	beforeAll(async () => {
		picture = readTga(await minimapOf(level, map, K1));
	});
	const are = areWithMap(writeGff(newAre('m99')), map, new Report());
	const pixelOf = pixelByAre(are);
	const colourAt = (x: number, y: number): number[] =>
		picture.at(...(pixelOf(x, y).map(Math.round) as [number, number]));

	test('has the size that the game reads, and is the same every time', async () => {
		expect([picture.width, picture.height]).toEqual([512, 256]);
		const [once, again] = [await minimapOf(level, map, K1), await minimapOf(level, mapOfLevel(level), K1)];
		expect(Buffer.compare(once, again)).toBe(0);
	});

	test('shows ground where the values of the ARE say that it is, and nothing beside it', () => {
		const back = picture.at(2, 2);
		for (const [x, y] of [
			[105, -45],
			[128, -48],
			[119, -42],
			[102, -12],
			[108, -30],
		]) {
			expect(colourAt(x, y), `${x} ${y}`).not.toEqual(back);
		}
		for (const [x, y] of [
			[115, -35],
			[129, -12],
			[98, -45],
			[132, -45],
			[105, -8],
		]) {
			expect(colourAt(x, y), `${x} ${y}`).toEqual(back);
		}
		expect(picture.at(500, 128)).toEqual(back);
	});

	test('has its corners and passages where they are to the pixel', () => {
		const back = picture.at(2, 2);
		const [left, low] = pixelOf(100, -50);
		// The line about the ground is 1.4 pixels wide.
		expect(picture.at(Math.floor(left) + 3, Math.floor(low) - 3)).not.toEqual(back);
		expect(picture.at(Math.floor(left) - 3, Math.floor(low) - 3)).toEqual(back);
		const [x, y] = pixelOf(120, -45).map(Math.floor);
		const [red, , blue] = picture.at(x, y);
		expect(red).toBeGreaterThan(blue);
	});

	test('shows higher ground lighter', () => {
		const light = (x: number, y: number): number => colourAt(x, y).reduce((sum, each) => sum + each, 0);
		expect(light(105, -20)).toBeGreaterThan(light(105, -45));
	});

	test('is put into an ARE of which everything else stays', () => {
		const { root } = readGff(are, new Report());
		expect(textOf(root, 'Tag')).toBe('m99');
		expect(root.fields.map(({ label }) => label)).toEqual(newAre('m99').root.fields.map(({ label }) => label));
		expect(() => areWithMap(writeGff({ ...newAre('a'), type: 'IFO ' }), map, new Report())).toThrow(InputError);
	});

	test('of a level without ground is empty', async () => {
		const empty = levelOf(undefined);
		const blank = readTga(await minimapOf(empty, mapOfLevel(empty), K1));
		expect(blank.at(220, 128)).toEqual(blank.at(2, 2));
	});
});
