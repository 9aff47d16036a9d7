import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/cli.ts';

const docs = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
const pages = ['README.md', 'ARCHITECTURE.md', 'fixtures/README.md', ...docs.map((name) => `docs/${name}`)];

test.each(pages)('%s links to what is there', (page) => {
	const text = readFileSync(join(ROOT, page), 'utf8');
	const targets = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)].map(([, target]) => target);
	expect(targets.filter((target) => !existsSync(join(ROOT, dirname(page), target)))).toEqual([]);
});

test('every page of docs/ is linked from docs/README.md', () => {
	const index = readFileSync(join(ROOT, 'docs/README.md'), 'utf8');
	expect(docs.filter((name) => name !== 'README.md' && !index.includes(`](${name})`))).toEqual([]);
});
