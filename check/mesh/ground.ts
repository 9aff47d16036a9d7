import { MESH_FINDINGS } from '../../src/clean/findings.ts';
import { endBetween, endOfGround } from '../../src/facts/end-of-ground.ts';
import { type Line, lineFrom, MOST_LINES, startOf } from '../../src/facts/lines.ts';
import type { CheckContext, RoomFacts } from '../../src/facts/room-facts.ts';
import type { Report } from '../../src/findings/report.ts';
import { edgeLocation, edgeMiddle, faceLocation } from '../../src/geometry/faces.ts';
import { piecesOf } from '../../src/geometry/half-edges.ts';
import { compactVertices } from '../../src/geometry/vertices.ts';
import { WELD_DEFAULTS } from '../../src/geometry/weld.ts';
import { greatest } from '../../src/math/arrays.ts';
import { vec3At } from '../../src/math/vec3.ts';
import { isRealLabel, type SurfaceTable, walkableFaces } from '../../src/model/surfaces.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import { vertexCount, type Walkmesh } from '../../src/model/walkmesh.ts';
import { type SharedPlan, visitShared } from '../../src/plan/plan-ground.ts';
import { isBroad } from '../../src/plan/plan-overlap.ts';
import { gatherWorst } from '../../src/seams/seam-search.ts';

/** Reports a walkmesh without faces, one without ground, and surfaces that the table does not have. */
export function checkContent({ mesh, walkable, surfaces, report }: CheckContext): void {
	if (walkable.length === 0) {
		report.add(MESH_FINDINGS.MESH_WITHOUT_FACES, {}, {});
		return;
	}
	const beyond = new Map<number, { count: number; readonly first: number }>();
	for (let face = 0; face < walkable.length; face++) {
		const surface = mesh.surfaces[face];
		if (surface < surfaces.surfaces.length) continue;
		const seen = beyond.get(surface);
		if (seen === undefined) beyond.set(surface, { count: 1, first: face });
		else seen.count++;
	}
	for (const [surface, { count, first }] of beyond) {
		const data = { surface, count, table: surfaces.name };
		report.add(MESH_FINDINGS.SURFACE_BEYOND_TABLE, faceLocation(mesh, first), data);
	}
	if (mesh.kind === 'area' && !walkable.includes(1)) {
		report.add(MESH_FINDINGS.MESH_NOT_WALKABLE, {}, { faces: walkable.length });
	}
}

/** Reports surfaces that are rows of the table without a meaning, one finding for each. */
export function checkUnusedRows({ mesh, surfaces, report }: CheckContext): void {
	const counts = new Map<number, { count: number; readonly first: number }>();
	for (const [face, surface] of mesh.surfaces.entries()) {
		const seen = counts.get(surface);
		if (seen === undefined) counts.set(surface, { count: 1, first: face });
		else seen.count++;
	}
	for (const [surface, { count, first }] of counts) {
		const row = surfaces.surfaces[surface];
		if (row === undefined || isRealLabel(row.label)) continue;
		const data = { surface, count, table: surfaces.name, walkable: row.walk };
		report.add(MESH_FINDINGS.SURFACE_ROW_UNUSED, faceLocation(mesh, first), data);
	}
}

/** Reports how many vertices no face uses, with the first of them. */
export function checkUnused({ mesh, report }: CheckContext): void {
	const { used } = compactVertices(mesh.faces);
	const count = vertexCount(mesh) - used.length;
	if (count === 0) return;
	const gap = used.findIndex((vertex, i) => vertex !== i);
	const at = vec3At(mesh.positions, gap < 0 ? used.length : gap);
	report.add(MESH_FINDINGS.VERTICES_UNUSED, at.every(Number.isFinite) ? { at } : {}, { count });
}

/** Reports ground in several connected pieces, at the edges where two of them are nearest to each other. */
export function checkIslands({ mesh, report, facts }: CheckContext): void {
	if (mesh.kind === 'area' && facts.pieces.areas.length > 1) reportPieces(facts, report);
}

