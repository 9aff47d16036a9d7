import { type Action, defineFindings } from '../../src/findings/report.ts';
import { didYouMean } from '../../src/text/names.ts';
import { countOf } from '../../src/text/numbers.ts';

const levelName = (d: { name: string; problem: string }): string =>
	`The game cannot load the files of a level named ${JSON.stringify(d.name)}, such as its layout: the file name ${d.problem}.`;
const NAME_HELP =
	'The layout, the visibility file and the path points are named after the level. Use up to 16 letters, digits and "_".';
const nameActions = (): readonly Action[] => [{ option: 'name', placeholder: 'NAME' }];

/** Findings of reading a level from files and of writing one. */
export const LEVEL_FILE_FINDINGS = defineFindings({
	GFF_OTHER_TYPE: {
		severity: 'fatal',
		meaning:
			'The file is a GFF of another type than expected, such as a path graph instead of the list of objects in an area.',
		message: (d: { type: string; wanted: string }): string =>
			`The file holds a ${d.type}, where a ${d.wanted} is wanted.`,
		help: 'The type must match the extension: .git, .are, .ifo, .pth.',
	},
	PLACEMENTS_INVALID: {
		severity: 'fatal',
		meaning:
			'The list of doors and placeables is not JSON, or an entry lacks kind, model, position or bearing. Nothing of it was used.',
		message: (_: Record<string, never>): string =>
			'The placements cannot be read: they are not as a level writes them.',
		help: 'Placements are JSON with "version": 1 and a list "placements"; a level writes them beside its layout.',
	},
	LEVEL_FILE_NAME: {
		severity: 'fatal',
		meaning:
			'Names of levels, rooms and objects become file names. This one is not valid on every system, or would lead out of the folder.',
		message: (d: { name: string }): string => `${JSON.stringify(d.name)} is not a valid file name for a level.`,
		help: 'Rename the level, room, door or placeable: use letters, digits and "_".',
	},
	LEVEL_NAME: {
		severity: 'error',
		meaning:
			'The game finds layouts, visibility files and path points by names of at most 16 letters, digits and underscores, so it would not find this level.',
		message: levelName,
		help: NAME_HELP,
		actions: nameActions,
	},
	LEVEL_NAME_OF_INPUT: {
		severity: 'warning',
		meaning:
			'The level is named after its input. The game finds layouts, visibility files and path points by names of at most 16 letters, digits and underscores, so it would not find this level.',
		message: levelName,
		help: `${NAME_HELP} Without a name, a level is named after its input.`,
		actions: nameActions,
	},
	LEVEL_ROOMS_LEFT: {
		severity: 'warning',
		meaning:
			'Walkmeshes that wokflow wrote into this folder no longer belong to a layout, for example because a room was renamed or removed. The game does not need them.',
		message: (d: { count: number; names: string; edited: number }): string =>
			`${d.count} ${d.count === 1 ? 'walkmesh' : 'walkmeshes'} from earlier runs ${d.count === 1 ? 'is' : 'are'} in the folder and in no layout there: ${d.names}.${
				d.edited === 0 ? '' : ` ${d.edited} of them ${d.edited === 1 ? 'was' : 'were'} changed since.`
			}`,
		help: 'Nothing was removed. Delete them if they are not needed. wokflow removes only files that were not changed since it wrote them.',
		actions: () => [{ option: 'prune' }],
	},
	LEVEL_OBJECT_NAME: {
		severity: 'error',
		meaning:
			'The game finds the walkmesh of an object by the name of its model, plus a digit for the state of a door. It does not find longer names, so the object has no collision.',
		message: (d: { name: string; longest: number }): string =>
			`The game cannot load a model named ${JSON.stringify(d.name)}: it accepts up to ${d.longest} letters, digits and "_".`,
		help: 'Rename the node of the door or placeable.',
	},
	LEVEL_NO_ROOM_FILE: {
		severity: 'error',
		meaning: 'The layout lists rooms, but none of them has a file. There is nothing to link or check.',
		message: (d: { looked: string }): string => `None of the rooms of the layout has a file (${d.looked}).`,
		help: 'Put the files into the folder of the layout, or give the folder.',
		actions: () => [{ option: 'roomFolder', placeholder: 'FOLDER' }],
	},
	LEVEL_ROOM_FILE_MISSING: {
		severity: 'warning',
		meaning:
			'The layout lists a room that has no walkmesh file. In the game nobody can walk there, and links to it lead nowhere.',
		message: (d: { room: string; looked: string; near?: readonly string[] }): string =>
			`Room "${d.room}" has no file (${d.looked}), so no room can link to it.${
				Array.isArray(d.near) ? didYouMean(d.room, d.near as readonly string[]) : ''
			}`,
		help: 'Put the file into the folder of the layout, give the folder, or correct the name in the layout.',
		actions: () => [{ option: 'roomFolder', placeholder: 'FOLDER' }],
	},
	LEVEL_ROOM_WITHOUT_GROUND: {
		severity: 'warning',
		meaning: 'The file of the room has no ground. In the game nobody can walk there.',
		message: (d: { found: string }): string =>
			`The file of this room has no walkable geometry${d.found === '' ? '' : `, only ${d.found}`}.`,
		help: 'Model its walkable geometry, or remove the file if the room needs no walkmesh.',
	},
	LEVEL_ROOM_KIND: {
		severity: 'error',
		meaning:
			'The file is named after a room, but holds a placeable or door. The game would have no ground for the room.',
		message: (d: { found: string }): string => `The file of this room has no area walkmesh, only ${d.found}.`,
		help: 'Rooms have area walkmeshes (.wok). Rename the file if it is not the file of this room.',
	},
	LEVEL_ROOM_SEVERAL: {
		severity: 'warning',
		meaning: 'A room of the game has one walkmesh, and its file holds several. Ground in the others is missing.',
		message: (d: { taken: string; left: string }): string =>
			`The file of this room has several area walkmeshes: using "${d.taken}", ignoring ${d.left}.`,
		help: 'Give each room its own file.',
	},
	LEVEL_OF_WALKMESHES: {
		severity: 'fatal',
		meaning: 'A level has several rooms with positions. This file is a single walkmesh without a layout.',
		message: (_: Record<string, never>): string => 'Not a level: this is a single walkmesh.',
		help: 'Use a scene with a node for each room, or the layout (.lyt) that the walkmesh belongs to.',
	},
});

