import { describe, expect, test } from 'vitest';
import { identifyBwm } from '../../check/inspect/identify.ts';
import { boxHabits, type Margins, tableTraits, treeTraits } from '../../check/inspect/traits.ts';
import { deriveBwm } from '../../src/bwm/derive.ts';
import { Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { gridFloor, stoneMesh } from '../support/soups.ts';
import { HABITS, type ToolHabits, writtenBy } from '../support/tool-habits.ts';

const hills = (side: number): Walkmesh => gridFloor(side, (x, y) => Math.sin(x * 1.9) * Math.cos(y * 1.7) + x * 0.3);
const derived = (mesh: Walkmesh) => deriveBwm(mesh, K1, new Report());

describe('margins', () => {
	const margins = (leaf: readonly number[], inner: readonly number[], coarse = false): Margins => {
		const of = ([low, high, lowZ = low, highZ = high]: readonly number[]) => ({ low, high, lowZ, highZ });
		return { leaf: of(leaf), inner: of(inner), coarse };
	};

	test.each<[string, Margins, string[]]>([
		['the game’s', margins([0.01, 0.0101], [0.01, 0.0101]), ['game']],
		['MDLedit’s', margins([0.01, 0.01], [0.01, 0.0101]), ['mdledit']],
		['even ones', margins([0.01, 0.01], [0.01, 0.01]), ['even']],
		['nearly the game’s', margins([0.01, 0.010149], [0.01, 0.010051]), ['game']],
		['not quite the game’s', margins([0.01, 0.010151], [0.01, 0.0101]), ['other']],
		['leaves as nobody has them', margins([0.01, 0.0101], [0.01, 0.01]), ['other']],
		['too low', margins([0.0111, 0.0101], [0.01, 0.0101]), ['other']],
		['low enough', margins([0.0109, 0.0101], [0.01, 0.0101]), ['game']],
		[
			'all that fit where coordinates are large',
			margins([0.01, 0.0101], [0.01, 0.0101], true),
			['game', 'mdledit', 'even'],
		],
		['none', margins([0, 0], [0, 0]), ['none']],
		['hardly any', margins([0.0009, -0.0009], [0, 0]), ['none']],
		['too much for none', margins([0, 0.0011], [0, 0]), ['other']],
		['sunk', margins([0, 0, -10, -10], [0, 0]), ['sunk']],
		['sunk below only', margins([0, 0, -10, 0], [0, 0]), ['other']],
		['sunk above only', margins([0, 0, 0, -10], [0, 0]), ['other']],
		['moved by less', margins([0, 0, -9.9, -9.9], [0, 0]), ['other']],
	])('%s', (_, each, habits) => {
		expect(boxHabits(each)).toEqual(habits);
	});

	test.each<[keyof typeof HABITS, string]>([
		['game', 'game'],
		['mdledit', 'mdledit'],
		['mdlops', 'none'],
		['kotorjs', 'even'],
		['pykotor-newer', 'sunk'],
	])('of a tree of %s are measured', (tool, habit) => {
		const { aabb, vertices, faces } = writtenBy(hills(3), HABITS[tool]);
		const { margins: measured } = treeTraits(aabb, vertices, faces);
		expect(boxHabits(measured)).toEqual([habit]);
		expect(measured.coarse).toBe(false);
	});

	test.each([
		[511, false],
		[512, false],
		[513, true],
		[-513, true],
	])('at %d m are too fine for float32: %s', (x, coarse) => {
		const points = [[x, 0, 0], [x - Math.sign(x), 0, 0], [x, 1, 0], [x - Math.sign(x), 1, 0]]; // biome-ignore format: one row
		const { aabb, vertices, faces } = derived(stoneMesh(points, [0, 1, 2], [1, 3, 2]));
		expect(treeTraits(aabb, vertices, faces).margins.coarse).toBe(coarse);
	});
});

describe('a tree', () => {
	const traitsOf = (habits: ToolHabits, mesh = hills(5)) => {
		const { aabb, vertices, faces } = writtenBy(mesh, habits);
		return treeTraits(aabb, vertices, faces);
	};

	test('split at medians, at means, with planes by their rules, is counted so', () => {
		const [median, longest, neighbours] = [HABITS.mdledit, HABITS.kotorblender, HABITS.pykotor].map((each) =>
			traitsOf(each),
		);
		expect(median).toMatchObject({
			inner: 49,
			followed: 49,
			base: 'node',
			splits: { median: 49 },
			planes: { axis: { median: 49 } },
		});
		expect(longest).toMatchObject({ splits: { mean: { longest: 49 } }, planes: { axis: { longest: 49 } } });
		expect(neighbours).toMatchObject({
			splits: { mean: { neighbours: 49 } },
			planes: { numbered: { neighbours: 49 } },
		});
		expect(traitsOf(HABITS.game).planes.centres).toBe(49);
		// Of the others there are fewer.
		expect(longest.splits.median).toBeLessThan(40);
		expect(median.splits.mean.longest).toBeLessThan(49);
		expect(neighbours.planes.centres).toBeLessThan(40);
	});

	test('has its planes listed in ascending order, and its depth', () => {
		const { planeValues, inner } = traitsOf(HABITS.game);
		expect(planeValues.map(([value]) => value)).toEqual(planeValues.map(([value]) => value).sort((a, b) => a - b));
		expect(planeValues.reduce((sum, [, count]) => sum + count, 0)).toBe(inner);
		expect(traitsOf(HABITS.kotorjs).planeValues).toEqual([[0, 49]]);
		expect(traitsOf(HABITS.game).depth).toBe(6);
		expect(traitsOf(HABITS.game, stoneMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [0, 1, 2])).depth).toBe(0); // biome-ignore format: one row
		const nothing = derived({
			...hills(1),
			faces: new Uint32Array(0),
			surfaces: new Uint32Array(0),
			transitions: new Int32Array(0),
		});
		expect(treeTraits(nothing.aabb, nothing.vertices, nothing.faces)).toMatchObject({
			inner: 0,
			followed: 0,
			depth: 0,
		});
	});

	test.each<[string, (node: number) => number]>([
		['node', (node) => node],
		['node + 1', (node) => node + 1],
		['byte', (node) => node * 44],
	])('whose children are counted by %s is followed', (base, child) => {
		expect(traitsOf({ ...HABITS.game, child })).toMatchObject({ base, inner: 49, followed: 49 });
	});

	test('whose leaves name no face, or whose children are none, is followed as far as it goes', () => {
		const { aabb, vertices, faces } = writtenBy(hills(3), HABITS.game);
		const changed = (change: (i32: Int32Array) => void) => {
			const f32 = aabb.f32.slice();
			change(new Int32Array(f32.buffer));
			return treeTraits({ ...aabb, f32, i32: new Int32Array(f32.buffer) }, vertices, faces);
		};
		expect(changed(() => undefined)).toMatchObject({ inner: 17, followed: 17 });
		// The root loses a child; then a leaf is of no face, so that its parent divides nothing.
		expect(changed((i32) => i32.set([-1], 9))).toMatchObject({ inner: 17, followed: 16, depth: 0 });
		expect(changed((i32) => i32.set([-1], 10))).toMatchObject({ inner: 17, followed: 16, depth: 0 });
		expect(changed((i32) => i32.set([9999], i32.length - 5))).toMatchObject({ inner: 17, followed: 16 });
	});
});

