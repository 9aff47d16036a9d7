import { rmSync } from 'node:fs';
import { totalmem } from 'node:os';
import { Worker } from 'node:worker_threads';
import { THREAD_WORDS } from '../builds/program.ts';
import { describeStage, LEAST_MEMORY, type Limits, type Notice, type StagePlace } from '../pipeline/disk/watched.ts';
import {
	ENDING_SIGNALS,
	EXIT,
	EXIT_CODES,
	exitWritten,
	type FailureKind,
	INTERRUPTED,
	unheardText,
} from './shared/ending.ts';

/**
 * The main thread of a long command, which itself runs in another one: so it can be ended at Ctrl-C or at a limit of time or memory, even in the
 * middle of a computation, and what it leaves of locks and temporary files is removed. A thread takes some 30 ms to start, so a command with
 * little input runs without one.
 */

/** What the thread is started with. */
export interface ThreadData {
	readonly argv: readonly string[];
	readonly stdout: StreamState;
	readonly stderr: StreamState;
}

type StreamState = Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>;

/** What the thread sends: notices of its work, output, that it reads standard input, its exit code, and that it has nothing left to do. */
export type ThreadMessage =
	| Notice
	| { readonly out: 'stdout' | 'stderr'; readonly chunk: string | Uint8Array }
	| { readonly wants: 'stdin' }
	| { readonly ended: number }
	| { readonly idle: true };

/** After Ctrl-C a command has this long to end in order, and what it was stopped for as long to be read; milliseconds. */
const GRACE = 600;
/** Seconds after which a command is given up unless somebody says otherwise; `RUN_LIMIT_OPTIONS` tells so. */
const LONGEST = 3600;
/** How often the memory is measured; milliseconds. */
const LOOK = 100;

