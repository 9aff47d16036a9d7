import { basename } from 'node:path';
import { MODULE_OPTIONS } from '../../game/area/module-options.ts';
import { LEVEL_FILE_OPTIONS, LEVEL_OPTIONS } from '../../jobs/config/level-options.ts';
import { LEVEL_FILE_FINDINGS } from '../../jobs/files/level-findings.ts';
import { ROOM_OPTIONS } from '../../level/rooms/room-nodes.ts';
import { RECIPE_OPTIONS } from '../../pipeline/options.ts';
import { TREE_OPTIONS } from '../../src/bwm/derive.ts';
import { flag, given } from '../../src/findings/options.ts';
import { UsageError } from '../../src/findings/report.ts';
import type { OutputFile } from '../../src/formats/contracts.ts';
import type { Level } from '../../src/model/level.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import { decidedSills } from '../../src/scene/decisions.ts';
import { grouped } from '../../src/text/numbers.ts';
import { BEFORE_OUTPUT, declareCommand } from '../shared/command.ts';
import { checkFolder, outputOf, outputOptions, writeMade, wroteInto } from '../shared/outputs.ts';
import { stageProgress } from '../shared/progress.ts';
import { printMade, type Session } from '../shared/session.ts';
import { extensionList, walkmeshSummary } from '../shared/terminal.ts';

const PRUNE_OPTIONS = {
	prune: flag(
		'Remove walkmeshes of rooms that wokflow wrote into the folder before and that are in no layout there any more.',
		false,
	),
};

export const levelCommand = declareCommand({
	name: 'level',
	summary: 'build a whole level: a walkmesh for each room, linked, with layout, visibility, plan and report',
	isInputWord: BEFORE_OUTPUT,
	words: ({ layouts }) => ({
		'<input>': `a scene with a node for each room, or a layout (${extensionList(layouts)}) with a file for each room`,
		'[folder]': 'where to write',
	}),
	options: (registry) => ({
		...LEVEL_OPTIONS,
		...registry.readOptions,
		...outputOptions('Folder to write into.'),
		...PRUNE_OPTIONS,
	}),
	help: `Examples:
  wokflow level quay.glb out/                          a scene with a node for each room
  wokflow level quay.lyt out/ --room-folder rooms/     a layout and a file for each room
  wokflow level area.glb out/ --room-pattern "m01*"    rooms by name
  wokflow level quay.glb out/ --module tar_m99 --module-folder models/
      a module of it, with the models that were compiled`,
	async run(session) {
		const { words, options, registry, context, report, terminal } = session;
		const folder = outputOf(words[1], options, 'FOLDER');
		checkFolder(folder, registry, 'level', words);
		const [{ readLevel }, { levelFiles }, { levelRecipe }, files, { layoutWord }, { decisionsBeside }] =
			await Promise.all([
				import('../../jobs/level/level.ts'),
				import('../../jobs/level/level-files.ts'),
				import('../../pipeline/recipe.ts'),
				import('../../jobs/files/files.ts'),
				import('../../jobs/files/inputs.ts'),
				import('../../pipeline/decisions-file.ts'),
			]);
		const input = await layoutWord(words[0], registry, report);
		const source = await session.open(input);
		const isScene = registry.layoutFormat(input) === undefined;
		const decisions = isScene ? await decisionsBeside(source, report) : undefined;
		const chosen = { ...decidedSills(decisions), ...given(RECIPE_OPTIONS, options) };
		const { module, name = module, roomSpace, roomFolder = files.folderOf(input) } = options;
		const level = await readLevel(
			source,
			{
				...(name === undefined ? {} : { name }),
				...(roomSpace === undefined ? {} : { roomSpace }),
				read: given(registry.readOptions, options),
				rooms: given(ROOM_OPTIONS, options),
				roomFiles: files.roomFiles(roomFolder, report, registry.roomExtensions),
				recipe: levelRecipe(chosen),
				observer: stageProgress(terminal.progress, input, true),
			},
			{ ...context, decisions },
			registry,
		);
		const wanted = given({ ...LEVEL_FILE_OPTIONS, ...TREE_OPTIONS }, options);
		terminal.progress.show(`${input}: writing files`);
		const outputs = report.failed ? [] : await levelFiles(level, folder, wanted, context);
		if (module !== undefined && !report.failed) {
			terminal.progress.show(`${input}: making the module`);
			outputs.push(...(await moduleOf(level, outputs, folder, session)));
		}
		const { files: written } = await writeMade(outputs, session, { forGame: true });
		const removed = written.length === 0 ? [] : await tidyUp(folder, level, options.prune ?? false, session);
		const rooms = level.rooms.map(({ name: room, walkmesh }, index) => ({
			index,
			...(walkmesh === undefined ? {} : walkmeshSummary(walkmesh, context.surfaces)),
			name: room,
		}));
		const wrote = wroteInto(written.length, folder, terminal);
		printMade(
			{
				files: written,
				materials: true,
				json: { rooms, ...(removed.length === 0 ? {} : { removed }) },
				lines: [...roomLines(level, context.surfaces), wrote, ...removed.map((path) => `removed ${path}`)],
			},
			session,
		);
		return undefined;
	},
});

