import { printable } from './quote.ts';

/** Lines of messages are cut after this many characters: names from files may have any length. */
const LONGEST_LINE = 4000;

/**
 * Thrown when a caller asks for something that makes no sense. The command line ends with exit code 2. The message can be printed:
 * it has a line for each that was given, and names in them are escaped.
 *
 * @example
 * try {
 * 	createRegistry().stage('wold');
 * } catch (error) {
 * 	if (error instanceof UsageError) console.log(error.message);
 * }
 */
export class UsageError extends Error {
	override readonly name = 'UsageError';

	constructor(...lines: readonly string[]) {
		super(lines.map(cut).join('\n'));
	}
}

/** Escaped characters take several, so a line is cut again once they are. */
function cut(line: string): string {
	const shown = printable(line.slice(0, LONGEST_LINE));
	return Math.max(line.length, shown.length) > LONGEST_LINE ? `${shown.slice(0, LONGEST_LINE - 1)}…` : shown;
}

/** Puts the path of the key before the message of a UsageError. */
export function naming<T>(where: string, work: () => T): T {
	try {
		return work();
	} catch (error) {
		if (error instanceof UsageError) throw new UsageError(...`${where}: ${error.message}`.split('\n'));
		throw error;
	}
}
