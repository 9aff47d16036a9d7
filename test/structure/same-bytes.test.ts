import { expect, test } from 'vitest';

test('typed arrays that are compared as bytes are equal where their elements are, and not otherwise', () => {
	const numbers = Float32Array.of(1, Number.NaN, -0);
	expect(numbers).toEqual(numbers.slice());
	expect({ deep: [Buffer.from('abc')] }).toStrictEqual({ deep: [Buffer.from('abc')] });
	expect(new Float32Array(numbers.buffer, 4)).toStrictEqual(numbers.slice(1));
	expect(numbers).not.toEqual(Float32Array.of(1, Number.NaN, 0));
	expect(numbers).not.toEqual(numbers.subarray(1));
	expect(Uint8Array.of(1)).not.toEqual(Uint8Array.of(2));
	expect(Uint8Array.of(1)).not.toStrictEqual(Int8Array.of(1));
	expect({ deep: [Buffer.from('abc')] }).not.toEqual({ deep: [Buffer.from('abd')] });
});
