import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { depfile, emptyRules, isDepfile, requireRulePath } from '../../builds/emit/rule-paths.ts';
import { UsageError } from '../../src/findings/report.ts';
import { below, pick, type Random } from '../fuzz/random.ts';
import { scratchFolder, wokflow } from '../support/cli.ts';
import { squareDocument } from '../support/gltf-maker.ts';
import { STEERING } from '../support/hostile-names.ts';
import { generator } from '../support/mutate.ts';
import { seedOfRun } from '../support/seed.ts';
import { runs } from '../support/thorough.ts';
import { Project } from './support.ts';

const folder = scratchFolder();
let count = 0;

/** Whether a program is there whose version matches. Make 4 has `$(file …)`, which tells what ran without a shell. */
function has(program: string, version: RegExp): boolean {
	const there = version.test(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout ?? '');
	if (!there) console.warn(`${program} ${version} is not on the PATH: its tests are skipped`);
	return there;
}

const HELD: readonly string[] = [
	'plain.glb',
	'../up/dir name/a b  c.glb',
	'#1 $5 $$.bin',
	'$a{b}.bin',
	'Größe 漢字 𝄞.glb',
	'no\u00a0break\u3000blank.glb',
	'\u00a0first.glb',
	'a+b@c,d!e_f.glb',
	'scene (1).glb',
	'(1) scene].glb',
	'a~b-c.glb',
	'dir/-~ .glb',
	'dir )/.SUFFIXES',
	'.hidden.glb',
	'.a/b',
	'define.glb',
	'load it.glb',
	'dir/load',
];

const REFUSED: readonly (readonly [path: string, fault: string])[] = [
	...[...';:|=%\\"\'`*?[<>&^'].map((sign): [string, string] => [`a${sign}b.glb`, `contains ${JSON.stringify(sign)}`]),
	...['\n', '\r', '\t', '\0', '\u007f', '\u0085', '\u2028', '\u2029', '\u202e', '\ud800'].map(
		(sign): [string, string] => {
			const shown = `"\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}"`;
			return [`a${sign}b.glb`, `contains ${'\n\r\t'.includes(sign) ? JSON.stringify(sign) : shown}`];
		},
	),
	['$(shell touch PWNED).bin', 'contains "$("'],
	// biome-ignore lint/suspicious/noTemplateCurlyInString: for a shell
	['a${IFS}b.bin', 'contains "${"'],
	['~root/a.glb', 'begins with "~"'],
	['-a.glb', 'begins with "-"'],
	[' a.glb', 'begins with " "'],
	['a.glb ', 'ends with " "'],
	['a (1)', 'ends with ")"'],
	...['.SUFFIXES', '.SECONDEXPANSION', '.IGNORE', 'define', 'undefine', 'export', 'unexport', 'override'],
	...['private', 'include', 'sinclude', 'ifdef', 'ifndef', 'ifeq', 'ifneq', 'else', 'endif', 'endef', 'vpath', 'load'],
].map(
	(entry) => (typeof entry === 'string' ? [entry, 'is a word of the language of Make'] : entry) as [string, string],
);

test.each(HELD)('a dependency file holds %j', (path) => {
	const text = `${depfile([path], [path], '/p', '/p')}${emptyRules([path], '/p', '/p')}`;
	expect(isDepfile(new TextEncoder().encode(text))).toBe(true);
});

test.each(REFUSED)('a dependency file refuses %j, as it %s', (path, fault) => {
	for (const write of [
		() => depfile([path], ['b'], '/p', '/p'),
		() => depfile(['b'], [path], '/p', '/p'),
		() => emptyRules([path], '/p', '/p'),
	]) {
		expect(write).toThrow(UsageError);
		expect(write).toThrow(`: it ${fault}. Rename it.`);
		expect(write).not.toThrow(STEERING);
	}
});

test('a drive begins a path on Windows only, and nothing else may have a colon there', () => {
	expect(() => requireRulePath('C:/dir/a.glb', 'x', true)).not.toThrow();
	for (const path of ['C:a.glb', 'CC:/a.glb', 'dir/C:/a.glb', 'C:/a:b.glb', 'C:/a;b.glb'])
		expect(() => requireRulePath(path, 'x', true)).toThrow(UsageError);
	expect(() => requireRulePath('C:/dir/a.glb', 'x', false)).toThrow('it contains ":"');
});

const ORDINARY = [...'abZé漢𝄞\u00a0\u3000._-~ #$+@,!(){}]'];
const DANGEROUS = [
	...'~- );:|=%\\"\'`*?[]<>&^\t\n\r\0\u007f\u0085\u2028\u2029\u202e',
	...[';touch PWNED;', '|touch PWNED', '&&touch PWNED', '`touch PWNED`', '$(shell touch PWNED)', '$(touch PWNED)'],
	// biome-ignore lint/suspicious/noTemplateCurlyInString: for a shell
	...[': ;touch PWNED', '\n\ttouch PWNED\n', 'touch${IFS}PWNED', '\\ ', '\\#', ' #', '$$', ':='],
];

