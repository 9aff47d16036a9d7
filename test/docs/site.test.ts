import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/cli.ts';
import { THOROUGH } from '../support/thorough.ts';

test.runIf(THOROUGH)(
	'the site is built, its links lead somewhere, and the page is on its first screen',
	{ timeout: 600_000 },
	() => {
		// VitePress ends with an error where a link leads nowhere.
		const { status, stderr } = spawnSync('npm', ['run', '--silent', 'site'], {
			cwd: ROOT,
			encoding: 'utf8',
			shell: process.platform === 'win32',
		});
		expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
		const site = join(ROOT, 'site');
		expect(readFileSync(join(site, 'index.html'), 'utf8')).toMatch(/<iframe[^>]* src="\/quay\.html"/);
		expect(readFileSync(join(site, 'quay.html'), 'utf8')).toContain('quay.glb');
		for (const page of [
			'README',
			'tutorial-blender',
			'tutorial-page',
			'library',
			'reference/index',
			'commands/convert',
		])
			expect(existsSync(join(site, `docs/${page}.html`)), page).toBe(true);
		// Nothing of V8 and of what the compiler calls things.
		const reference = join(site, 'docs/reference');
		const pages = readdirSync(reference, { recursive: true, encoding: 'utf8' }).filter((path) =>
			path.endsWith('.html'),
		);
		expect(pages.length).toBeGreaterThan(10);
		for (const page of pages)
			expect(readFileSync(join(reference, page), 'utf8'), page).not.toMatch(/captureStackTrace|__namedParameters/);
	},
);

test('the groups of the documentation are those of the site', () => {
	const text = readFileSync(join(ROOT, 'docs/README.md'), 'utf8');
	expect([...text.matchAll(/^## (.*)$/gm)].map(([, name]) => name)).toEqual(['Use', 'Reference', 'Develop']);
});