describe('tables', () => {
	const room = derived(hills(3));
	const crate = derived({ ...hills(3), kind: 'placeable' });

	test('of a room', () => {
		expect(tableTraits(room)).toEqual({
			area: true,
			faces: 18,
			normals: { zero: 0, exact: 18, unscaled: 0, of: 18 },
			exactDistances: 18,
			hooksZero: true,
			positionZero: true,
			strayOffsets: 0,
			strayNodes: 0,
			firstUse: expect.any(Boolean),
			perimetersEmpty: false,
			edges: 12,
			headerOnly: false,
		});
	});

	test('of a placeable', () => {
		expect(tableTraits(crate)).toMatchObject({ area: false, strayOffsets: 0, strayNodes: 0 });
		expect(tableTraits({ ...crate, aabb: room.aabb })).toMatchObject({ strayNodes: 35 });
		const offsets = { ...crate.offsets, aabb: 700, perimeters: 900 };
		expect(tableTraits({ ...crate, offsets }).strayOffsets).toBe(2);
		expect(tableTraits({ ...room, offsets }).strayOffsets).toBe(0);
	});

	test('with normals that are zero, too long, or rounded otherwise', () => {
		const normals = room.normals.slice();
		normals.fill(0, 0, 3);
		for (const i of [3, 4, 5]) normals[i] *= 1.0011;
		for (const i of [6, 7, 8]) normals[i] *= 1.0005;
		const traits = tableTraits({ ...room, normals });
		expect(traits.normals).toEqual({ zero: 1, exact: 15, unscaled: 1, of: 18 });
		expect(traits.exactDistances).toBeLessThan(18);
	});

	test('without area have no normals to judge', () => {
		const flat = derived(stoneMesh([[0, 0, 0], [1, 0, 0], [2, 0, 0], [0, 1, 0]], [0, 1, 2], [0, 1, 3])); // biome-ignore format: one row
		expect(tableTraits(flat).normals.of).toBe(1);
	});

	test('of a header, of hooks and of a position', () => {
		const empty = { ...room, materials: new Uint32Array(0), vertices: new Float32Array(0) };
		expect(tableTraits(empty).headerOnly).toBe(true);
		expect(tableTraits({ ...empty, vertices: room.vertices }).headerOnly).toBe(false);
		expect(tableTraits({ ...room, hooks: Float32Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1) }).hooksZero).toBe(false);
		expect(tableTraits({ ...room, position: Float32Array.of(0, 0, 1) as never }).positionZero).toBe(false);
		expect(tableTraits({ ...room, perimeters: new Uint32Array(0) }).perimetersEmpty).toBe(true);
	});

	test.each([
		[[0, 1, 2, 2, 1, 3], true],
		[[0, 1, 2, 3, 2, 1], true],
		[[0, 2, 1, 2, 1, 3], false],
		[[0, 1, 3, 1, 2, 3], false],
		[[0, 1, 2, 0, 1, 2], false],
	])('have vertices in the order of faces %j: %s', (faces, firstUse) => {
		const vertices = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0);
		expect(tableTraits({ ...room, vertices, faces: Uint32Array.from(faces) }).firstUse).toBe(firstUse);
	});
});

