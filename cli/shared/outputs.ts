import { statSync } from 'node:fs';
import type { OutputOptions, Written } from '../../jobs/files/outputs.ts';
import { FORCE_OPTION, OUTPUT_OPTIONS, type OutputChoice } from '../../pipeline/options.ts';
import { hasExtension, type Registry } from '../../pipeline/registry.ts';
import { flag, given, reworded } from '../../src/findings/options.ts';
import { UsageError } from '../../src/findings/report.ts';
import type { OutputFile } from '../../src/formats/contracts.ts';
import { shellQuoted } from '../../src/model/advice.ts';
import { counted } from '../../src/text/numbers.ts';
import type { Session } from './session.ts';
import { DONE, type Terminal } from './terminal.ts';
import { inputsFirst } from './word-order.ts';

/** The options `--output` and `--force`. @param what description of what `--output` names */
export function outputOptions(what: string): typeof OUTPUT_OPTIONS {
	return { ...OUTPUT_OPTIONS, output: reworded(OUTPUT_OPTIONS.output, what) };
}

/** For commands that can change their inputs. */
export const IN_PLACE_OPTIONS = {
	inPlace: flag('Replace the files; the old ones are kept as NAME.bak, NAME.bak2, ….', false, { short: 'i' }),
	backup: flag('Keep the old files with --in-place.', true),
};

/** Writes what a command made, over what is there with `--force`. Nothing is written where the report holds an error. */
export async function writeMade(
	files: readonly OutputFile[],
	{ options, report }: Pick<Session<typeof FORCE_OPTION>, 'options' | 'report'>,
	more: OutputOptions = {},
): Promise<Written> {
	const { writeOutputs } = await import('../../jobs/files/outputs.ts');
	return writeOutputs(files, report, { ...given(FORCE_OPTION, options), ...more });
}

/** Writes what a command changed: in place with `--in-place`, keeping the old files unless told otherwise, or else into the folder of `--output`. */
export async function writeChanged(
	files: readonly OutputFile[],
	session: Pick<Session<typeof OUTPUT_OPTIONS & typeof IN_PLACE_OPTIONS>, 'options' | 'report'>,
): Promise<Written> {
	const { inFolder } = await import('../../jobs/files/files.ts');
	const { output, inPlace = false, backup = true } = session.options;
	const outputs = output === undefined ? files : files.map((file) => ({ ...file, path: inFolder(output, file.path) }));
	return writeMade(outputs, session, { inPlace, backup: inPlace && backup });
}

export function noteBackups(backups: readonly string[], terminal: Terminal): void {
	if (backups.length > 0) terminal.note(`kept ${counted(backups.length, 'old file')} as .bak`);
}

/** `wrote 12 files into out` */
export function wroteInto(count: number, folder: string, terminal: Terminal): string {
	return `${terminal.paint(DONE, 'wrote')} ${counted(count, 'file')} into ${folder}`;
}

/**
 * Refuses an output whose extension the command does not write: no program would open such a file.
 * @param extensions the usual one first @param option the option that the path was given with @throws UsageError that says what to type
 */
export function checkExtension(path: string, extensions: readonly string[], command: string, option = '-o'): void {
	if (hasExtension(path, { extensions })) return;
	const stem = path.replace(/[/\\]$/, '$&out').replace(/\.[^./\\]*$/, '');
	const named = `${stem}${extensions[0]}`;
	throw new UsageError(
		`"${path}": ${command} writes ${extensions.join(' or ')}. For example: ${option} ${shellQuoted(named)}`,
	);
}

/**
 * Refuses a name that looks like a file where a command writes a folder: whoever types `level quay.glb quay.wok` does not want a folder of that name.
 * @param words the arguments of a command whose output may be one of them @throws UsageError that says what to type
 */
export function checkFolder(
	path: string,
	{ formats }: Pick<Registry, 'formats'>,
	command: string,
	words: readonly string[] = [],
): void {
	if (path === '-')
		throw new UsageError(`Standard output takes one file, and ${command} writes into a folder. For example: -o out`);
	if (isFolder(path) || !formats.some((format) => hasExtension(path, format))) return;
	const swapped = words.includes(path) ? inputsFirst(command, words) : undefined;
	if (swapped !== undefined) throw swapped;
	const named = path.replace(/\.[^./\\]*$/, '');
	throw new UsageError(
		`"${path}" is the name of a file, and ${command} writes into a folder. For example: -o ${shellQuoted(named === '' ? 'out' : named)}`,
	);
}

/** True for an existing folder, and for a path that ends in a slash. */
export function isFolder(path: string): boolean {
	if (/[/\\]$/.test(path)) return true;
	try {
		return statSync(path).isDirectory();
	} catch {
		return false;
	}
}

/**
 * The output of a command: `--output`, or else the last argument. Both are accepted, so that `--output` can be added to a command line that is
 * complete otherwise.
 * @throws UsageError when it is missing
 */
export function outputOf(argument: string | undefined, { output }: OutputChoice, what: string): string {
	const path = output ?? argument;
	if (path === undefined || path === '') throw new UsageError(`The output is missing. Name it: -o ${what}`);
	return path;
}
