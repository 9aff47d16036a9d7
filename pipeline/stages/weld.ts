import {
	checkNearMisses,
	NEAR_MISS_DEFAULTS,
	WELD_DEFAULTS,
	type WeldOptions,
	weldMesh,
} from '../../src/mesh/index.ts';
import { walkableFaces } from '../../src/surfaces/index.ts';
import { vertexCount } from '../../src/walkmesh/index.ts';
import { defineStage, type StageFactory } from '../stage.ts';

export interface WeldStageOptions extends WeldOptions {
	/** Warns of vertices on open edges up to this many tolerances apart; 0 does not look for them. */
	nearMisses?: number;
}

/** Merges vertices, and warns of those that nearly merged. */
export const weld: StageFactory<'walkmesh', WeldStageOptions> = defineStage<'walkmesh', WeldStageOptions>(
	'weld',
	'walkmesh',
	'Merges vertices that lie within a tolerance of each other.',
	{ ...WELD_DEFAULTS, nearMisses: NEAR_MISS_DEFAULTS.factor },
	(source, { tolerance, nearMisses }, { report, surfaces }) => {
		const { mesh, merged } = weldMesh(source, tolerance);
		if (merged > 0) report.add('VERTICES_WELDED', {}, { merged, vertices: vertexCount(source), tolerance });
		const walkable = walkableFaces(surfaces, mesh.surfaces);
		checkNearMisses({ mesh, walkable, surfaces, report }, { tolerance, factor: nearMisses });
		return mesh;
	},
);
