import { GLTF_LIMIT_OPTIONS, GLTF_READ_OPTIONS } from '../../importers/gltf/options.ts';
import type { Input } from '../../jobs/files/inputs.ts';
import {
	CONVERT_OPTIONS,
	FORCE_OPTION,
	JOBS_OPTION,
	MESH_OPTIONS,
	OUTPUT_OPTIONS,
	ROOM_FOLDER_OPTION,
	SURFACE_OPTIONS,
} from '../../pipeline/options.ts';
import { hasExtension } from '../../pipeline/registry.ts';
import { flag, flagOf, given, kebab, type Options } from '../../src/findings/options.ts';
import { InputError, UsageError } from '../../src/findings/report.ts';
import type { InputSource } from '../../src/formats/contracts.ts';
import { LIMIT_OPTIONS, ROOM_LIMIT_OPTIONS } from '../../src/formats/limits.ts';
import { shellQuoted } from '../../src/model/advice.ts';
import type { Layout, Thing } from '../../src/model/level.ts';
import { SELECT_OPTIONS } from '../../src/scene/select.ts';
import { counted } from '../../src/text/numbers.ts';
import { BEFORE_OUTPUT, declareCommand } from '../shared/command.ts';
import { threadsFor } from '../shared/jobs.ts';
import { isFolder, outputOf, outputOptions, writeMade, wroteInto } from '../shared/outputs.ts';
import { stageProgress } from '../shared/progress.ts';
import { COMMON_OPTIONS, printMade, type Session } from '../shared/session.ts';
import { extensionList } from '../shared/terminal.ts';

const PIN_OPTION = {
	pin: flag(
		'Write the glTF scene itself once more, with what its triangles mean pinned to them: other tools may then rename, join and merge.',
		false,
	),
};

/** What says how the scene is read that is pinned. Everything else would change the walkmesh, and none is made. */
const PINNED_BY: Options = {
	...SELECT_OPTIONS,
	...SURFACE_OPTIONS,
	...LIMIT_OPTIONS,
	...GLTF_LIMIT_OPTIONS,
	...ROOM_LIMIT_OPTIONS,
	hidden: GLTF_READ_OPTIONS.hidden,
	...PIN_OPTION,
	...OUTPUT_OPTIONS,
	...COMMON_OPTIONS,
};

