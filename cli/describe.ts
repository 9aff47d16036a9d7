import { isWalkable, type SurfaceTable } from '../src/surfaces/index.ts';
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
	// Plain loops: callbacks over a million entries take longer than reading the file.
	const used = new Map<number, number>();
	for (const surface of runsOf(mesh.surfaces)) used.set(surface.value, (used.get(surface.value) ?? 0) + surface.count);
	let walkable = 0;
	for (const [surface, count] of used) if (isWalkable(table, surface)) walkable += count;
	let transitions = 0;
	for (let edge = 0; edge < mesh.transitions.length; edge++) if (mesh.transitions[edge] >= 0) transitions++;
	return {
		name: mesh.name,
		kind: mesh.kind,
		...(mesh.doorState === undefined ? {} : { doorState: mesh.doorState }),
		vertices: mesh.positions.length / 3,
		faces: mesh.surfaces.length,
		walkableFaces: walkable,
		surfaces: used.size,
		transitions,
	};
}

/** Equal values that stand together, and how many: a mesh changes its surface seldom. */
function* runsOf(values: Uint32Array): Generator<{ value: number; count: number }> {
	let start = 0;
	for (let i = 1; i <= values.length; i++) {
		if (i < values.length && values[i] === values[start]) continue;
		if (i > start && start < values.length) yield { value: values[start], count: i - start };
		start = i;
	}
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
