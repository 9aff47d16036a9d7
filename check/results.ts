import { checkDoorStates } from '../level/collision/door-states.ts';
import { checkContext, type ResultChecks } from '../src/facts/context.ts';
import { type Finding, Report } from '../src/findings/report.ts';
import { levelOfRoom } from '../src/model/level.ts';
import { locationOf } from '../src/model/walkmesh.ts';
import { withoutConsequences } from './causes.ts';
import { GROUND_CHECKS, type MeshCheck, runMeshChecks } from './mesh.ts';
import { tryAdvice } from './tried-advice.ts';

/** Most pins for findings of the same code. */
const MOST_OF_A_CODE = 200;

/** What is left to look for after the stages have reported what they cleaned. */
const MADE_CHECKS: readonly MeshCheck[] = ['content', 'cracks', ...GROUND_CHECKS, 'holes', 'islands'];

/** What wokflow looks for in the results of conversions. */
export const RESULT_CHECKS: ResultChecks = {
	checkMade: (context) => {
		runMeshChecks(context, {}, MADE_CHECKS);
		const { mesh, surfaces, report } = context;
		if (mesh.kind === 'area') tryAdvice(levelOfRoom(mesh), surfaces, report);
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
