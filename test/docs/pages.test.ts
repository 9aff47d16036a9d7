import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CATALOGUES } from '../../jobs/catalogues.ts';
import { generatedPages } from '../../scripts/generated-pages.ts';
import { ROOT } from '../support/cli.ts';

test.each([...(await generatedPages())])('%s is what the code says (npm run docs)', (path, text) => {
	expect(readFileSync(join(ROOT, path), 'utf8')).toBe(text);
});

const versions = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').split(/^## /m).slice(1);

test.each(versions.map((text) => [text.split('\n')[0], text]))('%s has each heading and each entry once', (_, text) => {
	const lines = text.split('\n').filter((line) => line.startsWith('### ') || line.startsWith('- '));
	expect(lines.filter((line, index) => lines.indexOf(line) !== index)).toEqual([]);
});

describe('pictures', () => {
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
});

describe('links', () => {
	const docs = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
	const pages = ['README.md', 'ARCHITECTURE.md', 'fixtures/README.md', ...docs.map((name) => `docs/${name}`)];

	test.each(pages)('%s links to what is there', (page) => {
		const text = readFileSync(join(ROOT, page), 'utf8');
		const targets = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)].map(([, target]) => target);
		expect(targets.filter((target) => !existsSync(join(ROOT, dirname(page), target)))).toEqual([]);
	});

	test.each([...pages, 'SECURITY.md', 'CONTRIBUTING.md'])('%s names files that are there', (page) => {
		const text = readFileSync(join(ROOT, page), 'utf8');
		const named = [...text.matchAll(/`([a-z]+\/[\w./-]+\.(?:ts|mjs|cjs|json|yml))`/g)].map(([, file]) => file);
		const ours = named.filter((file) => existsSync(join(ROOT, file.split('/')[0])) && !file.startsWith('out/'));
		const isThere = (file: string): boolean =>
			[ROOT, join(ROOT, dirname(page))].some((at) => existsSync(join(at, file)));
		expect(ours.filter((file) => !isThere(file))).toEqual([]);
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
});
