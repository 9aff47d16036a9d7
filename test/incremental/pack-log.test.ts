import { appendFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PackLog } from '../../builds/pack-log.ts';
import { scratchFolder } from '../support/cli.ts';

const folder = scratchFolder();
let count = 0;
const NAMES = ['a', 'b', 'ä.prepared.pack'];
const bytesOf = (name: string, more = 0): Uint8Array => Uint8Array.from([...Buffer.from(name), more, 0, 255]);

/** The path of a log in which each of the names has bytes. */
function written(): string {
	const path = join(folder, `${count++}.log`);
	const log = new PackLog(path);
	for (const name of NAMES) log.add(name, bytesOf(name));
	log.flush();
	return path;
}

test('what was added is found by the next that opens the file, the last of a name', () => {
	const path = written();
	const second = new PackLog(path);
	second.add('b', bytesOf('b', 7));
	second.add('c', new Uint8Array());
	second.flush();
	const log = new PackLog(path);
	expect([...NAMES, 'c', 'd'].map((name) => log.get(name)?.join())).toStrictEqual([
		bytesOf('a').join(),
		bytesOf('b', 7).join(),
		bytesOf(NAMES[2]).join(),
		'',
		undefined,
	]);
});

test('a torn or damaged end hides neither what stands before nor what is added after', () => {
	const whole = readFileSync(written());
	for (let cut = 0; cut < whole.length; cut += 5) {
		for (const tear of [
			(path: string) => truncateSync(path, cut),
			(path: string) => appendFileSync(path, whole.subarray(0, cut)),
			(path: string) =>
				writeFileSync(
					path,
					whole.map((byte, at) => (at === cut ? byte ^ 0x41 : byte)),
				),
		]) {
			const path = written();
			tear(path);
			const log = new PackLog(path);
			for (const name of NAMES) expect([undefined, bytesOf(name).join()]).toContain(log.get(name)?.join());
			log.add('new', bytesOf('new'));
			log.flush();
			expect(new PackLog(path).get('new')).toStrictEqual(Buffer.from(bytesOf('new')));
		}
	}
});

test('a file of which less than half is wanted is written anew, and removed with the last of it', () => {
	const path = written();
	for (let round = 0; round < 20; round++) {
		const log = new PackLog(path);
		log.add('a', bytesOf('a', round));
		log.tidy((name) => name === 'a');
	}
	expect(statSync(path).size).toBeLessThan(200);
	expect(new PackLog(path).get('a')?.join()).toBe(bytesOf('a', 19).join());
	const last = new PackLog(path);
	last.get('a');
	last.tidy(() => false);
	expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined();
});
