import { type Action, defineFindings } from '../src/findings/report.ts';

/** What files, formats and builds can be told about. */
export const BUILD_FINDINGS = defineFindings({
	FILE_UNREADABLE: {
		severity: 'fatal',
		message: (d: { reason: string }): string => `Cannot read the file: ${d.reason}.`,
		help: 'Check the path and your permissions.',
	},
	FILE_IS_FOLDER: {
		severity: 'fatal',
		message: (_: Record<string, never>): string => 'This is a folder, not a file.',
		help: 'Give a file in it.',
	},
	FORMAT_UNKNOWN: {
		severity: 'fatal',
		message: (d: { known: string }): string =>
			`Unknown format: neither the file extension nor the content is known. Formats: ${d.known}.`,
		help: 'Give the format.',
		actions: () => [{ option: 'from', placeholder: 'FORMAT' }],
	},
	FORMAT_NOT_READ: {
		severity: 'fatal',
		message: (d: { format: string; remedy: string }): string => `${d.format} is not read. ${d.remedy}`,
		help: 'Scenes are read as glTF (.glb, .gltf) and OBJ.',
	},
	OBJECTS_LEFT: {
		severity: 'info',
		message: (d: { count: number; names: string }): string =>
			`Not written: ${d.count} ${d.count === 1 ? 'walkmesh' : 'walkmeshes'} of another kind (${d.names}).`,
		help: 'Write placeables to an output with the extension .pwk, doors to one with .dwk, rooms to one with .wok; or build a level, which writes everything.',
	},
	NOTHING_FOR_OUTPUT: {
		severity: 'error',
		message: (d: { wanted: string; found: string }): string => `The input has no ${d.wanted}, only ${d.found}.`,
		help: 'Choose another output format, or name the nodes by the conventions of the game.',
	},
	SEVERAL_FOR_OUTPUT: {
		severity: 'error',
		message: (d: { names: string; count: number; extension: string; first?: string }): string =>
			`The input has ${d.count} models, but the output holds one: ${d.names}.`,
		help: 'Choose one by its name, write each into a file of its own in a folder, or write .glb, .obj or .svg, which hold all of them.',
		actions: (d: { extension: string; first?: string }) => [
			...(d.first === undefined ? [] : [{ option: 'node', value: d.first }]),
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
		message: (d: { kind: string }): string =>
			`Assuming a ${d.kind}, by the extension of the output: no node name says what the geometry is.`,
		help: 'Name the nodes by the conventions of the game to be sure: <model>_pwk_wg, DWK_wg_closed.',
	},
	RESULT_EMPTY: {
		severity: 'error',
		message: (_: Record<string, never>): string => 'No faces are left.',
		help: 'Check the findings above: a tolerance, an area limit, a unit or a position may be far off.',
	},
	OPTION_WITHOUT_EFFECT: {
		severity: 'warning',
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
		message: (d: { option: string; format: string; formats: string }): string =>
			`No effect on this output: ${d.option}. The format ${d.format} does not have this option, only ${d.formats}.`,
		help: 'Leave the option out, or choose another output format.',
	},
	LINKS_DROPPED: {
		severity: 'warning',
		message: (d: { count: number }): string =>
			`Lost ${d.count} ${d.count === 1 ? 'transition' : 'transitions'}: placeables and doors have no links to rooms.`,
		help: 'Write an area walkmesh (.wok) to keep them.',
	},
	HOOKS_DROPPED: {
		severity: 'warning',
		message: (_: Record<string, never>): string => 'Lost the use hooks: an area walkmesh has none.',
		help: 'Write a placeable (.pwk) or door (.dwk) to keep them.',
	},
	KIND_SPACE_KEPT: {
		severity: 'warning',
		message: (d: { from: string; to: string }): string =>
			`Converted a walkmesh of kind ${d.from} to ${d.to} without moving it.`,
		help: 'Rooms are in area space, placeables and doors in model space. Move it if necessary.',
		actions: () => [{ option: 'translate', placeholder: 'X,Y,Z' }],
	},
	DOOR_STATE_MISSING: {
		severity: 'warning',
		message: (d: { name: string; missing: string }): string => `Door "${d.name}" has no walkmesh for ${d.missing}.`,
		help: 'The game needs three: DWK_wg_closed, DWK_wg_open1, DWK_wg_open2.',
	},
	DOOR_STATE_NEEDED: {
		severity: 'error',
		message: (d: { name: string }): string => `Unknown door state: "${d.name}" may be closed or open.`,
		help: 'Put the digit of the state at the end of the output name: door0.dwk is closed, door1.dwk and door2.dwk are open.',
	},
	DOOR_ONE_STATE: {
		severity: 'warning',
		message: (d: { name: string; state: string; left: string; stem: string }): string =>
			`Only the state ${d.state} of door ${JSON.stringify(d.name)} is written, as the output is called ${JSON.stringify(d.stem)}; left: ${d.left}.`,
		help: 'The game needs all three. Name the output after the door, without a digit behind it. Where the digit is part of the name of the model, give the door that name in the scene.',
	},
	DOOR_STATE_ASSUMED: {
		severity: 'warning',
		message: (d: { stem: string; state: string }): string =>
			`Taking the geometry for the state ${d.state} of a door ${JSON.stringify(d.stem.slice(0, -1))}, by the last digit of ${JSON.stringify(d.stem)}.`,
		help: 'The game needs three files for a door. Where the digit is part of the name of the model, add the digit of the state behind it, or make all three states of the model of the closed door.',
		actions: () => [{ command: 'door', arguments: ['FILE', 'NAME'] }],
	},
	DOOR_NAME_DIGIT: {
		severity: 'info',
		message: (d: { name: string }): string =>
			`Taking ${JSON.stringify(d.name)} for the name of the door, whose files end in a digit of their own: the input holds several states.`,
		help: 'For one state alone, name the output after the door in the scene, and the digit of the state.',
	},
	BUILD_OUTPUT_IS_INPUT: {
		severity: 'error',
		message: (_: Record<string, never>): string => 'The build reads this file and would overwrite it.',
		help: 'Write to another folder.',
	},
	BUILD_OUTPUT_FOREIGN: {
		severity: 'error',
		message: (d: { edited: boolean }): string =>
			d.edited
				? 'This file was changed after wokflow wrote it, and no build of this config made it; it would be overwritten.'
				: 'This file was not made by wokflow; the build would overwrite it.',
		help: 'Write to another folder, or move the file away. A forced build overwrites it.',
		actions: () => [{ command: 'build', options: [{ option: 'force' }] }],
	},
	BUILD_OUTPUT_TWICE: {
		severity: 'error',
		message: (d: { other: string }): string => `Target ${JSON.stringify(d.other)} writes this file, too.`,
		help: 'Give each target a folder or file of its own.',
	},
	BUILD_OUTPUT_LEFT: {
		severity: 'warning',
		message: (_: Record<string, never>): string => 'No longer built, but kept because it was edited.',
		help: 'Delete it if it is not needed.',
	},
	BUILD_ROOM_WITHOUT_GROUND: {
		severity: 'error',
		message: (_: Record<string, never>): string =>
			'The file of this room has no walkable geometry, so there is no walkmesh to write.',
		help: 'Model its walkable geometry, or remove the room from the layout and emit the rules again.',
	},
});

/** What the inputs of a command can be told about. */
export const INPUT_FILE_FINDINGS = defineFindings({
	INPUT_FOLDER_EMPTY: {
		severity: 'fatal',
		message: (d: { known: string }): string => `This folder holds none of the files that are read: ${d.known}.`,
		help: 'Folders below it are not searched.',
	},
	INPUT_NO_MATCH: {
		severity: 'fatal',
		message: (d: { known: string }): string => `The pattern matches none of the files that are read: ${d.known}.`,
		help: 'Check the pattern and the folder that the command runs in.',
	},
	INPUT_NO_WALKMESH: {
		severity: 'error',
		message: (_: Record<string, never>): string => 'This is not a walkmesh file, but a scene.',
		help: 'The tables of a walkmesh are made when the scene is converted.',
		actions: () => [{ command: 'convert', arguments: ['FILE', 'OUTPUT'] }],
	},
});

/** What keeps an output from being written. */
export const OUTPUT_FINDINGS = defineFindings({
	OUTPUT_IS_INPUT: {
		severity: 'error',
		message: (_: Record<string, never>): string => 'This output is also an input; it would be overwritten.',
		help: 'Nothing was written.',
		actions: () => [{ option: 'output', placeholder: 'PATH' }, { option: 'force' }],
	},
	OUTPUT_FOREIGN: {
		severity: 'error',
		message: (d: { edited: boolean }): string =>
			d.edited
				? 'This file was changed after wokflow wrote it; it would be overwritten.'
				: 'This file was not made by wokflow; it would be overwritten.',
		help: 'Nothing was written.',
		actions: () => [{ option: 'output', placeholder: 'PATH' }, { option: 'force' }],
	},
	OUTPUT_TWICE: {
		severity: 'error',
		message: (d: { path: string; other: string }): string =>
			`Not written: its output ${JSON.stringify(d.path)} is that of ${JSON.stringify(d.other)} already.`,
		help: 'Names are compared without regard to letter case. Write them into different folders.',
	},
	OUTPUT_NOT_FILE: {
		severity: 'fatal',
		message: (d: { what: string }): string => `Cannot write to this path: it is ${d.what}.`,
		help: 'Nothing was written. Name a file in it, or move it away.',
	},
	OUTPUT_IN_GAME: {
		severity: 'error',
		message: (_: Record<string, never>): string => 'This output lies in the folder of an installed game.',
		help: 'Nothing was written. Write to another folder and install from there: what was installed can be taken out again, and the folder is then as it was before.',
		actions: () => [
			{ option: 'output', placeholder: 'PATH' },
			{ command: 'game', arguments: ['GAME', 'install', 'FILE'] },
			{ option: 'force' },
		],
	},
	OUTPUT_NAME: {
		severity: 'error',
		message: (d: { name: string; problem: string }): string =>
			`Not every system takes the file name ${JSON.stringify(d.name)}: it ${d.problem}.`,
		help: 'Levels travel between systems. Choose another name.',
	},
	OUTPUT_NAME_GAME: {
		severity: 'error',
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

/** What gathering a level from files and writing one can find. */
export const LEVEL_FILE_FINDINGS = defineFindings({
	LEVEL_FILE_NAME: {
		severity: 'fatal',
		message: (d: { name: string }): string => `${JSON.stringify(d.name)} is not a valid file name for a level.`,
		help: 'Rename the room, door or placeable: use letters, digits and "_".',
	},
	LEVEL_NAME: {
		severity: 'error',
		message: levelName,
		help: NAME_HELP,
		actions: nameActions,
	},
	LEVEL_NAME_OF_INPUT: {
		severity: 'warning',
		message: levelName,
		help: `${NAME_HELP} A level without a name of its own has that of the input.`,
		actions: nameActions,
	},
	LEVEL_OBJECT_NAME: {
		severity: 'error',
		message: (d: { name: string; longest: number }): string =>
			`The game cannot load a model named ${JSON.stringify(d.name)}: it accepts up to ${d.longest} letters, digits and "_".`,
		help: 'Rename the node of the door or placeable.',
	},
	LEVEL_WITHOUT_ROOMS: {
		severity: 'error',
		message: (_: Record<string, never>): string => 'The input has no rooms.',
		help: 'A level is a scene with a node for each room, or a layout (.lyt) with a file for each room in its folder.',
	},
	LEVEL_NO_ROOM_FILE: {
		severity: 'error',
		message: (d: { looked: string }): string => `None of the rooms of the layout has a file (${d.looked}).`,
		help: 'Put the files into the folder of the layout, or give the folder.',
		actions: () => [{ option: 'roomFolder', placeholder: 'FOLDER' }],
	},
	LEVEL_ROOM_FILE_MISSING: {
		severity: 'warning',
		message: (d: { room: string; looked: string }): string =>
			`Room "${d.room}" has no file (${d.looked}), so no room can link to it.`,
		help: 'Put the file into the folder of the layout, or give the folder.',
		actions: () => [{ option: 'roomFolder', placeholder: 'FOLDER' }],
	},
	LEVEL_ROOM_WITHOUT_GROUND: {
		severity: 'warning',
		message: (d: { found: string }): string =>
			`The file of this room has no walkable geometry${d.found === '' ? '' : `, only ${d.found}`}.`,
		help: 'Model its walkable geometry, or remove the file if the room needs no walkmesh.',
	},
	LEVEL_ROOM_KIND: {
		severity: 'error',
		message: (d: { found: string }): string => `The file of this room has no area walkmesh, only ${d.found}.`,
		help: 'Rooms have area walkmeshes (.wok). Rename the file if it is not the file of this room.',
	},
	LEVEL_ROOM_SEVERAL: {
		severity: 'warning',
		message: (d: { taken: string; left: string }): string =>
			`The file of this room has several area walkmeshes: using "${d.taken}", ignoring ${d.left}.`,
		help: 'Give each room a file of its own.',
	},
	LEVEL_OF_WALKMESHES: {
		severity: 'fatal',
		message: (_: Record<string, never>): string => 'Not a level: this is a single walkmesh.',
		help: 'Use a scene with a node for each room, or the layout (.lyt) that the walkmesh belongs to.',
	},
});

/** What `check` finds besides what everything else finds. */
export const CHECK_FINDINGS = defineFindings({
	WALKMESH_TEXT: {
		severity: 'warning',
		message: (_: Record<string, never>): string =>
			'This walkmesh is ASCII text. The game reads it, but without its links to other rooms.',
		help: 'Write the binary form.',
		actions: () => [{ command: 'convert', arguments: ['FILE', 'OUTPUT'] }],
	},
	BASELINE_INVALID: {
		severity: 'fatal',
		message: (_: Record<string, never>): string =>
			'This is not a baseline: a JSON object with "version" 1 and "findings".',
		help: 'Write a new one.',
		actions: () => [{ option: 'updateBaseline' }],
	},
});
