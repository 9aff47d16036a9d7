import { mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pruneStores, Store } from '../../builds/cache/store.ts';
import { hashBytes } from '../../pipeline/disk/digest.ts';
import { scratchFolder } from '../support/cli.ts';

const out = scratchFolder();
let count = 0;

const BYTES = [Uint8Array.of(1, 2, 3), Uint8Array.of(), new Uint8Array(300_000).fill(7)];
const KEYS = ['small', 'none', 'large'].map((name) => hashBytes(name));

/** A cache with an entry of each. */
function kept(): string {
	const path = join(out, String(count++), 'cache');
	const store = new Store(path);
	for (const [i, key] of KEYS.entries()) store.put(key, BYTES[i]);
	store.save(true);
	return path;
}

function found(path: string): (number | undefined)[] {
	const store = new Store(path);
	return KEYS.map((key) => store.get(key)?.length);
}

test('bytes are given under their key and under no other; the last of a key count, and the same are not written again', () => {
	const path = kept();
	const store = new Store(path);
	for (const [i, key] of KEYS.entries()) expect([...(store.get(key) ?? [])]).toEqual([...BYTES[i]]);
	expect(store.get(hashBytes('other'))).toBeUndefined();
	const { ino } = statSync(path);
	store.put(KEYS[0], BYTES[0]);
	store.save(true);
	expect(statSync(path).ino).toBe(ino);
	store.put(KEYS[0], Uint8Array.of(9));
	store.save(true);
	expect([...(new Store(path).get(KEYS[0]) ?? [])]).toEqual([9]);
});

test('a damaged file counts as empty, and is replaced', () => {
	for (const damage of [
		(path: string) => truncateSync(path, 40),
		(path: string) => writeFileSync(path, readFileSync(path).fill(1, 300_000, 300_001)),
	]) {
		const path = kept();
		damage(path);
		expect(found(path)).toEqual([undefined, undefined, undefined]);
		const store = new Store(path);
		store.put(KEYS[0], BYTES[0]);
		store.save(true);
		expect(found(path)).toEqual([3, undefined, undefined]);
	}
});

test('what a build does not use goes, unless it has failed', () => {
	for (const [isWhole, expected] of [
		[false, [3, 0, 300_000]],
		[true, [3, undefined, undefined]],
	] as const) {
		const path = kept();
		const store = new Store(path);
		store.get(KEYS[0]);
		store.put(hashBytes('new'), Uint8Array.of(1));
		store.save(isWhole);
		expect(found(path)).toEqual(expected);
		expect(readdirSync(join(path, '..'))).toEqual(['cache']);
	}
});

test('a folder in the way is removed', () => {
	const path = join(out, String(count++), 'cache');
	mkdirSync(path, { recursive: true });
	writeFileSync(join(path, 'old.pack'), 'x');
	const store = new Store(path);
	store.put(KEYS[0], BYTES[0]);
	store.save(true);
	expect(found(path)).toEqual([3, undefined, undefined]);
});

test('only what targets that are gone have left is pruned', () => {
	const folder = join(out, String(count++));
	for (const name of ['manifest-a', 'manifest-b']) mkdirSync(join(folder, name), { recursive: true });
	pruneStores(folder, new Set(['manifest-a']));
	expect(readdirSync(folder)).toEqual(['manifest-a']);
	pruneStores(join(folder, 'none'), new Set());
});
