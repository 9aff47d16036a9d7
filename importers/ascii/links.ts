import type { Report } from '../../src/findings/index.ts';
import { isWalkable, type SurfaceTable, surfaceLabel } from '../../src/surfaces/index.ts';
import { NONE } from '../../src/walkmesh/index.ts';
import type { LinkBlock } from './document.ts';

/**
 * Room links as transitions. Edges are numbered after the faces of the text, whose order is kept, so nothing is renumbered.
 *
 * @param surfaces 1 a face
 * @returns 3 a face: the room behind each edge, or −1
 */
export function readTransitions(
	links: LinkBlock | undefined,
	surfaces: Uint32Array,
	table: SurfaceTable,
	report: Report,
): Int32Array {
	const transitions = new Int32Array(surfaces.length * 3).fill(NONE);
	if (links === undefined) return transitions;
	for (let i = 0; i < links.rows.length; i += 3) {
		const edge = links.rows[i];
		const room = links.rows[i + 1];
		const line = links.rows[i + 2];
		if (edge >= transitions.length) {
			report.add('ASCII_LINK_RANGE', { line }, { edge, edges: transitions.length });
		} else if (room < NONE || room > 0x7fffffff) {
			report.add('ASCII_LINK_ROOM', { line, edge }, { room });
		} else {
			const before = transitions[edge];
			if (before !== NONE && before !== room) {
				report.add('ASCII_LINK_REPEATED', { line, edge }, { edge, rooms: [before, room] });
			}
			const surface = surfaces[Math.floor(edge / 3)];
			if (room !== NONE && !isWalkable(table, surface)) {
				report.add('ASCII_LINK_NOT_WALKABLE', { line, edge }, { edge, surface: surfaceLabel(table, surface) });
			}
			transitions[edge] = room;
		}
	}
	return transitions;
}
