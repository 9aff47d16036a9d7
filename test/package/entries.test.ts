import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BUILT } from '../support/built.ts';

/** The modules that the entries of the package are made from. */
const SOURCES = new Map<string, () => Promise<object>>([
	['.', () => import('../../index.ts')],
	['./node', () => import('../../node.ts')],
	['./gltf-transform', () => import('../../hosts/gltf-transform/index.ts')],
	['./unplugin', () => import('../../hosts/unplugin/index.ts')],
]);

test.each([...SOURCES])(
	'the entry "%s" exports what its module does, and nothing that chunks share',
	async (entry, source) => {
		const { exports } = JSON.parse(readFileSync(join(BUILT, 'package.json'), 'utf8'));
		const file = exports[entry].default;
		const built = (await import(join(BUILT, file))) as object;
		expect(Object.keys(built).sort()).toEqual(Object.keys(await source()).sort());
	},
);
