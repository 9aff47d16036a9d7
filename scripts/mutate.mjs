// Breaks the code in small ways and counts how many of the breaks the tests notice:
//   npm run mutate -- FOLDER … [--sample N] [--seed N] [--tests FOLDER …] [--quick]
// A folder, or a file, is tested by what `testsOf` finds for it (--tests: what is below these folders). Small folders may be measured together. The
// score of folders goes into the table of docs/testing.md.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
	const rank = (mutant) =>
		createHash('sha256')
			.update(JSON.stringify([seed, ...identityOf(mutant)]))
			.digest('hex');
	return mutants
		.map((mutant) => ({ mutant, rank: rank(mutant) }))
		.sort((a, b) => (a.rank < b.rank ? -1 : 1))
		.slice(0, count)
		.map(({ mutant }) => mutant);
}

/** What a mutant is, whatever its number. */
function identityOf({ fileName, location: { start, end }, mutatorName, replacement }) {
	const range = [start.line, start.column, end.line, end.column].join(' ');
	return [relative(ROOT, resolve(ROOT, fileName)), range, mutatorName, replacement];
}

const EVERYWHERE = ['test'];

/**
 * The tests of a source folder or file: the folder of the same name below `test/` and every test that imports from it directly, types
 * aside; or those below `folders`, which may reach it through others. Tests that start the built package are left out: what they start is not mutated. So are
 * tests of whole commands, each of which would run a hundred times, unless they are named as files.
 */
export function testsOf(source, folders = EVERYWHERE) {
	const mirrored = join('test', source.replace(/^src\//, '').replace(/\.ts$/, '.test.ts'));
	const within = (path, folder) => path === folder || path.startsWith(`${folder}/`);
	return readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
		.map((name) => join('test', name))
		.filter((file) => file.endsWith('.test.ts') && folders.some((folder) => within(file, folder)))
		.filter((file) => {
			const imports = importsOf(file);
			if (folders.includes(file)) return true;
			if (imports.includes('test/support/built.ts') || runsCommands(file)) return false;
			return folders !== EVERYWHERE || within(file, mirrored) || imports.some((path) => within(path, source));
		})
		.sort();
}

function runsCommands(file) {
	const runner =
		/^import \{[^}]*\b(?:wokflow|wokflowProcess|runIn|startWokflow)\b[^}]*\} from '[^']*support\/(?:cli|projects|started)\.ts'/m;
	return runner.test(readFileSync(join(ROOT, file), 'utf8'));
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

/**
 * The sources with switches for mutants, by path, and the mutants.
 * @param wanted where mutants are to be, by path; everywhere without it. Code elsewhere runs at full speed
 */
async function instrumented(names, wanted) {
	const { Instrumenter } = await import('@stryker-mutator/instrumenter');
	const silent = { debug() {}, info() {}, isDebugEnabled: () => false };
	const files = names.map((name) => ({
		name: join(ROOT, name),
		content: readFileSync(join(ROOT, name), 'utf8'),
		mutate: wanted === undefined ? true : (wanted.get(join(ROOT, name)) ?? []),
	}));
	const options = { plugins: null, excludedMutations: [], ignorers: [] };
	const result = await new Instrumenter(silent).instrument(files, options);
	return {
		sources: Object.fromEntries(result.files.map(({ name, content }) => [name, content])),
		mutants: result.mutants.filter(({ status }) => status === undefined),
	};
}

/** Milliseconds that a test may take in each pass: most mutants are killed by the quickest tests. */
const PASSES = [20, 100, Infinity];

/** Runs the tests with the mutants that they reach, the quickest first (`passes`), and says what became of which mutant. */
function tryAll(folder, tests, ids, passes) {
	const log = join(folder, 'log.txt');
	writeFileSync(log, '');
	for (const longest of passes) {
		// A process that a mutant keeps for ever ends itself; the next goes on where it was.
		for (let lines = -1; lines !== (lines = readFileSync(log, 'utf8').split('\n').length); ) {
			if (runTests({ WOKFLOW_MUTATE: folder, WOKFLOW_MUTATE_LOG: log, WOKFLOW_MUTATE_LONGEST: longest }, tests, ids))
				break;
		}
	}
	const lines = readFileSync(log, 'utf8').split('\n');
	const of = (what) =>
		new Set(lines.flatMap((line) => (line.startsWith(`${what} `) ? line.slice(what.length + 1).split(',') : [])));
	return { reached: of('reached'), killed: of('killed'), endless: of('endless'), loading: of('loading') };
}

/** False where the process did not come to its end. */
function runTests(settings, tests, ids) {
	const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
	const { status, stdout, stderr } = spawnSync(
		process.execPath,
		[vitest, 'run', '--config', 'vitest.mutate.config.ts'],
		{
			cwd: ROOT,
			maxBuffer: 1 << 28,
			encoding: 'utf8',
			env: {
				...process.env,
				...settings,
				NO_COLOR: '1',
				WOKFLOW_MUTATE_IDS: ids.join(','),
				WOKFLOW_MUTATE_TESTS: tests.join('\n'),
				// Properties try the same examples for each mutant, and fewer: there are many mutants.
				WOKFLOW_SEED: process.env['WOKFLOW_SEED'] ?? '20261120',
				WOKFLOW_RUNS: process.env['WOKFLOW_RUNS'] ?? '0.25',
			},
		},
	);
	if (status === 0) return true;
	if (/Worker exited|Worker forks emitted error/.test(stdout + stderr)) return false;
	throw new Error(`There are tests that fail without mutants:\n${stdout}\n${stderr}`);
}