describe('how sure an answer is', () => {
	test.each([
		[1, 'none'],
		[2, 'low'],
		[3, 'medium'],
		[4, 'high'],
	])('depends on how many nodes there are: %d × %d squares', (side, confidence) => {
		const answer = identifyBwm(writtenBy(hills(side), HABITS.mdledit));
		expect(answer.confidence).toBe(confidence);
		expect(answer.tool).toBe(confidence === 'none' ? undefined : 'mdledit');
		expect('name' in answer).toBe(confidence !== 'none');
	});

	test('is said of tools that fit at all, best first, with what was seen', () => {
		const { candidates, evidence, traits } = identifyBwm(writtenBy(hills(4), HABITS.kotorblender));
		expect(candidates.every(({ fit }) => fit >= 0.05)).toBe(true);
		expect(candidates.map(({ fit }) => fit)).toEqual(candidates.map(({ fit }) => fit).sort((a, b) => b - a));
		const { splits, planes, planeValues } = traits.tree ?? expect.unreachable();
		expect(evidence).toEqual([
			'boxes have no margin around their faces',
			`${splits.median} of 31 inner nodes are split at the median along the longest side`,
			`31 of 31 inner nodes are split at the mean along the longest side, ${splits.mean.neighbours} where z is only compared with y`,
			`${planes.centres} of 31 inner nodes have the plane that the centres of their boxes give`,
			`planes of inner nodes: ${planeValues.map(([value, count]) => `${value} (${count} ×)`).join(', ')}`,
			'32 of 32 normals are rounded once, from float64',
		]);
	});

	test('is none without a tree', () => {
		const room = derived(hills(2));
		const bare = { ...room, aabb: { f32: new Float32Array(0), i32: new Int32Array(0), nodeCount: 0 } };
		expect(identifyBwm(bare)).toMatchObject({
			confidence: 'none',
			candidates: [],
			evidence: ['there is no tree to tell by'],
		});
		const empty = {
			...bare,
			materials: new Uint32Array(0),
			vertices: new Float32Array(0),
			faces: new Uint32Array(0),
			normals: new Float32Array(0),
			distances: new Float32Array(0),
		};
		expect(identifyBwm(empty).evidence).toEqual(['there is a header and nothing else']);
	});
});

