import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Report, UsageError } from '../../../src/findings/report.ts';
import type { Vec3 } from '../../../src/math/vec3.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import type { Walkmesh } from '../../../src/model/walkmesh.ts';
import { conformRooms } from '../../../src/seams/conform.ts';
import { existingLinks, linkRooms } from '../../../src/seams/link.ts';
import { cutChoice, floorCutByLines } from '../../support/cut-floors.ts';
import { link } from '../../support/level-work.ts';
import {
	EAST,
	fan,
	levelOf,
	NORTH,
	rectangle,
	SOUTH,
	transitionsOf,
	WEST,
	withTransitions,
} from '../../support/levels.ts';
import { appended } from '../../support/own-floors.ts';
import { pairs } from '../../support/points.ts';
import { runs } from '../../support/thorough.ts';

/** A room west of the line x = 10, and one east of it. */
const west = rectangle(0, 0, 10, 4);
const east = rectangle(10, 0, 6, 4);

describe('two rooms side by side', () => {
	it('lead to each other by their index in the layout', () => {
		const { level, links } = link(levelOf(west, east));
		expect(transitionsOf(level)).toEqual([`0 ${EAST} → 1`, `1 ${WEST} → 0`]);
		expect(links).toEqual([{ roomA: 0, edgeA: EAST, roomB: 1, edgeB: WEST, distance: 0, exact: true, snapped: false }]);
	});

	it('count placeholders and rooms without walkmesh', () => {
		const { level } = link(levelOf(undefined, west, undefined, east));
		expect(transitionsOf(level)).toEqual([`1 ${EAST} → 3`, `3 ${WEST} → 1`]);
	});

	it('are not linked over ground that cannot be walked on', () => {
		const wall = { ...east, surfaces: east.surfaces.map(() => 7) };
		expect(transitionsOf(link(levelOf(west, wall)).level)).toEqual([]);
	});

	it('are linked where the walkable part of one ends', () => {
		// The eastern half of the room is wall: its ground ends at the diagonal.
		const half = { ...west, surfaces: Uint32Array.of(7, 4) };
		const beyond = fan([0, 0, 0], [10, 0, 0], [10, 4, 0]);
		const { level } = link(levelOf(half, beyond));
		expect(transitionsOf(level)).toEqual(['0 3 → 1', '1 2 → 0']);
	});

	it('share what did not change', () => {
		const level = levelOf(west, east, rectangle(100, 100, 1, 1));
		const linked = link(level).level;
		expect(linked.rooms[2]).toBe(level.rooms[2]);
		expect(linked.rooms[0].walkmesh?.positions).toBe(level.rooms[0].walkmesh?.positions);
		expect(transitionsOf(level)).toEqual([]);
	});
});

describe('no false link', () => {
	const traps: [string, readonly Walkmesh[]][] = [
		['edges that touch at a point', [west, rectangle(10, 4, 6, 4)]],
		['floors above each other', [west, rectangle(0, 0, 10, 4, 3)]],
		['floors above each other by little more than the tolerance', [west, rectangle(10, 0, 6, 4, 0.0021)]],
		['edges that run the same way', [west, rectangle(0, 0, 10, 4)]],
		['a copy that looks down', [west, fan([0, 4, 0], [10, 4, 0], [10, 0, 0], [0, 0, 0])]],
		['edges on one line that overlap in part', [west, rectangle(10, 2, 6, 4)]],
		['a short edge within a long one', [west, rectangle(10, 1, 6, 2)]],
		['an edge that ends on another', [west, fan([10, 2, 0], [14, 0, 0], [14, 4, 0])]],
		['an edge that shares one end and leaves by little', [west, fan([10, 4, 0], [10.01, 0, 0], [16, 0, 0])]],
		['edges beside each other', [west, rectangle(10.0021, 0, 6, 4)]],
		['one end near, one end farther', [west, fan([10, 4, 0], [10, 0.0021, 0], [16, 2, 0])]],
		['edges without length', [collapsed([10, 1, 0]), collapsed([10, 1, 0])]],
		['edges without length that touch a corner', [west, collapsed([10, 0, 0])]],
		['not a number', [west, fan([NaN, 0, 0], [16, 0, 0], [16, 4, 0], [10, NaN, 0])]],
		['infinite', [west, fan([10, 0, 0], [Infinity, 0, 0], [Infinity, 4, 0], [10, -Infinity, 0])]],
	];

	it.each(traps)('for %s', (_, meshes) => {
		for (const order of [meshes, meshes.toReversed()]) {
			expect(link(levelOf(...order)).links).toEqual([]);
		}
	});

	it('within one room', () => {
		const split = appended(west, east);
		expect(link(levelOf(split)).links).toEqual([]);
	});

	it('between upright faces folded onto each other', () => {
		const ramp = fan([0, 0, 0], [4, 0, 0], [4, 0, 3]);
		const back = fan([4, 0, 0], [0, 0, 0], [4, 0, 3]);
		expect(link(levelOf(ramp, back)).links).toEqual([]);
		// A floor that goes on at the foot of an upright face is another matter.
		expect(link(levelOf(ramp, fan([4, 0, 0], [0, 0, 0], [4, -3, 0]))).links).toHaveLength(1);
	});
});

