import { checkDoorStates } from '../level/collision/door-states.ts';
import { contextOf } from '../pipeline/stages/clean-up.ts';
import { type AnyStageFactory, defineOwnStage } from '../pipeline/stages/stage.ts';
import { checkContext, type ResultChecks } from '../src/facts/room-facts.ts';
import { type Option, texts } from '../src/findings/options.ts';
import { type Finding, Report } from '../src/findings/report.ts';
import { type Level, levelOfRoom } from '../src/model/level.ts';
import type { SurfaceTable } from '../src/model/surfaces.ts';
import { locationOf } from '../src/model/walkmesh.ts';
import { CHECK_LEVEL_OPTIONS } from './level-options.ts';
import { GROUND_CHECKS, MESH_CHECK_OPTIONS, MESH_CHECKS, type MeshCheck, runMeshChecks } from './mesh.ts';
import { withoutConsequences } from './rules.ts';

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
	async (level, options, { surfaces, report, rooms }) => {
		const { checkLevel: check } = await import('./level.ts');
		check(level, surfaces, report, options, rooms);
		await triedAdvice(level, surfaces, report);
		return level;
	},
);

/** Tries what findings advise. All checks of levels are loaded for that, where there is anything to try. */
async function triedAdvice(level: Level, surfaces: SurfaceTable, report: Report): Promise<void> {
	if (!report.findings.some(({ severity, actions = [] }) => severity !== 'info' && actions.length > 0)) return;
	const { tryAdvice } = await import('./tried-advice.ts');
	tryAdvice(level, surfaces, report);
}

/** The stages that only look. */
export const CHECK_STAGES: readonly AnyStageFactory[] = [checkMesh, checkLevel];

/** Most pins for findings of the same code. */
const MOST_OF_A_CODE = 200;

/** What is left to look for after the stages have reported what they cleaned. */
const MADE_CHECKS: readonly MeshCheck[] = ['content', 'cracks', ...GROUND_CHECKS, 'holes', 'islands'];

/** What wokflow looks for in the results of conversions. */
export const RESULT_CHECKS: ResultChecks = {
	checkMade: async (context) => {
		runMeshChecks(context, {}, MADE_CHECKS);
		const { mesh, surfaces, report } = context;
		if (mesh.kind === 'area') await triedAdvice(levelOfRoom(mesh), surfaces, report);
	},
	checkDoor: checkDoorStates,
	findingsToShow: (meshes, surfaces, report) => {
		const own = new Report({ keep: MOST_OF_A_CODE });
		// Findings in a placeable or door have coordinates of the model, not of the area, so they only fit if it is shown alone.
		const looked = meshes.length === 1 ? meshes : meshes.filter(({ kind }) => kind === 'area');
		for (const mesh of looked) runMeshChecks(checkContext(mesh, surfaces, own.within(locationOf(mesh))));
		const placeOf = ({ code, location: { at } }: Finding): string => `${code} ${at?.join()}`;
		const known = new Set(report.findings.map(placeOf));
		return withoutConsequences([...report.findings, ...own.findings.filter((finding) => !known.has(placeOf(finding)))]);
	},
};
