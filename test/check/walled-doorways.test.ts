import { expect, it } from 'vitest';
import { checkLevel } from '../../check/level.ts';
import { withoutConsequences } from '../../check/rules.ts';
import { type Finding, Report } from '../../src/findings/report.ts';
import { moveWalkmesh, rotation, translation } from '../../src/geometry/transform.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { K1, surfaceByName } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { conformRooms } from '../../src/seams/conform.ts';
import { linkRooms } from '../../src/seams/link.ts';
import { rangesOf } from '../../src/text/numbers.ts';
import { EAST, fan, levelOf, rectangle, WEST, withTransitions } from '../support/levels.ts';
import { merged, wall } from '../support/own-floors.ts';
import { THOROUGH } from '../support/thorough.ts';

const OBSCURING = surfaceByName(K1, 'Obscuring')?.surface ?? NaN;

/** Jambs that leave a doorway of 2 m, at y from 1 to 3. */
const JAMBS = [wall(4, 0, 4, 1), wall(4, 3, 4, 4)];

/** Two rooms of 4 m, linked along x = 4. @param walls of the first, and of the second */
function roomsWith(walls: readonly Walkmesh[], others: readonly Walkmesh[] = []): Walkmesh[] {
	return [
		withTransitions(merged(rectangle(0, 0, 4, 4), ...walls), { [EAST]: 1 }),
		withTransitions(merged(rectangle(4, 0, 4, 4), ...others), { [WEST]: 0 }),
	];
}

function findingsOf(rooms: readonly Walkmesh[]): Finding[] {
	const report = new Report();
	checkLevel(levelOf(...rooms), K1, report);
	return withoutConsequences(report.findings).filter(({ severity }) => severity !== 'info');
}

/** What is told of the two rooms. */
function told(walls: readonly Walkmesh[], others: readonly Walkmesh[] = [], move = (mesh: Walkmesh): Walkmesh => mesh) {
	return findingsOf(roomsWith(walls, others).map(move)).map(({ code }) => code);
}

/** The walls that leave no way through. */
const WALLED: [name: string, walls: Walkmesh[], others?: Walkmesh[]][] = [
	['all along the doorway', [wall(4, 0, 4, 4)]],
	['in the room beyond', JAMBS, [wall(4, 1, 4, 3)]],
	['in both rooms', [...JAMBS, wall(4, 1, 4, 3)], [wall(4.1, 0, 4.1, 4)]],
	['before it, from jamb to jamb', [...JAMBS, wall(4, 1, 3.5, 1), wall(3.5, 1, 3.5, 3), wall(3.5, 3, 4, 3)]],
	['with an opening of 0.55 m', [...JAMBS, wall(4, 1, 4, 1.7), wall(4, 2.25, 4, 3)]],
	['as high as the knee', [...JAMBS, wall(4, 1, 4, 3, 0, 0.6)]],
	['a little higher than a step', [...JAMBS, wall(4, 1, 4, 3, 0, 0.11)]],
	['before the face', [...JAMBS, wall(4, 1, 4, 3, 1.2, 2)]],
];

it.each(WALLED)('a wall that leaves no way through a doorway is reported once: %s', (_, walls, others) => {
	expect(told(walls, others)).toEqual(['DOORWAY_WALLED']);
});

it.each(WALLED)(
	'the faces are named that stand in the way, and with another surface nothing is reported: %s',
	(_, walls, others) => {
		const rooms = roomsWith(walls, others);
		const named = new Map<string, readonly number[]>();
		// The room with more of them is reported first, with a command for its file; then the other, where both have some.
		for (let left = findingsOf(rooms); left.length > 0; left = findingsOf(rooms)) {
			const [{ location, data = {}, actions }] = left;
			const { room = '', face } = location;
			expect(named.has(room)).toBe(false);
			const faces = data['walls'] as readonly number[];
			expect(face).toBe(faces[0]);
			named.set(room, faces);
			const value = Object.fromEntries(rangesOf(faces).map((range) => [range, 'Obscuring']));
			const options = [{ option: 'surface', value }, { option: 'inPlace' }];
			expect(actions).toEqual([{ command: 'edit', arguments: ['FILE'], options }]);
			const index = Number(room.slice(1));
			rooms[index] = {
				...rooms[index],
				surfaces: rooms[index].surfaces.map((each, i) => (faces.includes(i) ? OBSCURING : each)),
			};
		}
		// The first two faces are the floor.
		for (const faces of named.values()) expect(Math.min(...faces)).toBeGreaterThanOrEqual(2);
	},
);

