import type { CheckContext } from '../facts/room-facts.ts';
import { FROM_ZERO, metres, optional } from '../findings/options.ts';
import { Report } from '../findings/report.ts';
import { edgeLocation, openEdges } from '../geometry/faces.ts';
import { edgeEnd } from '../geometry/half-edges.ts';
import { T_JUNCTION_OPTIONS } from '../geometry/t-junctions.ts';
import { squaredDistance } from '../geometry/triangles.ts';
import { WELD_DEFAULTS, weldMesh } from '../geometry/weld.ts';
import { greatest } from '../math/arrays.ts';
import { type Level, levelOfRoom } from '../model/level.ts';
import { type SurfaceTable, walkableFaces } from '../model/surfaces.ts';
import { THRESHOLDS } from '../model/thresholds.ts';
import type { Walkmesh } from '../model/walkmesh.ts';
import { cutAlike } from '../seams/conform.ts';
import { type FacingEdge, FacingEdges, type Misfit } from '../seams/facing-edges.ts';
import { joinEnds, joinVertices } from '../seams/join-ends.ts';
import { chooseLinks } from '../seams/link.ts';
import { gatherOwnEdges } from '../seams/perimeter-edges.ts';
import { EdgeIndex, findCandidates, gatherWorst, pairKey } from '../seams/seam-search.ts';
import { MESH_FINDINGS } from './findings.ts';
import { findNearMisses, NEAR_MISS_OPTIONS, pairsAcross } from './near-misses.ts';
import { laySills } from './sills.ts';

/** Ways in which two edges miss each other that are not T-junctions, which have a check of their own. */
const CRACKS: ReadonlySet<Misfit> = new Set(['gap', 'overlap', 'height']);

/** Pairs of near edges that are compared, in all and for each edge. More only happen where faces are heaped on one spot, which is reported. */
const MOST_LOOKED = 300_000;
const MOST_LOOKED_EACH = 8;

/** Open edges that run along each other within one room. */
interface Crack {
	/** The connected pieces of ground that the two edges belong to; one piece where the ground goes on around the crack. */
	readonly pieces: readonly [number, number];
}

/**
 * Reports open edges of one room that run along each other up to 0.1 m apart, in plan or in height: of 108 real rooms one has such a pair,
 * and the next are 0.152 m apart. One finding for each pair of pieces of ground. T-junctions and near misses are left to their own checks.
 *
 * @returns the pairs of pieces that a crack was reported between
 */
export function checkCracks({ mesh, surfaces, report, facts }: CheckContext): Crack[] {
	if (mesh.kind !== 'area' || facts.isClear) return [];
	const perimeter = gatherOwnEdges(mesh, surfaces, { open: facts.open, pieces: facts.pieces }, true);
	const { edges } = perimeter;
	const within = perimeter.within?.pieces ?? new Int32Array();
	const index = new EdgeIndex(perimeter);
	const facing = new FacingEdges(perimeter, T_JUNCTION_OPTIONS.tolerance.default, THRESHOLDS.snap, index);
	const most = MOST_LOOKED + MOST_LOOKED_EACH * edges.length;
	const found: (FacingEdge & { readonly edge: number })[] = [];
	for (let edge = 0; edge < edges.length && index.looked <= most; edge++) {
		for (const each of facing.of(edge)) {
			const { other, ends, fit } = each;
			if (other > edge && ends > NEAR_MISS_OPTIONS.reach.default && CRACKS.has(fit.kind)) found.push({ ...each, edge });
		}
	}
	if (index.looked > most || index.crowded !== undefined)
		report.add(MESH_FINDINGS.FACES_HEAPED, {}, { pairs: index.looked, what: 'cracks' });
	if (found.length === 0) return [];
	const { areas } = facts.pieces;
	const keyOf = ({ edge, other }: (typeof found)[number]): string => pairKey(within[edge], within[other]);
	return gatherWorst(found, keyOf, ({ fit }) => fit.distance).map(({ worst, count, all }) => {
		const { edge, other, fit } = worst;
		const pieces = [within[edge], within[other]] as const;
		const length = all.reduce((sum, each) => sum + each.length, 0);
		const location = { ...edgeLocation(mesh, edges[edge]), at: fit.at };
		report.add(MESH_FINDINGS.GROUND_CRACK, location, {
			kind: fit.kind,
			gap: fit.distance,
			otherEdge: edges[other],
			length,
			count,
			snap: greatest(all.map((each) => each.fit.snap)),
			areas: pieces[0] === pieces[1] ? [] : [areas[pieces[0]], areas[pieces[1]]],
		});
		return { pieces };
	});
}

export const MEND_SEAMS_OPTIONS = {
	snap: metres('Open edges up to this far apart are moved together.', 0.01, {
		limits: { above: 0, maximum: THRESHOLDS.snap },
	}),
};

