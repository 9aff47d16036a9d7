import { describe, expect, it, test } from 'vitest';
import { OnFoot } from '../../check/facts/on-foot.ts';
import { groundAnswer } from '../../check/ground/ground-answer.ts';
import { checkLevel } from '../../check/level.ts';
import { checkIslands } from '../../check/mesh/ground.ts';
import { withoutConsequences } from '../../check/rules.ts';
import { encodeBwm } from '../../exporters/bwm/index.ts';
import { checkSource } from '../../jobs/check.ts';
import { convertBytes } from '../../jobs/convert-bytes.ts';
import { createRegistry } from '../../jobs/default-registry.ts';
import { writeLyt } from '../../level/formats/write.ts';
import { deriveBwm } from '../../src/bwm/derive.ts';
import { checkContext } from '../../src/facts/room-facts.ts';
import { type Finding, Report } from '../../src/findings/report.ts';
import { bytesSource } from '../../src/formats/contracts.ts';
import { FARTHEST_POSITION, moveWalkmesh, translation } from '../../src/geometry/transform.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { linkRooms } from '../../src/seams/link.ts';
import { EAST, layoutOf, levelOf, rectangle, WEST, withTransitions } from '../support/levels.ts';
import { merged } from '../support/own-floors.ts';
import { CONTEXT, isLoud } from '../support/planted-level.ts';

test('a plate on the floor of a room that nobody reaches does not hide that', () => {
	const beyond = merged(rectangle(8.3, 0, 8, 8), rectangle(9, 1, 1, 1));
	const { level } = linkRooms(levelOf(rectangle(0, 0, 8, 8), beyond), K1);
	const report = new Report();
	checkLevel(level, K1, report);
	const codes = withoutConsequences(report.findings).map(({ code }) => code);
	expect(codes).toContain('GROUND_STACKED');
	expect(codes).toContain('GROUND_UNREACHED');
});

const answerOf = (...floors: readonly Walkmesh[]) => groundAnswer(new OnFoot(levelOf(merged(...floors)), K1))!;

test('of a hundred terraces each is entered from the one before it', () => {
	const terraces = Array.from({ length: 100 }, (_, i) => rectangle(0, i * 3, 10, 3, i * 0.7));
	const { missed, missedCount, area, reached } = answerOf(...terraces);
	expect([missed.length, missedCount, area, reached]).toEqual([99, 99, 3000, 30]);
	for (const { way } of missed) {
		expect(way?.gap).toBe(0);
		expect(way?.step).toBeCloseTo(0.7, 5);
	}
});

test('a heap of islands far off is entered by the island that is nearest, and the others from it', () => {
	const heap = [0, 1, 2, 3].flatMap((x) => [0, 1, 2, 3].map((y) => rectangle(40 + x * 1.5, y * 1.5, 1, 1)));
	const { missed } = answerOf(rectangle(0, 0, 20, 5), ...heap);
	const gaps = missed.map(({ way }) => Number(way?.gap.toFixed(3))).sort((a, b) => a - b);
	expect(gaps).toEqual([...new Array(15).fill(0.5), 20]);
});

test('of more than a thousand pieces the largest are listed, and all are counted', () => {
	const islands = Array.from({ length: 1200 }, (_, i) =>
		rectangle((i % 40) * 3, Math.floor(i / 40) * 3, 1, i < 5 ? 2 : 1),
	);
	const { missed, missedCount, area, reached } = answerOf(...islands);
	expect([missed.length, missedCount, area, reached]).toEqual([1000, 1199, 1205, 2]);
	expect(missed.slice(0, 5).map((piece) => piece.area)).toEqual([2, 2, 2, 2, 1]);
});

describe('separate ground', () => {
	function told(mesh: Walkmesh): readonly Finding[] {
		const report = new Report();
		checkIslands(checkContext(mesh, K1, report));
		return report.findings;
	}

	const codes = (mesh: Walkmesh): string[] => told(mesh).map(({ code }) => code);
	const hall = rectangle(0, 0, 10, 4);

	describe('ground of a room that is cut in two', () => {
		it('by a strip or a step is a warning, with its place, its width and what it separates', () => {
			expect(
				told(merged(hall, rectangle(10.2, 0, 9, 4))).filter(({ severity }) => severity === 'warning'),
			).toMatchObject([
				{
					code: 'GROUND_SEPARATE',
					location: { at: [expect.closeTo(10.2), 2, 0] },
					data: { kind: 'gap', gap: expect.closeTo(0.2), area: expect.closeTo(36, 3), rest: 40 },
				},
			]);
			expect(told(merged(hall, rectangle(10, 0, 9, 4, 0.17)))[1]).toMatchObject({ data: { kind: 'height', area: 36 } });
			// From 60.5° on what lies between is a step: 0.2 m across, 0.353 m and 0.354 m up.
			const beside = (rise: number) => told(merged(hall, rectangle(10.2, 0, 9, 4, rise)))[1].data?.['kind'];
			expect([0.1, 0.353, 0.354, -0.354].map(beside)).toEqual(['gap', 'gap', 'height', 'height']);
		});

		it('is one from the width of a crack up to half a metre', () => {
			const at = (gap: number): string[] => codes(merged(hall, rectangle(10 + gap, 0, 10, 4)));
			expect([0.099, 0.101, 0.499, 0.501].map((gap) => at(gap).length)).toEqual([1, 2, 2, 1]);
		});

		it('is one below shelves whose edges are nearer in plan', () => {
			const shelves = [2, 3, 4, 5, 6, 7].map((z) => rectangle(10.15, 1.95, 0.1, 0.1, z));
			expect(codes(merged(hall, rectangle(10.2, 0, 9, 4), ...shelves))).toContain('GROUND_SEPARATE');
		});

		it('is one among the smaller pieces, too', () => {
			expect(codes(merged(hall, rectangle(20, 0, 8, 4), rectangle(28.3, 0, 5, 4)))).toContain('GROUND_SEPARATE');
		});

		it('is a note where the piece is a crate, a seat or a balcony', () => {
			expect(codes(merged(hall, rectangle(3, 4.2, 0.9, 1)))).toEqual(['WALKABLE_ISLANDS']);
			expect(codes(merged(hall, rectangle(3, 4.2, 1.9, 1)))).toEqual(['WALKABLE_ISLANDS']);
			expect(codes(merged(hall, rectangle(3, 4.2, 2.1, 1)))).toContain('GROUND_SEPARATE');
			expect(codes(merged(hall, rectangle(10, 0, 10, 4, 0.8)))).toEqual(['WALKABLE_ISLANDS']);
			expect(codes(hall)).toEqual([]);
		});
	});
});

