import { factsContext, LastFacts } from '../src/facts/room-facts.ts';
import { type GivenOf, given } from '../src/findings/options.ts';
import { InputError } from '../src/findings/report.ts';
import { giveTurn } from '../src/findings/turns.ts';
import {
	type InputSource,
	type LoadedWalkmesh,
	type OutputFile,
	pathOrName,
	type ReadContext,
} from '../src/formats/contracts.ts';
import type { Layout } from '../src/model/level.ts';
import { locationOf, type Walkmesh } from '../src/model/walkmesh.ts';
import { SCENE_FINDINGS } from '../src/scene/findings.ts';
import type { SpaceOption } from '../src/scene/space.ts';
import { baseName } from '../src/text/paths.ts';
import { type ExportOptions, exportFiles, findExporter, reportIdleWriting } from './export-files.ts';
import { BUILD_FINDINGS } from './findings.ts';
import {
	type ChangeOptions,
	type MeshOptions,
	type PLACE_ROOM_OPTIONS,
	RECIPE_OPTIONS,
	type ReadOptions,
	type WriteOptions,
} from './options.ts';
import { readSource } from './read.ts';
import { changeRecipe, convertRecipe, placeRecipes, type Recipe, resolveRecipe } from './recipe.ts';
import type { Registry } from './registry.ts';
import type { Stage, StageContext, StageObserver } from './stages/stage.ts';
import {
	finishWalkmeshes,
	type Gathered,
	gatherWalkmeshes,
	isOneModel,
	type NamedDoor,
	type Wanted,
	wantedBy,
} from './wanted.ts';

/** How `convert` reads, changes and writes. */
export interface ConvertOptions extends ExportOptions {
	readonly read?: ReadOptions;
	/** The stages for scenes. */
	readonly recipe: Recipe;
	/** The stages for sources that are walkmeshes already. Default: none. */
	readonly walkmeshRecipe?: Recipe;
	/** Walkmeshes stay what their header says, whatever the name of the output says. */
	readonly keepsKind?: boolean;
	/** The room that the sources make up; it gives their area walkmeshes their name. */
	readonly room?: string;
	/** Options that differ from source to source: each room of a layout is moved to its own position. */
	readonly ofSource?: (source: InputSource) => Pick<ConvertOptions, 'recipe' | 'walkmeshRecipe' | 'room'>;
	/** Given options that only affect scenes. For a source that is a walkmesh they are reported as without effect. */
	readonly sceneOptions?: readonly string[];
	readonly observer?: StageObserver;
}

/** The options of a conversion in one flat object, as users give them on the command line, in a config or to a plugin. */
export type ConversionOptions = ReadOptions &
	MeshOptions &
	Omit<GivenOf<typeof PLACE_ROOM_OPTIONS>, 'layout'> &
	ChangeOptions &
	WriteOptions & {
		/** All stages. Replaces the stages that options choose, and also applies to walkmeshes, for which the default is no stages. */
		readonly recipe?: Recipe;
	};

/**
 * Sorts the options of a conversion into the groups that `convert` takes.
 * @param names names of the output and the inputs, one of which is the name of the room in the layout
 * @throws UsageError when the layout does not have the room
 */
export function convertOptions(
	options: ConversionOptions,
	names: readonly string[],
	layout: Layout | undefined,
	registry: Registry,
): ConvertOptions {
	const place = placeRecipes(options, layout, names.map(roomName));
	const changes = changeRecipe(options);
	return {
		read: given(registry.readOptions, options),
		write: given(registry.writeOptions, options),
		recipe: [...place.scene, ...(options.recipe ?? convertRecipe(given(RECIPE_OPTIONS, options))), ...changes],
		walkmeshRecipe: [...place.walkmesh, ...(options.recipe ?? []), ...changes],
		...(layout === undefined ? {} : { layout }),
	};
}

/** `out/quay_01a.blend.glb` is looked for as `quay_01a`. */
function roomName(path: string): string {
	return baseName(path).replace(/\..*$/, '');
}

/** The result of a conversion. Nothing is written yet. */
export interface Conversion {
	/** Empty when the report holds an error. */
	readonly files: readonly OutputFile[];
	readonly walkmeshes: readonly Walkmesh[];
}

/**
 * Converts sources into the files of one output: reads, runs the recipe, derives, encodes. A `.dwk` output without a state in its
 * name becomes one file for each state of the door. No files are returned where the report holds an error.
 *
 * @param output name of the file to make; its extension selects the format and, for walkmeshes, the kind
 * @throws InputError when a source cannot be read, UsageError for unknown formats, stages or options
 *
 * @example
 * const { files } = await convert(
 * 	[bytesSource(glb, 'quay.glb')],
 * 	'quay.wok',
 * 	{ recipe: convertRecipe() },
 * 	{ report, surfaces: K1, mappings: [] },
 * 	createRegistry(),
 * );
 */
