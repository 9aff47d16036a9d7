import { type AdviceReach, createAdviser, gatherPairs } from '../src/findings/advice.ts';
import { describeLocation, type Finding, type Report, type Severity } from '../src/findings/report.ts';
import { counted, type Style, type Terminal } from './terminal.ts';

/**
 * Findings as people read them, below the result: notes folded into one line, then warnings, then errors, so that what matters most
 * stands nearest to the prompt; in each the findings of one code together, and the total last.
 */

/** Of one code as many are shown; `--verbose` shows the others. */
const SHOWN = 5;

export const STYLES: Readonly<Record<Severity, Style>> = {
	fatal: ['red', 'bold'],
	error: ['red', 'bold'],
	warning: ['yellow', 'bold'],
	info: 'cyan',
};
export const WORDS: Readonly<Record<Severity, string>> = {
	fatal: 'error',
	error: 'error',
	warning: 'warning',
	info: 'note',
};

/**
 * Prints what a report holds. What to type is told once a code; notes are left out when quiet.
 *
 * @param isKey where the options of what was reported are set in a config: whether they are keys there
 */
export function printFindings(report: Report, terminal: Terminal, isKey?: AdviceReach['isKey']): void {
	const { flagOwner } = terminal;
	const advise =
		isKey === undefined ? createAdviser('cli', { flagOwner }) : createAdviser('config', { flagOwner, isKey });
	const groups = groupsOf(report);
	const notes = groups.filter(({ severity }) => severity === 'info');
	if (terminal.verbose) for (const group of notes) printGroup(group, terminal, advise);
	else if (notes.length > 0) terminal.note(foldedNotes(notes, terminal));
	for (const severity of ['warning', 'error', 'fatal'] as const) {
		for (const group of groups) if (group.severity === severity) printGroup(group, terminal, advise);
	}
}

/** `2 errors, 3 warnings` below everything; nothing where there are none. */
export function printTotal({ errors, warnings }: { errors: number; warnings: number }, terminal: Terminal): void {
	const parts = [
		...(errors > 0 ? [terminal.paint(STYLES.error, counted(errors, 'error'))] : []),
		...(warnings > 0 ? [terminal.paint(STYLES.warning, counted(warnings, 'warning'))] : []),
	];
	if (parts.length > 0) terminal.problem(parts.join(', '));
}

/** The findings of one code and severity. */
export interface Group {
	readonly code: string;
	readonly severity: Severity;
	readonly findings: Finding[];
	/** Those included that were too many to keep. */
	total: number;
}

/** The findings by code and severity, in the order of the first of each. */
export function groupsOf(report: Report): Group[] {
	const groups = new Map<string, Group>();
	const groupOf = (code: string, severity: Severity): Group => {
		const key = `${code} ${severity}`;
		const group = groups.get(key) ?? { code, severity, findings: [], total: 0 };
		groups.set(key, group);
		return group;
	};
	for (const finding of gatherPairs(report.findings)) groupOf(finding.code, finding.severity).findings.push(finding);
	for (const { code, severity, total } of report.counts) groupOf(code, severity).total += total;
	return [...groups.values()];
}

function printGroup(
	{ code, findings, severity, total }: Group,
	terminal: Terminal,
	advise: (finding: Finding) => string,
): void {
	let shown = 0;
	for (const finding of findings) {
		const advice = severity === 'info' ? '' : advise(finding);
		// One that needs other words on the command line than those before it is never left out.
		if (shown >= SHOWN && advice === '' && !terminal.verbose) continue;
		printFinding(finding, terminal);
		shown++;
		if (advice !== '') terminal.problem(terminal.paint('dim', `  ${advice}`));
	}
	if (total === shown) return;
	const how = shown < findings.length ? ' (-v shows more)' : '';
	const more = `  ${counted(total - shown, 'more', 'more')} ${terminal.paint('dim', `[${code}]`)}, ${total} in all${how}`;
	if (severity === 'info') terminal.note(more);
	else terminal.problem(more);
}

function printFinding({ code, severity, location, message }: Finding, terminal: Terminal): void {
	const where = describeLocation(location);
	const head = terminal.paint(STYLES[severity], WORDS[severity]);
	const line = `${where === '' ? '' : `${where}: `}${head}: ${message} ${terminal.paint('dim', `[${code}]`)}`;
	if (severity === 'info') terminal.note(line);
	else terminal.problem(line);
}

/** `5 notes (-v shows them): VERTICES_WELDED 3, SCENE_AXES, FACES_SORTED` */
export function foldedNotes(notes: readonly Group[], terminal: Terminal): string {
	const total = notes.reduce((sum, each) => sum + each.total, 0);
	const codes = notes.map((each) =>
		each.total === 1 ? each.code : `${each.code} ${counted(each.total, '', '').trim()}`,
	);
	return `${terminal.paint(STYLES.info, counted(total, 'note'))} (-v shows ${total === 1 ? 'it' : 'them'}): ${codes.join(', ')}`;
}
