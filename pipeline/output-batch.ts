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

/** Writes what a run makes, some files at a time and in their order. */
export class OutputBatch {
	readonly #options: OutputOptions & { readonly run: OutputRun };
	readonly #onWritten: (file: BatchedFile, written: WrittenJob) => void;
	readonly #outputs = new MadeOutputs();
	#waiting: BatchedFile[] = [];
	#bytes = 0;

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
		if (this.#waiting.length >= MOST_FILES || this.#bytes >= MOST_BYTES) await this.flush();
	}

	/** Writes what is left. */
	async flush(): Promise<void> {
		const files = this.#waiting;
		this.#waiting = [];
		this.#bytes = 0;
		const written = await writeEach(files, this.#options);
		for (const [index, file] of files.entries()) this.#onWritten(file, written[index]);
	}
}
