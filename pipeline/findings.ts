import { defineFindings } from '../src/findings/report.ts';

/** What files, formats and builds can be told about. */
export const BUILD_FINDINGS = defineFindings({
	FILE_UNREADABLE: {
		severity: 'fatal',
		message: (d: { reason: string }): string => `The file cannot be read: ${d.reason}.`,
		help: 'Check the name and the rights.',
	},
	FILE_IS_FOLDER: {
		severity: 'fatal',
		message: (_: Record<string, never>): string => 'This is a folder, not a file.',
		help: 'Name a file in it.',
	},
	FORMAT_UNKNOWN: {
		severity: 'fatal',
		message: (d: { known: string }): string => `The format cannot be told from name or content; known are ${d.known}.`,
		help: 'Say what it is: --from FORMAT.',
	},
	OBJECTS_LEFT: {
		severity: 'info',
		message: (d: { count: number; names: string }): string =>
			`${d.count} walkmeshes of placeables or doors were not written: ${d.names}.`,
		help: 'Write them with an output that ends in .pwk or .dwk, or write everything with `wokflow level`.',
	},
	NOTHING_FOR_OUTPUT: {
		severity: 'error',
		message: (d: { wanted: string; found: string }): string =>
			`There is no ${d.wanted} in the input; it holds ${d.found}.`,
		help: 'Choose another output format, or name the nodes after the conventions of the game.',
	},
	SEVERAL_FOR_OUTPUT: {
		severity: 'error',
		message: (d: { names: string }): string =>
			`The output holds one model, but there are several walkmeshes: ${d.names}.`,
		help: 'Pick one with --node PATTERN, or write .glb, .obj or .svg, which hold them all.',
	},
	KIND_ASSUMED: {
		severity: 'info',
		message: (d: { kind: string }): string =>
			`No name says what the geometry belongs to; the output's name makes it a ${d.kind}.`,
		help: 'Name the nodes after the conventions of the game to be sure: `<model>_pwk_wg`, `DWK_wg_closed`.',
	},
	RESULT_EMPTY: {
		severity: 'error',
		message: (_: Record<string, never>): string => 'No face is left of the geometry.',
		help: 'Look at the findings above: a tolerance, an area limit, a unit or a place may be far off.',
	},
	OPTION_WITHOUT_EFFECT: {
		severity: 'warning',
		message: (d: { options: string }): string =>
			`${d.options}: without effect, because the input is a walkmesh and not a scene.`,
		help: 'Walkmeshes are Z up and in metres. Use --translate, --rotate, --mirror or --resize to change one.',
	},
	LINKS_DROPPED: {
		severity: 'warning',
		message: (d: { count: number }): string =>
			`${d.count} transitions are lost: a placeable or door cannot hold links to rooms.`,
		help: 'Write an area walkmesh (.wok) to keep them.',
	},
	HOOKS_DROPPED: {
		severity: 'warning',
		message: (_: Record<string, never>): string => 'The use hooks are lost: an area walkmesh has none.',
		help: 'Write a placeable (.pwk) or door (.dwk) to keep them.',
	},
	KIND_SPACE_KEPT: {
		severity: 'warning',
		message: (d: { from: string; to: string }): string =>
			`The ${d.from} became a ${d.to}, with its coordinates as they were.`,
		help: 'Rooms lie in the space of the area, placeables and doors in that of their model. Move it with --translate x,y,z if need be.',
	},
	DOOR_STATE_MISSING: {
		severity: 'warning',
		message: (d: { name: string; missing: string }): string => `The door "${d.name}" has no walkmesh for ${d.missing}.`,
		help: 'The game wants three: DWK_wg_closed, DWK_wg_open1, DWK_wg_open2.',
	},
	DOOR_STATE_NEEDED: {
		severity: 'error',
		message: (d: { name: string }): string => `Nothing says which state of a door "${d.name}" is.`,
		help: 'End the output with the digit of the state: door0.dwk is closed, door1.dwk and door2.dwk are open.',
	},
	BUILD_OUTPUT_IS_INPUT: {
		severity: 'error',
		message: (_: Record<string, never>): string => 'The build would write over a file that it reads.',
		help: 'Write into another folder: a build that changes its own input is never done.',
	},
	BUILD_OUTPUT_LEFT: {
		severity: 'warning',
		message: (_: Record<string, never>): string => 'The file is not made any more, but was edited since; it was left.',
		help: 'Delete it if nobody needs it.',
	},
	BUILD_ROOM_WITHOUT_GROUND: {
		severity: 'error',
		message: (_: Record<string, never>): string =>
			'The file of the room holds no ground, so there is no walkmesh to write.',
		help: 'Model its ground, or take the room out of the layout and emit the rules again.',
	},
});

/** What gathering a level from files and writing one can find. */
export const LEVEL_FILE_FINDINGS = defineFindings({
	LEVEL_FILE_NAME: {
		severity: 'fatal',
		message: (d: { name: string }): string => `${JSON.stringify(d.name)} cannot be the name of a file of the level.`,
		help: 'Rename the room, door or placeable: letters, digits and "_".',
	},
	LEVEL_OBJECT_NAME: {
		severity: 'warning',
		message: (d: { name: string; longest: number }): string =>
			`The game cannot load a model called ${JSON.stringify(d.name)}: it takes up to ${d.longest} letters, digits and "_".`,
		help: 'Rename the node of the door or placeable.',
	},
	LEVEL_WITHOUT_ROOMS: {
		severity: 'error',
		message: (_: Record<string, never>): string => 'There is no room in the input.',
		help: 'A level is a scene with a node for each room, or a layout (.lyt) with a file for each room beside it.',
	},
	LEVEL_ROOM_FILE_MISSING: {
		severity: 'warning',
		message: (d: { room: string; looked: string }): string =>
			`Room "${d.room}" has no file (${d.looked}); nothing can link to it.`,
		help: 'Put the file beside the layout, or name the folder: --rooms DIR.',
	},
	LEVEL_ROOM_WITHOUT_GROUND: {
		severity: 'warning',
		message: (d: { found: string }): string =>
			`The file of the room holds no ground${d.found === '' ? '' : `, only ${d.found}`}.`,
		help: 'Model its ground, or take the file away if the room needs none.',
	},
	LEVEL_ROOM_KIND: {
		severity: 'error',
		message: (d: { found: string }): string => `The file of the room holds no area walkmesh, but ${d.found}.`,
		help: 'Rooms have area walkmeshes (.wok). Rename the file if it was taken for the room by its name.',
	},
	LEVEL_ROOM_SEVERAL: {
		severity: 'warning',
		message: (d: { taken: string; left: string }): string =>
			`The file of the room holds several area walkmeshes; "${d.taken}" was taken, ${d.left} were left.`,
		help: 'Give each room a file of its own.',
	},
	LEVEL_OF_WALKMESHES: {
		severity: 'fatal',
		message: (_: Record<string, never>): string => 'This is a walkmesh, not a level: it says nothing of other rooms.',
		help: 'Give a scene with a node for each room, or the layout (.lyt) that the walkmesh belongs to.',
	},
});
