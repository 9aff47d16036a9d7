import { type BigIntStats, copyFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FileTimes } from '../../builds/cache/file-times.ts';
import { scratchFolder } from '../support/cli.ts';

const folder = scratchFolder();
const SECOND = 1_000_000_000n;

/** What a system would say of a file that was last changed at a time, nanoseconds. */
function changedAt(mtimeNs: bigint): BigIntStats {
	return { size: 1n, mtimeNs, ctimeNs: mtimeNs, ino: 1n, dev: 1n } as BigIntStats;
}

test.each([
	['a moment later', 5n * SECOND + 1n, SECOND / 20n, false],
	['a while later', 5n * SECOND + 1n, SECOND / 5n, true],
	['in the same two seconds, where times are whole seconds', 5n * SECOND, 2n * SECOND, false],
	['after these', 5n * SECOND, 4n * SECOND, true],
])('a file that is looked at %s', (_, changed, later, isNoted) => {
	const times = new FileTimes();
	times.note('/a', changedAt(changed), 'hash', changed + later);
	expect(times.text() !== undefined).toBe(isNoted);
});

test('what was saved is known as long as all times are those of the file', () => {
	const [file, saved] = [join(folder, 'a'), join(folder, 'times.json')];
	writeFileSync(file, 'x');
	const stats = statSync(file, { bigint: true });
	const first = new FileTimes();
	first.note(file, stats, 'hash', stats.ctimeNs + 10n * SECOND);
	const text = first.text() as string;
	writeFileSync(saved, text);
	const second = new FileTimes(saved);
	expect(second.hashOf(file, stats)).toBe('hash');
	expect(second.text()).toBeUndefined();
	for (const key of ['size', 'mtimeNs', 'ctimeNs', 'ino', 'dev'] as const)
		expect(second.hashOf(file, { ...stats, [key]: stats[key] + 1n } as BigIntStats), key).toBeUndefined();
	for (const other of [text.replace('"hash"', '7'), '{"a":1}', '[[']) {
		writeFileSync(saved, other);
		expect(new FileTimes(saved).hashOf(file, stats), other).toBeUndefined();
	}
});

test('a written file is noted only while it is the very one that was staged', async () => {
	const [staged, path] = [join(folder, 'staged'), join(folder, 'written')];
	writeFileSync(staged, 'same');
	utimesSync(staged, 1e9 + 0.5, 1e9 + 0.5);
	const stats = statSync(staged, { bigint: true });
	copyFileSync(staged, join(folder, 'copy'));
	utimesSync(join(folder, 'copy'), 1e9 + 0.5, 1e9 + 0.5);
	renameSync(staged, path);
	renameSync(join(folder, 'copy'), join(folder, 'other'));
	await sleep(200);
	const noted = (name: string): boolean => {
		const times = new FileTimes();
		times.noteWritten(join(folder, name), 'hash', stats);
		return times.text() !== undefined;
	};
	expect(['written', 'other', 'nowhere'].map(noted)).toEqual([true, false, false]);
});

test('a written file is noted at once where it was finished a while before it was renamed, and read again where it was not', async () => {
	const noted = async (wait: number): Promise<boolean> => {
		const [staged, path] = [join(folder, `staged ${wait}`), join(folder, `renamed ${wait}`)];
		writeFileSync(staged, 'x');
		const stats = statSync(staged, { bigint: true });
		if (wait > 0) await sleep(wait);
		renameSync(staged, path);
		const times = new FileTimes();
		times.noteWritten(path, 'hash', stats);
		return times.hashOf(path, statSync(path, { bigint: true })) === undefined && times.text() !== undefined;
	};
	expect([await noted(150), await noted(0)]).toEqual([true, false]);
});
