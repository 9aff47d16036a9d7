import { describe, expect, it, test } from 'vitest';
import { checkLevel } from '../../check/level.ts';
import { withoutConsequences } from '../../check/rules.ts';
import { type Finding, Report } from '../../src/findings/report.ts';
import { moveWalkmesh, translation } from '../../src/geometry/transform.ts';
import { mapped, minus, type Vec3 } from '../../src/math/vec3.ts';
import type { Level } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { conformRooms } from '../../src/seams/conform.ts';
import { linkRooms } from '../../src/seams/link.ts';
import { levelOf, rectangle } from '../support/levels.ts';
import { generator } from '../support/mutate.ts';
import { checkSources, cleanLevel, copyOf, isLoud, sourcesOf } from '../support/planted-level.ts';

/** Where a room begins, and its width and depth. */
type Floor = readonly [begin: Vec3, width: number, depth: number];

/** Rooms of different sizes from west to east and from south to north in turns, so that they meet in no other order. */
const STEPS: readonly Floor[] = [
	[[2, 2, 3], 3, 7],
	[[5, 2, 3], 5, 4],
	[[5, 6, 3], 5, 2],
	[[10, 6, 3], 4, 5],
	[[10, 11, 3], 4, 3],
	[[14, 11, 3], 6, 2],
	[[14, 13, 3], 6, 4],
	[[20, 13, 3], 3, 3],
];
const row = (...begins: readonly Vec3[]): Floor[] => begins.map((begin) => [begin, 4, 4]);

/** Rooms that begin at these positions of the layout; without ground where there is none. */
function levelAt(floors: readonly (Floor | undefined)[]): Level {
	const level = levelOf(...floors.map((floor) => floor && ground(floor)));
	const rooms = level.layout.rooms.map((room, i) => ({ ...room, position: floors[i]?.[0] ?? room.position }));
	return { ...level, layout: { ...level.layout, rooms } };
}

function ground([[x, y, z], width, depth]: Floor): Walkmesh {
	return rectangle(x, y, width, depth, z);
}

function linked(level: Level): Level {
	return linkRooms(conformRooms(level, K1), K1).level;
}

/** What is told of a level. */
function toldOf(level: Level): readonly Finding[] {
	const report = new Report();
	checkLevel(level, K1, report);
	return withoutConsequences(report.findings).filter(isLoud);
}

/** What is told of a level whose rooms begin at these positions, once it is linked. */
function told(floors: readonly Floor[]): readonly Finding[] {
	return toldOf(linked(levelAt(floors)));
}

const codes = (floors: readonly Floor[]): string[] => told(floors).map(({ code }) => code);