/** The files of a module, and what its folder has for it. */
async function moduleOf(
	level: Level,
	outputs: readonly OutputFile[],
	folder: string,
	{ options, context, report }: Session<typeof MODULE_OPTIONS>,
): Promise<OutputFile[]> {
	const [{ moduleFiles }, { folderAt }, { openLocated }] = await Promise.all([
		import('../../jobs/level/module.ts'),
		import('../../jobs/files/folders.ts'),
		import('../../jobs/files/files.ts'),
	]);
	const path = options.moduleFolder;
	const parts = path === undefined ? undefined : await folderAt(path, report);
	if (path !== undefined && parts === undefined)
		throw new UsageError(`There is no folder or archive "${path}" with files for the module.`);
	const read = async (name: string): Promise<Uint8Array | undefined> => {
		const found = await parts?.locate(name);
		return found === undefined ? undefined : (await openLocated(found, report)).bytes();
	};
	const own = parts === undefined ? undefined : { names: () => parts.names(), read };
	return moduleFiles(level, outputs, folder, given(MODULE_OPTIONS, options), own, context);
}

/** Tells of rooms that earlier runs wrote and no layout has any more, or removes them. @returns what was removed */
async function tidyUp(
	folder: string,
	{ rooms }: Level,
	prune: boolean,
	{ registry, report }: Session,
): Promise<string[]> {
	const { removeRoomsLeft, roomsLeft } = await import('../../jobs/files/written.ts');
	const made = rooms.flatMap(({ name, walkmesh }) => (walkmesh === undefined ? [] : [name]));
	const left = await roomsLeft(folder, made, registry);
	const removed = prune ? await removeRoomsLeft(left) : [];
	const kept = left.filter(({ path }) => !removed.includes(path));
	if (kept.length > 0) {
		const names = kept.map(({ path }) => basename(path)).join(', ');
		const data = { count: kept.length, names, edited: kept.filter(({ edited }) => edited).length };
		report.add(LEVEL_FILE_FINDINGS.LEVEL_ROOMS_LEFT, { file: folder }, data);
	}
	return removed;
}

function roomLines({ rooms }: Level, surfaces: SurfaceTable): string[] {
	const width = Math.max(...rooms.map(({ name }) => name.length), 4);
	return rooms.map(({ name, walkmesh }, index) => {
		const head = `  ${String(index).padStart(3)}  ${name.padEnd(width)}`;
		if (walkmesh === undefined) return `${head}  no walkmesh`;
		const { faces, walkableFaces } = walkmeshSummary(walkmesh, surfaces);
		const linked = [...new Set(walkmesh.transitions)].filter((room) => room >= 0).sort((a, b) => a - b);
		const names = linked.map((room) => rooms[room]?.name ?? `#${room}`).join(', ');
		const links = linked.length === 0 ? 'no links' : `links to ${names}`;
		return `${head}  ${grouped(faces).padStart(7)} faces, ${grouped(walkableFaces).padStart(6)} walkable, ${links}`;
	});
}
