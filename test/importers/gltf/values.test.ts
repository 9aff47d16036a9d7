import { WebIO } from '@gltf-transform/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMPONENT_BYTES, ELEMENT_VALUES, type GltfAccessor } from '../../../importers/gltf/document.ts';
import { PlainValues } from '../../../importers/gltf/values.ts';
import { runs } from '../../support/thorough.ts';

const accessors = fc.record({
	componentType: fc.constantFrom(...COMPONENT_BYTES.keys()),
	type: fc.constantFrom(...ELEMENT_VALUES.keys()),
	count: fc.integer({ min: 1, max: 5 }),
	normalized: fc.boolean(),
	/** In components, as glTF aligns them. */
	offset: fc.integer({ min: 0, max: 3 }),
	padding: fc.integer({ min: 0, max: 3 }),
	/** Where the file begins in memory: a file in an archive may begin anywhere. */
	start: fc.integer({ min: 0, max: 8 }),
	seed: fc.integer({ min: 1, max: 1e6 }),
});

describe('values that lie in a buffer as they are', () => {
	it('are read as glTF-Transform reads them: of every type, normalized, between others, from anywhere in a view', async () => {
		const check = async ({
			componentType,
			type,
			count,
			normalized,
			offset,
			padding,
			start,
			seed,
		}: typeof accessors extends fc.Arbitrary<infer T> ? T : never): Promise<void> => {
			const component = COMPONENT_BYTES.get(componentType)!;
			const element = component * ELEMENT_VALUES.get(type)!;
			const stride = element + padding * component;
			const bytes = Uint8Array.from(
				{ length: 8 + offset * component + stride * count },
				(_, i) => Math.imul(seed + i, 2654435761) >>> 24,
			);
			const canBe = normalized && component < 4;
			const accessor = { bufferView: 0, byteOffset: offset * component, componentType, type, count, normalized: canBe };
			const view = {
				buffer: 0,
				byteOffset: 8,
				byteLength: bytes.length - 8,
				...(padding > 0 ? { byteStride: stride } : {}),
			};
			const json = {
				asset: { version: '2.0' },
				accessors: [accessor],
				bufferViews: [view],
				buffers: [{ byteLength: bytes.length, uri: 'a' }],
			} as never;
			const theirs = (await new WebIO().readJSON({ json, resources: { a: bytes } })).getRoot().listAccessors()[0];
			const memory = new Uint8Array(start + bytes.length);
			memory.set(bytes, start);
			const ours = new PlainValues(accessor as GltfAccessor, view, memory.subarray(start + 8));
			// Not copied where they can be used as they lie.
			const canStay = padding === 0 && (start + offset * component + 8) % component === 0;
			expect(ours.getArray().buffer === memory.buffer).toBe(canStay);
			expect(ours.getArray()).toEqual(theirs.getArray());
			expect(ours.getCount()).toBe(theirs.getCount());
			for (let i = 0; i < count; i++) expect(ours.getElement(i, [])).toEqual(theirs.getElement(i, []));
		};
		await fc.assert(fc.asyncProperty(accessors, check), { numRuns: runs(150, 5000) });
	});
});
