import { InputError, makeFinding, type Report } from '../../src/findings/report.ts';
import { gameNameProblem } from '../../src/model/level.ts';
import { fileNameProblem } from '../../src/text/paths.ts';
import { LEVEL_FILE_FINDINGS } from './level-findings.ts';

/**
 * Reports the name of a level whose files the game cannot load. For a name that was given explicitly this is an error; for one taken from the input
 * it is a warning, since the walkmeshes of the rooms have names of their own.
 */
export function checkLevelName(name: string, isGiven: boolean, report: Report): void {
	const problem = gameNameProblem(name);
	// A name that no system accepts is reported when its files are named.
	if (problem === undefined || fileNameProblem(name) !== undefined) return;
	const { LEVEL_NAME, LEVEL_NAME_OF_INPUT } = LEVEL_FILE_FINDINGS;
	report.add(isGiven ? LEVEL_NAME : LEVEL_NAME_OF_INPUT, {}, { name, problem });
}

/**
 * Checks a file name made from the name of a room or model, which comes from an input: it must not lead out of the folder.
 * @throws InputError for a name that some system does not accept, such as one with a separator, and for one that begins with a dot
 */
export function safeFileName(fileName: string): string {
	if (fileNameProblem(fileName) === undefined && !fileName.startsWith('.')) return fileName;
	throw new InputError(makeFinding(LEVEL_FILE_FINDINGS.LEVEL_FILE_NAME, {}, { name: fileName.slice(0, 60) }));
}
