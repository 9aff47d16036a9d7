import type { Place, Report } from '../../findings/index.ts';
import type { Level } from '../level.ts';
import type { ConformResult, SeamSplit } from './conform.ts';

/** Tells where `conformRooms` cut the edges of a level. */
export function reportConform(level: Level, { splits, refused }: ConformResult, report: Report): void {
	for (const [code, cuts] of [
		['SEAM_CUT', splits],
		['SEAM_NOT_CUT', refused],
	] as const) {
		for (const cut of cuts) {
			const name = level.rooms[cut.otherRoom].name;
			report.add(code, placeOf(level, cut), { other: cut.otherRoom, name, offset: cut.offset });
		}
	}
}

function placeOf(level: Level, { room, edge, at }: SeamSplit): Place {
	return { room: level.rooms[room].name, ...(edge === undefined ? {} : { edge }), at };
}
