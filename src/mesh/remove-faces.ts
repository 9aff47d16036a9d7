import { reorderFaces } from '../derive/order.ts';
import type { Report } from '../findings/index.ts';
import { NONE, type Walkmesh } from '../walkmesh/index.ts';
import { indicesOf } from './open-edges.ts';
import { edgePlace } from './places.ts';

/** The walkmesh without some faces; the others keep their order. @param gone 1 byte a face, 0 for those that stay */
export function removeFaces(mesh: Walkmesh, gone: Uint8Array): Walkmesh {
	const kept = indicesOf(gone, 0);
	return kept.length === gone.length ? mesh : reorderFaces(mesh, kept);
}

/** Reports the transitions of faces that are about to be removed. */
export function reportLostTransitions(mesh: Walkmesh, gone: Uint8Array, report: Report): void {
	for (let edge = 0; edge < mesh.transitions.length; edge++) {
		const room = mesh.transitions[edge];
		if (room !== NONE && gone[Math.floor(edge / 3)] !== 0) {
			report.add('TRANSITION_LOST', edgePlace(mesh, edge), { room });
		}
	}
}
