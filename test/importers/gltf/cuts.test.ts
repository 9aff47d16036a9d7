import { expect, test } from 'vitest';
import { readGltf } from '../../../importers/gltf/read.ts';
import { InputError } from '../../../src/findings/report.ts';
import { bytesOf as fixtureBytes } from '../../fixtures/reading.ts';
import { makeVariants } from '../../support/gltf-variants.ts';
import { testContext } from '../../support/read-gltf.ts';

/** Where a file is cut, and where its bytes lie in a buffer: what is changed within files is for `test/fuzz`. */

async function outcomeOf(bytes: Uint8Array): Promise<'read' | 'refused'> {
	try {
		await readGltf(bytes, {}, testContext());
		return 'read';
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		return 'refused';
	}
}

test('every cut of a file is refused', async () => {
	const bytes = fixtureBytes('small/door.glb');
	expect(await outcomeOf(bytes)).toBe('read');
	for (let length = 0; length < bytes.length; length++)
		expect(await outcomeOf(bytes.subarray(0, length))).toBe('refused');
});

test('bytes at any offset of their buffer are read alike', async () => {
	const variants = await makeVariants(fixtureBytes('small/nested-transforms.glb'));
	for (const source of [fixtureBytes('small/door.glb'), ...variants.map(({ bytes }) => bytes)]) {
		for (const offset of [1, 2]) {
			const padded = new Uint8Array(source.length + offset);
			padded.set(source, offset);
			expect(await outcomeOf(padded.subarray(offset))).toBe('read');
		}
	}
});