describe('a placeable', () => {
	const crate = derived({ ...hills(3), kind: 'placeable' });
	const hooked = { ...crate, hooks: new Float32Array(12).fill(1) };
	const stray = { ...crate, offsets: { ...crate.offsets, aabb: 700 } };

	test.each([
		['with zero normals', { ...crate, normals: crate.normals.map(() => 0) }, ['game'], 'high', 'all normals are zero, as in every placeable and door of the game'],
		['as all write it', crate, ['wokflow', 'mdledit', 'mdlops', 'kotorblender'], 'none', '18 of 18 normals are rounded once, from float64'],
		['with normals rounded otherwise', { ...crate, normals: crate.normals.map((value) => value * 1.0005) }, ['mdledit', 'mdlops', 'kotorblender'], 'none', 'normals are not zero, so the game did not write it'],
		['with long normals', { ...crate, normals: crate.normals.map((value) => value * 2) }, ['kotorjs'], 'medium', '18 of 18 normals are not one long'],
		['with stray offsets', stray, ['pykotor-newer', 'kotorjs'], 'low', '1 tables that a placeable or door cannot have are given an offset'],
		['with stray offsets and hooks', { ...stray, hooks: hooked.hooks }, ['pykotor'], 'medium', 'hooks are kept'],
		['with a tree', { ...crate, aabb: writtenBy(hills(3), HABITS.pykotor).aabb }, ['pykotor'], 'high', 'a placeable or door with a tree of 35 nodes: PyKotor writes one, and KotOR.js with other boxes'],
		['with a tree without planes', { ...crate, aabb: writtenBy(hills(3), HABITS.kotorjs).aabb }, ['kotorjs'], 'high', 'no inner node has a plane, as KotOR.js 2.1 writes it'],
		['with a tree with planes in such boxes', { ...crate, aabb: writtenBy(hills(3), { ...HABITS.kotorjs, planes: 'bit' }).aabb }, ['pykotor'], 'high', 'a placeable or door with a tree of 35 nodes: PyKotor writes one, and KotOR.js with other boxes'],
	] as const)('%s', (_, file, tools, confidence, evidence) => {
		const answer = identifyBwm(file);
		expect(answer.candidates.map(({ tool }) => tool)).toEqual(tools);
		expect(answer.candidates.every(({ fit }) => fit === 1 / tools.length)).toBe(true);
		expect(answer.confidence).toBe(confidence);
		expect(answer.tool).toBe(confidence === 'none' ? undefined : tools[0]);
		expect(answer.evidence).toContain(evidence);
	});

	test('of hooks alone tells nothing', () => {
		const hooks = { ...hooked, materials: new Uint32Array(0), faces: new Uint32Array(0), normals: new Float32Array(0), distances: new Float32Array(0) };
		expect(identifyBwm(hooks)).toMatchObject({ confidence: 'none', candidates: [], evidence: ['there are hooks and nothing else'] });
	});
}); // biome-ignore format: rows
