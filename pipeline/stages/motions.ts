import { SNAP_OPTIONS, snapPositions } from '../../src/bwm/ascii.ts';
import { choice, degrees, metres, value, vector } from '../../src/findings/options.ts';
import {
	moveWalkmesh,
	reflection,
	reportFarAfter,
	reportPrecision,
	rotation,
	scaling,
	TRANSFORM_FINDINGS,
	translation,
} from '../../src/geometry/transform.ts';
import { type Vec3, ZERO } from '../../src/math/vec3.ts';
import type { Point } from '../../src/plan/outline.ts';
import { groundBounds, placeScene, placeWalkmesh } from '../../src/scene/space.ts';
import { defineOwnStage } from './stage.ts';

const PLACE_OPTIONS = {
	at: vector<Vec3>(
		"Where the layout has the room, which is the position of the room's own origin in the area.",
		3,
		ZERO,
	),
	space: choice(
		'The space that the vertices lie in; auto tells it from where they are.',
		['auto', 'room', 'area'],
		'auto',
	),
};

/**
 * Moves the scene of a room into area space. With `auto`, a second run recognises where possible that it is there already.
 *
 * @example
 * const { files } = await convertBytes(glb, 'quay.glb', 'quay.wok', {
 * 	recipe: [['place', { at: [10, 0, 0], space: 'room' }], ...convertRecipe()],
 * });
 */
export const place = defineOwnStage(
	'place',
	'scene',
	'Moves the scene of a room to its position in the layout, unless it is in area space already.',
	PLACE_OPTIONS,
	(scene, { at, space }, { report }) => {
		const placed = placeScene(scene, at, space, report);
		if (placed !== scene) reportFarAfter(groundBounds(scene), groundBounds(placed), report);
		return placed;
	},
);

/** Moves the walkmesh of a room into area space, for walkmeshes whose coordinates are relative to the room's own origin. */
export const placeRoom = defineOwnStage(
	'place-room',
	'walkmesh',
	'Moves the walkmesh of a room to its position in the layout, unless it is in area space already.',
	PLACE_OPTIONS,
	(mesh, { at, space }, { report }) => {
		const placed = placeWalkmesh(mesh, at, space, report);
		reportPrecision(mesh, placed, report);
		return placed;
	},
);

const TRANSLATE_OPTIONS = { by: vector<Vec3>('How far along x, y and z.', 3, ZERO) };

/**
 * Moves a walkmesh. Done twice, it moves twice.
 *
 * @example
 * const moved = await translate({ by: [0, 0, 1] }).run(walkmesh, { report, surfaces: K1 });
 */
export const translate = defineOwnStage(
	'translate',
	'walkmesh',
	'Moves the walkmesh: vertices of rooms, the position of placeables and doors.',
	TRANSLATE_OPTIONS,
	(mesh, { by }, { report }) => {
		const moved = moveWalkmesh(mesh, translation(by));
		reportPrecision(mesh, moved, report);
		return moved;
	},
);

const ROTATE_OPTIONS = {
	degrees: degrees('Counter-clockwise seen from above. Multiples of 90 are exact.', 0),
	about: vector<Point>(
		'The vertical line to turn about: in the area for rooms, in the model for placeables and doors.',
		2,
		[0, 0],
	),
};

/**
 * Turns a walkmesh about a vertical line; hooks, position and transitions follow. Done twice, it turns twice.
 *
 * @example
 * const turned = await rotate({ degrees: 90 }).run(walkmesh, { report, surfaces: K1 });
 */
export const rotate = defineOwnStage(
	'rotate',
	'walkmesh',
	'Turns the walkmesh about a vertical line, counter-clockwise from above.',
	ROTATE_OPTIONS,
	(mesh, { degrees, about }, { report }) => {
		const moved = moveWalkmesh(mesh, rotation(degrees, about));
		reportPrecision(mesh, moved, report);
		return moved;
	},
);

const SCALE_OPTIONS = {
	factor: value<number | Vec3>(
		'One factor, or one each for x, y and z. An odd number of negative ones makes a mirror image.',
		1,
	),
	about: vector<Vec3>('The point that stays: in the area for rooms, in the model for placeables and doors.', 3, ZERO),
};

/**
 * Scales a walkmesh about a point; hooks and position follow. Done twice, it scales twice.
 *
 * @example
 * const larger = await scale({ factor: 2 }).run(walkmesh, { report, surfaces: K1 });
 */
export const scale = defineOwnStage(
	'scale',
	'walkmesh',
	'Scales the walkmesh, evenly or by axis.',
	SCALE_OPTIONS,
	(mesh, { factor, about }, { report }) => {
		const moved = moveWalkmesh(mesh, scaling(factor, about));
		reportPrecision(mesh, moved, report);
		return moved;
	},
);

const MIRROR_OPTIONS = {
	axis: choice('The coordinate that changes its sign.', ['x', 'y'], 'x'),
	at: metres('Where the mirror stands on that axis.', 0),
};

/**
 * Mirrors a walkmesh; floors still face up and transitions stay on their edges. Done twice, it gives the original again.
 *
 * @example
 * const mirrored = await mirror({ axis: 'x' }).run(walkmesh, { report, surfaces: K1 });
 */
export const mirror = defineOwnStage(
	'mirror',
	'walkmesh',
	'Mirrors the walkmesh along x or y; the winding of faces follows.',
	MIRROR_OPTIONS,
	(mesh, { axis, at }, { report }) => {
		const moved = moveWalkmesh(mesh, reflection(axis, at));
		reportPrecision(mesh, moved, report);
		return moved;
	},
);

/**
 * Rounds vertices as the engine does when it loads an ASCII walkmesh; hooks and position stay as they are.
 *
 * @example
 * const snapped = await snap().run(walkmesh, { report, surfaces: K1 });
 */
export const snap = defineOwnStage(
	'snap',
	'walkmesh',
	'Moves coordinates within 1/1024 m of a whole number to it, as the engine does on reading ASCII walkmeshes.',
	SNAP_OPTIONS,
	(mesh, { rule }, { report }) => {
		const { positions, coordinates, vertices, farthest } = snapPositions(mesh.positions, rule);
		if (coordinates === 0) return mesh;
		report.add(
			TRANSFORM_FINDINGS.VERTICES_SNAPPED,
			{},
			{ coordinates, vertices, farthest: Number(farthest.toPrecision(3)) },
		);
		return { ...mesh, positions };
	},
);
