import { type ChildProcess, spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { BUILT_COMMAND } from './built.ts';

/** A program that was started and is not waited for. */
export interface Started {
	readonly child: ChildProcess;
	/** Its exit code; null where a signal ended it. */
	readonly ended: Promise<number | null>;
	stdout(): string;
	stderr(): string;
	/** Both, in the order in which they came. */
	output(): string;
}

/** Starts a program, which is ended with the test at the latest. @param env variables besides those of this process */
export function start(
	program: string,
	args: readonly string[],
	cwd: string,
	env: Readonly<Record<string, string>> = {},
): Started {
	const child = spawn(program, args, {
		cwd,
		env: { ...process.env, ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	onTestFinished(() => void child.kill('SIGKILL'));
	const text = { stdout: '', stderr: '', output: '' };
	for (const name of ['stdout', 'stderr'] as const)
		child[name]?.on('data', (chunk: Buffer) => {
			text[name] += chunk;
			text.output += chunk;
		});
	const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
	return { child, ended, stdout: () => text.stdout, stderr: () => text.stderr, output: () => text.output };
}

/** Starts the built command. */
export function startWokflow(cwd: string, ...args: readonly string[]): Started {
	return start(process.execPath, [BUILT_COMMAND, ...args], cwd);
}

/**
 * Waits until something is so, however long the machine takes.
 *
 * @param what in words, for the message when it never is
 * @param output was printed until then, for the same message
 * @param pause milliseconds between two looks
 */
export async function until(
	what: string,
	isSo: () => boolean,
	output: () => string = () => '',
	{ pause = 20, seconds = 60 }: { readonly pause?: number; readonly seconds?: number } = {},
): Promise<void> {
	for (let i = 0; i < (seconds * 1000) / pause; i++) {
		if (isSo()) return;
		await new Promise((resolve) => setTimeout(resolve, pause));
	}
	throw new Error(`${what} never came to pass.\n${output()}`);
}
