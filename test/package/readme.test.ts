import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/cli.ts';

const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');

test('the README says how to get the command, and its examples need no clone', () => {
	for (const way of ['npm ci && npm run build', 'npm pack', 'dist/viewer.html']) expect(readme).toContain(way);
	// It is on no registry.
	expect(readme).not.toMatch(/npm i(?:nstall)? (?:-\w )?wokflow|npx wokflow/);
	expect(readme.split('\n').filter((line) => /^wokflow .*fixtures\//.test(line))).toEqual([]);
});
