import { checkContext } from '../src/check/context.ts';
import { GROUND_CHECKS, runMeshChecks } from '../src/check/mesh.ts';
import { InputError, type Report, UsageError } from '../src/findings/report.ts';
import type {
	Exporter,
	InputSource,
	Loaded,
	LoadedWalkmesh,
	ReadContext,
	WriteContext,
} from '../src/formats/contracts.ts';
import type { OutputFile } from '../src/formats/sources.ts';
import type { Layout } from '../src/level/level.ts';
import { Markers } from '../src/level/markers.ts';
import { withMargins } from '../src/mdl/tree.ts';
import { groupBy } from '../src/mesh/group-by.ts';
import { ZERO } from '../src/mesh/vec3.ts';
import { type GivenOf, given } from '../src/options/options.ts';
import { assembleScene, assembleWhole, mergeParts } from '../src/scene/assemble.ts';
import { SCENE_FINDINGS } from '../src/scene/findings.ts';
import { namedRooms } from '../src/scene/named-rooms.ts';
import { hasHooks } from '../src/scene/roles.ts';
import type { Scene } from '../src/scene/scene.ts';
import type { Space, SpaceOption } from '../src/walkmesh/transform.ts';
import { DOOR_STATES, type DoorState, NO_HOOKS, type Walkmesh, type WalkmeshKind } from '../src/walkmesh/walkmesh.ts';
import {
	chooseState,
	type NamedDoor,
	outputStem,
	stateFileName,
	stateInName,
	stateOfOutput,
	statesOf,
} from './door-outputs.ts';
import { BUILD_FINDINGS } from './findings.ts';
import type { ChangeOptions, MeshOptions, PLACE_ROOM_OPTIONS, ReadOptions, WriteOptions } from './options.ts';
import { readSource } from './read.ts';
import {
	changeRecipe,
	convertRecipe,
	placeRecipes,
	type Recipe,
	resolveRecipe,
	runStages,
	type StageObserver,
	stagesOf,
} from './recipe.ts';
import { hasExtension, type Registry } from './registry.ts';
import type { Stage, StageContext } from './stage.ts';

/** `door walkmesh (closed) "gate"` */
export function describeWalkmesh({ name, kind, doorState }: Partial<Walkmesh> & { kind: WalkmeshKind }): string {
	const state = kind === 'door' && doorState !== undefined ? ` (${doorState})` : '';
	const what = `${kind} walkmesh${state}`;
	return name === undefined || name === '' ? what : `${what} "${name}"`;
}

/** Tells of doors that do not have all three states. */
export function reportDoorStates(walkmeshes: readonly Walkmesh[], report: Report): void {
	const doors = new Map<string, { name: string; states: Set<DoorState> }>();
	for (const { kind, name, doorState } of walkmeshes) {
		if (kind !== 'door') continue;
		const key = name.toLowerCase();
		const door = doors.get(key) ?? { name, states: new Set() };
		door.states.add(doorState ?? 'closed');
		doors.set(key, door);
	}
	for (const { name, states } of doors.values()) {
		const missing = DOOR_STATES.filter((state) => !states.has(state)).join(', ');
		if (missing !== '') report.add(BUILD_FINDINGS.DOOR_STATE_MISSING, { room: name }, { name, missing });
	}
}

/** What an output can hold, as far as its name tells. */
export interface Wanted {
	/** `.wok`, `.pwk`, `.dwk`; undefined where the format holds any. */
	readonly kind?: WalkmeshKind;
	/** `door1.dwk` wants one state only, unless `door1` is the name of the model. */
	readonly doorState?: DoorState;
	/** Name of the file, which says whether the digit of a door state is that. */
	readonly output?: string;
	/** The output holds one model, so the area is taken where the scene has one, and objects are left. */
	readonly one?: boolean;
	/** Each model has an output of its own, so the rooms of a level stay apart. */
	readonly apart?: boolean;
	/** Tells the rooms that markers name. */
	readonly layout?: Layout;
}

/**
 * Makes walkmeshes of what was read. Scenes go through the stages: those over scenes, then the parts are gathered, then those over
 * walkmeshes. Walkmeshes only go through the latter, so nothing happens to them without stages.
 */
