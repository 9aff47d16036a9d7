import { LevelQuery } from '../level/query/level-query.ts';
import type { PlacedObject, Placement } from '../level/query/placed.ts';
import { layoutOfRooms } from '../level/rooms/from-scene.ts';
import type { RoomOptions } from '../level/rooms/room-nodes.ts';
import type { JoinOptions, MeshOptions, ReadOptions } from '../pipeline/options.ts';
import { readSource } from '../pipeline/read.ts';
import { convertRecipe, levelRecipe, resolveRecipe, runStages, stagesOf } from '../pipeline/recipe.ts';
import type { Registry } from '../pipeline/registry.ts';
import type { StageContext } from '../pipeline/stages/stage.ts';
import { toWalkmeshes } from '../pipeline/wanted.ts';
import { KnownRooms } from '../src/facts/room-facts.ts';
import { UsageError } from '../src/findings/report.ts';
import {
	type InputSource,
	type LoadedWalkmesh,
	pathOrName,
	type ReadContext,
	type RoomFiles,
	treeOfFile,
} from '../src/formats/contracts.ts';
import { ZERO } from '../src/math/vec3.ts';
import type { Level, Room } from '../src/model/level.ts';
import type { SpaceOption } from '../src/scene/space.ts';
import type { AabbTree } from '../src/tree/tree.ts';
import { readLayout } from './files/layout-file.ts';
import { placedBeside, placedIn } from './level/area-files.ts';
import { levelFromLayout, levelFromScene } from './level/level.ts';

export interface OpenQueryOptions {
	/** True to run `check-level` on a scene, as `wokflow level` does. */
	readonly judged?: boolean;
	readonly read?: ReadOptions;
	/** Options of the stages for scenes. */
	readonly mesh?: MeshOptions & JoinOptions;
	/** Which nodes of a scene are rooms. */
	readonly rooms?: RoomOptions;
	/** For layouts: where the files of the rooms are. */
	readonly roomFiles?: RoomFiles;
	readonly roomSpace?: SpaceOption;
	/** Further doors and placeables, with their positions in the area. */
	readonly objects?: readonly { readonly source: InputSource; readonly placement: Placement }[];
	/** True to add the doors and placeables that the GIT beside the layout, or the scene, places in the area. */
	readonly placed?: boolean;
	/** True to search the AABB trees of the files, as the game does, instead of newly built ones. */
	readonly storedTree?: boolean;
}

/** A level that was opened for queries. */
export interface OpenedLevel {
	readonly level: Level;
	/** For each room the tree of its file; undefined where the walkmesh differs from that of the file. */
	readonly storedTrees: readonly (AabbTree | undefined)[];
}

/**
 * Opens inputs for viewing or queries: a layout with its rooms, a scene, or walkmeshes, each of which becomes a room in the given order.
 * Walkmesh files stay as they are; scenes are converted and linked.
 *
 * @throws InputError when an input cannot be read; UsageError when a layout is not the only input
 */
export async function openLevel(
	sources: readonly InputSource[],
	options: OpenQueryOptions,
	context: ReadContext,
	registry: Registry,
): Promise<OpenedLevel> {
	const loaded: LoadedWalkmesh[] = [];
	const level = await readAll(sources, options, context, registry, loaded);
	return { level, storedTrees: treesOf(level.rooms, loaded) };
}

/**
 * Opens inputs as `openLevel` does, and makes them ready for queries.
 * @throws as `openLevel`
 */
export async function openQuery(
	sources: readonly InputSource[],
	options: OpenQueryOptions,
	context: ReadContext,
	registry: Registry,
): Promise<LevelQuery> {
	const opened = await openLevel(sources, options, context, registry);
	const own = options.placed === true ? await placedOf(sources, opened.level, context, registry) : [];
	const objects = [...(await placeObjects(options, context, registry)), ...own];
	const storedTrees = options.storedTree === true ? opened.storedTrees : [];
	return new LevelQuery(opened.level, { surfaces: context.surfaces, objects, storedTrees });
}

/** Doors and placeables of the area that was opened, from the files beside the layout or from the scene. */
export async function placedOf(
	sources: readonly InputSource[],
	level: Level,
	context: Pick<ReadContext, 'report' | 'resource'>,
	registry: Registry,
): Promise<PlacedObject[]> {
	const layout = sources.find(({ fileName }) => registry.layoutFormat(fileName) !== undefined);
	return layout === undefined ? placedIn(level) : placedBeside(layout, level.layout, context);
}

