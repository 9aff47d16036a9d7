import { factsContext, LastFacts } from '../src/check/context.ts';
import { GROUND_CHECKS, runMeshChecks } from '../src/check/mesh.ts';
import { InputError } from '../src/findings/report.ts';
import type { InputSource, LoadedWalkmesh, ReadContext } from '../src/formats/contracts.ts';
import type { OutputFile } from '../src/formats/sources.ts';
import type { Layout } from '../src/level/level.ts';
import { type GivenOf, given } from '../src/options/options.ts';
import { SCENE_FINDINGS } from '../src/scene/findings.ts';
import type { SpaceOption } from '../src/walkmesh/transform.ts';
import type { Walkmesh } from '../src/walkmesh/walkmesh.ts';
import type { NamedDoor } from './door-outputs.ts';
import { type ExportOptions, exportFiles, findExporter, reportIdleWriting } from './export-files.ts';
import { BUILD_FINDINGS } from './findings.ts';
import type { ChangeOptions, MeshOptions, PLACE_ROOM_OPTIONS, ReadOptions, WriteOptions } from './options.ts';
import { readSource } from './read.ts';
import { changeRecipe, convertRecipe, placeRecipes, type Recipe, resolveRecipe, type StageObserver } from './recipe.ts';
import type { Registry } from './registry.ts';
import type { Stage, StageContext } from './stage.ts';
import { finishWalkmeshes, type Gathered, gatherWalkmeshes, isOneModel, type Wanted, wantedBy } from './wanted.ts';

export interface ConvertOptions extends ExportOptions {
	readonly read?: ReadOptions;
	/** What scenes go through on their way. */
	readonly recipe: Recipe;
	/** What walkmeshes that were read as such go through; nothing by default. */
	readonly walkmeshRecipe?: Recipe;
	/** Which room the sources are; their area walkmeshes are called like it. */
	readonly room?: string;
	/** What is not the same for all sources: each room of a layout is put at its own position. */
	readonly ofSource?: (source: InputSource) => Pick<ConvertOptions, 'recipe' | 'walkmeshRecipe' | 'room'>;
	/** Names of options that were given and only concern scenes: said to be idle where a walkmesh comes in. */
	readonly sceneOptions?: readonly string[];
	readonly observer?: StageObserver;
}

/** The options of a conversion as users give them, one beside the other: on the command line, in a config, to a host. */
export type ConversionOptions = ReadOptions &
	MeshOptions &
	Omit<GivenOf<typeof PLACE_ROOM_OPTIONS>, 'layout'> &
	ChangeOptions &
	WriteOptions & {
		/** All stages, instead of those that the options stand for; also for walkmeshes, which nothing is done to otherwise. */
		readonly recipe?: Recipe;
	};

/**
 * The options of a conversion in the groups that `convert` takes.
 * @param names of the output and the inputs, for the room of the layout
 * @throws UsageError when the layout does not have the room
 */
export function convertOptions(
	options: ConversionOptions,
	names: readonly string[],
	layout: Layout | undefined,
	registry: Registry,
): ConvertOptions {
	const place = placeRecipes(options, layout, names.map(baseName));
	const changes = changeRecipe(options);
	return {
		read: given(registry.readOptions, options),
		write: given(registry.writeOptions, options),
		recipe: [...place.scene, ...(options.recipe ?? convertRecipe(options)), ...changes],
		walkmeshRecipe: [...place.walkmesh, ...(options.recipe ?? []), ...changes],
		...(layout === undefined ? {} : { layout }),
	};
}

