import { appendFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { readKept } from '../pipeline/disk/kept-files.ts';
import { hashBytes } from './hashes.ts';

/** Size of the head of a frame: the lengths of name and bytes as 32-bit integers, little-endian. */
const HEAD = 8;
/** Size of its end: the checksum as a 32-bit integer, and 4 zeros. */
const SEAL = 8;
/** Frames and the bytes in them begin at multiples of this, so that arrays in them need not be copied. */
const GRAIN = 8;
/** So many bytes are written at a time. */
const AT_ONCE = 128 << 10;

/** The range of a frame in the file, and of the bytes in it. */
interface Frame {
	readonly from: number;
	readonly bytes: number;
	readonly size: number;
	readonly end: number;
}

/**
 * An append-only file of named byte arrays: with a file for each of thousands of small results, opening the files would take longer than making the
 * results. A frame consists of two lengths, name, bytes, and a CRC-32 of all of these, which tells of damage as well as a hash, in a third of the time.
 * The last frame of a name counts. A build that is killed leaves all frames but the last intact. Cut or damaged frames count as missing; the file is a
 * cache, so nothing is lost.
 */
export class PackLog {
	readonly #path: string;
	#file: Buffer | undefined;
	#frames: Map<string, Frame> | undefined;
	/** Offset of the end of the last intact frame. */
	#end = 0;
	/** Size of the file. */
	#size = 0;
	/** Frames that are not written yet. */
	#waiting: Uint8Array[] = [];
	#waitingBytes = 0;
	/** Names of added bytes, with the lengths of their frames. */
	readonly #added = new Map<string, number>();

	constructor(path: string) {
		this.#path = path;
	}

	/**
	 * The bytes of a name as they were before this build added any.
	 * @param hash hash that the bytes must have; without it, the checksum of the frame decides
	 */
	get(name: string, hash?: string): Uint8Array | undefined {
		const frame = this.#read().get(name);
		const file = this.#file;
		if (frame === undefined || file === undefined) return undefined;
		const { from, bytes: at, size, end } = frame;
		const bytes = file.subarray(at, at + size);
		if (hash !== undefined) return hashBytes(bytes) === hash ? bytes : undefined;
		const named = file.subarray(from, from + HEAD + file.readUInt32LE(from));
		return sealOf(named, bytes) === file.readUInt32LE(end - SEAL) ? bytes : undefined;
	}

	/** Adds bytes at the end of the file. Several additions are written together, and the bytes must not change until then. */
	add(name: string, bytes: Uint8Array): void {
		const parts = frameOf(name, bytes);
		const size = parts.reduce((sum, { length }) => sum + length, 0);
		this.#waiting.push(...parts);
		this.#waitingBytes += size;
		this.#added.set(name, size);
		if (this.#waitingBytes >= AT_ONCE) this.flush();
	}

	/** Writes the added frames. */
	flush(): void {
		if (this.#waiting.length === 0) return;
		this.#read();
		const frames = Buffer.concat(this.#waiting);
		this.#waiting = [];
		this.#waitingBytes = 0;
		// A frame that a killed build left incomplete would make everything after it unreadable.
		if (this.#size > this.#end) truncateSync(this.#path, this.#end);
		appendFileSync(this.#path, frames);
		this.#end += frames.length;
		this.#size = this.#end;
	}

	/** Rewrites the file with only the wanted frames, if they are less than half of it. */
	tidy(wanted: (name: string) => boolean): void {
		this.flush();
		if (this.#frames === undefined) return;
		let live = 0;
		for (const [name, size] of this.#added) if (wanted(name)) live += size;
		for (const [name, { from, end }] of this.#frames) if (wanted(name) && !this.#added.has(name)) live += end - from;
		if (live === 0) rmSync(this.#path, { recursive: true, force: true });
		else if (live * 2 < this.#size) rewrite(this.#path, wanted);
	}

	/** The bytes of the current frames of wanted names. */
	frames(wanted: (name: string) => boolean): Buffer[] {
		const frames = [...this.#read()].filter(([name]) => wanted(name));
		return frames.map(([, { from, end }]) => this.#file?.subarray(from, end) as Buffer);
	}

	#read(): Map<string, Frame> {
		if (this.#frames !== undefined) return this.#frames;
		const frames = new Map<string, Frame>();
		this.#frames = frames;
		try {
			this.#file = readKept(this.#path);
		} catch {
			return frames;
		}
		const file = this.#file;
		this.#size = file.length;
		while (this.#end + HEAD + SEAL <= file.length) {
			const from = this.#end;
			const named = from + HEAD + file.readUInt32LE(from);
			const bytes = aligned(named);
			const size = file.readUInt32LE(from + 4);
			const end = aligned(bytes + size) + SEAL;
			if (end > file.length) break;
			frames.set(file.toString('utf8', from + HEAD, named), { from, bytes, size, end });
			this.#end = end;
		}
		return frames;
	}
}

function rewrite(path: string, wanted: (name: string) => boolean): void {
	const temporary = `${path}.tmp`;
	rmSync(temporary, { recursive: true, force: true });
	writeFileSync(temporary, Buffer.concat(new PackLog(path).frames(wanted)));
	renameSync(temporary, path);
}

/** The parts of a frame, in their order. */
function frameOf(name: string, bytes: Uint8Array): [Buffer, Uint8Array, Buffer] {
	const text = Buffer.from(name);
	const head = Buffer.alloc(aligned(HEAD + text.length));
	head.writeUInt32LE(text.length, 0);
	head.writeUInt32LE(bytes.length, 4);
	head.set(text, HEAD);
	const gap = aligned(bytes.length) - bytes.length;
	const tail = Buffer.alloc(gap + SEAL);
	tail.writeUInt32LE(sealOf(head.subarray(0, HEAD + text.length), bytes), gap);
	return [head, bytes, tail];
}

/** The checksum of a frame. @param named lengths and name */
function sealOf(named: Uint8Array, bytes: Uint8Array): number {
	return crc32(bytes, crc32(named));
}

function aligned(offset: number): number {
	return Math.ceil(offset / GRAIN) * GRAIN;
}
