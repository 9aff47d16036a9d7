/** A number from 0 to 1; the same sequence for a seed on every machine. */
export type Random = () => number;

/** What a reader is given. */
export interface Sample {
	readonly fileName: string;
	readonly bytes: Uint8Array;
	/** Files that the first refers to. */
	readonly beside?: Readonly<Record<string, Uint8Array>>;
}

/** One reader's inputs: sound files changed where their structure hurts, and files that a generator makes. */
export type Subject = (random: Random) => Promise<Sample> | Sample;

export const below = (random: Random, count: number): number => Math.floor(random() * count);
export const pick = <T>(random: Random, list: readonly T[]): T => list[below(random, list.length)];
export const text = (value: string): Uint8Array => new TextEncoder().encode(value);
/** What a word of a binary file is changed to: counts and offsets that lead out of it, numbers that are none. */
const ODD_WORDS = [
	0, 1, 2, 3, 4, 136, 137, 0x7f, 0xff, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff,
].concat([0x7f800000, 0xff800000, 0x7fc00000, 0x7f7fffff, 0x00000001, 0x3f800000, 0x0fffffff, 0x15555556, 0x1745d175]);

/** Changes whole words: in the header more often than elsewhere. */
export function mutateWords(bytes: Uint8Array, random: Random, header: number): Uint8Array {
	// Not `slice`: that of a Buffer is a view into memory that it shares with others.
	const copy = new Uint8Array(bytes);
	const view = new DataView(copy.buffer);
	const words = copy.length >> 2;
	for (let left = 1 + below(random, 4); left > 0 && words > 0; left--) {
		const at = 4 * below(random, random() < 0.6 ? Math.min(words, header >> 2) : words);
		const old = view.getUint32(at, true);
		view.setUint32(at, random() < 0.3 ? old + pick(random, [1, -1, 2, 3, 12, 44, -12]) : pick(random, ODD_WORDS), true);
	}
	return random() < 0.1 ? copy.subarray(0, below(random, copy.length)) : copy;
}
