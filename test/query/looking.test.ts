import fc from 'fast-check';
import { expect, test } from 'vitest';
import { doorwayBoxes, Estimate } from '../../level/query/estimate.ts';
import { Ground, standsAt } from '../../level/query/ground.ts';
import { LevelIndex } from '../../level/query/level-index.ts';
import { LevelQuery } from '../../level/query/level-query.ts';
import { Sight } from '../../level/query/sight.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { conformRooms } from '../../src/seams/conform.ts';
import { linkRooms } from '../../src/seams/link.ts';
import { type CutChoice, cutChoice, floorCutByLines } from '../support/cut-floors.ts';
import { levelOf } from '../support/levels.ts';
import { linkedLevel } from '../support/linked-levels.ts';
import { gridFloor } from '../support/soups.ts';
import { runs } from '../support/thorough.ts';

const share = fc.double({ min: 0.02, max: 0.98, noNaN: true });

test('dense ground is looked at hardly more than once: cones that come together are one', () => {
	const level = levelOf(gridFloor(40));
	const ground = new Ground(new LevelIndex(level));
	const sight = new Sight(ground);
	fc.assert(
		fc.property(share, share, (x, y) => {
			const at = [x * 40, y * 40];
			const seen = new Set<number>();
			let visits = 0;
			sight.look(standsAt(ground, at, 0), at[0], at[1], (_, face) => {
				visits++;
				seen.add(face);
			});
			expect(seen.size).toBe(level.rooms[0].walkmesh?.surfaces.length);
			expect(visits).toBeLessThan(seen.size * 2.5);
		}),
		{ numRuns: runs(10) },
	);
});

test('what is left of a way is never estimated longer than it is', () => {
	fc.assert(
		fc.property(fc.nat(1000), share, share, share, share, (seed, a, b, c, d) => {
			const { level } = linkedLevel({ rooms: 6, trianglesPerRoom: 80, seed });
			const query = new LevelQuery(level);
			const ground = new Ground(query.index);
			const [from, to] = [
				[a * 18, b * 12],
				[c * 18, d * 12],
			];
			const start = query.groundAt(from[0], from[1]);
			const goal = query.groundAt(to[0], to[1]);
			const route = query.route(from, to, { radius: 0.1 });
			if (!route.arrived || start === undefined || goal === undefined) return;
			const estimate = new Estimate(doorwayBoxes(ground), goal.point, standsAt(ground, to, goal.point[2]));
			expect(estimate.from(start.room, from[0], from[1])).toBeLessThanOrEqual(route.length + 1e-6);
		}),
		{ numRuns: runs(15) },
	);
});

/** Seams whose edges lie a rounding error apart: what looked along one never came to an end, and was cut off with much of the ground unseen. */
const ALONG_SEAMS: [CutChoice][] = [
	[{ seed: 593_351, cuts: 19, angle: 1.3229935633018612, x: -193, y: -36, jitter: 0, close: false }],
	[{ seed: 271_565, cuts: 16, angle: 0.15392948719672858, x: -289, y: -185, jitter: 0, close: true }],
	[{ seed: 401_424, cuts: 23, angle: 0.44692348886746913, x: -287, y: -215, jitter: 0, close: false }],
];

test('from where rooms meet a route goes straight to wherever a walk does, and each face is looked at a few times', () => {
	fc.assert(
		fc.property(cutChoice(), (choice) => {
			const { level } = floorCutByLines(choice);
			const linked = linkRooms(conformRooms(level, K1), K1).level;
			const query = new LevelQuery(linked);
			const ground = new Ground(query.index);
			const sight = new Sight(ground);
			const faces = linked.rooms.reduce((sum, { walkmesh }) => sum + (walkmesh?.surfaces.length ?? 0), 0);
			for (const { walkmesh } of linked.rooms) {
				const [from, to] = [0, 1].map((vertex) => [...(walkmesh?.positions ?? [])].slice(vertex * 3, vertex * 3 + 2));
				let looks = 0;
				sight.look(standsAt(ground, from, query.groundAt(from[0], from[1])?.point[2] ?? 0), from[0], from[1], () => {
					looks++;
				});
				expect(looks).toBeLessThan(faces * 9 + 20);
				const [walk, route] = [query.walk(from, to), query.route(from, to)];
				if (walk.arrived) expect(route).toMatchObject({ arrived: true, length: expect.closeTo(walk.distance, 6) });
			}
		}),
		{ numRuns: runs(3, 200), examples: ALONG_SEAMS },
	);
});

test('a route straight to a point on a seam is found, in whichever of the rooms the walk ends', () => {
	// A rounding error beside the seam of two rooms that slopes across the plan.
	const choice = { seed: 861_216, cuts: 15, angle: 0.7391296310350298, x: 47, y: 9, jitter: 0, close: true };
	const query = new LevelQuery(linkRooms(conformRooms(floorCutByLines(choice).level, K1), K1).level);
	const [from, to] = [
		[36.44088490847577, 28.14591010490871],
		[46.753591537475586, 23.020466804504395],
	];
	expect(query.walk(from, to).arrived).toBe(true);
	expect(query.route(from, to).length).toBeCloseTo(query.walk(from, to).distance, 6);
});

test('whatever of a face a walk leads to lies ahead where that face is seen', () => {
	let behind = 0;
	fc.assert(
		fc.property(fc.nat(1000), share, share, (seed, x, y) => {
			const { level } = linkedLevel({ rooms: 6, trianglesPerRoom: 128, seed });
			const query = new LevelQuery(level);
			const start = query.groundAt(x * 24, y * 16);
			if (start === undefined) return;
			const [px, py, pz] = start.point;
			const ground = new Ground(query.index);
			const sight = new Sight(ground);
			const ahead = new Map<string, boolean>();
			const middles = new Map<string, number[]>();
			sight.look(standsAt(ground, [px, py], pz), px, py, ({ mesh, part }, face) => {
				const key = `${part.room} ${face}`;
				const middle = [0, 1, 2].map((axis) =>
					[0, 1, 2].reduce((sum, corner) => sum + mesh.positions[mesh.faces[face * 3 + corner] * 3 + axis] / 3, 0),
				);
				middles.set(key, middle);
				ahead.set(key, (ahead.get(key) ?? false) || sight.isAhead(middle[0], middle[1]));
			});
			for (const [key, middle] of middles) {
				if (ahead.get(key)) continue;
				behind++;
				expect({ key, arrived: query.walk(middle, [px, py]).arrived }).toEqual({ key, arrived: false });
			}
		}),
		{ numRuns: runs(10) },
	);
	expect(behind).toBeGreaterThan(0);
});
