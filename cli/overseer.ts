import { rmSync } from 'node:fs';
import { freemem, totalmem } from 'node:os';
import { Worker } from 'node:worker_threads';
import { THREAD_WORDS } from '../builds/program-file.ts';
import { LEAST_MEMORY, type Limits, type Notice, type StagePlace } from '../pipeline/disk/watched.ts';
import { ENDING_SIGNALS, EXIT, EXIT_CODES, exitWritten, INTERRUPTED } from './shared/ending.ts';

/**
 * The main thread of a long command. The command itself runs in another thread, so that this one can end it at Ctrl-C or at a limit of time or memory,
 * even in the middle of a computation; then it removes locks and temporary files of the command.
 *
 * A thread takes some 30 ms to start, so a command with little input runs without one.
 */

/** Why the overseer ends a command. */
type EndedKind = 'limit' | 'interrupted' | 'system' | 'internal';

/** What the thread is started with. */
export interface ThreadData {
	readonly argv: readonly string[];
	readonly stdout: StreamState;
	readonly stderr: StreamState;
}

export interface StreamState {
	readonly isTTY: boolean;
	readonly columns: number | undefined;
}

/** What the thread sends. */
export type ThreadMessage =
	| { readonly out: 'stdout' | 'stderr'; readonly chunk: string | Uint8Array }
	| { readonly wants: 'stdin' }
	| { readonly ended: number }
	| { readonly idle: true }
	| Notice;

/** What the main thread sends. */
export type OverseerMessage = 'interrupt';

/** After Ctrl-C a command has this long to end in order, and what it was stopped for as long to be read; milliseconds. */
const GRACE = 600;
/** Seconds after which a command is given up unless somebody says otherwise; `RUN_LIMIT_OPTIONS` tells so. */
const LONGEST = 3600;
/** How often the memory is measured; milliseconds. */
const LOOK = 100;

/** Runs a command line in a thread, and watches it. @param url of the program */
export function oversee(url: URL, argv: readonly string[]): void {
	const state = ({ isTTY = false, columns }: NodeJS.WriteStream): StreamState => ({ isTTY, columns });
	const workerData: ThreadData = { argv, stdout: state(process.stdout), stderr: state(process.stderr) };
	const typed = typedLimits(argv);
	const memory = typed.maxMemory ?? Math.round(0.75 * (availableMemory() / 2 ** 20));
	const worker = new Worker(url, {
		workerData,
		argv: [...argv, THREAD_WORDS.command],
		stdin: true,
		resourceLimits: { maxOldGenerationSizeMb: memory },
		// Streams of pipes close what they were given, which Node would warn of.
		trackUnmanagedFds: false,
	});
	const watch = new Watch(worker, argv);
	const limits: Limits = { timeout: LONGEST, maxMemory: memory };
	watch.limit({ ...limits, ...typed });
	worker.on('message', (message: ThreadMessage) => {
		if ('out' in message) process[message.out].write(message.chunk);
		else if ('wants' in message) process.stdin.pipe(worker.stdin as NodeJS.WritableStream);
		else if ('ended' in message) watch.ended(message.ended);
		else if ('idle' in message) watch.idle();
		else if ('limits' in message) watch.limit({ ...limits, ...message.limits, ...typed });
		else watch.note(message);
	});
	worker.on('error', (error: NodeJS.ErrnoException) => watch.failed(error));
	worker.on('exit', () => watch.gone());
	for (const name of ENDING_SIGNALS) process.on(name, () => watch.interrupt());
	process.stdout.on('error', (error: NodeJS.ErrnoException) => watch.unheard(error));
	process.stderr.on('error', () => undefined);
}

class Watch {
	readonly #worker: Worker;
	readonly #argv: readonly string[];
	readonly #held = new Set<string>();
	#stage: StagePlace | undefined;
	#timer: NodeJS.Timeout | undefined;
	#look: NodeJS.Timeout | undefined;
	#code: number | undefined;
	#isIdle = false;
	#interrupted = false;
	#follows = false;
	#ending = false;
	#cleared: Promise<void> | undefined;
	readonly #began = performance.now();

