import { REBUILD_FILE } from '../findings/actions.ts';
import { type Action, defineFindings } from '../findings/report.ts';

const REBUILD = 'All tables can be derived anew from the geometry.';
const rebuild = (): readonly Action[] => [REBUILD_FILE];

/** What can be found when a file is made of a walkmesh, or a walkmesh of a file. */
export const DERIVE_FINDINGS = defineFindings({
	BWM_EDGE_RANGE: {
		severity: 'warning',
		meaning:
			'The file has a link at an edge that does not exist. It belongs to other geometry, and nobody can cross by it.',
		message: (d: { row: number; edge: number; edgeCount: number }): string =>
			`Row ${d.row} of the edge table refers to edge ${d.edge}, but there are only ${d.edgeCount} edges. Its transition is lost.`,
		help: REBUILD,
		actions: rebuild,
	},
	BWM_TRANSITION_NEGATIVE: {
		severity: 'warning',
		meaning: 'An edge links to a room with a negative number, which there cannot be. Nobody can cross there.',
		message: (d: { edge: number; room: number }): string =>
			`Edge ${d.edge} links to room ${d.room}, which no layout has; the link is dropped.`,
		help: 'No link is written as −1, a link as the number of a room, from 0.',
		actions: rebuild,
	},
});
