import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../support/cli.ts';

/** Pictures of the docs: `npm run pictures` and `npm run docs` make them. */
const names = readdirSync(join(ROOT, 'docs/pictures'));
const pages = ['README.md', ...readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'))].map((name) =>
	readFileSync(join(ROOT, name === 'README.md' ? name : `docs/${name}`), 'utf8'),
);

describe('pictures', () => {
	test.each(names)('%s is small, and shown by a page that says in words what is to be seen', (name) => {
		expect(statSync(join(ROOT, 'docs/pictures', name)).size).toBeLessThan(150_000);
		const alternatives = pages.flatMap((page) =>
			[...page.matchAll(/!\[([^\]]*)\]\((?:docs\/)?pictures\/([^)]+)\)/g)].filter(([, , file]) => file === name),
		);
		expect(alternatives.length).toBeGreaterThan(0);
		for (const [, words] of alternatives) expect(words.length).toBeGreaterThan(20);
	});
});
