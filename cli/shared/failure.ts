import { createRegistry } from '../../jobs/default-registry.ts';
import { InputError, Report, UsageError } from '../../src/findings/report.ts';
import { type FailureKind, INTERRUPTED } from './ending.ts';
import { printFindings } from './findings.ts';
import type { CommandIo, Terminal } from './terminal.ts';

/** Why a command ended early without a finding: wrong use, Ctrl-C, a limit, an error of the operating system, or a bug of wokflow. */

/** A command reached a limit of time or memory. */
export class LimitError extends Error {
	override readonly name = 'LimitError';
}

export function kindOf(error: unknown, { signal }: Pick<CommandIo, 'signal'>): FailureKind {
	if (error instanceof UsageError) return 'usage';
	if (error instanceof InputError) return 'input';
	if (error instanceof LimitError) return 'limit';
	if (signal.aborted) return 'interrupted';
	return (error as NodeJS.ErrnoException | undefined)?.syscall === undefined ? 'internal' : 'system';
}

/** The message, a line each. */
export function failureLines(error: unknown, kind: FailureKind): readonly string[] {
	const message = error instanceof Error ? error.message : String(error);
	switch (kind) {
		case 'usage':
		case 'limit':
			return message.split('\n');
		case 'interrupted':
			return [INTERRUPTED];
		case 'system':
			return [systemText(error as NodeJS.ErrnoException)];
		case 'input':
			return [(error as InputError).finding.message];
		case 'internal':
			// An error in a stage of the user's is no bug of wokflow.
			if (error instanceof Error && error.name === 'StageError' && !isOurs(message)) return [message];
			return [
				message,
				'  wokflow did not expect this. Please report it, with what WOKFLOW_DEBUG=1 prints for the same command.',
			];
	}
}

/** True for an error message of a built-in stage. */
function isOurs(message: string): boolean {
	const stage = /^Stage "([^"]*)"/.exec(message)?.[1];
	return createRegistry().stages.some(({ stageName }) => stageName === stage);
}

/** The message for an error of the operating system: what failed, with which file, and what to do about it. */
function systemText(error: NodeJS.ErrnoException): string {
	const { code = '', path, syscall } = error;
	const reason = REASONS[code];
	if (reason === undefined) return error.message;
	const isRead = syscall === 'read' || syscall === 'scandir';
	if (path !== undefined) return `Cannot ${isRead ? 'read' : 'write to'} "${path}": ${reason}`;
	// What fails with an open file does not say with which.
	return syscall === 'read' || syscall === 'write' ? `Cannot ${syscall}: ${reason}` : error.message;
}

const REASONS: Readonly<Record<string, string>> = {
	EACCES: 'permission denied. Check the path and your permissions.',
	EPERM: 'permission denied. Check the path and your permissions.',
	EROFS: 'the file system is read-only.',
	EISDIR: 'it is a folder.',
	ENOTDIR: 'a part of the path is a file.',
	EEXIST: 'it exists, as a file or folder of another kind.',
	ENOENT: 'the folder does not exist.',
	ENOSPC: 'the disk is full.',
	EDQUOT: 'your quota is used up.',
	EIO: 'the disk reports a fault.',
	ELOOP: 'its links lead in a circle.',
	ENAMETOOLONG: 'the name is too long.',
	EMFILE: 'too many files are open.',
};

/** Prints why a command ended early: a finding as every finding is printed, with its file and what to do. */
export function printFailure(error: unknown, terminal: Terminal, { env, signal }: CommandIo): void {
	if (env['WOKFLOW_DEBUG'] && error instanceof Error) printStack(error, terminal);
	if (error instanceof InputError) {
		const report = new Report();
		report.push(error.finding);
		printFindings(report, terminal);
		return;
	}
	const kind = kindOf(error, { signal });
	printFailureLines(failureLines(error, kind), kind, terminal);
}

/** Prints a message about why a command ended early. @param lines the first says what, further ones explain */
export function printFailureLines([first, ...more]: readonly string[], kind: FailureKind, terminal: Terminal): void {
	terminal.problem(kind === 'interrupted' ? first : `${terminal.paint(['red', 'bold'], 'error')}: ${first}`);
	for (const line of more) terminal.problem(line);
}

function printStack(error: Error, terminal: Terminal): void {
	for (const line of (error.stack ?? error.message).split('\n')) terminal.problem(line);
}
