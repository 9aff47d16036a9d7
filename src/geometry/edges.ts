import { defineFindings, type Report } from '../findings/report.ts';
import { NONE, type Walkmesh } from '../model/walkmesh.ts';
import { edgeLocation } from './faces.ts';
import type { Adjacency } from './half-edges.ts';

/** What can be wrong with the edges of walkable faces. */
export const EDGE_FINDINGS = defineFindings({
	EDGE_OVERFULL: {
		severity: 'warning',
		explainedBy: {
			// A floor with a back has no edge that two faces alone share.
			spot: ['FACE_DUPLICATE', 'FACE_DOUBLE_SIDED'],
		},
		meaning:
			'More than two walkable faces share this edge, and the game connects only two. Some faces cannot be reached over it.',
		message: (d: { faces: number }): string =>
			`${d.faces} walkable faces share one edge. They are linked in pairs, so characters cannot cross between all of them.`,
		help: 'Separate the floors that meet here, or remove the duplicate faces.',
	},
	TRANSITION_NOT_ON_PERIMETER: {
		severity: 'warning',
		explainedBy: {
			// Links are read from the table of edges.
			room: ['TABLE_EDGES'],
		},
		meaning:
			'A link to another room is on an inner edge or on a non-walkable face. Characters leave a room only over open edges.',
		message: (d: { room: number }): string =>
			`The transition to room ${d.room} is not on a perimeter edge; a walkmesh cannot hold it.`,
		help: 'Transitions belong on open edges of walkable faces: move it there, or remove it.',
		fix: { redo: 'tables' },
	},
	TRANSITION_LOST: {
		severity: 'warning',
		meaning: 'A face with a link was removed, so characters can no longer cross to the other room there.',
		message: (d: { room: number }): string => `An edge with a transition to room ${d.room} was removed with its face.`,
		help: 'Check the link, or find the links again.',
	},
});

/** Reports edges that more than two walkable faces share, and transitions that lie on no perimeter edge. */
export function reportEdges(
	mesh: Walkmesh,
	walkable: Uint8Array,
	{ neighbours, overfull }: Adjacency,
	report: Report,
): void {
	for (const { edge, faces } of overfull) {
		report.add(EDGE_FINDINGS.EDGE_OVERFULL, edgeLocation(mesh, edge), { faces });
	}
	for (let edge = 0; edge < mesh.transitions.length; edge++) {
		const room = mesh.transitions[edge];
		if (room === NONE || (walkable[Math.floor(edge / 3)] === 1 && neighbours[edge] < 0)) continue;
		report.add(EDGE_FINDINGS.TRANSITION_NOT_ON_PERIMETER, edgeLocation(mesh, edge), { room });
	}
}

/** Reports the transitions of faces that are about to be removed. @param gone 1 byte a face, 0 for those that stay */
export function reportLostTransitions(mesh: Walkmesh, gone: Uint8Array, report: Report): void {
	for (let face = 0; face < gone.length; face++) {
		if (gone[face] === 0) continue;
		for (let edge = face * 3; edge < face * 3 + 3; edge++)
			if (mesh.transitions[edge] !== NONE) reportLostTransition(mesh, edge, report);
	}
}

export function reportLostTransition(mesh: Walkmesh, edge: number, report: Report): void {
	report.add(EDGE_FINDINGS.TRANSITION_LOST, edgeLocation(mesh, edge), { room: mesh.transitions[edge] });
}