export const convertCommand = declareCommand({
	name: 'convert',
	summary: 'convert scenes and walkmeshes; the output extension chooses the format',
	isInputWord: BEFORE_OUTPUT,
	words: (registry) => ({
		'<files...>': `inputs (${extensionList(registry.importers)}; also folders, patterns such as "rooms/*.glb", and layouts, ${extensionList(registry.layouts)}, with a file for each room), then, without --output, the output (${extensionList(registry.exporters)}); - is standard input and output`,
	}),
	options: (registry) => ({
		...CONVERT_OPTIONS,
		...ROOM_FOLDER_OPTION,
		...ROOM_LIMIT_OPTIONS,
		...registry.readOptions,
		...registry.writeOptions,
		...JOBS_OPTION,
		...PIN_OPTION,
		...outputOptions('File to write, or with --to a folder, for a file of each input; all arguments are inputs then.'),
	}),
	help: `Examples:
  wokflow convert level.glb level.wok
  wokflow convert level.obj level.wok --up z --unit cm --surface "Floor*=Stone"
  wokflow convert m01aa_01.wok room.glb
  wokflow convert m01aa_01.glb m01aa_01.wok --layout m01aa.lyt    a room modelled about its own origin
  wokflow convert m01aa.lyt m01aa.svg               all rooms of a layout in one picture
  wokflow convert "rooms/*.glb" -o out/ --to wok    each room into a file of its own
  wokflow convert door.glb door.dwk                 writes door0.dwk, door1.dwk, door2.dwk
  wokflow convert room.wok room.txt --to ascii
  wokflow convert level.glb pinned.glb --pin        the scene itself, for tools that lose names
  wokflow convert - out.wok --from obj < level.obj`,
	async run(session) {
		const { words, options, registry, report } = session;
		if (words.length === 1 && options.output === undefined)
			throw new UsageError(
				'convert takes an input and an output. Name the output after the input, such as room.wok, or add -o FOLDER --to wok.',
			);
		const names = options.output === undefined ? words.slice(0, -1) : words;
		const output = outputOf(options.output === undefined ? words.at(-1) : undefined, options, 'FILE');
		if (options.pin === true) return pin(names, output, session);
		const intoFolder = options.output !== undefined && output !== '-' && namesFolder(output);
		if (options.output === undefined && isFolder(output)) {
			const inputs = names.map(shellQuoted).join(' ');
			throw new UsageError(
				`Cannot write to "${output}": it is a folder. To convert into it: wokflow convert ${inputs} -o ${shellQuoted(output)} --to ${options.to ?? 'wok'}`,
			);
		}
		const isNamed = options.to !== undefined || output === '-' || /\.[^./\\]*$/.test(output);
		if (!intoFolder && !isNamed) {
			throw new UsageError(
				`"${output}" has no file extension. Use ${extensionList(registry.exporters)}, or -o FOLDER with --to FORMAT.`,
			);
		}
		if (intoFolder && options.to === undefined) {
			const known = extensionList(registry.exporters).replaceAll('.', '');
			throw new UsageError(`"${output}" is a folder. Say what to write into it: --to FORMAT (${known}).`);
		}
		const [{ areaWords, expandInputs }, { findExporter }, { outputExtension }, { openLayout }] = await Promise.all([
			import('../../jobs/files/inputs.ts'),
			import('../../pipeline/export-files.ts'),
			import('../../jobs/each/output-batch.ts'),
			import('../../jobs/files/files.ts'),
		]);
		const { extensions } = findExporter(output, registry, options.to);
		const making = intoFolder && options.to !== undefined ? outputExtension('', options.to, registry) : extensions[0];
		const limits = given(ROOM_LIMIT_OPTIONS, options);
		const wholes = intoFolder ? names : await areaWords(names, registry, report, limits);
		const inputs = await expandInputs(wholes, registry, report, {
			making,
			...given(ROOM_FOLDER_OPTION, options),
			...limits,
		});
		const layout = options.layout === undefined ? undefined : await openLayout(options.layout, registry, report);
		const hasLayout = layout !== undefined || inputs.some(({ place }) => place !== undefined);
		if (options.room !== undefined && layout === undefined) throw new UsageError('--room goes with --layout FILE.');
		if (options.roomSpace !== undefined && !hasLayout && options.origin === undefined)
			throw new UsageError('--room-space goes with --layout FILE or --origin.');
		if (intoFolder) return eachIntoFolder(inputs, output, layout, session);
		const { holds } = findExporter(output, registry, options.to);
		const things = holds === 'any' ? await thingsOf(wholes, session) : [];
		return allIntoOne(inputs, output, layout, things, session);
	},
});

/** Writes a scene with pins in place of a walkmesh. */
async function pin(names: readonly string[], output: string, session: Session): Promise<undefined> {
	const { options, context } = session;
	const other = Object.keys(options).find((name) => !Object.hasOwn(PINNED_BY, name));
	if (other !== undefined)
		throw new UsageError(`--pin writes the scene as it is: --${kebab(other)} has no effect on it.`);
	if (names.length !== 1 || !hasExtension(output, { extensions: ['.glb', '.gltf'] }))
		throw new UsageError(
			'--pin takes one glTF scene and writes one. For example: wokflow convert level.glb pinned.glb --pin',
		);
	const { pinFile } = await import('../../hosts/gltf-transform/pin-file.ts');
	const source = await session.open(names[0]);
	const made = await pinFile(source, output, given(GLTF_READ_OPTIONS, options), context);
	const { files } = await writeMade(made, session);
	printMade({ files, materials: true }, session);
	return undefined;
}

type ConvertSession = Session<
	typeof CONVERT_OPTIONS & typeof OUTPUT_OPTIONS & typeof JOBS_OPTION & typeof COMMON_OPTIONS
>;

/** All inputs in one file, as `convert` writes it without options. @throws UsageError for an extension of no format */
export async function exportLayout(
	inputs: readonly Input[],
	output: string,
	things: readonly Thing[],
	session: Session<typeof OUTPUT_OPTIONS & typeof COMMON_OPTIONS>,
): Promise<undefined> {
	const { findExporter } = await import('../../pipeline/export-files.ts');
	findExporter(output, session.registry, undefined);
	return allIntoOne(inputs, output, undefined, things, session as ConvertSession);
}

/** What stands in the area of the one layout that is written as a whole. */
export async function thingsOf(
	words: readonly string[],
	{ registry, context, open }: Pick<Session, 'registry' | 'context' | 'open'>,
): Promise<readonly Thing[]> {
	const [word] = words;
	if (words.length !== 1 || registry.layoutFormat(word) === undefined) return [];
	const { gitBeside } = await import('../../jobs/level/area-files.ts');
	return (await gitBeside(await open(word), context)) ?? [];
}

