// Breaks the code in small ways and counts how many of the breaks the tests notice:
//   npm run mutate -- FOLDER [--sample N] [--seed N] [--tests FOLDER …] [--concurrency N]
// FOLDER, or a file, is tested by what `testsOf` finds for it (--tests: below these folders only). The score goes into the table of docs/testing.md.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGE = join(ROOT, 'docs/testing.md');

/**
 * `count` of the mutants, chosen by `seed` and by what each mutant is, not by its number: the same seed gives the same sample on
 * every machine, a greater sample contains the smaller ones, and an edit in one file leaves the choice in the others alone.
 */
export function sampleOf(mutants, count, seed) {
	const rank = ({ fileName, location: { start, end }, mutatorName, replacement }) => {
		const range = [start.line, start.column, end.line, end.column].join(' ');
		const identity = [seed, relative(ROOT, resolve(ROOT, fileName)), range, mutatorName, replacement];
		return createHash('sha256').update(JSON.stringify(identity)).digest('hex');
	};
	return mutants
		.map((mutant) => ({ mutant, rank: rank(mutant) }))
		.sort((a, b) => (a.rank < b.rank ? -1 : 1))
		.slice(0, count)
		.map(({ mutant }) => mutant);
}

/**
 * The tests of a source folder or file: the folder of the same name below `test/` and every test that imports from it directly, types
 * aside; or of these only those below `folders`. Tests that start the built package are left out: what they start is not mutated. So are
 * tests of whole commands, which work in folders of their own as only a process can: Stryker runs threads.
 */
export function testsOf(source, folders = ['test']) {
	const mirrored = join('test', source.replace(/^src\//, '').replace(/\.ts$/, '.test.ts'));
	const within = (path, folder) => path === folder || path.startsWith(`${folder}/`);
	return readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
		.map((name) => join('test', name))
		.filter((file) => file.endsWith('.test.ts') && folders.some((folder) => within(file, folder)))
		.filter((file) => {
			const imports = importsOf(file);
			if (imports.includes('test/support/built.ts') || runsCommands(file)) return false;
			return within(file, mirrored) || imports.some((path) => within(path, source));
		})
		.sort();
}

function runsCommands(file) {
	return /^import \{[^}]*\bwokflow(?:Process)?\b[^}]*\} from '[^']*support\/cli\.ts'/m.test(
		readFileSync(join(ROOT, file), 'utf8'),
	);
}

/** What a test imports from the project, as paths from its root. */
function importsOf(file) {
	const text = readFileSync(join(ROOT, file), 'utf8');
	const imports = /^import (?!type |\{(?: type \w+,?)+ \})[^;]*?from '(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm;
	return [...text.matchAll(imports)].map(([, still, lazy]) => join(dirname(file), still ?? lazy));
}

function filesOf(source) {
	if (statSync(join(ROOT, source)).isFile()) return [source];
	const names = readdirSync(join(ROOT, source), { recursive: true, encoding: 'utf8' });
	return names.filter((name) => name.endsWith('.ts')).map((name) => join(source, name));
}

/** All mutants that Stryker makes of a source. */
async function mutantsOf(source) {
	const { Instrumenter } = await import('@stryker-mutator/instrumenter');
	const silent = { debug() {}, info() {}, isDebugEnabled: () => false };
	const files = filesOf(source).map((name) => ({
		name: join(ROOT, name),
		content: readFileSync(join(ROOT, name), 'utf8'),
		mutate: true,
	}));
	const options = { plugins: null, excludedMutations: [], ignorers: [] };
	const { mutants } = await new Instrumenter(silent).instrument(files, options);
	return mutants.filter(({ status }) => status === undefined);
}

/** Where mutants are, as Stryker wants it said. Code outside of these ranges runs at full speed. */
function rangesOf(mutants) {
	const ranges = mutants.map(
		({ fileName, location: { start, end } }) =>
			`${relative(ROOT, fileName)}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`,
	);
	return [...new Set(ranges)];
}

/** Lets Stryker run the sample only, of all mutants in its ranges: to it, the others are code that does not compile. */
class Sample {
	static inject = ['options'];
	#chosen = new Set();

	constructor({ sample }) {
		this.sample = sample;
	}

	async init() {}

	/** Is given all mutants of the ranges, before any is checked. What ranks first of all ranks first of these. */
	async group(mutants) {
		for (const { id } of sampleOf(mutants, this.sample.count, this.sample.seed)) this.#chosen.add(id);
		return [mutants.map(({ id }) => id)];
	}

	async check(mutants) {
		return Object.fromEntries(
			mutants.map(({ id }) => [
				id,
				this.#chosen.has(id) ? { status: 'passed' } : { status: 'compileError', reason: 'not in the sample' },
			]),
		);
	}
}

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', injectableClass: Sample }];

