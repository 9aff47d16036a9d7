import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createProgram } from '../../cli/program.ts';
import { CATALOGUES } from '../../jobs/catalogues.ts';
import type { FindingType } from '../../src/findings/report.ts';
import { ROOT } from '../support/cli.ts';

/** Words that messages and documentation do not use, and what they say instead. */
const BANNED: readonly (readonly [RegExp, string])[] = [
	[/\b(?:houses?|roads?|stations?)\b/i, 'package, layer, pipeline, folder, module'],
	[/\b(?:a|an|the|its|one|same|this|that|which|no|other|each) places?\b/i, 'location, position, slot'],
	[/\bin place of\b/i, 'instead of'],
	[/\bendings?\b/i, 'extension'],
	// RIM, `.rim` and importers/rim are a format.
	[/(?<![._/])\b[Rr]ims?\b/, 'perimeter edge, open edge'],
	[/\bdoubles?\b(?! quotes?\b)/i, 'float64; duplicate faces'],
	[/\bno finite\b|\bbeyond all numbers\b/i, 'NaN, non-finite'],
	[/\bturn(?:s|ed)? over\b/i, 'flip'],
	[/\blook(?:s|ed|ing)? (?:up|down)\b/i, 'face up, face down'],
	[/(?<!\bthere )\b(?:is|are) no\b(?! longer)/i, 'is not'],
	[/\b(?:was|were|is|are) taken\b/i, 'is used, is read as, assuming'],
	[/\b(?:is|are) there (?:twice|more than|already)\b/i, 'exists, occurs'],
	[/\brights\b/i, 'permissions'],
	[/\bas (?:they|it) should be\b/i, 'what is wrong'],
	[/\bis to (?:lead|be)\b/i, 'present tense'],
	[/\bgoe?s? on (?:build|read)ing\b/i, 'continue'],
	[/\bbeyond all measure\b/i, 'out of range'],
	[/\bnobody can\b/i, 'characters cannot'],
	[/\blead(?:s|ing)? nowhere\b/i, 'has no link'],
];

/** Texts that hold such a word for a reason. */
const ALLOWED: readonly (readonly [RegExp, string])[] = [
	[/\[docs\/[\w.]+\]/g, 'names of pages'],
	[/“[^”]*”/g, 'docs/format.md quotes the names of tests'],
	[/pump[- ]house|lighthouse/gi, 'rooms of the fixture level'],
	[/\bDouble[- ]sided\b/gi, 'the term of glTF and Blender'],
];

/** What of a text is not as it should read: the word, in its surroundings, and what to say. */
function wrongWords(text: string): string[] {
	const prose = ALLOWED.reduce((each, [pattern]) => each.replace(pattern, '…'), text);
	return BANNED.flatMap(([pattern, say]) =>
		[...prose.matchAll(new RegExp(pattern, `${pattern.flags}g`))].map(
			({ 0: word, index }) => `"${prose.slice(Math.max(index - 40, 0), index + word.length + 30)}" (say: ${say})`,
		),
	);
}

/** The literal text in the source of a message: what stands in quotes, without what is filled in. */
function literalText({ message }: FindingType): string {
	let source = message.toString();
	for (let before = ''; before !== source; ) {
		before = source;
		source = source.replace(/\$\{((?:[^{}`]|`[^`]*`)*)\}/g, (_, code: string) => ` …" ${literals(code)} "… `);
	}
	return literals(source);
}

function literals(code: string): string {
	return (code.match(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/g) ?? []).join(' ');
}

/** Text without examples: blocks of code, code within a line, addresses. */
function proseOf(markdown: string): string {
	return markdown
		.replace(/^```[\s\S]*?^```/gm, '')
		.replace(/`[^`\n]*`/g, '…')
		.replace(/\]\([^)]*\)/g, ']')
		.replace(/\s+/g, ' ');
}

describe('findings', () => {
	const types = Object.values(CATALOGUES).flatMap((catalogue) => Object.values(catalogue));

	test.each(types.map((type) => [type.code, type] as const))('%s', (_, type) => {
		expect(wrongWords(`${literalText(type)} ${type.help}`)).toEqual([]);
	});

	test('help names no flag, command or stage: those are actions', () => {
		const named = types.filter(({ help }) => /(?:^|\s)--[a-z]|\bwokflow [a-z]+\b(?! |$)|the stage\b/.test(help));
		expect(named.map(({ code, help }) => `${code}: ${help}`)).toEqual([]);
	});
});

describe('help of the command line', () => {
	let text = '';
	const output = { write: (chunk: string | Uint8Array) => void (text += String(chunk)) };
	const program = createProgram(
		{ stdin: (async function* () {})(), stdout: output, stderr: output, env: {}, signal: new AbortController().signal },
		async () => undefined,
	);

	test.each([program, ...program.commands].map((command) => [command.name(), command] as const))('%s', (_, command) => {
		text = '';
		command.outputHelp();
		expect(text).toContain('Usage:');
		expect(wrongWords(text.replace(/\s+/g, ' '))).toEqual([]);
	});
});

const pages = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md') && name !== 'findings.md');
test.each([
	'README.md',
	'ARCHITECTURE.md',
	'CONTRIBUTING.md',
	'CHANGELOG.md',
	'SECURITY.md',
	...pages.map((name) => `docs/${name}`),
])('%s', (page) => {
	expect(wrongWords(proseOf(readFileSync(join(ROOT, page), 'utf8')))).toEqual([]);
});

test('the words are found where they are', () => {
	expect(wrongWords('The file is no layout, and its place is the rim.').length).toBe(3);
	expect(wrongWords('There is no layout. "Double-sided" faces in the pump house are no longer read.')).toEqual([]);
});
