import { createAdviser } from '../src/findings/advice.ts';
import { describeLocation, type Finding, type Report, type Severity } from '../src/findings/report.ts';
import { groupBy } from '../src/mesh/arrays.ts';
import { foldedNotes, groupsOf, STYLES, WORDS } from './findings.ts';
import { counted, type Terminal } from './terminal.ts';

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
		.map((severity) => counted(totals[severity], WORDS[severity]));
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
	const head = terminal.paint(STYLES[first.severity], WORDS[first.severity]);
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