/**
 * @param facts of ground in two or more pieces
 * @param isTold true where a finding already says that the ground is cut
 */
export function reportPieces(facts: RoomFacts, report: Report, isTold: boolean = false): void {
	const { mesh } = facts;
	const { areas, firstFaces } = facts.pieces;
	const largest = areas.indexOf(greatest(areas));
	const end = endOfGround(facts, (piece) => piece !== largest);
	const location = end === undefined ? faceLocation(mesh, firstFaces[1]) : edgeLocation(mesh, end.edge);
	const gap = end === undefined ? {} : { gap: end.distance };
	const sorted = areas.toSorted((a, b) => b - a);
	const lines = linesToPieces(facts, largest);
	report.add(MESH_FINDINGS.WALKABLE_ISLANDS, location, {
		count: areas.length,
		areas: sorted.slice(0, MOST_AREAS),
		...gap,
		...(lines.length === 0 ? {} : { line: lines[0] }),
		...(lines.length < 2 ? {} : { lines }),
	});
	if (!isTold) reportSeparate(facts, largest, report);
}

/** Lines from the largest piece of ground to each of the others, larger ones first: to the edge where it ends, and on to the other piece. */
function linesToPieces(facts: RoomFacts, largest: number): Line[] {
	const { areas, of } = facts.pieces;
	const others = [...areas.keys()].filter((piece) => piece !== largest).sort((a, b) => areas[b] - areas[a] || a - b);
	const shown = others.slice(0, MOST_LINES);
	// Gathered once for all lines: ground in pieces may have thousands of edges.
	const edges = new Map([largest, ...shown].map((piece): [number, number[]] => [piece, []]));
	for (const edge of facts.open) edges.get(of[Math.floor(edge / 3)])?.push(edge);
	const edgesOf = (piece: number): readonly number[] => edges.get(piece) ?? [];
	const start = startOf(facts, largest);
	return shown.flatMap((piece) => {
		const end = endBetween(facts.mesh, edgesOf(piece), edgesOf(largest));
		return end === undefined ? [] : [lineFrom(facts, start, end.other, [edgeMiddle(facts.mesh, end.edge)])];
	});
}

/** Only this many pieces are measured, the largest first: each takes a search of its own. */
const MOST_PIECES = 4;

/**
 * Reports a piece of ground that looks connected to the rest and is not: it ends close to other ground, though farther than a crack, which has a
 * finding of its own. In 108 real rooms no piece comes nearer to another than 0.7 m.
 */
function reportSeparate(facts: RoomFacts, largest: number, report: Report): void {
	const { areas } = facts.pieces;
	const least = Math.max(THRESHOLDS.pieceArea, areas[largest] * THRESHOLDS.pieceShare);
	const candidates = [...areas.keys()].filter((piece) => piece !== largest && areas[piece] >= least);
	candidates.sort((a, b) => areas[b] - areas[a] || a - b);
	const found = candidates
		.slice(0, MOST_PIECES)
		.map((piece) => ({ piece, end: endOfGround(facts, (each) => each === piece, THRESHOLDS.facing) }))
		.filter(({ end }) => end !== undefined && end.distance > THRESHOLDS.snap && end.distance <= THRESHOLDS.facing);
	const [first] = found.sort((a, b) => (a.end?.distance ?? 0) - (b.end?.distance ?? 0));
	if (first?.end === undefined) return;
	const { edge, other, distance } = first.end;
	const step = Math.abs(edgeMiddle(facts.mesh, edge)[2] - edgeMiddle(facts.mesh, other)[2]);
	// Where the way across is as steep as a wall it looks like a step rather than a gap.
	const kind = step > distance * Math.sin((THRESHOLDS.tooSteep * Math.PI) / 180) ? 'height' : 'gap';
	const area = areas[first.piece];
	const rest = areas.reduce((sum, each) => sum + each, 0) - area;
	report.add(MESH_FINDINGS.GROUND_SEPARATE, edgeLocation(facts.mesh, edge), { kind, gap: distance, area, rest });
}

