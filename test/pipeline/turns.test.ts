import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { build } from '../../builds/build.ts';
import { configFromValue } from '../../builds/config/config.ts';
import { convertBytes } from '../../jobs/convert-bytes.ts';
import { pipeline } from '../../jobs/pipeline.ts';
import { allSteps, giveTurn, inTurns, type Steps } from '../../src/findings/turns.ts';
import { scratchFolder } from '../support/cli.ts';

const folder = scratchFolder();

/** Hilly ground of 51,200 triangles. */
function ground(): string {
	const side = 160;
	const lines = ['usemtl Stone'];
	for (let y = 0; y <= side; y++)
		for (let x = 0; x <= side; x++) lines.push(`v ${x / 2} ${Math.sin(x / 9) * Math.cos(y / 7)} ${-y / 2}`);
	for (let y = 0; y < side; y++) {
		for (let x = 0; x < side; x++) {
			const corner = y * (side + 1) + x + 1;
			lines.push(
				`f ${corner} ${corner + 1} ${corner + side + 1}`,
				`f ${corner + 1} ${corner + side + 2} ${corner + side + 1}`,
			);
		}
	}
	return `${lines.join('\n')}\n`;
}

const obj = new TextEncoder().encode(ground());
const scene = join(folder, 'ground.obj');
writeFileSync(scene, obj);

/** A signal that is aborted soon, and why. */
function soon(): { signal: AbortSignal; reason: Error } {
	const abort = new AbortController();
	const reason = new Error('enough');
	setTimeout(() => abort.abort(reason), 20);
	return { signal: abort.signal, reason };
}

describe('what is aborted while it computes ends with the reason of the signal and writes nothing:', () => {
	const out = join(folder, 'out');
	test.each<[string, (signal: AbortSignal) => Promise<unknown>]>([
		['a conversion in memory', (signal) => convertBytes(obj, 'ground.obj', 'ground.wok', { signal })],
		['one to a scene', (signal) => convertBytes(obj, 'ground.obj', 'ground.glb', { signal })],
		['a pipeline', (signal) => pipeline({ signal }).read(scene).write(join(out, 'ground.wok'))],
		['a level', (signal) => pipeline({ signal }).read(scene).write(`${out}/level/`)],
	])('%s', async (_, run) => {
		const { signal, reason } = soon();
		await expect(run(signal)).rejects.toBe(reason);
		expect(existsSync(out)).toBe(false);
	});

	test('a build', async () => {
		const config = await configFromValue(
			{ targets: { ground: { input: 'ground.obj', output: 'built/ground.wok' } } },
			folder,
		);
		const { signal, reason } = soon();
		await expect(build(config, { signal, jobs: 1 })).rejects.toBe(reason);
		expect(existsSync(join(folder, 'built')) ? readdirSync(join(folder, 'built')) : []).toEqual([]);
	});
});

test('others have their turns while a scene is converted', async () => {
	let turns = 0;
	const count = (): void => {
		turns++;
		counting = setImmediate(count);
	};
	let counting = setImmediate(count);
	await convertBytes(obj, 'ground.obj', 'ground.wok').finally(() => clearImmediate(counting));
	expect(turns).toBeGreaterThan(5);
});

describe('turns of the event loop', () => {
	afterEach(() => vi.unstubAllGlobals());

	function* three(): Steps<number> {
		yield;
		yield;
		return 3;
	}

	test('do not change what is computed', async () => {
		expect(allSteps(three())).toBe(3);
		expect(await inTurns(three())).toBe(3);
	});

	test('are given where there is no setImmediate, too', async () => {
		vi.stubGlobal('setImmediate', undefined);
		vi.spyOn(performance, 'now').mockReturnValueOnce(Number.MAX_SAFE_INTEGER);
		await giveTurn();
	});

	test('end with the reason of a signal', async () => {
		const reason = new Error('enough');
		await expect(giveTurn(AbortSignal.abort(reason))).rejects.toBe(reason);
		await expect(inTurns(three(), AbortSignal.abort(reason))).rejects.toBe(reason);
	});
});
