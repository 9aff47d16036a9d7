import type { ILogger, PlatformIO, Transform } from '@gltf-transform/core';
import { createRegistry } from '../../jobs/default-registry.ts';
import { openLayout } from '../../jobs/files/files.ts';
import { loadSurfaces } from '../../jobs/files/surface-table.ts';
import { OUTPUT_OPTIONS } from '../../pipeline/options.ts';
import {
	allowed,
	defaultText,
	isAllowed,
	kebab,
	type Option,
	parseValue,
	placeholderOf,
} from '../../src/findings/options.ts';
import { type Report, UsageError } from '../../src/findings/report.ts';
import type { Layout } from '../../src/model/level.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import { baseName, stemOf } from '../../src/text/paths.ts';
import { printable } from '../../src/text/quote.ts';
import { reported, reportFor } from '../reporting.ts';
import { type ConversionSettings, convertInHost, HOST_OPTIONS } from '../settings.ts';
import { walkmesh } from './walkmesh.ts';

/** A command of glTF-Transform's CLI, as far as it is used here. */
export interface HostCommand {
	help(text: string): this;
	argument(name: string, description: string): this;
	option(name: string, description: string, options?: { validator?: unknown }): this;
	action(
		run: (given: { args: Record<string, unknown>; options: Record<string, unknown>; logger: ILogger }) => unknown,
	): this;
}

/** What glTF-Transform's CLI gives to `onProgramReady` of a config, as far as it is used here. */
export interface HostProgram {
	readonly program: { command(name: string, description: string): HostCommand };
	readonly io: PlatformIO;
	readonly Session: {
		create(
			io: never,
			logger: never,
			input: unknown,
			output: unknown,
		): { transform(...transforms: Transform[]): Promise<void> };
	};
}

/** Options of the commands as glTF-Transform's CLI gives them: numbers and switches may come as such or as text. */
type CommandOptions = Readonly<Record<string, unknown>>;

/** The settings of a conversion, with the files that they name. */
type CommandSettings = ConversionSettings & Pick<GivenFiles, 'layout' | 'surfacemat' | 'surfaces'>;
type GivenFiles = { readonly [K in keyof typeof HOST_OPTIONS]?: (typeof HOST_OPTIONS)[K]['default'] };

/** Validators of glTF-Transform's CLI for texts and for lists of them. Without one a room `01` would come as the number 1. */
const TEXT = 4;
const TEXTS = 8 | TEXT;

/** Adds the options of `wokflow convert` to a command. */
export function addCommandOptions(command: HostCommand): HostCommand {
	for (const [name, option] of Object.entries<Option>(HOST_OPTIONS)) {
		const fallback = defaultText(option);
		const text = `${option.text}${fallback === undefined ? '' : ` Default: ${fallback}.`}`;
		const flag = `--${kebab(name)}`;
		if (option.type === 'boolean') command.option(flag, text, {});
		else command.option(`${flag} ${flagValueOf(option)}`, text, { validator: validatorOf(flag, option) });
	}
	return command;
}

function flagValueOf(option: Option): string {
	const isList = option.type === 'texts' || option.type === 'pairs';
	return isList ? placeholderOf(option).replace('>', '...>') : placeholderOf(option);
}

/** "no" leaves out what can be left out: its flags know no `--no-weld` with a value beside it. */
function validatorOf(flag: string, option: Option): unknown {
	if (option.type === 'text') return TEXT;
	if (option.type === 'texts' || option.type === 'pairs') return TEXTS;
	if (option.type === 'choice') return option.choices;
	return (value: unknown): unknown => {
		if (option.orFalse === true && (value === 'no' || value === false)) return false;
		if (typeof value !== 'string' && isAllowed(option, value)) return value;
		try {
			if (typeof value === 'string') return parseValue(option, value);
		} catch (error) {
			if (!(error instanceof UsageError)) throw error;
		}
		throw new UsageError(`${flag} takes ${allowed(option)}, not "${value}".`);
	};
}

/** The options as the hosts take them. @throws UsageError for a mapping without `=` */
export function settingsOf(options: CommandOptions): CommandSettings {
	const settings: Record<string, unknown> = {};
	for (const [name, option] of Object.entries<Option>(HOST_OPTIONS)) {
		const value = options[kebab(name).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())];
		if (value === undefined || (option.type === 'boolean' && value !== true)) continue;
		settings[name] = settingOf(name, option, value);
	}
	return settings as CommandSettings;
}

function settingOf(name: string, option: Option, value: unknown): unknown {
	if (option.type === 'text') return String(value);
	if (option.type !== 'texts' && option.type !== 'pairs') return value;
	const texts = [value].flat().map(String);
	if (option.type === 'texts') return texts;
	try {
		return Object.assign({}, ...texts.map((text) => parseValue(option, text)));
	} catch (error) {
		if (error instanceof UsageError) throw new UsageError(`--${kebab(name)} ${error.message}`);
		throw error;
	}
}

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
transitions as lines. Those that were added before are made again and replaced; to take one
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

/** What the options name is read before anything else, so that a wrong name is reported at once. */
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
