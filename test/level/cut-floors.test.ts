import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkLevel } from '../../check/level.ts';
import { MESH_FINDINGS } from '../../src/clean/findings.ts';
import { Report } from '../../src/findings/report.ts';
import { faceArea } from '../../src/geometry/triangles.ts';
import type { Level } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { conformRooms } from '../../src/seams/conform.ts';
import { linkRooms } from '../../src/seams/link.ts';
import { EDGE_STRIDE, gatherPerimeterEdges } from '../../src/seams/perimeter-edges.ts';
import { codesOf } from '../support/codes.ts';
import {
	type CutChoice,
	type CutFloor,
	cutChoice,
	floorCutByLines,
	floorCutByPolygons,
} from '../support/cut-floors.ts';
import { conform, type LinkWork, link } from '../support/level-work.ts';
import { transitionsOf } from '../support/levels.ts';
import { runs } from '../support/thorough.ts';

/** Metres that a probe is put beside the middle of an edge, to see whose ground lies there. */
const PROBE = 2e-3;
/** The same where that is the room's own: where ends are moved, an edge may come to lie up to a centimetre within the room as it was cut. */
const FAR_PROBE = 12e-3;

/** Where the end of a long edge is moved, and a corner of the other side, which lay on that edge, lay off it afterwards. */
const ENDS_THAT_TAKE_EDGES_AWAY: [CutChoice][] = [
	[{ seed: 80_068, cuts: 23, angle: 0, x: 0, y: 0, jitter: 0, close: true }],
	[{ seed: 627_201, cuts: 22, angle: 6.176296737685938, x: 186, y: -277, jitter: 0, close: true }],
];

const makers: [string, (choice: CutChoice) => CutFloor][] = [
	['lines', floorCutByLines],
	['polygons', floorCutByPolygons],
];

describe.each(makers)('a floor cut by %s', (_, cut) => {
	it('is linked along every shared border and nowhere else', () => {
		fc.assert(
			fc.property(cutChoice(), (choice) => {
				const floor = cut(choice);
				const linked = conformAndLink(floor.level);
				expect(wrongEdges(linked.level, floor)).toEqual([]);
				expect(linked.links.every((link) => link.exact)).toBe(true);
				expect(linked.links.every((link) => link.distance < 1e-4)).toBe(true);
				expect(linked.rivals).toEqual([]);
				expect(linked.refused).toEqual([]);
			}),
			{ numRuns: runs(7, 150) },
		);
	});

	it('is linked where vertices are off by less than the tolerance', () => {
		fc.assert(
			fc.property(cutChoice(2e-4), (choice) => {
				const floor = cut(choice);
				const linked = conformAndLink(floor.level);
				expect(wrongEdges(linked.level, floor)).toEqual([]);
				expect(linked.links.every((link) => link.exact)).toBe(true);
			}),
			{ numRuns: runs(7, 150) },
		);
	});

	it('is linked where points of the two sides nearly meet', () => {
		fc.assert(
			fc.property(cutChoice(0, true), (choice) => {
				const floor = cut(choice);
				const { level } = linkRooms(conformRooms(floor.level, K1), K1);
				// Beside shorter edges the probe may lie beyond the room that is meant.
				expect(wrongEdges(level, floor, 0.05)).toEqual([]);
			}),
			{ numRuns: runs(7, 150), examples: ENDS_THAT_TAKE_EDGES_AWAY },
		);
	});

	it('keeps ground, surfaces and slopes', () => {
		fc.assert(
			fc.property(cutChoice(), (choice) => {
				const { level } = cut(choice);
				const conformed = conformRooms(level, K1);
				const linked = linkRooms(conformed, K1).level;
				for (const after of [conformed, linked]) {
					level.rooms.forEach((room, index) => {
						const before = areaBySurface(room.walkmesh);
						for (const [surface, area] of areaBySurface(after.rooms[index].walkmesh)) {
							expect(Math.abs(area - (before.get(surface) ?? 0))).toBeLessThan(2e-3);
						}
					});
				}
				expect(steepest(linked)).toBeLessThan(steepest(level) + 1e-3);
			}),
			{ numRuns: runs(4, 90) },
		);
	});

	it('is sound afterwards, and nothing is left to do', () => {
		fc.assert(
			fc.property(cutChoice(), (choice) => {
				const { level } = cut(choice);
				const linked = conformAndLink(level).level;
				const codesIn = (each: Level): readonly string[] => {
					const report = new Report();
					checkLevel(each, K1, report);
					return codesOf(report);
				};
				// Floors as bent as these are steep here and there before, and corners cut off them have short seams.
				const ofShape = new Set(codesIn(level).filter((code) => code in MESH_FINDINGS));
				const added = codesIn(linked).filter(
					(code) => !ofShape.has(code) && !/^(?:DOORWAY_NARROW|GROUND_REACH)$/.test(code),
				);
				expect(added).toEqual([]);
				expect(conformRooms(linked, K1)).toBe(linked);
				expect(linkRooms(linked, K1).level).toBe(linked);
			}),
			{ numRuns: runs(3, 60) },
		);
	});

	it('has the same links whatever the order of its faces', () => {
		fc.assert(
			fc.property(cutChoice(), (choice) => {
				const level = conformRooms(cut(choice).level, K1);
				const backwards = { ...level, rooms: level.rooms.map((room) => reversed(room)) };
				const count = level.rooms.map((room) => (room.walkmesh?.surfaces.length ?? 0) - 1);
				const expected = transitionsOf(linkRooms(level, K1).level).map((line) => {
					const [room, edge] = line.split(' ').map(Number);
					const mirrored = (count[room] - Math.floor(edge / 3)) * 3 + (edge % 3);
					return `${room} ${mirrored} ${line.slice(line.indexOf('→'))}`;
				});
				expect(transitionsOf(linkRooms(backwards, K1).level).sort()).toEqual(expected.sort());
			}),
			{ numRuns: runs(2, 40) },
		);
	});
});

