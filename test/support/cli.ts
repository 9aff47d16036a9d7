import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll } from 'vitest';
import { runCli } from '../../cli/program.ts';
import type { CommandIo, Output } from '../../cli/shared/terminal.ts';
import { BUILT_COMMAND } from './built.ts';

export const ROOT: string = resolve(import.meta.dirname, '../..');
export const FIXTURES: string = join(ROOT, 'fixtures');

/** How a run of the command ended. */
export interface CliRun {
	readonly code: number | null;
	/** Standard output as bytes and as text. */
	readonly bytes: Uint8Array;
	readonly stdout: string;
	readonly stderr: string;
}

export interface CliOptions {
	readonly input?: Uint8Array;
	readonly cwd?: string;
	readonly env?: Record<string, string>;
	/** Another program than the built command, for a process. */
	readonly command?: string;
}

let running = false;

/**
 * Runs the command in this process, with streams of its own. Whatever is about messages, files and exit codes needs no other process;
 * what is about the process itself (signals, pipes, threads, start) is for `wokflowProcess`.
 */
export async function wokflow(
	args: readonly string[],
	{ input = new Uint8Array(), cwd = ROOT, env = {} }: CliOptions = {},
): Promise<CliRun> {
	// The folder is the process's: two runs at a time would work in each other's.
	if (running) throw new Error('A run of the command was not awaited.');
	const [stdout, stderr] = [new Collected(), new Collected()];
	const before = process.cwd();
	running = true;
	process.chdir(cwd);
	try {
		const code = await runCli(args, {
			stdin: stdin(input),
			stdout,
			stderr,
			env: { ...process.env, ...env },
			signal: new AbortController().signal,
		});
		return { code, bytes: stdout.bytes, stdout: stdout.text, stderr: stderr.text };
	} finally {
		process.chdir(before);
		running = false;
	}
}

/** Runs the built command as a process. */
export function wokflowProcess(
	args: readonly string[],
	{ input, cwd = ROOT, env = {}, command = BUILT_COMMAND }: CliOptions = {},
): CliRun {
	const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
		cwd,
		...(input === undefined ? {} : { input }),
		env: { ...process.env, ...env },
		maxBuffer: 1 << 28,
	});
	return { code: status, bytes: new Uint8Array(stdout), stdout: stdout.toString(), stderr: stderr.toString() };
}

/** What a program in this process writes to and reads: one stream for both outputs, and nothing to read. */
export function ioOf(stream: Output = { write: () => true }, env: CommandIo['env'] = {}): CommandIo {
	return { stdin: stdin(new Uint8Array()), stdout: stream, stderr: stream, env, signal: new AbortController().signal };
}

class Collected implements Output {
	readonly #chunks: Buffer[] = [];

	write(chunk: string | Uint8Array): void {
		this.#chunks.push(Buffer.from(chunk as Uint8Array));
	}

	get bytes(): Uint8Array {
		return new Uint8Array(Buffer.concat(this.#chunks));
	}

	get text(): string {
		return Buffer.concat(this.#chunks).toString();
	}
}

async function* stdin(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
	yield bytes;
}

/** A folder of its own for the outputs of a test file, removed at the end. */
export function scratchFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'wokflow-test-'));
	afterAll(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}
