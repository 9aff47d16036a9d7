/** What splitting a scene into the rooms of a level, or gathering a level from files, can find. */
export const ROOMS_FINDINGS = {
	LEVEL_PART_OUTSIDE: {
		severity: 'error',
		message: (d: { triangles: number }): string => `${d.triangles} triangles belong to no room.`,
		help: 'Put the node below the node of a room, tag it with extras (room: "name"), or leave it out: name it ignore_….',
	},
	LEVEL_ROOM_DUPLICATE: {
		severity: 'error',
		message: (d: { name: string; count: number }): string => `${d.count} rooms are called "${d.name}".`,
		help: 'Rooms are files: each needs a name of its own, letter case aside.',
	},
	LEVEL_ROOMS_UNMATCHED: {
		severity: 'error',
		message: (d: { pattern: string }): string => `No node with ground in it matches the room pattern "${d.pattern}".`,
		help: 'Check the spelling; `*` and `?` are wildcards.',
	},
	LEVEL_ROOM_NAME: {
		severity: 'error',
		message: (d: { name: string; longest: number }): string =>
			`"${d.name}" cannot be the name of a room: the game takes up to ${d.longest} letters, digits and "_".`,
		help: 'Rename the node, or give it extras: room: "name".',
	},
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
	MARKER_ROOM_UNKNOWN: {
		severity: 'warning',
		message: (d: { room: string; layout: boolean }): string =>
			d.layout
				? `The marker names room "${d.room}", which the layout does not have.`
				: `The marker names room "${d.room}", but without a layout only numbers can be used.`,
		help: 'Name the layout: --lyt FILE, or mark with the number of the room in it.',
	},
	MARKER_UNMATCHED: {
		severity: 'warning',
		message: (d: { room: string }): string =>
			`The marker of a transition to room "${d.room}" lies on no open edge of the ground.`,
		help: 'Move it onto the edge where the ground ends; lines must follow it within 1 cm.',
	},
} as const;
