import { packageVersion } from '../../builds/program.ts';
import { SEVERITY_WORDS, type SeverityWord } from '../../src/findings/filter.ts';
import { describeLocation, type Finding, type Location, type Report } from '../../src/findings/report.ts';
import { createAdviser, type FlagOwner } from '../../src/model/advice.ts';
import { slashed } from '../../src/text/paths.ts';
import { jsonText, printable } from '../../src/text/quote.ts';
import { escapeXml } from '../../src/text/xml.ts';
import type { FailureKind } from './ending.ts';
import { failureLines } from './failure.ts';

/** Writes findings in other forms: annotations of GitHub, SARIF, JUnit, and a page with a table of files. */

type FindingsFormat = 'github' | 'sarif' | 'junit' | 'html';

export interface FormatInput {
	readonly command: string;
	readonly report: Report;
	/** The files that were looked at, whether something was found in them or not. */
	readonly examined?: readonly string[];
	readonly exitCode: number;
	/** Why the command ended early, where that is not a finding. */
	readonly failure?: { readonly kind: FailureKind; readonly error: unknown };
	readonly flagOwner: FlagOwner;
	/** Also writes notes, in formats that leave them out otherwise. */
	readonly verbose: boolean;
}

/** The findings of a run as a text of lines. */
export function formatFindings(format: FindingsFormat, input: FormatInput): string {
	const advise = createAdviser('cli', { flagOwner: input.flagOwner });
	const findings = input.report.findings.map((finding) => toldOf(finding, advise));
	const failure = input.failure && failureLines(input.failure.error, input.failure.kind).join('\n');
	switch (format) {
		case 'github':
			return githubText(findings, failure, input.verbose);
		case 'sarif':
			return sarifText(findings, { ...input, version: packageVersion(), failure });
		case 'junit':
			return junitText(findings, failure, input);
		case 'html':
			return htmlText(findings, failure, input);
	}
}

function toldOf(finding: Finding, advise: (finding: Finding) => string): ToldFinding {
	const { severity, location, message } = finding;
	const inside = describeLocation(insideOf(location));
	const advice = severity === 'info' ? '' : advise(finding);
	const lines = [inside === '' ? message : `${inside}: ${message}`, advice].filter((line) => line !== '');
	const text = lines.map(printable).join('\n');
	return { finding, level: SEVERITY_WORDS[severity], text };
}

/** The location without what the forms have fields for. */
function insideOf({ file: _, line: __, column: ___, ...inside }: Location): Location {
	return inside;
}

const COMMANDS: Readonly<Record<SeverityWord, string>> = { error: 'error', warning: 'warning', note: 'notice' };

/** Workflow commands (https://docs.github.com/actions). GitHub shows the first ten notes of a step and drops the others. */
function githubText(findings: readonly ToldFinding[], failure: string | undefined, verbose: boolean): string {
	const lines = findings.flatMap(({ finding: { code, location }, level, text }) => {
		if (level === 'note' && !verbose) return [];
		const { file, line, column } = location;
		const properties = Object.entries({ file, line, col: column, title: code }).flatMap(([name, value]) =>
			value === undefined ? [] : [`${name}=${escapeProperty(String(value))}`],
		);
		return [`::${COMMANDS[level]} ${properties.join(',')}::${escapeData(text)}`];
	});
	if (failure !== undefined) lines.push(`::error title=wokflow::${escapeData(failure)}`);
	return lines.map((line) => `${line}\n`).join('');
}