/** Runs a command line in a thread, and watches it. @param url of the program */
export function supervise(url: URL, argv: readonly string[]): void {
	const state = ({ isTTY = false, columns }: NodeJS.WriteStream): StreamState => ({ isTTY, columns });
	const workerData: ThreadData = { argv, stdout: state(process.stdout), stderr: state(process.stderr) };
	const typed = typedLimits(argv);
	const limits = { timeout: LONGEST, maxMemory: Math.round(0.75 * (availableMemory() / 2 ** 20)), ...typed };
	const worker = new Worker(url, {
		workerData,
		argv: [...argv, THREAD_WORDS.command],
		stdin: true,
		resourceLimits: { maxOldGenerationSizeMb: limits.maxMemory },
		// Streams of pipes close what they were given, which Node would warn of.
		trackUnmanagedFds: false,
	});
	const began = performance.now();
	const held = new Set<string>();
	let running: StagePlace | undefined;
	let timer: NodeJS.Timeout | undefined;
	let look: NodeJS.Timeout | undefined;
	/** The exit code of the command, once it has ended by itself. */
	let code: number | undefined;
	let isIdle = false;
	let isInterrupted = false;
	/** Another process goes on with the command, and has as long itself after it received Ctrl-C. */
	let follows = false;
	let isEnding = false;
	let cleared: Promise<void> | undefined;

	/** Ends the thread, and removes what it leaves. What cannot be removed now, the next run removes. */
	const clear = (): Promise<void> => {
		clearInterval(look);
		cleared ??= worker.terminate().then(() => {
			for (const path of held) removed(path);
		});
		return cleared;
	};
	/** Ends the program now, whatever has not been read. */
	const leave = (exitCode: number): void => {
		isEnding = true;
		void clear().then(() => process.exit(exitCode));
	};
	/** Ends the program once everything has been read. The limit of time still holds, for a reader that never reads. */
	const end = (exitCode: number): void =>
		void clear().then(() => exitWritten(exitCode, [process.stdout, process.stderr]));
	/** Ends with the code of the command, unless it is being stopped: why is still being told then, and has a code of its own. */
	const finish = (exitCode: number): void => {
		if (!isEnding) end(exitCode);
	};
	/** Ends the program with a message, and with the JSON that was asked for. */
	const stop = async (kind: FailureKind, lines: readonly string[]): Promise<void> => {
		if (isEnding) return;
		isEnding = true;
		try {
			// Loaded only when there is something to say.
			const { tellEnded } = await import('./program.ts');
			// A command that had ended has printed its own JSON.
			await tellEnded(kind, lines, code === undefined ? argv : []);
		} finally {
			end(EXIT_CODES[kind]);
			if (kind === 'limit' || kind === 'interrupted') setTimeout(() => leave(EXIT_CODES[kind]), GRACE);
		}
	};
	const stage = (): string | undefined => running && describeStage(running);
	/** @param rest in place of the stage that was running */
	const limited = (why: string, rest = stage() === undefined ? [] : [`  It was running ${stage()}.`]): void =>
		void stop('limit', [`Stopped: ${why}`, ...rest]);
	const outOfTime = (timeout: number): void => {
		const why = `it took longer than ${timeout} s. Allow more with --timeout SECONDS.`;
		// What it was stopped for is reported, and not read.
		if (isEnding) leave(EXIT_CODES.limit);
		else if (code === undefined) limited(why);
		else limited(why, ['  Its output was not read to the end.']);
	};
	const outOfMemory = (much: string): void => limited(`it took ${much}. Allow more with --max-memory MB.`);
	const limit = ({ timeout, maxMemory }: Required<Limits>): void => {
		clearTimeout(timer);
		clearInterval(look);
		const left = timeout * 1000 - (performance.now() - began);
		if (timeout > 0 && timeout < 2e6) timer = setTimeout(outOfTime, Math.max(left, 0), timeout);
		look = setInterval(() => {
			if (process.memoryUsage.rss() > (maxMemory || Infinity) * 2 ** 20)
				outOfMemory(`more than ${maxMemory} MB of memory`);
		}, LOOK);
	};
	const interrupt = (): void => {
		if (isInterrupted || code !== undefined) {
			leave(EXIT.interrupted);
			return;
		}
		isInterrupted = true;
		worker.postMessage('interrupt');
		if (follows) return;
		setTimeout(() => {
			if (code === undefined) void stop('interrupted', [INTERRUPTED]);
			else leave(code);
		}, GRACE);
	};

	limit(limits);
	worker.on('message', (message: ThreadMessage) => {
		if ('out' in message) process[message.out].write(message.chunk);
		else if ('wants' in message) process.stdin.pipe(worker.stdin as NodeJS.WritableStream);
		else if ('stage' in message) running = message.stage;
		else if ('holds' in message) held.add(message.holds);
		else if ('lets' in message) held.delete(message.lets);
		else if ('follows' in message) follows = message.follows;
		else if ('limits' in message) limit({ ...limits, ...message.limits, ...typed });
		else if ('idle' in message) isIdle = true;
		else {
			code = message.ended;
			// Anything that is still running ends with it.
			setTimeout(finish, GRACE, code).unref();
		}
	});
	worker.on('error', (error: NodeJS.ErrnoException) => {
		if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') outOfMemory('all the memory it may have');
		else void stop('internal', uncaughtLines(error));
	});
	worker.on('exit', () => {
		if (code !== undefined) {
			finish(code);
			return;
		}
		const what = (stage() ?? 'the command').replace(/^./, (letter) => letter.toUpperCase());
		void stop('internal', [`${what} ${isIdle ? 'never ends.' : 'ended the program: it may not call process.exit.'}`]);
	});
	for (const name of ENDING_SIGNALS) process.on(name, interrupt);
	// A reader that has closed the pipe has what it wanted; a full disk has not.
	process.stdout.on('error', (error: NodeJS.ErrnoException) => {
		if (isEnding) return;
		if (error.code === 'EPIPE') leave(EXIT.fine);
		else void stop('system', [unheardText(error)]);
	});
	process.stderr.on('error', () => undefined);
}

/** What nobody waited for threw: a promise or timer of somebody's own module, perhaps. */
function uncaughtLines({ message, stack = message }: Error): string[] {
	if (process.env['WOKFLOW_DEBUG']) return stack.split('\n');
	return [
		message,
		'  Nothing waited for what threw this. If that was no module of your own, please report it, with what WOKFLOW_DEBUG=1 prints for the same command.',
	];
}

function removed(path: string): void {
	try {
		rmSync(path, { recursive: true, force: true });
	} catch {
		// Its folder may not be written to, or is gone.
	}
}

/** The limits on the command line. Wrong values are left to the command, which reports them. */
function typedLimits(argv: readonly string[]): Limits {
	const limitOf = (name: keyof Limits, flag: string, least: number): Limits => {
		const index = argv.findIndex((word) => word === flag || word.startsWith(`${flag}=`));
		if (index < 0) return {};
		const value = Number(argv[index].slice(flag.length + 1) || argv[index + 1]);
		return value >= least ? { [name]: value } : {};
	};
	return { ...limitOf('timeout', '--timeout', 0), ...limitOf('maxMemory', '--max-memory', LEAST_MEMORY) };
}

/** Memory of the machine, or of the container, in bytes. */
function availableMemory(): number {
	const constrained = process.constrainedMemory?.() ?? 0;
	return constrained > 0 && constrained < totalmem() ? constrained : totalmem();
}
