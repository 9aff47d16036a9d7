import { type Report, tell } from '../src/findings/report.ts';
import type { FileMade } from './file-jobs.ts';
import type { Input } from './inputs.ts';
import {
	MadeOutputs,
	type OutputJob,
	type OutputOptions,
	type OutputRun,
	type WrittenJob,
	writeEach,
} from './outputs.ts';

/** So many files are written at a time, or so many bytes. */
const MOST_FILES = 32;
const MOST_BYTES = 16 << 20;

/** A file that was made and is yet to be written. */
export interface BatchedFile extends OutputJob {
	readonly input: Input;
	readonly made: FileMade;
}

/**
 * Writes what a run makes, some files at a time and in their order. While some are brought to the disk, the next are made: `add` waits for
 * no more than those before them.
 */
export class OutputBatch {
	readonly #options: OutputOptions & { readonly run: OutputRun };
	readonly #onWritten: (file: BatchedFile, written: WrittenJob) => void;
	readonly #outputs = new MadeOutputs();
	#waiting: BatchedFile[] = [];
	#bytes = 0;
	/** Those on their way to the disk. */
	#writing: Promise<void> | undefined;

	/** @param onWritten told of each file, in order */
	constructor(
		options: OutputOptions & { readonly run: OutputRun },
		onWritten: (file: BatchedFile, written: WrittenJob) => void,
	) {
		this.#options = options;
		this.#onWritten = onWritten;
	}

	/** @param report the file's own, which is told what was found */
	async add(input: Input, made: FileMade, report: Report): Promise<void> {
		tell(made.found, report);
		if (made.failure !== undefined) report.push(made.failure);
		for (const path of made.inputs) report.noteInput(path);
		await this.#options.run.read.add(made.inputs);
		await this.#outputs.note(made.files, input.path, report);
		this.#waiting.push({ input, made, files: made.files, report });
		for (const { bytes } of made.files) this.#bytes += bytes.length;
		if (this.#waiting.length >= MOST_FILES || this.#bytes >= MOST_BYTES) await this.#start();
		// What is made without waiting for anything leaves those on their way no turn.
		else if (this.#writing !== undefined) await new Promise<void>((done) => setImmediate(done));
	}

	/** Writes what is left, and waits until all is written. */
	async flush(): Promise<void> {
		await this.#start();
		await this.#writing;
	}

	/** Waits for what is on its way, of a run that failed. */
	async settle(): Promise<void> {
		await this.#writing?.catch(() => undefined);
	}

	async #start(): Promise<void> {
		await this.#writing;
		const files = this.#waiting;
		this.#waiting = [];
		this.#bytes = 0;
		const write = await writeEach(files, this.#options);
		this.#writing = write().then((written) => {
			for (const [index, file] of files.entries()) this.#onWritten(file, written[index]);
			// Not before: what went wrong with them is told by whoever waits for them, however late.
			this.#writing = undefined;
		});
		// Told when it is waited for.
		this.#writing.catch(() => undefined);
	}
}