export async function toWalkmeshes(
	loaded: Loaded,
	wanted: Wanted,
	stages: readonly Stage[],
	context: StageContext,
	observer: StageObserver = {},
): Promise<LoadedWalkmesh[]> {
	if (loaded.kind === 'walkmeshes') {
		const fitting = ofKind(loaded.walkmeshes, wanted, context);
		const found = fitting.map(({ walkmesh }) => walkmesh);
		const doors = found.filter(({ kind }) => kind === 'door');
		const decided = withDoorState(wanted, doors.length > 0 ? doors : found, context);
		const asked = fitting.flatMap((each) => asKind(each, decided, context) ?? []);
		return Promise.all(asked.map((each) => changeWalkmesh(each, loaded.space, stages, context, observer)));
	}
	const scene = await runStages(loaded.scene, stagesOf(stages, 'scene'), context, observer);
	const markers = new Markers(scene, wanted.layout, context.report);
	const walkmeshes: LoadedWalkmesh[] = [];
	for (const { walkmesh: gathered, placements } of gather(scene, wanted, context)) {
		const within = { ...context, report: context.report.within({ room: gathered.name }) };
		const walkmesh = await runStages(gathered, stagesOf(stages, 'walkmesh'), within, observer);
		if (walkmesh.kind === 'area') walkmeshes.push({ walkmesh: markers.apply(walkmesh, context.surfaces) });
		else walkmeshes.push({ walkmesh, ...(placements === undefined ? {} : { placements }) });
	}
	if (walkmeshes.some(({ walkmesh }) => walkmesh.kind === 'area')) markers.finish(context.report);
	return walkmeshes;
}

/**
 * Of the walkmeshes of one file those of the kind that the output wants, if there are any; the others are reported as left. As of a scene, an
 * output of one model and no kind takes the ground.
 */
function ofKind(found: readonly LoadedWalkmesh[], wanted: Wanted, { report }: StageContext): readonly LoadedWalkmesh[] {
	const kind = wanted.kind ?? (wanted.one === true && !isOneModel(found) ? 'area' : undefined);
	const fitting = found.filter(({ walkmesh }) => walkmesh.kind === kind);
	if (fitting.length === 0 || fitting.length === found.length) return found;
	const left = found.filter((each) => !fitting.includes(each)).map(({ walkmesh }) => describeWalkmesh(walkmesh));
	report.add(BUILD_FINDINGS.OBJECTS_LEFT, {}, { count: left.length, names: left.join(', ') });
	return fitting;
}

/** With the state that the output holds, which depends on what the input does. */
function withDoorState(wanted: Wanted, doors: readonly NamedDoor[], { report }: StageContext): Wanted {
	const { doorState, ...rest } = wanted;
	if (doorState === undefined || wanted.output === undefined) return wanted;
	const state = chooseState(wanted.output, doors, report);
	return state === undefined ? rest : { ...rest, doorState: state };
}

/** Runs stages that were asked for over a walkmesh from a file. Its tables and its tree hold no longer once anything changed. */
async function changeWalkmesh(
	loaded: LoadedWalkmesh,
	space: Space | undefined,
	stages: readonly Stage[],
	context: StageContext,
	observer: StageObserver,
): Promise<LoadedWalkmesh> {
	const within = { ...context, report: context.report.within({ room: loaded.walkmesh.name }) };
	const walkmesh = await runStages(loaded.walkmesh, stagesOf(stages, 'walkmesh'), within, observer);
	if (walkmesh === loaded.walkmesh) return loaded;
	// A room that is only put in its place keeps the tree of its model.
	const isPlaced = space === 'room' && stages.every(({ name }) => name === 'place-room');
	return loaded.tree === undefined || !isPlaced ? { walkmesh } : { walkmesh, tree: withMargins(loaded.tree, walkmesh) };
}