export const JOIN_NEAR_OPTIONS = {
	reach: NEAR_MISS_OPTIONS.reach,
	most: optional(
		metres(
			'No vertex moves farther than this. Where corners of four tiles meet, it is more than any two of them are apart.',
			0.01,
			FROM_ZERO,
		),
		'reach',
	),
};

/**
 * Closes the seams within a room in the way in which rooms are linked: edges are cut where corners of others lie along them, their ends moved
 * together, and the vertices welded. Where that would flip or flatten a face, the seam stays open and is left to the checks.
 *
 * @param snap metres
 * @returns the walkmesh that was given if nothing was open
 */
export function mendOwnSeams(mesh: Walkmesh, table: SurfaceTable, snap: number, report: Report): Walkmesh {
	if (mesh.kind !== 'area') return mesh;
	let whole = mesh;
	let [length, distance] = [0, 0];
	for (let round = 0; round < MOST_ROUNDS; round++) {
		const mended = mendOnce(whole, table, snap);
		if (mended === undefined) break;
		whole = mended.mesh;
		length += mended.open / 2;
		distance = Math.max(distance, mended.distance);
	}
	if (whole !== mesh) report.add(MESH_FINDINGS.GROUND_CRACKS_MENDED, {}, { length, distance });
	return whole;
}

/** Where several seams meet, what is closed of one shows how another goes on. */
const MOST_ROUNDS = 8;

/** @returns undefined if nothing was open; otherwise with the length of the open edges that were closed, and how far apart they lay, metres */
function mendOnce(
	mesh: Walkmesh,
	table: SurfaceTable,
	snap: number,
): { mesh: Walkmesh; open: number; distance: number } | undefined {
	const gather = (level: Level) => gatherOwnEdges(level.rooms[0].walkmesh as Walkmesh, table, undefined, true);
	const level = levelOfRoom(mesh);
	// Not reported here: a cut that fails leaves a crack, which is reported as one.
	const cuts = new Report({ keep: Infinity });
	const cut = cutAlike(level, snap, cuts, gather);
	const perimeter = gather(cut);
	const pairs = chooseLinks(findCandidates(perimeter, snap), perimeter.count);
	const required = pairs.map((pair) => ({ ...pair, required: true }));
	const { level: joined } = joinEnds(cut, table, perimeter, required, snap);
	if (joined === level) return undefined;
	const { mesh: whole } = weldMesh(joined.rooms[0].walkmesh as Walkmesh, WELD_DEFAULTS.tolerance);
	const open = perimetersLength(mesh, table) - perimetersLength(whole, table);
	if (!(open > snap)) return undefined;
	const offsets = cuts.findings.map(({ data }) => Number(data?.['offset']));
	return { mesh: whole, open, distance: Math.max(...offsets, ...pairs.map((pair) => pair.distance)) };
}

/**
 * Welds vertices on open edges that are reported as near misses. No other vertex moves, none moves farther than `most`, and none where that would
 * flip or flatten a face.
 *
 * @returns the walkmesh that was given if there are none
 */
export function joinNearMisses(mesh: Walkmesh, table: SurfaceTable, reach: number, most: number = reach): Walkmesh {
	const { mesh: welded } = weldMesh(mesh, WELD_DEFAULTS.tolerance);
	const walkable = walkableFaces(table, welded.surfaces);
	const found = findNearMisses(welded, walkable, { reach });
	if (found.distances.length === 0) return mesh;
	const { vertices, distances } = found;
	const nearest = Array.from(distances, (distance, i) => [vertices[i * 2], vertices[i * 2 + 1], distance] as const);
	const joins = [...nearest, ...pairsAcross(found, welded, walkable, most)].map(([one, other, distance]) => {
		const ends = [
			[
				{ room: 0, vertex: one },
				{ room: 0, vertex: other },
			],
		] as const;
		return { ends, required: true, distance };
	});
	const level = levelOfRoom(welded);
	const { level: joined } = joinVertices(level, table, joins, most);
	return joined === level ? mesh : weldMesh(joined.rooms[0].walkmesh as Walkmesh, WELD_DEFAULTS.tolerance).mesh;
}

/**
 * Bridges the gaps within a room; see `laySills`.
 * @returns the walkmesh that was given if there are none
 */
export function layOwnSills(mesh: Walkmesh, table: SurfaceTable, reach: number, report: Report): Walkmesh {
	if (mesh.kind !== 'area') return mesh;
	const level = levelOfRoom(mesh);
	const bridged = laySills(
		level,
		table,
		reach,
		({ rooms }) => gatherOwnEdges(rooms[0].walkmesh as Walkmesh, table),
		report,
	);
	return bridged.rooms[0].walkmesh ?? mesh;
}

/** The length of all open edges together, in metres. */
function perimetersLength(mesh: Walkmesh, table: SurfaceTable): number {
	const { positions, faces } = mesh;
	return openEdges(mesh, table).reduce(
		(sum, edge) => sum + Math.sqrt(squaredDistance(positions, faces[edge], faces[edgeEnd(edge)])),
		0,
	);
}
