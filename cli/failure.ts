import { STAGES } from '../pipeline/stages/stages.ts';
import { InputError, UsageError } from '../src/findings/report.ts';
import { type CommandIo, EXIT, type Terminal } from './terminal.ts';

/** Why a command ended early, where no finding says it: wrong use, Ctrl-C, what the system refuses, and what wokflow did not foresee. */

/** Who has to do something about it. */
export type FailureKind = 'usage' | 'input' | 'interrupted' | 'limit' | 'system' | 'internal';

/** Thrown, or told, when a command was ended because it met a limit of time or memory. */
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

export const EXIT_CODES: Readonly<Record<FailureKind, number>> = {
	usage: EXIT.usage,
	input: EXIT.input,
	interrupted: EXIT.interrupted,
	limit: EXIT.input,
	system: EXIT.input,
	internal: EXIT.input,
};

/** The message, a line each. */
export function failureLines(error: unknown, kind: FailureKind): readonly string[] {
	const message = error instanceof Error ? error.message : String(error);
	switch (kind) {
		case 'usage':
		case 'limit':
			return message.split('\n');
		case 'interrupted':
			return ['Interrupted; nothing more was written.'];
		case 'system':
			return [systemText(error as NodeJS.ErrnoException)];
		case 'input':
			return [message];
		case 'internal':
			// What a stage of the user's own throws is no fault of wokflow.
			if (error instanceof Error && error.name === 'StageError' && !isOurs(message)) return [message];
			return [
				message,
				'  wokflow did not expect this. Please report it, with what WOKFLOW_DEBUG=1 prints for the same command.',
			];
	}
}

/** True for the message of a stage that wokflow brings along. */
function isOurs(message: string): boolean {
	const stage = /^Stage "([^"]*)"/.exec(message)?.[1];
	return STAGES.some(({ stageName }) => stageName === stage);
}

/** What the system refused, of which file, and what can be done about it. */
function systemText(error: NodeJS.ErrnoException): string {
	const { code = '', path, syscall } = error;
	const reason = REASONS[code];
	if (reason === undefined || path === undefined) return error.message;
	const verb = syscall === 'read' || syscall === 'scandir' ? 'read' : 'write to';
	return `Cannot ${verb} "${path}": ${reason}`;
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
	ENAMETOOLONG: 'the name is too long.',
	EMFILE: 'too many files are open.',
};

/** Prints why a command ended early. */
export function printFailure(error: unknown, terminal: Terminal, { env, signal }: CommandIo): void {
	if (env['WOKFLOW_DEBUG'] && error instanceof Error) printStack(error, terminal);
	const kind = kindOf(error, { signal });
	const [first, ...more] = failureLines(error, kind);
	terminal.problem(kind === 'interrupted' ? first : `${terminal.paint(['red', 'bold'], 'error')}: ${first}`);
	for (const line of more) terminal.problem(line);
}

function printStack(error: Error, terminal: Terminal): void {
	for (const line of (error.stack ?? error.message).split('\n')) terminal.problem(line);
}
