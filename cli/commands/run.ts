import { extname } from 'node:path';
import { ROOM_OPTIONS } from '../../level/rooms/room-nodes.ts';
import { FORCE_OPTION, ROOM_FILE_OPTIONS, SURFACE_OPTIONS } from '../../pipeline/options.ts';
import type { Recipe } from '../../pipeline/recipe.ts';
import type { RegistryEntries } from '../../pipeline/registry.ts';
import { given, text } from '../../src/findings/options.ts';
import { UsageError } from '../../src/findings/report.ts';
import { counted } from '../../src/text/numbers.ts';
import { declareCommand } from '../shared/command.ts';
import { outputOf, outputOptions } from '../shared/outputs.ts';
import { printMade } from '../shared/session.ts';

const ROOMS = { ...ROOM_OPTIONS, ...ROOM_FILE_OPTIONS };

/** As many files are named one by one. */
const NAMED = 4;

export const runCommand = declareCommand({
	name: 'run',
	summary: 'run your own recipe: stages in any order',
	isInputWord: (index) => index === 1,
	words: () => ({
		'<recipe>': 'convert, level, or a .json, .mjs or .ts file with a list of steps',
		'<input>': 'a scene, a walkmesh, or a layout with a file for each room',
		'[output]': 'a file whose extension says the format, or for levels a folder',
	}),
	options: (registry) => ({
		keep: text('Keep what each stage made, as a GLB in this folder.', { placeholder: 'folder' }),
		...registry.readOptions,
		...SURFACE_OPTIONS,
		...ROOMS,
		...registry.writeOptions,
		...outputOptions('File or folder to write.'),
	}),
	help: `A recipe file holds a list of steps, each a stage's name or [name, options]:
  ["weld", ["drop-degenerate", { "minArea": 0.001 }], "orient", "sort"]
A .mjs or .ts file exports it as default, and may also export \`stages\`, \`importers\` and \`exporters\` of your own.

Examples:
  wokflow run convert level.glb level.wok --keep steps/
  wokflow run clean.json level.glb level.wok`,
	async run(session) {
		const { words, options, registry, context, report, terminal } = session;
		const [name, input] = words;
		const output = outputOf(words[2], options, 'FILE');
		const layouts: string[] = [];
		const { steps, entries } = await readRecipe(name, layouts);
		for (const read of [name, ...layouts]) report.noteInput(read);
		const { Pipeline } = await import('../../jobs/pipeline.ts');
		const { surfaces, signal } = context;
		const pipeline = new Pipeline({
			report,
			surfaces,
			signal,
			...given({ surface: SURFACE_OPTIONS.surface, surfaceNode: SURFACE_OPTIONS.surfaceNode }, options),
			registry: registry.add(entries),
			onStage: (stage, step, stages) => terminal.progress.show(stage, step, stages),
			...(options.keep === undefined ? {} : { keep: options.keep }),
		});
		const { files, walkmeshes } = await pipeline
			.read(input === '-' ? await session.open(input) : input, given(registry.readOptions, options))
			.rooms(given(ROOMS, options))
			.recipe(steps)
			.write(output, given({ ...registry.writeOptions, ...FORCE_OPTION }, options));
		const lines =
			files.length <= NAMED
				? files.map(({ path }) => `wrote ${path}`)
				: [`wrote ${counted(files.length, 'file')} into ${output}`];
		printMade(session.wantsJson ? { files, walkmeshes } : { files, lines }, session);
		return undefined;
	},
});

/** A recipe and what its file brings along. */
interface OwnRecipe {
	readonly steps: Recipe;
	readonly entries: RegistryEntries;
}

/** @throws UsageError for a name that is no recipe and no file, and for a file that holds no recipe */
async function readRecipe(name: string, files: string[]): Promise<OwnRecipe> {
	const { convertRecipe, levelRecipe } = await import('../../pipeline/recipe.ts');
	const known: Readonly<Record<string, Recipe>> = {
		convert: convertRecipe(),
		level: levelRecipe(),
	};
	if (Object.hasOwn(known, name)) return { steps: known[name], entries: {} };
	if (!['.json', '.mjs', '.js', '.ts', '.mts'].includes(extname(name))) {
		throw new UsageError(
			`There is no recipe "${name}". Known: ${Object.keys(known).join(', ')}, or a .json, .mjs or .ts file.`,
		);
	}
	const { loadRecipeFile } = await import('../../builds/config/config.ts');
	return loadRecipeFile(name, files);
}
