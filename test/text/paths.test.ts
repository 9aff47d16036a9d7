import { expect, test } from 'vitest';
import { baseName, joinPath, slashed, stemOf } from '../../src/text/paths.ts';

test.each([
	['', 'a.wok', 'a.wok'],
	['.', 'a.wok', 'a.wok'],
	['./', 'a.wok', 'a.wok'],
	['././', 'a.wok', 'a.wok'],
	['.\\', 'a.wok', 'a.wok'],
	['out', 'a.wok', 'out/a.wok'],
	['out/', 'a.wok', 'out/a.wok'],
	['out//', 'a.wok', 'out/a.wok'],
	['out\\', 'a.wok', 'out/a.wok'],
	['./out', 'a.wok', 'out/a.wok'],
	['.//.\\out/deep', 'a.wok', 'out/deep/a.wok'],
	['a/./b', 'c', 'a/./b/c'],
	['..', 'a.wok', '../a.wok'],
	['../out', 'a.wok', '../out/a.wok'],
	['.hidden', 'a.wok', '.hidden/a.wok'],
	['/', 'a.wok', '/a.wok'],
	['//', 'a.wok', '/a.wok'],
	['\\', 'a.wok', '/a.wok'],
	['/tmp', 'a.wok', '/tmp/a.wok'],
	['C:\\maps\\', 'a.wok', 'C:\\maps/a.wok'],
])('%j and %j are the path %j', (folder, name, path) => {
	expect(joinPath(folder, name)).toBe(path);
});

test.each([
	['', '', '', ''],
	['room.wok', 'room.wok', 'room.wok', 'room'],
	['a/b\\quay.blend.glb', 'a/b/quay.blend.glb', 'quay.blend.glb', 'quay.blend'],
	['\\\\host\\a\\.hidden', '//host/a/.hidden', '.hidden', ''],
	['a.b/', 'a.b/', '', ''],
])('%j is %j with slashes, its last part is %j, and that without its extension %j', (path, forward, name, stem) => {
	expect([slashed(path), baseName(path), stemOf(baseName(path))]).toEqual([forward, name, stem]);
});
