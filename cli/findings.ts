import { type AdviceReach, createAdviser, gatherPairs } from '../src/findings/advice.ts';
import { SEVERITY_WORDS } from '../src/findings/filter.ts';
import { describeLocation, type Finding, type Report, type Severity } from '../src/findings/report.ts';
import { groupBy } from '../src/mesh/arrays.ts';
import { counted } from '../src/text/numbers.ts';
import type { Style, Terminal } from './terminal.ts';

/**
 * Findings as people read them, below the result: notes folded into one line, then warnings, then errors, so that what matters most
 * stands nearest to the prompt; in each the findings of one code together, and the total last.
 */

/** Of one code as many are shown; `--verbose` shows the others. */
const SHOWN = 5;

const STYLES: Readonly<Record<Severity, Style>> = {
	fatal: ['red', 'bold'],
	error: ['red', 'bold'],
	warning: ['yellow', 'bold'],
	info: 'cyan',
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
function groupsOf(report: Report): Group[] {
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
	const head = terminal.paint(STYLES[severity], SEVERITY_WORDS[severity]);
	const line = `${where === '' ? '' : `${where}: `}${head}: ${message} ${terminal.paint('dim', `[${code}]`)}`;
	if (severity === 'info') terminal.note(line);
	else terminal.problem(line);
}

/** `5 notes (-v shows them): VERTICES_WELDED 3, SCENE_AXES, FACES_SORTED` */
function foldedNotes(notes: readonly Group[], terminal: Terminal): string {
	const total = notes.reduce((sum, each) => sum + each.total, 0);
	const codes = notes.map((each) =>
		each.total === 1 ? each.code : `${each.code} ${counted(each.total, '', '').trim()}`,
	);
	return `${terminal.paint(STYLES.info, counted(total, 'note'))} (-v shows ${total === 1 ? 'it' : 'them'}): ${codes.join(', ')}`;
}

/**
 * Findings of levels as people read them: by room and by pair of rooms, the worst first; in each the findings of one code together, with the places of the
 * first ten. So somebody who mends a level goes from room to room, and not from code to code.
 */

/** Of one code as many places of a room are shown, and of all rooms as many; `--verbose` shows the others. */
const PLACES = 10;
const ROOMS = 30;

const LOUD: readonly Severity[] = ['fatal', 'error', 'warning'];

/** What was found in one room, between two, or in a file that is none. */
interface RoomFindings {
	readonly title: string;
	readonly findings: Finding[];
	/** Those included that were too many to keep. */
	readonly totals: Record<Severity, number>;
}

/** Prints what a report holds. Notes are folded into one line, but for `--verbose`. */
export function printFindingsByRoom(report: Report, terminal: Terminal): void {
	const notes = groupsOf(report).filter(({ severity }) => severity === 'info');
	if (notes.length > 0 && !terminal.verbose) terminal.note(foldedNotes(notes, terminal));
	const rooms = roomsOf(report, terminal.verbose).sort(worstFirst);
	const advise = createAdviser('cli', { flagOwner: terminal.flagOwner });
	const shown = terminal.verbose ? rooms : rooms.slice(0, ROOMS);
	for (const room of shown) printRoom(room, terminal, advise);
	const left = rooms.slice(shown.length);
	if (left.length === 0) return;
	const total = left.reduce((sum, { totals }) => sum + loud(totals), 0);
	terminal.problem(
		`${counted(left.length, 'more room', 'more rooms')} with ${counted(total, 'finding')} (-v shows them)`,
	);
}

function roomsOf(report: Report, withNotes: boolean): RoomFindings[] {
	const rooms = new Map<string, RoomFindings>();
	const roomOf = (finding: Pick<Finding, 'location'>): RoomFindings => {
		const title = titleOf(finding);
		const key = title.toLowerCase();
		const room = rooms.get(key) ?? { title, findings: [], totals: { fatal: 0, error: 0, warning: 0, info: 0 } };
		rooms.set(key, room);
		return room;
	};
	for (const finding of report.findings) {
		if (finding.severity === 'info' && !withNotes) continue;
		const room = roomOf(finding);
		room.findings.push(finding);
		room.totals[finding.severity]++;
	}
	// What was too many to keep is counted by file and room alone.
	for (const { severity, location, total, kept } of report.counts)
		if (total > kept && (severity !== 'info' || withNotes)) roomOf({ location }).totals[severity] += total - kept;
	return [...rooms.values()];
}

function titleOf({ location: { file, room, otherRoom } }: Pick<Finding, 'location'>): string {
	if (room !== undefined && otherRoom !== undefined) return `rooms ${[room, otherRoom].sort().join(' and ')}`;
	if (room === undefined) return file ?? 'level';
	return file === undefined ? `room ${room}` : `room ${room} (${file})`;
}

function loud(totals: RoomFindings['totals']): number {
	return LOUD.reduce((sum, severity) => sum + totals[severity], 0);
}

function worstFirst(a: RoomFindings, b: RoomFindings): number {
	for (const severity of LOUD)
		if (a.totals[severity] !== b.totals[severity]) return b.totals[severity] - a.totals[severity];
	return a.title < b.title ? -1 : 1;
}

function printRoom(
	{ title, findings, totals }: RoomFindings,
	terminal: Terminal,
	advise: (finding: Finding) => string,
): void {
	const counts = [...LOUD, 'info' as const]
		.filter((severity) => totals[severity] > 0)
		.map((severity) => counted(totals[severity], SEVERITY_WORDS[severity]));
	terminal.problem(`${terminal.paint('bold', title)}: ${counts.join(', ')}`);
	for (const severity of [...LOUD, 'info'] as const) {
		const codes = groupBy(
			findings.filter((finding) => finding.severity === severity),
			({ code }) => code,
		);
		for (const own of [...codes.values()].sort((a, b) => b.length - a.length)) printCode(own, terminal, advise);
	}
}

/** The findings of one code in one room: the first in full, the others by their places. */
function printCode(findings: readonly Finding[], terminal: Terminal, advise: (finding: Finding) => string): void {
	const [first] = findings;
	const head = terminal.paint(STYLES[first.severity], SEVERITY_WORDS[first.severity]);
	const code = terminal.paint('dim', `[${first.code}]`);
	const inFull = terminal.verbose ? findings : [first];
	for (const finding of inFull) {
		const place = placeOf(finding);
		terminal.problem(`  ${place === '' ? '' : `${place}: `}${head}: ${finding.message} ${code}`);
	}
	if (findings.length > inFull.length) {
		// What is wrong with a file has no place in it.
		const others = findings
			.slice(1, PLACES)
			.map(placeOf)
			.filter((place) => place !== '');
		const isLeftOut = others.length < findings.length - 1;
		const also = others.length === 0 ? '' : `, also ${others.join('; ')}`;
		terminal.problem(
			`    ${findings.length} in all${also}${isLeftOut ? `${also === '' ? '' : '; …'} (-v shows all)` : ''}`,
		);
	}
	const advice = first.severity === 'info' ? '' : advise(first);
	if (advice !== '') terminal.problem(terminal.paint('dim', `    ${advice}`));
}

/** Where in its room or file a finding is; of two rooms in which. */
function placeOf({ location }: Finding): string {
	const { file: _, room, edge: __, ...rest } = location;
	return describeLocation(location.otherRoom === undefined || room === undefined ? rest : { ...rest, room });
}
