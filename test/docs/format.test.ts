import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CATALOGUES } from '../../jobs/catalogues.ts';
import { EXAMPLE_TEXT, exampleBytes, exampleDump } from '../../scripts/format-example.ts';
import { formatPictures } from '../../scripts/format-pictures.ts';
import { HEADER, HEADER_SIZE, TABLES } from '../../src/bwm/bwm-file.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { ROOT } from '../support/cli.ts';

const page = readFileSync(join(ROOT, 'docs/format.md'), 'utf8');

interface Citation {
	readonly file: string;
	readonly titles: readonly string[];
}

/** `test/….test.ts` and the titles in curly quotes that follow it. */
const citations: Citation[] = [
	...page.replace(/\s+/g, ' ').matchAll(/`(test\/[\w/.-]+\.test\.ts)`((?:,? “[^”]+”)*)/g),
].map(([, file, list]) => ({ file, titles: [...list.matchAll(/“([^”]+)”/g)].map(([, title]) => title) }));

/** The title as the first argument of a test or suite, or at the head of a row of `test.each`. */
function hasTitle(source: string, title: string): boolean {
	const plain = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	return new RegExp(`[([]\\s*(['"\`])${plain}\\1\\s*,`).test(source);
}

describe('tests that the page names', () => {
	test('are many, each with a title', () => {
		expect(citations.length).toBeGreaterThan(30);
		expect(citations.filter(({ titles }) => titles.length === 0)).toEqual([]);
		const quoted = page.match(/“/g)?.length;
		expect(citations.flatMap(({ titles }) => titles)).toHaveLength(quoted ?? 0);
	});

	test.each([...new Set(citations.map(({ file }) => file))])('%s has them', (file) => {
		expect(existsSync(join(ROOT, file))).toBe(true);
		const source = readFileSync(join(ROOT, file), 'utf8');
		const titles = citations.filter((citation) => citation.file === file).flatMap((citation) => citation.titles);
		expect(titles.filter((title) => !hasTitle(source, title))).toEqual([]);
	});

	test('every section of rules names one', () => {
		const without = page
			.split(/^## /m)
			.slice(1)
			.filter((section) => !section.includes('*Shown by*'))
			.map((section) => section.slice(0, section.indexOf('\n')));
		expect(without).toEqual(['Corrections to public documents', 'Open questions']);
	});
});

describe('the page', () => {
	test('the example is what the code writes', () => {
		const blocks = [...page.matchAll(/^```text\n([\s\S]*?)^```/gm)].map(([, block]) => block);
		expect(blocks).toContain(EXAMPLE_TEXT);
		const dump = blocks.find((block) => block.startsWith('0x000')) ?? '';
		expect(dump).toBe(exampleDump());
		const bytes = [...dump.matchAll(/^0x[0-9a-f]+ {2}((?:[0-9a-f]{2} )+)/gm)].flatMap(([, line]) =>
			line
				.trim()
				.split(' ')
				.map((byte) => Number.parseInt(byte, 16)),
		);
		expect(Uint8Array.from(bytes)).toEqual(exampleBytes());
		expect(page.replace(/\s+/g, ' ')).toContain(`the ${bytes.length} bytes below`);
	});

	test('the tables are those of the code', () => {
		const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
		const offsetOf = (start: string): number => {
			const row = rows.find(([, offset, , field]) => /^0x/.test(offset ?? '') && field?.startsWith(start));
			return Number(row?.[1]);
		};
		expect(offsetOf('type')).toBe(HEADER.type);
		expect(offsetOf('relative use hook 1')).toBe(HEADER.hooks);
		expect(offsetOf('position')).toBe(HEADER.position);
		expect(offsetOf('root of the tree')).toBe(HEADER.aabbRoot);
		expect(page).toContain(`The header takes ${HEADER_SIZE} bytes`);
		const called = { aabb: 'the tree' } as Readonly<Record<string, string>>;
		for (const { name, offsetAt } of TABLES) expect(offsetOf(`offset of ${called[name] ?? name}`)).toBe(offsetAt);
		for (const [count, name] of [
			['vertex count', 'vertices'],
			['face count', 'faces'],
			['node count', 'aabb'],
			['adjacency count', 'adjacency'],
			['edge count', 'edges'],
			['loop count', 'perimeters'],
		]) {
			expect(offsetOf(count)).toBe(TABLES.find((table) => table.name === name)?.countAt);
		}
		const order = rows.filter(([, , count, bytes]) => /^[VFNWEL]$/.test(count ?? '') && /^\d+$/.test(bytes ?? ''));
		expect(order.map(([, name, , bytes]) => [name, Number(bytes)])).toEqual(
			TABLES.map(({ name, words }) => [name === 'aabb' ? 'tree' : name, words * 4]),
		);
		const surfaces = rows
			.filter((row) => row.length === 14 && /^\d+$/.test(row[1]))
			.flatMap((row) => [row.slice(1, 5), row.slice(5, 9), row.slice(9, 13)])
			.sort((a, b) => Number(a[0]) - Number(b[0]));
		expect(surfaces).toEqual(
			K1.surfaces
				.filter(({ label }) => label !== 'CRAP')
				.map(({ id, label, walk, lineOfSight }) => [String(id), label, walk ? '1' : '0', lineOfSight ? '1' : '0']),
		);
	});

	test('findings that it names exist', () => {
		const known = new Set(Object.values(CATALOGUES).flatMap((area) => Object.keys(area)));
		const named = [...page.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, code]) => code);
		expect(named.length).toBeGreaterThan(10);
		expect(named.filter((code) => !known.has(code))).toEqual([]);
	});

	test('links within it lead somewhere', () => {
		const headings = new Set(
			[...page.matchAll(/^## (.+)$/gm)].map(([, heading]) =>
				heading
					.toLowerCase()
					.replace(/[^\w -]/g, '')
					.replaceAll(' ', '-'),
			),
		);
		const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor);
		expect(links.filter((anchor) => !headings.has(anchor))).toEqual([]);
	});
});

test.each([...formatPictures()])('%s is what the code draws (npm run docs), and on the page', (path, svg) => {
	expect(readFileSync(join(ROOT, path), 'utf8')).toBe(svg);
	expect(page).toContain(`](${path.replace('docs/', '')})`);
});