/** Names of files, each with its index in it, so that no disk takes two for one. */
function namesOf(random: Random, length: number): string[] {
	const piece = (): string => pick(random, random() < 0.1 ? DANGEROUS : ORDINARY);
	const pieces = (most: number): string => Array.from({ length: below(random, most + 1) }, piece).join('');
	return Array.from({ length }, (_, index) => `${pieces(3)}${index}${pieces(4)}`);
}

/** Rules from names: each name is what one target depends on, and `NAME.made` a target that depends on a plain file. */
function rulesOf(random: Random): { held: string[]; rules: { target: string; source: string }[] } {
	const names = namesOf(random, runs(70, 300));
	const held = names.filter((name) => {
		try {
			requireRulePath(name, 'x');
			return true;
		} catch (error) {
			expect(error).toBeInstanceOf(UsageError);
			return false;
		}
	});
	expect(held.length).toBeGreaterThan(names.length / 3);
	expect(names.length - held.length).toBeGreaterThan(names.length / 6);
	const rules = held.flatMap((name, index) => [
		{ target: `by_name_${index}`, source: name },
		{ target: `${name}.made`, source: `plain_${index}` },
	]);
	return { held, rules };
}

const [OLD, MADE, NEW] = [1_700_000_000, 1_700_000_100, 1_700_000_200];

function age(at: string, path: string, seconds: number): void {
	if (!existsSync(join(at, path))) writeFileSync(join(at, path), '');
	utimesSync(join(at, path), seconds, seconds);
}

/**
 * Expects that a build system makes nothing while all sources are old, then what depends on every second source that is new, then the rest.
 * @param run runs it, and says which targets were made
 */
function expectToFollow(at: string, rules: readonly { target: string; source: string }[], run: () => string[]): void {
	for (const { target, source } of rules) {
		age(at, source, OLD);
		age(at, target, MADE);
	}
	expect(run()).toStrictEqual([]);
	for (const half of [0, 1]) {
		const due = rules.filter((_, index) => (index >> 1) % 2 === half);
		for (const { source } of due) age(at, source, NEW);
		expect(run()).toStrictEqual(due.map(({ target }) => target).sort());
		for (const { target, source } of due) {
			age(at, source, OLD);
			age(at, target, MADE);
		}
	}
}

/** Runs a program, and gives the lines of `ran.log`. */
function ranBy(program: string, args: readonly string[], at: string): string[] {
	rmSync(join(at, 'ran.log'), { force: true });
	const { status, stdout, stderr } = spawnSync(program, args, { cwd: at, encoding: 'utf8' });
	expect({ status, stderr }, stdout).toStrictEqual({ status: 0, stderr: '' });
	return existsSync(join(at, 'ran.log'))
		? readFileSync(join(at, 'ran.log'), 'utf8').split('\n').slice(0, -1).sort()
		: [];
}

function newFolder(): string {
	const at = join(folder, String(count++));
	mkdirSync(at);
	return at;
}

const hasMake = has('make', /GNU Make [4-9]/);
const hasNinja = has('ninja', /^1\./);

describe.each([seedOfRun()])('names of seed %i are refused, or', (seed) => {
	test.skipIf(!hasMake).each(['', '.SECONDEXPANSION:\n'])('are files and nothing else for Make %j', (first) => {
		const at = newFolder();
		// After `.SECONDEXPANSION:` a dollar is expanded once more, whatever was written before.
		const random = generator(seed);
		const { held, rules } = rulesOf(random);
		const used = first === '' ? rules : rules.filter(({ target, source }) => !`${target}${source}`.includes('$'));
		writeFileSync(
			join(at, 'rules.d'),
			[
				...rules.map(({ target, source }) => depfile([target], [source], at, at)),
				emptyRules(
					rules.map(({ source }) => source),
					at,
					at,
				),
				depfile(
					['all'],
					used.map(({ target }) => target),
					at,
					at,
				),
			].join(''),
		);
		const logged = '\t$(file >>ran.log,$@)\n';
		writeFileSync(
			join(at, 'Makefile'),
			`all:\n.PHONY: all\n${first}MAKEFLAGS += -rs\n%.made:\n${logged}${held.map((_, index) => `by_name_${index}`).join(' ')}:\n${logged}include rules.d\n`,
		);
		expectToFollow(at, used, () => ranBy('make', ['-k'], at));
		// All of them, where a dollar may be expanded to nothing.
		if (first !== '') spawnSync('make', ['-k', '-r', ...rules.map(({ target }) => target)], { cwd: at });
		expectNothingElse(at, [
			...used.flatMap(({ target, source }) => [target, source]),
			'Makefile',
			'rules.d',
			'ran.log',
		]);
	});

	test.skipIf(!hasNinja)('are files and nothing else for Ninja', () => {
		const at = newFolder();
		const { rules } = rulesOf(generator(seed));
		// A rule that makes rules is not run for want of an entry in the log.
		const lines = [
			'rule make',
			'  command = touch $out && echo $index >>ran.log',
			'  depfile = $index.d',
			'  generator = 1',
		];
		for (const [index, { target, source }] of rules.entries()) {
			lines.push(`build ${target.replace(/[$ :]/g, '$$$&')}: make`, `  index = ${index}`);
			writeFileSync(join(at, `${index}.d`), depfile([target], [source], at, at) + emptyRules([source], at, at));
		}
		writeFileSync(join(at, 'build.ninja'), `${lines.join('\n')}\n`);
		expectToFollow(at, rules, () =>
			ranBy('ninja', [], at)
				.map((index) => rules[Number(index)].target)
				.sort(),
		);
		const own = ['build.ninja', 'ran.log', '.ninja_log', '.ninja_deps', ...rules.map((_, index) => `${index}.d`)];
		expectNothingElse(at, [...rules.flatMap(({ target, source }) => [target, source]), ...own]);
	});
});

