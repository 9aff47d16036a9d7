import { expect, it } from 'vitest';
import { checkLevel } from '../../check/level.ts';
import { withoutConsequences } from '../../check/rules.ts';
import { type CommandAction, type Finding, Report } from '../../src/findings/report.ts';
import { moveWalkmesh, reflection, rotation, translation } from '../../src/geometry/transform.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import type { Layout, Level } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { NONE, type Walkmesh } from '../../src/model/walkmesh.ts';
import { linkRooms } from '../../src/seams/link.ts';
import { fan, layoutOf } from '../support/levels.ts';
import { merged, wall } from '../support/own-floors.ts';

/** A room about a point, 8 by 6 m, with walls but for doorways of 2 m: by side, how far from its middle. */
function room(
	[cx, cy]: readonly [number, number],
	doors: { readonly [side in 'n' | 'e' | 's' | 'w']?: number },
): Walkmesh {
	const door = (at: number | undefined, point: (along: number) => Vec3): Vec3[] =>
		at === undefined ? [] : [point(at - 1), point(at + 1)];
	const ring: Vec3[] = [
		[-4, -3, 0],
		...door(doors.s, (x) => [x, -3, 0]),
		[4, -3, 0],
		...door(doors.e, (y) => [4, y, 0]),
		[4, 3, 0],
		...door(doors.n === undefined ? undefined : -doors.n, (x) => [-x, 3, 0]),
		[-4, 3, 0],
		...door(doors.w === undefined ? undefined : -doors.w, (y) => [-4, -y, 0]),
	];
	const isDoor = (a: Vec3, b: Vec3): boolean =>
		Math.hypot(a[0] - b[0], a[1] - b[1]) === 2 && ![a, b].some(([x, y]) => Math.abs(x) === 4 && Math.abs(y) === 3);
	const walls = ring.flatMap((a, i) => {
		const b = ring[(i + 1) % ring.length];
		return isDoor(a, b) ? [] : [wall(a[0], a[1], b[0], b[1])];
	});
	return moveWalkmesh(merged(fan(...ring), ...walls), translation([cx, cy, 0]));
}

const MIDDLE: Vec3 = [0, 0, 0];
const HALL = room([0, 0], { e: 1, n: 2, w: -1 });
const OTHERS = [room([8, 0], { w: 1 }), room([0, 6], { s: 2 }), room([-8, 0], { e: -1 })];

/** @param after what happens to the first room when it is linked */
function told(
	hall: Walkmesh,
	others: readonly Walkmesh[] = OTHERS,
	position: Vec3 = MIDDLE,
	after: (hall: Walkmesh) => Walkmesh = (linked) => linked,
): readonly Finding[] {
	const meshes = [hall, ...others];
	const names = meshes.map((_, i) => `r${i}`);
	const layout: Layout = { ...layoutOf(...names) };
	const placed = { ...layout, rooms: layout.rooms.map((each) => ({ ...each, position })) };
	const rooms = meshes.map((walkmesh, i) => ({ name: names[i], walkmesh: { ...walkmesh, name: names[i] } }));
	const linked: Level = linkRooms({ name: 'm', layout: placed, rooms, objects: [] }, K1).level;
	const level = {
		...linked,
		rooms: linked.rooms.map((each, i) =>
			i === 0 && each.walkmesh !== undefined ? { ...each, walkmesh: after(each.walkmesh) } : each,
		),
	};
	const report = new Report();
	checkLevel(level, K1, report, { names: false });
	return withoutConsequences(report.findings).filter(({ severity }) => severity !== 'info');
}

/** The room with its vertices elsewhere; where that mirrors it, its faces are turned over, as an exporter does. */
function changed(mesh: Walkmesh, change: (point: Vec3) => Vec3, mirrors = false): Walkmesh {
	const positions = mesh.positions.slice();
	for (let i = 0; i < positions.length; i += 3)
		positions.set(change([...positions.subarray(i, i + 3)] as unknown as Vec3), i);
	const faces = mirrors
		? mesh.faces.map((_, i) => mesh.faces[i % 3 === 0 ? i : i % 3 === 1 ? i + 1 : i - 1])
		: mesh.faces;
	return { ...mesh, positions, faces };
}

it('of rooms that lie right nothing is reported', () => {
	expect(told(HALL)).toEqual([]);
});

