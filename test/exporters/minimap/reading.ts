import { expect } from 'vitest';

export interface Tga {
	readonly width: number;
	readonly height: number;
	/** Red, green, blue, alpha; from the upper left. */
	at(x: number, y: number): number[];
}

/** Reads a TGA by the format's own words: lowest row first, blue before red. */
export function readTga(bytes: Uint8Array): Tga {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const [width, height] = [view.getUint16(12, true), view.getUint16(14, true)];
	expect([bytes[0], bytes[1], bytes[2], bytes[16], bytes[17] & 0x20]).toEqual([0, 0, 2, 32, 0]);
	expect(bytes.length).toBe(18 + width * height * 4);
	return {
		width,
		height,
		at: (x, y) => {
			const [blue, green, red, alpha] = bytes.subarray(18 + ((height - 1 - y) * width + x) * 4);
			return [red, green, blue, alpha];
		},
	};
}
