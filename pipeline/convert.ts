import type { Layout } from '../src/level/index.ts';
import { isWalkable } from '../src/surfaces/index.ts';
import type { Walkmesh, WalkmeshKind } from '../src/walkmesh/index.ts';
import { DOOR_STATES } from '../src/walkmesh/index.ts';
import type { Exporter, WriteOptions } from './exporter.ts';
import type { OutputFile } from './files.ts';
import type { ReadContext, ReadOptions } from './importer.ts';
import type { LoadedWalkmesh } from './loaded.ts';
import { readSource } from './read.ts';
import { type Recipe, resolveRecipe, type StageObserver } from './recipe.ts';
import type { Registry } from './registry.ts';
import type { InputSource } from './source.ts';
import type { Stage } from './stage.ts';
import { toWalkmeshes, type Wanted } from './to-walkmeshes.ts';

interface CommonConvertOptions {
	readonly read?: ReadOptions & { readonly format?: string };
	readonly write?: WriteOptions & { readonly format?: string };
	/** Tells the rooms that markers of transitions name. */
	readonly layout?: Layout;
	/** Names of options that were given and only concern scenes: said to be idle where a walkmesh comes in. */
	readonly sceneOptions?: readonly string[];
	readonly observer?: StageObserver;
}

export interface ConvertOptions extends CommonConvertOptions {
	/** What scenes go through on their way. */
	readonly recipe: Recipe;
	/** What walkmeshes that were read as such go through; nothing by default. */
	readonly walkmeshRecipe?: Recipe;
}

/** As `ConvertOptions`, with stages that are made already. */
export interface ConvertStageOptions extends CommonConvertOptions {
	readonly stages: readonly Stage[];
	readonly walkmeshStages?: readonly Stage[];
}

/** What a conversion made. Nothing is written yet. */
export interface Conversion {
	/** Empty when the report holds an error. */
	readonly files: readonly OutputFile[];
	readonly walkmeshes: readonly Walkmesh[];
}

/**
 * Converts sources into the files of one output: reads, runs the recipe, derives, encodes. A `.dwk` output without a state in its
 * name becomes one file for each state of the door. Where the report holds an error, no file comes back.
 *
 * @param output name of the file to make; its ending says the format and, for walkmeshes, the kind
 * @throws InputError when a source cannot be read, UsageError for unknown formats, stages or options
 */
export async function convert(
	sources: readonly InputSource[],
	output: string,
	options: ConvertOptions,
	context: ReadContext,
	registry: Registry,
): Promise<Conversion> {
	const { recipe, walkmeshRecipe = [], ...common } = options;
	const stages = resolveRecipe(recipe, registry);
	const walkmeshStages = resolveRecipe(walkmeshRecipe, registry);
	return convertWith(sources, output, { ...common, stages, walkmeshStages }, context, registry);
}

/** As `convert`, with stages instead of recipes. */
export async function convertWith(
	sources: readonly InputSource[],
	output: string,
	options: ConvertStageOptions,
	context: ReadContext,
	registry: Registry,
): Promise<Conversion> {
	const { stages, walkmeshStages = [] } = options;
	const exporter = findExporter(output, registry, options.write?.format);
	const wanted = {
		...wantedBy(output),
		one: exporter.holds !== 'any',
		...(options.layout === undefined ? {} : { layout: options.layout }),
	};
	const walkmeshes: LoadedWalkmesh[] = [];
	for (const source of sources) {
		const within = { ...context, report: context.report.within({ file: source.path ?? source.fileName }) };
		const loaded = await readSource(source, options.read ?? {}, context, registry);
		const placed = stages.some(({ name }) => name === 'place');
		if (loaded.kind === 'scene' && !placed && (wanted.kind ?? 'area') === 'area')
			within.report.add('SPACE_ASSUMED', {}, {});
		if (loaded.kind === 'walkmeshes' && options.sceneOptions !== undefined && options.sceneOptions.length > 0) {
			within.report.add('OPTION_WITHOUT_EFFECT', {}, { options: options.sceneOptions.join(', ') });
		}
		const made = await toWalkmeshes(
			loaded,
			wanted,
			loaded.kind === 'scene' ? stages : walkmeshStages,
			within,
			options.observer,
		);
		if (loaded.kind === 'scene') checkResult(made, within);
		walkmeshes.push(...made);
	}
	const files = context.report.failed ? [] : await exportFiles(walkmeshes, output, exporter, wanted, options, context);
	return { files: context.report.failed ? [] : files, walkmeshes: walkmeshes.map(({ walkmesh }) => walkmesh) };
}

