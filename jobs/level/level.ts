import { checkPositions } from '../../check/rooms/positions.ts';
import { RESULT_CHECKS } from '../../check/stages.ts';
import { layoutOfRooms, roomsOfScene, roomWalkmesh } from '../../level/rooms/from-scene.ts';
import { movedModels, placeObjects } from '../../level/rooms/placements.ts';
import type { RoomOptions } from '../../level/rooms/room-nodes.ts';
import { BUILD_FINDINGS } from '../../pipeline/findings.ts';
import type { ReadOptions } from '../../pipeline/options.ts';
import { readSource } from '../../pipeline/read.ts';
import { type Recipe, resolveRecipe, runStages, stagesOf, withCheckedNames } from '../../pipeline/recipe.ts';
import type { Registry } from '../../pipeline/registry.ts';
import type { Stage, StageContext, StageObserver } from '../../pipeline/stages/stage.ts';
import { describeWalkmesh, reportDoorStates } from '../../pipeline/wanted.ts';
import { KnownRooms, LastFacts } from '../../src/facts/room-facts.ts';
import type { Report } from '../../src/findings/report.ts';
import {
	type InputSource,
	type Loaded,
	pathOrName,
	type ReadContext,
	type RoomFiles,
} from '../../src/formats/contracts.ts';
import { checkLayoutRooms, checkReadRooms } from '../../src/formats/limits.ts';
import { checkFarGround } from '../../src/geometry/transform.ts';
import { ZERO } from '../../src/math/vec3.ts';
import { type Layout, type Level, type ObjectPlacement, PLACEHOLDER_ROOM, type Room } from '../../src/model/level.ts';
import { locationOf, type Walkmesh } from '../../src/model/walkmesh.ts';
import { assembleScene, objectsOfScene } from '../../src/scene/assemble.ts';
import { distinctObjects, type FoundObject } from '../../src/scene/roles.ts';
import type { Scene } from '../../src/scene/scene.ts';
import { groundBounds, placeScene, placeWalkmesh, type SpaceOption } from '../../src/scene/space.ts';
import { ROOMS_FINDINGS } from '../../src/seams/findings.ts';
import { Markers } from '../../src/seams/markers.ts';
import { checkLevelName, checkRoomFiles, readLayoutFiles } from '../files/layout-file.ts';
import { LEVEL_FILE_FINDINGS } from '../files/level-findings.ts';
import { gitBeside } from './area-files.ts';
import { findUnlistedRooms } from './unlisted-rooms.ts';

/**
 * Makes a level of one scene with a node for each room: rooms by pattern, extras or top level, each through the walkmesh stages
 * of the recipe; the positions of the nodes make the layout. Doors and placeables found in the scene become the level's objects.
 *
 * @returns rooms not yet linked: transitions come from colours and markers only
 * @throws InputError for too many rooms; the reason of the context's signal when it is aborted
 *
 * @example
 * const context = { report, surfaces: K1, mappings: [] };
 * const quay = await levelFromScene(scene, { roomPattern: 'quay_*' }, [weld(), sort()], context);
 * console.log(quay.rooms.map(({ name }) => name));
 */
export async function levelFromScene(
	scene: Scene,
	options: RoomOptions,
	stages: readonly Stage[],
	context: StageContext,
): Promise<Level> {
	const { scene: prepared, layout, markers, ...modelled } = await splitScene(scene, options, stages, context);
	const rooms: { name: string; walkmesh: Walkmesh }[] = [];
	for (const room of modelled.rooms) {
		const cleaned = await cleanWalkmesh(room, stages, context);
		rooms.push({ name: room.name, walkmesh: markers.apply(cleaned, context.surfaces) });
	}
	markers.finish(context.report);
	const objects: Walkmesh[] = [];
	for (const object of modelled.objects) objects.push(await cleanWalkmesh(object, stages, context));
	return { name: prepared.name, layout, rooms, objects };
}

/** A scene after its stages, its rooms and objects as they were modelled, and the layout that the rooms make. */
export interface SplitScene {
	readonly scene: Scene;
	readonly rooms: readonly Walkmesh[];
	readonly objects: readonly Walkmesh[];
	readonly layout: Layout;
	/** Reports markers of unknown rooms. */
	readonly markers: Markers;
}

