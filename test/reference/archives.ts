import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';

/**
 * Archives of the game made by hand, byte by byte from the description of their formats. Shares nothing with the readers and writers that are
 * tested with it.
 */

/** A resource, and where it is to lie; behind the one before it without an offset. */
export interface MadeEntry {
	readonly name: string;
	readonly type: number;
	readonly bytes: Uint8Array;
	/** What the table says of it, true or not. */
	readonly offset?: number;
	readonly size?: number;
}

/** Bytes with holes between them. */
export interface Sparse {
	readonly size: number;
	readonly chunks: readonly { readonly at: number; readonly bytes: Buffer }[];
}

function fixed(text: string, length: number): Buffer {
	const bytes = Buffer.alloc(length);
	bytes.write(text, 'latin1');
	return bytes;
}

function placed(entries: readonly MadeEntry[], start: number): { at: number; size: number; bytes: Buffer }[] {
	let next = start;
	return entries.map(({ bytes, offset, size }) => {
		const at = offset ?? next;
		next = at + bytes.length;
		return { at, size: size ?? bytes.length, bytes: Buffer.from(bytes) };
	});
}

function sparse(head: Buffer, data: readonly { at: number; bytes: Buffer }[], isInside: boolean): Sparse {
	const chunks = [{ at: 0, bytes: head }, ...(isInside ? data : [])];
	return { chunks, size: Math.max(...chunks.map(({ at, bytes }) => at + bytes.length)) };
}

/** @param count what the header says of the number of entries */
export function madeErf(
	entries: readonly MadeEntry[],
	{ letters = 'MOD ', texts = '', count = entries.length, padding = 0 } = {},
): Sparse {
	const keysAt = 160 + texts.length;
	const placesAt = keysAt + entries.length * 24;
	const start = placesAt + entries.length * 8 + padding;
	const head = Buffer.alloc(start);
	head.write(`${letters}V1.0`, 'latin1');
	for (const [index, word] of [texts === '' ? 0 : 1, texts.length, count, 160, keysAt, placesAt, 122, 14, 77].entries())
		head.writeUInt32LE(word, 8 + index * 4);
	head.write(texts, 160, 'latin1');
	const data = placed(entries, start);
	for (const [index, { name, type }] of entries.entries()) {
		fixed(name, 16).copy(head, keysAt + index * 24);
		head.writeUInt32LE(index, keysAt + index * 24 + 16);
		head.writeUInt16LE(type, keysAt + index * 24 + 20);
		head.writeUInt32LE(data[index].at, placesAt + index * 8);
		head.writeUInt32LE(data[index].size, placesAt + index * 8 + 4);
	}
	return sparse(head, data, true);
}

export function madeRim(entries: readonly MadeEntry[], { count = entries.length, padding = 0 } = {}): Sparse {
	const start = 120 + entries.length * 32 + padding;
	const head = Buffer.alloc(start);
	head.write('RIM V1.0', 'latin1');
	head.writeUInt32LE(count, 12);
	head.writeUInt32LE(120, 16);
	const data = placed(entries, start);
	for (const [index, { name, type }] of entries.entries()) {
		const at = 120 + index * 32;
		fixed(name, 16).copy(head, at);
		head.writeUInt32LE(type, at + 16);
		head.writeUInt32LE(index, at + 20);
		head.writeUInt32LE(data[index].at, at + 24);
		head.writeUInt32LE(data[index].size, at + 28);
	}
	return sparse(head, data, true);
}

export function madeBif(entries: readonly MadeEntry[]): Sparse {
	const start = 20 + entries.length * 16;
	const head = Buffer.alloc(start);
	head.write('BIFFV1  ', 'latin1');
	head.writeUInt32LE(entries.length, 8);
	head.writeUInt32LE(20, 16);
	const data = placed(entries, start);
	for (const [index, { type }] of entries.entries()) {
		head.writeUInt32LE(index, 20 + index * 16);
		head.writeUInt32LE(data[index].at, 24 + index * 16);
		head.writeUInt32LE(data[index].size, 28 + index * 16);
		head.writeUInt32LE(type, 32 + index * 16);
	}
	return sparse(head, data, true);
}

/** The index of some BIFs, as the game names them: `data\models.bif`. */
export function madeKey(bifs: Readonly<Record<string, readonly MadeEntry[]>>): Buffer {
	const names = Object.keys(bifs);
	const keys = Object.values(bifs).flatMap((entries, file) =>
		entries.map(({ name, type }, index) => ({ name, type, id: file * 2 ** 20 + index })),
	);
	const namesAt = 64 + names.length * 12;
	const nameBytes = Buffer.from(names.map((name) => `${name}\0`).join(''), 'latin1');
	const keysAt = namesAt + nameBytes.length;
	const bytes = Buffer.alloc(keysAt + keys.length * 22);
	bytes.write('KEY V1  ', 'latin1');
	for (const [index, word] of [names.length, keys.length, 64, keysAt, 103, 190].entries())
		bytes.writeUInt32LE(word, 8 + index * 4);
	let nameAt = namesAt;
	for (const [index, name] of names.entries()) {
		bytes.writeUInt32LE(nameAt, 64 + index * 12 + 4);
		bytes.writeUInt16LE(name.length + 1, 64 + index * 12 + 8);
		nameAt += name.length + 1;
	}
	nameBytes.copy(bytes, namesAt);
	for (const [index, { name, type, id }] of keys.entries()) {
		fixed(name, 16).copy(bytes, keysAt + index * 22);
		bytes.writeUInt16LE(type, keysAt + index * 22 + 16);
		bytes.writeUInt32LE(id, keysAt + index * 22 + 18);
	}
	return bytes;
}

/** All of it, the holes as zeros. */
export function wholeOf({ size, chunks }: Sparse): Buffer {
	const bytes = Buffer.alloc(size);
	for (const { at, bytes: part } of chunks) part.copy(bytes, at);
	return bytes;
}

/** Writes it so that holes take no room. */
export function writeSparse(path: string, { size, chunks }: Sparse): void {
	const file = openSync(path, 'w');
	ftruncateSync(file, size);
	for (const { at, bytes } of chunks) writeSync(file, bytes, 0, bytes.length, at);
	closeSync(file);
}

/** Something that counts what is read of it. */
export function countedSource({ size, chunks }: Sparse): {
	size: number;
	bytesRead: number;
	read(offset: number, length: number): Promise<Uint8Array>;
} {
	return {
		size,
		bytesRead: 0,
		async read(offset, length) {
			if (offset < 0 || offset + length > size) throw new RangeError('outside');
			this.bytesRead += length;
			const bytes = new Uint8Array(length);
			for (const { at, bytes: part } of chunks) {
				const from = Math.max(at, offset);
				const to = Math.min(at + part.length, offset + length);
				if (from < to) bytes.set(part.subarray(from - at, to - at), from - offset);
			}
			return bytes;
		},
	};
}
