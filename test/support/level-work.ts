import { createRegistry } from '../../jobs/default-registry.ts';
import { followLayout, type RelinkOptions, relinkRooms } from '../../level/rooms/relink.ts';
import type { JoinOptions } from '../../pipeline/options.ts';
import { levelRecipe, resolveRecipe, runStages, stagesOf } from '../../pipeline/recipe.ts';
import { type Finding, Report } from '../../src/findings/report.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import type { Layout, Level } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { type ConformOptions, conformRooms } from '../../src/seams/conform.ts';
import { type LinkedLevel, type LinkOptions, linkRooms } from '../../src/seams/link.ts';

/** A finding as one row: index of its room, edge and point, and its data. */
export interface Row extends Readonly<Record<string, unknown>> {
	readonly room: number;
}

/** The findings of a code, with some of their values. */
function rowsOf(report: Report, level: Level, code: string, ...keys: readonly string[]): Row[] {
	const names = level.rooms.map((room) => room.name);
	return report.findings
		.filter((finding) => finding.code === code)
		.map(({ location: { room = '', edge, at }, data }) => {
			const all = { ...data, room: names.indexOf(room), edge, at } as Row;
			return keys.length === 0 ? all : (Object.fromEntries(keys.map((key) => [key, all[key]])) as unknown as Row);
		});
}

export interface LinkWork extends LinkedLevel {
	readonly replaced: readonly Row[];
	readonly unconfirmed: readonly Row[];
	readonly misplaced: readonly Row[];
	readonly rivals: readonly Row[];
	readonly refused: readonly Row[];
	readonly snapped: readonly Row[];
	readonly moved: readonly (Row & { readonly distance: number })[];
}

/** Links a level of rooms with different names. What was reported, by kind. */
export function link(level: Level, options: LinkOptions = {}): LinkWork {
	const report = new Report({ keep: Infinity });
	const rows = (code: string, ...keys: string[]): Row[] => rowsOf(report, level, code, ...keys);
	return {
		...linkRooms(level, K1, options, report),
		get replaced() {
			return rows('LINK_REPLACED', 'room', 'edge', 'from', 'to');
		},
		get unconfirmed() {
			return rows('LINK_UNCONFIRMED', 'room', 'edge', 'to', 'kept');
		},
		get misplaced() {
			return rows('LINK_MISPLACED', 'room', 'edge', 'edges', 'to', 'elsewhere');
		},
		get rivals() {
			return rows('LINK_AMBIGUOUS', 'room', 'edge', 'other', 'distance', 'linked', 'preferred');
		},
		get refused() {
			return rows('LINK_NOT_JOINED');
		},
		get snapped() {
			return rows('LINK_SNAPPED');
		},
		get moved() {
			return rows('LINK_ENDS_MOVED', 'room', 'vertices', 'distance') as (Row & { distance: number })[];
		},
	};
}

/** A cut that was made or given up. */
export interface CutRow extends Row {
	readonly at: Vec3;
	readonly offset: number;
}

/** Cuts the rooms of a level alike. @returns the cuts, and those that were given up */
export function conform(
	level: Level,
	options: ConformOptions = {},
): { level: Level; splits: CutRow[]; refused: CutRow[] } {
	const report = new Report({ keep: Infinity });
	const conformed = conformRooms(level, K1, options, report);
	const keys = ['room', 'edge', 'at', 'other', 'offset'];
	return {
		level: conformed,
		splits: rowsOf(report, level, 'SEAM_CUT', ...keys) as CutRow[],
		refused: rowsOf(report, level, 'SEAM_NOT_CUT', ...keys) as CutRow[],
	};
}

/** What building a level tells of its rooms, and the level it makes: divided, linked and checked as `wokflow level` does. */
export async function build(
	level: Level,
	options: JoinOptions = {},
): Promise<{ level: Level; findings: readonly Finding[] }> {
	const report = new Report({ keep: Infinity });
	const stages = stagesOf(resolveRecipe(levelRecipe(options), createRegistry()), 'level');
	const built = await runStages(level, stages, { report, surfaces: K1 });
	return { level: built, findings: report.findings };
}

/** Those that are no notes. */
export function loud(findings: readonly Finding[]): Finding[] {
	return findings.filter(({ severity }) => severity !== 'info');
}

export interface RelinkWork {
	readonly level: Level;
	readonly mapped: readonly Row[];
	readonly dangling: readonly Row[];
	/** Rooms that the old layout does not have. */
	readonly added: readonly number[];
	readonly moved: readonly Row[];
	/** Names of rooms that the new layout does not have. */
	readonly removed: readonly (string | undefined)[];
}

export function relink(level: Level, to: Layout, options: RelinkOptions = {}): RelinkWork {
	const report = new Report({ keep: Infinity });
	return relinkWork(relinkRooms(level, to, options, report), report);
}

export function follow(level: Level, from: Layout, options: RelinkOptions = {}): RelinkWork {
	const report = new Report({ keep: Infinity });
	return relinkWork(followLayout(level, from, options, report), report);
}

function relinkWork(level: Level, report: Report): RelinkWork {
	const unmapped = rowsOf(report, level, 'RELINK_UNMAPPED', 'room', 'edge', 'from', 'why', 'name');
	return {
		level,
		mapped: rowsOf(report, level, 'RELINK_MAPPED', 'room', 'from', 'to', 'edges'),
		dangling: unmapped.filter(({ why }) => why !== 'new-room'),
		added: unmapped.filter(({ why }) => why === 'new-room').map(({ room }) => room),
		moved: rowsOf(report, level, 'RELINK_ROOM_MOVED', 'room', 'by', 'done'),
		removed: report.findings.filter(({ code }) => code === 'RELINK_ROOM_REMOVED').map(({ location }) => location.room),
	};
}
