import type { Vec3 } from '../../src/geometry/vec3.ts';
import { moveWalkmesh, reportCollapsedFaces, translation } from '../../src/transform/index.ts';
import { defineStage, type StageFactory } from '../stage.ts';

export interface TranslateOptions {
	/** How far along x, y and z, in metres. */
	readonly by?: Vec3;
}

export const TRANSLATE_DEFAULTS: Required<TranslateOptions> = { by: [0, 0, 0] };

/** Moves a walkmesh. Done twice, it moves twice. */
export const translate: StageFactory<'walkmesh', TranslateOptions> = defineStage(
	'translate',
	'walkmesh',
	'Moves the walkmesh: vertices of rooms, the position of placeables and doors.',
	TRANSLATE_DEFAULTS,
	(mesh, { by }, { report }) => {
		const moved = moveWalkmesh(mesh, translation(by));
		reportCollapsedFaces(mesh, moved, report);
		return moved;
	},
);
