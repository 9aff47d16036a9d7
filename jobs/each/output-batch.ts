import { type Report, tell } from '../../src/findings/report.ts';
import type { Input } from '../files/inputs.ts';
import {
	MadeOutputs,
	type OutputJob,
	type OutputOptions,
	type OutputRun,
	type WrittenJob,
	writeEach,
} from '../files/outputs.ts';
import type { FileMade } from './file-jobs.ts';

/** A batch is written when it has this many files or bytes. */
const MOST_FILES = 32;
const MOST_BYTES = 16 << 20;

/** A file that was made and is yet to be written. */
export interface BatchedFile extends OutputJob {
	readonly input: Input;
	readonly made: FileMade;
}

/**
 * Writes the files of a run in batches and in order. While one batch is flushed to disk, the files of the next are made: `add` only waits for the
 * batch before.
 */
export class OutputBatch {
	readonly #options: OutputOptions & { readonly run: OutputRun };
	readonly #onWritten: (file: BatchedFile, written: WrittenJob) => void;
	readonly #outputs: MadeOutputs;
	#waiting: BatchedFile[] = [];
	#bytes = 0;
	/** The batch that is being written. */
	#writing: Promise<void> | undefined;

	/** @param onWritten called for each file, in order */
	constructor(
		options: OutputOptions & { readonly run: OutputRun },
		onWritten: (file: BatchedFile, written: WrittenJob) => void,
	) {
		this.#options = options;
		this.#outputs = new MadeOutputs(options.run);
		this.#onWritten = onWritten;
	}

	/** Adds a made file to the batch. @param report the file's own report, which gets its findings */
	async add(input: Input, made: FileMade, report: Report): Promise<void> {
		tell(made.found, report);
		if (made.failure !== undefined) report.push(made.failure);
		for (const path of made.inputs) report.noteInput(path);
		await this.#options.run.read.add(made.inputs);
		await this.#outputs.note(made.files, input.path, report);
		this.#waiting.push({ input, made, files: made.files, report });
		for (const { bytes } of made.files) this.#bytes += bytes.length;
		if (this.#waiting.length >= MOST_FILES || this.#bytes >= MOST_BYTES) await this.#start();
		// Lets the running write go on, even if files are made without ever waiting for anything.
		else if (this.#writing !== undefined) await new Promise<void>((done) => setImmediate(done));
	}

	/** Writes the last batch and waits for it. */
	async flush(): Promise<void> {
		await this.#start();
		await this.#writing;
	}

	/** Waits for the running write after the run has failed; its own errors are dropped. */
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
			// Cleared only on success: a rejected promise stays, so that the next `await` throws its error.
			this.#writing = undefined;
		});
		// The error is thrown by the next `await`; until then Node must not take it for an unhandled rejection.
		this.#writing.catch(() => undefined);
	}
}
