import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/cli.ts';
import { THOROUGH } from '../support/thorough.ts';

const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');

test.runIf(THOROUGH)('what the README and the documentation link to is in the package, and source maps are not', () => {
	const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
		cwd: ROOT,
		encoding: 'utf8',
		shell: process.platform === 'win32',
	});
	const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
	const packed = files.map(({ path }) => path);
	const pages = ['README.md', ...packed.filter((path) => /^docs\/[^/]+\.md$/.test(path))];
	const targets = pages.flatMap((page) =>
		[...readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)].map(([, target]) =>
			posix.join(posix.dirname(page), target).replace(/\/$/, ''),
		),
	);
	expect(targets.length).toBeGreaterThan(100);
	const isPacked = (target: string): boolean => packed.some((path) => path === target || path.startsWith(`${target}/`));
	expect(targets.filter((target) => !isPacked(target))).toEqual([]);
	expect(packed.filter((path) => path.endsWith('.map'))).toEqual([]);
});

test('the README says how to get the command, and its examples need no clone', () => {
	for (const way of ['npm ci && npm run build', 'npm pack', 'dist/viewer.html']) expect(readme).toContain(way);
	// It is on no registry.
	expect(readme).not.toMatch(/npm i(?:nstall)? (?:-\w )?wokflow|npx wokflow/);
	expect(readme.split('\n').filter((line) => /^wokflow .*fixtures\//.test(line))).toEqual([]);
});
