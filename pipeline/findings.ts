import { defineFindings } from '../src/findings/report.ts';

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
		meaning: 'Formats are recognized by the first bytes of a file and by its extension. Here neither is known.',
		message: (d: { known: string; found?: string }): string =>
			`Unknown format: ${d.found === undefined ? 'neither the file extension nor the content is known' : `it looks like ${d.found}`}. Formats: ${d.known}.`,
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
	DECISIONS_INVALID: {
		severity: 'fatal',
		meaning:
			'The file beside the scene holds decisions about its materials and objects, and cannot be read. Without it, the scene would be converted differently than decided.',
		message: (d: { problem: string }): string => `Not a file of decisions: ${d.problem}.`,
		help: 'If it belongs to something else, rename it. Otherwise correct it, or delete it and propose everything again.',
	},
	DECISIONS_OF_OTHER: {
		severity: 'warning',
		meaning:
			'By its name the file holds decisions about this scene, but it names another scene inside. It was ignored.',
		message: (d: { scene: string }): string => `These decisions are about "${d.scene}" and were not used.`,
		help: 'If the scene was renamed, write its new name into the file after "scene".',
	},
	OBJECTS_LEFT: {
		severity: 'info',
		meaning:
			'The output holds one kind of walkmesh, and the input has others as well. Rooms, placeables and doors are separate files.',
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
			'Every face was removed: too small, not chosen, or without area. A walkmesh without faces has no ground to walk on.',
		message: (_: Record<string, never>): string => 'No faces are left.',
		help: 'Check the findings above: a tolerance, an area limit, a unit or a position may be far off.',
	},
	OPTION_WITHOUT_EFFECT: {
		severity: 'warning',
		meaning:
			'The option applies when a scene becomes a walkmesh. The input already is one, so the option changed nothing.',
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
			'The option belongs to another output format and changed nothing here. The output may not be what you wanted.',
		message: (d: { option: string; format: string; formats: string }): string =>
			`No effect on this output: ${d.option}. The format ${d.format} does not have this option, only ${d.formats}.`,
		help: 'Leave the option out, or choose another output format.',
	},
	LINKS_DROPPED: {
		severity: 'warning',
		meaning:
			'The walkmesh was a room with links to other rooms, and became a placeable or door. Their files cannot hold links. If it becomes a room again, link it again.',
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
			'Rooms use area coordinates; placeables and doors use coordinates about their own origin. The coordinates were not changed, so in the game the collision may lie far from its object.',
		message: (d: { from: string; to: string }): string =>
			`Converted a walkmesh of kind ${d.from} to ${d.to} without moving it.`,
		help: 'Rooms are in area space, placeables and doors in model space. Move it if necessary.',
		actions: () => [{ option: 'translate', placeholder: 'X,Y,Z' }],
	},
	KIND_UNLIKE_NAME: {
		severity: 'warning',
		meaning:
			'The header says what kind of walkmesh this is, and the file name says something else. The header was kept.',
		message: (d: { from: string; to: string }): string => `The header says ${d.from}, the name ${d.to}.`,
		help: 'Give the file the extension of what it is: .wok for a room, .pwk for a placeable, .dwk for a door.',
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
			'Neither the walkmesh nor the output name says whether this is the closed door or an open one. The game picks the file by the digit at the end of its name.',
		message: (d: { name: string }): string => `Unknown door state: "${d.name}" may be closed or open.`,
		help: 'Put the digit of the state at the end of the output name: door0.dwk is closed, door1.dwk and door2.dwk are open.',
	},
	DOOR_ONE_STATE: {
		severity: 'warning',
		meaning:
			'The output name ends in the digit of a door state, so only that state was written. A door in the game needs the files of all three states.',
		message: (d: { name: string; state: string; left: string; stem: string }): string =>
			`Only the state ${d.state} of door ${JSON.stringify(d.name)} is written, because the output is named ${JSON.stringify(d.stem)}; left: ${d.left}.`,
		help: 'The game needs all three. Name the output after the door, without a digit. Where the digit is part of the name of the model, give the door that name in the scene.',
	},
	DOOR_STATE_ASSUMED: {
		severity: 'warning',
		meaning:
			'The name of the output ends in 0, 1 or 2, which stands for a state of a door, and no name in the input says whether it is that or part of the name of the model. Only one of the three files of a door was made.',
		message: (d: { stem: string; state: string }): string =>
			`Taking the geometry for the state ${d.state} of a door ${JSON.stringify(d.stem.slice(0, -1))}, by the last digit of ${JSON.stringify(d.stem)}.`,
		help: 'The game needs three files for a door. Where the digit is part of the name of the model, add the digit of the state after it, or make all three states from the model of the closed door.',
		actions: () => [{ command: 'collision', arguments: ['FILE', 'NAME'], options: [{ option: 'door' }] }],
	},
	DOOR_NAME_DIGIT: {
		severity: 'info',
		meaning:
			'Models of the game often end in a digit, and so do the files of doors. The input has several states, so the digit counts as part of the name, and a file was written for each state.',
		message: (d: { name: string }): string =>
			`Taking ${JSON.stringify(d.name)} for the name of the door, whose files end in a digit of their own: the input holds several states.`,
		help: 'For one state alone, name the output after the door in the scene, and the digit of the state.',
	},
	BUILD_OUTPUT_IS_INPUT: {
		severity: 'error',
		meaning: 'A target would overwrite a file that the build reads. The work in it would be lost.',
		message: (_: Record<string, never>): string => 'The build reads this file and would overwrite it.',
		help: 'Write to another folder.',
	},
	BUILD_OUTPUT_FOREIGN: {
		severity: 'error',
		meaning:
			'The file exists, and no build of this config made it, or it was changed since. Its content would be lost.',
		message: (d: { edited: boolean }): string =>
			d.edited
				? 'This file was changed after wokflow wrote it; the build would overwrite it.'
				: 'This file was not made by wokflow; the build would overwrite it.',
		help: 'Make the change in the source, move the file away, or write to another folder. A forced build overwrites it.',
		actions: () => [{ command: 'build', options: [{ option: 'force' }] }],
	},
	BUILD_OUTPUT_TWICE: {
		severity: 'error',
		meaning: 'Two targets write the same file, so one would overwrite the other, in no fixed order.',
		message: (d: { other: string }): string => `Target ${JSON.stringify(d.other)} writes this file, too.`,
		help: 'Give each target its own folder or file.',
	},
	BUILD_MADE_LATER: {
		severity: 'warning',
		meaning:
			'A target reads the output of another target that has not been built yet. Targets are built in the order of the config.',
		message: (d: { target: string; comesLater: boolean }): string =>
			d.comesLater
				? `The target ${JSON.stringify(d.target)} makes this file, and comes later.`
				: `The target ${JSON.stringify(d.target)} makes this file.`,
		help: 'List it before this one, and build both.',
	},
	BUILD_OUTPUT_LEFT: {
		severity: 'warning',
		meaning:
			'An earlier build made this file, no target makes it any more, and it was edited since. It was kept, and the game would still load it.',
		message: (_: Record<string, never>): string => 'No longer built, but kept because it was edited.',
		help: 'Delete it if it is not needed.',
	},
	PATHS_WITHOUT_GROUND: {
		severity: 'error',
		meaning:
			'Path points lie on walkable ground, and there is none. Without points, creatures do not leave their spot.',
		message: (_: Record<string, never>): string => 'There is no walkable ground, so there are no path points to make.',
		help: 'Name a layout with its rooms, a room, or a scene whose floors have a walkable surface. Placeables and doors have none.',
	},
	BUILD_STEP_FAILED: {
		severity: 'error',
		meaning:
			'The build system runs many steps in one process, and one of them failed for the reason reported above. Outputs of the other steps are written, except those of a level that is built as a whole.',
		message: (d: { step: string }): string => `The step ${JSON.stringify(d.step)} failed.`,
		help: 'Fix what is reported above. The build system then runs these steps again.',
	},
	BUILD_ROOM_WITHOUT_GROUND: {
		severity: 'error',
		meaning:
			'The Ninja rules expect a walkmesh for this room, because its file had ground when they were written. Without one the build cannot go on.',
		message: (_: Record<string, never>): string =>
			'The file of this room has no walkable geometry, so there is no walkmesh to write.',
		help: 'Model its walkable geometry, or remove the room from the layout and emit the rules again.',
	},
});

