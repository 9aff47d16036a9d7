import { type GroundAnswer, type MissedGround, missedText, squareMetres } from '../../check/ground/ground-answer.ts';
import { SEVERITY_WORDS } from '../../src/findings/filter.ts';
import { describeLocation, type Finding, type Report, type Severity } from '../../src/findings/report.ts';
import { groupBy } from '../../src/math/arrays.ts';
import { type AdviceReach, commandLine, createAdviser, gatherPairs, hasPairs } from '../../src/model/advice.ts';
import { counted } from '../../src/text/numbers.ts';
import type { Style, Terminal } from './terminal.ts';

/**
 * Prints findings for people, below the result: notes folded into one line, then warnings, then errors, so that the worst are nearest to the prompt.
 * Findings of one code stay together, and the total comes last.
 */

/** How many findings of one code are shown without `--verbose`. */
const SHOWN = 5;

const STYLES: Readonly<Record<Severity, Style>> = {
	fatal: ['red', 'bold'],
	error: ['red', 'bold'],
	warning: ['yellow', 'bold'],
	info: 'cyan',
};
/**
 * Prints the findings of a report. Advice is printed once for each code; notes are left out with `--quiet`.
 *
 * @param isKey for options that are set in a config: whether it has such a key
 */
export function printFindings(report: Report, terminal: Terminal, isKey?: AdviceReach['isKey']): void {
	const { flagOwner } = terminal;
	const groups = groupsOf(report);
	if (groups.length === 0) return;
	printFollowed(report, terminal);
	const loud = ORDER.flatMap((severity) => groups.filter((group) => group.severity === severity));
	const adviser = (): ((finding: Finding) => string) =>
		isKey === undefined ? createAdviser('cli', { flagOwner }) : createAdviser('config', { flagOwner, isKey });
	const lines = (of: readonly Group[], most: number): Line[] => {
		const advise = adviser();
		return of.flatMap((group) => groupLines(group, terminal, advise, most));
	};
	const notes = groups.filter(isNote);
	if (terminal.verbose) for (const { text } of lines(notes, Infinity)) terminal.note(text);
	else if (notes.length > 0) terminal.note(foldedNotes(notes, terminal));
	const shown = terminal.verbose ? lines(loud, Infinity) : shortest(loud, lines);
	const left = shown.length === 0 ? [] : loud.filter(({ code }) => !shown.some((line) => line.code === code));
	if (left.length > 0) terminal.problem(`${foldedCodes(left)} (-v shows them)`);
	for (const { text } of shown) terminal.problem(text);
	printReach(report, terminal, MOST_LINES - shown.length);
	const [next, ...others] = proposing(loud);
	if (next !== undefined && others.length === 0) terminal.problem(`Next: ${next}`);
}

/** The commands that propose what scenes are, where findings advise them: the way on from all of a scene that nobody prepared. */
function proposing(groups: readonly Group[]): string[] {
	const advised = groups.flatMap(({ findings }) =>
		findings.flatMap(({ actions = [], location: { file } }) =>
			actions.flatMap((action) =>
				'command' in action && action.command === 'init' ? [commandLine(action, file)] : [],
			),
		),
	);
	return [...new Set(advised)];
}

/** Findings are reported in at most so many lines without `--verbose`, advice included. */
const MOST_LINES = 10;
const ORDER = ['warning', 'error', 'fatal'] as const;

/** The most of each group that fits; where one of each does not, groups are left out, the mildest first. */
function shortest(groups: readonly Group[], lines: (groups: readonly Group[], most: number) => Line[]): Line[] {
	for (const most of [SHOWN, 2, 1]) {
		const found = lines(groups, most);
		if (found.length <= MOST_LINES) return found;
	}
	for (let from = 1; from < groups.length; from++) {
		const found = lines(groups.slice(from), 1);
		if (found.length <= MOST_LINES) return found;
	}
	return lines(groups.slice(-1), 1);
}

/** Prints `2 errors, 3 warnings`, or nothing where there are none. */
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

/** A line about a code. */
interface Line {
	readonly code: string;
	readonly text: string;
}

/** @param most how many findings are shown; where they are fewer than usual, their advice comes last */
function groupLines(
	{ code, findings, severity, total }: Group,
	terminal: Terminal,
	advise: (finding: Finding) => string,
	most: number,
): Line[] {
	const lines: string[] = [];
	const later: string[] = [];
	let shown = 0;
	for (const finding of findings) {
		const advice = severity === 'info' ? '' : advise(finding);
		// A finding with other advice than those before it is always shown, where there is room.
		if (shown < most || (advice !== '' && most >= SHOWN)) {
			lines.push(findingLine(finding, terminal));
			shown++;
		}
		if (advice !== '') (most < SHOWN ? later : lines).push(terminal.paint('dim', `  ${advice}`));
	}
	if (total > shown) {
		const how = shown < findings.length ? ' (-v shows more)' : '';
		const more = `  ${counted(total - shown, 'more', 'more')} ${terminal.paint('dim', `[${code}]`)}, ${total} in all${how}`;
		lines.push(more);
	}
	return [...lines, ...later.slice(0, 1), ...later.slice(1).slice(-1)].map((text) => ({ code, text }));
}