function escapeData(text: string): string {
	return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
	return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/**
 * A test case for each finding, failed by errors; warnings and notes are its output. A file in which nothing was found is a test case that passes, and
 * so is a run without findings and files.
 */
function junitText(
	findings: readonly ToldFinding[],
	failure: string | undefined,
	{ command, examined = [] }: Pick<FormatInput, 'command' | 'examined'>,
): string {
	const cases = findings.map(({ finding: { code, location, message }, level, text }) => {
		const head = `classname="${escapeXml(location.file ?? 'wokflow')}" name="${escapeXml(`${code} ${describeLocation(insideOf(location))}`.trim())}"`;
		const body =
			level === 'error'
				? `<failure type="${code}" message="${escapeXml(message)}">${escapeLines(text)}</failure>`
				: `<system-out>${escapeLines(`${level}: ${text}`)}</system-out>`;
		return `    <testcase ${head}>${body}</testcase>`;
	});
	if (failure !== undefined) {
		cases.push(
			`    <testcase classname="wokflow" name="${escapeXml(command)}"><error>${escapeLines(failure)}</error></testcase>`,
		);
	}
	const found = new Set(findings.map(({ finding }) => finding.location.file));
	for (const file of examined)
		if (!found.has(file)) cases.push(`    <testcase classname="${escapeXml(file)}" name="${escapeXml(command)}"/>`);
	if (cases.length === 0) cases.push(`    <testcase classname="wokflow" name="${escapeXml(command)}"/>`);
	const failures = findings.filter(({ level }) => level === 'error').length;
	const counts = `tests="${cases.length}" failures="${failures}" errors="${failure === undefined ? 0 : 1}"`;
	return [
		'<?xml version="1.0" encoding="UTF-8"?>',
		`<testsuites name="wokflow" ${counts}>`,
		`  <testsuite name="wokflow ${escapeXml(command)}" ${counts}>`,
		...cases,
		'  </testsuite>',
		'</testsuites>',
		'',
	].join('\n');
}

/** Escapes text of several lines: line feeds stay, other control characters are replaced. */
function escapeLines(text: string): string {
	return text.split('\n').map(escapeXml).join('\n');
}

/** A page by itself: a table of all files, the worst first, and below it what was found in each. It runs nothing and loads nothing. */
function htmlText(
	findings: readonly ToldFinding[],
	failure: string | undefined,
	{ command, examined = [] }: Pick<FormatInput, 'command' | 'examined'>,
): string {
	const files = new Map<string, ToldFinding[]>(examined.map((file) => [file, []]));
	for (const told of findings) {
		const { file = 'all' } = told.finding.location;
		files.set(file, [...(files.get(file) ?? []), told]);
	}
	const levels = ['error', 'warning', 'note'] as const;
	const countOf = (own: readonly ToldFinding[], wanted: SeverityWord): number =>
		own.filter(({ level }) => level === wanted).length;
	const rows = [...files].map(([file, own]) => ({ file, own, counts: levels.map((level) => countOf(own, level)) }));
	rows.sort((a, b) => {
		const at = levels.findIndex((_, index) => a.counts[index] !== b.counts[index]);
		return at >= 0 ? b.counts[at] - a.counts[at] : a.file < b.file ? -1 : 1;
	});
	const idOf = (index: number): string => `file-${index}`;
	const row = ({ file, own, counts }: (typeof rows)[number], index: number): string => {
		const name = own.length === 0 ? escapeXml(file) : `<a href="#${idOf(index)}">${escapeXml(file)}</a>`;
		return `<tr><td>${name}</td>${counts.map((count) => `<td>${count === 0 ? '' : count}</td>`).join('')}</tr>`;
	};
	const details = ({ file, own }: (typeof rows)[number], index: number): string[] => {
		if (own.length === 0) return [];
		const line = ({ finding: { code }, level, text }: ToldFinding): string =>
			`<li class="${level}"><b>${level}</b> ${escapeLines(text).replaceAll('\n', '<br>')} <code>${escapeXml(code)}</code></li>`;
		return [`<h2 id="${idOf(index)}">${escapeXml(file)}</h2>`, '<ul>', ...own.map(line), '</ul>'];
	};
	const total = levels.map((level) => `${countOf(findings, level)} ${level}s`).join(', ');
	return [
		'<!doctype html>',
		'<html lang="en"><head><meta charset="utf-8">',
		`<title>wokflow ${escapeXml(command)}: ${total}</title>`,
		'<style>body{font:14px sans-serif;margin:2em}td,th{padding:2px 12px;text-align:right}td:first-child,th:first-child{text-align:left}.error b{color:#b00}.warning b{color:#960}</style>',
		'</head><body>',
		`<h1>wokflow ${escapeXml(command)}</h1>`,
		`<p>${files.size} files: ${total}.</p>`,
		...(failure === undefined ? [] : [`<p class="error"><b>${escapeLines(failure).replaceAll('\n', '<br>')}</b></p>`]),
		'<table><tr><th>file</th><th>errors</th><th>warnings</th><th>notes</th></tr>',
		...rows.map(row),
		'</table>',
		...rows.flatMap(details),
		'</body></html>',
		'',
	].join('\n');
}

/** SARIF 2.1.0, as code scanning of GitHub, Azure and editors read it. */

/** A finding with its advice as text. */
interface ToldFinding {
	readonly finding: Finding;
	readonly level: SeverityWord;
	/** The message, where in the file it is, and what can be typed. */
	readonly text: string;
}

interface SarifRun {
	readonly version: string;
	readonly exitCode: number;
	readonly failure: string | undefined;
}

function sarifText(findings: readonly ToldFinding[], { version, exitCode, failure }: SarifRun): string {
	const codes = [...new Set(findings.map(({ finding }) => finding.code))].sort();
	const log = {
		$schema: 'https://json.schemastore.org/sarif-2.1.0.json',
		version: '2.1.0',
		runs: [
			{
				tool: { driver: { name: 'wokflow', version, rules: codes.map((code) => ruleOf(code, findings)) } },
				columnKind: 'utf16CodeUnits',
				invocations: [
					{
						executionSuccessful: failure === undefined && exitCode < 2,
						exitCode,
						...(failure === undefined
							? {}
							: { toolExecutionNotifications: [{ level: 'error', message: { text: failure } }] }),
					},
				],
				results: findings.map((told) => resultOf(told, codes)),
			},
		],
	};
	return `${jsonText(log, '\t')}\n`;
}

function ruleOf(code: string, findings: readonly ToldFinding[]): object {
	const help = findings.find(({ finding }) => finding.code === code)?.finding.help ?? '';
	return { id: code, fullDescription: { text: help }, help: { text: help } };
}

function resultOf({ finding, level, text }: ToldFinding, codes: readonly string[]): object {
	const { code, location, data, actions } = finding;
	const where = locationOf(location);
	return {
		ruleId: code,
		ruleIndex: codes.indexOf(code),
		level,
		message: { text: text.replaceAll('\n', ' ') },
		...(where === undefined ? {} : { locations: [where] }),
		properties: {
			location,
			...(data === undefined ? {} : { values: data }),
			...(actions === undefined ? {} : { actions }),
		},
	};
}

/** Where it is: the file with line and column or byte, and the room, node or face in it. */
function locationOf({ file, line, column, offset, room, node, face }: Location): object | undefined {
	const names = [
		...(room === undefined ? [] : [{ name: room, kind: 'module' }]),
		...(node === undefined ? [] : [{ name: node, kind: 'object' }]),
		...(face === undefined ? [] : [{ name: `face ${face}`, kind: 'element' }]),
	];
	if (file === undefined && names.length === 0) return undefined;
	const start = line === undefined ? {} : { startLine: line, ...(column === undefined ? {} : { startColumn: column }) };
	const region = line === undefined && offset !== undefined ? { byteOffset: offset } : start;
	return {
		...(file === undefined
			? {}
			: {
					physicalLocation: {
						artifactLocation: { uri: uriOf(file) },
						...(Object.keys(region).length === 0 ? {} : { region }),
					},
				}),
		...(names.length === 0 ? {} : { logicalLocations: names }),
	};
}

/** A path as a URI: relative ones stay so, with slashes; `C:\a` is no scheme. */
function uriOf(file: string): string {
	const path = slashed(file).split('/').map(encodeURIComponent).join('/');
	const drive = path.replace(/^([A-Za-z])%3A/, '/$1:');
	return drive.startsWith('/') ? `file://${drive}` : drive;
}