describe('the tolerance', () => {
	it('holds for each end on its own', () => {
		const near = fan([10.0005, 0, 0], [16, 0, 0], [16, 4, 0], [10, 4, 0.0009]);
		expect(link(levelOf(west, near)).links).toHaveLength(1);
		expect(link(levelOf(west, near), { tolerance: 0.0008 }).links).toHaveLength(0);
		expect(link(levelOf(west, near), { tolerance: 0 }).links).toHaveLength(0);
		expect(link(levelOf(west, east), { tolerance: 0 }).links).toHaveLength(1);
	});

	it('is measured, not counted in cells', () => {
		fc.assert(
			fc.property(
				fc.tuple(...[0, 1, 2, 3, 4, 5].map(() => fc.double({ min: -1, max: 1, noNaN: true }))),
				fc.double({ min: 1e-4, max: 0.1, noNaN: true }),
				fc.integer({ min: -400, max: 400 }),
				(off, tolerance, place) => {
					const start: Vec3 = [place, place / 3, 2];
					const end: Vec3 = [place + 3, place / 3 - 2, 2.5];
					const shifted = ([x, y, z]: Vec3, by: readonly number[]): Vec3 => [
						x + by[0] * tolerance,
						y + by[1] * tolerance,
						z + by[2] * tolerance,
					];
					const a = fan(start, end, [place + 5, place / 3 + 4, 2]);
					const b = fan(shifted(end, off), shifted(start, off.slice(3)), [place - 4, place / 3 - 6, 2]);
					const distance = Math.max(cornerDistance(a, 0, b, 1), cornerDistance(a, 1, b, 0));
					const { links } = link(levelOf(a, b), { tolerance });
					expect(links.map((found) => found.distance)).toEqual(distance <= tolerance ? [distance] : []);
				},
			),
		);
	});

	it.each([
		[{ tolerance: -1 }],
		[{ tolerance: NaN }],
		[{ tolerance: 0.2 }],
		[{ snap: 0.11 }],
		[{ snap: -0.1 }],
		[{ unmatched: 'erase' as 'keep' }],
	])('is refused when it makes no sense: %o', (options) => {
		expect(() => link(levelOf(west, east), options)).toThrow(UsageError);
	});
});

