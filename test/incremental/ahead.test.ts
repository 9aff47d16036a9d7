import { expect, test } from 'vitest';
import { Ahead } from '../../incremental/ahead.ts';
import { encode } from '../../incremental/encoding.ts';
import type { Action } from '../../incremental/graph.ts';
import { hashBytes } from '../../incremental/hashes.ts';
import type { CallResult } from '../../incremental/tasks.ts';
import type { Runner, WorkAhead } from '../../incremental/workers.ts';
import { captured, Report } from '../../src/findings/report.ts';

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