function baseName(path: string): string {
	return path.replace(/^.*[/\\]/, '').replace(/\..*$/, '');
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
	context: ReadContext,
	registry: Registry,
): Promise<Conversion> {
	const exporter = findExporter(output, registry, options.write?.to);
	const wanted = {
		...wantedBy(output, options.write?.to),
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
			// Of several, all are looked at before anybody has to look again.
			if (!(error instanceof InputError) || sources.length === 1) throw error;
			context.report.push(error.finding);
		}
	}
	const files = context.report.failed
		? []
		: await exportFiles(walkmeshes, { sources, scenes, isSeveral }, output, exporter, wanted, options, context);
	return { files: context.report.failed ? [] : files, walkmeshes: walkmeshes.map(({ walkmesh }) => walkmesh) };
}

/** What a source holds, after the recipe. @throws InputError when it cannot be read */
async function readWalkmeshes(
	source: InputSource,
	wanted: Wanted,
	options: ConvertOptions,
	context: ReadContext,
	registry: Registry,
): Promise<{ made: readonly LoadedWalkmesh[]; isScene: boolean; isSeveral: boolean }> {
	const own = { ...options, ...options.ofSource?.(source) };
	const facts = new LastFacts();
	const within = { ...context, facts, report: context.report.within({ file: source.path ?? source.fileName }) };
	const { gathered, stages, isScene, found } = await gatherSource(source, wanted, own, context, within, registry);
	let made: readonly LoadedWalkmesh[] = await finishWalkmeshes(gathered, stages, within, options.observer);
	if (isScene) made = checkResult(made, within);
	// What is to be written needs the memory.
	facts.forget();
	const isSeveral = !isOneModel(isScene ? made : found);
	const { room } = own;
	if (room === undefined) return { made, isScene, isSeveral };
	const named = made.map((each) =>
		each.walkmesh.kind === 'area' ? { ...each, walkmesh: { ...each.walkmesh, name: room } } : each,
	);
	return { made: named, isScene, isSeveral };
}

/** The walkmeshes of a source, before its stages over walkmeshes. A scene takes as much memory as these stages: nothing holds it when they run. */
interface GatheredSource {
	readonly gathered: Gathered;
	readonly stages: readonly Stage[];
	readonly isScene: boolean;
	/** Of a file of walkmeshes all that it holds, wanted or not. */
	readonly found: readonly LoadedWalkmesh[];
}

async function gatherSource(
	source: InputSource,
	wanted: Wanted,
	{ recipe, walkmeshRecipe = [], read = {}, sceneOptions = [], observer }: ConvertOptions,
	context: ReadContext,
	within: StageContext,
	registry: Registry,
): Promise<GatheredSource> {
	const sceneStages = resolveRecipe(recipe, registry);
	const loaded = await readSource(source, read, context, registry);
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
	const gathered = await gatherWalkmeshes(loaded, wanted, stages, within, observer);
	return { gathered, stages, isScene, found: isScene ? [] : loaded.walkmeshes };
}

/** A recipe for walkmeshes of which is known that they lie in room space, where nobody says otherwise. */
function fromRoomSpace(recipe: Recipe): Recipe {
	return recipe.map((step) => {
		if (!Array.isArray(step) || step[0] !== 'place-room') return step;
		const options = step[1] as { readonly space?: SpaceOption };
		return options.space === undefined || options.space === 'auto' ? [step[0], { ...options, space: 'room' }] : step;
	});
}

/** A scene that ends up without faces, or without ground, is hardly what anybody wanted. @returns the walkmeshes with what was found out about them */
function checkResult(
	made: readonly LoadedWalkmesh[],
	{ report, surfaces, facts }: ReadContext & { readonly facts: LastFacts },
): LoadedWalkmesh[] {
	return made.map((each) => {
		const { walkmesh } = each;
		const within = report.within({ room: walkmesh.name });
		if (walkmesh.surfaces.length === 0) within.add(BUILD_FINDINGS.RESULT_EMPTY, {}, {});
		else
			runMeshChecks(factsContext(facts.of(walkmesh, surfaces), within), {}, [
				'content',
				'cracks',
				...GROUND_CHECKS,
				'islands',
			]);
		return { ...each, ...facts.linksOf(walkmesh) };
	});
}
