import type { Command } from 'commander';
import type { LevelFilesOptions } from '../../pipeline/level-files.ts';
import type { RoomOptions } from '../../src/level/from-scene.ts';
import type { Level } from '../../src/level/level.ts';
import {
	addReadOptions,
	addRecipeOptions,
	choice,
	defined,
	nonNegativeNumber,
	type ReadFlags,
	type RecipeFlags,
	readOptionsOf,
	recipeOptionsOf,
} from '../options.ts';
import type { RunCommand, Session } from '../session.ts';
import { counted, grouped, walkmeshSummary } from '../terminal.ts';

interface LevelFlags extends ReadFlags, RecipeFlags {
	name?: string;
	rooms?: string;
	roomBy?: 'auto' | 'pattern' | 'extras' | 'top-level';
	roomPattern?: string;
	roomSpace?: 'auto' | 'room' | 'area';
	snap?: number;
	tree?: 'sah' | 'median';
	conform: boolean;
	glb: boolean;
	plan: boolean;
	vis: boolean;
	report: boolean;
}

export function addLevelCommand(program: Command, runCommand: RunCommand): void {
	const command = program
		.command('level')
		.description('build a whole level: a walkmesh for each room, linked, with layout, visibility, plan and report')
		.argument('<input>', 'a scene with a node for each room, or a layout (.lyt) with a file for each room')
		.argument('<folder>', 'where to write');
	addRecipeOptions(addReadOptions(command))
		.option('--name <name>', 'name of the level (default: that of the input)')
		.option('--rooms <folder>', 'where the files of a layout’s rooms lie (default: beside it)')
		.addOption(
			choice('--room-by <way>', 'what makes a node a room', ['auto', 'pattern', 'extras', 'top-level'], 'auto'),
		)
		.option('--room-pattern <glob>', 'nodes that are rooms, by name')
		.addOption(choice('--room-space <space>', 'space of the vertices in room files', ['auto', 'room', 'area'], 'auto'))
		.option(
			'--snap <m>',
			'link edges up to this far apart by moving them together, metres (default: 0)',
			nonNegativeNumber,
		)
		.addOption(
			choice('--tree <split>', 'split of the tree: cheap to walk, or as the game does', ['sah', 'median'], 'sah'),
		)
		.option('--no-conform', 'do not divide rooms alike along their seams')
		.option('--no-glb', 'no inspection GLB')
		.option('--no-plan', 'no plan')
		.option('--no-vis', 'no visibility file')
		.option('--no-report', 'no report')
		.addHelpText(
			'after',
			`
Examples:
  wokflow level quay.glb out/                          a scene with a node for each room
  wokflow level quay.lyt out/ --rooms rooms/           a layout and a file for each room
  wokflow level area.glb out/ --room-pattern "m01*"    rooms by name`,
		)
		.action((input: string, folder: string, flags: LevelFlags) =>
			runCommand(flags, (session) => buildLevel(input, folder, flags, session)),
		);
}

async function buildLevel(
	input: string,
	folder: string,
	flags: LevelFlags,
	session: Session,
): Promise<number | undefined> {
	const [{ readLevel }, { levelFiles }, { createRegistry }, { convertRecipe, levelRecipe }, files] = await Promise.all([
		import('../../pipeline/level.ts'),
		import('../../pipeline/level-files.ts'),
		import('../../pipeline/default-registry.ts'),
		import('../../pipeline/recipe.ts'),
		import('../../pipeline/files.ts'),
	]);
	const { report, surfaces, mappings, signal, terminal } = session;
	const context = { report, surfaces, mappings, signal };
	const rooms: RoomOptions = defined({ by: flags.roomBy, pattern: flags.roomPattern });
	const level = await readLevel(
		await files.openFile(input, report),
		{
			...defined({ name: flags.name, space: flags.roomSpace }),
			read: readOptionsOf(flags),
			rooms,
			roomFiles: files.roomFiles(flags.rooms ?? files.folderOf(input), report),
			recipe: [
				...convertRecipe(recipeOptionsOf(flags)),
				...levelRecipe(defined({ snap: flags.snap, conform: flags.conform })),
			],
		},
		context,
		createRegistry(),
	);
	const options: LevelFilesOptions = {
		glb: flags.glb,
		plan: flags.plan,
		vis: flags.vis,
		report: flags.report,
		write: defined({ split: flags.tree }),
	};
	const outputs = report.failed ? [] : await levelFiles(level, folder, options, context);
	const written = report.failed ? [] : outputs;
	await files.writeFilesAtomically(written);
	if (session.wantsJson) {
		session.json({
			outputs: written.map(({ path, bytes }) => ({ path, bytes: bytes.length })),
			rooms: level.rooms.map(({ name, walkmesh }, index) => ({
				index,
				...(walkmesh === undefined ? {} : walkmeshSummary(walkmesh, surfaces)),
				name,
			})),
		});
		return undefined;
	}
	session.printFindings();
	if (written.length === 0) terminal.problem('Nothing was written.');
	else tell(level, written.length, folder, session);
	return undefined;
}

function tell(level: Level, files: number, folder: string, { terminal, surfaces }: Session): void {
	const width = Math.max(...level.rooms.map(({ name }) => name.length), 4);
	for (const [index, { name, walkmesh }] of level.rooms.entries()) {
		if (walkmesh === undefined) {
			terminal.note(`  ${String(index).padStart(3)}  ${name.padEnd(width)}  no walkmesh`);
			continue;
		}
		const { faces, walkableFaces } = walkmeshSummary(walkmesh, surfaces);
		const linked = [...new Set(walkmesh.transitions)].filter((room) => room >= 0).sort((a, b) => a - b);
		const links =
			linked.length === 0
				? 'no links'
				: `links to ${linked.map((room) => level.rooms[room]?.name ?? `#${room}`).join(', ')}`;
		terminal.note(
			`  ${String(index).padStart(3)}  ${name.padEnd(width)}  ${grouped(faces).padStart(7)} faces, ${grouped(walkableFaces).padStart(6)} walkable, ${links}`,
		);
	}
	const mark = terminal.paint(['green', 'bold'], 'wrote');
	terminal.note(`${mark} ${counted(files, 'file')} into ${folder}`);
}
