import { type Action, defineFindings } from '../findings/report.ts';

const REBUILD = 'All tables can be derived anew from the geometry.';
const rebuild = (): readonly Action[] => [{ command: 'rebuild', arguments: ['FILE'] }];

/** What can be found when a file is made of a walkmesh, or a walkmesh of a file. */
export const DERIVE_FINDINGS = defineFindings({
	BWM_EDGE_RANGE: {
		severity: 'warning',
		message: (d: { row: number; edge: number; edgeCount: number }): string =>
			`Row ${d.row} of the edge table names edge ${d.edge}, but there are ${d.edgeCount}; its transition is lost.`,
		help: REBUILD,
		actions: rebuild,
	},
	EDGE_OVERFULL: {
		severity: 'warning',
		message: (d: { faces: number }): string =>
			`${d.faces} walkable faces share one edge; they are linked in pairs, so some of them do not lead to each other.`,
		help: 'Separate the floors that meet here, or remove the doubled faces.',
	},
	TRANSITION_NOT_ON_PERIMETER: {
		severity: 'warning',
		message: (d: { room: number }): string =>
			`The transition to room ${d.room} lies on an edge that is not on the walkable perimeter; a walkmesh cannot hold it.`,
		help: 'Transitions belong on open edges of walkable faces: move it there, or remove it.',
	},
});