/** Tells the rooms and objects of a scene apart, and reports what is wrong with them as a whole. */
export async function splitScene(
	whole: Scene,
	options: RoomOptions,
	stages: readonly Stage[],
	context: StageContext,
): Promise<SplitScene> {
	const { report } = context;
	const scene = await runStages(whole, stagesOf(stages, 'scene'), context);
	const rooms = roomsOfScene(scene, options, report, context.surfaces);
	if (rooms.length === 0) report.add(ROOMS_FINDINGS.LEVEL_WITHOUT_ROOMS, {}, { hasLeft: scene.hasLeft === true });
	const { objects, placements } = objectsOfScene(scene, report);
	const layout = placeObjects(layoutOfRooms(rooms), scene, rooms, placements);
	const markers = new Markers(scene, layout, report);
	reportDoorStates(objects, { checks: RESULT_CHECKS, ...context });
	return { scene, rooms: rooms.map(roomWalkmesh), objects, layout, markers };
}

/** Runs the walkmesh stages of a recipe over one walkmesh; findings carry its name as their room. */
export async function cleanWalkmesh(
	walkmesh: Walkmesh,
	stages: readonly Stage[],
	context: StageContext,
): Promise<Walkmesh> {
	const report = context.report.within(locationOf(walkmesh));
	const within = { ...context, report, facts: new LastFacts() };
	const cleaned = await runStages(walkmesh, stagesOf(stages, 'walkmesh'), within);
	// The checks of its file report one that was modelled without faces.
	if (cleaned.surfaces.length === 0 && walkmesh.surfaces.length > 0) report.add(BUILD_FINDINGS.RESULT_EMPTY, {}, {});
	return cleaned;
}

/** Keeps one walkmesh of each model that is placed several times; copies that differ are reported. */
export function withoutCopies(objects: readonly Walkmesh[], report?: Report): Walkmesh[] {
	return distinctObjects(
		objects.map((walkmesh) => ({ walkmesh, node: walkmesh.name })),
		report,
	);
}

/** Finds and reads the file of a room; undefined when it has none. */
export type RoomLoader = (room: string) => Promise<{ loaded: Loaded; file: string } | undefined>;

export interface LayoutLevelOptions {
	/** The space that the rooms' vertices lie in; walkmesh files are in area space unless told otherwise. */
	readonly roomSpace?: SpaceOption | undefined;
	/** Where files were looked for, for the finding about a room without a file. */
	readonly looked?: string | undefined;
	/** Most rooms. */
	readonly maxRooms?: number | undefined;
}

/**
 * Makes a level of a layout and a file for each of its rooms. Rooms without one stay in the layout, without a walkmesh.
 *
 * @throws InputError for too many rooms; the reason of the context's signal when it is aborted
 *
 * @example
 * const context = { report, surfaces: K1, mappings: [] };
 * const loadRoom = async (room: string) => {
 * 	const file = `rooms/${room}.wok`;
 * 	const source = await openFile(file, report);
 * 	return { file, loaded: await createRegistry().importer('bwm').read(source, {}, context) };
 * };
 * const quay = await levelFromLayout('quay', layout, loadRoom, {}, [], context);
 * console.log(quay.rooms.length, 'rooms');
 */
export async function levelFromLayout(
	name: string,
	layout: Layout,
	loadRoom: RoomLoader,
	options: LayoutLevelOptions,
	stages: readonly Stage[],
	context: StageContext,
): Promise<Level> {
	checkLayoutRooms(layout, options.maxRooms, context.report);
	const source = { ...options, layout, loadRoom, stages };
	const rooms: Room[] = [];
	const found: FoundObject[] = [];
	const files: string[] = [];
	const placed: ObjectPlacement[] = [];
	for (const [index, { model }] of layout.rooms.entries()) {
		context.signal?.throwIfAborted();
		const read = await readRoomFile(index, source, context);
		const { walkmesh, objects } = read;
		files.push(read.file);
		rooms.push(walkmesh === undefined ? { name: model } : { name: model, walkmesh });
		for (const object of objects) found.push({ walkmesh: object, node: read.file });
		for (const placement of read.placements ?? []) placed.push(placement);
	}
	checkReadRooms(rooms, options.maxRooms, context.report);
	checkRoomFiles(
		layout,
		files.map((file) => file !== ''),
		options.looked ?? NO_FILE,
		context.report,
	);
	const objects = distinctObjects(found, context.report);
	reportDoorStates(objects, { checks: RESULT_CHECKS, ...context });
	// Placements from scenes become `objects` of the layout; its door hooks stay those of the layout file.
	return { name, layout: placed.length === 0 ? layout : { ...layout, objects: placed }, rooms, objects };
}