function conformAndLink(level: Level): LinkWork {
	const conformed = conform(level);
	expect(conformed.refused).toEqual([]);
	return link(conformed.level);
}

/** Perimeter edges that lead elsewhere than to the room that has the ground beyond them. */
function wrongEdges(level: Level, { roomAt }: CutFloor, shortest = 0): string[] {
	const perimeter = gatherPerimeterEdges(level, K1);
	const wrong: string[] = [];
	for (let i = 0; i < perimeter.count; i++) {
		const [x0, y0, , x1, y1] = perimeter.points.subarray(i * EDGE_STRIDE);
		const length = Math.hypot(x1 - x0, y1 - y0);
		if (length < shortest) continue;
		const room = perimeter.rooms[i];
		const beside = (metres: number): number =>
			roomAt((x0 + x1) / 2 + ((y1 - y0) / length) * metres, (y0 + y1) / 2 - ((x1 - x0) / length) * metres);
		const near = beside(PROBE);
		const expected = near === room ? beside(FAR_PROBE) : near;
		const found = level.rooms[room].walkmesh?.transitions[perimeter.edges[i]];
		if (found !== expected) wrong.push(`room ${room} edge ${perimeter.edges[i]}: ${found}, not ${expected}`);
	}
	return wrong;
}

type Mesh = Level['rooms'][number]['walkmesh'];

function areaBySurface(mesh: Mesh): Map<number, number> {
	const areas = new Map<number, number>();
	mesh?.surfaces.forEach((surface, face) => {
		areas.set(surface, (areas.get(surface) ?? 0) + faceArea(mesh.positions, mesh.faces, face));
	});
	return areas;
}

/** Tangent of the steepest face that is more than a sliver; infinite for one that looks down. */
function steepest(level: Level): number {
	let most = 0;
	for (const { walkmesh: mesh } of level.rooms) {
		mesh?.surfaces.forEach((_, face) => {
			const [a, b, c] = [0, 1, 2].map((k) => [...mesh.positions.subarray(mesh.faces[face * 3 + k] * 3)].slice(0, 3));
			const [u, v] = [b.map((value, axis) => value - a[axis]), c.map((value, axis) => value - a[axis])];
			const nz = u[0] * v[1] - u[1] * v[0];
			const flat = Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2]);
			if (nz <= 0) most = Infinity;
			else if (nz > 0.05) most = Math.max(most, flat / nz);
		});
	}
	return most;
}

function reversed(room: Level['rooms'][number]): Level['rooms'][number] {
	const { walkmesh } = room;
	if (walkmesh === undefined) return room;
	const count = walkmesh.surfaces.length;
	const pick = (_: number, i: number): number => (count - 1 - Math.floor(i / 3)) * 3 + (i % 3);
	return {
		...room,
		walkmesh: {
			...walkmesh,
			faces: walkmesh.faces.map((_, i) => walkmesh.faces[pick(0, i)]),
			surfaces: walkmesh.surfaces.toReversed(),
			transitions: walkmesh.transitions.map((_, i) => walkmesh.transitions[pick(0, i)]),
		},
	};
}
