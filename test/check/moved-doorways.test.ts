import { describe, expect, it, test } from 'vitest';
import { checkLevel } from '../../check/level.ts';
import { withoutConsequences } from '../../check/rules.ts';
import { DoorPlaces, shiftOf } from '../../check/things/doors.ts';
import { type Finding, Report } from '../../src/findings/report.ts';
import { moveWalkmesh, rotation, translation } from '../../src/geometry/transform.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import type { Thing } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { NONE, type Walkmesh } from '../../src/model/walkmesh.ts';
import type { Doorway } from '../../src/seams/doorways.ts';
import { build, link, loud } from '../support/level-work.ts';
import { fan, levelOf, ringEdge, withTransitions } from '../support/levels.ts';
import { merged, NONWALK, surfaced, wall } from '../support/own-floors.ts';
import { pairs } from '../support/points.ts';

describe('barred doorways', () => {
	/** Jambs of two doorways, at y from 1 to 3 and from 5 to 7. */
	const JAMBS = [wall(4, 0, 4, 1), wall(4, 3, 4, 5), wall(4, 7, 4, 8)];

	/** The western edge of the first doorway of the room to the east. */
	const PASSAGE = 6 * 3 + ringEdge(4, 3);

	interface Doorways {
		/** How far the strip behind the second doorway goes, and from where to where along it. */
		readonly strip?: { readonly depth: number; readonly from?: number; readonly to?: number; readonly z?: number };
		readonly more?: readonly Walkmesh[];
		/** Where the first doorway leads to, and where the second leads to on paper. */
		readonly first?: 'linked' | 'open';
		readonly second?: number;
		readonly move?: (mesh: Walkmesh) => Walkmesh;
	}

	/** What is told of two rooms with two doorways between them. */
	function told({ strip, more = [], first = 'linked', second = -1, move = (mesh) => mesh }: Doorways) {
		const isLinked = first === 'linked';
		const x = 4 + (strip?.depth ?? 0);
		const west = fan([0, 8, 0], [0, 0, 0], [4, 0, 0], [4, 1, 0], [4, 3, 0], [4, 5, 0], [4, 7, 0], [4, 8, 0]);
		// Between walls 2 m thick.
		const east = merged(
			fan([9, 0, 0], [9, 8, 0], [6, 8, 0], [6, 7, 0], [6, 5, 0], [6, 3, 0], [6, 1, 0], [6, 0, 0]),
			fan([4, 1, 0], [6, 1, 0], [6, 3, 0], [4, 3, 0]),
			fan([x, 5, 0], [6, 5, 0], [6, 7, 0], [x, 7, 0]),
		);
		const { from = 5, to = 7, z = 0 } = strip ?? {};
		const bar = strip === undefined ? [] : [surfaced(fan([4, from, z], [x, from, z], [x, to, z], [4, to, z]), NONWALK)];
		const rooms = [
			withTransitions(merged(west, ...JAMBS), {
				...(isLinked ? { [ringEdge(8, 3)]: 1 } : {}),
				...(second < 0 ? {} : { [ringEdge(8, 5)]: second }),
			}),
			withTransitions(merged(east, ...JAMBS, ...bar, ...more), isLinked ? { [PASSAGE]: 0 } : {}),
		];
		const report = new Report();
		checkLevel(levelOf(...rooms.map(move)), K1, report);
		const findings = withoutConsequences(report.findings);
		return findings.filter(({ severity }) => severity !== 'info');
	}

	it.each<[string, Doorways]>([
		['a hand broad', { strip: { depth: 0.1 } }],
		['as deep as a thick wall', { strip: { depth: 1.4 } }],
		['a little higher', { strip: { depth: 0.5, z: 0.08 } }],
		['broader than the doorway', { strip: { depth: 0.5, from: 4, to: 8 } }],
		['with a link to it that was made before', { strip: { depth: 0.5 }, second: 1 }],
		[
			'anywhere',
			{
				strip: { depth: 0.5 },
				move: (mesh) => moveWalkmesh(moveWalkmesh(mesh, rotation(33)), translation([812, -430, 25])),
			},
		],
	])('a strip behind a doorway that cannot be walked on is reported once: %s', (_, doorways) => {
		const findings = told(doorways);
		expect(findings.map(({ code }) => code)).toEqual(['DOORWAY_BARRED']);
		const depth = doorways.strip?.depth ?? 0;
		expect(findings[0].data).toMatchObject({ to: 0, width: expect.closeTo(2, 4) });
		expect(findings[0].data?.['depth']).toBeGreaterThan(depth);
		expect(findings[0].data?.['depth']).toBeLessThan(depth + 0.06);
	});

	it.each<[string, Doorways]>([
		['of what is broader, which may be meant to stop somebody', { strip: { depth: 1.6 } }],
		['of a strip that leaves a way past it', { strip: { depth: 0.5, from: 5.5, to: 7 } }],
		['of a step', { strip: { depth: 0.5, z: 0.12 } }],
		['of a wall behind it', { strip: { depth: 0.5 }, more: [wall(4.2, 4, 4.2, 8)] }],
		['where the rooms are not linked at all, which is told otherwise', { strip: { depth: 0.5 }, first: 'open' }],
	])('nothing is said of it: %s', (_, doorways) => {
		expect(told(doorways).map(({ code }) => code)).not.toContain('DOORWAY_BARRED');
	});
});