/** The walkmeshes of a scene that the output wants; what it leaves is reported. */
function gather(scene: Scene, asked: Wanted, context: StageContext): LoadedWalkmesh[] {
	const { report } = context;
	const holdsArea = scene.parts.some(({ kind }) => kind === 'area');
	const holdsObjects = scene.parts.some(({ kind }) => kind !== 'area');
	if (holdsArea && !holdsObjects && asked.kind !== undefined && asked.kind !== 'area') {
		const decided = withDoorState(asked, [{ name: scene.name }], context);
		const whole = wholeAs(scene, decided, report);
		return whole === undefined ? [] : [{ walkmesh: whole }];
	}
	const { area, objects, placements } = assembleScene(scene, report);
	const all = area === undefined ? objects : [area, ...objects];
	const placed = (walkmesh: Walkmesh): LoadedWalkmesh => {
		const own = placements.filter(({ kind, model }) => kind === walkmesh.kind && model === walkmesh.name);
		return own.length === 0 ? { walkmesh } : { walkmesh, placements: own.map(({ node: _, ...place }) => place) };
	};
	if (asked.kind === undefined && (asked.one !== true || area === undefined)) {
		reportDoorStates(all, report);
		return all.map(placed);
	}
	const doors = [...all.filter(({ kind }) => kind === 'door'), { name: scene.name }];
	const wanted = { ...withDoorState(asked, doors, context), kind: asked.kind ?? 'area' };
	const fitting = all.filter(
		({ kind, doorState }) => kind === wanted.kind && (wanted.doorState === undefined || doorState === wanted.doorState),
	);
	if (fitting.length === 0) {
		const found = all.map(describeWalkmesh).join(', ') || 'no geometry';
		report.add(BUILD_FINDINGS.NOTHING_FOR_OUTPUT, {}, { wanted: describeWalkmesh(wanted), found });
	}
	if (wanted.doorState === undefined) reportDoorStates(fitting, report);
	const left = all.filter((mesh) => !fitting.includes(mesh));
	if (fitting.length > 0 && left.length > 0) {
		report.add(BUILD_FINDINGS.OBJECTS_LEFT, {}, { count: left.length, names: left.map(describeWalkmesh).join(', ') });
	}
	if (area === undefined || !fitting.includes(area)) return fitting.map(placed);
	return asked.apart === true ? groundApart(scene, area) : groundJoined(scene, area, report);
}

/** The ground of each room of a level as a walkmesh of its own; that of no room goes by the name of the scene. */
function groundApart(scene: Scene, whole: Walkmesh): LoadedWalkmesh[] {
	const rooms = namedRooms(scene);
	if (rooms.length < 2) return [{ walkmesh: whole }];
	const inRooms = new Set(rooms.flatMap(({ parts }) => parts));
	const rest = scene.parts.filter((part) => part.kind === 'area' && !inRooms.has(part));
	const all = rest.length === 0 ? rooms : [...rooms, { name: scene.name, parts: rest }];
	return all.map(({ name, parts }) => ({ walkmesh: mergeParts(parts, ZERO, { name }) }));
}

function groundJoined(scene: Scene, whole: Walkmesh, report: Report): LoadedWalkmesh[] {
	const names = namedRooms(scene).map(({ name }) => name);
	if (names.length > 1) report.add(BUILD_FINDINGS.ROOMS_JOINED, {}, { count: names.length, names: names.join(', ') });
	return [{ walkmesh: whole }];
}

/** A scene whose names say nothing of placeables or doors, wanted as one: everything in it is taken for that. */
function wholeAs(scene: Scene, wanted: Wanted, report: StageContext['report']): Walkmesh | undefined {
	if (wanted.kind === 'door' && wanted.doorState === undefined) {
		report.add(
			BUILD_FINDINGS.NOTHING_FOR_OUTPUT,
			{},
			{ wanted: 'door with its states', found: 'geometry without door states' },
		);
		return undefined;
	}
	report.add(
		BUILD_FINDINGS.KIND_ASSUMED,
		{},
		{ kind: describeWalkmesh({ kind: wanted.kind as WalkmeshKind, ...wanted }) },
	);
	const { doorState, output = '' } = wanted;
	const stem = outputStem(output);
	if (doorState !== undefined && stem.slice(0, -1).toLowerCase() !== scene.name.toLowerCase())
		report.add(BUILD_FINDINGS.DOOR_STATE_ASSUMED, {}, { stem, state: doorState });
	return assembleWhole(scene, wanted.kind as WalkmeshKind, doorState, report);
}