it.each<[string, Walkmesh[], Walkmesh[]?]>([
	['jambs', JAMBS],
	['with an opening of 0.75 m', [...JAMBS, wall(4, 1, 4, 1.6), wall(4, 2.35, 4, 3)]],
	['a lintel', [...JAMBS, wall(4, 1, 4, 3, 2, 3)]],
	['a kerb', [...JAMBS, wall(4, 1, 4, 3, -0.2, 0.09)]],
	['a screen to walk around', JAMBS, [wall(5, 0.9, 5, 3.1)]],
	['two screens to walk between', [...JAMBS, wall(3.2, 0, 3.2, 2.2)], [wall(4.8, 1.8, 4.8, 4)]],
	['a pillar amid the doorway', [wall(4, 1.9, 4, 2.1)]],
	['jambs as deep as a thick wall', [...JAMBS, wall(3.4, 1, 4, 1), wall(3.4, 3, 4, 3)], [wall(4, 1, 4.6, 1)]],
])('nothing is said of a doorway that can be walked through: %s', (_, walls, others) => {
	expect(told(walls, others)).toEqual([]);
});

it('the same holds wherever the rooms lie and however they are turned', () => {
	const away: Vec3 = [812, -430, 25];
	const move = (mesh: Walkmesh): Walkmesh => moveWalkmesh(moveWalkmesh(mesh, rotation(33)), translation(away));
	expect(told([wall(4, 0, 4, 4)], [], move)).toEqual(['DOORWAY_WALLED']);
	expect(told(JAMBS, [wall(5, 0.9, 5, 3.1)], move)).toEqual([]);
});

it.runIf(THOROUGH)(
	'what stands elsewhere does not keep a wall from being found; where hundreds of faces cross at a doorway, the ground beyond is reported',
	() => {
		const closed = wall(4, 0, 4, 4);
		const posts = Array.from({ length: 300 }, (_, i) => wall(3, i / 100, 3.01, i / 100, 0.5, 1));
		expect(told([closed, ...posts])).toEqual(['DOORWAY_WALLED']);
		// The box of each is that of the whole surroundings.
		const crossing = (count: number): Walkmesh[] =>
			Array.from({ length: count }, (_, i) => wall(2.5, 3.99 - i / 1000, 5.5, 0.01, 0.5, 1));
		expect(told([closed, ...crossing(2)])).toEqual(['DOORWAY_WALLED']);
		expect(new Set(told([closed, ...crossing(300)]))).toEqual(new Set(['GROUND_UNREACHED']));
	},
);

/** Two rooms side by side, and a way about from one to the other. @param walls of the two, with a step between them */
function withWayAbout(walls: readonly Walkmesh[], others: readonly Walkmesh[], step = 0): Walkmesh[] {
	const rooms = [
		merged(rectangle(0, 0, 4, 4), ...walls),
		merged(rectangle(4, 0, 4, 4, step), ...others),
		rectangle(0, 4, 2, 4),
		rectangle(6, 4, 2, 4, step),
		fan([0, 10, 0], [0, 8, 0], [2, 8, 0], [6, 8, step], [8, 8, step], [8, 10, step]),
	];
	const { level } = linkRooms(conformRooms(levelOf(...rooms), K1), K1);
	return level.rooms.flatMap(({ walkmesh }) => walkmesh ?? []);
}

const codesOf = (rooms: readonly Walkmesh[]): string[] => findingsOf(rooms).map(({ code }) => code);
const between = wall(4, 0, 4, 4);

it('a wall that two rooms share is no doorway where each of them has another', () => {
	expect(codesOf(withWayAbout([between], [between]))).toEqual([]);
	// Cut otherwise than the floor, it is the same.
	expect(codesOf(withWayAbout([between], [wall(4, 0, 4, 1.5), wall(4, 1.5, 4, 4)]))).toEqual([]);
	// Nobody builds a wall from one side.
	expect(codesOf(withWayAbout([between], []))).toEqual(['DOORWAY_WALLED']);
	expect(codesOf(withWayAbout([between], JAMBS))).toEqual(['DOORWAY_WALLED']);
	// It may be a forgotten doorway where it is the only one.
	const [one, other] = roomsWith([between], [between]);
	expect(findingsOf([one, other])).toMatchObject([{ code: 'DOORWAY_WALLED', data: { shared: true } }]);
});

it('of a wall that is the only way because a room is astray, only that is reported', () => {
	const [walled] = findingsOf(roomsWith([between], [between]));
	const turned: Finding = { ...walled, code: 'ROOM_TURNED', location: { room: 'elsewhere' }, data: {} };
	expect(withoutConsequences([walled, turned])).toEqual([turned]);
	const [alone] = findingsOf(roomsWith([between]));
	expect(withoutConsequences([alone, turned])).toEqual([alone, turned]);
});

it('where two rooms share a wall no link is missing, however high or far apart their floors end', () => {
	const higher = wall(4, 0, 4, 4, 0.06);
	expect(codesOf(withWayAbout([between], [higher], 0.06))).not.toContain('SEAM_UNLINKED');
	expect(codesOf(withWayAbout([between], [], 0.06))).toContain('SEAM_UNLINKED');
	expect(codesOf(withWayAbout(JAMBS, JAMBS, 0.06))).toContain('SEAM_UNLINKED');
	// A room that has no other link is told as one that nobody reaches.
	const [one, other] = [merged(rectangle(0, 0, 4, 4), between), merged(rectangle(4, 0, 4, 4, 0.06), higher)];
	expect(codesOf([one, other])).toEqual(['ROOM_UNREACHABLE']);
});