function expectNothingElse(at: string, files: readonly string[]): void {
	const known = new Set(files);
	expect(readdirSync(at).filter((name) => !known.has(name))).toStrictEqual([]);
}

test.skipIf(!hasMake || !hasNinja)('Ninja reads a drive, and Make of this system does not', () => {
	const at = newFolder();
	mkdirSync(join(at, 'C:'));
	const rule = 'out: \\\n  C:/a.glb\n';
	writeFileSync(join(at, 'out.d'), rule);
	writeFileSync(
		join(at, 'build.ninja'),
		'rule make\n  command = echo out >>ran.log\n  depfile = out.d\n  generator = 1\nbuild out: make\n',
	);
	age(at, 'C:/a.glb', OLD);
	age(at, 'out', MADE);
	expect(ranBy('ninja', [], at)).toStrictEqual([]);
	age(at, 'C:/a.glb', NEW);
	expect(ranBy('ninja', [], at)).toStrictEqual(['out']);
	writeFileSync(join(at, 'Makefile'), rule);
	expect(spawnSync('make', { cwd: at, encoding: 'utf8' }).stderr).toContain('target pattern');
});

describe('a scene whose buffer has the name of a command', () => {
	// biome-ignore lint/suspicious/noTemplateCurlyInString: for a shell
	const HOSTILE = 'b.gltf;touch${IFS}PWN=ED;.bin';

	const projectOf = (buffer: string, name = 'one.gltf'): Project => {
		const made = new Project(join(folder, String(count++)), {
			targets: { one: { input: `in/${name}`, output: 'out/one.wok' } },
		});
		const scene = squareDocument();
		made.write(`in/${name}`, scene.external(encodeURIComponent(buffer)));
		made.write(`in/${buffer}`, scene.data);
		return made;
	};

	const REFUSED_HERE = [
		[HOSTILE, 'one.gltf'],
		['a|b.bin', 'one.gltf'],
		['a\u2028b.bin', 'one.gltf'],
		['b.bin', 'a:b.gltf'],
	];

	test.each(REFUSED_HERE)('%j of %j is refused in a dependency file', async (buffer, name) => {
		const made = projectOf(buffer, name);
		const run = await wokflow(['build', '--depfile', 'one.d'], { cwd: made.folder });
		expect(run.code).toBe(2);
		expect(run.stderr).toContain('error: A dependency file cannot hold the path "in/');
		expect(run.stderr).toContain('. Rename it.\n');
		expect(run.stderr).not.toContain('\u2028');
		// Nor are outputs written, which Make would take for up to date.
		for (const path of ['one.d', 'out']) expect(existsSync(made.at(path)), path).toBe(false);
	});

	test.each(['ninja', 'makeflow', 'bazel'])('is refused in the rules of %s', async (system) => {
		for (const [buffer, name] of REFUSED_HERE) {
			const made = projectOf(buffer, name);
			const run = await wokflow(['build', '--emit', system, '--command', 'wokflow'], { cwd: made.folder });
			expect(run.code).toBe(2);
			expect(run.stderr).toMatch(/cannot build the path "in\/.*": it contains "(?:[;|:]|\\u2028)"/);
			expect(readdirSync(made.folder).filter((name) => /^build|^BUILD/.test(name))).toStrictEqual([]);
		}
	});

	test.skipIf(!hasMake)('that Make can hold is followed', async () => {
		const buffer = 'a $b #1 (2)é.bin';
		const made = projectOf(buffer);
		const run = await wokflow(['build', '--depfile', 'one.d'], { cwd: made.folder });
		expect(run.code, run.stderr).toBe(0);
		writeFileSync(made.at('Makefile'), 'out/one.wok:\n\t$(file >>ran.log,$@)\ninclude one.d\n');
		expect(ranBy('make', [], made.folder)).toStrictEqual([]);
		const later = Date.now() / 1000 - 1;
		utimesSync(made.at('out/one.wok'), later - 10, later - 10);
		for (const path of ['in/one.gltf', 'wokflow.config.json', `in/${buffer}`])
			utimesSync(made.at(path), later - 20, later - 20);
		expect(ranBy('make', [], made.folder)).toStrictEqual([]);
		utimesSync(made.at(`in/${buffer}`), later, later);
		expect(ranBy('make', [], made.folder)).toStrictEqual(['out/one.wok']);
	});
});
