import { describe, expect, test } from 'vitest';
import { checkLevel } from '../../check/level.ts';
import { withoutConsequences } from '../../check/rules.ts';
import { Report } from '../../src/findings/report.ts';
import { moveWalkmesh, translation } from '../../src/geometry/transform.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { EAST, levelOf, rectangle, WEST, withTransitions } from '../support/levels.ts';
import { isLoud } from '../support/planted-level.ts';

/** Rooms in a row, each linked with those beside it; the last has a single doorway. */
const row = (count: number): Walkmesh[] =>
	Array.from({ length: count }, (_, room) =>
		withTransitions(rectangle(room * 4, 0, 4, 4), {
			...(room === 0 ? {} : { [WEST]: room - 1 }),
			...(room === count - 1 ? {} : { [EAST]: room + 1 }),
		}),
	);

const moved = (mesh: Walkmesh, by: Vec3): Walkmesh => moveWalkmesh(mesh, translation(by));

function told(...rooms: Walkmesh[]): [code: string, data: unknown][] {
	const report = new Report();
	checkLevel(levelOf(...rooms), K1, report);
	return withoutConsequences(report.findings)
		.filter(isLoud)
		.map(({ code, data }) => [code, data]);
}

const codes = (...rooms: Walkmesh[]): string[] => told(...rooms).map(([code]) => code);

describe('a room with a single doorway', () => {
	test.each<Vec3>([
		[0, 0.3, 0],
		[0, 3, 0],
		[0.3, 0, 0],
		[5, 0, 0],
		[20, -7, 0],
		[0, 0, 0.3],
		[0, 0, -4],
	])('that was moved by %d %d %d is told to have been moved, and nothing else', (...by) => {
		const rooms = row(4);
		const back = by.map((value) => -value + 0);
		expect(told(...rooms.slice(0, 3), moved(rooms[3], by))).toMatchObject([['ROOM_SHIFTED', { by: back, rooms: 1 }]]);
	});

	test('and one beyond it are moved together', () => {
		const rooms = row(5).map((mesh, room) => (room < 3 ? mesh : moved(mesh, [0, 2, 0])));
		expect(told(...rooms)).toMatchObject([['ROOM_SHIFTED', { by: [0, -2, 0], more: 1 }]]);
	});

	test('of two rooms is told as well', () => {
		const [one, other] = row(2);
		expect(codes(one, moved(other, [0, 3, 0]))).toEqual(['ROOM_SHIFTED']);
	});

	test('that lies as near as edges are snapped is told by its links', () => {
		const rooms = row(4);
		expect(codes(...rooms.slice(0, 3), moved(rooms[3], [0, 0.09, 0]))).toEqual(['LINK_APART']);
		expect(codes(...rooms.slice(0, 3), moved(rooms[3], [0, 0.11, 0]))).toEqual(['ROOM_SHIFTED']);
	});

	test('is not told to have been moved where another room lies at its doorway', () => {
		const rooms = row(4);
		const between = rectangle(12, 0, 4, 4);
		expect(codes(...rooms.slice(0, 3), moved(rooms[3], [5, 0, 0]), between)).not.toContain('ROOM_SHIFTED');
	});

	test('is not told to have been moved where the room that it leads to lies right by no other', () => {
		const rooms = row(3).map((mesh, room) => moved(mesh, [0, room * room * 3, 0]));
		expect(codes(...rooms)).not.toContain('ROOM_SHIFTED');
	});

	test('is not told to have been moved where the link back leads elsewhere', () => {
		const rooms = row(4);
		const last = withTransitions(moved(rooms[3], [0, 3, 0]), { [WEST]: 0 });
		expect(codes(...rooms.slice(0, 3), last)).not.toContain('ROOM_SHIFTED');
	});
});
