import { type SurfaceTable, walkableFaces } from '../src/surfaces/index.ts';
import type { Walkmesh } from '../src/walkmesh/index.ts';
import { counted, grouped } from './terminal.ts';

/** What a line about a walkmesh says; cheap enough for a million faces. */
export interface WalkmeshSummary {
	readonly name: string;
	readonly kind: Walkmesh['kind'];
	readonly doorState?: Walkmesh['doorState'];
	readonly vertices: number;
	readonly faces: number;
	readonly walkableFaces: number;
	readonly surfaces: number;
	readonly transitions: number;
}

export function walkmeshSummary(mesh: Walkmesh, table: SurfaceTable): WalkmeshSummary {
	const walkable = walkableFaces(table, mesh.surfaces).reduce((sum, flag) => sum + flag, 0);
	return {
		name: mesh.name,
		kind: mesh.kind,
		...(mesh.doorState === undefined ? {} : { doorState: mesh.doorState }),
		vertices: mesh.positions.length / 3,
		faces: mesh.surfaces.length,
		walkableFaces: walkable,
		surfaces: new Set(mesh.surfaces).size,
		transitions: mesh.transitions.reduce((sum, room) => sum + (room < 0 ? 0 : 1), 0),
	};
}

/** `quay (area): 6,012 faces, 3,456 of them walkable, 3,210 vertices, 8 surfaces, 12 transition edges` */
export function describeWalkmesh(mesh: Walkmesh, table: SurfaceTable): string {
	const {
		name,
		kind,
		doorState,
		vertices,
		faces,
		walkableFaces: walkable,
		surfaces,
		transitions,
	} = walkmeshSummary(mesh, table);
	const what = doorState === undefined ? kind : `${kind}, ${doorState}`;
	const parts = [
		counted(faces, 'face'),
		`${grouped(walkable)} walkable`,
		counted(vertices, 'vertex', 'vertices'),
		counted(surfaces, 'surface'),
		...(transitions > 0 ? [counted(transitions, 'transition edge')] : []),
	];
	return `${name} (${what}): ${parts.join(', ')}`;
}