const NO_FILE = 'no file of that name';

/** The content of the file of one room. */
export interface RoomContent {
	/** Undefined for placeholders and for rooms without a file or without ground. */
	readonly walkmesh?: Walkmesh;
	/** Placeables and doors, in the space of their models. */
	readonly objects: readonly Walkmesh[];
	/** Their positions in the area, if the file is a scene. */
	readonly placements?: readonly ObjectPlacement[];
	/** Path of the file as the user knows it; empty without a file. */
	readonly file: string;
}

/** What is read from the files of a layout's rooms, and how. */
export interface RoomSource extends LayoutLevelOptions {
	readonly layout: Layout;
	readonly loadRoom: RoomLoader;
	readonly stages: readonly Stage[];
}

/** As `readRoomFile`, for the ground alone; objects in the file are reported as left out. */
export async function readRoom(
	index: number,
	source: RoomSource,
	context: StageContext,
): Promise<Walkmesh | undefined> {
	const { walkmesh, objects, file } = await readRoomFile(index, source, context);
	if (objects.length > 0) {
		const names = objects.map(describeWalkmesh).join(', ');
		context.report.add(
			BUILD_FINDINGS.OBJECTS_LEFT,
			{ file, room: source.layout.rooms[index].model },
			{ count: objects.length, names },
		);
	}
	return walkmesh;
}

/** Reads one room of a layout with the placeables and doors in its file, runs the stages over them, and moves the room to its position. */
async function readRoomFile(
	index: number,
	{ layout, loadRoom, stages, roomSpace: space = 'auto', looked = NO_FILE }: RoomSource,
	context: StageContext,
): Promise<RoomContent> {
	const { model, position } = layout.rooms[index];
	if (model === PLACEHOLDER_ROOM) return { objects: [], file: '' };
	const found = await loadRoom(model);
	if (found === undefined) {
		context.report.add(LEVEL_FILE_FINDINGS.LEVEL_ROOM_FILE_MISSING, { room: model }, { room: model, looked });
		return { objects: [], file: '' };
	}
	const { loaded, file } = found;
	const report = context.report.within({ file, room: model });
	const within = { ...context, report };
	if (loaded.kind === 'walkmeshes') {
		const { area, objects } = chooseArea(
			model,
			loaded.walkmeshes.map(({ walkmesh }) => walkmesh),
			report,
		);
		if (area === undefined) return { objects, file };
		const known = space === 'auto' ? (loaded.space ?? space) : space;
		return { walkmesh: { ...placeWalkmesh(area, position, known, report), name: model }, objects, file };
	}
	const scene = await runStages(loaded.scene, stagesOf(stages, 'scene'), within);
	const placed = placeScene(scene, position, space, report);
	const { area, objects: made, placements: models } = assembleScene(placed, report);
	const placements = movedModels(models, model, placed === scene ? ZERO : position);
	const objects: Walkmesh[] = [];
	for (const object of made)
		objects.push(await cleanWalkmesh(object, stages, { ...context, report: context.report.within({ file }) }));
	if (area === undefined) {
		report.add(LEVEL_FILE_FINDINGS.LEVEL_ROOM_WITHOUT_GROUND, {}, { found: made.map(describeWalkmesh).join(', ') });
		return { objects, placements, file };
	}
	const cleaned = await cleanWalkmesh({ ...area, name: model }, stages, within);
	const markers = new Markers(placed, layout, report);
	const walkmesh = markers.apply(cleaned, context.surfaces);
	markers.finish(report);
	return { walkmesh, objects, placements, file };
}

/** Picks the walkmesh of the room, by its name or else the first area, and the objects among the walkmeshes of a file. */
function chooseArea(
	room: string,
	walkmeshes: readonly Walkmesh[],
	report: Report,
): { area?: Walkmesh; objects: readonly Walkmesh[] } {
	const areas = walkmeshes.filter(({ kind }) => kind === 'area');
	if (areas.length === 0) {
		report.add(
			LEVEL_FILE_FINDINGS.LEVEL_ROOM_KIND,
			{},
			{ found: walkmeshes.map(describeWalkmesh).join(', ') || 'nothing' },
		);
		return { objects: [] };
	}
	const area = areas.find(({ name }) => name.toLowerCase() === room.toLowerCase()) ?? areas[0];
	const left = areas.filter((each) => each !== area).map(({ name }) => JSON.stringify(name));
	if (left.length > 0)
		report.add(LEVEL_FILE_FINDINGS.LEVEL_ROOM_SEVERAL, {}, { taken: area.name, left: left.join(', ') });
	return { area, objects: walkmeshes.filter(({ kind }) => kind !== 'area') };
}

