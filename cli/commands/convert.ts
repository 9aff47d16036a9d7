import type { Command } from 'commander';
import { UsageError } from '../../src/findings/report.ts';
import type { WriteOptions } from '../../src/formats/contracts.ts';
import type { OutputFile } from '../../src/formats/sources.ts';
import type { Walkmesh } from '../../src/walkmesh/walkmesh.ts';
import {
	addReadOptions,
	addRecipeOptions,
	addTransformOptions,
	changeStages,
	choice,
	defined,
	givenRecipeFlags,
	loadLayout,
	placeOf,
	placeStages,
	type ReadFlags,
	type RecipeFlags,
	readOptionsOf,
	recipeOptionsOf,
	type TransformFlags,
} from '../options.ts';
import type { RunCommand, Session } from '../session.ts';
import { describeWalkmesh, grouped, walkmeshSummary } from '../terminal.ts';

interface ConvertFlags extends ReadFlags, RecipeFlags, TransformFlags {
	to?: string;
	rebuild?: boolean;
	tree?: 'sah' | 'median';
	dialect?: 'engine' | 'nwmax' | 'mdlops';
	aabbOnOwnLine?: boolean;
}

export function addConvertCommand(program: Command, runCommand: RunCommand): void {
	const command = program
		.command('convert')
		.description('convert a level or walkmesh to the format of the file extension of OUTPUT')
		.usage('[options] <input...> <output>')
		.argument(
			'<files...>',
			'inputs (glTF, GLB, OBJ, binary or ASCII walkmeshes), then the output (.wok .pwk .dwk .glb .gltf .obj .svg .ascii); - is standard input and output',
		);
	addTransformOptions(addRecipeOptions(addReadOptions(command)))
		.option('--to <format>', 'format of the output, where its name does not tell')
		.option('--rebuild', 'derive every table anew, for walkmeshes that would be copied otherwise')
		.addOption(
			choice('--tree <split>', 'split of the tree: cheap to walk, or as the game does', ['sah', 'median'], 'sah'),
		)
		.addOption(choice('--dialect <dialect>', 'dialect of ASCII outputs', ['engine', 'nwmax', 'mdlops'], 'engine'))
		.option('--aabb-on-own-line', 'put the first tree node of ASCII outputs on a line of its own')
		.addHelpText(
			'after',
			`
Examples:
  wokflow convert level.glb level.wok
  wokflow convert level.obj level.wok --up z --unit cm --surface "Floor*=Stone"
  wokflow convert m01aa_01.wok room.glb
  wokflow convert m01aa_01.glb m01aa_01.wok --lyt m01aa.lyt    a room modelled about its own origin
  wokflow convert door.glb door.dwk                 writes door0.dwk, door1.dwk, door2.dwk
  wokflow convert room.wok room.txt --to ascii
  wokflow convert - out.wok --from obj < level.obj`,
		)
		.action((paths: string[], flags: ConvertFlags) =>
			runCommand(flags, async (session) => {
				const output = paths.at(-1);
				if (output === undefined || paths.length < 2) throw new UsageError('convert takes an input and an output.');
				return convertFiles(paths.slice(0, -1), output, flags, session);
			}),
		);
}

async function convertFiles(
	inputs: readonly string[],
	output: string,
	flags: ConvertFlags,
	session: Session,
): Promise<number | undefined> {
	const [{ convert }, { createRegistry }, { convertRecipe }, files] = await Promise.all([
		import('../../pipeline/convert.ts'),
		import('../../pipeline/default-registry.ts'),
		import('../../pipeline/recipe.ts'),
		import('../../pipeline/files.ts'),
	]);
	const { report, surfaces, mappings, signal } = session;
	const sources = await Promise.all(
		inputs.map((input) => (input === '-' ? files.standardInput(session.io.stdin) : files.openFile(input, report))),
	);
	const write: WriteOptions & { format?: string } = defined({
		format: flags.to,
		rebuild: flags.rebuild,
		split: flags.tree,
		dialect: flags.dialect,
		aabbOnOwnLine: flags.aabbOnOwnLine,
	});
	const layout = flags.lyt === undefined ? undefined : await loadLayout(flags.lyt, report);
	const at = placeOf(flags, layout, [output, ...inputs].map(baseName));
	const place = placeStages(flags, at);
	const changes = changeStages(flags);
	const conversion = await convert(
		sources,
		output,
		{
			read: readOptionsOf(flags),
			write: { ...write, ...(layout === undefined ? {} : { roomNames: layout.rooms.map(({ model }) => model) }) },
			recipe: [...place.scene, ...convertRecipe(recipeOptionsOf(flags)), ...changes],
			walkmeshRecipe: [...place.walkmesh, ...changes],
			sceneOptions: givenRecipeFlags(flags),
			...(layout === undefined ? {} : { layout }),
		},
		{ report, surfaces, mappings, signal },
		createRegistry(),
	);
	if (output === '-' && conversion.files.length > 1) {
		throw new UsageError('Standard output holds one file; name the output to get one for each state of the door.');
	}
	if (conversion.files.length > 0) {
		if (output === '-') session.terminal.file(conversion.files[0].bytes);
		else await files.writeFilesAtomically(conversion.files);
	}
	tell(conversion.files, conversion.walkmeshes, output === '-', session);
	return undefined;
}

function baseName(path: string): string {
	return path.replace(/^.*[/\\]/, '').replace(/\..*$/, '');
}

function tell(files: readonly OutputFile[], walkmeshes: readonly Walkmesh[], piped: boolean, session: Session): void {
	const { terminal, surfaces } = session;
	const outputs = files.map(({ path, bytes }) => ({ path, bytes: bytes.length }));
	if (session.wantsJson && !piped) {
		session.json({ outputs, walkmeshes: walkmeshes.map((mesh) => walkmeshSummary(mesh, surfaces)) });
		return;
	}
	session.printFindings();
	for (const { path, bytes } of outputs) {
		const mark = terminal.paint(['green', 'bold'], 'wrote');
		terminal.note(`${mark} ${piped ? 'standard output' : path}  ${grouped(bytes)} bytes`);
	}
	if (outputs.length === 0) {
		terminal.problem('Nothing was written.');
		return;
	}
	if (terminal.quiet) return;
	for (const mesh of walkmeshes) terminal.note(`  ${describeWalkmesh(mesh, surfaces)}`);
}
