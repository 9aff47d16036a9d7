import { type Action, defineFindings } from '../src/findings/report.ts';
import { didYouMean } from '../src/text/names.ts';

/** Findings about files, formats and builds. */
export const BUILD_FINDINGS = defineFindings({
	FILE_UNREADABLE: {
		severity: 'fatal',
		meaning: 'The file could not be opened: it does not exist, or the system did not allow it. Nothing was read of it.',
		message: (d: { reason: string }): string => `Cannot read the file: ${d.reason}.`,
		help: 'Check the path and your permissions.',
	},
	FILE_IS_FOLDER: {
		severity: 'fatal',
		meaning: 'A file was expected and a folder was named. Nothing was read.',
		message: (_: Record<string, never>): string => 'This is a folder, not a file.',
		help: 'Give a file in it.',
	},
	FORMAT_UNKNOWN: {
		severity: 'fatal',
		meaning:
			'What a file is, is told by its first bytes and its extension, and neither is known. Reading it as the wrong format would make nonsense of it.',
		message: (d: { known: string }): string =>
			`Unknown format: neither the file extension nor the content is known. Formats: ${d.known}.`,
		help: 'Give the format.',
		actions: () => [{ option: 'from', placeholder: 'FORMAT' }],
	},
	FORMAT_NOT_READ: {
		severity: 'fatal',
		meaning:
			'The file was recognized as the format of another program, which only that program reads reliably. It has to be exported first.',
		message: (d: { format: string; remedy: string }): string => `${d.format} is not read. ${d.remedy}`,
		help: 'Scenes are read as glTF (.glb, .gltf) and OBJ.',
	},
	OBJECTS_LEFT: {
		severity: 'info',
		meaning:
			'The output holds walkmeshes of one kind, and the input has others as well: rooms are walked on, placeables and doors stand in them and have files of their own.',
		message: (d: { count: number; names: string }): string =>
			`Not written: ${d.count} ${d.count === 1 ? 'walkmesh' : 'walkmeshes'} of another kind (${d.names}).`,
		help: 'Write placeables to an output with the extension .pwk, doors to one with .dwk, rooms to one with .wok; or build a level, which writes everything.',
	},
	NOTHING_FOR_OUTPUT: {
		severity: 'error',
		meaning:
			'The extension of the output says what it holds (.wok a room, .pwk a placeable, .dwk a door), and the input has nothing of that kind. Without its file a door or placeable has no collision in the game.',
		message: (d: { wanted: string; found: string }): string => `The input has no ${d.wanted}, only ${d.found}.`,
		help: 'Choose another output format, or name the nodes by the conventions of the game.',
	},
	SEVERAL_FOR_OUTPUT: {
		severity: 'error',
		meaning:
			'A walkmesh file of the game holds one room or object, and the input has several. Written into one file they would be one piece of ground that belongs to no room.',
		message: (d: { names: string; count: number; extension: string; first?: string }): string =>
			`The input has ${d.count} models, but the output holds one: ${d.names}.`,
		help: 'Choose one by its name, write each into a file of its own in a folder, or write .glb, .obj or .svg, which hold all of them.',
		actions: (d: { extension: string; first?: string }) => [
			...(d.first === undefined ? [] : [{ option: 'node', value: [d.first] }]),
			{
				command: 'convert',
				arguments: [d.first === undefined ? 'FILES' : 'FILE'],
				options: [
					{ option: 'output', placeholder: 'FOLDER' },
					{ option: 'to', value: d.extension.replace(/^\./, '') },
				],
			},
		],
	},
	ROOMS_JOINED: {
		severity: 'info',
		meaning:
			'The input is a level of several rooms, and all of their ground was put into one walkmesh. The game loads a walkmesh for each room of the layout, and links between rooms lead from one file to another.',
		message: (d: { count: number; names: string }): string =>
			`The ground of ${d.count} rooms goes into one walkmesh: ${d.names}.`,
		help: 'A level has a walkmesh for each room, linked with the others.',
		actions: () => [
			{ command: 'level', arguments: ['FILE', 'FOLDER'] },
			{
				command: 'convert',
				arguments: ['FILE'],
				options: [
					{ option: 'output', placeholder: 'FOLDER' },
					{ option: 'to', value: 'wok' },
				],
			},
		],
	},
	KIND_ASSUMED: {
		severity: 'info',
		meaning:
			'No name in the scene says whether the geometry is a room, a placeable or a door, so the extension of the output decides. The game puts rooms at their coordinates in the area, and objects where the area has them.',
		message: (d: { kind: string }): string =>
			`Assuming a ${d.kind}, by the extension of the output: no node name says what the geometry is.`,
		help: 'Name the nodes by the conventions of the game to be sure: <model>_pwk_wg, DWK_wg_closed.',
	},
	RESULT_EMPTY: {
		severity: 'error',
		meaning:
			'Every face was removed on the way: too small, outside of what was chosen, or without area. A walkmesh without faces has no ground to walk on.',
		message: (_: Record<string, never>): string => 'No faces are left.',
		help: 'Check the findings above: a tolerance, an area limit, a unit or a position may be far off.',
	},
	OPTION_WITHOUT_EFFECT: {
		severity: 'warning',
		meaning:
			'The option is about how scenes are made into walkmeshes, and the input is a walkmesh already. It was written without that change.',
		message: (d: { options: string }): string =>
			`No effect on a walkmesh: ${d.options}. These options apply to scenes.`,
		help: 'Walkmeshes are Z up and in metres. They can be moved, rotated, mirrored and resized.',
		actions: () => [
			{ option: 'translate', placeholder: 'X,Y,Z' },
			{ option: 'rotate', placeholder: 'DEGREES' },
			{ option: 'mirror', placeholder: 'AXIS' },
			{ option: 'resize', placeholder: 'FACTOR' },
		],
	},
	WRITE_OPTION_WITHOUT_EFFECT: {
		severity: 'warning',
		meaning:
			'The option is one of another output format and changed nothing here. The output may not be what was asked for.',
		message: (d: { option: string; format: string; formats: string }): string =>
			`No effect on this output: ${d.option}. The format ${d.format} does not have this option, only ${d.formats}.`,
		help: 'Leave the option out, or choose another output format.',
	},
	LINKS_DROPPED: {
		severity: 'warning',
		meaning:
			'The walkmesh was a room with links to other rooms, and became a placeable or door, whose files have no room for links. Whoever uses it as a room again has to link it anew.',
		message: (d: { count: number }): string =>
			`Lost ${d.count} ${d.count === 1 ? 'transition' : 'transitions'}: placeables and doors have no links to rooms.`,
		help: 'Write an area walkmesh (.wok) to keep them.',
	},
	HOOKS_DROPPED: {
		severity: 'warning',
		meaning:
			'Use hooks are the points from which characters use a placeable or door; files of rooms cannot hold them. Written back as an object, it would be used from its middle.',
		message: (_: Record<string, never>): string => 'Lost the use hooks: an area walkmesh has none.',
		help: 'Write a placeable (.pwk) or door (.dwk) to keep them.',
	},
	KIND_SPACE_KEPT: {
		severity: 'warning',
		meaning:
			'Rooms have coordinates of the area, placeables and doors coordinates about their own origin. The coordinates were not changed, so in the game the collision may lie far away from what it belongs to.',
		message: (d: { from: string; to: string }): string =>
			`Converted a walkmesh of kind ${d.from} to ${d.to} without moving it.`,
		help: 'Rooms are in area space, placeables and doors in model space. Move it if necessary.',
		actions: () => [{ option: 'translate', placeholder: 'X,Y,Z' }],
	},
	DOOR_STATE_MISSING: {
		severity: 'warning',
		meaning:
			'A door has a walkmesh for each of its states: closed, open one way, open the other. Without one of them the game has no collision for the door in that state.',
		message: (d: { name: string; missing: string }): string => `Door "${d.name}" has no walkmesh for ${d.missing}.`,
		help: 'The game needs three: DWK_wg_closed, DWK_wg_open1, DWK_wg_open2.',
	},
	DOOR_STATE_NEEDED: {
		severity: 'error',
		meaning:
			'The walkmesh does not say whether it is the closed door or an open one, and the name of the output does not, either. The game picks the file by the digit at the end of its name.',
		message: (d: { name: string }): string => `Unknown door state: "${d.name}" may be closed or open.`,
		help: 'Put the digit of the state at the end of the output name: door0.dwk is closed, door1.dwk and door2.dwk are open.',
	},
	DOOR_ONE_STATE: {
		severity: 'warning',
		meaning:
			'The output ends in a digit of a door state behind the name of the door, so that state alone was written. A door in the game needs the files of all three states.',
		message: (d: { name: string; state: string; left: string; stem: string }): string =>
			`Only the state ${d.state} of door ${JSON.stringify(d.name)} is written, as the output is called ${JSON.stringify(d.stem)}; left: ${d.left}.`,
		help: 'The game needs all three. Name the output after the door, without a digit behind it. Where the digit is part of the name of the model, give the door that name in the scene.',
	},
	DOOR_STATE_ASSUMED: {
		severity: 'warning',
		meaning:
			'The name of the output ends in 0, 1 or 2, which stands for a state of a door, and no name in the input says whether it is that or part of the name of the model. Only one of the three files of a door was made.',
		message: (d: { stem: string; state: string }): string =>
			`Taking the geometry for the state ${d.state} of a door ${JSON.stringify(d.stem.slice(0, -1))}, by the last digit of ${JSON.stringify(d.stem)}.`,
		help: 'The game needs three files for a door. Where the digit is part of the name of the model, add the digit of the state behind it, or make all three states of the model of the closed door.',
		actions: () => [{ command: 'door', arguments: ['FILE', 'NAME'] }],
	},
	DOOR_NAME_DIGIT: {
		severity: 'info',
		meaning:
			'Models of the game often end in a digit, and so do the files of doors. As the input has several states, the digit was taken for a part of the name, and a file was written for each state.',
		message: (d: { name: string }): string =>
			`Taking ${JSON.stringify(d.name)} for the name of the door, whose files end in a digit of their own: the input holds several states.`,
		help: 'For one state alone, name the output after the door in the scene, and the digit of the state.',
	},
	BUILD_OUTPUT_IS_INPUT: {
		severity: 'error',
		meaning:
			'A target of the build would write over a file that the build reads. What was modelled there would be lost.',
		message: (_: Record<string, never>): string => 'The build reads this file and would overwrite it.',
		help: 'Write to another folder.',
	},
	BUILD_OUTPUT_FOREIGN: {
		severity: 'error',
		meaning:
			"A file is there already that no build of this config made, or that was changed since. Somebody's work would be lost.",
		message: (d: { edited: boolean }): string =>
			d.edited
				? 'This file was changed after wokflow wrote it, and no build of this config made it; it would be overwritten.'
				: 'This file was not made by wokflow; the build would overwrite it.',
		help: 'Write to another folder, or move the file away. A forced build overwrites it.',
		actions: () => [{ command: 'build', options: [{ option: 'force' }] }],
	},
	BUILD_OUTPUT_TWICE: {
		severity: 'error',
		meaning: 'Two targets write the same file, so one of them would undo what the other made, in no certain order.',
		message: (d: { other: string }): string => `Target ${JSON.stringify(d.other)} writes this file, too.`,
		help: 'Give each target a folder or file of its own.',
	},
	BUILD_OUTPUT_LEFT: {
		severity: 'warning',
		meaning:
			'An earlier build made this file, no target makes it any more, and it was edited since. It was kept, and the game would still load it.',
		message: (_: Record<string, never>): string => 'No longer built, but kept because it was edited.',
		help: 'Delete it if it is not needed.',
	},
	BUILD_ROOM_WITHOUT_GROUND: {
		severity: 'error',
		meaning:
			'The rules for Ninja expect a walkmesh of this room, as its file had ground when they were written. Without one the build cannot go on.',
		message: (_: Record<string, never>): string =>
			'The file of this room has no walkable geometry, so there is no walkmesh to write.',
		help: 'Model its walkable geometry, or remove the room from the layout and emit the rules again.',
	},
});