export interface ReadLevelOptions {
	/** Default: the name of the source. */
	readonly name?: string;
	readonly read?: ReadOptions;
	/** For scenes: which nodes are rooms. */
	readonly rooms?: RoomOptions;
	/** For layouts: where the files of the rooms are. */
	readonly roomFiles?: RoomFiles;
	/** For layouts: the space of the rooms' vertices. */
	readonly roomSpace?: SpaceOption;
	/** Stages over scenes, then over each room's walkmesh, then over the level. */
	readonly recipe: Recipe;
	readonly observer?: StageObserver;
}

/**
 * Reads a level from one scene or from a layout and runs the whole recipe over it. A visibility file beside a layout is kept.
 * @throws InputError when the source or a room's file cannot be read; UsageError for unknown stages and options of stages
 *
 * @example
 * const context = { report, surfaces: K1, mappings: [] };
 * const recipe = levelRecipe();
 * const quay = await readLevel(await openFile('quay.glb', report), { recipe }, context, createRegistry());
 * console.log(quay.rooms.length, 'rooms');
 */
export async function readLevel(
	source: InputSource,
	options: ReadLevelOptions,
	context: ReadContext,
	registry: Registry,
): Promise<Level> {
	const madeFrom = registry.layoutFormat(source.fileName) === undefined ? 'scene' : 'layout';
	const stages = resolveRecipe(madeFrom === 'layout' ? withCheckedNames(options.recipe) : options.recipe, registry);
	const rooms = new KnownRooms(context.surfaces);
	const within = { ...context, rooms, observer: options.observer };
	const level =
		madeFrom === 'scene'
			? await levelFromSource(source, options, stages, within, registry)
			: await levelFromLayoutFile(source, options, stages, within, registry);
	checkPositions(level, context.surfaces, context.report, madeFrom);
	checkLevelName(
		options.name ?? level.name,
		options.name !== undefined,
		context.report.within({ file: pathOrName(source) }),
	);
	const named = options.name === undefined ? level : { ...level, name: options.name };
	return runStages(named, stagesOf(stages, 'level'), within);
}

async function levelFromLayoutFile(
	source: InputSource,
	options: ReadLevelOptions,
	stages: readonly Stage[],
	context: ReadContext & StageContext,
	registry: Registry,
): Promise<Level> {
	const { layout, visibility } = await readLayoutFiles(source, registry, context.report);
	const { roomSpace, roomFiles, rooms: { maxRooms } = {} } = options;
	const level = await levelFromLayout(
		source.name,
		layout,
		(room) => loadRoom(room, options, context, registry),
		{ roomSpace, maxRooms, looked: roomFiles?.looked },
		stages,
		context,
	);
	await findUnlistedRooms(level, roomFiles, visibility, context, registry, pathOrName(source));
	const things = await gitBeside(source, context);
	return { ...level, ...(things === undefined ? {} : { things }), ...(visibility === undefined ? {} : { visibility }) };
}

async function levelFromSource(
	source: InputSource,
	options: ReadLevelOptions,
	stages: readonly Stage[],
	context: ReadContext & StageContext,
	registry: Registry,
): Promise<Level> {
	const within = { ...context, report: context.report.within({ file: pathOrName(source) }) };
	const loaded = await readSource(source, options.read ?? {}, { ...context, wants: 'level' }, registry);
	if (loaded.kind === 'walkmeshes') return within.report.fail(LEVEL_FILE_FINDINGS.LEVEL_OF_WALKMESHES, {}, {});
	checkFarGround(groundBounds(loaded.scene), within.report);
	return levelFromScene(loaded.scene, options.rooms ?? {}, stages, within);
}

async function loadRoom(room: string, options: ReadLevelOptions, context: ReadContext, registry: Registry) {
	const source = await options.roomFiles?.find(room);
	if (source === undefined) return undefined;
	return {
		loaded: await readSource(
			source,
			options.read ?? {},
			{ ...context, report: context.report.within({ room }) },
			registry,
		),
		file: pathOrName(source),
	};
}