/** True for a path that `--output` means a folder by: one that exists, ends in a slash, or has no extension. */
function namesFolder(path: string): boolean {
	return isFolder(path) || !/\.[^./\\]*$/.test(path);
}

/** Flags of stages that scenes go through: without effect on walkmeshes. */
function sceneFlags({ options }: ConvertSession): string[] {
	return Object.entries(given(MESH_OPTIONS, options)).map(([name, value]) =>
		value === false ? `--no-${name}` : flagOf(name, MESH_OPTIONS[name as keyof typeof MESH_OPTIONS]),
	);
}

/** One output of all inputs. */
async function allIntoOne(
	inputs: readonly Input[],
	output: string,
	layoutOfOption: Layout | undefined,
	things: readonly Thing[],
	session: ConvertSession,
): Promise<undefined> {
	const { options, registry, context, report, terminal } = session;
	const { convert, convertOptions } = await import('../../pipeline/convert.ts');
	const sources: InputSource[] = [];
	for (const { path } of inputs) {
		try {
			sources.push(await session.open(path));
		} catch (error) {
			if (!(error instanceof InputError) || inputs.length === 1) throw error;
			report.push(error.finding);
		}
	}
	const places = new Map(inputs.flatMap(({ path, place }) => (place === undefined ? [] : [[path, place] as const])));
	const [layout, ...otherLayouts] = new Set([
		...(layoutOfOption === undefined ? [] : [layoutOfOption]),
		...[...places.values()].map((place) => place.layout),
	]);
	const names = [output, ...inputs.map(({ path }) => path)];
	const common = convertOptions(options, names, places.size > 0 ? undefined : layout, registry);
	const { files, walkmeshes } = await convert(
		sources,
		output,
		{
			...common,
			...(layout === undefined || otherLayouts.length > 0 ? {} : { layout }),
			...(things.length === 0 ? {} : { things }),
			ofSource: ({ path = '' }) => {
				const place = places.get(path);
				if (place === undefined) return common;
				const own = convertOptions({ ...options, room: place.room }, [path], place.layout, registry);
				return { ...own, room: place.room };
			},
			sceneOptions: sceneFlags(session),
			observer: stageProgress(terminal.progress, inputs.map(({ path }) => path).join(', ')),
		},
		context,
		registry,
	);
	const piped = output === '-';
	if (piped && files.length > 1) {
		throw new UsageError('Standard output holds one file; name the output to get one for each state of the door.');
	}
	if (piped && files.length === 1) terminal.file(files[0].bytes);
	const written = piped ? files : (await writeMade(files, session)).files;
	printMade({ files: written, walkmeshes, piped, materials: true }, session);
	return undefined;
}

/** As many files are named one by one. */
const NAMED = 20;

/** A file of its own for each input. */
async function eachIntoFolder(
	inputs: readonly Input[],
	folder: string,
	layout: Layout | undefined,
	session: ConvertSession,
): Promise<undefined> {
	const { options, registry, context, terminal } = session;
	const threads = await threadsFor(inputs.length, session);
	const { convertEach } = await import('../../jobs/each/output-batch.ts');
	const converted = await convertEach(
		inputs,
		folder,
		options.to ?? '',
		{
			options,
			...(layout === undefined ? {} : { layout }),
			...given(FORCE_OPTION, options),
			sceneOptions: sceneFlags(session),
			onFile: ({ path }, index) => terminal.progress.show(`converting ${path}`, index, inputs.length),
			...threads,
		},
		context,
		registry,
	);
	const files = converted.flatMap((each) => each.files);
	const failed = converted.filter((each) => each.files.length === 0).map(({ input }) => input.path);
	const walkmeshes = converted.flatMap((each) => each.walkmeshes);
	const lines = files.length > NAMED ? { lines: [wroteInto(files.length, folder, terminal)] } : {};
	if (session.wantsJson) session.json({ failed });
	printMade({ files, walkmeshes: files.length > NAMED ? [] : walkmeshes, ...lines, materials: true }, session);
	if (failed.length > 0 && files.length > 0 && !session.wantsJson)
		terminal.problem(`Not converted: ${counted(failed.length, 'file')} of ${inputs.length}.`);
	return undefined;
}