/** The command that makes a module with the files of a folder. */
const MODULE_WITH: Action = {
	command: 'level',
	arguments: ['SCENE', 'FOLDER'],
	options: [
		{ option: 'module', placeholder: 'NAME' },
		{ option: 'moduleFolder', placeholder: 'FOLDER' },
	],
};

/** Findings of making a module from a level. */
export const MODULE_FINDINGS = defineFindings({
	MODULE_PARTS_MISSING: {
		severity: 'warning',
		meaning:
			'The game loads the walkmesh of a room together with its model: without the model, the room is missing. A door or placeable without its template does not appear.',
		message: (d: { models: string; modelCount: number; templates?: string; templateCount?: number }): string => {
			const { templateCount = 0 } = d;
			const models = `the models (.mdl, .mdx) of ${countOf(d.modelCount, 'room', 'rooms')}: ${d.models}`;
			const templates = `${countOf(templateCount, 'template', 'templates')}: ${d.templates}`;
			const parts = [...(d.modelCount === 0 ? [] : [models]), ...(templateCount === 0 ? [] : [templates])];
			return `The module lacks ${parts.join('; and ')}.`;
		},
		help: 'Compile the models of the rooms, and give their folder. Templates of the game need no file; put your own beside the models.',
		actions: () => [MODULE_WITH],
	},
	MODULE_MAP_NAME_LONG: {
		severity: 'warning',
		meaning:
			'The map of an area is a picture named lbl_map and the name of the area. Names in the game have 16 characters at most, so an area with a long name has no map.',
		message: (d: { name: string }): string =>
			`The area "${d.name}" gets no map: lbl_map${d.name} has more than 16 characters.`,
		help: 'Choose a name of at most 9 characters for the level.',
		actions: () => [{ option: 'name', placeholder: 'NAME' }],
	},
});
