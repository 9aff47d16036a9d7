import type { Vec3 } from '../math/vec3.ts';

/**
 * The causes of a finding, by where they are found: several checks may see the same fault, and the finding that names the cause is kept. A crack has near
 * vertices on both sides, leaves an open seam and cuts the ground in two.
 */
export interface ExplainedBy {
	/** Codes that explain it when they are found about the same spot or face. */
	readonly spot?: readonly string[];
	/** Wherever in the same room, or at another doorway of it. */
	readonly room?: readonly string[];
	/** Wherever in the same input: several may be looked at in one run. */
	readonly input?: readonly string[];
	/** Wherever in the level. */
	readonly level?: readonly string[];
	/** True for what follows wherever ground lies where it does not belong: in a room that is out of place as a whole, and in rooms that lie in one heap. */
	readonly displacement?: true;
}

/** Rooms that all lie off by their positions in the layout. */
export const OFF_BY_POSITIONS: readonly string[] = [
	'ROOMS_IN_ROOM_SPACE',
	'ROOMS_PLACED_TWICE',
	'LAYOUT_POSITIONS_APART',
	// Only where the space that was assumed is not that of the other rooms.
	'PLACE_SPACE_UNSURE',
];
/** A scene that was read with another axis up than it was made with. */
export const LYING: readonly string[] = ['SCENE_UP_SUSPICIOUS'];
/** A scene that was read in another unit than it was made in. */
export const RESIZED: readonly string[] = ['SCENE_SIZE_SUSPICIOUS', 'SCENE_UNIT_STATED'];
/** Ground that all lies elsewhere than the layout says, with what stands on it. */
export const ELSEWHERE: readonly string[] = [...OFF_BY_POSITIONS, 'LAYOUT_POSITIONS_OFF', ...LYING];
/** Ground that the layout does not list: links count other rooms, and what stands there stands nowhere. */
export const UNLISTED: readonly string[] = ['LEVEL_ROOM_UNLISTED'];
/** Rooms that are out of shape or in a wrong place as a whole. */
export const OUT_OF_PLACE: readonly string[] = ['VERTEX_STRAY', 'ROOM_TURNED', 'ROOM_RESIZED'];
/** Faults that cut ground in two. */
export const CUT_BY: readonly string[] = [
	'GROUND_TORN',
	'GROUND_CRACK',
	'GROUND_DIVIDED',
	'VERTICES_UNWELDED',
	'FACE_DUPLICATE',
	'WALKABLE_FACE_DOWN',
	'WALKABLE_FACE_HANGING',
	'T_JUNCTION',
	'GROUND_STACKED',
	'WALKABLE_FACE_VERTICAL',
	'EDGE_OVERFULL',
];

/** How far from its location a finding extends along an axis, metres: a crack is reported at its middle and tears what is at its ends, faces have edges. */
export function extentOf(
	{ code, data }: { readonly code: string; readonly data?: Readonly<Record<string, unknown>> | undefined },
	axis: number,
): number {
	const extent =
		code === 'GROUND_CRACK' ? Number(data?.['length']) / 2 : (data?.['extent'] as Vec3 | undefined)?.[axis];
	return extent !== undefined && Number.isFinite(extent) ? extent : 0;
}
