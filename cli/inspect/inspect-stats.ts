import type { LevelStats } from '../../check/inspect/level-stats.ts';
import { flag } from '../../src/findings/options.ts';
import { UsageError } from '../../src/findings/report.ts';
import { counted, decimal, grouped } from '../../src/text/numbers.ts';
import { type levelInputOptions, readLevelInput } from '../shared/level-input.ts';
import type { Session } from '../shared/session.ts';
import type { Terminal } from '../shared/terminal.ts';

/** Options of `wokflow inspect --stats`. */
export const STATS_OPTIONS = {
	stats: flag(
		false,
		'Count the inputs as one level instead: area by surface and room, doorways, links, what can be reached.',
	),
	csv: flag(false, 'With --stats: print a row for each room as comma-separated values.'),
};

type StatsSession = Session<typeof STATS_OPTIONS & ReturnType<typeof levelInputOptions>>;

/** `wokflow inspect --stats LEVEL`. */
export async function inspectStats(session: StatsSession): Promise<undefined> {
	const { words, options, context, terminal, wantsJson } = session;
	if (wantsJson && options.csv === true)
		throw new UsageError('--csv and --json are two forms of the result. Give one.');
	const [{ levelStats, statsCsv }, { placeablesOf }, { level }] = await Promise.all([
		import('../../check/inspect/level-stats.ts'),
		import('../../check/things/things.ts'),
		readLevelInput(session, words),
	]);
	const stats = levelStats(level, context.surfaces, placeablesOf(level));
	if (wantsJson) session.json({ stats });
	else if (options.csv === true) terminal.text(statsCsv(stats));
	else printStats(stats, terminal);
	return undefined;
}

function printStats(stats: LevelStats, terminal: Terminal): void {
	const head = ['room', 'faces', 'walkable', 'area m²', 'reached', 'pieces', 'narrowest', 'links'];
	const rows = stats.rooms.map((room) => [
		`${room.index} ${room.name}`,
		grouped(room.faces),
		grouped(room.walkableFaces),
		decimal(room.walkableArea, 1),
		share(room.reachableArea, room.walkableArea),
		String(room.pieces),
		room.narrowest === undefined ? '' : `${decimal(room.narrowest)} m`,
		room.links.join(' '),
	]);
	table([head, ...rows], terminal);
	terminal.result('');
	const surfaces = stats.surfaces.map(({ label, walkable, faces, area }) => [
		label,
		grouped(faces),
		decimal(area, 1),
		walkable ? '' : 'not walkable',
	]);
	table([['surface', 'faces', 'area m²', ''], ...surfaces], terminal);
	terminal.result('');
	const { narrowest, links } = stats;
	const { reachableArea, joinedArea, walkableArea } = stats;
	const [onFoot, joined] = [share(reachableArea, walkableArea), share(joinedArea, walkableArea)];
	const byEdges = onFoot === joined ? '' : `, ${joined} joined by edges`;
	const reached = walkableArea > 0 ? `, ${onFoot} reached on foot${byEdges}` : '';
	const doorway =
		narrowest === undefined
			? ''
			: `, the narrowest ${decimal(narrowest.width)} m (${narrowest.from} to ${narrowest.to})`;
	terminal.result(
		`${counted(stats.rooms.length, 'room')}, ${grouped(stats.faces)} faces, ${grouped(stats.walkableFaces)} walkable (${decimal(stats.walkableArea, 1)} m²${reached}); ${counted(links.length, 'doorway')}${doorway}`,
	);
}

function share(part: number, whole: number): string {
	return whole > 0 ? `${Math.min(100, Math.round((part / whole) * 1000) / 10)} %` : '';
}

/** Columns, numbers to the right; the first row is the head. */
function table(rows: readonly (readonly string[])[], terminal: Terminal): void {
	const widths = rows[0].map((_, column) => rows.reduce((most, row) => Math.max(most, row[column].length), 0));
	const isText = (column: number): boolean => column === 0 || column === rows[0].length - 1;
	for (const [index, row] of rows.entries()) {
		const cells = row.map((cell, column) =>
			isText(column) ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
		);
		const line = cells.join('  ').trimEnd();
		terminal.result(index === 0 ? terminal.paintResult('bold', line) : line);
	}
}