/** A walkmesh as the kind that the output wants; what cannot go along, and what the other kind means otherwise, is told. */
function asKind(loaded: LoadedWalkmesh, wanted: Wanted, { report }: StageContext): LoadedWalkmesh | undefined {
	const { walkmesh } = loaded;
	const { kind = walkmesh.kind, doorState } = wanted;
	if (kind === walkmesh.kind) {
		if (doorState === undefined || doorState === walkmesh.doorState) return loaded;
		return { ...loaded, walkmesh: { ...walkmesh, doorState } };
	}
	const { name } = walkmesh;
	if (kind === 'door' && doorState === undefined) {
		report.add(BUILD_FINDINGS.DOOR_STATE_NEEDED, { room: name }, { name });
		return undefined;
	}
	const { doorState: _, ...rest } = walkmesh;
	const changed: Walkmesh = { ...rest, kind, ...(doorState === undefined ? {} : { doorState }) };
	// Placeables and doors share one binary form and one space.
	if (kind !== 'area' && walkmesh.kind !== 'area')
		return { walkmesh: changed, ...(loaded.file === undefined ? {} : { file: loaded.file }) };
	report.add(
		BUILD_FINDINGS.KIND_SPACE_KEPT,
		{ room: name },
		{ from: describeWalkmesh({ kind: walkmesh.kind }), to: describeWalkmesh({ kind }) },
	);
	if (kind === 'area') {
		if (hasHooks(walkmesh.hooks)) report.add(BUILD_FINDINGS.HOOKS_DROPPED, { room: name }, {});
		return { walkmesh: { ...changed, hooks: NO_HOOKS } };
	}
	const links = walkmesh.transitions.reduce((sum, room) => sum + (room < 0 ? 0 : 1), 0);
	if (links === 0) return { walkmesh: changed };
	report.add(BUILD_FINDINGS.LINKS_DROPPED, { room: name }, { count: links });
	return { walkmesh: { ...changed, transitions: new Int32Array(walkmesh.faces.length).fill(-1) } };
}

export interface ConvertOptions {
	readonly read?: ReadOptions;
	readonly write?: WriteOptions;
	/** What scenes go through on their way. */
	readonly recipe: Recipe;
	/** What walkmeshes that were read as such go through; nothing by default. */
	readonly walkmeshRecipe?: Recipe;
	/** Which room the sources are; their area walkmeshes are called like it. */
	readonly room?: string;
	/** What is not the same for all sources: each room of a layout is put at its own position. */
	readonly ofSource?: (source: InputSource) => Pick<ConvertOptions, 'recipe' | 'walkmeshRecipe' | 'room'>;
	/** Tells the rooms that markers of transitions name. */
	readonly layout?: Layout;
	/** Where a model goes of an input that holds several, such as the rooms of a level: a file of its own. Without it, such an input is an error. */
	readonly outputOf?: (model: string) => string;
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
): Promise<{ made: LoadedWalkmesh[]; isScene: boolean; isSeveral: boolean }> {
	const { recipe, walkmeshRecipe = [], room } = options.ofSource?.(source) ?? options;
	const stages = resolveRecipe(recipe, registry);
	const within = { ...context, report: context.report.within({ file: source.path ?? source.fileName }) };
	const loaded = await readSource(source, options.read ?? {}, context, registry);
	const isRoomSpace = loaded.kind === 'walkmeshes' && loaded.space === 'room';
	const walkmeshStages = resolveRecipe(isRoomSpace ? fromRoomSpace(walkmeshRecipe) : walkmeshRecipe, registry);
	const placed = stages.some(({ name }) => name === 'place');
	if (loaded.kind === 'scene' && !placed && (wanted.kind ?? 'area') === 'area')
		within.report.add(SCENE_FINDINGS.SPACE_ASSUMED, {}, {});
	if (isRoomSpace && !walkmeshStages.some(({ name }) => name === 'place-room'))
		within.report.add(SCENE_FINDINGS.SPACE_OF_ROOM, {}, {});
	if (loaded.kind === 'walkmeshes' && options.sceneOptions !== undefined && options.sceneOptions.length > 0) {
		within.report.add(BUILD_FINDINGS.OPTION_WITHOUT_EFFECT, {}, { options: options.sceneOptions.join(', ') });
	}
	const made = await toWalkmeshes(
		loaded,
		wanted,
		loaded.kind === 'scene' ? stages : walkmeshStages,
		within,
		options.observer,
	);
	if (loaded.kind === 'scene') checkResult(made, within);
	const isScene = loaded.kind === 'scene';
	const isSeveral = !isOneModel(loaded.kind === 'scene' ? made : loaded.walkmeshes);
	if (room === undefined) return { made, isScene, isSeveral };
	const named = made.map((each) =>
		each.walkmesh.kind === 'area' ? { ...each, walkmesh: { ...each.walkmesh, name: room } } : each,
	);
	return { made: named, isScene, isSeveral };
}

