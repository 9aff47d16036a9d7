import { type BwmFile, TYPE_AREA } from '../bwm/index.ts';
import type { Report } from '../findings/index.ts';
import { vec3At } from '../geometry/vec3.ts';
import { type DoorState, NONE, type Walkmesh } from '../walkmesh/index.ts';

/** What a binary does not say about itself: its file's name does. */
export interface FileIdentity {
	readonly name: string;
	/** Files of type 0 are placeables unless the name says door. */
	readonly kind?: 'placeable' | 'door';
	readonly doorState?: DoorState;
}

/**
 * The meaning of a file: faces in its order, surfaces, transitions, hooks, position. Adjacency, perimeters and tree are left
 * behind; they follow from the rest. Edge rows that name no edge are reported and skipped.
 */
export function walkmeshFromBwm(file: BwmFile, identity: FileIdentity, report: Report): Walkmesh {
	const { name, kind = 'placeable', doorState } = identity;
	const isArea = file.type === TYPE_AREA;
	return {
		name,
		kind: isArea ? 'area' : kind,
		...(!isArea && kind === 'door' && doorState !== undefined ? { doorState } : {}),
		positions: file.vertices,
		faces: file.faces,
		surfaces: file.materials,
		transitions: readTransitions(file, report),
		position: vec3At(file.position, 0),
		hooks: {
			relative1: vec3At(file.hooks, 0),
			relative2: vec3At(file.hooks, 1),
			absolute1: vec3At(file.hooks, 2),
			absolute2: vec3At(file.hooks, 3),
		},
	};
}

function readTransitions(file: BwmFile, report: Report): Int32Array {
	const transitions = new Int32Array(file.faces.length).fill(NONE);
	for (let row = 0; row < file.edges.length / 2; row++) {
		const edge = file.edges[row * 2];
		const room = file.edges[row * 2 + 1];
		if (edge < 0 || edge >= transitions.length) {
			const place = { offset: file.offsets.edges + row * 8 };
			report.add('BWM_EDGE_RANGE', place, { row, edge, edgeCount: transitions.length });
		} else {
			transitions[edge] = room;
		}
	}
	return transitions;
}