/** Findings about the inputs of a command. */
export const INPUT_FILE_FINDINGS = defineFindings({
	INPUT_FOLDER_EMPTY: {
		severity: 'fatal',
		meaning: 'The folder was searched for files that wokflow reads, and there are none. Nothing was done.',
		message: (d: { known: string }): string => `This folder holds none of the files that are read: ${d.known}.`,
		help: 'Folders below it are not searched.',
	},
	INPUT_NO_MATCH: {
		severity: 'fatal',
		meaning: 'The pattern was expanded by wokflow, and no file fits it. Nothing was done.',
		message: (d: { known: string }): string => `The pattern matches none of the files that are read: ${d.known}.`,
		help: 'Check the pattern and the folder that the command runs in.',
	},
	INPUT_NO_WALKMESH: {
		severity: 'error',
		meaning: 'The command works on the tables of a walkmesh file, and a scene does not have them yet.',
		message: (_: Record<string, never>): string => 'This is not a walkmesh file, but a scene.',
		help: 'The tables of a walkmesh are made when the scene is converted.',
		actions: () => [{ command: 'convert', arguments: ['FILE', 'OUTPUT'] }],
	},
	FIX_NOT_BINARY: {
		severity: 'error',
		meaning:
			'The file has faults that can be mended, but it is a walkmesh as text, or holds several. What is mended is written as the game loads it, one binary walkmesh a file.',
		message: (d: { codes: string }): string => `Nothing was mended, as this is not a binary walkmesh: ${d.codes}.`,
		help: 'Convert it, and mend what it becomes.',
		actions: () => [{ command: 'convert', arguments: ['FILE', 'OUTPUT'] }],
	},
});

