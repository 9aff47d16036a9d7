import { type FacingEdge, FacingEdges } from '../level/facing-edges.ts';
import type { Misfit } from '../level/fit.ts';
import { gatherWorst, pairKey } from '../level/room-pairs.ts';
import { EdgeIndex, GREATEST_SNAP, gatherOwnEdges } from '../level/seams.ts';
import { edgeLocation } from '../mesh/locations.ts';
import { T_JUNCTION_OPTIONS } from '../mesh/t-junctions.ts';
import type { CheckContext } from './context.ts';
import { MESH_FINDINGS } from './findings.ts';
import { NEAR_MISS_OPTIONS } from './near-misses.ts';

/** What T-junctions do not tell. */
const CRACKS: ReadonlySet<Misfit> = new Set(['gap', 'overlap', 'height']);

/** Edges near others that are looked at, and so many for each edge: a mesh with more is heaped on itself, and the first cracks say so. */
const MOST_LOOKED = 300_000;
const MOST_LOOKED_EACH = 8;

/** Open edges that run along each other within one room. */
interface Crack {
	/** The pieces of ground that the two edges belong to; the same where the ground goes on around the crack. */
	readonly pieces: readonly [number, number];
}

/**
 * Reports open edges of one room that run along each other up to 0.1 m apart, in plan or in height: of 108 real rooms one has such a pair,
 * and the next are 0.152 m apart. One finding for each pair of pieces of ground. What T-junctions and near misses tell is left to them.
 *
 * @returns the pieces between which something was told
 */
export function checkCracks({ mesh, surfaces, report, facts }: CheckContext): Crack[] {
	if (mesh.kind !== 'area' || facts.isClear) return [];
	const perimeter = gatherOwnEdges(mesh, surfaces, facts);
	const { edges } = perimeter;
	const within = perimeter.within?.pieces ?? new Int32Array();
	const index = new EdgeIndex(perimeter);
	const facing = new FacingEdges(perimeter, T_JUNCTION_OPTIONS.tolerance.default, GREATEST_SNAP, index);
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
			snap: fit.snap,
			areas: pieces[0] === pieces[1] ? [] : [areas[pieces[0]], areas[pieces[1]]],
		});
		return { pieces };
	});
}
