import { moveWalkmesh, reportCollapsedFaces, rotation } from '../../src/transform/index.ts';
import { defineStage, type StageFactory } from '../stage.ts';

export interface RotateOptions {
	/** Counter-clockwise seen from above. Multiples of 90 are exact. */
	readonly degrees?: number;
	/** x and y of the vertical line to turn about, metres: in the area for rooms, in the model for placeables and doors. */
	readonly about?: readonly [number, number];
}

export const ROTATE_DEFAULTS: Required<RotateOptions> = { degrees: 0, about: [0, 0] };

/** Turns a walkmesh about a vertical line; hooks, position and transitions follow. Done twice, it turns twice. */
export const rotate: StageFactory<'walkmesh', RotateOptions> = defineStage(
	'rotate',
	'walkmesh',
	'Turns the walkmesh about a vertical line, counter-clockwise from above.',
	ROTATE_DEFAULTS,
	(mesh, { degrees, about }, { report }) => {
		const moved = moveWalkmesh(mesh, rotation(degrees, about));
		reportCollapsedFaces(mesh, moved, report);
		return moved;
	},
);
