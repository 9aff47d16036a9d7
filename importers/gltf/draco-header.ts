/** What the head of Draco data says of its mesh. */
export interface DracoCounts {
	readonly faces: number;
	/** Points of sequential data; of the other method the head tells only vertices, which may be split further. */
	readonly points?: number;
}

const MAGIC = [0x44, 0x52, 0x41, 0x43, 0x4f];
const TRIANGULAR_MESH = 1;
const EDGEBREAKER = 1;
const HAS_METADATA = 0x8000;
/** Metadata within metadata; the decoder itself recurses. */
const MOST_NESTING = 32;

/**
 * Reads how many faces Draco data holds, before a decoder is trusted to allocate for them. Layout: "Draco Bitstream Specification",
 * sections header, metadata, connectivity. Undefined for anything that is no mesh of bitstream 2.x.
 */
export function dracoCounts(data: Uint8Array): DracoCounts | undefined {
	if (data.length < 11 || MAGIC.some((byte, i) => data[i] !== byte)) return undefined;
	const [major, minor, type, method] = data.subarray(5, 9);
	if (major !== 2 || type !== TRIANGULAR_MESH) return undefined;
	const reader = new VarintReader(data, 11);
	if (((data[9] | (data[10] << 8)) & HAS_METADATA) !== 0) skipAllMetadata(reader);
	if (method !== EDGEBREAKER) {
		const fixed = minor < 2;
		const faces = fixed ? reader.fixed32() : reader.varint();
		return result(reader, { faces, points: fixed ? reader.fixed32() : reader.varint() });
	}
	reader.skip(1);
	if (minor < 2) reader.varint();
	reader.varint();
	return result(reader, { faces: reader.varint() });
}

function result(reader: VarintReader, counts: DracoCounts): DracoCounts | undefined {
	return reader.ended ? undefined : counts;
}

function skipAllMetadata(reader: VarintReader): void {
	for (let left = reader.varint(); left > 0 && !reader.ended; left--) {
		reader.varint();
		skipMetadata(reader, 0);
	}
	skipMetadata(reader, 0);
}

function skipMetadata(reader: VarintReader, depth: number): void {
	if (depth > MOST_NESTING) reader.end();
	for (let left = reader.varint(); left > 0 && !reader.ended; left--) {
		reader.skip(reader.byte());
		reader.skip(reader.varint());
	}
	for (let left = reader.varint(); left > 0 && !reader.ended; left--) {
		reader.skip(reader.byte());
		skipMetadata(reader, depth + 1);
	}
}

/** Reads past the end give 0 and set `ended`. */
class VarintReader {
	readonly #data: Uint8Array;
	#at: number;
	ended = false;

	constructor(data: Uint8Array, at: number) {
		this.#data = data;
		this.#at = at;
	}

	byte(): number {
		if (this.#at >= this.#data.length) {
			this.ended = true;
			return 0;
		}
		return this.#data[this.#at++];
	}

	fixed32(): number {
		return (this.byte() | (this.byte() << 8) | (this.byte() << 16) | (this.byte() << 24)) >>> 0;
	}

	/** Seven bits a byte, the lowest first. */
	varint(): number {
		let value = 0;
		for (let shift = 0; shift < 64; shift += 7) {
			const byte = this.byte();
			value += (byte & 0x7f) * 2 ** shift;
			if (byte < 0x80) break;
		}
		return value;
	}

	skip(count: number): void {
		this.#at += count;
		if (this.#at > this.#data.length) this.ended = true;
	}

	end(): void {
		this.ended = true;
	}
}
