import { largestOf, patchesOf } from '../facts/risers.ts';
import type { CheckContext, RoomFacts } from '../facts/room-facts.ts';
import type { FindingType } from '../findings/report.ts';
import { extentAbout, faceLocation, faceMiddle, flipFaces } from '../geometry/faces.ts';
import { edgeEnd } from '../geometry/half-edges.ts';
import { FACING, faceArea, isUpOrDown, SLOPE_STRIDE, walkableFacings } from '../geometry/triangles.ts';
import { addTo } from '../math/arrays.ts';
import type { Vec3 } from '../math/vec3.ts';
import { surfaceLabel } from '../model/surfaces.ts';
import { WALL_COSINE } from '../model/thresholds.ts';
import type { Walkmesh } from '../model/walkmesh.ts';
import { MESH_FINDINGS } from './findings.ts';
import { type Hanging, hangingOf } from './undersides.ts';

/**
 * Finds walkable faces that face down amid ground that faces up: they share an edge with it, have the corners of that edge in the same order instead
 * of the opposite one, and lie on its other side seen from above. Such a face can only be floor with its corners in the wrong order. A connected
 * piece that faces down for the most part may be a ceiling, and is left out.
 */
export function facesAgainstGround({ mesh, walkable }: CheckContext): Uint32Array {
	const { positions, faces } = mesh;
	const facings = walkableFacings(positions, faces, walkable);
	const isFlat = (face: number): boolean => facings[face] === FACING.up || facings[face] === FACING.down;
	const neighbours = unfoldedNeighbours(positions, faces, isFlat);
	const seen = new Uint8Array(walkable.length);
	const wrong: number[] = [];
	for (let first = 0; first < walkable.length; first++) {
		if (seen[first] === 1 || !isFlat(first)) continue;
		const piece = [first];
		seen[first] = 1;
		for (const face of piece) {
			for (const next of neighbours.get(face) ?? []) {
				if (seen[next] === 1) continue;
				seen[next] = 1;
				piece.push(next);
			}
		}
		const area = { up: 0, down: 0 };
		for (const face of piece) area[facings[face] === FACING.up ? 'up' : 'down'] += faceArea(positions, faces, face);
		if (area.down < area.up) wrong.push(...piece.filter((face) => facings[face] === FACING.down));
	}
	return Uint32Array.from(wrong.sort((a, b) => a - b));
}

/** Neighbours across edges that only two faces share, with one face on each side of the edge seen from above. */
function unfoldedNeighbours(
	positions: Float32Array,
	faces: Uint32Array,
	isFlat: (face: number) => boolean,
): Map<number, number[]> {
	const byEnds = new Map<number, number[]>();
	const vertices = positions.length / 3;
	for (let edge = 0; edge < faces.length; edge++) {
		if (!isFlat(Math.floor(edge / 3))) continue;
		const [a, b] = [faces[edge], faces[edgeEnd(edge)]];
		const key = Math.min(a, b) * vertices + Math.max(a, b);
		addTo(byEnds, key, edge);
	}
	const neighbours = new Map<number, number[]>();
	const link = (from: number, to: number): void => {
		addTo(neighbours, from, to);
	};
	for (const edges of byEnds.values()) {
		if (edges.length !== 2) continue;
		const [p, q] = edges;
		const [a, b] = [faces[p], faces[edgeEnd(p)]];
		const sides = [p, q].map((edge) => sideOf(positions, a, b, faces[edgeEnd(edgeEnd(edge))]));
		if (!(sides[0] * sides[1] < 0)) continue;
		link(Math.floor(p / 3), Math.floor(q / 3));
		link(Math.floor(q / 3), Math.floor(p / 3));
	}
	return neighbours;
}

/** On which side of the line from a to b a vertex lies, seen from above. */
function sideOf(positions: Float32Array, a: number, b: number, c: number): number {
	const [ax, ay] = [positions[a * 3], positions[a * 3 + 1]];
	const [ux, uy] = [positions[b * 3] - ax, positions[b * 3 + 1] - ay];
	return ux * (positions[c * 3 + 1] - ay) - uy * (positions[c * 3] - ax);
}

/** Walkable faces that face down and hang above or below other walkable ground of the room, in connected patches: no floors, whichever way they face. */
export function hangingPatches({
	mesh,
	facts,
}: CheckContext): { readonly faces: readonly number[]; readonly hanging: Hanging }[] {
	return [...patchesOf(mesh, walkableFacing(facts, FACING.down))].flatMap((faces) => {
		const hanging = mesh.kind === 'area' ? hangingOf(facts, faces) : undefined;
		return hanging === undefined ? [] : [{ faces, hanging }];
	});
}

/**
 * Walls that can be walked on: connected patches of faces that are vertical or too steep, whichever way they lean, with at least one that is vertical.
 * A wall that is not quite straight has faces of all three kinds, and is reported as one. Risers of steps are no walls: see `checkSlope`.
 */
