import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hashBytes } from '../../builds/cache/hashes.ts';
import { pruneStores, Store } from '../../builds/cache/store.ts';
import { scratchFolder } from '../support/cli.ts';

const out = scratchFolder();
let count = 0;

const BYTES = [Uint8Array.of(1, 2, 3), Uint8Array.of(), new Uint8Array(300_000).fill(7)];
const KEYS = ['small', 'none', 'large'].map((name) => hashBytes(name));

/** A cache with an entry of each. */
function kept(): string {
	const path = join(out, String(count++), 'cache');
	const store = new Store(path, true);
	for (const [i, key] of KEYS.entries()) store.put(key, BYTES[i]);
	store.save();
	return path;
}

function found(path: string): (number | undefined)[] {
	const store = new Store(path, true);
	return KEYS.map((key) => store.get(key)?.length);
}

test('bytes are given under their key and under no other', () => {
	const store = new Store(kept(), true);
	for (const [i, key] of KEYS.entries()) expect([...(store.get(key) ?? [])]).toEqual([...BYTES[i]]);
	expect(store.get(hashBytes('other'))).toBeUndefined();
});

test('the last bytes of a key count, and the same are not written again', () => {
	const path = kept();
	const { size } = statSync(path);
	const same = new Store(path, true);
	same.put(KEYS[0], BYTES[0]);
	same.flush();
	expect(statSync(path).size).toBe(size);
	const other = new Store(path, true);
	other.put(KEYS[0], Uint8Array.of(9));
	other.flush();
	expect([...(new Store(path, true).get(KEYS[0]) ?? [])]).toEqual([9]);
});

test('a torn end hides neither what stands before nor what is added after', () => {
	for (const torn of [3, 39, 41, 64]) {
		const path = kept();
		const more = join(out, String(count++), 'cache');
		const one = new Store(more, true);
		one.put(hashBytes('torn'), new Uint8Array(100).fill(1));
		one.save();
		appendFileSync(path, readFileSync(more).subarray(0, torn));
		expect(found(path)).toEqual([3, 0, 300_000]);
		const store = new Store(path, true);
		store.put(hashBytes('added'), Uint8Array.of(5));
		store.flush();
		expect(found(path)).toEqual([3, 0, 300_000]);
		expect(new Store(path, true).get(hashBytes('added'))).toHaveLength(1);
	}
});

test('a changed byte makes its entry missing, and no other', () => {
	for (const [offset, expected] of [
		[40, [undefined, 0, 300_000]],
		[0, [undefined, 0, 300_000]],
		[300_000, [3, 0, undefined]],
	] as const) {
		const path = kept();
		const bytes = readFileSync(path);
		bytes[offset] ^= 1;
		writeFileSync(path, bytes);
		expect(found(path)).toEqual(expected);
	}
});

test('what no build uses goes as soon as it is more than half, and what is used without being read stays', () => {
	const path = kept();
	const most = new Store(path, true);
	most.use([KEYS[2]]);
	most.save();
	expect(found(path)).toEqual([3, 0, 300_000]);
	const few = new Store(path, true);
	few.get(KEYS[0]);
	few.use([KEYS[1]]);
	few.save();
	expect(found(path)).toEqual([3, 0, undefined]);
	expect(readdirSync(join(path, '..'))).toEqual(['cache']);
});

test('a folder or a link in the way is removed, and not what the link leads to', () => {
	const path = join(out, String(count++), 'cache');
	mkdirSync(path, { recursive: true });
	writeFileSync(join(path, 'old.pack'), 'x');
	const store = new Store(path, true);
	store.put(KEYS[0], BYTES[0]);
	store.save();
	expect(found(path)).toEqual([3, undefined, undefined]);
});

test('without leave to write nothing is', () => {
	const path = join(out, String(count++), 'cache');
	const store = new Store(path, false);
	store.put(KEYS[2], BYTES[2]);
	store.save();
	expect(existsSync(path)).toBe(false);
});

test('only what targets that are gone have left is pruned', () => {
	const folder = join(out, String(count++));
	for (const name of ['manifest-a', 'manifest-b']) mkdirSync(join(folder, name), { recursive: true });
	pruneStores(folder, new Set(['manifest-a']));
	expect(readdirSync(folder)).toEqual(['manifest-a']);
	pruneStores(join(folder, 'none'), new Set());
});