/** Areas that a finding names. */
const MOST_AREAS = 5;

/** Connected pieces of the walkable faces, over shared edges. */
export function countIslands(mesh: Walkmesh, table: SurfaceTable): number {
	return piecesOf(mesh, walkableFaces(table, mesh.surfaces)).areas.length;
}

/** More pairs only happen where faces are heaped on one spot, which is reported. */
const MOST_PAIRS = 20_000;

/** Reports walkable ground above walkable ground in one room, however far: none of 108 real rooms has any. One finding for each two pieces. */
export function checkFloors({ mesh, report, facts }: CheckContext): void {
	if (mesh.kind !== 'area' || facts.hasOneFloor) return;
	const { ground } = facts;
	const found: (SharedPlan & { readonly face: number; readonly of: number })[] = [];
	const looked = visitShared(
		ground,
		ground,
		(i, j, shared) => {
			// Edges that overlap are found by `checkCracks`.
			if (isBroad(shared)) found.push({ ...shared, face: ground.faces[j], of: ground.faces[i] });
			return found.length < MOST_PAIRS;
		},
		(i, j) => sharedCorners(mesh.faces, ground.faces[i], ground.faces[j]) >= 2,
	);
	if (looked !== undefined) report.add(MESH_FINDINGS.FACES_HEAPED, {}, { pairs: looked, what: 'floors above floors' });
	if (found.length === 0) return;
	const { pieces } = facts;
	// A number for two pieces in either order, as these may be thousands.
	const keyOf = ({ face, of }: (typeof found)[number]): number => {
		const [one, other] = [pieces.of[face], pieces.of[of]];
		return Math.min(one, other) * pieces.areas.length + Math.max(one, other);
	};
	for (const { worst, all } of gatherWorst(found, keyOf, ({ area }) => area)) {
		const { face, of, x, y, z, dz } = worst;
		const area = all.reduce((sum, each) => sum + each.area, 0);
		report.add(MESH_FINDINGS.GROUND_STACKED, { face, at: [x, y, z + dz] }, { area, dz, of });
	}
}

/** How many corners two faces share. With two of them they are a fold or back to back, which other checks report. */
function sharedCorners(faces: Uint32Array, one: number, other: number): number {
	let shared = 0;
	for (let corner = one * 3; corner < one * 3 + 3; corner++) {
		const vertex = faces[corner];
		if (vertex === faces[other * 3] || vertex === faces[other * 3 + 1] || vertex === faces[other * 3 + 2]) shared++;
	}
	return shared;
}

/**
 * Reports torn ground: edges of walkable faces that coincide but are open, because each face has vertices of its own. The game joins faces by
 * their vertices, so nobody can cross there; a weld would close the tear. One finding, with the number of edges and the first of them.
 *
 * @param tolerance of the weld, in metres
 */
export function checkTears(
	{ mesh, walkable, report, facts }: CheckContext,
	tolerance: number = WELD_DEFAULTS.tolerance,
): void {
	if (mesh.kind !== 'area') return;
	const { facts: welded, merged } = facts.welded(tolerance);
	if (merged === 0) return;
	const before = facts.adjacency.neighbours;
	const after = welded.adjacency.neighbours;
	let first = -1;
	let torn = 0;
	for (let edge = 0; edge < before.length; edge++) {
		if (walkable[Math.floor(edge / 3)] !== 1 || before[edge] >= 0 || !(after[edge] >= 0)) continue;
		if (first < 0) first = edge;
		torn++;
	}
	if (torn > 0) report.add(MESH_FINDINGS.GROUND_TORN, edgeLocation(mesh, first), { edges: torn, tolerance });
}
