import { inflateSync } from 'node:zlib';

/** Reads PNG back with nothing of the writer. */
export interface Decoded {
	readonly width: number;
	readonly height: number;
	/** As they lie in the file, compressed. */
	readonly data: Uint8Array;
	/** Three bytes a pixel. */
	readonly pixels: Uint8Array;
}

export function decodePng(bytes: Uint8Array): Decoded {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const parts: Uint8Array[] = [];
	let [width, height] = [0, 0];
	for (let at = 8; at < bytes.length; ) {
		const length = view.getUint32(at);
		const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
		const content = bytes.subarray(at + 8, at + 8 + length);
		if (type === 'IHDR') {
			[width, height] = [view.getUint32(at + 8), view.getUint32(at + 12)];
			// Depth 8, colours without transparency, no interlacing.
			if (content[8] !== 8 || content[9] !== 2 || content[12] !== 0) throw new Error(`IHDR ${content.join(' ')}`);
		}
		if (type === 'IDAT') parts.push(content);
		at += length + 12;
	}
	const data = Buffer.concat(parts);
	return { width, height, data, pixels: unfiltered(inflateSync(data), width * 3, height) };
}

function unfiltered(rows: Uint8Array, stride: number, height: number): Uint8Array {
	const pixels = new Uint8Array(stride * height);
	for (let y = 0; y < height; y++) {
		const filter = rows[y * (stride + 1)];
		for (let i = 0; i < stride; i++) {
			const raw = rows[y * (stride + 1) + 1 + i];
			const left = i >= 3 ? pixels[y * stride + i - 3] : 0;
			const up = y > 0 ? pixels[(y - 1) * stride + i] : 0;
			const corner = i >= 3 && y > 0 ? pixels[(y - 1) * stride + i - 3] : 0;
			const guess = left + up - corner;
			const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
			const paeth = a <= b && a <= c ? left : b <= c ? up : corner;
			pixels[y * stride + i] = raw + [0, left, up, (left + up) >> 1, paeth][filter];
		}
	}
	return pixels;
}

/** `#rrggbb` */
export function pixelAt({ pixels, width }: Decoded, x: number, y: number): string {
	const at = (y * width + x) * 3;
	return `#${[...pixels.subarray(at, at + 3)].map((each) => each.toString(16).padStart(2, '0')).join('')}`;
}
