import type { Severity } from '../src/findings/report.ts';

/** What a check is for: a level that is being built, or one that ships with the game. */
export const CHECK_PROFILES = ['build', 'game'] as const;
export type CheckProfile = (typeof CHECK_PROFILES)[number];

/**
 * What the game's own walkmeshes have, and are played with: a census of all of them counts 113 faces without area, 142 upright ones or ones that
 * face down, 33 transitions of another layout, trees that miss faces (`docs/format.md`). In them it is a note.
 */
const OF_THE_GAME = [
	...['FACE_DEGENERATE', 'FACE_DUPLICATE', 'FACE_DOUBLE_SIDED', 'FACES_DOUBLE_SIDED', 'EDGE_OVERFULL'],
	...[
		'WALKABLE_FACE_DOWN',
		'WALKABLE_FACE_VERTICAL',
		'WALKABLE_FACE_HANGING',
		'WALKABLE_UPSIDE_DOWN',
		'MESH_NOT_WALKABLE',
		'MESH_WITHOUT_FACES',
	],
	// 17 of 5,309 faces are steeper than 60°, 3 of 947 have less than 1.8 m above them.
	...['GROUND_TOO_STEEP', 'STAIR_RISERS', 'HEADROOM_LOW'],
	...['VERTICES_UNWELDED', 'VERTICES_UNUSED', 'WALKABLE_ISLANDS', 'GROUND_SEPARATE'],
	// A balcony above other ground of its room, and a crack on the way: each ships in a room.
	...['GROUND_STACKED', 'GROUND_TORN'],
	'TREE_BOXES_BARE',
	...[
		'LINK_OUT_OF_RANGE',
		'LINK_UNCONFIRMED',
		'HOOKS_ZERO',
		'HOOK_INSIDE',
		'DOOR_SIDE_UNUSED',
		'DOOR_OPEN_BLOCKED',
		'LEVEL_ROOM_FILE_MISSING',
		'LAYOUT_NAME_DUPLICATE',
		'TEMPLATE_WITHOUT_MODEL',
	],
];

/** Severities that differ from the catalogues'. */
export const PROFILE_SEVERITIES: Readonly<Record<CheckProfile, Readonly<Record<string, Severity>>>> = {
	build: {},
	game: Object.fromEntries(OF_THE_GAME.map((code) => [code, 'info'])),
};
