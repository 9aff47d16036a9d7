import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/cli.ts';

const versions = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').split(/^## /m).slice(1);

test.each(versions.map((text) => [text.split('\n')[0], text]))('%s has each heading and each entry once', (_, text) => {
	const lines = text.split('\n').filter((line) => line.startsWith('### ') || line.startsWith('- '));
	expect(lines.filter((line, index) => lines.indexOf(line) !== index)).toEqual([]);
});
