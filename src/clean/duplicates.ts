import { largestOf, patchesOf } from '../facts/risers.ts';
import type { CheckContext } from '../facts/room-facts.ts';
import { choice } from '../findings/options.ts';
import { reportLostTransition } from '../geometry/edges.ts';
import { extentAbout, faceLocation, faceMiddle, removeFaces } from '../geometry/faces.ts';
import { FACING, walkableFacings } from '../geometry/triangles.ts';
import { type Buckets, bucketsOf } from '../math/arrays.ts';
import { surfaceLabel } from '../model/surfaces.ts';
import { NONE, type Walkmesh } from '../model/walkmesh.ts';
import { backsCutOtherwise } from './cut-backs.ts';
import { MESH_FINDINGS } from './findings.ts';

export const DROP_DUPLICATE_OPTIONS = {
	backs: choice(
		'What becomes of the backs of walkable faces, that is walkable faces with the same corners in reverse.',
		['keep', 'drop'],
		'keep',
	),
};

/** Reports faces that use the same three vertices as another, or vertices that lie within the tolerance of these, metres. */
export function checkDuplicates(context: CheckContext, tolerance: number): void {
	const { facts } = context.facts.welded(tolerance);
	const duplicates = findDuplicates(facts.mesh.faces, context.walkable);
	const cut = backsCutOtherwise(facts, isKnownTo(duplicates));
	reportCopies(context, duplicates, MESH_FINDINGS.FACE_DUPLICATE);
	reportDoubleSided(context, duplicates.backOf, cut, facts.mesh);
}

/**
 * Removes faces that use the same three vertices in the same winding as another. A walkable one is kept rather than others, an earlier one rather
 * than later ones, and it takes over transitions that it lacks. With `backs: 'drop'`, of two walkable faces back to back the one that faces down is
 * removed as well, and so are backs that were cut into other triangles.
 */
export function dropDuplicateFaces(context: CheckContext, backs: 'keep' | 'drop'): Walkmesh {
	const { mesh, report } = context;
	const duplicates = findDuplicates(mesh.faces, context.walkable);
	const cut = backsCutOtherwise(context.facts, isKnownTo(duplicates));
	const { copyOf, backOf } = duplicates;
	const keptFor = backs === 'drop' ? withBacks(context, duplicates) : copyOf;
	for (let face = 0; face < keptFor.length; face++) {
		const of = keptFor[face];
		if (of !== copyOf[face] && copyOf[face] === NONE) {
			report.add(MESH_FINDINGS.FACE_BACK_DROPPED, faceLocation(mesh, face), { of });
		}
	}
	reportCopies(context, duplicates, MESH_FINDINGS.FACE_DUPLICATE_DROPPED);
	const isLeft = (of: number, face: number): boolean => keptFor[face] === NONE && of !== NONE && keptFor[of] === NONE;
	reportDoubleSided(
		context,
		backOf.map((of, face) => (isLeft(of, face) ? of : NONE)),
		backs === 'drop' ? NO_BACKS : cut,
	);
	const gone = Uint8Array.from(keptFor, (kept) => (kept === NONE ? 0 : 1));
	if (backs === 'drop') reportDropped(context, cut, gone);
	if (!gone.includes(1)) return mesh;
	const { transitions, lost } = inheritTransitions(mesh.faces, mesh.transitions, keptFor);
	for (const edge of lost) reportLostTransition(mesh, edge, report);
	return removeFaces({ ...mesh, transitions }, gone);
}

/** Tells faces that are copies or backs of others by their corners. */
function isKnownTo({ copyOf, backOf }: Duplicates): (face: number) => boolean {
	return (face) => copyOf[face] !== NONE || backOf[face] !== NONE;
}

const NO_BACKS: ReadonlyMap<number, number> = new Map();

/** Marks backs as gone and reports them. Their edges are not those of the fronts, so what links they have is lost. */
function reportDropped({ mesh, report }: CheckContext, cut: ReadonlyMap<number, number>, gone: Uint8Array): void {
	for (const [face, of] of cut) {
		gone[face] = 1;
		report.add(MESH_FINDINGS.FACE_BACK_DROPPED, faceLocation(mesh, face), { of });
		for (let edge = face * 3; edge < face * 3 + 3; edge++)
			if (mesh.transitions[edge] !== NONE) reportLostTransition(mesh, edge, report);
	}
}