async function main() {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			sample: { type: 'string' },
			seed: { type: 'string' },
			tests: { type: 'string', multiple: true },
			concurrency: { type: 'string' },
		},
	});
	const count = (name, otherwise) => {
		if (values[name] === undefined) return otherwise;
		if (/^[1-9]\d*$/.test(values[name])) return Number(values[name]);
		throw new Error(`--${name}: must be a whole number above 0, is "${values[name]}"`);
	};
	const [given] = positionals;
	if (positionals.length !== 1 || !existsSync(join(ROOT, given)))
		throw new Error('Name one folder or file of the project: npm run mutate -- src/mesh --sample 300');
	const source = relative(ROOT, join(ROOT, given));
	const sample = values.sample === undefined ? undefined : { count: count('sample'), seed: count('seed', 1) };
	const tests = testsOf(source, values.tests);
	if (tests.length === 0) throw new Error(`No test belongs to ${source}: see "Mutation testing" in docs/testing.md`);
	console.log(`${source}: ${tests.length} test files\n${tests.map((file) => `  ${file}`).join('\n')}`);

	// The runner's processes take both from here; properties try the same examples for each mutant.
	process.env['WOKFLOW_MUTATE_TESTS'] = tests.join('\n');
	process.env['WOKFLOW_SEED'] ??= '20261120';
	// Fewer of them: there are many mutants, and what only the hundredth example shows is better an example of its own.
	process.env['WOKFLOW_RUNS'] ??= '0.25';
	process.chdir(ROOT);
	const { Stryker } = await import('@stryker-mutator/core');
	const results = await new Stryker({
		mutate: sample ? rangesOf(sampleOf(await mutantsOf(source), sample.count, sample.seed)) : filesOf(source),
		testRunner: 'vitest',
		vitest: { configFile: 'vitest.mutate.config.ts', related: false },
		plugins: ['@stryker-mutator/vitest-runner', fileURLToPath(import.meta.url)],
		checkers: sample ? ['sample'] : [],
		sample,
		warnings: { unknownOptions: false, slow: false },
		concurrency: count('concurrency', 1),
		dryRunTimeoutMinutes: 30,
		// A machine that has other work is no reason to count a mutant as one that never ends.
		timeoutMS: 12_000,
		timeoutFactor: 3,
		disableTypeChecks: false,
		ignorePatterns: ['dist', 'bench/work', '.wokflow'],
		tempDirName: 'out/mutate',
		reporters: ['progress-append-only'],
		allowConsoleColors: false,
	}).runMutationTest();

	const scored = results.filter(({ status }) => SCORED.includes(status));
	for (const mutant of scored.filter(({ status }) => status !== 'Killed')) console.log(described(mutant));
	const row = scoreRow(source, scored, sample, values.tests);
	console.log(`\n${HEAD}\n${row}`);
	writeFileSync(PAGE, withRow(readFileSync(PAGE, 'utf8'), row));
}

const MISSED = ['Survived', 'NoCoverage'];
const SCORED = ['Killed', 'Timeout', ...MISSED];
const HEAD = `| Folder | Mutants | Killed | Survived | Timeout | Score | Seed | Command |
|---|--:|--:|--:|--:|--:|--:|---|`;

/** A mutant with its line. One that ran into a limit of steps never ends; one that ran into a limit of time may only have been slow. */
function described({ fileName, location: { start, end }, mutatorName, replacement, status, statusReason }) {
	const lines = readFileSync(fileName, 'utf8')
		.split('\n')
		.slice(start.line - 1, end.line);
	const [before, after] = [lines[0].slice(0, start.column - 1), lines.at(-1).slice(end.column - 1)];
	const was = start.line === end.line ? lines[0].slice(start.column - 1, end.column - 1) : '…';
	const place = `${relative(ROOT, fileName)}:${start.line}:${start.column}`;
	const short = replacement.replace(/\s+/g, ' ').slice(0, 100);
	const notes = { NoCoverage: ' (no test gets here)', Timeout: ` (${statusReason ?? 'limit of time'})` };
	return `\n${place} ${mutatorName}${notes[status] ?? ''}\n- ${before}${was}${after}\n+ ${before}${short}${after}`;
}

function scoreRow(source, mutants, sample, folders = []) {
	const number = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length;
	const score = ((number('Killed', 'Timeout') / mutants.length) * 100).toFixed(1);
	const [options, seed] = sample ? [` --sample ${sample.count} --seed ${sample.seed}`, sample.seed] : ['', ''];
	const command = `npm run mutate -- ${source}${options}${folders.map((folder) => ` --tests ${folder}`).join('')}`;
	const numbers = [mutants.length, number('Killed'), number(...MISSED), number('Timeout')].join(' | ');
	return `| ${source} | ${numbers} | ${score} % | ${seed} | \`${command}\` |`;
}

/** The page with the row in its table, in place of the folder's old one. */
export function withRow(page, row) {
	const start = page.indexOf(HEAD) + HEAD.length;
	if (!page.includes(HEAD)) throw new Error('docs/testing.md has no table of scores');
	const [, table] = /^((?:\n\|.*)*)/.exec(page.slice(start));
	const folder = (line) => line.split('|')[1].trim();
	const others = table.split('\n').filter((line) => line !== '' && folder(line) !== folder(row));
	const rows = [...others, row].sort((a, b) => (folder(a) < folder(b) ? -1 : 1));
	return `${page.slice(0, start)}\n${rows.join('\n')}${page.slice(start + table.length)}`;
}

// Not awaited: Stryker imports this file again for its plugin, and would wait for its end.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
	main().catch((error) => {
		console.error(error.message);
		process.exitCode = 1;
	});
}
