import { join } from 'node:path';
import { LEVEL_FILE_OPTIONS } from '../../jobs/config/level-options.ts';
import { EFFORT_OPTIONS } from '../../level/query/effort.ts';
import { TREE_OPTIONS } from '../../src/bwm/derive.ts';
import { flag, given, text } from '../../src/findings/options.ts';
import { UsageError } from '../../src/findings/report.ts';
import { counted, decimal, decimals } from '../../src/text/numbers.ts';
import { BEFORE_OUTPUT, declareCommand } from '../shared/command.ts';
import { levelInputOptions, readLevelInput } from '../shared/level-input.ts';
import { checkFolder, outputOf, outputOptions, writeMade, wroteInto } from '../shared/outputs.ts';
import { printMade, type Session } from '../shared/session.ts';
import { extensionList } from '../shared/terminal.ts';

export const assembleCommand = declareCommand({
	name: 'assemble',
	summary: 'put rooms of a kit together, doorway to doorway, and link them: a level from a plan',
	isInputWord: (index, words, options) => 'list' in options || BEFORE_OUTPUT(index, words, options),
	words: ({ layouts }) => ({
		'<inputs...>': `plan of the level, JSON, then, without --output, where to write; with --list a folder of rooms, a layout (${extensionList(layouts)}) with its rooms, a module, walkmeshes, or a scene`,
	}),
	options: (registry) => ({
		...levelInputOptions(registry),
		list: flag('List rooms with their doorways instead: number, width, height, position, bearing.', false),
		kit: text('Folder, layout or module with the rooms.', { placeholder: 'path', otherwise: 'what the plan names' }),
		...LEVEL_FILE_OPTIONS,
		...TREE_OPTIONS,
		...EFFORT_OPTIONS,
		...outputOptions('Folder to write into.'),
	}),
	help: `Examples:
  wokflow assemble --list kits/sith/
  wokflow assemble plan.json -o out/

A plan names the level, the kit and its rooms in the order of the layout:
  { "name": "m99aa", "kit": "kits/sith", "rooms": [
    { "name": "m99aa_01", "room": "hall" },
    { "name": "m99aa_02", "room": "corridor", "doorway": 1, "joins": "m99aa_01:3", "mirror": true } ] }

Each room is mirrored, turned and moved so that its doorway meets the one that it joins. Further doorways that have to meet others, as where a level closes to a ring, are named by "closes": { "2": "m99aa_01:1" }. Doorways that do not meet are errors that say by how much; --snap moves edges together up to 0.1 m.

A doorway is a straight run of open edges with a transition, whatever room it names; where a room has none, what lies at the door hooks of its layout; else openings between walls; else its outermost edges. Positions are those of the room about its own origin.`,
	async run(session) {
		const { words, options, registry, context, report, terminal } = session;
		if (options.list === true) return listKit(session);
		if (words.length > 2) throw new UsageError('assemble takes one plan. To list rooms: wokflow assemble --list ROOMS');
		const folder = outputOf(words[1], options, 'FOLDER');
		checkFolder(folder, registry, 'assemble');
		const [{ assembleLevel, kitRooms, readPlan }, { levelFiles }, files] = await Promise.all([
			import('../../jobs/level/kit.ts'),
			import('../../jobs/level/level-files.ts'),
			import('../../jobs/files/files.ts'),
		]);
		const [path] = words;
		const plan = await readPlan(await session.open(path));
		const named = join(files.folderOf(path), plan.kit ?? '.');
		// Only the command line can mean standard input by it.
		const { level: kit } = await readLevelInput(session, [options.kit ?? (named === '-' ? './-' : named)]);
		terminal.progress.show('assembling');
		const rooms = kitRooms(kit, context.surfaces, report, options.maxSteps);
		const { level, joints } = await assembleLevel(plan, rooms, options, context, registry);
		const wanted = given({ ...LEVEL_FILE_OPTIONS, ...TREE_OPTIONS }, options);
		const outputs = report.failed ? [] : await levelFiles(level, folder, wanted, context);
		const { files: written } = await writeMade(outputs, session, { forGame: true });
		const json = {
			rooms: level.rooms.map(({ name }, index) => ({ name, position: level.layout.rooms[index].position })),
			joints: joints.map(({ room, doorway, other, otherDoorway, misfit }) => ({
				room,
				doorway: doorway.number,
				other,
				otherDoorway: otherDoorway.number,
				misfit,
			})),
		};
		const lines = [
			`${counted(level.rooms.length, 'room')}, ${counted(joints.length, 'joint')}`,
			wroteInto(written.length, folder, terminal),
		];
		printMade({ files: written, json, lines: written.length === 0 ? [] : lines }, session);
		return undefined;
	},
});

type KitSession = Session<typeof EFFORT_OPTIONS & ReturnType<typeof levelInputOptions>>;

/** `wokflow assemble --list ROOMS`: the rooms of a kit with their doorways. */
async function listKit(session: KitSession): Promise<number | undefined> {
	const { context, report, terminal } = session;
	const [{ kitRooms }, { level }] = await Promise.all([
		import('../../jobs/level/kit.ts'),
		readLevelInput(session, session.words),
	]);
	const rooms = kitRooms(level, context.surfaces, report, session.options.maxSteps);
	if (session.wantsJson) {
		session.json({
			rooms: rooms.map(({ name, doorways }) => ({
				name,
				doorways: doorways.map(({ middle, height, ...doorway }) => ({
					...doorway,
					at: middle,
					height: height ?? null,
				})),
			})),
		});
		return undefined;
	}
	for (const { name, doorways } of rooms) {
		terminal.result(`${name}: ${counted(doorways.length, 'doorway')}`);
		for (const { number, width, height, middle, bearing, by } of doorways) {
			const above = height === undefined ? 'open above' : `${decimal(height, 2)} m high`;
			const at = decimals(middle);
			terminal.result(
				`  ${number}  ${decimal(width, 3)} m wide, ${above}, at ${at}, bearing ${decimal(bearing, 1)}° (${by})`,
			);
		}
	}
	return undefined;
}