/** A recipe for walkmeshes of which is known that they lie in room space, where nobody says otherwise. */
function fromRoomSpace(recipe: Recipe): Recipe {
	return recipe.map((step) => {
		if (!Array.isArray(step) || step[0] !== 'place-room') return step;
		const options = step[1] as { readonly space?: SpaceOption };
		return options.space === undefined || options.space === 'auto' ? [step[0], { ...options, space: 'room' }] : step;
	});
}

/**
 * The exporter for an output: the one asked for, otherwise the one its ending belongs to.
 * @throws UsageError when there is none
 */
export function findExporter(output: string, registry: Registry, format?: string | undefined): Exporter {
	if (format !== undefined) return registry.exporter(format);
	const found = registry.exporters.find((exporter) => hasExtension(output, exporter));
	if (found !== undefined) return found;
	const extension = /\.[^./\\]*$/.exec(output)?.[0];
	const what =
		extension === undefined
			? `"${output}" has no file extension.`
			: `"${output}": wokflow does not write ${extension} files.`;
	const known = [...new Set(registry.exporters.flatMap(({ extensions }) => extensions))];
	throw new UsageError(`${what} Use ${known.join(', ')}.`);
}

/** Tells of options about writing that the format of the output does not have. */
function reportIdleWriting(write: WriteOptions, exporter: Exporter, { exporters }: Registry, report: Report): void {
	const { to: _, ...options } = write;
	const has = ({ options: own = {} }: Exporter, option: string): boolean => Object.hasOwn(own, option);
	for (const option of Object.keys(options)) {
		if (has(exporter, option)) continue;
		const formats = exporters.filter((each) => has(each, option)).map(({ name }) => name);
		const data = { option, format: exporter.name, formats: formats.join(', ') };
		report.add(BUILD_FINDINGS.WRITE_OPTION_WITHOUT_EFFECT, {}, data);
	}
}

/** What the name of an output says of the walkmesh in it, or a format that is named by its extension. */
export function wantedBy(output: string, format = ''): Wanted {
	const ending = /\.([wpd])(?:wk|ok)$/i.exec(output) ?? /^([wpd])(?:wk|ok)$/i.exec(format);
	const kinds: Record<string, WalkmeshKind> = { w: 'area', p: 'placeable', d: 'door' };
	const kind = ending === null ? undefined : kinds[ending[1].toLowerCase()];
	if (kind === undefined) return {};
	const state = kind === 'door' ? stateInName(output) : undefined;
	return state === undefined ? { kind } : { kind, doorState: state };
}

/** A scene that ends up without faces, or without ground, is hardly what anybody wanted. */
function checkResult(made: readonly LoadedWalkmesh[], { report, surfaces }: ReadContext): void {
	for (const { walkmesh } of made) {
		const within = report.within({ room: walkmesh.name });
		if (walkmesh.surfaces.length === 0) within.add(BUILD_FINDINGS.RESULT_EMPTY, {}, {});
		else
			runMeshChecks(checkContext(walkmesh, surfaces, within), {}, ['content', 'cracks', ...GROUND_CHECKS, 'islands']);
	}
}

/** What was read. */
interface ReadSources {
	readonly sources: readonly InputSource[];
	/** Those that were scenes, which doors may be called after. */
	readonly scenes: readonly NamedDoor[];
	/** A source holds several models, of whatever kind. */
	readonly isSeveral: boolean;
}

