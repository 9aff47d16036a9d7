import type { Report } from '../../src/findings/index.ts';
import {
	areaOf,
	DEGENERATE_DEFAULTS,
	type DegenerateOptions,
	degeneracyOf,
	degenerateFaces,
	facePlace,
	removeFaces,
	reportLostTransitions,
} from '../../src/mesh/index.ts';
import type { Walkmesh } from '../../src/walkmesh/index.ts';
import { defineStage, type StageFactory } from '../stage.ts';
import { requireLength } from './require.ts';

/** Removes faces that use a vertex twice, have (nearly) no area, or a corner that is no point. */
export const dropDegenerate: StageFactory<'walkmesh', DegenerateOptions> = defineStage<'walkmesh', DegenerateOptions>(
	'drop-degenerate',
	'walkmesh',
	'Removes faces without area.',
	DEGENERATE_DEFAULTS,
	(mesh, { minArea }, { report }) => {
		requireLength('minArea', minArea);
		const entries = degenerateFaces(mesh, minArea);
		reportDropped(mesh, entries, report);
		reportLostTransitions(mesh, entries, report);
		return removeFaces(mesh, entries);
	},
);

function reportDropped(mesh: Walkmesh, entries: Uint8Array, report: Report): void {
	for (let face = 0; face < entries.length; face++) {
		const reason = degeneracyOf(entries[face]);
		if (reason === undefined) continue;
		if (reason === 'not-finite') report.add('FACE_NOT_FINITE_DROPPED', facePlace(mesh, face));
		else report.add('FACE_DEGENERATE_DROPPED', facePlace(mesh, face), { reason, area: areaOf(mesh, face) });
	}
}
