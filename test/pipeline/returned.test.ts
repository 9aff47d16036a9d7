import { beforeAll, describe, expect, test } from 'vitest';
import { createRegistry } from '../../jobs/default-registry.ts';
import { readLevel } from '../../jobs/level/level.ts';
import { workingOn } from '../../pipeline/disk/watched.ts';
import { runStages } from '../../pipeline/recipe.ts';
import { defineStage, type Subject, type Subjects } from '../../pipeline/stages/stage.ts';
import { Report } from '../../src/findings/report.ts';
import { bytesSource } from '../../src/formats/contracts.ts';
import type { Level } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import type { Scene } from '../../src/scene/scene.ts';
import { smallQuayGlb } from '../support/small-quay.ts';
import { floor } from '../support/walkmeshes.ts';

const context = { report: new Report(), surfaces: K1 };

/** The same value with other fields, whatever their types. */
type Change<S extends Subject> = (value: Subjects[S]) => object;

function changing<S extends Subject>(subject: S, change: Change<S>) {
	return defineStage('mine', subject, 'Changes.', {}, (value) => ({ ...value, ...change(value) }) as Subjects[S])();
}

/** What a level from a scene is given to stages as. */
async function given(): Promise<{ scene: Scene; walkmesh: Walkmesh; level: Level }> {
	const seen: Partial<{ scene: Scene; walkmesh: Walkmesh; level: Level }> = {};
	const see = <S extends Subject>(subject: S) =>
		defineStage(`see-${subject}`, subject, 'Sees.', {}, (value) => {
			seen[subject] ??= value;
			return value;
		})();
	await readLevel(
		bytesSource(smallQuayGlb(), 'quay.glb'),
		{ recipe: [see('scene'), see('walkmesh'), see('level')] },
		{ report: new Report(), surfaces: K1, mappings: [] },
		createRegistry(),
	);
	return seen as Required<typeof seen>;
}

const subjects = await given();

const nan = (positions: Float32Array): Float32Array => positions.map((value, i) => (i === 4 ? Number.NaN : value));

describe('a stage of a user', () => {
	// Builds of other tests in this process leave their target behind.
	beforeAll(() => workingOn(undefined));

	test.each<[string, Change<'walkmesh'>, string]>([
		['positions in a list', () => ({ positions: [1, 2, 3] }), 'needs a Float32Array as "positions"'],
		['positions in float64', (m) => ({ positions: Float64Array.from(m.positions) }), 'needs a Float32Array'],
		['half a vertex', (m) => ({ positions: m.positions.subarray(1) }), 'coordinates, which is no multiple of 3'],
		['too few corners', (m) => ({ faces: m.faces.slice(0, 4) }), 'has 4 corners for'],
		['corners that are no vertices', (m) => ({ faces: m.faces.map(() => 99_999) }), 'has a corner at vertex 99999 of'],
		['too few transitions', (m) => ({ transitions: m.transitions.slice(1) }), 'transitions for'],
		['NaN', (m) => ({ positions: nan(m.positions) }), 'has the coordinate NaN at vertex 1'],
		['an unknown kind', () => ({ kind: 'zzz' }), 'needs one of area, placeable, door as "kind"'],
		['an unknown door state', () => ({ doorState: 'ajar' }), 'needs one of closed, open1, open2 as "doorState"'],
		['a number for a name', () => ({ name: 7 }), 'needs a string as "name"'],
		['half a position', () => ({ position: [1, 2] }), 'needs an array of 3 numbers as "position"'],
		['three hooks', (m) => ({ hooks: { ...m.hooks, absolute2: undefined } }), 'needs an object of 4 points as "hooks"'],
	])('that returns a walkmesh with %s is named, with the room', async (_, change, why) => {
		const running = runStages(floor(), [changing('walkmesh', change)], context);
		await expect(running).rejects.toThrow(/^Stage "mine" failed in room floor: it returned a walkmesh that /);
		await expect(running).rejects.toThrow(why);
	});

	test.each<[string, Change<'level'>, string]>([
		['a room less than its layout', (l) => ({ rooms: l.rooms.slice(1) }), 'rooms for'],
		['a room that is none', (l) => ({ rooms: l.rooms.map(() => 7) }), 'has room 0, which is no object'],
		['rooms in an object', () => ({ rooms: {} }), 'needs an array as "rooms"'],
		['no layout', () => ({ layout: 7 }), 'needs an object with "rooms" as "layout"'],
		[
			'a layout without positions',
			(l) => ({ layout: { ...l.layout, rooms: l.layout.rooms.map(({ model }) => ({ model })) } }),
			'which needs an array of 3 numbers as "position"',
		],
		[
			'a broken walkmesh',
			(l) => ({ rooms: l.rooms.map((room) => ({ ...room, walkmesh: { ...room.walkmesh, positions: [] } })) }),
			'has room "quay_02a", which has a walkmesh that needs a Float32Array as "positions"',
		],
		['a broken object', () => ({ objects: [{ ...floor(), kind: 'crate' }] }), 'has object "floor", which needs one of'],
	])('that returns a level with %s is named', async (_, change, why) => {
		const running = runStages(subjects.level, [changing('level', change)], context);
		await expect(running).rejects.toThrow(/^Stage "mine" failed: it returned a level that /);
		await expect(running).rejects.toThrow(why);
	});

	const parts = (change: Change<never>) => (s: Scene) => ({
		parts: s.parts.map((p) => ({ ...p, ...change(p as never) })),
	});
	test.each<[string, Change<'scene'>, string]>([
		['parts of no node', () => ({ nodes: [] }), 'which needs the index of a node as "node"'],
		[
			'parts in float32',
			parts(() => ({ positions: new Float32Array(9) })),
			'which needs a Float64Array as "positions"',
		],
		['parts without vertices', parts(() => ({ positions: new Float64Array() })), 'which has a corner at vertex'],
		['parts of few surfaces', parts(() => ({ surfaces: new Uint32Array(1) })), 'corners for 1 faces'],
		[
			'parts of an unknown kind',
			parts(() => ({ kind: 'crate' })),
			'which needs one of area, placeable, door as "kind"',
		],
		['a marker that is none', () => ({ markers: [null] }), 'has marker 0, which is no object'],
		[
			'a hook without a slot',
			() => ({ hooks: [{ node: 0, kind: 'door' }] }),
			'has hook 0, which needs 1 or 2 as "slot"',
		],
		[
			'nodes before their parents',
			(s) => ({ nodes: s.nodes.map((node, i) => ({ ...node, parent: i })) }),
			'which needs −1 or the index of a node before it as "parent"',
		],
	])('that returns a scene with %s is named', async (_, change, why) => {
		const running = runStages(subjects.scene, [changing('scene', change)], context);
		await expect(running).rejects.toThrow(/^Stage "mine" failed: it returned a scene that has /);
		await expect(running).rejects.toThrow(why);
	});

	test('may return what fits together', async () => {
		for (const subject of ['scene', 'walkmesh', 'level'] as const) {
			const stage = changing(subject, () => ({ name: 'other' }));
			expect(await runStages(subjects[subject], [stage as never], context)).toMatchObject({ name: 'other' });
		}
	});

	test('is not told of what it was given', async () => {
		const broken = { ...floor(), positions: nan(floor().positions) };
		const kept = await runStages(broken, [changing('walkmesh', () => ({ name: 'other' }))], context);
		expect(kept.positions).toBe(broken.positions);
	});
});
