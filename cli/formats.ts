import { escapeXml } from '../exporters/svg/xml.ts';
import { packageVersion } from '../incremental/version.ts';
import { createAdviser, type FlagOwner } from '../src/findings/advice.ts';
import { SEVERITY_WORDS, type SeverityWord } from '../src/findings/filter.ts';
import { describeLocation, type Finding, type Location, type Report } from '../src/findings/report.ts';
import { printable } from '../src/text/quote.ts';
import { type FailureKind, failureLines } from './failure.ts';
import { sarifText, type ToldFinding } from './sarif.ts';

/** Findings in the forms of other programs: annotations of GitHub, SARIF, JUnit. */

type FindingsFormat = 'github' | 'sarif' | 'junit';

export interface FormatInput {
	readonly command: string;
	readonly report: Report;
	readonly exitCode: number;
	/** Why the command ended early, where no finding says it. */
	readonly failure?: { readonly kind: FailureKind; readonly error: unknown };
	readonly flagOwner: FlagOwner;
	/** Notes too, where the form has no room for them otherwise. */
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
			return junitText(findings, failure, input.command);
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

/** https://docs.github.com/actions: workflow commands. Of notes GitHub shows ten and counts the others as nothing. */
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

/** A test case for each finding; errors fail it, warnings and notes stand in its output. A run without findings is one that passes. */
function junitText(findings: readonly ToldFinding[], failure: string | undefined, command: string): string {
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

/** Content of several lines: line feeds stay, whatever else steers is taken out. */
function escapeLines(text: string): string {
	return text.split('\n').map(escapeXml).join('\n');
}
