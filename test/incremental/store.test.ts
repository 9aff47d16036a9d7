import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hashBytes } from '../../builds/hashes.ts';
import { type ActionRecord, NOTHING_BUILT, pruneStores, Store, type TargetState } from '../../builds/store.ts';
import { scratchFolder } from '../support/cli.ts';

const out = scratchFolder();
let count = 0;

const [small, room] = ['link.pack', 'hall.prepared.pack'];
const [smallBytes, roomBytes] = [Uint8Array.of(1, 2, 3), Uint8Array.of(4, 5)];
const record: ActionRecord = { key: 'k', also: [], files: [], packs: [[room, hashBytes(roomBytes)]], outputs: [] };
const state: TargetState = {
	records: new Map([['prepare hall', record]]),
	packs: new Map([[small, smallBytes]]),
	rooms: [],
};

/** A folder in which a build has kept a pack of each kind. */
function kept(): string {
	const folder = join(out, String(count++));
	const store = new Store(folder, true);
	store.put(room, record, roomBytes);
	store.put(small, record, smallBytes);
	store.flush();
	store.save(state);
	return folder;
}

test('a pack is given for its own hash and for no other', () => {
	const store = new Store(kept(), true);
	const read = store.state();
	expect(read).toEqual(state);
	expect(store.get(small, hashBytes(smallBytes), read)).toEqual(smallBytes);
	expect(store.get(small, hashBytes(roomBytes), read)).toBeUndefined();
	expect([...(store.get(room, hashBytes(roomBytes), read) ?? [])]).toEqual([...roomBytes]);
	expect(store.get(room, hashBytes(smallBytes), read)).toBeUndefined();
	expect(store.recordOf(room)).toEqual(record);
	expect([store.recordOf(small), store.recordOf(undefined)]).toEqual([undefined, undefined]);
});

test('what belongs to no build is removed with the next save', () => {
	const folder = kept();
	const own = readdirSync(folder);
	mkdirSync(join(folder, 'old/er'), { recursive: true });
	writeFileSync(join(folder, 'stray.pack'), 'x');
	new Store(folder, true).save(state);
	expect(readdirSync(folder)).toEqual(own);
	expect(own).toHaveLength(2);
});

test('without leave to write nothing is', () => {
	const folder = join(out, String(count++));
	const store = new Store(folder, false);
	store.put(room, record, roomBytes);
	store.flush();
	store.save(state);
	expect(existsSync(folder)).toBe(false);
	expect(store.state()).toBe(NOTHING_BUILT);
});

test('only what targets that are gone have left is pruned', () => {
	const folder = join(out, String(count++));
	for (const name of ['manifest-a', 'manifest-b']) mkdirSync(join(folder, name), { recursive: true });
	pruneStores(folder, new Set(['manifest-a']));
	expect(readdirSync(folder)).toEqual(['manifest-a']);
	pruneStores(join(folder, 'none'), new Set());
});
