import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Effort } from '../../level/query/effort.ts';
import { fanOf, Ground, type RoomGround, reachableFrom, standsAt } from '../../level/query/ground.ts';
import { LevelIndex } from '../../level/query/level-index.ts';
import { Sight } from '../../level/query/sight.ts';
import { faceMiddle } from '../../src/geometry/faces.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import { WALK } from '../../src/plan/face-index.ts';
import { seenFaces } from '../reference/sight.ts';
import { EAST, fan, levelOf, rectangle, ringEdge, WEST, withTransitions } from '../support/levels.ts';
import { merged } from '../support/own-floors.ts';
import { gridFloor, stoneMesh } from '../support/soups.ts';
import { runs } from '../support/thorough.ts';

const groundOf = (...rooms: (Walkmesh | undefined)[]): Ground => new Ground(new LevelIndex(levelOf(...rooms)));
const roomOf = (ground: Ground, room = 0): RoomGround => ground.room(room) as RoomGround;

/** The faces behind the eastern edge of a room of 4 m by 4 m. */
function behindEast(next: Walkmesh | undefined, links = true): number[] {
	const ground = groundOf(links ? withTransitions(rectangle(0, 0, 4, 4), { [EAST]: 1 }) : rectangle(0, 0, 4, 4), next);
	const found = ground.beyond(roomOf(ground), EAST);
	expect(ground.beyond(roomOf(ground), EAST)).toBe(found);
	return found.map(({ face }) => face);
}

test('the ground at a point is the same where a face at it is known, also below the point or above it', () => {
	fc.assert(
		fc.property(
			fc.array(fc.tuple(fc.nat(3), fc.nat(3), fc.integer({ min: -3, max: 3 })), { minLength: 1, maxLength: 10 }),
			fc.nat(),
			(tiles, seed) => {
				const [first, ...rest] = tiles.map(([x, y, z]) => rectangle(x, y, 3, 3, z / 2));
				const level = new LevelIndex(levelOf(merged(first, ...rest)));
				const { index } = level.parts[0];
				const face = seed % index.surfaces.length;
				const [x, y, z] = faceMiddle(level.level.rooms[0].walkmesh as Walkmesh, face);
				for (const top of [z, z - 1, z + 0.7, Infinity]) {
					const found = (known?: number): unknown => {
						const part = level.ground(x, y, top, WALK, known);
						return part && [part.room, index.face, index.height];
					};
					expect(found(index.knownGround(face, x, y, top))).toEqual(found());
				}
				expect(index.knownGround(face, x + 9, y, z)).toBe(-Infinity);
				expect(index.knownGround(face, x, y, z - 1)).toBe(-Infinity);
			},
		),
		{ numRuns: runs(200) },
	);
});

describe('what lies behind a linked edge', () => {
	test('is the ground of the next room along it, nothing where it leads nowhere', () => {
		expect(behindEast(rectangle(4, 0, 4, 4))).toEqual([1]);
		expect(behindEast(rectangle(4, 0, 4, 4), false)).toEqual([]);
		expect(behindEast(undefined)).toEqual([]);
		const two = stoneMesh([[4, 0, 0], [4, 2, 0], [4, 4, 0], [8, 2, 0]], [0, 3, 1], [1, 3, 2]); // biome-ignore format: one row
		expect(behindEast(two).sort()).toEqual([0, 1]);
		expect(behindEast({ ...rectangle(4, 0, 4, 4), surfaces: Uint32Array.of(7, 7) })).toEqual([]);
		// From below, and from above: heights do not matter.
		expect(behindEast(rectangle(4, 0, 4, 4, 50))).toEqual([1]);
	});

	test.each([
		['2 mm beyond the edge', rectangle(4.0019, 0, 4, 4), 1],
		['more than 2 mm beyond it', rectangle(4.0022, 0, 4, 4), 0],
		['2 mm within the room', rectangle(-1, 0, 5, 4), 1],
		['beside it by 2 mm', rectangle(4, 4.0019, 4, 4), 0],
		// Two millimetres of what is shared are the gap that may be.
		['along 3.5 mm of it', fan([4, 3.9965, 0], [8, 3.9965, 0], [4, 8, 0]), 1],
		['along 2.5 mm of it', fan([4, 3.9975, 0], [8, 3.9975, 0], [4, 8, 0]), 0],
		['along 3.5 mm at its other end', rectangle(4, -4, 4, 4.0035), 1],
		['along 2.5 mm at its other end', rectangle(4, -4, 4, 4.0025), 0],
	])('lies %s', (_, next, count) => {
		expect(behindEast(next).length).toBe(count);
	});

	test('of a short edge is what shares half of it', () => {
		const short = (off: number): number => {
			const ring = fan([0, 0, 0], [4, 0, 0], [4, 0.006, 0], [4, 4, 0], [0, 4, 0]);
			const ground = groundOf(withTransitions(ring, { [ringEdge(5, 1)]: 1 }), fan([4, off, 0], [8, off, 0], [4, 8, 0]));
			return ground.beyond(roomOf(ground), ringEdge(5, 1)).length;
		};
		// Half of 6 mm are 3, 2 of which may be a gap.
		expect([short(0.0045), short(0.0055), short(0)]).toEqual([1, 0, 1]);
	});

	test('has an area, and may run either way round', () => {
		const upright = createWalkmesh({
			...rectangle(4, 0, 4, 4),
			positions: Float32Array.of(4, 0, 0, 4, 4, 0, 4, 4, 3, 4, 0, 3),
		});
		expect(behindEast(upright)).toEqual([]);
		const turned = rectangle(4, 0, 4, 4);
		expect(
			behindEast({
				...turned,
				faces: turned.faces.map((_, i, all) => all[i % 3 === 0 ? i : i % 3 === 1 ? i + 1 : i - 1]),
			}),
		).toEqual([1]);
	});
});

