import {
	JOIN_NEAR_OPTIONS,
	joinNearMisses,
	layOwnSills,
	MEND_SEAMS_OPTIONS,
	mendOwnSeams,
} from '../../src/clean/cracks.ts';
import { DEGENERATE_OPTIONS, dropDegenerateFaces } from '../../src/clean/degenerate.ts';
import { DROP_DUPLICATE_OPTIONS, dropDuplicateFaces } from '../../src/clean/duplicates.ts';
import { MESH_FINDINGS } from '../../src/clean/findings.ts';
import { checkNearMisses, NEAR_MISS_OPTIONS } from '../../src/clean/near-misses.ts';
import { checkOrientation, flipAgainstGround, flipFacingDown, refuseFacingDown } from '../../src/clean/orientation.ts';
import { SILL_OPTIONS } from '../../src/clean/sills.ts';
import { SIMPLIFY_OPTIONS, simplifyMesh } from '../../src/clean/simplify.ts';
import { CLOSE_STEEP_OPTIONS, closeSteep as close } from '../../src/clean/slope.ts';
import { checkTJunctions, fixTJunctions as mend } from '../../src/clean/t-junctions.ts';
import { VERTEX_FINDINGS } from '../../src/clean/vertex-findings.ts';
import { type CheckContext, factsContext, LastFacts } from '../../src/facts/room-facts.ts';
import { choice } from '../../src/findings/options.ts';
import { dropUnusedVertices, sortWalkableFirst } from '../../src/geometry/faces.ts';
import { T_JUNCTION_OPTIONS } from '../../src/geometry/t-junctions.ts';
import { WELD_OPTIONS, weldMesh } from '../../src/geometry/weld.ts';
import { walkableFaces } from '../../src/model/surfaces.ts';
import { faceCount, vertexCount, type Walkmesh } from '../../src/model/walkmesh.ts';
import { defineOwnStage, type StageContext } from './stage.ts';

/** A walkmesh as checks see it, with what earlier stages computed. */
export function contextOf(mesh: Walkmesh, { report, surfaces, facts = new LastFacts() }: StageContext): CheckContext {
	return factsContext(facts.of(mesh, surfaces), report);
}

/**
 * Removes faces that use a vertex twice, have (nearly) no area, or have a corner that is not finite.
 *
 * @example
 * const clean = await dropDegenerate({ minArea: 1e-6 }).run(walkmesh, { report, surfaces: K1 });
 */
export const dropDegenerate = defineOwnStage(
	'drop-degenerate',
	'walkmesh',
	'Removes faces without area.',
	DEGENERATE_OPTIONS,
	(mesh, { minArea }, context) => {
		return dropDegenerateFaces(contextOf(mesh, context), minArea);
	},
);

/**
 * Removes faces that use the same three vertices in the same winding as another. See `dropDuplicateFaces`.
 *
 * @example
 * const clean = await dropDuplicate().run(walkmesh, { report, surfaces: K1 });
 */
export const dropDuplicate = defineOwnStage(
	'drop-duplicate',
	'walkmesh',
	'Removes duplicate faces.',
	DROP_DUPLICATE_OPTIONS,
	(mesh, { backs }, context) => {
		return dropDuplicateFaces(contextOf(mesh, context), backs);
	},
);

/** Warns of vertices that lie on open edges of walkable faces, and leaves them. */
export const findTJunctions = defineOwnStage(
	'find-tjunctions',
	'walkmesh',
	'Warns of vertices that lie on open walkable edges.',
	T_JUNCTION_OPTIONS,
	(mesh, { tolerance }, context) => {
		checkTJunctions(contextOf(mesh, context), tolerance);
		return mesh;
	},
);

/**
 * Cuts open edges of walkable faces at vertices that lie on them, so that the faces on both sides share edges.
 *
 * @example
 * const whole = await fixTJunctions().run(walkmesh, { report, surfaces: K1 });
 */
export const fixTJunctions = defineOwnStage(
	'fix-tjunctions',
	'walkmesh',
	'Cuts open walkable edges at vertices that lie on them.',
	T_JUNCTION_OPTIONS,
	(mesh, { tolerance }, context) => {
		return mend(contextOf(mesh, context), tolerance);
	},
);

/**
 * Joins vertices on open edges that nearly coincide.
 *
 * @example
 * const whole = await joinNear({ reach: 0.01 }).run(walkmesh, { report, surfaces: K1 });
 */
export const joinNear = defineOwnStage(
	'join-near',
	'walkmesh',
	'Makes vertices on open edges one that nearly coincide.',
	JOIN_NEAR_OPTIONS,
	(mesh, { reach, most }, { surfaces }) => joinNearMisses(mesh, surfaces, reach, most),
);

/**
 * Moves facing open edges of a room together and welds them, cutting edges where the corners of others lie along them.
 *
 * @example
 * const whole = await mendSeams({ snap: 0.05 }).run(walkmesh, { report, surfaces: K1 });
 */
export const mendSeams = defineOwnStage(
	'mend-seams',
	'walkmesh',
	'Moves facing open edges of a room together and welds them.',
	MEND_SEAMS_OPTIONS,
	(mesh, { snap }, { report, surfaces }) => mendOwnSeams(mesh, surfaces, snap, report),
);

/**
 * By default, walkable faces that face down are kept, with a warning for each and one more when most of the floor faces down. A floor that was
 * modelled inside out must be flipped, but a ceiling that was made walkable by mistake must not, since it would become a second floor above
 * the first, and geometry does not tell the two apart. The game's own rooms have such faces, too.
 */