export function walkableWalls({ mesh, facts }: Pick<CheckContext, 'mesh' | 'facts'>): (readonly number[])[] {
	const { facings, walkable, slopes } = facts;
	const isVertical = (face: number): boolean => walkable[face] === 1 && facings[face] === FACING.vertical;
	if (!facings.some((_, face) => isVertical(face))) return [];
	const risers = new Set(facts.risers.flatMap(({ faces }) => faces));
	const isLeaning = (face: number): boolean =>
		mesh.kind === 'area' &&
		walkable[face] === 1 &&
		isUpOrDown(facings[face]) &&
		Math.abs(slopes[face * SLOPE_STRIDE]) <= WALL_COSINE * slopes[face * SLOPE_STRIDE + 1];
	const steep = [...facings.keys()].filter((face) => !risers.has(face) && (isVertical(face) || isLeaning(face)));
	return [...patchesOf(mesh, Uint32Array.from(steep))].filter((patch) => patch.some(isVertical));
}

/** Reports walkable faces that face down or are vertical. */
export function checkOrientation(context: CheckContext): void {
	reportOrientation(context, MESH_FINDINGS.WALKABLE_FACE_DOWN);
}

/** The same, but faces that face down are errors. */
export function refuseFacingDown(context: CheckContext): void {
	reportOrientation(context, { ...MESH_FINDINGS.WALKABLE_FACE_DOWN, severity: 'error' });
}

/** Flips walkable faces that face down, and reports each. Vertical ones are reported and stay. */
export function flipFacingDown(context: CheckContext): Walkmesh {
	const down = walkableFacing(context.facts, FACING.down);
	reportPatches(context, down, MESH_FINDINGS.WALKABLE_FACE_FLIPPED);
	reportVertical(context);
	return flipFaces(context.mesh, down);
}

/** Flips walkable faces that can only be floor with its corners in the wrong order, and reports each. */
export function flipAgainstGround(context: CheckContext): Walkmesh {
	const { mesh } = context;
	const wrong = facesAgainstGround(context);
	reportPatches(context, wrong, MESH_FINDINGS.WALKABLE_FACE_FLIPPED);
	return flipFaces(mesh, wrong);
}

function reportOrientation(context: CheckContext, type: PatchFinding): void {
	const { facts, mesh } = context;
	const walls = new Set(walkableWalls(context).flat());
	const hanging = new Set<number>();
	for (const { faces, hanging: how } of hangingPatches(context)) {
		for (const face of faces) hanging.add(face);
		const told = faces.filter((each) => !walls.has(each));
		if (told.length === 0) continue;
		const face = largestOf(context.facts, told);
		const surface = surfaceLabel(context.surfaces, mesh.surfaces[face]);
		const data = { ...how, surface, count: told.length };
		context.report.add(
			{ ...MESH_FINDINGS.WALKABLE_FACE_HANGING, severity: type.severity },
			faceLocation(mesh, face),
			data,
		);
	}
	const down = walkableFacing(facts, FACING.down).filter((face) => !hanging.has(face) && !walls.has(face));
	reportPatches(context, down, type);
	if (down.length > 0) {
		const total = (ids: Uint32Array): number => ids.reduce((sum, face) => sum + facts.area(face), 0);
		const areas = { up: total(walkableFacing(facts, FACING.up)), down: total(down) };
		if (areas.down > areas.up)
			context.report.add(MESH_FINDINGS.WALKABLE_UPSIDE_DOWN, faceLocation(context.mesh, down[0]), areas);
	}
	reportVertical(context);
}

/** The walkable faces with a facing (see `FACING`), ascending. */
function walkableFacing({ facings, walkable }: RoomFacts, facing: number): Uint32Array {
	const ids: number[] = [];
	for (let face = 0; face < facings.length; face++)
		if (facings[face] === facing && walkable[face] === 1) ids.push(face);
	return Uint32Array.from(ids);
}

/** Reports the vertical walkable faces with what is steep beside them, without the risers of steps, which `checkSlope` reports. */
function reportVertical(context: CheckContext): void {
	const { facings } = context.facts;
	for (const wall of walkableWalls(context)) {
		const leaning = wall.filter((face) => facings[face] !== FACING.vertical).length;
		reportPatch(context, wall, MESH_FINDINGS.WALKABLE_FACE_VERTICAL, leaning === 0 ? {} : { leaning });
	}
}

/** A finding about faces with one surface that are connected over edges: where the largest of them is. */
type PatchFinding = FindingType<[{ surface: string; count: number; extent: Vec3; leaning?: number }]>;

/** Reports faces, one finding for each connected patch with one surface. */
function reportPatches(context: CheckContext, ids: Uint32Array, type: PatchFinding): void {
	for (const patch of patchesOf(context.mesh, ids)) reportPatch(context, patch, type);
}

function reportPatch(
	{ mesh, surfaces, report, facts }: CheckContext,
	patch: readonly number[],
	type: PatchFinding,
	more: { readonly leaning?: number } = {},
): void {
	const face = largestOf(facts, patch);
	const surface = surfaceLabel(surfaces, mesh.surfaces[face]);
	const extent = extentAbout(mesh, faceMiddle(mesh, face), patch);
	report.add(type, faceLocation(mesh, face), { surface, count: patch.length, extent, ...more });
}