/** Reasons why an output is not written. */
export const OUTPUT_FINDINGS = defineFindings({
	OUTPUT_IS_INPUT: {
		severity: 'error',
		meaning:
			'The output is a file that is read, by its real path: links and letter case make no other file. What it holds would be lost.',
		message: (_: Record<string, never>): string => 'This output is also an input; it would be overwritten.',
		help: 'Nothing was written.',
		actions: () => [{ option: 'output', placeholder: 'PATH' }, { option: 'force' }],
	},
	OUTPUT_FOREIGN: {
		severity: 'error',
		meaning:
			'There is a file at the output that wokflow did not make, or that was changed since. It may be work that exists nowhere else.',
		message: (d: { edited: boolean }): string =>
			d.edited
				? 'This file was changed after wokflow wrote it; it would be overwritten.'
				: 'This file was not made by wokflow; it would be overwritten.',
		help: 'Nothing was written.',
		actions: () => [{ option: 'output', placeholder: 'PATH' }, { option: 'force' }],
	},
	OUTPUT_TWICE: {
		severity: 'error',
		meaning:
			'Two inputs would become one output, so that the second would replace the first. Some systems take names in other letter case for the same.',
		message: (d: { path: string; other: string }): string =>
			`Not written: its output ${JSON.stringify(d.path)} is that of ${JSON.stringify(d.other)} already.`,
		help: 'Names are compared without regard to letter case. Write them into different folders.',
	},
	OUTPUT_NOT_FILE: {
		severity: 'fatal',
		meaning: 'At the path of the output there is a folder, a device or a pipe, which cannot be replaced by a file.',
		message: (d: { what: string }): string => `Cannot write to this path: it is ${d.what}.`,
		help: 'Nothing was written. Name a file in it, or move it away.',
	},
	OUTPUT_IN_GAME: {
		severity: 'error',
		meaning:
			"The output lies in the folder of an installed game. A file written there cannot be told from the game's own later, so nobody could take it out again.",
		message: (_: Record<string, never>): string => 'This output lies in the folder of an installed game.',
		help: 'Nothing was written. Write to another folder and install from there: what was installed can be taken out again, and the folder is then as it was before.',
		actions: () => [
			{ option: 'output', placeholder: 'PATH' },
			{ command: 'game', arguments: ['GAME', 'install', 'PATH'] },
			{ option: 'force' },
		],
	},
	OUTPUT_NAME: {
		severity: 'error',
		meaning:
			'A file name that one system takes and another does not: reserved characters, names of devices, a dot at the end. The level could not be copied or unpacked there.',
		message: (d: { name: string; problem: string }): string =>
			`Not every system takes the file name ${JSON.stringify(d.name)}: it ${d.problem}.`,
		help: 'Levels travel between systems. Choose another name.',
	},
	OUTPUT_NAME_GAME: {
		severity: 'error',
		meaning:
			'The game finds its files by names of at most 16 letters, digits and underscores. A file of another name is never loaded, and the room, object or area is missing in the game without a word.',
		message: (d: { name: string; problem: string }): string =>
			`The game cannot load ${JSON.stringify(d.name)}: the file name ${d.problem}.`,
		help: 'Use up to 16 letters, digits and "_"; 15 for doors, whose files end in the digit of their state.',
	},
});

