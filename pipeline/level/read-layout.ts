import { type Layout, type Level, Markers, PLACEHOLDER_ROOM, type Room } from '../../src/level/index.ts';
import { assembleScene } from '../../src/scene/index.ts';
import { placeScene, placeWalkmesh, type SpaceOption } from '../../src/transform/index.ts';
import type { Walkmesh } from '../../src/walkmesh/index.ts';
import type { Loaded } from '../loaded.ts';
import { runStages, type StageObserver, stagesOf } from '../recipe.ts';
import type { Stage, StageContext } from '../stage.ts';
import { cleanWalkmesh } from './read-scene.ts';

/** Finds and reads the file of a room; undefined when it has none. Where it looked goes into the finding. */
export type RoomLoader = (room: string) => Promise<{ loaded: Loaded; file: string } | undefined>;

export interface LayoutLevelOptions {
	/** The space that the rooms' vertices lie in; walkmesh files are in area space unless told otherwise. */
	readonly space?: SpaceOption;
	/** What the finding says of a room without a file. */
	readonly looked?: string;
}

/** Makes a level of a layout and a file for each of its rooms. Rooms without one stay in the layout, without a walkmesh. */
export async function levelFromLayout(
	name: string,
	layout: Layout,
	loadRoom: RoomLoader,
	options: LayoutLevelOptions,
	stages: readonly Stage[],
	context: StageContext,
	observer: StageObserver = {},
): Promise<Level> {
	const rooms: Room[] = [];
	for (const [index, { model }] of layout.rooms.entries()) {
		context.signal?.throwIfAborted();
		const walkmesh = await readRoom(index, layout, loadRoom, options, stages, context, observer);
		rooms.push(walkmesh === undefined ? { name: model } : { name: model, walkmesh });
	}
	return { name, layout, rooms, objects: [] };
}

/** Reads, cleans and places one room of a layout. */
export async function readRoom(
	index: number,
	layout: Layout,
	loadRoom: RoomLoader,
	{ space = 'auto', looked = 'no file of that name' }: LayoutLevelOptions,
	stages: readonly Stage[],
	context: StageContext,
	observer: StageObserver = {},
): Promise<Walkmesh | undefined> {
	const { model, position } = layout.rooms[index];
	if (model === PLACEHOLDER_ROOM) return undefined;
	const found = await loadRoom(model);
	if (found === undefined) {
		context.report.add('LEVEL_ROOM_FILE_MISSING', { room: model }, { room: model, looked });
		return undefined;
	}
	const report = context.report.within({ file: found.file, room: model });
	const within = { ...context, report };
	if (found.loaded.kind === 'walkmeshes') {
		const [first] = found.loaded.walkmeshes;
		return { ...placeWalkmesh(first.walkmesh, position, space, report), name: model, kind: 'area' };
	}
	const scene = await runStages(found.loaded.scene, stagesOf(stages, 'scene'), within, observer);
	const placed = placeScene(scene, position, space, report);
	const { area } = assembleScene(placed);
	if (area === undefined) return undefined;
	const cleaned = await cleanWalkmesh({ ...area, name: model }, stages, within, observer);
	const markers = new Markers(placed, layout, report);
	const walkmesh = markers.apply(cleaned, context.surfaces);
	markers.finish(report);
	return walkmesh;
}
