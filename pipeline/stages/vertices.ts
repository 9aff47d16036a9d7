import { checkNearMisses, NEAR_MISS_OPTIONS } from '../../src/clean/near-misses.ts';
import { VERTEX_FINDINGS } from '../../src/clean/vertex-findings.ts';
import { factsContext, LastFacts } from '../../src/facts/room-facts.ts';
import { dropUnusedVertices } from '../../src/geometry/faces.ts';
import { WELD_OPTIONS, weldMesh } from '../../src/geometry/weld.ts';
import { vertexCount } from '../../src/model/walkmesh.ts';
import { defineOwnStage } from './stage.ts';

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
