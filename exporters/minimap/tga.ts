/** Height of the head, bytes. */
const HEAD = 18;

/**
 * An uncompressed TGA with alpha, as the game reads pictures: the lowest row first, blue, green, red, alpha.
 *
 * @param pixels three bytes a pixel, the highest row first
 */
export function writeTga(pixels: Uint8Array, width: number, height: number): Uint8Array {
	const bytes = new Uint8Array(HEAD + width * height * 4);
	const view = new DataView(bytes.buffer);
	bytes[2] = 2;
	view.setUint16(12, width, true);
	view.setUint16(14, height, true);
	bytes[16] = 32;
	bytes[17] = 8;
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < width; x++) {
			const from = (y * width + x) * 3;
			const to = HEAD + ((height - 1 - y) * width + x) * 4;
			bytes[to] = pixels[from + 2];
			bytes[to + 1] = pixels[from + 1];
			bytes[to + 2] = pixels[from];
			bytes[to + 3] = 255;
		}
	}
	return bytes;
}
