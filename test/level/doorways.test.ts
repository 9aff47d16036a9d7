import { describe, expect, it } from 'vitest';
import { showLinks, visibilitySkeleton, visiblePairs } from '../../level/rooms/visibility.ts';
import type { Layout, Level } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { doorwayPairs, doorwaysOf } from '../../src/seams/doorways.ts';
import { linkRooms } from '../../src/seams/link.ts';
import { corpusPresent, fourRooms } from '../support/corpus.ts';
import { levelOf, rectangle } from '../support/levels.ts';
import { merged } from '../support/own-floors.ts';
import { pairs } from '../support/points.ts';

/** A room from its least to its greatest corner. */
type Box = readonly [x0: number, y0: number, x1: number, y1: number];
/** Two rooms and the middle and half width of the doorway in the wall between them, which runs along an axis. */
type Door = readonly [a: string, b: string, axis: 'x' | 'y', x: number, y: number, half?: number, z?: number];

/** Rooms with walls of half a metre on each side, linked through doorways of four metres. */
function plan(rooms: Readonly<Record<string, Box>>, doors: readonly Door[]): Level {
	const meshes = Object.entries(rooms).map(([name, [x0, y0, x1, y1]]): Walkmesh => {
		const sills = doors.flatMap(([a, b, axis, x, y, half = 2, z = 0]) => {
			if (a !== name && b !== name) return [];
			if (axis === 'x') return [rectangle(x - half, y > (y0 + y1) / 2 ? y - 0.5 : y, half * 2, 0.5, z)];
			return [rectangle(x > (x0 + x1) / 2 ? x - 0.5 : x, y - half, 0.5, half * 2, z)];
		});
		return { ...merged(rectangle(x0 + 0.5, y0 + 0.5, x1 - x0 - 1, y1 - y0 - 1), ...sills), name };
	});
	return linkRooms(levelOf(...meshes), K1).level;
}

/** `a b` for each room that sees another, both ways. */
function seen(level: Level): Set<string> {
	const name = (room: number): string => level.rooms[room].name;
	return new Set(doorwayPairs(level, K1).flatMap(([a, b]) => [`${name(a)} ${name(b)}`, `${name(b)} ${name(a)}`]));
}

const ROOMS: Readonly<Record<string, Box>> = {
	'06a': [169, 145, 177, 155],
	'08a': [140, 120, 156, 140],
	'08b': [125, 118, 140, 140],
	'05a': [156, 115, 200, 145],
	'09a': [200, 125, 215, 140],
	'09b': [203, 140, 213, 155],
	'01c': [165, 80, 180, 115],
	'03a': [180, 88, 190, 115],
};
const DOORS: readonly Door[] = [
	['01c', '03a', 'y', 180, 97],
	['01c', '05a', 'x', 173, 115],
	['03a', '05a', 'x', 185, 115],
	['05a', '06a', 'x', 173, 145],
	['05a', '08a', 'y', 156, 126],
	['05a', '09a', 'y', 200, 130],
	['08a', '08b', 'y', 140, 134],
	['09a', '09b', 'x', 207, 140],
];
/** What the game's own visibility file lists of such a plan, module m10aa. */
const LISTED: Readonly<Record<string, string>> = {
	'06a': '03a 01c 05a',
	'08a': '03a 05a 01c 08b',
	'08b': '08a 05a 01c',
	'05a': '06a 08a 08b 03a 01c 09a 09b',
	'09a': '05a 09b 01c',
	'09b': '05a 09a',
	'01c': '06a 08a 08b 05a 03a 09a',
	'03a': '06a 08a 05a 01c',
};

