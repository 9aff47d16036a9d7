import { UsageError } from '../../src/findings/report.ts';
import type { Vec3 } from '../../src/mesh/vec3.ts';
import {
	moveWalkmesh,
	placeScene,
	placeWalkmesh,
	reflection,
	reportCollapsedFaces,
	rotation,
	type SpaceOption,
	scaling,
	translation,
} from '../../src/walkmesh/transform.ts';
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

export interface MirrorOptions {
	/** The coordinate that changes its sign. */
	readonly axis?: 'x' | 'y';
	/** Where the mirror stands on that axis, metres. */
	readonly at?: number;
}

export const MIRROR_DEFAULTS: Required<MirrorOptions> = { axis: 'x', at: 0 };

/** Mirrors a walkmesh; floors still look up and transitions stay on their edges. Done twice, nothing has changed. */
export const mirror: StageFactory<'walkmesh', MirrorOptions> = defineStage(
	'mirror',
	'walkmesh',
	'Mirrors the walkmesh along x or y; the winding of faces follows.',
	MIRROR_DEFAULTS,
	(mesh, { axis, at }, { report }) => {
		if (axis !== 'x' && axis !== 'y') throw new UsageError(`A walkmesh is mirrored along x or y, not ${String(axis)}.`);
		const moved = moveWalkmesh(mesh, reflection(axis, at));
		reportCollapsedFaces(mesh, moved, report);
		return moved;
	},
);
