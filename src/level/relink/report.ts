import type { Report } from '../../findings/index.ts';
import { edgeMiddle } from '../seams/edge-middle.ts';
import type { RelinkResult } from './relink.ts';

/** Tells what `relinkRooms` or `followLayout` made of a level. */
export function reportRelink({ level, mapped, dangling, unknown, moved, removed }: RelinkResult, report: Report): void {
	const nameOf = (room: number): string => level.rooms[room].name;
	for (const { room, from, to, edges } of mapped) {
		report.add('RELINK_MAPPED', { room: nameOf(room) }, { edges, from, to, name: nameOf(to) });
	}
	for (const { room, edge, from, why, name } of dangling) {
		const at = edgeMiddle(level, room, edge);
		report.add('RELINK_DANGLING', { room: nameOf(room), edge, at }, { from, name, why });
	}
	for (const room of unknown) report.add('RELINK_ROOM_ADDED', { room: nameOf(room) }, {});
	for (const room of removed) report.add('RELINK_ROOM_REMOVED', { room }, {});
	for (const { room, by, done } of moved) report.add('RELINK_ROOM_MOVED', { room: nameOf(room) }, { by, done });
}
