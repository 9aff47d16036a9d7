import type { Corners, PlanChanges } from '../exporters/svg/options.ts';
import { diffWalkmeshes } from '../src/inspect/diff.ts';
import type { Level } from '../src/level/level.ts';
import { type Vec3, vec3At } from '../src/mesh/vec3.ts';
import type { SurfaceTable } from '../src/walkmesh/surfaces.ts';
import type { Walkmesh } from '../src/walkmesh/walkmesh.ts';

/** Changes while they are gathered. */
type Gathered = { -readonly [K in keyof PlanChanges]: PlanChanges[K][number][] };

/**
 * What is different in a level from an older one: rooms of the same name are compared by what they mean. A room that only one of
 * them has was added or removed with all its faces. A level of a single room is compared with another one whatever their names.
 */
export function levelChanges(before: Level, after: Level, table: SurfaceTable): PlanChanges {
	const changes: Gathered = { removed: [], added: [], resurfaced: [], moved: [], relinked: [] };
	const [old, now] = [roomsOf(before), roomsOf(after)];
	if (old.size === 1 && now.size === 1) {
		addDifferences([...old.values()][0], [...now.values()][0], table, changes);
		return changes;
	}
	for (const [name, mesh] of now) {
		const other = old.get(name);
		if (other === undefined) changes.added.push(...facesOf(mesh));
		else addDifferences(other, mesh, table, changes);
	}
	for (const [name, mesh] of old) if (!now.has(name)) changes.removed.push(...facesOf(mesh));
	return changes;
}

function roomsOf({ rooms }: Level): Map<string, Walkmesh> {
	return new Map(
		rooms.flatMap(({ name, walkmesh }) => (walkmesh === undefined ? [] : [[name.toLowerCase(), walkmesh] as const])),
	);
}

function addDifferences(before: Walkmesh, after: Walkmesh, table: SurfaceTable, changes: Gathered): void {
	const diff = diffWalkmeshes(before, after, table, { list: Infinity });
	for (const { face } of diff.removed.first) changes.removed.push(cornersOf(before, face));
	for (const { face } of diff.added.first) changes.added.push(cornersOf(after, face));
	for (const { faceB } of diff.resurfaced.first) changes.resurfaced.push(cornersOf(after, faceB));
	for (const { from, to } of diff.moved.first)
		changes.moved.push({ from: placed(before, from), to: placed(after, to) });
	for (const { from, to, ends } of diff.links.first) {
		changes.relinked.push({ from, to, ends: [placed(after, ends[0]), placed(after, ends[1])] });
	}
	const { shift } = diff;
	if (shift === undefined) return;
	// The whole room moved: its corners tell it as well as all of them would.
	const corners = facesOf(after).slice(0, 1).flat();
	for (const to of corners) changes.moved.push({ from: [to[0] - shift[0], to[1] - shift[1], to[2] - shift[2]], to });
}

function facesOf(mesh: Walkmesh): Corners[] {
	return Array.from(mesh.surfaces, (_, face) => cornersOf(mesh, face));
}

function cornersOf(mesh: Walkmesh, face: number): Corners {
	const [a, b, c] = mesh.faces.subarray(face * 3, face * 3 + 3);
	return [a, b, c].map((vertex) => placed(mesh, vec3At(mesh.positions, vertex))) as unknown as Corners;
}

/** In area space: placeables and doors have a position of their own. */
function placed({ kind, position }: Walkmesh, at: Vec3): Vec3 {
	return kind === 'area' ? at : [at[0] + position[0], at[1] + position[1], at[2] + position[2]];
}