export async function convert(
	sources: readonly InputSource[],
	output: string,
	options: ConvertOptions,
	given: ReadContext,
	registry: Registry,
): Promise<Conversion> {
	const context = { ...given, checks: given.checks ?? registry.checks };
	const exporter = findExporter(output, registry, options.write?.to);
	const wanted = {
		...wantedBy(output, options.write?.to),
		...(options.keepsKind === true ? { keepsKind: true } : {}),
		output,
		one: exporter.holds !== 'any',
		apart: options.outputOf !== undefined,
		...(options.layout === undefined ? {} : { layout: options.layout }),
	};
	reportIdleWriting(options.write ?? {}, exporter, registry, context.report);
	const walkmeshes: LoadedWalkmesh[] = [];
	const scenes: NamedDoor[] = [];
	let isSeveral = false;
	for (const source of sources) {
		try {
			const { made, isScene, ...read } = await readWalkmeshes(source, wanted, options, context, registry);
			for (const each of made) walkmeshes.push(each);
			if (isScene) scenes.push({ name: source.name });
			isSeveral ||= read.isSeveral;
		} catch (error) {
			// With several sources, an unreadable one is reported and the others are still read, so that one run shows all faults.
			if (!(error instanceof InputError) || sources.length === 1) throw error;
			context.report.push(error.finding);
		}
	}
	const files = context.report.failed
		? []
		: await exportFiles(walkmeshes, { sources, scenes, isSeveral }, output, exporter, wanted, options, context);
	return { files: context.report.failed ? [] : files, walkmeshes: walkmeshes.map(({ walkmesh }) => walkmesh) };
}

/** The walkmeshes of a source after its stages. @throws InputError when it cannot be read */
async function readWalkmeshes(
	source: InputSource,
	wanted: Wanted,
	options: ConvertOptions,
	context: ReadContext,
	registry: Registry,
): Promise<{ made: readonly LoadedWalkmesh[]; isScene: boolean; isSeveral: boolean }> {
	const own = { ...options, ...options.ofSource?.(source) };
	const facts = new LastFacts();
	const report = context.report.within({ file: pathOrName(source) });
	const within = { ...context, facts, report, observer: options.observer };
	const { gathered, stages, isScene, found } = await gatherSource(source, wanted, own, context, within, registry);
	let made: readonly LoadedWalkmesh[] = await finishWalkmeshes(gathered, stages, within);
	if (isScene) made = await checkResult(made, within);
	// Writing needs the memory.
	facts.forget();
	const isSeveral = !isOneModel(isScene ? made : found);
	const { room } = own;
	if (room === undefined) return { made, isScene, isSeveral };
	const named = made.map((each) =>
		each.walkmesh.kind === 'area' ? { ...each, walkmesh: { ...each.walkmesh, name: room } } : each,
	);
	return { made: named, isScene, isSeveral };
}

/** The walkmeshes of a source before the stages over walkmeshes. It does not refer to the scene, so that the scene's memory is free by then. */
interface GatheredSource {
	readonly gathered: Gathered;
	readonly stages: readonly Stage[];
	readonly isScene: boolean;
	/** For a file of walkmeshes: all that it holds, also those that the output does not want. Empty for a scene. */
	readonly found: readonly LoadedWalkmesh[];
}

async function gatherSource(
	source: InputSource,
	wanted: Wanted,
	{ recipe, walkmeshRecipe = [], read = {}, sceneOptions = [] }: ConvertOptions,
	context: ReadContext,
	within: StageContext,
	registry: Registry,
): Promise<GatheredSource> {
	const sceneStages = resolveRecipe(recipe, registry);
	const loaded = await readSource(source, read, context, registry);
	await giveTurn(context.signal);
	const isRoomSpace = loaded.kind === 'walkmeshes' && loaded.space === 'room';
	const walkmeshStages = resolveRecipe(isRoomSpace ? fromRoomSpace(walkmeshRecipe) : walkmeshRecipe, registry);
	const placed = sceneStages.some(({ name }) => name === 'place');
	if (loaded.kind === 'scene' && !placed && (wanted.kind ?? 'area') === 'area')
		within.report.add(SCENE_FINDINGS.SPACE_ASSUMED, {}, {});
	if (isRoomSpace && !walkmeshStages.some(({ name }) => name === 'place-room'))
		within.report.add(SCENE_FINDINGS.SPACE_OF_ROOM, {}, {});
	if (loaded.kind === 'walkmeshes' && sceneOptions.length > 0)
		within.report.add(BUILD_FINDINGS.OPTION_WITHOUT_EFFECT, {}, { options: sceneOptions.join(', ') });
	const isScene = loaded.kind === 'scene';
	const stages = isScene ? sceneStages : walkmeshStages;
	const gathered = await gatherWalkmeshes(loaded, wanted, stages, within);
	return { gathered, stages, isScene, found: isScene ? [] : loaded.walkmeshes };
}

/** The recipe for walkmeshes that are known to be in room space: `place-room` uses that space unless another one is given. */
function fromRoomSpace(recipe: Recipe): Recipe {
	return recipe.map((step) => {
		if (!Array.isArray(step) || step[0] !== 'place-room') return step;
		const options = step[1] as { readonly space?: SpaceOption };
		return options.space === undefined || options.space === 'auto' ? [step[0], { ...options, space: 'room' }] : step;
	});
}

/** Warns of a result without faces or without ground, and runs further checks. @returns the walkmeshes, with facts that writing uses again */
async function checkResult(
	made: readonly LoadedWalkmesh[],
	{ report, surfaces, facts, checks, signal }: ReadContext & { readonly facts: LastFacts },
): Promise<LoadedWalkmesh[]> {
	const checked: LoadedWalkmesh[] = [];
	for (const each of made) {
		await giveTurn(signal);
		const { walkmesh } = each;
		const within = report.within(locationOf(walkmesh));
		if (walkmesh.surfaces.length === 0) within.add(BUILD_FINDINGS.RESULT_EMPTY, {}, {});
		else await checks?.checkMade(factsContext(facts.of(walkmesh, surfaces), within));
		checked.push({ ...each, ...facts.linksOf(walkmesh) });
	}
	return checked;
}
