import { contextOf } from '../pipeline/stages/clean-up.ts';
import { type AnyStageFactory, defineOwnStage } from '../pipeline/stages/stage.ts';
import { type Option, texts } from '../src/findings/options.ts';
import { CHECK_LEVEL_OPTIONS } from './level-options.ts';
import { MESH_CHECK_OPTIONS, MESH_CHECKS, type MeshCheck, runMeshChecks } from './mesh.ts';
import { tryAdvice } from './tried-advice.ts';

const CHECK_MESH_OPTIONS = {
	checks: { ...texts('What to look for.'), default: MESH_CHECKS, choices: MESH_CHECKS } as Option<readonly MeshCheck[]>,
	...MESH_CHECK_OPTIONS,
};

/** Reports what the stages that clean a mesh would do to it, and changes nothing. */
export const checkMesh = defineOwnStage(
	'check-mesh',
	'walkmesh',
	'Reports flaws of a mesh and changes nothing.',
	CHECK_MESH_OPTIONS,
	(mesh, { checks, ...options }, context) => {
		runMeshChecks(contextOf(mesh, context), options, checks);
		return mesh;
	},
);

/**
 * Reports what is wrong between the rooms of a level and changes nothing.
 *
 * @example
 * await checkLevel().run(level, { report, surfaces: K1 });
 * console.log(report.findings.map(({ message }) => message));
 */
export const checkLevel = defineOwnStage(
	'check-level',
	'level',
	'Reports one-way and stale links, open seams, overlapping and unreachable rooms.',
	CHECK_LEVEL_OPTIONS,
	async (level, options, { surfaces, report, rooms, verdictOf }) => {
		const { checkLevel: check } = await import('./level.ts');
		check(level, surfaces, report, options, rooms, verdictOf);
		tryAdvice(level, surfaces, report);
		return level;
	},
);

/** The stages that only look. */
export const CHECK_STAGES: readonly AnyStageFactory[] = [checkMesh, checkLevel];