describe('more than two edges in one place', () => {
	it('links the nearest two', () => {
		const nearer = rectangle(10, 0, 6, 4, 0.0002);
		const farther = rectangle(10, 0, 6, 4, 0.0006);
		const { links, rivals } = link(levelOf(west, farther, nearer), { exact: false });
		expect(links.map(({ roomA, roomB }) => [roomA, roomB])).toEqual([[0, 2]]);
		expect(rivals).toEqual([
			{
				room: 1,
				edge: WEST,
				other: 0,
				distance: expect.closeTo(0.0006, 6),
				linked: false,
				preferred: 2,
			},
		]);
	});

	it('links the lowest rooms of a layout that lists one twice', () => {
		const { links, rivals } = link(levelOf(west, east, east));
		expect(links.map(({ roomA, roomB }) => [roomA, roomB])).toEqual([[0, 1]]);
		expect(rivals.map(({ room, other, preferred }) => [room, other, preferred])).toEqual([[2, 0, 1]]);
	});

	it('takes what transitions say where distances are equal', () => {
		const hinted = withTransitions(west, { [EAST]: 2 });
		const { links } = link(levelOf(hinted, east, east));
		expect(links.map(({ roomA, roomB }) => [roomA, roomB])).toEqual([[0, 2]]);
	});

	it('tells of two pairs that could be linked otherwise', () => {
		const { links, rivals } = link(levelOf(west, west, east, east));
		expect(links.map(({ roomA, roomB }) => [roomA, roomB])).toEqual(pairs(0, 2, 1, 3));
		expect(rivals).toHaveLength(2);
		expect(rivals.every((rival) => rival.linked)).toBe(true);
	});

	it('does not ask for the order of faces', () => {
		// Two faces of room 0 end at the same edge; which of them is linked depends on where they lie.
		const [steep, flat] = [fan([10, 0, 0], [10, 4, 0], [6, 2, 3]), fan([10, 0, 0], [10, 4, 0], [6, 2, 0])];
		const apex = (order: readonly Walkmesh[]): number => {
			const room = appended(...order);
			const { edgeA } = link(levelOf(room, east)).links[0];
			return cornerOf(room, edgeA - (edgeA % 3) + 2)[2];
		};
		expect(apex([steep, flat])).toBe(apex([flat, steep]));
	});

	it('is silent about short edges whose neighbours are near too', () => {
		const steps = Array.from({ length: 9 }, (_, i) => i * 0.05);
		const lower = fan([0, -3, 0], [0.4, -3, 0], ...steps.toReversed().map((x): Vec3 => [x, 0, 0]));
		const upper = fan([0.4, 3, 0], [0, 3, 0], ...steps.map((x): Vec3 => [x, 0.01, 0]));
		const { links, rivals } = link(levelOf(lower, upper), { snap: 0.1 });
		expect(links).toHaveLength(8);
		expect(links.every(({ distance }) => Math.abs(distance - 0.01) < 1e-6)).toBe(true);
		expect(rivals).toEqual([]);
	});
});

describe('transitions that were there', () => {
	const stale = levelOf(withTransitions(west, { [EAST]: 5, [NORTH]: 7, [SOUTH]: 1 }), east);

	it('give way to geometry', () => {
		expect(link(stale).replaced).toEqual([{ room: 0, edge: EAST, from: 5, to: 1 }]);
	});

	it('stay by default where geometry says nothing, unless the layout has no such room, and are reported', () => {
		const { level, unconfirmed } = link(stale);
		expect(transitionsOf(level)).toEqual(['0 0 → 1', '0 1 → 1', '1 5 → 0']);
		expect(unconfirmed).toEqual([
			{ room: 0, edge: SOUTH, to: 1, kept: true },
			{ room: 0, edge: NORTH, to: 7, kept: false },
		]);
	});

	it('stay to the first room as well, and go with the first number that is no room', () => {
		const { level } = link(levelOf(withTransitions(west, { [NORTH]: 2 }), withTransitions(east, { [NORTH]: 0 })));
		expect(transitionsOf(level)).toEqual(['0 1 → 1', '1 4 → 0', '1 5 → 0']);
	});

	it('all stay when asked to; checking tells of ids outside the layout', () => {
		const { level, unconfirmed } = link(stale, { unmatched: 'keep' });
		expect(transitionsOf(level)).toEqual(['0 0 → 1', '0 1 → 1', '0 4 → 7', '1 5 → 0']);
		expect(unconfirmed).toEqual([{ room: 0, edge: SOUTH, to: 1, kept: true }]);
	});

	it('are one finding for each pair of rooms, with the nearest edge', () => {
		const far = rectangle(10.3, 0, 6, 4);
		const pair = levelOf(
			withTransitions(west, { [NORTH]: 2, [EAST]: 2 }),
			far,
			withTransitions(rectangle(40, 0, 6, 4), { [WEST]: 0 }),
		);
		const report = new Report();
		linkRooms(pair, K1, {}, report);
		const told = report.findings.filter(({ code }) => code === 'LINK_UNCONFIRMED');
		expect(told).toMatchObject([
			{ location: { room: 'r0', edge: EAST }, data: { to: 2, count: 3, nearest: { room: 1, name: 'r1' } } },
		]);
		expect(told[0].message).toContain('Nearest: room 1 "r1", 0.3 m away at 10 2 0.');
	});

	it('are not told where an edge lies along them: that is the open seam', () => {
		const report = new Report();
		linkRooms(levelOf(withTransitions(west, { [EAST]: 1 }), rectangle(10.05, 0, 6, 4)), K1, {}, report);
		expect(report.findings.map(({ code }) => code)).toEqual(['LINKS_FOUND']);
	});

	it('go when asked to', () => {
		const { level, unconfirmed } = link(stale, { unmatched: 'clear' });
		expect(transitionsOf(level)).toEqual(['0 1 → 1', '1 5 → 0']);
		expect(unconfirmed.map(({ kept }) => kept)).toEqual([false, false]);
	});

	it('go from edges inside the ground, where they mean nothing', () => {
		// Edge 2 is the diagonal of the first face, 3 that of the second.
		const { level, misplaced } = link(levelOf(withTransitions(west, { 2: 1, 3: 1, [EAST]: 1 }), east));
		expect(transitionsOf(level)).toEqual(['0 1 → 1', '1 5 → 0']);
		expect(misplaced).toEqual([{ room: 0, edge: 2, edges: 2, to: 1, elsewhere: true }]);
		const alone = link(levelOf(withTransitions(west, { 2: 4 }), east));
		expect(alone.misplaced).toEqual([{ room: 0, edge: 2, edges: 1, to: 4, elsewhere: false }]);
	});
});