const levelName = (d: { name: string; problem: string }): string =>
	`The game cannot load the files of a level named ${JSON.stringify(d.name)}, such as its layout: the file name ${d.problem}.`;
const NAME_HELP =
	'The layout, the visibility file and the path points are called after the level. Use up to 16 letters, digits and "_".';
const nameActions = (): readonly Action[] => [{ option: 'name', placeholder: 'NAME' }];

/** Findings of reading a level from files and of writing one. */
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
	MODULE_MODELS_MISSING: {
		severity: 'info',
		meaning:
			'The game shows a room by its model and loads its walkmesh with it. Without the model the room is not there.',
		message: (d: { count: number; names: string }): string =>
			`${d.count === 1 ? '1 room has' : `${d.count} rooms have`} no model (.mdl, .mdx) in the module: ${d.names}.`,
		help: 'The game loads a room by its model. Compile the models, and name the folder that they are in.',
		actions: () => [MODULE_WITH],
	},
	MODULE_TEMPLATES_MISSING: {
		severity: 'info',
		meaning:
			'A door or placeable of the area names a template that the module does not bring. If the game has none either, nothing appears.',
		message: (d: { count: number; names: string }): string =>
			`${d.count === 1 ? '1 template is' : `${d.count} templates are`} not in the module: ${d.names}.`,
		help: 'A door or placeable is made by its template. It may be one of the game; otherwise put it beside the models.',
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
	MODULE_ENTRY_OFF_GROUND: {
		severity: 'warning',
		meaning: 'A player who enters where there is no ground cannot move.',
		message: (_: Record<string, never>): string => 'The player enters the module where there is no walkable ground.',
		help: 'Choose a point on the ground of a room.',
	},
});

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
	LEVEL_WITHOUT_ROOMS: {
		severity: 'error',
		meaning: 'A level is a list of rooms, and none was found. There is nothing to link and nothing to write.',
		message: (_: Record<string, never>): string => 'The input has no rooms.',
		help: 'A level is a scene with a node for each room, or a layout (.lyt) with a file for each room in its folder.',
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

/** Findings of `check` alone. */
export const CHECK_FINDINGS = defineFindings({
	WALKMESH_TEXT: {
		severity: 'warning',
		meaning:
			'The file is an ASCII walkmesh under the name of a binary one. The game reads such text, but knows no word in it for links, so characters stop at every doorway.',
		message: (_: Record<string, never>): string =>
			'This walkmesh is ASCII text. The game reads it, but without its links to other rooms.',
		help: 'Write the binary form.',
		actions: () => [{ command: 'convert', arguments: ['FILE', 'FILE'], options: [{ option: 'force' }] }],
	},
	FILE_NAME_GAME: {
		severity: 'warning',
		meaning:
			'The game finds its files by names of at most 16 letters, digits and underscores. It never loads a file of another name.',
		message: (d: { name: string; problem: string }): string =>
			`The game does not find ${JSON.stringify(d.name)}: it ${d.problem}.`,
		help: 'Rename the file, and what names it.',
	},
	FILES_DIFFER_IN_CASE: {
		severity: 'warning',
		meaning:
			'Two files of one folder have names that differ in letter case only. The game takes them for one, as other systems do, and only one of them is looked at.',
		message: (d: { name: string; other: string }): string =>
			`${JSON.stringify(d.name)} and ${JSON.stringify(d.other)} differ in letter case only.`,
		help: 'Keep one of them.',
	},
	BASELINE_INVALID: {
		severity: 'fatal',
		meaning:
			'A baseline lists the findings that are known already, so that only new ones are told. This file is none, so nothing was compared.',
		message: (_: Record<string, never>): string =>
			'This is not a baseline: a JSON object with "version" 1 and "findings".',
		help: 'Write a new one.',
		actions: () => [{ option: 'updateBaseline' }],
	},
});
