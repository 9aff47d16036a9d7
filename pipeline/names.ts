import { InputError, makeFinding, type Report } from '../src/findings/report.ts';
import { gameNameProblem } from '../src/level/level.ts';
import { fileNameProblem } from '../src/text/file-names.ts';
import { LEVEL_FILE_FINDINGS } from './findings.ts';

/**
 * Reports the name of a level that the game cannot load the files of. One that was given for the level is an error; one that it has of its input
 * is a warning, as the walkmeshes of its rooms have names of their own.
 */
export function checkLevelName(name: string, isGiven: boolean, report: Report): void {
	const problem = gameNameProblem(name);
	// What no system takes as a name is told where its files are named.
	if (problem === undefined || fileNameProblem(name) !== undefined) return;
	const { LEVEL_NAME, LEVEL_NAME_OF_INPUT } = LEVEL_FILE_FINDINGS;
	report.add(isGiven ? LEVEL_NAME : LEVEL_NAME_OF_INPUT, {}, { name, problem });
}

/**
 * Names of rooms and models come from inputs and become names of files: none may lead out of the folder.
 * @throws InputError for a name that some system does not take, such as one with a separator, and for one that begins with a dot
 */
export function safeFileName(fileName: string): string {
	if (fileNameProblem(fileName) === undefined && !fileName.startsWith('.')) return fileName;
	throw new InputError(makeFinding(LEVEL_FILE_FINDINGS.LEVEL_FILE_NAME, {}, { name: fileName.slice(0, 60) }));
}