describe('shifted doorways', () => {
	const BEGIN = { west: false, east: true };
	const MIDDLE = { west: true, east: true };
	const END = { west: true, east: false };

	/** A room of 8 by 6 m with walls about it, and doorways 2 m wide to the west and the east of it. */
	function room(x: number, doors: { readonly west: boolean; readonly east: boolean }, width = 2): Walkmesh {
		const [low, high] = [3 - width / 2, 3 + width / 2];
		const corners = pairs(0, 0, 8, 0, 8, low, 8, high, 8, 6, 0, 6, 0, high, 0, low);
		const ring = corners.map(([dx, y]): Vec3 => [x + dx, y, 0]);
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
});

/** Where sills of 2 m along y have their middles: no two pairs of them lie alike. */
const MIDDLES = Array.from({ length: 60 }, (_, i): Vec3 => [i * 7 + (i * i) / 8, (i % 5) * 9 + i / 4, (i % 3) * 4]);

const places = new DoorPlaces([
	MIDDLES.map(([x, y, z]): Doorway => ({ to: 1, left: [x, y + 1], right: [x, y - 1], bottom: z, top: z + 2.5 })),
]);

function doorsAt(positions: readonly Vec3[]): Thing[] {
	return positions.map((position, index) => ({ kind: 'door', index, tag: '', template: '', position, bearing: 90 }));
}

/** The first so many doors, of which every so-manyth, from `first` on, stands far from everything; the others are off by one way. */
function off(count: number, every: number, first: number): Thing[] {
	return doorsAt(
		MIDDLES.slice(0, count).map(([x, y, z], i) =>
			i % every === first ? [x, y - 5000 - i * 40, z] : [x - 3.25, y - 61.5, z + 1],
		),
	);
}

test.each([3, 8, 31, 32, 33, 60])('of %d doors that are all off by one way, all are counted', (count) => {
	expect(shiftOf(off(count, 1, -1), places)).toEqual({ by: [3.25, 61.5, -1], doors: count });
});

test.each([8, 32, 60])('three quarters of %d doors are most of them, and fewer are not', (count) => {
	expect(shiftOf(off(count, 4, 0), places)).toEqual({ by: [3.25, 61.5, -1], doors: (count * 3) / 4 });
	expect(shiftOf(off(count, 3, 0), places)).toBeUndefined();
});

test('two doors may be off alike by chance, and half of the doors in their doorways say that nothing moved', () => {
	expect(shiftOf(off(2, 1, -1), places)).toBeUndefined();
	const half = [...doorsAt(MIDDLES.slice(0, 10)), ...off(30, 1, -1).slice(20)];
	expect(shiftOf(half, places)).toBeUndefined();
});
