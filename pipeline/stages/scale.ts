import type { Vec3 } from '../../src/geometry/vec3.ts';
import { moveWalkmesh, reportCollapsedFaces, scaling } from '../../src/transform/index.ts';
import { defineStage, type StageFactory } from '../stage.ts';

export interface ScaleOptions {
	/** One factor, or one each for x, y and z. An odd number of negative ones makes a mirror image; the winding follows. */
	readonly factor?: number | Vec3;
	/** The point that stays, metres: in the area for rooms, in the model for placeables and doors. */
	readonly about?: Vec3;
}

export const SCALE_DEFAULTS: Required<ScaleOptions> = { factor: 1, about: [0, 0, 0] };

/** Scales a walkmesh about a point; hooks and position follow. Done twice, it scales twice. */
export const scale: StageFactory<'walkmesh', ScaleOptions> = defineStage(
	'scale',
	'walkmesh',
	'Scales the walkmesh, evenly or by axis.',
	SCALE_DEFAULTS,
	(mesh, { factor, about }, { report }) => {
		const moved = moveWalkmesh(mesh, scaling(factor, about));
		reportCollapsedFaces(mesh, moved, report);
		return moved;
	},
);