it('all pairs compared gives the same links on crowded levels', () => {
	// Corners on a small lattice: edges coincide, cross, fold, lie above each other; many rooms compete.
	const corner = fc.tuple(...[2, 2, 1].map((most) => fc.nat(most))) as fc.Arbitrary<[number, number, number]>;
	const mesh = fc
		.array(fc.tuple(corner, corner, corner), { minLength: 1, maxLength: 4 })
		.map((triangles) => appended(...triangles.map((corners) => fan(...corners))));
	fc.assert(
		fc.property(fc.array(mesh, { minLength: 2, maxLength: 6 }), fc.constantFrom(0, 1e-3, 0.1), (meshes, tolerance) => {
			const { links } = link(levelOf(...meshes), { tolerance });
			expect(links.map(({ roomA, edgeA, roomB, edgeB }) => [roomA, edgeA, roomB, edgeB])).toEqual(bruteForce(meshes));
		}),
		{ numRuns: runs(30, 1200) },
	);
});

/** Every edge of every room against every other, by the words of the specification; distances are all 0 on the lattice. */
function bruteForce(meshes: readonly Walkmesh[]): number[][] {
	const edges = meshes.flatMap((mesh, room) =>
		[...mesh.faces.keys()].map((edge) => {
			const base = edge - (edge % 3);
			const [p, q, r] = [edge, base + ((edge + 1) % 3), base + ((edge + 2) % 3)].map((i) => cornerOf(mesh, i));
			return { room, edge, p, q, r, vertices: [mesh.faces[edge], mesh.faces[base + ((edge + 1) % 3)]] };
		}),
	);
	const taken = new Set<(typeof edges)[number]>();
	const open = edges.filter((edge) => !hasNeighbour(meshes[edge.room], edge.edge));
	const pairs = open.flatMap((a) =>
		open
			.filter((b) => b.room > a.room && same(a.p, b.q) && same(a.q, b.p) && !same(a.p, a.q) && !folded(a, b))
			.map((b) => [a, b] as const),
	);
	const place = ({ p, q, r }: (typeof edges)[number]): readonly number[] => [...p, ...q, ...r];
	pairs.sort(
		([a, b], [c, d]) =>
			a.room - c.room ||
			b.room - d.room ||
			compare(place(a), place(c)) ||
			compare(place(b), place(d)) ||
			a.edge - c.edge ||
			b.edge - d.edge,
	);
	const links = pairs.filter(([a, b]) => {
		if (taken.has(a) || taken.has(b)) return false;
		taken.add(a).add(b);
		return true;
	});
	return links.map(([a, b]) => [a.room, a.edge, b.room, b.edge]).sort((a, b) => compare(a, b));
}

