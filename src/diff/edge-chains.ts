import { mix } from '../mesh/coincident.ts';

/** Directed edges in a hash table. */
export interface EdgeChains {
	/** First entry of a chain, by the hash of its ends; −1 for none. */
	readonly heads: Int32Array;
	/** 1 an entry: the next of its chain, or −1. Chains may hold edges with other ends. */
	readonly next: Int32Array;
	readonly mask: number;
}

/** Puts edges into chains by `mix(from, to, 0)`. Of edges with the same ends the last comes first. */
export function edgeChains(from: Uint32Array, to: Uint32Array): EdgeChains {
	let size = 16;
	while (size < from.length * 2) size *= 2;
	const mask = size - 1;
	const heads = new Int32Array(size).fill(-1);
	const next = new Int32Array(from.length);
	for (let entry = 0; entry < from.length; entry++) {
		const slot = mix(from[entry], to[entry], 0) & mask;
		next[entry] = heads[slot];
		heads[slot] = entry;
	}
	return { heads, next, mask };
}
