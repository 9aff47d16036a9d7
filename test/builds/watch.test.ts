import { mkdirSync, rmdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { TargetResult } from '../../builds/build.ts';
import { configFromValue } from '../../builds/config/config.ts';
import { counts, NOTHING_WATCHED, startWatcher, watchedBy } from '../../builds/watch.ts';
import { scratchFolder } from '../support/cli.ts';

const base = resolve('/levels');
const at = (path: string): string => resolve(base, path);

test('a watch looks at what its targets name, and keeps what it has looked at', async () => {
	const targets = {
		quay: { level: 'quay.lyt', out: 'out', roomFolder: 'rooms', surfaces: 'list.json', surfacemat: 'own.2da' },
		gate: { input: 'gate.glb', output: 'gate.dwk', layout: 'other.lyt' },
	};
	const config = await configFromValue({ targets }, base);
	const before = { ...NOTHING_WATCHED, files: new Set(['/before']), outputs: new Set(['/made-before']) };
	const result = { inputs: ['deep/a.bin'], outputs: [{ path: 'out/quay.lyt' }] } as unknown as TargetResult;
	const watched = watchedBy({ ...config, file: at('wokflow.config.json') }, [result], before);
	const files = ['wokflow.config.json', 'quay.lyt', 'list.json', 'own.2da', 'gate.glb', 'other.lyt', 'deep/a.bin'];
	expect([...watched.files].sort()).toEqual(['/before', ...files.map(at)].sort());
	expect([...watched.roomFolders]).toEqual([at('rooms')]);
	expect([...watched.outputs]).toEqual(['/made-before', at('out/quay.lyt')]);
});

test('in folders of rooms every room counts, but for those that the build writes', () => {
	const watched = {
		files: new Set(['/a/quay.glb', '/rooms/made.wok']),
		roomFolders: new Set(['/rooms']),
		outputs: new Set(['/rooms/made.wok', '/rooms/own.wok']),
		roomExtensions: ['.wok', '.glb'],
	};
	const found = ['/a/quay.glb', '/a/new.wok', '/rooms/new.wok', '/rooms/NEW.WOK', '/rooms/notes.txt', '/rooms/own.wok'];
	expect(found.filter((path) => counts(watched, path))).toEqual(['/a/quay.glb', '/rooms/new.wok', '/rooms/NEW.WOK']);
	// What is read is looked at, whoever writes it.
	expect(counts(watched, '/rooms/made.wok')).toBe(true);
});

test('an edit that keeps size and time is reported, and a file that was a folder for a moment', async () => {
	const path = join(scratchFolder(), 'scene.glb');
	writeFileSync(path, 'first');
	const { atime, mtime } = statSync(path);
	const watcher = await startWatcher(new AbortController().signal);
	try {
		watcher.look({ ...NOTHING_WATCHED, files: new Set([path]) });
		for (const content of ['other', 'third']) {
			await new Promise((resolve) => setTimeout(resolve, 50));
			writeFileSync(path, content);
			utimesSync(path, atime, mtime);
			expect(await watcher.changes()).toEqual([path]);
		}
		rmSync(path);
		mkdirSync(path);
		expect(await watcher.changes()).toEqual([path]);
		rmdirSync(path);
		writeFileSync(path, 'again');
		expect(await watcher.changes()).toEqual([path]);
	} finally {
		await watcher.close();
	}
});

test('what is saved before the system tells of changes is reported, and what stays as it was is not', async () => {
	const folder = scratchFolder();
	const [saved, kept, unread] = ['saved.glb', 'kept.glb', 'unread.bin'].map((name) => join(folder, name));
	for (const path of [saved, kept, unread]) writeFileSync(path, 'first');
	mkdirSync(join(folder, 'rooms'));
	const watcher = await startWatcher(new AbortController().signal);
	try {
		const watched = { ...NOTHING_WATCHED, files: new Set([saved, kept]), roomExtensions: ['.glb'] };
		watcher.look({ ...watched, roomFolders: new Set([join(folder, 'rooms')]) });
		writeFileSync(saved, 'second');
		writeFileSync(join(folder, 'rooms/new.glb'), '');
		expect(await watcher.changes()).toEqual([join(folder, 'rooms/new.glb'), saved]);
		writeFileSync(unread, 'second');
		writeFileSync(kept, 'second');
		expect(await watcher.changes()).toEqual([kept]);
		// Known as an input only once it was read, and saved meanwhile.
		writeFileSync(unread, 'third');
		await new Promise((resolve) => setTimeout(resolve, 150));
		watcher.look({ ...watched, files: new Set([saved, kept, unread]) });
		expect(await watcher.changes()).toEqual([unread]);
	} finally {
		await watcher.close();
	}
});