function findingLine({ code, severity, location, message }: Finding, terminal: Terminal): string {
	const where = describeLocation(location);
	const head = terminal.paint(STYLES[severity], SEVERITY_WORDS[severity]);
	return `${where === '' ? '' : `${where}: `}${head}: ${message} ${terminal.paint('dim', `[${code}]`)}`;
}

/** The answer to what people reach is printed by itself, as is which file was followed. */
function isNote({ code, severity }: Group): boolean {
	return severity === 'info' && code !== REACH && code !== FOLLOWED;
}

const REACH = 'GROUND_REACH';
const FOLLOWED = 'DECISIONS_FOLLOWED';

function printFollowed({ findings }: Report, terminal: Terminal): void {
	for (const { code, message } of findings) if (code === FOLLOWED) terminal.note(message);
}

/** So many pieces of ground, and so many levels, are listed without `--verbose`. */
const MOST_LISTED = 10;

/** Prints what people reach of each level, and each piece of ground that they do not, with the nearest way in. */
function printReach({ findings }: Report, terminal: Terminal, room = MOST_LISTED): void {
	const most = Math.max(2, Math.min(MOST_LISTED, room));
	const answers = findings.filter(({ code }) => code === REACH);
	const isWhole = ({ data }: Finding): boolean => missedIn(data).length === 0;
	const listed = answers.length === 1 ? answers : answers.filter((answer) => !isWhole(answer));
	const shown = terminal.verbose ? listed : listed.slice(0, most);
	for (const { message, data, location } of shown) {
		terminal.note(answers.length === 1 || location.file === undefined ? message : `${location.file}: ${message}`);
		const missed = missedIn(data);
		const pieces = terminal.verbose ? missed : missed.slice(0, most);
		for (const piece of pieces) terminal.note(`  ${missedText(piece)}`);
		const { area, reached, missedCount } = data as unknown as GroundAnswer;
		const rest = pieces.reduce((left, each) => left - each.area, area - reached);
		if (missedCount > pieces.length)
			terminal.note(`  ${counted(missedCount - pieces.length, 'more piece')}, ${squareMetres(rest)}`);
	}
	if (listed.length > shown.length)
		terminal.note(
			`${counted(listed.length - shown.length, 'more input')} with ground that is not reached (-v shows them)`,
		);
}

function missedIn(data: Finding['data']): readonly MissedGround[] {
	return (data as unknown as GroundAnswer | undefined)?.missed ?? [];
}

/** `5 notes (-v shows them): VERTICES_WELDED 3, SCENE_AXES, FACES_SORTED` */
function foldedNotes(notes: readonly Group[], terminal: Terminal): string {
	const total = notes.reduce((sum, each) => sum + each.total, 0);
	const codes = codesOf(notes).join(', ');
	return `${terminal.paint(STYLES.info, counted(total, 'note'))} (-v shows ${total === 1 ? 'it' : 'them'}): ${codes}`;
}

/** `3 more warnings: WALKABLE_FACE_DOWN 3` */
function foldedCodes(groups: readonly Group[]): string {
	const total = groups.reduce((sum, each) => sum + each.total, 0);
	return `${counted(total, 'more finding')}: ${codesOf(groups).join(', ')}`;
}

function codesOf(groups: readonly Group[]): string[] {
	return groups.map((each) => (each.total === 1 ? each.code : `${each.code} ${counted(each.total, '', '').trim()}`));
}

/**
 * Prints findings of levels by room and by pair of rooms, the worst first, so that somebody who mends a level can go from room to room. The findings
 * of one code in a room stay together, with the locations of the first ten.
 */

/** How many locations of one code are shown for a room, and how many rooms have them shown, without `--verbose`. */
const LOCATIONS = 10;
const ROOMS = 30;

const LOUD: readonly Severity[] = ['fatal', 'error', 'warning'];

/** The findings in one room, between two, or in a file that is not of a room. */
interface RoomFindings {
	readonly title: string;
	readonly findings: Finding[];
	/** Those included that were too many to keep. */
	readonly totals: Record<Severity, number>;
}