describe('rooms that lie where a layout puts them', () => {
	it.each<[string, (position: Vec3) => Vec3, object]>([
		['in centimetres', ([x, y, z]) => [x * 100, y * 100, z * 100], { factor: 0.01 }],
		['in inches', ([x, y, z]) => [x / 0.0254, y / 0.0254, z / 0.0254], { factor: 0.0254 }],
		['with Y up', ([x, y, z]) => [x, z, -y], { axes: 'x -z y' }],
		['with y and z exchanged', ([x, y, z]) => [x, z, y], { axes: 'x z y' }],
		['with x the other way round', ([x, y, z]) => [-x, y, z], { axes: '-x y z' }],
		['with x and y exchanged', ([x, y, z]) => [y, x, z], { axes: 'y x z' }],
	])('%s are reported once, with what makes them meet', (_, change, data) => {
		expect(told(STEPS.map(([begin, ...size]) => [change(begin), ...size]))).toMatchObject([
			{ code: 'LAYOUT_POSITIONS_APART', data: { pairs: 9, ...data } },
		]);
	});

	const inCentimetres = STEPS.map(([[x, y, z], ...size]): Floor => [[x * 100, y * 100, z * 100], ...size]);

	it('are reported at the first of them, and no links of theirs', () => {
		const { rooms } = linked(levelAt(STEPS));
		const moved = rooms.map(({ name, walkmesh }, i) => {
			const by = minus(inCentimetres[i][0], STEPS[i][0]);
			return walkmesh === undefined ? { name } : { name, walkmesh: moveWalkmesh(walkmesh, translation(by)) };
		});
		expect(toldOf({ ...levelAt(inCentimetres), rooms: moved })).toMatchObject([
			{ code: 'LAYOUT_POSITIONS_APART', location: { room: 'r0', at: [203, 202, 300] } },
		]);
	});

	it.each<[string, number]>([
		['ROOMS_PLACED_TWICE', 1],
		['ROOMS_IN_ROOM_SPACE', -1],
	])('are reported once by %s where no link was found, as positions were added twice, or never', (code, times) => {
		const { layout, rooms } = levelAt(STEPS);
		const moved = rooms.map(({ name, walkmesh }, i) => {
			const by = mapped(layout.rooms[i].position, (value) => value * times);
			return walkmesh === undefined ? { name } : { name, walkmesh: moveWalkmesh(walkmesh, translation(by)) };
		});
		const found = toldOf(linked({ ...levelAt(STEPS), rooms: moved }));
		expect(found).toMatchObject([{ code, location: { room: 'r0' }, data: { rooms: 8 } }]);
		expect(found[0].message).toContain('their edges meet when');
	});

	it('are told of beside rooms without ground', () => {
		expect(toldOf(linked(levelAt([undefined, ...inCentimetres, undefined]))).map(({ code }) => code)).toContain(
			'LAYOUT_POSITIONS_APART',
		);
	});

	it('are reported nothing of where they meet, or stand at one place', () => {
		expect(codes(STEPS)).toEqual([]);
		expect(codes(row([1, 1, 0], [1, 1, 0], [1, 1, 0]))).not.toContain('LAYOUT_POSITIONS_APART');
	});

	it('are told of while at most half of them hang together', () => {
		// The others lie one below the other, and would lie beside each other.
		const mixed = (together: number): Floor[] =>
			row(
				...Array.from(
					{ length: 8 },
					(_, i): Vec3 => (i < together ? [i * 4, 0, 0] : [together * 4, 0, (i - together) * 4]),
				),
			);
		expect(codes(mixed(3))).toContain('LAYOUT_POSITIONS_APART');
		expect(codes(mixed(4))).not.toContain('LAYOUT_POSITIONS_APART');
	});

	const apart = (count: number): Vec3[] => Array.from({ length: count }, (_, i): Vec3 => [i * 400 + 2, 200, 0]);

	it('are told of where nine in ten would hang together', () => {
		expect(codes(row(...apart(9), [90_000, 200, 0]))).toEqual(['LAYOUT_POSITIONS_APART']);
		expect(codes(row([90_000, 200, 0], ...apart(9)))).toEqual(['LAYOUT_POSITIONS_APART']);
		expect(codes(row(...apart(8), [90_000, 200, 0]))).not.toContain('LAYOUT_POSITIONS_APART');
		expect(codes(row([90_000, 200, 0], ...apart(8)))).not.toContain('LAYOUT_POSITIONS_APART');
	});

	it('are told of where three more pairs would meet', () => {
		expect(codes(row(...apart(4)))).toEqual(['LAYOUT_POSITIONS_APART']);
		expect(codes(row(...apart(3)))).not.toContain('LAYOUT_POSITIONS_APART');
	});
});

const CLEAN = cleanLevel(generator(3), 4, 72);

test('a room whose file cannot be read is reported, and not the links to it, whose removal would be no remedy', async () => {
	const files = copyOf(CLEAN);
	files.bytes.set(1, new Uint8Array(0));
	const found = await checkSources(sourcesOf(files));
	expect(found.filter(isLoud).map(({ code }) => code)).toEqual(['BWM_INVALID']);
});

test('a room file that says that it is a placeable is reported as that, with its place in the header', async () => {
	const files = copyOf(CLEAN);
	const { source, roomFiles } = sourcesOf(files);
	const room = await roomFiles.find(files.layout.rooms[1].model);
	const bytes = (await room?.bytes())?.slice() ?? new Uint8Array();
	bytes[8] = 0;
	files.bytes.set(1, bytes);
	const found = await checkSources({ ...sourcesOf(files), source });
	expect(found.filter(isLoud).map(({ code, location }) => [code, location.room])).toEqual([
		['ROOM_WITHOUT_GROUND', files.layout.rooms[1].model],
	]);
	expect(found.find(isLoud)?.help).toContain('byte 8');
});