it.each([90, 180, -90, 7, 3, -2, 1])('a room that was turned by %d° is reported once, with the way back', (degrees) => {
	const found = told(moveWalkmesh(HALL, rotation(degrees)));
	const data = { mirrored: false, x: 0, y: 0, doorways: 3 };
	expect(found).toMatchObject([{ code: 'ROOM_TURNED', location: { room: 'r0' }, data }]);
	const back = Number(found[0].data?.['degrees']);
	expect((back + degrees + 360) % 360).toBe(0);
});

it('of rooms that would all meet if one of them were turned, that one is reported', () => {
	// Either of the two would meet the one between them if it were turned half round about the position that all of them have.
	const middle = moveWalkmesh(room([0, 0], { e: 1, w: 1 }), rotation(180));
	expect(told(OTHERS[0], [middle, room([-8, 0], { e: 1 })])).toMatchObject([
		{ code: 'ROOM_TURNED', location: { room: 'r1' }, data: { degrees: 180, doorways: 2 } },
	]);
});

it('a room that was mirrored is reported once, as that', () => {
	const along = changed(HALL, ([x, y, z]) => [-x, y, z], true);
	expect(told(along)).toMatchObject([{ code: 'ROOM_TURNED', data: { mirrored: true, degrees: 0, doorways: 3 } }]);
	const across = changed(HALL, ([x, y, z]) => [x, -y, z], true);
	expect(told(across)).toMatchObject([{ code: 'ROOM_TURNED', data: { mirrored: true, degrees: 180, doorways: 3 } }]);
});

it.each([
	['turned', moveWalkmesh(HALL, rotation(90))],
	['turned a little', moveWalkmesh(HALL, rotation(7))],
	['mirrored', changed(HALL, ([x, y, z]) => [-x, y, z], true)],
	['mirrored and turned', changed(HALL, ([x, y, z]) => [y, x, z], true)],
])('the command that is reported puts back a room that was %s', (_, room) => {
	const [finding] = told(room);
	const [action] = finding.actions ?? [];
	expect(action).toMatchObject({ command: 'convert', arguments: ['FILE', 'FILE'] });
	const given = Object.fromEntries(
		((action as CommandAction).options ?? []).map(({ option, value }) => [option, value]),
	);
	const { mirror, rotate, translate = '0,0,0' } = given as { mirror?: 'x'; rotate?: number; translate?: string };
	// In the order of `convert`: mirror, rotate, translate.
	const mirrored = mirror === undefined ? room : moveWalkmesh(room, reflection(mirror));
	const turned = moveWalkmesh(mirrored, rotation(rotate ?? 0));
	const [x, y, z] = translate.split(',').map(Number);
	expect(told(moveWalkmesh(turned, translation([x, y, z])))).toEqual([]);
});

it('a room is turned about its middle where its position lies elsewhere', () => {
	const found = told(moveWalkmesh(HALL, rotation(180)), OTHERS, [40, -30, 0]);
	expect(found).toMatchObject([{ code: 'ROOM_TURNED', data: { degrees: 180, x: 0, y: 0 } }]);
});

it.each<[string, number, Vec3]>([
	['centimetres', 100, MIDDLE],
	['inches', 1 / 0.0254, MIDDLE],
	['feet', 0.3048, MIDDLE],
	['centimetres about the origin of the level', 100, [-400, 70, 0]],
	['metres among rooms in centimetres', 0.01, MIDDLE],
])('a room in %s is reported once, with what to multiply it with', (_, factor, away) => {
	const level = [HALL, ...OTHERS].map((mesh) => moveWalkmesh(mesh, translation(away)));
	const hall = changed(level[0], (point) => point.map((value) => value * factor) as unknown as Vec3);
	const found = told(hall, level.slice(1), away);
	expect(found).toMatchObject([{ code: 'ROOM_RESIZED', location: { room: 'r0' }, data: { rooms: 3 } }]);
	expect(Number(found[0].data?.['factor']) * factor).toBeCloseTo(1, 9);
});