async function main() {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			sample: { type: 'string' },
			seed: { type: 'string' },
			tests: { type: 'string', multiple: true },
			quick: { type: 'boolean' },
		},
	});
	const count = (name, otherwise) => {
		if (values[name] === undefined) return otherwise;
		if (/^[1-9]\d*$/.test(values[name])) return Number(values[name]);
		throw new Error(`--${name}: must be a whole number above 0, is "${values[name]}"`);
	};
	if (positionals.length === 0 || !positionals.every((given) => existsSync(join(ROOT, given))))
		throw new Error('Name a folder or file of the project: npm run mutate -- src/mesh --sample 300');
	const sources = positionals.map((given) => relative(ROOT, join(ROOT, given)));
	const sample = values.sample === undefined ? undefined : { count: count('sample'), seed: count('seed', 1) };
	const tests = [...new Set(sources.flatMap((source) => testsOf(source, values.tests)))].sort();
	if (tests.length === 0)
		throw new Error(`No test belongs to ${sources.join(', ')}: see "Mutation testing" in docs/testing.md`);
	console.log(`${sources.join(', ')}: ${tests.length} test files\n${tests.map((file) => `  ${file}`).join('\n')}`);

	const names = sources.flatMap(filesOf);
	const all = (await instrumented(names)).mutants;
	const wanted = sample === undefined ? all : sampleOf(all, sample.count, sample.seed);
	const places = groupedBy(wanted, ({ fileName }) => fileName);
	const { sources: broken, mutants } = await instrumented(
		names,
		new Map([...places].map(([name, those]) => [name, those.map(({ location }) => location)])),
	);
	// Other mutants that lie in the same places are left asleep.
	const identities = new Set(wanted.map((mutant) => JSON.stringify(identityOf(mutant))));
	const chosen = mutants.filter((mutant) => identities.has(JSON.stringify(identityOf(mutant))));

	const folder = join(ROOT, 'out/mutate');
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, 'sources.json'), JSON.stringify(broken));
	const { reached, killed, endless, loading } = tryAll(
		folder,
		tests,
		chosen.map(({ id }) => id),
		values.quick ? PASSES.slice(0, -1) : PASSES,
	);
	const statusOf = ({ id }) => {
		if (killed.has(id)) return 'Killed';
		if (endless.has(id)) return 'Timeout';
		if (reached.has(id)) return 'Survived';
		return loading.has(id) ? 'Loading' : 'NoCoverage';
	};
	const results = chosen.map((mutant) => ({ ...mutant, status: statusOf(mutant) }));
	const scored = results.filter(({ status }) => SCORED.includes(status));
	for (const mutant of scored.filter(({ status }) => status !== 'Killed')) console.log(described(mutant));
	console.log(
		`\n${results.length - scored.length} more are reached only while modules load or tests are gathered; they were not tried.`,
	);
	const row = scoreRow(sources, scored, sample, values);
	console.log(`\n${HEAD}\n${row}`);
	writeFileSync(PAGE, withRow(readFileSync(PAGE, 'utf8'), row));
}

function groupedBy(list, keyOf) {
	const groups = new Map();
	for (const each of list) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each]);
	return groups;
}

const MISSED = ['Survived', 'NoCoverage'];
const SCORED = ['Killed', 'Timeout', ...MISSED];
const HEAD = `| Folder | Mutants | Killed | Survived | Timeout | Score | Seed | Command |
|---|--:|--:|--:|--:|--:|--:|---|`;

function described({ fileName, location: { start, end }, mutatorName, replacement, status }) {
	const lines = readFileSync(fileName, 'utf8')
		.split('\n')
		.slice(start.line, end.line + 1);
	const [before, after] = [lines[0].slice(0, start.column), lines.at(-1).slice(end.column)];
	const was = start.line === end.line ? lines[0].slice(start.column, end.column) : '…';
	const place = `${relative(ROOT, fileName)}:${start.line + 1}:${start.column + 1}`;
	const short = replacement.replace(/\s+/g, ' ').slice(0, 100);
	const notes = { NoCoverage: ' (no test gets here)', Timeout: ' (never ends)' };
	return `\n${place} ${mutatorName}${notes[status] ?? ''}\n- ${before}${was}${after}\n+ ${before}${short}${after}`;
}

function scoreRow(sources, mutants, sample, { tests = [], quick = false }) {
	const number = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length;
	const score = ((number('Killed', 'Timeout') / mutants.length) * 100).toFixed(1);
	const [options, seed] = sample ? [` --sample ${sample.count} --seed ${sample.seed}`, sample.seed] : ['', ''];
	const others = `${tests.map((folder) => ` --tests ${folder}`).join('')}${quick ? ' --quick' : ''}`;
	const command = `npm run mutate -- ${sources.join(' ')}${options}${others}`;
	const numbers = [mutants.length, number('Killed'), number(...MISSED), number('Timeout')].join(' | ');
	return `| ${sources.join(', ')} | ${numbers} | ${score} % | ${seed} | \`${command}\` |`;
}

/** The page with the row in its table, in place of the folder's old one; as it was for single files, which the rows of their folders hold. */
export function withRow(page, row) {
	const start = page.indexOf(HEAD) + HEAD.length;
	if (!page.includes(HEAD)) throw new Error('docs/testing.md has no table of scores');
	const [, table] = /^((?:\n\|.*)*)/.exec(page.slice(start));
	const folder = (line) => line.split('|')[1].trim();
	if (/\.ts\b/.test(folder(row))) return page;
	const others = table.split('\n').filter((line) => line !== '' && folder(line) !== folder(row));
	const rows = [...others, row].sort((a, b) => (folder(a) < folder(b) ? -1 : 1));
	return `${page.slice(0, start)}\n${rows.join('\n')}${page.slice(start + table.length)}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	main().catch((error) => {
		console.error(error.message);
		process.exitCode = 1;
	});
}