describe('rooms seen through doorways', () => {
	it('of a plan like that of m10aa are all that the game lists, and at most 22 more', () => {
		const level = plan(ROOMS, DOORS);
		const pairs = seen(level);
		const listed = Object.entries(LISTED).flatMap(([from, to]) => to.split(' ').map((other) => `${from} ${other}`));
		expect(listed).toHaveLength(32);
		expect(listed.filter((pair) => !pairs.has(pair))).toEqual([]);
		expect(pairs.size).toBeLessThanOrEqual(32 + 22);
		expect(pairs).not.toContain('08b 09b');
	});

	it('are those in a row, as far as a straight line goes', () => {
		const row: Record<string, Box> = { a: [0, 0, 10, 10], b: [10, 0, 20, 10], c: [20, 0, 30, 10], d: [30, 0, 40, 10] };
		const at = (y: number): Level =>
			plan(row, [
				['a', 'b', 'y', 10, 3, 1],
				['b', 'c', 'y', 20, 3, 1],
				['c', 'd', 'y', 30, y, 1],
			]);
		expect(seen(at(3))).toContain('a d');
		expect(seen(at(6.9))).toContain('a d');
		expect(seen(at(7.1))).not.toContain('a d');
		expect(seen(at(7.1))).toContain('b d');
	});

	it('are not those behind two doorways in one wall', () => {
		const side: Record<string, Box> = { hall: [0, 10, 30, 20], left: [0, 0, 10, 10], right: [20, 0, 30, 10] };
		const pairs = seen(
			plan(side, [
				['hall', 'left', 'x', 5, 10],
				['hall', 'right', 'x', 25, 10],
			]),
		);
		expect(pairs).toEqual(new Set(['hall left', 'left hall', 'hall right', 'right hall']));
	});

	it('are not those behind a doorway that is too high or too low on the way', () => {
		const row: Record<string, Box> = { a: [0, 0, 10, 10], b: [10, 0, 20, 10], c: [20, 0, 30, 10], d: [30, 0, 40, 10] };
		const up = (z: number): Level =>
			plan(row, [
				['a', 'b', 'y', 10, 5, 1, 0],
				['b', 'c', 'y', 20, 5, 1, z],
				['c', 'd', 'y', 30, 5, 1, 0],
			]);
		expect(seen(up(2.4))).toContain('a d');
		expect(seen(up(2.6))).not.toContain('a d');
	});

	it('edges of one doorway that run on from each other are one', () => {
		const wide = linkRooms(
			levelOf(
				merged(rectangle(0, 0, 10, 2), rectangle(0, 2, 10, 2)),
				merged(rectangle(10, 0, 10, 2), rectangle(10, 2, 10, 2)),
			),
			K1,
		).level;
		expect(doorwaysOf(wide, K1)).toMatchObject([
			[{ to: 1, left: [10, 4], right: [10, 0], bottom: 0, top: 2.5 }],
			[{ to: 0, left: [10, 0], right: [10, 4] }],
		]);
	});

	it('take few steps where rooms are open to all sides', () => {
		const rooms = Array.from({ length: 64 }, (_, i) => rectangle((i % 8) * 10, Math.floor(i / 8) * 10, 10, 10));
		expect(doorwayPairs(linkRooms(levelOf(...rooms), K1).level, K1).length).toBeGreaterThan(400);
	});
});

describe.skipIf(!corpusPresent)('four rooms of the game', () => {
	it('see each other as the game lists them', () => {
		expect(doorwayPairs(levelOf(...fourRooms()), K1)).toEqual(pairs(0, 3, 0, 6, 0, 7, 3, 6, 3, 7, 6, 7));
	});
});

function layoutOf(...names: string[]): Layout {
	const rooms = names.map((model) => ({ model, position: [0, 0, 0] as const }));
	return { rooms, tracks: [], obstacles: [], doorHooks: [] };
}

describe('visibilitySkeleton', () => {
	it('lists linked rooms both ways, in the order of the layout', () => {
		const skeleton = visibilitySkeleton(layoutOf('a', 'b', 'c'), pairs(2, 0, 0, 1, 1, 0));
		expect(skeleton.entries).toEqual([
			{ room: 'a', visible: ['b', 'c'] },
			{ room: 'b', visible: ['a'] },
			{ room: 'c', visible: ['a'] },
		]);
	});

	it('leaves placeholders, links to them and links out of the layout out', () => {
		const links = pairs(0, 1, 0, 7, -1, 0, 2, 2);
		expect(visibilitySkeleton(layoutOf('a', '****', 'c'), links).entries).toEqual([
			{ room: 'a', visible: [] },
			{ room: 'c', visible: [] },
		]);
	});

	it('gives a room that stands twice one entry with the links of both', () => {
		const links = pairs(0, 1, 2, 3);
		expect(visibilitySkeleton(layoutOf('a', 'b', 'A', 'd'), links).entries).toEqual([
			{ room: 'a', visible: ['b', 'd'] },
			{ room: 'b', visible: ['a'] },
			{ room: 'd', visible: ['a'] },
		]);
	});

	it('lists the room itself on request', () => {
		expect(visibilitySkeleton(layoutOf('a', 'b'), [[0, 1]], { listSelf: true }).entries).toEqual([
			{ room: 'a', visible: ['a', 'b'] },
			{ room: 'b', visible: ['a', 'b'] },
		]);
	});
});

it.each([
	['linked', [0, 2, 0, 1, 2, 3]],
	['hops:1', [0, 1, 0, 2, 2, 3]],
	['hops:2', [0, 1, 0, 2, 0, 3, 1, 2, 2, 3]],
	['hops:3', [0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3]],
	['all', [0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3]],
	['doorways', [0, 2, 0, 1, 2, 3, 1, 3]],
])('rooms see each other by %s', (mode, expected) => {
	expect(visiblePairs(mode, 4, pairs(0, 2, 0, 1, 2, 3), () => pairs(1, 3))).toEqual(pairs(...expected));
});

it('lists links that it lacks for both of their rooms, and leaves the rest as it is', () => {
	const visibility = { entries: [{ room: 'A', visible: ['b', 'x'] }] };
	expect(showLinks(visibility, layoutOf('a', 'B', 'c'), pairs(0, 1, 1, 2, 0, 2)).entries).toEqual([
		{ room: 'A', visible: ['b', 'x', 'c'] },
		{ room: 'B', visible: ['c'] },
		{ room: 'c', visible: ['B', 'a'] },
	]);
});
