import { describe, expect, test } from 'vitest';

interface Mutant {
	readonly id: string;
	readonly fileName: string;
	readonly location: Record<'start' | 'end', { readonly line: number; readonly column: number }>;
	readonly mutatorName: string;
	readonly replacement: string;
}

interface Script {
	sampleOf(mutants: readonly Mutant[], count: number, seed: number): Mutant[];
	testsOf(source: string, folders?: readonly string[]): string[];
	withRow(page: string, row: string): string;
}

const { sampleOf, testsOf, withRow }: Script = await import(new URL('../../scripts/mutate.mjs', import.meta.url).href);

function mutantsOf(fileName: string): Mutant[] {
	return Array.from({ length: 200 }, (_, i) => ({
		id: `${fileName} ${i}`,
		fileName,
		location: { start: { line: 1 + (i >> 2), column: 3 }, end: { line: 1 + (i >> 2), column: 9 } },
		mutatorName: i & 1 ? 'EqualityOperator' : 'ConditionalExpression',
		replacement: i & 2 ? 'a <= b' : 'false',
	}));
}

const ids = (mutants: readonly Mutant[]): string[] => mutants.map(({ id }) => id).sort();

describe('sampleOf', () => {
	const mutants = mutantsOf('src/geometry/weld.ts');
	const fifty = ids(sampleOf(mutants, 50, 1));

	test('takes as many different mutants as it is asked for', () => {
		expect(new Set(fifty).size).toBe(50);
		expect(ids(sampleOf(mutants, 1000, 1))).toEqual(ids(mutants));
	});

	test('takes the same with the same seed, in whatever order they come and are numbered, and others with another', () => {
		const renumbered = mutants.toReversed().map((mutant, i) => ({ ...mutant, id: String(i), was: mutant.id }));
		expect(
			sampleOf(renumbered, 50, 1)
				.map((mutant) => (mutant as Mutant & { was: string }).was)
				.sort(),
		).toEqual(fifty);
		expect(ids(sampleOf(mutants, 50, 2))).not.toEqual(fifty);
	});

	test('contains smaller samples in larger ones', () => {
		expect(ids(sampleOf(mutants, 80, 1))).toEqual(expect.arrayContaining(fifty));
	});

	test('takes from one file what it takes without the others, as far as the sample reaches', () => {
		const both = sampleOf([...mutantsOf('src/geometry/simplify.ts'), ...mutants], 100, 1).filter(({ fileName }) =>
			fileName.endsWith('weld.ts'),
		);
		expect(both.length).toBeGreaterThan(20);
		expect(ids(both)).toEqual(ids(sampleOf(mutants, both.length, 1)));
	});
});

describe('testsOf', () => {
	test('finds the test folder of the same name, and what imports from the folder', () => {
		const tests = testsOf('src/text');
		expect(tests).toEqual(expect.arrayContaining(['test/text/quote.test.ts', 'test/numbers/shortest-float32.test.ts']));
		expect(tests).not.toContain('test/walkmesh/faces.test.ts');
		expect(testsOf('src/text/quote.ts')).toEqual(['test/text/quote.test.ts']);
		expect(testsOf('src/text', ['test/numbers'])).toEqual(['test/numbers/shortest-float32.test.ts']);
	});

	test('leaves out tests that import types alone, start the built package, or run whole commands', () => {
		expect(testsOf('src/scene')).not.toContain('test/level/placements.test.ts');
		expect(testsOf('cli')).toContain('test/cli/progress.test.ts');
		for (const name of ['process', 'run', 'build']) expect(testsOf('cli')).not.toContain(`test/cli/${name}.test.ts`);
		expect(testsOf('cli')).not.toContain('test/cli/terminal.test.ts');
		expect(testsOf('cli', ['test/cli/terminal.test.ts'])).toEqual(['test/cli/terminal.test.ts']);
	});
});

test('withRow puts a row in the place of the folder’s old one, and new rows in order, but none of single files', () => {
	const head =
		'| Folder | Mutants | Killed | Survived | Timeout | Score | Seed | Command |\n|---|--:|--:|--:|--:|--:|--:|---|';
	const page = `# Title\n\n${head}\n| src/b | 1 |\n\nMore.\n`;
	const [old, next, earlier] = ['| src/b | 1 |', '| src/b | 2 |', '| src/a | 3 |'];
	expect(withRow(page, next)).toBe(page.replace(old, next));
	expect(withRow(page, earlier)).toBe(page.replace(old, `${earlier}\n${old}`));
	expect(withRow(`# Title\n\n${head}`, next)).toBe(`# Title\n\n${head}\n${next}`);
	for (const files of ['src/b/c.ts', 'src/b/c.ts, src/b/d.ts', 'src/a, src/b/c.ts'])
		expect(withRow(page, `| ${files} | 4 |`)).toBe(page);
	expect(() => withRow('# Title\n', next)).toThrow('no table');
});
