import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFile } from '../../jobs/files/files.ts';
import { Report } from '../../src/findings/report.ts';
import { scratchFolder } from '../support/cli.ts';

const FOLDER = scratchFolder();

test('a file that is not there is reported with what lies there under a name like it', async () => {
	writeFileSync(join(FOLDER, 'quay_01a.wok'), '');
	const messageOf = (name: string): Promise<string> =>
		openFile(join(FOLDER, name), new Report()).then(
			() => 'opened',
			(error: Error) => error.message,
		);
	expect(await messageOf('quay_1a.wok')).toContain('it does not exist; there is "quay_01a.wok"');
	expect(await messageOf('gate.dwk')).not.toContain('there is');
	expect(await messageOf('nowhere/quay_01a.wok')).not.toContain('there is');
});
