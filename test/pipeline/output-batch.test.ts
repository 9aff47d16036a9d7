import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { FileMade } from '../../jobs/each/file-jobs.ts';
import { OutputBatch } from '../../jobs/each/output-batch.ts';
import { OutputRun } from '../../jobs/files/outputs.ts';
import { captured, Report } from '../../src/findings/report.ts';
import { scratchFolder } from '../support/cli.ts';

const out = scratchFolder();
let folder = '';
let count = 0;

beforeEach(() => {
	folder = join(out, `batch-${count++}`);
	mkdirSync(folder);
});

const nameOf = (index: number): string => `room_${String(index).padStart(3, '0')}.wok`;

function made(index: number): FileMade {
	const files = [{ path: join(folder, nameOf(index)), bytes: new TextEncoder().encode(`room ${index}`) }];
	return { files, walkmeshes: [], materials: [], found: captured(new Report()), inputs: [], changed: true };
}

/** A batch, and the names of what it says is written, in that order. */
function batchOf(onWritten: (name: string) => void): OutputBatch {
	return new OutputBatch({ run: new OutputRun() }, ({ input }, { files }) => {
		for (const { path } of files) expect(existsSync(path), path).toBe(true);
		onWritten(input.path);
	});
}

describe('many outputs', () => {
	test('are told in their order, each when it is written, while later ones are made', async () => {
		const told: string[] = [];
		const batch = batchOf((name) => told.push(name));
		let ahead = 0;
		for (let index = 0; index < 100; index++) {
			await batch.add({ path: nameOf(index) }, made(index), new Report());
			ahead = Math.max(ahead, index + 1 - told.length);
		}
		await batch.flush();
		expect(told).toEqual(Array.from({ length: 100 }, (_, index) => nameOf(index)));
		// What is made waits in memory for no more than those on their way and as many again.
		expect(ahead).toBeGreaterThan(32);
		expect(ahead).toBeLessThanOrEqual(64);
		expect(readdirSync(folder)).toEqual(told);
		expect(readFileSync(join(folder, nameOf(77)), 'utf8')).toBe('room 77');
	});

	test('of a run that fails are whole where they were on their way, and nothing is left beside them', async () => {
		const batch = batchOf(() => undefined);
		const run = async (): Promise<void> => {
			try {
				for (let index = 0; index < 40; index++) await batch.add({ path: nameOf(index) }, made(index), new Report());
				throw new Error('no option for the next one');
			} finally {
				await batch.settle();
			}
		};
		await expect(run()).rejects.toThrow('no option for the next one');
		expect(readdirSync(folder)).toEqual(Array.from({ length: 32 }, (_, index) => nameOf(index)));
	});

	test('tell what went wrong with those on their way when more are made', async () => {
		const batch = new OutputBatch({ run: new OutputRun() }, () => {
			throw new Error('told too late');
		});
		const run = async (): Promise<void> => {
			for (let index = 0; index < 64; index++) await batch.add({ path: nameOf(index) }, made(index), new Report());
		};
		await expect(run()).rejects.toThrow('told too late');
	});
});
