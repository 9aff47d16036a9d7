import { type Action, defineFindings } from '../../src/findings/report.ts';
import { didYouMean } from '../../src/text/names.ts';
import { countOf } from '../../src/text/numbers.ts';

const levelName = (d: { name: string; problem: string }): string =>
	`The game cannot load the files of a level named ${JSON.stringify(d.name)}, such as its layout: the file name ${d.problem}.`;
const NAME_HELP =
	'The layout, the visibility file and the path points are called after the level. Use up to 16 letters, digits and "_".';
const nameActions = (): readonly Action[] => [{ option: 'name', placeholder: 'NAME' }];

/** Findings of reading a level from files and of writing one. */
export const LEVEL_FILE_FINDINGS = defineFindings({
	GFF_OTHER_TYPE: {
		severity: 'fatal',
		meaning:
			'The file is a GFF of another kind than its place asks for, such as a path graph in place of the list of what stands in an area.',
		message: (d: { type: string; wanted: string }): string =>
			`The file holds a ${d.type}, where a ${d.wanted} is wanted.`,
		help: 'Files of an area have the type that their extension says: .git, .are, .ifo, .pth.',
	},
	PLACEMENTS_INVALID: {
		severity: 'fatal',
		meaning:
			'The list of doors and placeables is not JSON, or an entry lacks kind, model, position or bearing. Nothing of it was used.',
		message: (_: Record<string, never>): string =>
			'The placements cannot be read: they are not as a level writes them.',
		help: 'A level writes its placements beside its layout: JSON with "version": 1 and a list "placements".',
	},
	LEVEL_FILE_NAME: {
		severity: 'fatal',
		meaning:
			'Names of the level, its rooms and objects become names of files, and this one is none on every system, or would lead out of the folder.',
		message: (d: { name: string }): string => `${JSON.stringify(d.name)} is not a valid file name for a level.`,
		help: 'Rename the level, room, door or placeable: use letters, digits and "_".',
	},
	LEVEL_NAME: {
		severity: 'error',
		meaning:
			'The name was given for the level. The game finds layouts, visibility files and path points by names of at most 16 letters, digits and underscores, so it would not find this area.',
		message: levelName,
		help: NAME_HELP,
		actions: nameActions,
	},
	LEVEL_NAME_OF_INPUT: {
		severity: 'warning',
		meaning:
			'The level is called after its input. The game finds layouts, visibility files and path points by names of at most 16 letters, digits and underscores, so it would not find this area under that name.',
		message: levelName,
		help: `${NAME_HELP} A level without a name of its own has that of the input.`,
		actions: nameActions,
	},
	LEVEL_ROOMS_LEFT: {
		severity: 'warning',
		meaning:
			'Walkmeshes that wokflow wrote into this folder belong to no layout in it any more, as when a room was renamed or removed. Copied along into the game they do no good, and somebody may take them for rooms.',
		message: (d: { count: number; names: string; edited: number }): string =>
			`${d.count} ${d.count === 1 ? 'walkmesh' : 'walkmeshes'} from earlier runs ${d.count === 1 ? 'is' : 'are'} in the folder and in no layout there: ${d.names}.${
				d.edited === 0 ? '' : ` ${d.edited} of them ${d.edited === 1 ? 'was' : 'were'} changed since.`
			}`,
		help: 'Nothing was removed. Delete them if they are not needed; only those that are as wokflow wrote them can be removed by it.',
		actions: () => [{ option: 'prune' }],
	},
	LEVEL_OBJECT_NAME: {
		severity: 'error',
		meaning:
			'The game finds the walkmesh of an object by the name of its model, with a digit for the state of a door. Of a longer name it finds none, so the object has no collision.',
		message: (d: { name: string; longest: number }): string =>
			`The game cannot load a model named ${JSON.stringify(d.name)}: it accepts up to ${d.longest} letters, digits and "_".`,
		help: 'Rename the node of the door or placeable.',
	},
	LEVEL_NO_ROOM_FILE: {
		severity: 'error',
		meaning: 'The layout names rooms, but there is a file for none of them. There is nothing to link or to check.',
		message: (d: { looked: string }): string => `None of the rooms of the layout has a file (${d.looked}).`,
		help: 'Put the files into the folder of the layout, or give the folder.',
		actions: () => [{ option: 'roomFolder', placeholder: 'FOLDER' }],
	},
	LEVEL_ROOM_FILE_MISSING: {
		severity: 'warning',
		meaning:
			'The layout names a room that has no walkmesh file. In the game nobody can walk there, and links to it lead nowhere.',
		message: (d: { room: string; looked: string; near?: readonly string[] }): string =>
			`Room "${d.room}" has no file (${d.looked}), so no room can link to it.${
				Array.isArray(d.near) ? didYouMean(d.room, d.near as readonly string[]) : ''
			}`,
		help: 'Put the file into the folder of the layout, give the folder, or correct the name in the layout.',
		actions: () => [{ option: 'roomFolder', placeholder: 'FOLDER' }],
	},
	LEVEL_ROOM_WITHOUT_GROUND: {
		severity: 'warning',
		meaning: 'The file of the room has no triangles for ground. In the game nobody can walk there.',
		message: (d: { found: string }): string =>
			`The file of this room has no walkable geometry${d.found === '' ? '' : `, only ${d.found}`}.`,
		help: 'Model its walkable geometry, or remove the file if the room needs no walkmesh.',
	},
	LEVEL_ROOM_KIND: {
		severity: 'error',
		meaning:
			'The file is called after a room, but holds a placeable or door. The game would have no ground for the room.',
		message: (d: { found: string }): string => `The file of this room has no area walkmesh, only ${d.found}.`,
		help: 'Rooms have area walkmeshes (.wok). Rename the file if it is not the file of this room.',
	},
	LEVEL_ROOM_SEVERAL: {
		severity: 'warning',
		meaning: 'A room of the game has one walkmesh, and its file holds several. Ground in the others is missing.',
		message: (d: { taken: string; left: string }): string =>
			`The file of this room has several area walkmeshes: using "${d.taken}", ignoring ${d.left}.`,
		help: 'Give each room a file of its own.',
	},
	LEVEL_OF_WALKMESHES: {
		severity: 'fatal',
		meaning: 'A level has several rooms and their positions, and this file is one walkmesh without a layout.',
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
			'The game shows a room by its model and loads its walkmesh with it: without the model the room is not there. A door or placeable whose template nobody has does not appear.',
		message: (d: { models: string; modelCount: number; templates?: string; templateCount?: number }): string => {
			const { templateCount = 0 } = d;
			const models = `the models (.mdl, .mdx) of ${countOf(d.modelCount, 'room', 'rooms')}: ${d.models}`;
			const templates = `${countOf(templateCount, 'template', 'templates')}: ${d.templates}`;
			const parts = [...(d.modelCount === 0 ? [] : [models]), ...(templateCount === 0 ? [] : [templates])];
			return `The module lacks ${parts.join('; and ')}.`;
		},
		help: 'Compile the models of the rooms, and name the folder that they are in. Templates may be those of the game; put others beside the models.',
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