function compare(a: readonly number[], b: readonly number[]): number {
	const at = a.findIndex((value, i) => value !== b[i]);
	return at < 0 ? 0 : a[at] - b[at];
}

/** In these levels faces of a room share no vertices unless a triangle repeats, so only an edge of the same vertices could be one. */
function hasNeighbour(mesh: Walkmesh, edge: number): boolean {
	const ends = (e: number): number[] => [mesh.faces[e], mesh.faces[e - (e % 3) + ((e + 1) % 3)]];
	const [from, to] = ends(edge);
	return [...mesh.faces.keys()].some((other) => {
		const [a, b] = ends(other);
		return Math.floor(other / 3) !== Math.floor(edge / 3) && a === to && b === from;
	});
}

function folded(a: { p: Vec3; q: Vec3; r: Vec3 }, b: { r: Vec3 }): boolean {
	const side = ({ r }: { r: Vec3 }): { plan: number; flat: boolean; away: number[] } => {
		const u = a.q.map((value, i) => value - a.p[i]);
		const v = r.map((value, i) => value - a.p[i]);
		const t = dot(u, v) / dot(u, u);
		const plan = u[0] * v[1] - u[1] * v[0];
		return { plan, flat: plan !== 0, away: v.map((value, i) => value - u[i] * t) };
	};
	const [one, other] = [side(a), side(b)];
	if (one.flat && other.flat) return one.plan > 0 === other.plan > 0;
	const lengths = Math.sqrt(dot(one.away, one.away) * dot(other.away, other.away));
	return lengths > 1e-9 && dot(one.away, other.away) / lengths > 0.55;
}

function dot(a: readonly number[], b: readonly number[]): number {
	return a.reduce((sum, value, i) => sum + value * b[i], 0);
}

function same(a: Vec3, b: Vec3): boolean {
	return a.every((value, i) => value === b[i]);
}

function cornerOf(mesh: Walkmesh, corner: number): Vec3 {
	const vertex = mesh.faces[corner] * 3;
	return [mesh.positions[vertex], mesh.positions[vertex + 1], mesh.positions[vertex + 2]];
}

function cornerDistance(a: Walkmesh, p: number, b: Walkmesh, q: number): number {
	const [x, y, z] = cornerOf(a, p).map((value, axis) => value - cornerOf(b, q)[axis]);
	return Math.sqrt(x * x + y * y + z * z);
}

/** A face whose corners are all one point. */
function collapsed(at: Vec3): Walkmesh {
	return fan(at, at, at);
}

it('lists what was linked', () => {
	fc.assert(
		fc.property(cutChoice(), (choice) => {
			const { level, links } = linkRooms(conformRooms(floorCutByLines(choice).level, K1), K1);
			expect(existingLinks(level, K1)).toEqual(links.map((link) => ({ ...link, distance: 0 })));
		}),
		{ numRuns: runs(20, 500) },
	);
});

it('lists only what leads both ways and lies together', () => {
	const out = withTransitions(west, { [EAST]: 1, [NORTH]: 1 });
	const back = (x: number) => withTransitions(rectangle(x, 0, 6, 4), { [WEST]: 0 });
	expect(existingLinks(levelOf(out, back(10)), K1)).toEqual([
		{ roomA: 0, edgeA: EAST, roomB: 1, edgeB: WEST, distance: 0, exact: true, snapped: false },
	]);
	expect(existingLinks(levelOf(out, back(10.05)), K1)).toMatchObject([{ exact: false }]);
	expect(existingLinks(levelOf(out, back(10.2)), K1)).toEqual([]);
	expect(existingLinks(levelOf(out, rectangle(10, 0, 6, 4)), K1)).toEqual([]);
	expect(existingLinks(levelOf(west, back(10)), K1)).toEqual([]);
});

it('pairs the nearest of several', () => {
	const out = withTransitions(west, { [EAST]: 1 });
	const [near, far] = [rectangle(10, 0, 6, 4, 0.001), rectangle(10, 0, 6, 4, 0.002)];
	const both = appended(far, near);
	both.transitions.fill(0);
	expect(existingLinks(levelOf(out, both), K1)).toMatchObject([{ edgeB: WEST + 6 }]);
});
