import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { CATALOGUES } from '../../jobs/catalogues.ts';
import { ROOT } from '../support/cli.ts';

const docs = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
const pages = ['README.md', 'ARCHITECTURE.md', 'fixtures/README.md', ...docs.map((name) => `docs/${name}`)];

test.each(pages)('%s links to what is there', (page) => {
	const text = readFileSync(join(ROOT, page), 'utf8');
	const targets = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)].map(([, target]) => target);
	expect(targets.filter((target) => !existsSync(join(ROOT, dirname(page), target)))).toEqual([]);
});

const told = Object.values(CATALOGUES)
	.flatMap((catalogue) => Object.values(catalogue))
	.map(({ code, meaning = '', help }) => ({
		code,
		named: [...`${meaning} ${help}`.matchAll(/docs\/[\w/-]+\.md/g)].map(String),
	}));

test('pages that findings name are there', () => {
	expect(told.flatMap(({ named }) => named.filter((page) => !existsSync(join(ROOT, page))))).toEqual([]);
});

test('findings whose cause may lie in the export name the page about it', () => {
	const codes = told.filter(({ named }) => named.includes('docs/before-export.md')).map(({ code }) => code);
	expect(codes.sort()).toEqual([
		'LEVEL_ROOMS_ASSUMED',
		'LEVEL_ROOMS_DOUBTFUL',
		'LEVEL_ROOMS_UNGROUPED',
		'LEVEL_ROOM_DUPLICATE',
		'LEVEL_ROOM_EMPTY',
		'LEVEL_WITHOUT_ROOMS',
	]);
});

test('every page of docs/ is linked from docs/README.md', () => {
	const index = readFileSync(join(ROOT, 'docs/README.md'), 'utf8');
	expect(docs.filter((name) => name !== 'README.md' && !index.includes(`](${name})`))).toEqual([]);
});
