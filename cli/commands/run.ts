import { extname } from 'node:path';
import type { Command } from 'commander';
import type { ConfigStep } from '../../pipeline/config.ts';
import type { RegistryEntries } from '../../pipeline/registry.ts';
import { UsageError } from '../../src/findings/report.ts';
import { addReadOptions, choice, defined, type ReadFlags, readOptionsOf } from '../options.ts';
import type { RunCommand, Session } from '../session.ts';
import { counted, createProgress, walkmeshSummary } from '../terminal.ts';

interface RunFlags extends ReadFlags {
	keep?: string;
	rooms?: string;
	to?: string;
	tree?: 'sah' | 'median';
}

export function addRunCommand(program: Command, runCommand: RunCommand): void {
	const command = program
		.command('run')
		.description('run a recipe of your own: stages in any order')
		.argument('<recipe>', 'convert, level, or a .json, .mjs or .ts file with a list of steps')
		.argument('<input>', 'a scene, a walkmesh, or a layout (.lyt) with a file for each room')
		.argument('<output>', 'a file with the extension of the format, or for levels a folder');
	addReadOptions(command)
		.option('--keep <folder>', 'keep what each stage made, as a GLB in this folder')
		.option('--rooms <folder>', 'where the files of a layout’s rooms lie (default: beside it)')
		.option('--to <format>', 'format of the output, where its name does not tell')
		.addOption(
			choice('--tree <split>', 'split of the tree: cheap to walk, or as the game does', ['sah', 'median'], 'sah'),
		)
		.addHelpText(
			'after',
			`
A recipe file holds a list of steps, each a stage's name or [name, options]:
  ["weld", ["drop-degenerate", { "minArea": 0.001 }], "orient", "sort"]
A .mjs or .ts file exports it as default, and may also export \`stages\`, \`importers\` and \`exporters\` of your own.

Examples:
  wokflow run convert level.glb level.wok --keep steps/
  wokflow run clean.json level.glb level.wok`,
		)
		.action((recipe: string, input: string, output: string, flags: RunFlags) =>
			runCommand(flags, (session) => runRecipe(recipe, input, output, flags, session)),
		);
}

async function runRecipe(
	name: string,
	input: string,
	output: string,
	flags: RunFlags,
	session: Session,
): Promise<undefined> {
	const { steps, entries } = await readRecipe(name);
	const [{ Pipeline }, { standardInput }] = await Promise.all([
		import('../../pipeline/pipeline.ts'),
		import('../../pipeline/files.ts'),
	]);
	const { report, surfaces, mappings, signal, terminal } = session;
	const progress = createProgress({ io: session.io, quiet: terminal.quiet || session.wantsJson });
	const pipeline = new Pipeline({
		report,
		surfaces,
		mappings,
		signal,
		extend: entries,
		onStage: (stage, step, stages) => progress.show(stage, step, stages),
		...defined({ keep: flags.keep }),
	});
	pipeline.read(input === '-' ? await standardInput(session.io.stdin) : input, readOptionsOf(flags));
	if (flags.rooms !== undefined) pipeline.rooms({ folder: flags.rooms });
	for (const step of steps) {
		if (typeof step === 'object' && 'run' in step) pipeline.stage(step);
		else pipeline.recipe([step]);
	}
	const result = await pipeline.write(output, defined({ format: flags.to, split: flags.tree })).finally(progress.clear);
	const outputs = result.files.map(({ path, bytes }) => ({ path, bytes: bytes.length }));
	if (session.wantsJson) {
		session.json({ outputs, walkmeshes: result.walkmeshes.map((mesh) => walkmeshSummary(mesh, surfaces)) });
		return;
	}
	session.printFindings();
	if (outputs.length === 0) terminal.problem('Nothing was written.');
	else if (outputs.length <= 4) for (const { path } of outputs) terminal.note(`wrote ${path}`);
	else terminal.note(`wrote ${counted(outputs.length, 'file')} into ${output}`);
}

interface OwnRecipe {
	readonly steps: readonly ConfigStep[];
	readonly entries: RegistryEntries;
}

/** @throws UsageError for a name that is no recipe and no file, and for a file that holds no recipe */
async function readRecipe(name: string): Promise<OwnRecipe> {
	const { convertRecipe, levelRecipe } = await import('../../pipeline/recipe.ts');
	const known: Readonly<Record<string, readonly ConfigStep[]>> = {
		convert: convertRecipe(),
		level: [...convertRecipe(), ...levelRecipe()],
	};
	if (Object.hasOwn(known, name)) return { steps: known[name], entries: {} };
	if (!['.json', '.mjs', '.js', '.ts', '.mts'].includes(extname(name))) {
		throw new UsageError(
			`There is no recipe "${name}". Known: ${Object.keys(known).join(', ')}, or a .json, .mjs or .ts file.`,
		);
	}
	const { loadRecipeFile } = await import('../../incremental/config.ts');
	return loadRecipeFile(name);
}