describe('dead ends', () => {
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
});

/** The least float beyond that of a value, by the bits: the slow way to the step between two coordinates. */
function stepAt(value: number): number {
	const float = Float32Array.of(value);
	const before = float[0];
	new Uint32Array(float.buffer)[0]++;
	return float[0] - before;
}

const far = (found: readonly Finding[]): Finding[] => found.filter(({ code }) => code === 'GROUND_FAR');

/** A floor of 10 by 10 m that reaches to x, as OBJ with Z up. */
function sceneTo(x: number): Uint8Array {
	const at = (dx: number, y: number): string => `v ${x - dx} ${y} 0`;
	const lines = ['o room_wok', at(10, 0), at(0, 0), at(0, 10), at(10, 10), 'usemtl wok_Stone', 'f 1 2 3', 'f 1 3 4'];
	return new TextEncoder().encode(`${lines.join('\n')}\n`);
}

async function converted(x: number, origin?: readonly [number, number, number]): Promise<readonly Finding[]> {
	const options = { up: 'z', ...(origin === undefined ? {} : { origin }) } as const;
	const { report } = await convertBytes(sceneTo(x), 'room.obj', 'room.wok', options);
	return report.findings;
}

async function checkedFile(x: number): Promise<readonly Finding[]> {
	const bytes = encodeBwm(deriveBwm(rectangle(x - 10, 0, 10, 10), K1, new Report()));
	return checkSource(bytesSource(bytes, 'room.wok'), {}, CONTEXT, createRegistry());
}

async function checkedLevel(x: number): Promise<readonly Finding[]> {
	const level = levelOf(...[0, 1, 2].map((nth) => rectangle(x - 10 * (nth + 1), 0, 10, 10)));
	const rooms = level.rooms.map(({ name, walkmesh }, nth) => ({
		model: name,
		position: [x - 10 * nth - 5, 5, 0] as const,
		bytes: encodeBwm(deriveBwm(walkmesh ?? rectangle(0, 0, 1, 1), K1, new Report())),
	}));
	const layout = { ...layoutOf(), rooms: rooms.map(({ model, position }) => ({ model, position })) };
	const source = bytesSource(writeLyt(layout), 'far.lyt');
	const find = async (model: string) => {
		const room = rooms.find((each) => each.model === model);
		return room === undefined ? undefined : bytesSource(room.bytes, `${model}.wok`);
	};
	return checkSource(source, { roomFiles: { looked: 'memory', find } }, CONTEXT, createRegistry());
}

describe('ground far from the origin', () => {
	test('is reported once from where coordinates are more than a millimetre apart', async () => {
		expect(stepAt(FARTHEST_POSITION - 1)).toBeLessThanOrEqual(1e-3);
		expect(stepAt(FARTHEST_POSITION)).toBeGreaterThan(1e-3);
		for (const look of [converted, checkedFile, checkedLevel]) {
			expect(far(await look(FARTHEST_POSITION - 1)), look.name).toEqual([]);
			expect(far(await look(3000)), look.name).toEqual([]);
			expect(far(await look(FARTHEST_POSITION)), look.name).toHaveLength(1);
		}
	});

	test.each([FARTHEST_POSITION, 20_000, 65_535, 65_536, 1e6, 1e7, 1e9])('%d m names the step there', async (x) => {
		const [{ data, severity, message }] = far(await converted(x));
		expect([data?.['farthest'], data?.['step'], severity]).toEqual([x, stepAt(x), 'warning']);
		expect(message).toContain(
			stepAt(x) < 1 ? `${Number((stepAt(x) * 1000).toPrecision(2))} mm` : `${stepAt(x)} m apart`,
		);
	});

	test('says how to move a scene before its coordinates are rounded, and then nothing', async () => {
		const [{ actions, data }] = far(await converted(1e7));
		expect(actions).toEqual([
			{ command: 'convert', arguments: ['FILE', 'OUTPUT'], options: [{ option: 'origin', value: '-9999995,0,0' }] },
		]);
		const moved = await converted(1e7, data?.['by'] as [number, number, number]);
		expect(moved.filter(({ severity }) => severity !== 'info')).toEqual([]);
		expect(moved.map(({ code }) => code)).not.toContain('GROUND_FAR');
	});

	test('to which a scene near the origin is moved is still an error', async () => {
		expect((await converted(10, [FARTHEST_POSITION, 0, 0])).map(({ code }) => code)).toContain('POSITIONS_TOO_FAR');
		expect((await converted(10, [FARTHEST_POSITION - 11, 0, 0])).map(({ code }) => code)).not.toContain(
			'POSITIONS_TOO_FAR',
		);
	});
});