/** Prints the findings of a report by room. Notes are folded into one line without `--verbose`. */
export function printFindingsByRoom(report: Report, terminal: Terminal): void {
	printFollowed(report, terminal);
	const notes = groupsOf(report).filter(isNote);
	if (notes.length > 0 && !terminal.verbose) terminal.note(foldedNotes(notes, terminal));
	const rooms = roomsOf(report, terminal.verbose).sort(worstFirst);
	const advise = createAdviser('cli', { flagOwner: terminal.flagOwner });
	const shown = terminal.verbose ? rooms : rooms.slice(0, ROOMS);
	for (const room of shown) printRoom(room, terminal, advise);
	const left = rooms.slice(shown.length);
	const total = left.reduce((sum, { totals }) => sum + loud(totals), 0);
	if (left.length > 0)
		terminal.problem(
			`${counted(left.length, 'more room', 'more rooms')} with ${counted(total, 'finding')} (-v shows them)`,
		);
	printReach(report, terminal);
}

function roomsOf(report: Report, withNotes: boolean): RoomFindings[] {
	const rooms = new Map<string, RoomFindings>();
	const roomOf = (finding: Pick<Finding, 'location'>): RoomFindings => {
		const title = titleOf(finding);
		// Of findings that are only counted it is not known whether they are of a room.
		const { kind: _, ...place } = finding.location;
		const key = titleOf({ location: place }).toLowerCase();
		const room = rooms.get(key) ?? { title, findings: [], totals: { fatal: 0, error: 0, warning: 0, info: 0 } };
		rooms.set(key, room);
		return room;
	};
	for (const finding of report.findings) {
		if (finding.code === REACH || (finding.severity === 'info' && !withNotes)) continue;
		const room = roomOf(finding);
		room.findings.push(finding);
		room.totals[finding.severity]++;
	}
	// Findings that were too many to keep are only counted, by file and room.
	for (const { severity, location, total, kept } of report.counts)
		if (total > kept && (severity !== 'info' || withNotes)) roomOf({ location }).totals[severity] += total - kept;
	return [...rooms.values()];
}

function titleOf({ location: { file, room, kind, otherRoom } }: Pick<Finding, 'location'>): string {
	if (room !== undefined && otherRoom !== undefined) return `rooms ${[room, otherRoom].sort().join(' and ')}`;
	if (room === undefined) return file ?? 'level';
	const name = `${kind ?? 'room'} ${room}`;
	return file === undefined ? name : `${name} (${file})`;
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

/** Prints the findings of one code in one room, and what to do. */
function printCode(findings: readonly Finding[], terminal: Terminal, advise: (finding: Finding) => string): void {
	for (const alike of groupBy(findings, problemOf).values()) printAlike(alike, terminal);
	const [first] = findings;
	const advised = gatherPairs(findings).findLast(({ actions = [] }) => actions.some(hasPairs)) ?? first;
	const advice = first.severity === 'info' ? '' : advise(advised);
	if (advice !== '') terminal.problem(terminal.paint('dim', `    ${advice}`));
}

/** What is wrong with a file, whatever its names and numbers. */
function problemOf({ data }: Finding): string {
	return typeof data?.['problem'] === 'string' ? data['problem'].replace(/"[^"]*"|[-.\d]+/g, '') : '';
}

/** Prints findings that say the same: the first in full, the others by location. */
function printAlike(findings: readonly Finding[], terminal: Terminal): void {
	const [first] = findings;
	const head = terminal.paint(STYLES[first.severity], SEVERITY_WORDS[first.severity]);
	const code = terminal.paint('dim', `[${first.code}]`);
	const inFull = terminal.verbose ? findings : [first];
	for (const finding of inFull) {
		const place = locationText(finding);
		terminal.problem(`  ${place === '' ? '' : `${place}: `}${head}: ${finding.message} ${code}`);
	}
	if (findings.length > inFull.length) {
		// A finding about a file as a whole has no location in it, and several may have the same.
		const others = new Set(findings.slice(1, LOCATIONS).map(locationText));
		others.delete('');
		others.delete(locationText(first));
		const isLeftOut = others.size < findings.length - 1;
		const also = others.size === 0 ? '' : `, also ${[...others].join('; ')}`;
		terminal.problem(
			`    ${findings.length} in all${also}${isLeftOut ? `${also === '' ? '' : '; …'} (-v shows all)` : ''}`,
		);
	}
}

/** The location of a finding within its room or file; for a finding between two rooms, with the room it is in. */
function locationText({ location }: Finding): string {
	const { file: _, room, kind: __, edge: ___, ...rest } = location;
	return describeLocation(location.otherRoom === undefined || room === undefined ? rest : { ...rest, room });
}