	constructor(worker: Worker, argv: readonly string[]) {
		this.#worker = worker;
		this.#argv = argv;
	}

	note(message: Notice): void {
		if ('stage' in message) this.#stage = message.stage;
		else if ('holds' in message) this.#held.add(message.holds);
		else if ('lets' in message) this.#held.delete(message.lets);
		else if ('follows' in message) this.#follows = message.follows;
	}

	limit({ timeout = 0, maxMemory = Infinity }: Limits): void {
		clearTimeout(this.#timer);
		clearInterval(this.#look);
		const left = timeout * 1000 - (performance.now() - this.#began);
		if (timeout > 0 && timeout < 2e6) this.#timer = setTimeout(() => this.#outOfTime(timeout), Math.max(left, 0));
		this.#look = setInterval(() => {
			if (process.memoryUsage.rss() > maxMemory * 2 ** 20) this.#outOfMemory(maxMemory);
		}, LOOK);
	}

	interrupt(): void {
		if (this.#interrupted || this.#code !== undefined) {
			this.#leave(EXIT.interrupted);
			return;
		}
		this.#interrupted = true;
		this.#worker.postMessage('interrupt' satisfies OverseerMessage);
		const say = (): string[] => [INTERRUPTED];
		// Another process that goes on with the command has as long itself, from when it hears of it.
		if (!this.#follows)
			setTimeout(() => {
				if (this.#code === undefined) this.#stop(say, 'interrupted');
				else this.#leave(this.#code);
			}, GRACE);
	}

	/** The command has ended with an exit code; anything that is still running ends with it. */
	ended(code: number): void {
		this.#code = code;
		setTimeout(() => this.#finish(code), GRACE).unref();
	}

	/** Nothing is left to do. */
	idle(): void {
		this.#isIdle = true;
	}

	failed(error: NodeJS.ErrnoException): void {
		if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') this.#outOfMemory(undefined);
		else this.#stop(() => uncaughtLines(error));
	}

	/** The thread has ended, by itself or not. */
	gone(): void {
		if (this.#code !== undefined) this.#finish(this.#code);
		else
			this.#stop((stage = 'the command') => {
				const what = stage.charAt(0).toUpperCase() + stage.slice(1);
				return [this.#isIdle ? `${what} never ends.` : `${what} ended the program: it may not call process.exit.`];
			});
	}

	/** Standard output takes no more. A reader that has closed the pipe has what it wanted; a full disk has not. */
	unheard(error: NodeJS.ErrnoException): void {
		if (this.#ending) return;
		if (error.code === 'EPIPE') this.#leave(EXIT.fine);
		else this.#stop(() => [unheardText(error)], 'system');
	}

	/** Ends the program now, whatever has not been read. */
	#leave(code: number): void {
		this.#ending = true;
		void this.#clear().then(() => process.exit(code));
	}

	/** Ends the program once everything has been read. The limit of time still holds, for a reader that never reads. */
	#end(code: number): void {
		void this.#clear().then(() => exitWritten(code, [process.stdout, process.stderr]));
	}

	/** Ends the thread, and removes what it leaves. */
	#clear(): Promise<void> {
		clearInterval(this.#look);
		this.#cleared ??= this.#worker.terminate().then(() => {
			for (const path of this.#held) removed(path);
		});
		return this.#cleared;
	}

	/** Ends with the code of the command, unless it is being stopped: why is still being told then, and has a code of its own. */
	#finish(code: number): void {
		if (!this.#ending) this.#end(code);
	}

	#outOfTime(timeout: number): void {
		const why = `it took longer than ${timeout} s. Allow more with --timeout SECONDS.`;
		// What it was stopped for is told, and not read.
		if (this.#ending) this.#leave(EXIT_CODES.limit);
		else if (this.#code === undefined) this.#stop((stage) => stopped(why, stage), 'limit');
		else this.#stop(() => [...stopped(why, undefined), '  Its output was not read to the end.'], 'limit');
	}

	#outOfMemory(limit: number | undefined): void {
		const much = limit === undefined ? 'all the memory it may have' : `more than ${limit} MB of memory`;
		this.#stop((stage) => stopped(`it took ${much}. Allow more with --max-memory MB.`, stage), 'limit');
	}

	/** Ends the program with a message, and with the JSON that was asked for. @param say is told what stage is running */
	#stop(say: (stage: string | undefined) => readonly string[], kind: EndedKind = 'internal'): void {
		if (this.#ending) return;
		this.#ending = true;
		void this.#tell(say, kind).finally(() => {
			this.#end(EXIT_CODES[kind]);
			if (kind === 'limit' || kind === 'interrupted') setTimeout(() => this.#leave(EXIT_CODES[kind]), GRACE);
		});
	}

	/** Printing is loaded only when there is something to say. */
	async #tell(say: (stage: string | undefined) => readonly string[], kind: EndedKind): Promise<void> {
		const [{ LimitError, printFailureLines }, { processTerminal }, { describeStage }] = await Promise.all([
			import('./shared/failure.ts'),
			import('./shared/standard-output.ts'),
			import('../pipeline/disk/watched.ts'),
		]);
		const terminal = processTerminal({}, process);
		const lines = say(this.#stage && describeStage(this.#stage));
		printFailureLines(lines, kind, terminal);
		// A command that had ended has told its own.
		if (this.#code !== undefined || !this.#argv.some((word) => word.startsWith('--json'))) return;
		const { jsonOfEnded } = await import('./program.ts');
		const json = jsonOfEnded(this.#argv, { kind, error: new LimitError(lines.join('\n')) });
		if (json?.path === '-') terminal.text(json.text);
		else if (json !== undefined) {
			const [{ writeOutputs }, { Report }] = await Promise.all([
				import('../jobs/files/outputs.ts'),
				import('../src/findings/report.ts'),
			]);
			await writeOutputs([{ path: json.path, bytes: new TextEncoder().encode(json.text) }], new Report());
		}
	}
}

/** What nobody waited for threw: a promise or timer of somebody's own module, perhaps. */
function uncaughtLines({ message, stack = message }: Error): string[] {
	if (process.env['WOKFLOW_DEBUG']) return stack.split('\n');
	return [
		message,
		'  Nothing waited for what threw this. If that was no module of your own, please report it, with what WOKFLOW_DEBUG=1 prints for the same command.',
	];
}

/** Why standard output takes no more. */
export function unheardText({ message }: Error): string {
	return `standard output cannot be written: ${message}`;
}

/** What cannot be removed now, the next run removes. */
function removed(path: string): void {
	try {
		rmSync(path, { recursive: true, force: true });
	} catch {
		// Its folder may not be written to, or is gone.
	}
}

function stopped(why: string, stage: string | undefined): string[] {
	return [`Stopped: ${why}`, ...(stage === undefined ? [] : [`  It was running ${stage}.`])];
}

/** The limits on the command line. Wrong values are left to the command, which reports them. */
function typedLimits(argv: readonly string[]): Limits {
	const limitOf = (flag: string, least: number): number | undefined => {
		const index = argv.findIndex((word) => word === flag || word.startsWith(`${flag}=`));
		if (index < 0) return undefined;
		const value = Number(argv[index].slice(flag.length + 1) || argv[index + 1]);
		return value >= least ? value : undefined;
	};
	const [timeout, maxMemory] = [limitOf('--timeout', 0), limitOf('--max-memory', LEAST_MEMORY)];
	return { ...(timeout === undefined ? {} : { timeout }), ...(maxMemory === undefined ? {} : { maxMemory }) };
}

/** Memory of the machine, or of the container, in bytes. */
function availableMemory(): number {
	const constrained = process.constrainedMemory?.() ?? 0;
	return constrained > 0 && constrained < totalmem() ? constrained : Math.max(totalmem(), freemem());
}