/** For each face the one that is kept instead, as it is a copy of it or its back; −1 for faces that stay. */
function withBacks({ mesh, walkable }: CheckContext, { copyOf, backOf }: Duplicates): Int32Array {
	const facings = walkableFacings(mesh.positions, mesh.faces, walkable);
	const keptFor = copyOf.slice();
	for (let face = 0; face < walkable.length; face++) {
		const front = backOf[face];
		if (front < 0 || walkable[face] === 0 || walkable[front] === 0) continue;
		// Of two vertical faces the later one is removed.
		const isBack = facings[face] === FACING.down || (facings[front] !== FACING.down && front < face);
		if (isBack) keptFor[face] = front;
	}
	// A copy of a back is replaced by what replaces the back.
	return keptFor.map((kept) => (kept === NONE || keptFor[kept] === NONE ? kept : keptFor[kept]));
}

/** Reports faces that are copies of another, and copies of another surface. */
function reportCopies(
	{ mesh, surfaces, report }: CheckContext,
	{ copyOf }: Duplicates,
	type: typeof MESH_FINDINGS.FACE_DUPLICATE | typeof MESH_FINDINGS.FACE_DUPLICATE_DROPPED,
): void {
	for (let face = 0; face < copyOf.length; face++) {
		const of = copyOf[face];
		if (of === NONE) continue;
		const location = faceLocation(mesh, face);
		const isSame = mesh.surfaces[face] === mesh.surfaces[of];
		// Where surfaces differ, the finding about them says that there are two faces.
		const extent = extentAbout(mesh, faceMiddle(mesh, face), [face]);
		if (isSame || type === MESH_FINDINGS.FACE_DUPLICATE_DROPPED) report.add(type, location, { of, extent });
		if (isSame) continue;
		const [surface, kept] = [face, of].map((each) => surfaceLabel(surfaces, mesh.surfaces[each]));
		report.add(MESH_FINDINGS.FACE_DUPLICATE, location, { of, extent, surface, kept });
	}
}

/**
 * Reports faces back to back: connected patches of walkable ones, each at its largest, and the number of others.
 * @param cut backs that were cut into other triangles than their fronts, each with one of these
 * @param joined the walkmesh with its vertices welded, whose faces are the same: it says which are connected
 */
function reportDoubleSided(
	context: CheckContext,
	backOf: Int32Array,
	cut: ReadonlyMap<number, number>,
	joined: Walkmesh = context.mesh,
): void {
	const { mesh, walkable, report } = context;
	const backs: number[] = [...cut.keys()];
	let pairs = 0;
	let first = NONE;
	for (let face = 0; face < backOf.length; face++) {
		const of = backOf[face];
		if (of < 0 || of > face) continue;
		if (walkable[face] === 1 && walkable[of] === 1) backs.push(face);
		else if (pairs++ === 0) first = face;
	}
	for (const patch of patchesOf(joined, Uint32Array.from(backs))) {
		const face = largestOf(context.facts, patch);
		const data = {
			of: cut.get(face) ?? backOf[face],
			count: patch.length,
			extent: extentAbout(mesh, faceMiddle(mesh, face), patch),
		};
		report.add(MESH_FINDINGS.FACE_DOUBLE_SIDED, faceLocation(mesh, face), data);
	}
	if (pairs > 0) report.add(MESH_FINDINGS.FACES_DOUBLE_SIDED, faceLocation(mesh, first), { pairs });
}

/** Faces that use the same three vertices. */
interface Duplicates {
	/** For each face the one it is a copy of (same vertices, same winding), or −1. Copies point to the one to keep. */
	readonly copyOf: Int32Array;
	/** For each face the kept one with the same vertices in the opposite winding, or −1. Mutual; −1 for copies. */
	readonly backOf: Int32Array;
}

/**
 * Finds faces that use the same three vertices. Of copies the first walkable one is kept, or the first where none is:
 * losing a floor would leave a hole that nobody sees. Faces that repeat a vertex take no part.
 *
 * Faces are bucketed by their lowest corner and sorted within a bucket; an open-addressed hash of all three corners
 * took four times as long for a million faces.
 *
 * @param faces 3 vertex indices a face
 * @param walkable 1 a walkable face, 0 another
 */
