import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BUILT, BUILT_LIBRARY, BUILT_NODE, ENTRIES, importAsNode } from '../support/built.ts';
import { ROOT } from '../support/cli.ts';

test.each([...ENTRIES])(
	'the entry "%s" exports what its module does, and nothing that chunks share',
	async (entry, source) => {
		const { exports } = JSON.parse(readFileSync(join(BUILT, 'package.json'), 'utf8'));
		const file = exports[entry].default;
		const built = await importAsNode(join(BUILT, file));
		expect(Object.keys(built).sort()).toEqual(Object.keys(await source()).sort());
	},
);

test('options that do not exist are refused as they are without bundling', async () => {
	const { convertBytes } = await importAsNode<typeof import('../../index.ts')>(BUILT_LIBRARY);
	const { pipeline } = await importAsNode<typeof import('../../node.ts')>(BUILT_NODE);
	type Host = typeof import('../../hosts/gltf-transform/index.ts');
	const { walkmesh } = await importAsNode<Host>(join(BUILT, 'dist/gltf-transform.js'));
	type Plugin = typeof import('../../hosts/unplugin/index.ts');
	const { default: plugin } = await importAsNode<Plugin>(join(BUILT, 'dist/unplugin.js'));
	const misspelt = { wled: 1 } as object;
	await expect(convertBytes(new Uint8Array(0), 'a.glb', 'a.wok', misspelt)).rejects.toThrow('has no option "wled"');
	expect(() => pipeline().read('a.glb', misspelt)).toThrow('has no option "wled"');
	expect(() => pipeline().rooms(misspelt)).toThrow('has no option "wled"');
	await expect(pipeline().read('a.glb').run('a.wok', misspelt)).rejects.toThrow('has no option "wled"');
	expect(() => walkmesh(misspelt)).toThrow('has no option "wled"');
	expect(() => plugin.rollup(misspelt)).toThrow('has no option "wled"');
});

test('files of the package that the documentation names are in it', () => {
	const text = readFileSync(join(ROOT, 'docs/hosts.md'), 'utf8');
	const files = [...text.matchAll(/node_modules\/wokflow\/([\w./-]+\w)/g)].map(([, file]) => file);
	expect(files.filter((file) => !existsSync(join(BUILT, file)))).toEqual([]);
	expect(files).toHaveLength(1);
});

test('of options, what a stage declares is public, and nothing that only wokflow needs', async () => {
	const { option } = await import('../../entries/stages.ts');
	expect(Object.keys(option).sort()).toEqual(
		'choice degrees flag metres number optional orFalse orWords pairs squareMetres text texts value vector'.split(' '),
	);
});
