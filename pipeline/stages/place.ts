import { UsageError } from '../../src/findings/index.ts';
import type { Vec3 } from '../../src/geometry/vec3.ts';
import { placeScene, placeWalkmesh, reportCollapsedFaces, type SpaceOption } from '../../src/transform/index.ts';
import { defineStage, type StageFactory } from '../stage.ts';

export interface PlaceOptions {
	/** Where the layout puts the room, or the area's coordinates of the room's own origin; metres. */
	readonly at?: Vec3;
	/** The space that the vertices lie in; `auto` tells it from where they are. */
	readonly space?: SpaceOption;
}

export const PLACE_DEFAULTS: Required<PlaceOptions> = { at: [0, 0, 0], space: 'auto' };

/** Puts the scene of a room into area space. Done twice with `auto`, the second time finds it there wherever that can be told. */
export const place: StageFactory<'scene', PlaceOptions> = defineStage(
	'place',
	'scene',
	'Puts the scene of a room where the layout has the room, unless it is there already.',
	PLACE_DEFAULTS,
	(scene, { at, space }, { report }) => placeScene(scene, at, checkedSpace(space), report),
);

/** Puts the walkmesh of a room into area space, for walkmeshes that lie about the room's own origin. */
export const placeRoom: StageFactory<'walkmesh', PlaceOptions> = defineStage(
	'place-room',
	'walkmesh',
	'Puts the walkmesh of a room where the layout has the room, unless it is there already.',
	PLACE_DEFAULTS,
	(mesh, { at, space }, { report }) => {
		const placed = placeWalkmesh(mesh, at, checkedSpace(space), report);
		reportCollapsedFaces(mesh, placed, report);
		return placed;
	},
);

function checkedSpace(space: SpaceOption): SpaceOption {
	if (space === 'auto' || space === 'room' || space === 'area') return space;
	throw new UsageError(`The space is auto, room or area, not ${String(space)}.`);
}