async function exportFiles(
	walkmeshes: readonly LoadedWalkmesh[],
	{ sources, scenes, ...read }: ReadSources,
	output: string,
	exporter: Exporter,
	wanted: Wanted,
	{ write = {}, layout, outputOf }: ConvertOptions,
	context: ReadContext,
): Promise<OutputFile[]> {
	if (walkmeshes.length === 0) return [];
	const isOne = exporter.holds === 'any' || isOneModel(walkmeshes);
	if (!isOne && outputOf === undefined) {
		reportSeveral(walkmeshes, sources, exporter, context.report);
		return [];
	}
	const pathOf = (first: LoadedWalkmesh): string => {
		const { name, kind, doorState } = first.walkmesh;
		if (outputOf !== undefined && exporter.holds !== 'any' && read.isSeveral)
			return kind === 'door' && exporter.holds === 'walkmesh'
				? stateFileName(outputOf(name), doorState ?? 'closed')
				: outputOf(name);
		return exporter.holds === 'walkmesh'
			? doorPath(output, wanted, [...walkmeshes.map(({ walkmesh }) => walkmesh), ...scenes], first)
			: output;
	};
	const roomNames = layout?.rooms.map(({ model }) => model);
	const roomPositions = layout?.rooms.map(({ position }) => position);
	const within = {
		...context,
		...(roomNames === undefined ? {} : { roomNames }),
		...(roomPositions === undefined ? {} : { roomPositions }),
	};
	return writeGroups(walkmeshes, exporter, write, pathOf, within);
}

/**
 * The files of some walkmeshes: one each or one for all, as the exporter has it, and what belongs beside them.
 * @param pathOf the path of a file by its first walkmesh
 */
export async function writeGroups(
	walkmeshes: readonly LoadedWalkmesh[],
	exporter: Exporter,
	options: WriteOptions,
	pathOf: (first: LoadedWalkmesh) => string,
	context: Omit<WriteContext, 'output'>,
): Promise<OutputFile[]> {
	const groups = groupsOf(walkmeshes, exporter);
	const files: OutputFile[] = [];
	for (const group of groups) {
		const path = pathOf(group[0]);
		const within = { ...context, output: path };
		files.push({ path, bytes: await exporter.write(group, given(exporter.options ?? {}, options), within) });
		files.push(...(exporter.beside?.(group, within) ?? []));
	}
	return files;
}

/** The walkmeshes of each file. */
function groupsOf(walkmeshes: readonly LoadedWalkmesh[], { holds }: Exporter): readonly (readonly LoadedWalkmesh[])[] {
	if (holds === 'walkmesh') return walkmeshes.map((each) => [each]);
	if (holds === 'any') return [walkmeshes];
	return [...groupBy(walkmeshes, ({ walkmesh: { kind, name } }) => `${kind} ${name.toLowerCase()}`).values()];
}

/** What can be done depends on where the walkmeshes come from: of one file, one can be chosen. */
function reportSeveral(
	walkmeshes: readonly LoadedWalkmesh[],
	sources: readonly InputSource[],
	exporter: Exporter,
	report: Report,
): void {
	const names = [...new Set(walkmeshes.map(({ walkmesh }) => walkmesh.name))];
	const [{ walkmesh: first }] = walkmeshes;
	const [source] = sources;
	const file = sources.length === 1 ? { file: source.path ?? source.fileName } : {};
	const data = {
		names: names.join(', '),
		count: names.length,
		extension:
			exporter.extensions.find((extension) => wantedBy(`a${extension}`).kind === first.kind) ?? exporter.extensions[0],
		...(sources.length === 1 ? { first: first.name } : {}),
	};
	report.add(BUILD_FINDINGS.SEVERAL_FOR_OUTPUT, file, data);
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

/** A door's file is called after its state, unless the name of the output has it. @param doors what the input holds of doors */
function doorPath(
	output: string,
	wanted: Wanted,
	doors: readonly NamedDoor[],
	{ walkmesh: { kind, doorState } }: LoadedWalkmesh,
): string {
	if (kind !== 'door' || doorState === undefined) return output;
	if (wanted.kind !== 'door' && statesOf(doors).length === 1) return output;
	const isNamed = wanted.doorState !== undefined && stateOfOutput(output, doors) !== undefined;
	return isNamed ? output : stateFileName(output, doorState);
}
