import { execFile } from 'node:child_process';
import {
	chmodSync,
	closeSync,
	constants,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
	writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { wokflow } from './cli.ts';

/** A program that build systems run as wokflow, answered by this process. */
export interface ServedCommand {
	/** For a shell. */
	readonly command: string;
	close(): void;
}

/** Between looks for something to do, milliseconds. */
const LOOK = 4;

/**
 * Serves the command to other programs: a shell script hands its arguments to this process, which runs them one after another and answers.
 * Everything is as with the real command except that no process starts, which takes ten times as long as a step. Whoever runs the
 * program must not block this process.
 *
 * @param folder of its own
 */
export function serveCommand(folder: string): ServedCommand {
	mkdirSync(folder, { recursive: true });
	const program = join(folder, 'wokflow');
	// Arguments end with a NUL: nothing else is in none of them.
	const script = `#!/bin/sh
own='${folder}'/$$
printf '%s\\0' "$PWD" "$WOKFLOW_STATE" "$@" > "$own.asking"
mkfifo "$own.answer"
mv "$own.asking" "$own.asked"
read -r code < "$own.answer"
cat "$own.printed"
rm "$own.printed" "$own.answer"
exit "$code"
`;
	writeFileSync(program, script);
	chmodSync(program, 0o755);
	let busy = false;
	const answer = async (name: string): Promise<void> => {
		const own = join(folder, name.replace(/\.asked$/, ''));
		const [cwd, state, ...args] = readFileSync(`${own}.asked`, 'utf8').split('\0').slice(0, -1);
		rmSync(`${own}.asked`);
		const before = process.env['WOKFLOW_STATE'];
		process.env['WOKFLOW_STATE'] = state;
		const { code, stdout, stderr } = await wokflow(args, { cwd });
		process.env['WOKFLOW_STATE'] = before;
		writeFileSync(`${own}.printed`, stdout + stderr);
		answers.set(`${own}.answer`, `${code}\n`);
	};
	/** By the pipe that a script reads them from. */
	const answers = new Map<string, string>();
	const timer = setInterval(async () => {
		for (const [pipe, text] of answers) if (written(pipe, text)) answers.delete(pipe);
		if (busy) return;
		busy = true;
		try {
			for (const name of readdirSync(folder)) if (name.endsWith('.asked')) await answer(name);
		} finally {
			busy = false;
		}
	}, LOOK);
	return { command: `'${program}'`, close: () => clearInterval(timer) };
}

/**
 * Writes to a pipe if somebody reads from it just now: who waits for a reader that was killed waits for ever.
 *
 * @returns false where it is to be tried again
 */
function written(pipe: string, text: string): boolean {
	try {
		const file = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
		writeSync(file, text);
		closeSync(file);
		return true;
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code !== 'ENXIO' && code !== 'ENOENT') throw error;
		return code === 'ENOENT';
	}
}

/** How a program ended. */
export interface ProgramRun {
	readonly status: number;
	readonly stdout: string;
	readonly stderr: string;
}

/** Runs a program, and lets this process go on meanwhile. */
export function runProgram(
	program: string,
	args: readonly string[],
	{ cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<ProgramRun> {
	return new Promise((resolve) => {
		const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 1 << 28 };
		execFile(program, args, options, (error, stdout, stderr) => {
			resolve({ status: error === null ? 0 : Number(error.code ?? -1), stdout, stderr });
		});
	});
}
