import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';

/** Of a frame: how long its name and its bytes are, 32-bit integers, little-endian. */
const HEAD = 8;
const SEAL = 32;
/** Frames and the bytes in them begin at multiples of this, so that arrays in them need not be copied. */
const GRAIN = 8;
/** So many bytes are written at a time. */
const AT_ONCE = 128 << 10;

/** Where a frame lies in the file, and what of it are its bytes. */
interface Frame {
	readonly from: number;
	readonly bytes: number;
	readonly size: number;
	readonly end: number;
}

/**
 * A file of named bytes that grows at its end: for thousands of small results a file each takes longer to open than they take to make. A frame is two
 * lengths, name, bytes and a checksum of all that; the last one of a name counts. A build that is killed leaves all frames but the last one whole. What
 * is torn or damaged counts as missing; nothing here is the only copy of anything.
 */
export class PackLog {
	readonly #path: string;
	#file: Buffer | undefined;
	#frames: Map<string, Frame> | undefined;
	/** Where what was read ends, without a torn rest. */
	#end = 0;
	/** Where the file ends. */
	#size = 0;
	/** Frames that are not written yet. */
	#waiting: Buffer[] = [];
	#waitingBytes = 0;
	/** Names that bytes were added under, and how long their frames are. */
	readonly #added = new Map<string, number>();

	constructor(path: string) {
		this.#path = path;
	}

	/** The bytes of a name as they were before anything was added here. */
	get(name: string): Uint8Array | undefined {
		const frame = this.#read().get(name);
		const file = this.#file;
		if (frame === undefined || file === undefined) return undefined;
		const sealedAt = frame.end - SEAL;
		const seal = createHash('sha256').update(file.subarray(frame.from, sealedAt)).digest();
		return seal.equals(file.subarray(sealedAt, frame.end))
			? file.subarray(frame.bytes, frame.bytes + frame.size)
			: undefined;
	}

	/** Adds bytes at the end of the file, a few names at a time. */
	add(name: string, bytes: Uint8Array): void {
		const frame = frameOf(name, bytes);
		this.#waiting.push(frame);
		this.#waitingBytes += frame.length;
		this.#added.set(name, frame.length);
		if (this.#waitingBytes >= AT_ONCE) this.flush();
	}

	/** Writes what was added. */
	flush(): void {
		if (this.#waiting.length === 0) return;
		this.#read();
		const frames = Buffer.concat(this.#waiting);
		this.#waiting = [];
		this.#waitingBytes = 0;
		// What a killed build left half-written would hide all that follows.
		if (this.#size > this.#end) truncateSync(this.#path, this.#end);
		appendFileSync(this.#path, frames);
		this.#end += frames.length;
		this.#size = this.#end;
	}

	/** Where less than half of the file is still wanted, it is written anew. */
	tidy(wanted: (name: string) => boolean): void {
		this.flush();
		if (this.#frames === undefined) return;
		let live = 0;
		for (const [name, size] of this.#added) if (wanted(name)) live += size;
		for (const [name, { from, end }] of this.#frames) if (wanted(name) && !this.#added.has(name)) live += end - from;
		if (live === 0) rmSync(this.#path, { recursive: true, force: true });
		else if (live * 2 < this.#size) rewrite(this.#path, wanted);
	}

	/** The whole frames that count, as they stand in the file. */
	frames(wanted: (name: string) => boolean): Buffer[] {
		const frames = [...this.#read()].filter(([name]) => wanted(name));
		return frames.map(([, { from, end }]) => this.#file?.subarray(from, end) as Buffer);
	}

	#read(): Map<string, Frame> {
		if (this.#frames !== undefined) return this.#frames;
		const frames = new Map<string, Frame>();
		this.#frames = frames;
		try {
			this.#file = readFileSync(this.#path);
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

function frameOf(name: string, bytes: Uint8Array): Buffer {
	const text = Buffer.from(name);
	const start = aligned(HEAD + text.length);
	const frame = Buffer.alloc(aligned(start + bytes.length) + SEAL);
	frame.writeUInt32LE(text.length, 0);
	frame.writeUInt32LE(bytes.length, 4);
	frame.set(text, HEAD);
	frame.set(bytes, start);
	const end = frame.length - SEAL;
	frame.set(createHash('sha256').update(frame.subarray(0, end)).digest(), end);
	return frame;
}

function aligned(offset: number): number {
	return Math.ceil(offset / GRAIN) * GRAIN;
}