const ORIENT_OPTIONS = {
	mode: choice('What becomes of walkable faces that face down.', ['keep', 'flip', 'refuse'], 'keep'),
};

/**
 * Flips walkable faces that face down, or reports them. Vertical walkable faces are reported and kept.
 *
 * @example
 * const upright = await orient({ mode: 'flip' }).run(walkmesh, { report, surfaces: K1 });
 */
export const orient = defineOwnStage(
	'orient',
	'walkmesh',
	'Keeps, flips or refuses walkable faces that face down.',
	ORIENT_OPTIONS,
	(mesh, { mode }, context) => {
		const checked = contextOf(mesh, context);
		if (mode === 'flip') return flipFacingDown(checked);
		if (mode === 'refuse') refuseFacingDown(checked);
		else checkOrientation(checked);
		return mesh;
	},
);

/**
 * Flips walkable faces that face down while the faces connected to them face up: the order of their corners is a mistake.
 *
 * @example
 * const sound = await fixWinding().run(walkmesh, { report, surfaces: K1 });
 */
export const fixWinding = defineOwnStage(
	'fix-winding',
	'walkmesh',
	'Flips walkable faces that face down amid ground that faces up.',
	{},
	(mesh, _options, context) => flipAgainstGround(contextOf(mesh, context)),
);

/**
 * Bridges gaps between open edges of a room that face each other.
 *
 * @example
 * const whole = await laySills({ reach: 0.3 }).run(walkmesh, { report, surfaces: K1 });
 */
export const laySills = defineOwnStage(
	'lay-sills',
	'walkmesh',
	'Bridges gaps between open edges of a room that face each other.',
	SILL_OPTIONS,
	(mesh, { reach }, { report, surfaces }) => layOwnSills(mesh, surfaces, reach, report),
);

/**
 * Makes steep walkable faces Nonwalk.
 *
 * @example
 * const walled = await closeSteep({ steepest: 60 }).run(walkmesh, { report, surfaces: K1 });
 */
export const closeSteep = defineOwnStage(
	'close-steep',
	'walkmesh',
	'Makes steep walkable faces Nonwalk.',
	CLOSE_STEEP_OPTIONS,
	(mesh, { steepest }, context) => close(contextOf(mesh, context), steepest),
);

/**
 * Removes vertices inside one surface where that hardly changes the floor. A second run measures its error from the result of the first, so on
 * curved ground it may remove more; on flat ground it changes nothing.
 *
 * @example
 * const fewer = await simplify({ ratio: 0.5 }).run(walkmesh, { report, surfaces: K1 });
 */
export const simplify = defineOwnStage(
	'simplify',
	'walkmesh',
	'Leaves out vertices where the surface hardly changes; perimeters, borders of surfaces and links stay.',
	SIMPLIFY_OPTIONS,
	async (source, options, { report, surfaces }) => {
		const { mesh, deviation, retained, wanted } = await simplifyMesh(
			source,
			walkableFaces(surfaces, source.surfaces),
			options,
		);
		if (mesh !== source) {
			report.add(MESH_FINDINGS.SIMPLIFIED, {}, { before: faceCount(source), after: faceCount(mesh), deviation });
		}
		const { error, ratio } = options;
		// Removing an edge takes two faces at once, so the target may be missed by a face or two.
		if (ratio > 0 && faceCount(mesh) > wanted * 1.01) {
			report.add(
				MESH_FINDINGS.SIMPLIFY_RATIO_MISSED,
				{},
				{ ratio, reached: faceCount(mesh) / faceCount(source), error },
			);
		}
		if (retained > 0) report.add(MESH_FINDINGS.SIMPLIFY_RETAINED, {}, { vertices: retained });
		return mesh;
	},
);

/**
 * Puts walkable faces before all others, each group in the order it had, as the game's files have them.
 *
 * @example
 * const sorted = await sort().run(walkmesh, { report, surfaces: K1 });
 */
export const sort = defineOwnStage(
	'sort',
	'walkmesh',
	'Puts walkable faces first, otherwise in source order.',
	{},
	(source, _options, { surfaces }) => sortWalkableFirst(source, surfaces).mesh,
);

const WELD_STAGE_OPTIONS = { ...WELD_OPTIONS, nearMisses: NEAR_MISS_OPTIONS.reach };

/**
 * Merges vertices, and warns of those that nearly merged.
 *
 * @example
 * const welded = await weld({ tolerance: 0.001 }).run(walkmesh, { report, surfaces: K1 });
 */
export const weld = defineOwnStage(
	'weld',
	'walkmesh',
	'Merges vertices that lie within a tolerance of each other.',
	WELD_STAGE_OPTIONS,
	(source, { tolerance, nearMisses }, { report, surfaces, facts = new LastFacts() }) => {
		const { mesh, merged } = weldMesh(source, tolerance);
		if (merged > 0)
			report.add(VERTEX_FINDINGS.VERTICES_WELDED, {}, { merged, vertices: vertexCount(source), tolerance });
		checkNearMisses(factsContext(facts.welded(mesh, surfaces, tolerance), report), { tolerance, reach: nearMisses });
		return mesh;
	},
);

/** Removes vertices that no face uses. */
export const dropUnused = defineOwnStage(
	'drop-unused',
	'walkmesh',
	'Removes vertices that no face uses.',
	{},
	(source, _options, { report }) => {
		const { mesh, dropped } = dropUnusedVertices(source);
		if (dropped > 0) report.add(VERTEX_FINDINGS.VERTICES_UNUSED_DROPPED, {}, { vertices: dropped });
		return mesh;
	},
);
