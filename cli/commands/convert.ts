import { CONVERT_OPTIONS, MESH_OPTIONS, OUTPUT_OPTIONS } from '../../pipeline/options.ts';
import { UsageError } from '../../src/findings/report.ts';
import { flagOf, given } from '../../src/options/options.ts';
import { declareCommand } from '../command.ts';
import { outputOf, outputOptions } from '../outputs.ts';
import { stageProgress } from '../progress.ts';
import { printMade } from '../session.ts';
import { extensionList } from '../terminal.ts';

export const convertCommand = declareCommand({
	name: 'convert',
	summary: 'convert a scene or walkmesh; the extension of OUTPUT says to what',
	words: (registry) => ({
		'<files...>': `inputs (${extensionList(registry.importers)}), then the output (${extensionList(registry.exporters)}); - is standard input and output`,
	}),
	options: (registry) => ({
		...CONVERT_OPTIONS,
		...registry.readOptions,
		...registry.writeOptions,
		...outputOptions('File to write; all arguments are inputs then.'),
	}),
	help: `Examples:
  wokflow convert level.glb level.wok
  wokflow convert level.obj level.wok --up z --unit cm --surface "Floor*=Stone"
  wokflow convert m01aa_01.wok room.glb
  wokflow convert m01aa_01.glb m01aa_01.wok --layout m01aa.lyt    a room modelled about its own origin
  wokflow convert door.glb door.dwk                 writes door0.dwk, door1.dwk, door2.dwk
  wokflow convert room.wok room.txt --to ascii
  wokflow convert - out.wok --from obj < level.obj`,
	async run(session) {
		const { words, options, registry, context, report, terminal } = session;
		const inputs = options.output === undefined ? words.slice(0, -1) : words;
		if (inputs.length === 0) throw new UsageError('convert takes an input and an output.');
		const output = outputOf(words[inputs.length], options, 'FILE');
		if (options.room !== undefined && options.layout === undefined)
			throw new UsageError('--room goes with --layout FILE.');
		if (options.roomSpace !== undefined && options.layout === undefined && options.origin === undefined)
			throw new UsageError('--room-space goes with --layout FILE or --origin.');
		const [{ convert, convertOptions }, { openLayout }, { writeOutputs }] = await Promise.all([
			import('../../pipeline/convert.ts'),
			import('../../pipeline/files.ts'),
			import('../../pipeline/outputs.ts'),
		]);
		const sources = await Promise.all(inputs.map(session.open));
		const layout = options.layout === undefined ? undefined : await openLayout(options.layout, registry, report);
		const idle = Object.entries(given(MESH_OPTIONS, options)).map(([name, value]) =>
			value === false ? `--no-${name}` : flagOf(name, MESH_OPTIONS[name as keyof typeof MESH_OPTIONS]),
		);
		const converted = await convert(
			sources,
			output,
			{
				...convertOptions(options, [output, ...inputs], layout, registry),
				sceneOptions: idle,
				observer: stageProgress(terminal.progress, inputs.join(', ')),
			},
			context,
			registry,
		);
		const { files, walkmeshes } = converted;
		const piped = output === '-';
		if (piped && files.length > 1) {
			throw new UsageError('Standard output holds one file; name the output to get one for each state of the door.');
		}
		if (piped && files.length === 1) terminal.file(files[0].bytes);
		const written = piped ? files : (await writeOutputs(files, report, given(OUTPUT_OPTIONS, options))).files;
		printMade({ files: written, walkmeshes, piped, materials: true }, session);
		return undefined;
	},
});
