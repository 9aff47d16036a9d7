import {
	type CheckContext,
	checkOrientation,
	facePlace,
	flipFaces,
	indicesOf,
	LOOKS_DOWN,
	reportVertical,
	walkableOrientation,
} from '../../src/mesh/index.ts';
import { surfaceLabel, walkableFaces } from '../../src/surfaces/index.ts';
import type { Walkmesh } from '../../src/walkmesh/index.ts';
import { defineStage, type StageFactory } from '../stage.ts';
import { requireOneOf } from './require.ts';

export interface OrientOptions {
	/** What becomes of walkable faces that look down. */
	mode?: 'keep' | 'flip' | 'refuse';
}

/**
 * They are kept, with a warning for each and one more when most of the floor looks down: a floor that was modelled
 * inside out must be turned over, a ceiling that was made walkable by mistake must not, since it would become a second
 * floor above the first; geometry does not tell them apart. The game's own rooms have such faces, too.
 */
export const ORIENT_DEFAULTS: Required<OrientOptions> = { mode: 'keep' };

/** Turns walkable faces over that look down, or says where they are. Those that are vertical are named and left. */
export const orient: StageFactory<'walkmesh', OrientOptions> = defineStage<'walkmesh', OrientOptions>(
	'orient',
	'walkmesh',
	'Keeps, turns over or refuses walkable faces that face down.',
	ORIENT_DEFAULTS,
	(mesh, { mode }, { report, surfaces }) => {
		requireOneOf('mode', mode, ['keep', 'flip', 'refuse']);
		const context = { mesh, walkable: walkableFaces(surfaces, mesh.surfaces), surfaces, report };
		if (mode === 'flip') return flip(context);
		checkOrientation(context, mode === 'refuse' ? 'WALKABLE_FACE_DOWN_REFUSED' : 'WALKABLE_FACE_DOWN');
		return mesh;
	},
);

function flip(context: CheckContext): Walkmesh {
	const { mesh, walkable, surfaces, report } = context;
	const looks = walkableOrientation(mesh, walkable);
	const ids = indicesOf(looks, LOOKS_DOWN);
	for (const face of ids) {
		const surface = surfaceLabel(surfaces, mesh.surfaces[face]);
		report.add('WALKABLE_FACE_FLIPPED', facePlace(mesh, face), { surface });
	}
	reportVertical(context, looks);
	return flipFaces(mesh, ids);
}
