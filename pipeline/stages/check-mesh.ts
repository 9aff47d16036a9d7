import {
	type CheckContext,
	checkDegenerate,
	checkDuplicates,
	checkNearMisses,
	checkOrientation,
	checkTJunctions,
	checkUnwelded,
	countUnused,
	DEGENERATE_DEFAULTS,
	NEAR_MISS_DEFAULTS,
	T_JUNCTION_DEFAULTS,
	WELD_DEFAULTS,
	weldMesh,
} from '../../src/mesh/index.ts';
import { walkableFaces } from '../../src/surfaces/index.ts';
import { defineStage, type StageFactory } from '../stage.ts';
import { requireLength, requireOneOf } from './require.ts';

export type MeshCheck =
	| 'degenerate'
	| 'duplicates'
	| 'orientation'
	| 'unused'
	| 'unwelded'
	| 'near-misses'
	| 't-junctions';

export const MESH_CHECKS: readonly MeshCheck[] = [
	'degenerate',
	'duplicates',
	'orientation',
	'unused',
	'unwelded',
	'near-misses',
	't-junctions',
];

export interface CheckMeshOptions {
	/** What to look for. */
	checks?: readonly MeshCheck[];
	/** Faces smaller than this count as having no area, square metres. */
	minArea?: number;
	/** Vertices this close should be one, metres. */
	weldTolerance?: number;
	/** Vertices on open edges up to this many weld tolerances apart are near misses. */
	nearMisses?: number;
	/** How far a vertex may lie from an edge and still be on it, metres. */
	edgeTolerance?: number;
}

export const CHECK_MESH_DEFAULTS: Required<CheckMeshOptions> = {
	checks: MESH_CHECKS,
	minArea: DEGENERATE_DEFAULTS.minArea,
	weldTolerance: WELD_DEFAULTS.tolerance,
	nearMisses: NEAR_MISS_DEFAULTS.factor,
	edgeTolerance: T_JUNCTION_DEFAULTS.tolerance,
};

/** Reports what the stages that clean a mesh would do to it, and changes nothing. */
export const checkMesh: StageFactory<'walkmesh', CheckMeshOptions> = defineStage<'walkmesh', CheckMeshOptions>(
	'check-mesh',
	'walkmesh',
	'Reports flaws of a mesh and changes nothing.',
	CHECK_MESH_DEFAULTS,
	(mesh, options, { report, surfaces }) => {
		for (const check of options.checks) requireOneOf('checks', check, MESH_CHECKS);
		requireLength('minArea', options.minArea);
		requireLength('edgeTolerance', options.edgeTolerance);
		const context = { mesh, walkable: walkableFaces(surfaces, mesh.surfaces), surfaces, report };
		for (const check of MESH_CHECKS) if (options.checks.includes(check)) CHECKS[check](context, options);
		return mesh;
	},
);

const CHECKS: Readonly<Record<MeshCheck, (context: CheckContext, options: Required<CheckMeshOptions>) => void>> = {
	degenerate: (context, { minArea }) => checkDegenerate(context, minArea),
	duplicates: (context) => checkDuplicates(context),
	orientation: (context) => checkOrientation(context),
	unused: ({ mesh, report }) => {
		const count = countUnused(mesh);
		if (count > 0) report.add('VERTICES_UNUSED', {}, { count });
	},
	unwelded: (context, { weldTolerance }) => checkUnwelded(context, weldTolerance),
	'near-misses': (context, { weldTolerance, nearMisses }) =>
		checkNearMisses(
			{ ...context, mesh: weldMesh(context.mesh, weldTolerance).mesh },
			{ tolerance: weldTolerance, factor: nearMisses },
		),
	't-junctions': (context, { edgeTolerance }) => checkTJunctions(context, edgeTolerance),
};