/**
 * The exporter for an output: the one asked for, otherwise the one its ending belongs to.
 * @throws UsageError when there is none
 */
export function findExporter(output: string, registry: Registry, format?: string): Exporter {
	if (format !== undefined) return registry.exporter(format);
	const lower = output.toLowerCase();
	const found = registry.exporters.find(({ extensions }) => extensions.some((ending) => lower.endsWith(ending)));
	// Asking for the ending as if it were a format's name gives the message that lists the known ones.
	return found ?? registry.exporter(lower.replace(/^.*[./\\]/, ''));
}

/** What the name of an output says of the walkmesh in it. */
export function wantedBy(output: string): Wanted {
	const ending = /\.([wpd])(?:wk|ok)$/i.exec(output);
	const kinds: Record<string, WalkmeshKind> = { w: 'area', p: 'placeable', d: 'door' };
	const kind = ending === null ? undefined : kinds[ending[1].toLowerCase()];
	if (kind === undefined) return {};
	const state = kind === 'door' ? /([0-2])\.[^.]*$/.exec(output) : null;
	return state === null ? { kind } : { kind, doorState: DOOR_STATES[Number(state[1])] };
}

/** A scene that ends up without faces, or without ground, is hardly what anybody wanted. */
function checkResult(made: readonly LoadedWalkmesh[], { report, surfaces }: ReadContext): void {
	for (const { walkmesh } of made) {
		const faces = walkmesh.surfaces.length;
		if (faces === 0) report.add('RESULT_EMPTY', { room: walkmesh.name }, {});
		else if (walkmesh.kind === 'area' && !walkmesh.surfaces.some((surface) => isWalkable(surfaces, surface))) {
			report.add('MESH_NOT_WALKABLE', { room: walkmesh.name }, { faces });
		}
	}
}

async function exportFiles(
	walkmeshes: readonly LoadedWalkmesh[],
	output: string,
	exporter: Exporter,
	wanted: Wanted,
	options: CommonConvertOptions,
	context: ReadContext,
): Promise<OutputFile[]> {
	const { format: _, ...writeOptions } = options.write ?? {};
	if (walkmeshes.length === 0) return [];
	if (exporter.holds !== 'any' && !isOneModel(walkmeshes)) {
		const names = walkmeshes.map(({ walkmesh }) => walkmesh.name).join(', ');
		context.report.add('SEVERAL_FOR_OUTPUT', {}, { names });
		return [];
	}
	const groups = exporter.holds === 'walkmesh' ? walkmeshes.map((each) => [each]) : [walkmeshes];
	const files: OutputFile[] = [];
	for (const group of groups) {
		const path = exporter.holds === 'walkmesh' ? doorPath(output, wanted, group[0].walkmesh, groups.length) : output;
		const within = { ...context, output: path };
		files.push({ path, bytes: await exporter.write(group, writeOptions, within) });
		files.push(...(exporter.beside?.(group, within) ?? []));
	}
	return files;
}

/** True for one walkmesh, and for different states of one door. */
function isOneModel(walkmeshes: readonly LoadedWalkmesh[]): boolean {
	if (walkmeshes.length === 1) return true;
	const states = new Set(walkmeshes.map(({ walkmesh }) => walkmesh.doorState));
	const models = new Set(walkmeshes.map(({ walkmesh }) => walkmesh.name.toLowerCase()));
	return (
		walkmeshes.every(({ walkmesh }) => walkmesh.kind === 'door') &&
		states.size === walkmeshes.length &&
		models.size === 1
	);
}

/** `door.dwk` and the state `open1` make `door1.dwk`; a name that has a state keeps it. */
function doorPath(output: string, wanted: Wanted, { kind, doorState }: Walkmesh, states: number): string {
	if (kind !== 'door' || wanted.doorState !== undefined || doorState === undefined) return output;
	if (wanted.kind !== 'door' && states === 1) return output;
	return output.replace(/\.[^.]*$/, (ending) => `${DOOR_STATES.indexOf(doorState)}${ending}`);
}