describe('a room', () => {
	test('marks where its walkable ground ends', () => {
		const floor = gridFloor(2);
		expect([...roomOf(groundOf(floor)).ends]).toEqual([1, 1, 1, 1, 0, 1, 1, 1, 1]);
		const hole = { ...floor, surfaces: floor.surfaces.map((surface, face) => (face === 0 ? 7 : surface)) };
		expect([...roomOf(groundOf(hole)).ends]).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1]);
		const rock = { ...floor, surfaces: floor.surfaces.map(() => 7) };
		expect([...roomOf(groundOf(rock)).ends]).toEqual(new Array(9).fill(0));
		expect(groundOf(undefined).room(0)).toBeUndefined();
		expect(groundOf(floor).room(1)).toBeUndefined();
	});

	test('has faces about a vertex that hang together, and the edges where they end', () => {
		const room = roomOf(groundOf(gridFloor(2)));
		const fanAt = (face: number, vertex: number): [number[], number[]] => {
			const open: number[] = [];
			const faces = [...fanOf(room, face, vertex, open)].sort((a, b) => a - b);
			return [faces, open.sort((a, b) => a - b)];
		};
		expect(fanAt(0, 4)).toEqual([[0, 1, 3, 4, 6, 7], []]);
		// Corner 0 has two faces with two edges that are open, corner 2 one.
		expect(fanAt(0, 0)).toEqual([[0, 1], [0, 5]]); // biome-ignore format: one row
		expect(fanAt(2, 2)).toEqual([[2], [6, 7]]); // biome-ignore format: one row
		const bowTie = roomOf(groundOf(stoneMesh([[0, 0, 0], [2, 0, 0], [1, 1, 0], [2, 2, 0], [0, 2, 0]], [0, 1, 2], [2, 3, 4]))); // biome-ignore format: one row
		expect([...fanOf(bowTie, 0, 2, [])]).toEqual([0]);
	});
});

test('a point belongs to all walkable faces within 2 cm of its height', () => {
	const ground = groundOf(
		gridFloor(2),
		gridFloor(2, () => 0.019),
		gridFloor(2, () => 0.021),
		{ ...gridFloor(2), surfaces: new Uint32Array(8).fill(7) },
	);
	const stands = (x: number, y: number, z: number): string[] =>
		standsAt(ground, [x, y], z).map((each) => `${each.room.part.room} ${each.face} ${each.z.toFixed(3)}`).sort(); // biome-ignore format: one row
	expect(stands(0.7, 0.2, 0)).toEqual(['0 0 0.000', '1 0 0.019']);
	expect(stands(0.7, 0.2, 0.02)).toEqual(['0 0 0.000', '1 0 0.019', '2 0 0.021']);
	expect(stands(0.7, 0.2, -0.0005)).toEqual(['0 0 0.000', '1 0 0.019']);
	expect(stands(0.5, 0.5, -0.015)).toEqual(['0 0 0.000', '0 1 0.000']);
	expect(stands(1, 1, -0.015)).toHaveLength(6);
	expect(stands(9, 9, 0)).toEqual([]);
});

