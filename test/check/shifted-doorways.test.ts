import { describe, expect, it } from 'vitest';
import { checkLevel } from '../../check/level.ts';
import { withoutConsequences } from '../../check/rules.ts';
import { type Finding, Report } from '../../src/findings/report.ts';
import { moveWalkmesh, translation } from '../../src/geometry/transform.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { NONE, type Walkmesh } from '../../src/model/walkmesh.ts';
import { build, link, loud } from '../support/level-work.ts';
import { fan, levelOf } from '../support/levels.ts';
import { merged } from '../support/own-floors.ts';
import { wall } from './codes/subjects.ts';

const BEGIN = { west: false, east: true };
const MIDDLE = { west: true, east: true };
const END = { west: true, east: false };

/** A room of 8 by 6 m with walls about it, and doorways 2 m wide to the west and the east of it. */
function room(x: number, doors: { readonly west: boolean; readonly east: boolean }, width = 2): Walkmesh {
	const [low, high] = [3 - width / 2, 3 + width / 2];
	const ring: Vec3[] = [
		[x, 0, 0],
		[x + 8, 0, 0],
		[x + 8, low, 0],
		[x + 8, high, 0],
		[x + 8, 6, 0],
		[x, 6, 0],
		[x, high, 0],
		[x, low, 0],
	];
	const isDoor = (side: number): boolean => (side === 2 && doors.east) || (side === 6 && doors.west);
	const walls = ring.flatMap(([ax, ay], side) => {
		const [bx, by] = ring[(side + 1) % ring.length];
		return isDoor(side) ? [] : [wall(ax, ay, bx, by)];
	});
	return merged(fan(...ring), ...walls);
}

const by = (mesh: Walkmesh, ...way: Vec3): Walkmesh => moveWalkmesh(mesh, translation(way));

async function told(...rooms: readonly Walkmesh[]): Promise<readonly Finding[]> {
	return loud((await build(levelOf(...rooms))).findings) as readonly Finding[];
}

const [first, second, third] = [room(0, BEGIN), room(8, MIDDLE), room(16, END)];

describe('a room that was moved and left its doorways behind', () => {
	it('is told of nothing where it lies right', async () => {
		expect(await told(first, second, third)).toEqual([]);
	});

	it('along its doorway, so that half of it is linked, is one warning with both rooms, the spot and the way back', async () => {
		const found = await told(first, by(room(8, END), 0, 0.8, 0));
		expect(found).toMatchObject([
			{ code: 'ROOM_SHIFTED', location: { room: 'r1', otherRoom: 'r0' }, data: { to: 0, doorways: 1, width: 2 } },
		]);
		const [{ data, location }] = found;
		expect(data?.['by']).toEqual([0, -0.8, 0]);
		expect(data?.['linked']).toBe(1.2);
		expect(location.at?.[0]).toBeCloseTo(8, 5);
		expect(location.at?.[1]).toBeCloseTo(4, 5);
	});

	it.each([2.5, 3, 4.9, -3])(
		'with a single doorway along the wall, by %d m, is reported at the doorway it left',
		async (way) => {
			const found = withoutConsequences(await told(first, by(room(8, END), 0, way, 0)));
			expect(found).toMatchObject([
				{ code: 'ROOM_SHIFTED', location: { room: 'r1', otherRoom: 'r0' }, data: { doorways: 1, linked: 0 } },
			]);
			expect(found[0].data?.['by']).toEqual([0, -way, 0]);
		},
	);

	it.each<[string, Vec3, Vec3]>([
		['away from one and into the other', [1, 0, 0], [8, 3, 0]],
		['up', [0, 0, 0.7], [8, 3, 0]],
		['in all directions', [-2, 4, 1], [8, 3, 0]],
		['along both', [0, 0.8, 0], [8, 4, 0]],
	])('%s is reported once, where its doorway was', async (_, way, at) => {
		const found = await told(first, by(second, ...way), third);
		expect(found).toMatchObject([{ code: 'ROOM_SHIFTED', location: { room: 'r1' }, data: { doorways: 2, more: 0 } }]);
		const [{ data, location }] = found;
		expect(data?.['by']).toEqual(way.map((value) => 0 - value));
		for (const axis of [0, 1]) expect(location.at?.[axis]).toBeCloseTo(at[axis], 4);
	});

	it('far away is reported where all of its doorways agree on the way', async () => {
		const found = await told(first, by(second, 300, 500, 0), third);
		expect(found).toMatchObject([{ code: 'ROOM_SHIFTED', location: { room: 'r1' }, data: { doorways: 2, more: 0 } }]);
		expect(found[0].data?.['by']).toEqual([-300, -500, 0]);
	});

	it.each<[string, Vec3]>([
		['so that half of a doorway is linked', [0, 0.6, 0]],
		['away from it', [1, 0, 0]],
	])('together with the room behind it is reported once, of the part with fewer rooms: %s', async (_, way) => {
		const level = (...[x, y]: Vec3) =>
			told(first, second, room(16, MIDDLE), by(room(24, MIDDLE), x, y, 0), by(room(32, END), x, y, 0));
		const found = await level(...way);
		expect(found).toMatchObject([
			{ code: 'ROOM_SHIFTED', location: { room: 'r3', otherRoom: 'r2' }, data: { doorways: 1, more: 1 } },
		]);
		const back = found[0].data?.['by'] as Vec3;
		expect(await level(way[0] + back[0], way[1] + back[1], 0)).toEqual([]);
	});

	it.each<[string, readonly Walkmesh[]]>([
		['the other doorway is wider', [first, by(room(8, END, 2.2), 0.8, 0, 0)]],
		['a single doorway is far away', [first, by(second, 3, 5, 0)]],
		['a single doorway is farther away than one is moved by mistake', [first, by(room(8, END), 2.1, 0, 0)]],
		['a single doorway beside it in one wall is too', [first, by(room(8, END), 0, 5.1, 0)]],
		['a single doorway beside it lies in no wall of both', [first, by(room(8, END), 0.5, 3, 0)]],
		[
			'two doorways could be meant',
			[first, by(room(8, END), 1, 0, 0), by(room(8, END), 1, 0, 20), by(room(8, END), 1, 0, 1)],
		],
	])('is not told where %s', async (_, rooms) => {
		expect((await told(...rooms)).map(({ code }) => code)).not.toContain('ROOM_SHIFTED');
	});

	it('is told without the links between its walls and those of the room it left', () => {
		const { level } = link(levelOf(first, by(room(8, END), 0, 3, 0)));
		const [{ name, walkmesh }, other] = level.rooms;
		const linked = walkmesh && { ...walkmesh, transitions: walkmesh.transitions.map((to) => (to === NONE ? 1 : to)) };
		const report = new Report();
		checkLevel({ ...level, rooms: [{ name, ...(linked && { walkmesh: linked }) }, other] }, K1, report);
		const codes = report.findings.map(({ code }) => code);
		expect(codes).toContain('ROOM_SHIFTED');
		for (const code of ['LINK_APART', 'LINK_DIVIDED', 'LINK_ONE_WAY']) expect(codes).not.toContain(code);
	});

	it('is not told of rooms without walls, which may be laid like bricks', async () => {
		const bare = (x: number, y: number): Walkmesh => fan([x, y, 0], [x + 8, y, 0], [x + 8, y + 6, 0], [x, y + 6, 0]);
		expect(await told(bare(0, 0), bare(8, 3), bare(8, -3))).toEqual([]);
	});
});
