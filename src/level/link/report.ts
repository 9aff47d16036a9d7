import type { Place, Report } from '../../findings/index.ts';
import type { Level } from '../level.ts';
import { edgeMiddle } from '../seams/edge-middle.ts';
import type { LinkResult } from './result.ts';

/**
 * Tells what `linkRooms` made of a level.
 *
 * @param before the level that was linked: places are where its vertices were
 */
export function reportLinks(before: Level, result: LinkResult, report: Report): void {
	const { links, replaced, unconfirmed, misplaced, rivals, refused, moved } = result;
	const nameOf = (room: number): string => before.rooms[room].name;
	const place = (room: number, edge: number): Place => ({
		room: nameOf(room),
		edge,
		at: edgeMiddle(before, room, edge),
	});

	for (const { room, edge, from, to } of replaced) {
		report.add('LINK_REPLACED', place(room, edge), { from, to, name: nameOf(to) });
	}
	for (const { room, edge, to, kept } of unconfirmed) {
		report.add('LINK_UNCONFIRMED', place(room, edge), { to, name: before.rooms[to]?.name, kept });
	}
	for (const { room, edge, edges, to, elsewhere } of misplaced) {
		report.add('LINK_MISPLACED', place(room, edge), { to, edges, elsewhere });
	}
	for (const { room, edge, rivalRoom, distance, linked, preferredRoom } of rivals) {
		report.add('LINK_AMBIGUOUS', place(room, edge), {
			other: rivalRoom,
			name: nameOf(rivalRoom),
			distance,
			linked,
			preferred: preferredRoom,
			preferredName: nameOf(preferredRoom),
		});
	}
	for (const { roomA, edgeA, roomB, distance, snapped } of links) {
		if (!snapped) continue;
		report.add('LINK_SNAPPED', place(roomA, edgeA), { other: roomB, name: nameOf(roomB), distance });
	}
	for (const { roomA, edgeA, roomB, distance, why, linked } of refused) {
		report.add('LINK_NOT_JOINED', place(roomA, edgeA), { other: roomB, name: nameOf(roomB), distance, why, linked });
	}
	for (const { room, vertices, distance } of moved) {
		report.add('LINK_ENDS_MOVED', { room: nameOf(room) }, { vertices, distance });
	}
	const rooms = new Set(links.flatMap(({ roomA, roomB }) => [roomA, roomB])).size;
	const kept = unconfirmed.filter((transition) => transition.kept).length;
	report.add('LINKS_FOUND', {}, { links: links.length, rooms, kept });
}