/** Reads all sources into one level. @param loaded gets the walkmeshes that were read from files */
async function readAll(
	sources: readonly InputSource[],
	options: OpenQueryOptions,
	context: ReadContext,
	registry: Registry,
	loaded: LoadedWalkmesh[],
): Promise<Level> {
	const layouts = sources.filter(({ fileName }) => registry.layoutFormat(fileName) !== undefined);
	if (layouts.length > 0) {
		if (sources.length > 1) throw new UsageError('A layout is asked by itself: it names the files of its rooms.');
		return readLayoutLevel(layouts[0], options, context, registry, loaded);
	}
	const rooms: Room[] = [];
	for (const source of sources) {
		const report = context.report.within({ file: pathOrName(source) });
		const within = { ...context, report, rooms: new KnownRooms(context.surfaces) };
		const read = await readSource(source, options.read ?? {}, context, registry);
		if (read.kind === 'scene') {
			const level = await levelFromScene(read.scene, options.rooms ?? {}, stages(options, registry), within);
			const joined = await join(level, options, within, registry);
			// With a single input, the order of its rooms is that of its transitions.
			if (sources.length === 1) return joined;
			for (const room of joined.rooms) rooms.push(room);
			continue;
		}
		for (const each of await toWalkmeshes(read, {}, [], { ...within, checks: registry.checks })) {
			loaded.push(each);
			rooms.push({ name: each.walkmesh.name || source.name, walkmesh: each.walkmesh });
		}
	}
	const layout = layoutOfRooms(rooms.map(({ name }) => ({ name, position: ZERO })));
	return { name: sources[0]?.name ?? '', layout, rooms, objects: [] };
}

async function readLayoutLevel(
	source: InputSource,
	options: OpenQueryOptions,
	context: ReadContext,
	registry: Registry,
	loaded: LoadedWalkmesh[],
): Promise<Level> {
	const layout = await readLayout(source, registry, context.report);
	const { roomFiles, roomSpace, rooms: { maxRooms } = {} } = options;
	const within = { ...context, rooms: new KnownRooms(context.surfaces) };
	let modelled = false;
	const level = await levelFromLayout(
		source.name,
		layout,
		async (room) => {
			const file = await roomFiles?.find(room);
			if (file === undefined) return undefined;
			const read = await readSource(file, options.read ?? {}, context, registry);
			if (read.kind === 'scene') modelled = true;
			else for (const walkmesh of read.walkmeshes) loaded.push(walkmesh);
			return { loaded: read, file: pathOrName(file) };
		},
		{ roomSpace, maxRooms, looked: roomFiles?.looked },
		stages(options, registry),
		within,
	);
	return modelled ? join(level, options, within, registry) : level;
}

function stages({ mesh = {} }: OpenQueryOptions, registry: Registry): ReturnType<typeof resolveRecipe> {
	return resolveRecipe(convertRecipe(mesh), registry);
}

/** Links a modelled level. It is only checked on request: checking takes as long as all the rest, and `check` does it. */
function join(
	level: Level,
	{ mesh = {}, judged = false }: OpenQueryOptions,
	context: StageContext,
	registry: Registry,
): Promise<Level> {
	const recipe = stagesOf(resolveRecipe(levelRecipe(mesh), registry), 'level');
	const asked = judged ? recipe : recipe.filter(({ name }) => name !== 'check-level');
	return runStages(level, asked, context);
}

async function placeObjects(
	{ objects = [], read = {}, mesh = {} }: OpenQueryOptions,
	context: ReadContext,
	registry: Registry,
): Promise<PlacedObject[]> {
	const placed: PlacedObject[] = [];
	for (const { source, placement } of objects) {
		const recipe = resolveRecipe(convertRecipe(mesh), registry);
		const found = await readSource(source, read, context, registry);
		for (const { walkmesh } of await toWalkmeshes(found, {}, found.kind === 'scene' ? recipe : [], {
			...context,
			checks: registry.checks,
		})) {
			// A room walkmesh given as an object is treated as a placeable.
			placed.push({ ...placement, walkmesh: walkmesh.kind === 'area' ? { ...walkmesh, kind: 'placeable' } : walkmesh });
		}
	}
	return placed;
}

/** For each room the tree of its file, if the room has the very arrays of the file. */
function treesOf(rooms: readonly Room[], loaded: readonly LoadedWalkmesh[]): (AabbTree | undefined)[] {
	return rooms.map(({ walkmesh }) => {
		const own = loaded.find(
			(each) => each.walkmesh.positions === walkmesh?.positions && each.walkmesh.faces === walkmesh.faces,
		);
		return own === undefined ? undefined : treeOfFile(own);
	});
}
