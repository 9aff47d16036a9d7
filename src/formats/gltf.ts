/** Numbers of the glTF 2.0 specification that reading and writing share. */

/** Component types of accessors. */
export const BYTE = 5120;
export const UNSIGNED_BYTE = 5121;
export const SHORT = 5122;
export const UNSIGNED_SHORT = 5123;
export const UNSIGNED_INT = 5125;
export const FLOAT = 5126;
/** Of `KHR_accessor_float64`. */
export const DOUBLE = 5130;

/** Modes of primitives. */
export const POINTS = 0;
export const LINES = 1;
export const LINE_LOOP = 2;
export const TRIANGLES = 4;
export const TRIANGLE_FAN = 6;

/** Targets of buffer views: data of vertices, and indices. */
export const ARRAY_BUFFER = 34962;
export const ELEMENT_ARRAY_BUFFER = 34963;

/**
 * A GLB: a header of the magic, the version and the length of the file, then chunks, each with a header of the length of its data and its type. All of
 * them are little-endian 32-bit numbers.
 */
export const GLB = {
	/** `glTF`. */
	magic: 0x46546c67,
	version: 2,
	headerBytes: 12,
	chunkHeaderBytes: 8,
	/** `JSON`. */
	json: 0x4e4f534a,
	/** `BIN\0`. */
	binary: 0x004e4942,
} as const;

/** True when bytes begin like a GLB. */
export function isGlb(bytes: Uint8Array): boolean {
	return bytes.length >= 4 && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) === GLB.magic;
}
