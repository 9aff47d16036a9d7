import type { Report } from '../../src/findings/index.ts';
import { type Layout, type Level, Markers, PLACEHOLDER_ROOM, type Room } from '../../src/level/index.ts';
import { assembleScene, distinctObjects, type PlacedObject } from '../../src/scene/index.ts';
import { placeScene, placeWalkmesh, type SpaceOption } from '../../src/transform/index.ts';
import type { Walkmesh } from '../../src/walkmesh/index.ts';
import { describeWalkmesh } from '../describe-walkmesh.ts';
import { reportDoorStates } from '../door-states.ts';
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
	const found: PlacedObject[] = [];
	for (const [index, { model }] of layout.rooms.entries()) {
		context.signal?.throwIfAborted();
		const read = await readRoomFile(index, layout, loadRoom, options, stages, context, observer);
		const { walkmesh, objects } = read;
		rooms.push(walkmesh === undefined ? { name: model } : { name: model, walkmesh });
		for (const object of objects) found.push({ walkmesh: object, node: read.file });
	}
	const objects = distinctObjects(found, context.report);
	reportDoorStates(objects, context.report);
	return { name, layout, rooms, objects };
}

/** What the file of one room holds. */
export interface RoomContent {
	/** Undefined for placeholders, and rooms without file or ground. */
	readonly walkmesh?: Walkmesh;
	/** Placeables and doors, in their models' space. */
	readonly objects: readonly Walkmesh[];
	/** The file as the user knows it; empty without one. */
	readonly file: string;
}

/** As `readRoomFile`, for the ground alone; objects in the file are reported as left. */
export async function readRoom(
	index: number,
	layout: Layout,
	loadRoom: RoomLoader,
	options: LayoutLevelOptions,
	stages: readonly Stage[],
	context: StageContext,
	observer: StageObserver = {},
): Promise<Walkmesh | undefined> {
	const { walkmesh, objects, file } = await readRoomFile(index, layout, loadRoom, options, stages, context, observer);
	if (objects.length > 0) {
		const names = objects.map(describeWalkmesh).join(', ');
		context.report.add('OBJECTS_LEFT', { file, room: layout.rooms[index].model }, { count: objects.length, names });
	}
	return walkmesh;
}

/** Reads, cleans and places one room of a layout, and the placeables and doors that its file holds. */
export async function readRoomFile(
	index: number,
	layout: Layout,
	loadRoom: RoomLoader,
	{ space = 'auto', looked = 'no file of that name' }: LayoutLevelOptions,
	stages: readonly Stage[],
	context: StageContext,
	observer: StageObserver = {},
): Promise<RoomContent> {
	const { model, position } = layout.rooms[index];
	if (model === PLACEHOLDER_ROOM) return { objects: [], file: '' };
	const found = await loadRoom(model);
	if (found === undefined) {
		context.report.add('LEVEL_ROOM_FILE_MISSING', { room: model }, { room: model, looked });
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
		return { walkmesh: { ...placeWalkmesh(area, position, space, report), name: model }, objects, file };
	}
	const scene = await runStages(loaded.scene, stagesOf(stages, 'scene'), within, observer);
	const placed = placeScene(scene, position, space, report);
	const { area, objects: made } = assembleScene(placed, report);
	const objects: Walkmesh[] = [];
	for (const object of made)
		objects.push(
			await cleanWalkmesh(object, stages, { ...context, report: context.report.within({ file }) }, observer),
		);
	if (area === undefined) {
		report.add('LEVEL_ROOM_WITHOUT_GROUND', {}, { found: made.map(describeWalkmesh).join(', ') });
		return { objects, file };
	}
	const cleaned = await cleanWalkmesh({ ...area, name: model }, stages, within, observer);
	const markers = new Markers(placed, layout, report);
	const walkmesh = markers.apply(cleaned, context.surfaces);
	markers.finish(report);
	return { walkmesh, objects, file };
}

/** The room's own walkmesh among those of its file: the one called like the room, or else the first; and the objects beside it. */
function chooseArea(
	room: string,
	walkmeshes: readonly Walkmesh[],
	report: Report,
): { area?: Walkmesh; objects: readonly Walkmesh[] } {
	const areas = walkmeshes.filter(({ kind }) => kind === 'area');
	if (areas.length === 0) {
		report.add('LEVEL_ROOM_KIND', {}, { found: walkmeshes.map(describeWalkmesh).join(', ') || 'nothing' });
		return { objects: [] };
	}
	const area = areas.find(({ name }) => name.toLowerCase() === room.toLowerCase()) ?? areas[0];
	const left = areas.filter((each) => each !== area).map(({ name }) => JSON.stringify(name));
	if (left.length > 0) report.add('LEVEL_ROOM_SEVERAL', {}, { taken: area.name, left: left.join(', ') });
	return { area, objects: walkmeshes.filter(({ kind }) => kind !== 'area') };
}
