const LITTLE_ENDIAN_HOST = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/**
 * Turns 4-byte words between the file's little-endian order and this machine's, in place. On nearly every machine that is
 * nothing to do, which is why whole tables can be mapped to typed arrays.
 */
export function swapToHostOrder(bytes: Uint8Array): void {
	if (LITTLE_ENDIAN_HOST) return;
	for (let i = 0; i + 3 < bytes.length; i += 4) bytes.subarray(i, i + 4).reverse();
}