describe('ground that can be walked to', () => {
	/** Two pairs of rooms, and one by itself with a floor of two parts. */
	const apart = stoneMesh([[20, 0, 0], [21, 0, 0], [20, 1, 0], [30, 0, 0], [31, 0, 0], [30, 1, 0]], [0, 1, 2], [3, 4, 5]); // biome-ignore format: one row
	const rooms = [
		withTransitions(rectangle(0, 0, 4, 4), { [EAST]: 1 }),
		withTransitions(rectangle(4, 0, 4, 4), { [WEST]: 0 }),
		withTransitions(rectangle(8, 0, 4, 4), { [WEST]: 1 }),
		apart,
		undefined,
	];
	const reach = (room: number, face: number, ...from: (Walkmesh | undefined)[]) => {
		const ground = groundOf(...(from.length > 0 ? from : rooms));
		return reachableFrom(ground, [{ room: roomOf(ground, room), face }]);
	};

	test('goes over shared edges, and over links as they lead', () => {
		expect(reach(0, 1)).toEqual({ faces: [[0, 1], [0, 1], [], [], []], rooms: [0, 1] }); // biome-ignore format: one row
		expect(reach(2, 0)).toEqual({ faces: [[0, 1], [0, 1], [0, 1], [], []], rooms: [0, 1, 2] }); // biome-ignore format: one row
		expect(reach(3, 0)).toEqual({ faces: [[], [], [], [0], []], rooms: [3] });
		expect(reachableFrom(groundOf(...rooms), []).rooms).toEqual([]);
	});
});

describe('sight over the ground', () => {
	/** A floor with holes, and which faces are seen from a point of it. */
	const look = (ground: Ground, x: number, y: number): Set<string> => {
		const seen = new Set<string>();
		const sight = new Sight(ground);
		for (let again = 0; again < 2; again++)
			sight.look(standsAt(ground, [x, y], 0), x, y, (room, face) => seen.add(`${room.part.room} ${face}`));
		return seen;
	};
	const sorted = (keys: ReadonlySet<string>): string[] => [...keys].sort();
	const share = fc.double({ min: 0.003, max: 0.997, noNaN: true });

	test('sees what tracing each cone by itself sees, through holes and links', () => {
		fc.assert(
			fc.property(fc.array(fc.nat(31), { maxLength: 14 }), share, share, fc.constantFrom(1, -1), (holes, a, b, way) => {
				const floor = gridFloor(4);
				const surfaces = floor.surfaces.map((surface, face) => (holes.includes(face) ? 7 : surface));
				// The eastern edges of the floor lead into a second one beside it, and back.
				const links = (side: number, to: number): Walkmesh => {
					const transitions = floor.transitions.slice();
					for (let edge = 0; edge < floor.faces.length; edge++) {
						const ends = [floor.faces[edge], floor.faces[edge % 3 === 2 ? edge - 2 : edge + 1]];
						if (ends.every((vertex) => floor.positions[vertex * 3] === side)) transitions[edge] = to;
					}
					return { ...floor, transitions };
				};
				const east = links(0, 0);
				const turned = (mesh: Walkmesh): Walkmesh =>
					way > 0 ? mesh : { ...mesh, positions: mesh.positions.map((value, i) => (i % 3 === 1 ? -value : value)) };
				const level = levelOf(
					turned({ ...links(4, 1), surfaces }),
					turned({ ...east, positions: east.positions.map((value, i) => (i % 3 === 0 ? value + 4 : value)) }),
				);
				const ground = new Ground(new LevelIndex(level));
				const [x, y] = [a * 4, b * 4 * way];
				const starts = standsAt(ground, [x, y], 0).map(({ room, face }): [number, number] => [room.part.room, face]);
				if (starts.length !== 1) return;
				const traced = (slack: number): string[] => {
					const beyond = (room: number, edge: number): [number, number][] =>
						ground.beyond(roomOf(ground, room), edge).map((each) => [each.room.part.room, each.face]);
					return sorted(seenFaces(level, starts, [x, y], beyond, slack));
				};
				const seen = sorted(look(ground, x, y));
				expect(seen).toEqual(expect.arrayContaining(traced(0)));
				// Through the very corner of a hole a little more may be seen.
				expect(traced(1e-5)).toEqual(expect.arrayContaining(seen));
			}),
			{ numRuns: runs(60) },
		);
	});

	test('is spent on by the face, and ends with what may be spent', () => {
		const level = new LevelIndex(levelOf(gridFloor(6)));
		const ground = new Ground(level);
		const starts = standsAt(ground, [0.7, 0.2], 0);
		const spent = (most?: number): number => {
			level.effort = new Effort(72, most);
			new Sight(ground).look(starts, 0.7, 0.2, () => undefined);
			return level.effort.spent;
		};
		const whole = spent();
		// All but the face that is looked from, each hardly more than once.
		expect(whole % 8).toBe(0);
		expect(whole).toBeGreaterThanOrEqual(8 * 71);
		expect(whole).toBeLessThan(8 * 71 * 1.5);
		expect(spent(whole)).toBe(whole);
		expect(() => spent(whole - 1)).toThrow('limit');
	});
});