export function findDuplicates(faces: Uint32Array, walkable: Uint8Array): Duplicates {
	const count = walkable.length;
	const groups = groupByCorners(faces, count, bucketByLowestCorner(faces, count));
	const copyOf = new Int32Array(count).fill(NONE);
	const backOf = new Int32Array(count).fill(NONE);
	// The face to keep of each group, by winding.
	const kept = [new Int32Array(count).fill(NONE), new Int32Array(count).fill(NONE)];
	for (let face = 0; face < count; face++) {
		if (groups[face] < 0) continue;
		const best = kept[winding(faces, face)];
		const other = best[groups[face]];
		if (other < 0 || (walkable[face] === 1 && walkable[other] === 0)) best[groups[face]] = face;
	}
	for (let face = 0; face < count; face++) {
		if (groups[face] < 0) continue;
		const side = winding(faces, face);
		const same = kept[side][groups[face]];
		if (same === face) backOf[face] = kept[1 - side][groups[face]];
		else copyOf[face] = same;
	}
	return { copyOf, backOf };
}

/** For each face the first one with the same corners in any order; −1 for faces that repeat a vertex. */
function groupByCorners(faces: Uint32Array, count: number, { starts, members }: Buckets): Int32Array {
	const groups = new Int32Array(count).fill(NONE);
	for (let bucket = 0; bucket < starts.length - 1; bucket++) {
		if (starts[bucket + 1] > starts[bucket])
			groupBucket(faces, members.subarray(starts[bucket], starts[bucket + 1]), groups);
	}
	return groups;
}

/** Faces that repeat no vertex, by their lowest corner. */
function bucketByLowestCorner(faces: Uint32Array, count: number): Buckets {
	let vertexCount = 0;
	for (let i = 0; i < count * 3; i++) if (faces[i] >= vertexCount) vertexCount = faces[i] + 1;
	return bucketsOf(
		Int32Array.from({ length: count }, (_, face) => lowestCorner(faces, face)),
		vertexCount,
	);
}

/** Groups faces with the same lowest corner. */
function groupBucket(faces: Uint32Array, members: Uint32Array, groups: Int32Array): void {
	const highest = (face: number): number => Math.max(faces[face * 3], faces[face * 3 + 1], faces[face * 3 + 2]);
	// The lowest corners are equal, so with equal sums and highest corners all three are.
	const sum = (face: number): number => faces[face * 3] + faces[face * 3 + 1] + faces[face * 3 + 2];
	members.sort((a, b) => highest(a) - highest(b) || sum(a) - sum(b) || a - b);
	let first = members[0];
	for (const face of members) {
		if (highest(face) !== highest(first) || sum(face) !== sum(first)) first = face;
		groups[face] = first;
	}
}

/** The lowest corner of a face; −1 for one that repeats a vertex. */
function lowestCorner(faces: Uint32Array, face: number): number {
	const a = faces[face * 3];
	const b = faces[face * 3 + 1];
	const c = faces[face * 3 + 2];
	if (a === b || b === c || c === a) return NONE;
	const lowest = a < b ? a : b;
	return lowest < c ? lowest : c;
}

/** 0 when the corners ascend going round from the lowest, 1 when they descend. */
function winding(faces: Uint32Array, face: number): 0 | 1 {
	const a = faces[face * 3];
	const b = faces[face * 3 + 1];
	const c = faces[face * 3 + 2];
	if (a < b && a < c) return b < c ? 0 : 1;
	if (b < a && b < c) return c < a ? 0 : 1;
	return a < b ? 0 : 1;
}

/**
 * Hands the transitions of faces that go to the faces kept in their place, where these have none.
 *
 * @param keptFor for each face the one kept in its place, with the same three vertices in either winding, or −1
 * @returns the new transitions, and the edges of faces that go whose transition found no place
 */
function inheritTransitions(
	faces: Uint32Array,
	transitions: Int32Array,
	keptFor: Int32Array,
): { transitions: Int32Array; lost: number[] } {
	const result = transitions.slice();
	const lost: number[] = [];
	for (let edge = 0; edge < faces.length; edge++) {
		const kept = keptFor[Math.floor(edge / 3)];
		const room = transitions[edge];
		if (kept < 0 || room === NONE) continue;
		// The edge is the one across from the corner that is on neither of its ends.
		const across = faces[previousCorner(edge)];
		const corner = [0, 1, 2].find((k) => faces[kept * 3 + k] === across) ?? 0;
		const target = kept * 3 + ((corner + 1) % 3);
		if (result[target] === NONE) result[target] = room;
		else if (result[target] !== room) lost.push(edge);
	}
	return { transitions: result, lost };
}

function previousCorner(edge: number): number {
	return edge % 3 === 0 ? edge + 2 : edge - 1;
}