it.each<[number, Vec3]>([
	[1.05, MIDDLE],
	[0.95, MIDDLE],
	[1.01, MIDDLE],
	[1.03, [2, -1, 0]],
])('a room that was scaled by %d about %j is reported once, with the way back', (factor, about) => {
	const scaled = (flat: boolean) => (mesh: Walkmesh) =>
		changed(
			mesh,
			(point) =>
				point.map((v, axis) => (flat && axis === 2 ? v : about[axis] + (v - about[axis]) * factor)) as unknown as Vec3,
		);
	const up = (mesh: Walkmesh): Walkmesh => moveWalkmesh(mesh, translation([0, 0, 2]));
	for (const flat of [true, false]) {
		// Where all doorways lie at one height, a room scaled about a point at that height is the same in either way.
		const heights = about === MIDDLE ? { isFlat: flat } : {};
		const data = { about: [expect.closeTo(about[0], 1), expect.closeTo(about[1], 1), expect.any(Number)], ...heights };
		for (const found of [
			told(scaled(flat)(up(HALL)), OTHERS.map(up)),
			told(up(HALL), OTHERS.map(up), MIDDLE, scaled(flat)),
		]) {
			expect(found).toMatchObject([{ code: 'ROOM_RESIZED', location: { room: 'r0' }, data }]);
			expect(Number(found[0].data?.['factor']) * factor).toBeCloseTo(1, 4);
		}
	}
});

it('a room with one doorway that was scaled is reported where that was about its middle', () => {
	const [east, ...others] = OTHERS;
	const scaled = (cx: number): Walkmesh => changed(east, ([x, y, z]) => [cx + (x - cx) * 1.05, y * 1.05, z * 1.05]);
	const found = (cx: number) => told(scaled(cx), [HALL, ...others], [100, 0, 0]);
	expect(found(8)).toMatchObject([
		{ code: 'ROOM_RESIZED', location: { room: 'r0' }, data: { factor: 0.95238, rooms: 1 } },
	]);
	expect(found(9).map(({ code }) => code)).not.toContain('ROOM_RESIZED');
});

it.each<[string, Walkmesh]>([
	['a centimetre off', moveWalkmesh(HALL, translation([0.01, 0, 0]))],
	['a few centimetres off', moveWalkmesh(HALL, translation([0.04, 0.06, 0]))],
	['turned by less than can be reported', moveWalkmesh(HALL, rotation(0.2))],
	['a step too low', moveWalkmesh(HALL, translation([0, 0, -0.05]))],
	['as large as it should be, but for a thousandth', changed(HALL, ([x, y, z]) => [x * 1.001, y * 1.001, z])],
	['stretched by half', changed(HALL, ([x, y, z]) => [x * 1.5, y * 1.5, z])],
	['stretched along one axis', changed(HALL, ([x, y, z]) => [x * 1.05, y, z])],
	['moved along its doorways', moveWalkmesh(HALL, translation([0, 0.5, 0]))],
	['without one of its doorways', room([0, 0], { e: 1, w: -1 })],
	['of another shape', room([0, 0], { e: -1, n: 2, w: -1 })],
	['a room by itself', moveWalkmesh(HALL, translation([200, 300, 0]))],
])('a room that is %s is neither turned nor in another unit', (_, hall) => {
	expect(told(hall).map(({ code }) => code)).not.toContain('ROOM_TURNED');
	expect(told(hall).map(({ code }) => code)).not.toContain('ROOM_RESIZED');
});

it.each([9, 3, -2, 1, 0.3])('a room that was turned by %d° after it was linked is reported once as well', (degrees) => {
	const found = told(HALL, OTHERS, MIDDLE, (hall) => moveWalkmesh(hall, rotation(degrees)));
	expect(found).toMatchObject([{ code: 'ROOM_TURNED', location: { room: 'r0' }, data: { degrees: -degrees } }]);
});

it('a room that was made again elsewhere, in a level that was linked before, is reported once, without advice to cut it off', () => {
	const again = (up: number): readonly Finding[] =>
		told(HALL, OTHERS, MIDDLE, (hall) => ({
			...moveWalkmesh(hall, translation([0, 0, up])),
			transitions: hall.transitions.map(() => NONE),
		}));
	expect(again(1)).toMatchObject([{ code: 'ROOM_SHIFTED', data: { by: [0, 0, -1], doorways: 3 } }]);
	// So little is closed by snapping: each pair of rooms is reported with it, and not that its links lead one way.
	expect(again(0.003).map(({ code }) => code)).toEqual(['LINK_APART', 'LINK_APART', 'LINK_APART']);
	expect(again(0).map(({ code }) => code)).not.toContain('LINK_APART');
});
