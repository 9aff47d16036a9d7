import { MESH_FINDINGS } from '../clean/findings.ts';
import type { CheckContext } from '../facts/context.ts';
import type { Report } from '../findings/report.ts';
import { NONE, type Walkmesh } from '../model/walkmesh.ts';
import type { Adjacency } from './half-edges.ts';
import { edgeLocation } from './locations.ts';

export function checkEdges({ mesh, walkable, report, facts }: CheckContext): void {
	if (mesh.kind !== 'area') return;
	reportEdges(mesh, walkable, facts.adjacency, report);
}

/** Reports edges that more than two walkable faces share, and transitions that lie on no perimeter edge. */
export function reportEdges(
	mesh: Walkmesh,
	walkable: Uint8Array,
	{ neighbours, overfull }: Adjacency,
	report: Report,
): void {
	for (const { edge, faces } of overfull) {
		report.add(MESH_FINDINGS.EDGE_OVERFULL, edgeLocation(mesh, edge), { faces });
	}
	for (let edge = 0; edge < mesh.transitions.length; edge++) {
		const room = mesh.transitions[edge];
		if (room === NONE || (walkable[Math.floor(edge / 3)] === 1 && neighbours[edge] < 0)) continue;
		report.add(MESH_FINDINGS.TRANSITION_NOT_ON_PERIMETER, edgeLocation(mesh, edge), { room });
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
	report.add(MESH_FINDINGS.TRANSITION_LOST, edgeLocation(mesh, edge), { room: mesh.transitions[edge] });
}
