/** The sizes in the header of Draco data. */
interface DracoCounts {
	readonly faces: number;
	/** Number of points, only for sequential encoding. Edgebreaker's header has the number of vertices before they are split, which may be lower. */
	readonly points?: number;
}

const MAGIC = [0x44, 0x52, 0x41, 0x43, 0x4f];
const TRIANGULAR_MESH = 1;
const EDGEBREAKER = 1;
const HAS_METADATA = 0x8000;
/** Most levels of nested metadata: the decoder recurses. */
const MOST_NESTING = 32;

/**
 * Reads the number of faces from the header of Draco data, before a decoder allocates memory for them. Layout: "Draco Bitstream Specification",
 * sections header, metadata, connectivity. Undefined for anything but a mesh of bitstream 2.x.
 */
export function dracoCounts(data: Uint8Array): DracoCounts | undefined {
	if (data.length < 11 || MAGIC.some((byte, i) => data[i] !== byte)) return undefined;
	const [major, minor, type, method, flags, moreFlags] = data.subarray(5, 11);
	if (major !== 2 || type !== TRIANGULAR_MESH) return undefined;
	const reader = new HeadReader(data, 11);
	try {
		if (((flags | (moreFlags << 8)) & HAS_METADATA) !== 0) reader.skipAllMetadata();
		if (method !== EDGEBREAKER) {
			const count = (): number => (minor < 2 ? reader.fixed32() : reader.varint());
			return { faces: count(), points: count() };
		}
		reader.skip(1);
		if (minor < 2) reader.varint();
		reader.varint();
		return { faces: reader.varint() };
	} catch (error) {
		if (error instanceof RangeError) return undefined;
		throw error;
	}
}

/** @throws RangeError for a read past the end */
class HeadReader {
	readonly #view: DataView;
	#at: number;

	constructor(data: Uint8Array, at: number) {
		this.#view = new DataView(data.buffer, data.byteOffset, data.byteLength);
		this.#at = at;
	}

	skip(count: number): void {
		this.#at += count;
	}

	fixed32(): number {
		const value = this.#view.getUint32(this.#at, true);
		this.skip(4);
		return value;
	}

	/** Reads an integer with seven bits in each byte, lowest first. */
	varint(): number {
		let value = 0;
		for (let shift = 0; shift < 64; shift += 7) {
			const byte = this.#byte();
			value += (byte & 0x7f) * 2 ** shift;
			if (byte < 0x80) break;
		}
		return value;
	}

	/** Skips the metadata of attributes, each preceded by its number, then that of the file. */
	skipAllMetadata(): void {
		for (let left = this.varint(); left > 0; left--) {
			this.varint();
			this.#skipMetadata(0);
		}
		this.#skipMetadata(0);
	}

	/** Skips entries (names and values), then nested metadata with their names. */
	#skipMetadata(depth: number): void {
		if (depth > MOST_NESTING) throw new RangeError('metadata is nested too deep');
		for (let left = this.varint(); left > 0; left--) {
			this.skip(this.#byte());
			this.skip(this.varint());
		}
		for (let left = this.varint(); left > 0; left--) {
			this.skip(this.#byte());
			this.#skipMetadata(depth + 1);
		}
	}

	#byte(): number {
		return this.#view.getUint8(this.#at++);
	}
}
