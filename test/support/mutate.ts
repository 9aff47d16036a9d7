import { packGlb } from './gltf-maker.ts';

/** Numbers from a seed, from 0 to 1: the same on every machine. */
export function generator(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let t = Math.imul(state ^ (state >>> 15), 1 | state);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** Changes some bytes, one bit or all of one, and now and then cuts the end off. */
export function mutateBytes(bytes: Uint8Array, random: () => number): Uint8Array {
	// Not `slice`: that of a Buffer is a view, and the source must stay as it is.
	const copy = new Uint8Array(bytes);
	const pick = (count: number): number => Math.floor(random() * count);
	for (let left = 1 + pick(8); left > 0; left--) {
		const at = pick(copy.length);
		copy[at] = random() < 0.5 ? copy[at] ^ (1 << pick(8)) : pick(256);
	}
	return random() < 0.1 ? copy.subarray(0, pick(copy.length)) : copy;
}

// biome-ignore lint/suspicious/noExplicitAny: any JSON.
type Json = any;

/** Values that readers stumble over. */
const ODD: readonly Json[] = [
	...[0, 1, 2, 3, 5, 7, -1, 255, 65535, 4294967295, 4294967296, 2 ** 53, 1e308, 0.5, -0.5, 'x', '', null, true, false],
	...[
		{},
		[],
		[0],
		[[0, 1]],
		5120,
		5121,
		5123,
		5125,
		5126,
		'VEC3',
		'SCALAR',
		'MAT4',
		'data:,',
		'../x.bin',
		'ATTRIBUTES',
	],
];

/** Changes one value of a JSON document to another: one nearby, one from elsewhere in the document, an odd one, or none. */
export function mutateJson(text: string, random: () => number, changes = 1): string {
	const document = JSON.parse(text) as Json;
	const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
	for (let left = changes; left > 0; left--) {
		const places: (readonly [Json, string])[] = [];
		const walk = (value: Json): void => {
			for (const key of Object.keys(value)) {
				places.push([value, key]);
				if (typeof value[key] === 'object' && value[key] !== null) walk(value[key]);
			}
		};
		walk(document);
		if (places.length === 0) break;
		const [owner, key] = pick(places);
		const choice = random();
		if (choice < 0.15) delete owner[key];
		else if (choice < 0.4 && typeof owner[key] === 'number') owner[key] += pick([1, -1, 2, 4, 100, 1e9]);
		else if (choice < 0.5) {
			const [other, name] = pick(places);
			if (other[name] !== undefined) owner[key] = structuredClone(other[name]);
		} else owner[key] = structuredClone(pick(ODD));
	}
	return JSON.stringify(document);
}

/** The JSON text and the binary chunk of a sound GLB. */
export function unpackGlb(bytes: Uint8Array): { text: string; data: Uint8Array } {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const length = view.getUint32(12, true);
	return { text: new TextDecoder().decode(bytes.subarray(20, 20 + length)), data: bytes.subarray(28 + length) };
}

/** Changes a GLB somewhere: in its bytes, in its data, in its JSON text, or in a value of its JSON. */
export function mutateGlb(bytes: Uint8Array, random: () => number): Uint8Array {
	const { text, data } = unpackGlb(bytes);
	const choice = random();
	if (choice < 0.2) return mutateBytes(bytes, random);
	if (choice < 0.45) return packGlb(text, mutateBytes(data, random));
	if (choice < 0.55) {
		const broken = mutateBytes(new TextEncoder().encode(text), random);
		return packGlb(new TextDecoder('latin1').decode(broken), data);
	}
	return packGlb(mutateJson(text, random, 1 + Math.floor(random() * 3)), data);
}
