import { expect, test } from 'vitest';
import { Ahead } from '../../builds/ahead.ts';
import { encode } from '../../builds/encoding.ts';
import type { Action } from '../../builds/graph.ts';
import { hashBytes } from '../../builds/hashes.ts';
import type { CallResult } from '../../builds/tasks.ts';
import { makeTrees } from '../../builds/tree-task.ts';
import { TreesAhead } from '../../builds/trees-ahead.ts';
import type { Runner, WorkAhead } from '../../builds/workers.ts';
import { deriveBwm, treeOf } from '../../src/bwm/derive.ts';
import { captured, Report } from '../../src/findings/report.ts';

import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';

const NOTHING = hashBytes(encode(captured(new Report())));

const glb: Action = {
	id: 'gather glb',
	step: 'gather',
	args: ['', 'glb'],
	inputs: ['a.linked.pack', 'a.found.pack'],
	outputs: ['level.glb'],
};
const known = new Map([['a.linked.pack', 'linked']]);
const drawn: CallResult = {
	writes: [],
	left: [],
	outputs: [],
	also: [],
	files: [],
	captured: captured(new Report()),
};

/** Starts an action with a thread that answers as it is told. */
async function started(answer: Promise<readonly CallResult[]> | undefined, action = glb) {
	const asked: WorkAhead[] = [];
	const runner: Runner = {
		run: async () => [],
		hasThread: true,
		ahead: (work) => {
			asked.push(work);
			return answer;
		},
		trees: () => undefined,
		close: async () => undefined,
	};
	const packs = {
		hashOf: (pack: string) => known.get(pack),
		value: async (pack: string) => ({ pack }),
		shared: ['options'],
	};
	return { ahead: await Ahead.start([action], 'level', runner, packs), asked };
}

test('a level drawn before its walkmeshes are made counts where these had no findings', async () => {
	const { ahead, asked } = await started(Promise.resolve([drawn]));
	const hashes = new Map([...known, ['a.found.pack', NOTHING]]);
	expect(await ahead?.result(glb, (pack) => hashes.get(pack))).toBe(drawn);
	expect(asked[0].values.get('a.linked.pack')).toStrictEqual({ pack: 'a.linked.pack' });
	expect(asked[0].values.get('a.found.pack')).toStrictEqual(captured(new Report()));
	expect(await ahead?.result({ ...glb, id: 'gather plan' }, (pack) => hashes.get(pack))).toBeUndefined();
});

test('a level drawn before a walkmesh had a finding, or before a room changed, is drawn again', async () => {
	const { ahead } = await started(Promise.resolve([drawn]));
	for (const [linked, found] of [
		['linked', 'with a finding'],
		['other', NOTHING],
		['linked', undefined],
	]) {
		const hashes = new Map([
			['a.linked.pack', linked],
			['a.found.pack', found],
		]);
		expect(await ahead?.result(glb, (pack) => hashes.get(pack))).toBeUndefined();
	}
});

test('a level is drawn here where the other thread failed, was busy or lacks an input', async () => {
	const failed = await started(Promise.reject(new Error('out of memory')));
	const hashes = new Map([...known, ['a.found.pack', NOTHING]]);
	expect(await failed.ahead?.result(glb, (pack) => hashes.get(pack))).toBeUndefined();
	expect((await started(undefined)).ahead).toBeUndefined();
	expect((await started(Promise.resolve([drawn]), { ...glb, inputs: ['b.linked.pack'] })).ahead).toBeUndefined();
});

/** A strip of triangles, some of which are not walkable and so come last in a file. */
function strip(triangles: number): Walkmesh {
	const positions: number[] = [];
	for (let i = 0; i < triangles + 2; i++) positions.push(Math.floor(i / 2), (i % 2) * 3, Math.sin(i) / 8);
	return createWalkmesh({
		name: 'strip',
		positions: Float32Array.from(positions),
		faces: Uint32Array.from({ length: triangles * 3 }, (_, i) => {
			const face = Math.floor(i / 3);
			return face + (face % 2 === 0 ? i % 3 : [1, 0, 2][i % 3]);
		}),
		surfaces: Uint32Array.from({ length: triangles }, (_, face) => (face % 5 === 1 ? 7 : 1)),
	});
}

/** What a room is prepared to. */
function preparedAs(walkmesh: Walkmesh): CallResult {
	const value = { value: { walkmesh, matched: [] }, captured: captured(new Report()) };
	return { ...drawn, writes: [{ pack: 'strip.prepared.pack', bytes: new Uint8Array(0), hash: '', value }] };
}

/** Trees that a thread makes, which gets copies. */
function threadOfTrees(): { runner: Runner; asked: () => number } {
	let asked = 0;
	const runner: Runner = {
		run: async () => [],
		hasThread: true,
		ahead: () => undefined,
		trees: async (task) => {
			asked++;
			return makeTrees({ ...structuredClone({ ...task, stop: undefined }), stop: task.stop });
		},
		close: async () => undefined,
	};
	return { runner, asked: () => asked };
}

test('a tree made ahead gives the file its bytes, also where faces are sorted', () => {
	for (const tree of ['best', 'fast', 'median'] as const) {
		const mesh = strip(40);
		const alone = deriveBwm(mesh, K1, new Report(), { tree });
		const kept = deriveBwm(mesh, K1, new Report(), { tree, keptTree: treeOf(mesh, K1, tree) });
		expect([...alone.materials]).not.toStrictEqual([...mesh.surfaces]);
		expect(kept.aabb.i32).toStrictEqual(alone.aabb.i32);
	}
});

test('a tree made ahead is taken for the prepared room only, not for one that linking changed', async () => {
	const { runner, asked } = threadOfTrees();
	const trees = new TreesAhead(runner, { table: K1, tree: 'best' });
	const [same, moved, painted] = [strip(12), strip(12), strip(12)];
	for (const mesh of [same, moved, painted]) trees.add(preparedAs(mesh));
	expect(asked()).toBe(0);
	trees.send();
	await trees.end();
	expect(asked()).toBe(1);
	expect(trees.take({ ...moved, positions: moved.positions.slice() })).toBeUndefined();
	expect(trees.take({ ...painted, surfaces: painted.surfaces.slice() })).toBeUndefined();
	const linked = { ...same, transitions: same.transitions.slice() };
	expect(trees.take(linked)?.i32).toStrictEqual(treeOf(same, K1, 'best').i32);
	expect(trees.take(linked)).toBeUndefined();
});

test('trees that are no longer wanted, or cannot be made, are left to the thread of the build', async () => {
	const stop = Int32Array.of(1);
	expect(makeTrees({ meshes: [strip(3)], table: K1, tree: 'best', stop })).toStrictEqual([undefined]);
	const failing: Runner = { ...threadOfTrees().runner, trees: () => Promise.reject(new Error('out of memory')) };
	const trees = new TreesAhead(failing, { table: K1, tree: 'best' });
	const mesh = strip(3);
	trees.add(preparedAs(mesh));
	trees.send();
	await trees.end();
	expect(trees.take(mesh)).toBeUndefined();
});
