import { statSync } from 'node:fs';
import { BUILD_FINDINGS } from '../../pipeline/findings.ts';
import { kebab, type Options } from '../../src/findings/options.ts';
import { InputError, UsageError } from '../../src/findings/report.ts';
import { shellQuoted } from '../../src/model/advice.ts';
import type { CommandLine } from './terminal.ts';

/**
 * Arguments in an order that a command does not take: the output before the inputs, as some programs have it, or an output among the inputs of a command
 * that takes only inputs. Without this the answer would be that a file is missing which nobody meant to be read.
 */

/** What to type instead, for a command that failed because the input that it names is not there; undefined where its arguments look right. */
export function misplacedOutput(error: unknown, line: CommandLine): UsageError | undefined {
	if (!(error instanceof InputError) || error.finding.code !== BUILD_FINDINGS.FILE_UNREADABLE.code) return undefined;
	const { words, command } = line;
	const given = words.filter((word) => word !== undefined);
	const missing = error.finding.location.file;
	const last = given.at(-1);
	if (given.length < 2 || last === undefined || missing === undefined || isThere(missing)) return undefined;
	if (missing === given[0] && endsInOutput(line)) return inputsFirst(command, given);
	if (missing !== last || !isForOutput(last, line)) return undefined;
	const inputs = given.slice(0, -1).map(shellQuoted).join(' ');
	return new UsageError(
		`There is no ${JSON.stringify(last)} to read. To write it, name it with -o: wokflow ${command} ${inputs} -o ${shellQuoted(last)}`,
	);
}

/** For an output and an input, in this order, where only the input is a file: what to type instead. */
export function inputsFirst(command: string, [output, input, ...more]: readonly string[]): UsageError | undefined {
	if (input === undefined || more.length > 0 || isFile(output) || !isFile(input)) return undefined;
	return new UsageError(
		`The input comes before the output: ${JSON.stringify(input)} is a file, and ${JSON.stringify(output)} is none. Type: wokflow ${command} ${shellQuoted(input)} ${shellQuoted(output)}`,
	);
}

/** For a value of pairs without its option, such as the second in `--surface "Floor=Stone" "Wall=Nonwalk"`: what to type instead; empty without any. */
export function loosePair(words: readonly string[], given: object, options: Options): string {
	const option = Object.keys(given).find((name) => options[name].type === 'pairs');
	const loose = words.find((word) => word.includes('=') && !isThere(word));
	if (option === undefined || loose === undefined) return '';
	return `${JSON.stringify(loose)} follows no option. Write the option before each value: --${kebab(option)} ${JSON.stringify(loose)}`;
}

/** For a file where the command belongs: what to type instead; undefined where there is none of that name. */
export function fileAsCommand([word]: readonly string[]): string | undefined {
	if (word === undefined || !isFile(word)) return undefined;
	const file = shellQuoted(word);
	return `This is a file. To see it: wokflow view ${file}; what is wrong in it: wokflow check ${file}; to convert it: wokflow convert ${file} OUTPUT`;
}

function isFile(path: string): boolean {
	return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function isThere(path: string): boolean {
	return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** True where the last argument of the command is its output. */
function endsInOutput({ words, options, isInputWord }: CommandLine): boolean {
	const last = words.length - 1;
	return isInputWord?.(0, words, options) === true && !isInputWord(last, words, options);
}

/** True for a file that only an output can be, of a command that names its output by an option. */
function isForOutput(path: string, { isInputWord, flagOwner, registry, options }: CommandLine): boolean {
	if (isInputWord !== undefined || 'output' in options || flagOwner('--output') !== '') return false;
	return /\.[^./\\]+$/.test(path) && !registry.reads(path);
}
