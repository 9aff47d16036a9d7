import type { ILogger } from '@gltf-transform/core';
import { createRegistry } from '../../jobs/default-registry.ts';
import { openLayout } from '../../jobs/files/files.ts';
import { loadSurfaces } from '../../jobs/files/surface-table.ts';
import { OUTPUT_OPTIONS } from '../../pipeline/options.ts';
import type { Report } from '../../src/findings/report.ts';
import type { Layout } from '../../src/model/level.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import { baseName, stemOf } from '../../src/text/paths.ts';
import { printable } from '../../src/text/quote.ts';
import { reported, reportFor } from '../reporting.ts';
import { type ConversionSettings, convertInHost } from '../settings.ts';
import { addCommandOptions, type CommandOptions, type HostProgram, settingsOf } from './command-options.ts';
import { walkmesh } from './walkmesh.ts';

/**
 * Adds the commands `walkmesh` and `walkmesh-add` to glTF-Transform's CLI; the `onProgramReady` of a `gltf-transform.config.mjs`.
 *
 * @example
 * import { addWalkmeshCommands } from 'wokflow/gltf-transform';
 * export default { onProgramReady: addWalkmeshCommands };
 */
export async function addWalkmeshCommands({ program, io, Session }: HostProgram): Promise<void> {
	const convert = program
		.command('walkmesh', 'Make a KotOR walkmesh of the model')
		.help(
			`
Makes a walkmesh of the model, with the same bytes as 'wokflow convert'. The extension of
the output says what of: .wok (area), .pwk (placeable), .dwk (door, a file for each state),
or .glb, .gltf, .obj, .ascii to look at or edit it.

The file is read by wokflow, without network and without leaving the folder of the model.
`.trim(),
		)
		.argument('<input>', 'Path to read model (.glb, .gltf, .obj) or walkmesh')
		.argument('<output>', 'Path to write walkmesh');
	addCommandOptions(convert)
		.option('--force', OUTPUT_OPTIONS.force.text, {})
		.action(({ args, options, logger }) =>
			writeWalkmesh(String(args['input']), String(args['output']), options as CommandOptions, logger),
		);

	const add = program
		.command('walkmesh-add', 'Add the walkmesh to the model, to look at it')
		.help(
			`
Makes walkmeshes of the model and adds them to it: triangles by surface, perimeter and
transitions as lines. Those that were added before are made anew and replaced; to take one
that was edited since, name it: --node '*_wok'.
`.trim(),
		)
		.argument('<input>', 'Path to read glTF 2.0 (.glb, .gltf) model')
		.argument('<output>', 'Path to write output');
	addCommandOptions(add).action(async ({ args, options, logger }) => {
		const { input, output } = args;
		const { settings, layout, surfaces, report } = await prepare(options as CommandOptions, logger);
		const transform = walkmesh({
			...settings,
			name: stemOf(baseName(String(input))),
			surfaces,
			report,
			...(layout === undefined ? {} : { layout }),
		});
		await Session.create(io as never, logger as never, input, output).transform(transform);
	});
}

async function writeWalkmesh(input: string, output: string, options: CommandOptions, logger: ILogger): Promise<void> {
	const [{ openFile }, { writeOutputs }] = await Promise.all([
		import('../../jobs/files/files.ts'),
		import('../../jobs/files/outputs.ts'),
	]);
	const { settings, layout, surfaces, report } = await prepare(options, logger);
	const { files } = await reported(input, report, logger, 'cli', async () => {
		const made = await convertInHost(await openFile(input, report), output, settings, { report, surfaces }, { layout });
		return writeOutputs(made.files, report, { force: options['force'] === true });
	});
	for (const { path, bytes } of files) logger.info(printable(`${input} → ${path} (${bytes.length} bytes)`));
}

interface Prepared {
	readonly settings: ConversionSettings;
	readonly layout: Layout | undefined;
	readonly surfaces: SurfaceTable;
	readonly report: Report;
}

/** What the options name is read before anything else, so that a wrong name is told at once. */
async function prepare(options: CommandOptions, logger: ILogger): Promise<Prepared> {
	const { layout: layoutFile, surfacemat, surfaces: list, ...settings } = settingsOf(options);
	const read = reportFor(settings);
	const { layout, surfaces } = await reported('options', read, logger, 'cli', async () => ({
		layout: layoutFile === undefined ? undefined : await openLayout(layoutFile, createRegistry(), read),
		surfaces: await loadSurfaces(
			{ ...(surfacemat === undefined ? {} : { surfacemat }), ...(list === undefined ? {} : { surfaces: list }) },
			read,
		),
	}));
	return { settings, layout, surfaces, report: reportFor(settings) };
}
