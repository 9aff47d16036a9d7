import { fstatSync, statSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import {
	type CommandIo,
	createTerminal,
	HELP_WIDTH,
	type Output,
	type Terminal,
	type TerminalOptions,
} from './terminal.ts';

/** Standard output and standard error by their numbers. */
const STREAMS = { stdout: 1, stderr: 2 } as const;

/**
 * A stream of the process. Where it is a file or a pipe, it is written to directly: making a stream of Node's for it takes longer than printing
 * what most commands print. Terminals get one, for their width and colours, and so does everything on Windows, where writing to a pipe may wait.
 */
export class StandardOutput implements Output {
	readonly #name: keyof typeof STREAMS;
	readonly #onError: (error: NodeJS.ErrnoException) => void;
	#isDirect: boolean;
	#hasStream = false;

	/** @param onError called with the reason why nothing more can be written */
	constructor(name: keyof typeof STREAMS, onError: (error: NodeJS.ErrnoException) => void) {
		this.#name = name;
		this.#onError = onError;
		this.#isDirect = process.platform !== 'win32' && isFileOrPipe(STREAMS[name]);
	}

	get isTTY(): boolean {
		return !this.#isDirect && this.#stream.isTTY === true;
	}

	get columns(): number {
		return (this.#isDirect ? undefined : this.#stream.columns) ?? HELP_WIDTH;
	}

	/** The streams of Node's that hold what has not been taken yet: none where all was written directly. */
	get streams(): readonly NodeJS.WriteStream[] {
		return this.#hasStream ? [this.#stream] : [];
	}

	write(chunk: string | Uint8Array): void {
		let bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
		try {
			while (this.#isDirect && bytes.length > 0) bytes = bytes.subarray(writeSync(STREAMS[this.#name], bytes));
		} catch (error) {
			// A pipe that takes no more at the moment: the stream waits until it does.
			if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') {
				this.#onError(error as NodeJS.ErrnoException);
				return;
			}
			this.#isDirect = false;
		}
		if (bytes.length > 0) this.#stream.write(bytes);
	}

	get #stream(): NodeJS.WriteStream {
		const stream = process[this.#name];
		if (!this.#hasStream) stream.on('error', this.#onError);
		this.#hasStream = true;
		return stream;
	}
}

/**
 * The terminal of this process itself, for code that runs before a command or in its stead, and reads nothing.
 *
 * @param streams those of Node's where something has been written to them: what was written directly would overtake it
 */
export function processTerminal(
	options: TerminalOptions = {},
	streams?: Pick<CommandIo, 'stdout' | 'stderr'>,
): Terminal {
	const direct = (name: keyof typeof STREAMS): Output => new StandardOutput(name, () => undefined);
	const { stdout, stderr } = streams ?? { stdout: direct('stdout'), stderr: direct('stderr') };
	const { env } = process;
	const { signal } = new AbortController();
	return createTerminal(
		{
			get stdin() {
				return process.stdin;
			},
			stdout,
			stderr,
			env,
			signal,
		},
		options,
	);
}

/** True for what prints nothing on a screen. */
function isFileOrPipe(descriptor: number): boolean {
	try {
		const found = fstatSync(descriptor);
		return found.isFile() || found.isFIFO() || found.isSocket() || found.rdev === statSync(devNull).rdev;
	} catch {
		return false;
	}
}
