import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * The file that a thread starts with, where all of wokflow is one file: the small one that this program was started with, if it was, as it
 * keeps the code of the last run; else the file itself.
 *
 * @param own URL of the one file
 */
export function programFile(own: string): URL {
	const launcher = join(dirname(fileURLToPath(own)), 'cli.cjs');
	try {
		// Started by its own name only: another file of that name is none of ours.
		const started = process.argv[1] ?? '';
		if (basename(started) !== basename(own) && realpathSync(started) === realpathSync(launcher))
			return pathToFileURL(launcher);
	} catch {
		// Then there is no such file.
	}
	return new URL(own);
}