/** Findings about the inputs of a command. */
export const INPUT_FILE_FINDINGS = defineFindings({
	INPUT_FOLDER_EMPTY: {
		severity: 'fatal',
		meaning: 'The folder or archive contains no files that wokflow reads. Nothing was done.',
		message: (d: { known: string; isArchive: boolean }): string =>
			`This ${d.isArchive ? 'archive' : 'folder'} contains no files that wokflow reads: ${d.known}.`,
		help: 'Only the files directly in it are searched.',
	},
	INPUT_NO_MATCH: {
		severity: 'fatal',
		meaning: 'No file matches the pattern. Nothing was done.',
		message: (d: { known: string }): string => `The pattern matches no files that wokflow reads: ${d.known}.`,
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
			'The file has faults that can be fixed, but it is an ASCII walkmesh or holds several. Fixed walkmeshes are written in the form that the game loads: one binary walkmesh per file.',
		message: (d: { codes: string }): string => `Nothing was fixed, because this is not a binary walkmesh: ${d.codes}.`,
		help: 'Convert it, and fix the result.',
		actions: () => [{ command: 'convert', arguments: ['FILE', 'OUTPUT'] }],
	},
});

/** Findings of `check` alone. */
export const CHECK_FINDINGS = defineFindings({
	WALKMESH_TEXT: {
		severity: 'warning',
		meaning:
			'The file is an ASCII walkmesh with the name of a binary one. The game reads ASCII walkmeshes without links, so characters stop at every doorway.',
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
	ROOM_WITHOUT_GROUND: {
		severity: 'error',
		meaning: 'The file is named after a room, but its header says placeable or door, so the game has no ground there.',
		message: (d: { name: string; kind: string }): string =>
			`The walkmesh of room ${JSON.stringify(d.name)} is a ${d.kind} by its header, so the room has no ground.`,
		help: 'A room has type 1 in its header (byte 8), a placeable or door 0. Replace it with the walkmesh of the room: convert its scene to .wok again.',
	},
	FILES_DIFFER_IN_CASE: {
		severity: 'warning',
		meaning:
			'Two files in one folder differ only in letter case. The game and some systems treat them as one file, so only one of them was checked.',
		message: (d: { name: string; other: string }): string =>
			`${JSON.stringify(d.name)} and ${JSON.stringify(d.other)} differ in letter case only.`,
		help: 'Keep one of them.',
	},
	BASELINE_INVALID: {
		severity: 'fatal',
		meaning:
			'A baseline lists known findings, so that only new ones are reported. This file is not a baseline, so nothing was compared.',
		message: (_: Record<string, never>): string =>
			'This is not a baseline: a JSON object with "version" 1 and "findings".',
		help: 'Write a new one.',
		actions: () => [{ option: 'updateBaseline' }],
	},
});
