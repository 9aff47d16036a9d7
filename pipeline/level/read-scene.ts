import type { Report } from '../../src/findings/index.ts';
import {
	type Level,
	layoutOfRooms,
	Markers,
	type RoomOptions,
	roomsOfScene,
	roomWalkmesh,
} from '../../src/level/index.ts';
import { assembleScene, distinctObjects, type Scene } from '../../src/scene/index.ts';
import type { Walkmesh } from '../../src/walkmesh/index.ts';
import { reportDoorStates } from '../door-states.ts';
import { runStages, type StageObserver, stagesOf } from '../recipe.ts';
import type { Stage, StageContext } from '../stage.ts';

/**
 * Makes a level of one scene with a node for each room: rooms by pattern, extras or top level, each through the walkmesh stages
 * of the recipe; the nodes' places make the layout. Doors and placeables found in the scene become the level's objects.
 *
 * @returns rooms not yet linked; transitions hold only what colours and markers hint at
 */
export async function levelFromScene(
	scene: Scene,
	options: RoomOptions,
	stages: readonly Stage[],
	context: StageContext,
	observer: StageObserver = {},
): Promise<Level> {
	const { report } = context;
	const prepared = await runStages(scene, stagesOf(stages, 'scene'), context, observer);
	const sceneRooms = roomsOfScene(prepared, options, report);
	if (sceneRooms.length === 0) report.add('LEVEL_WITHOUT_ROOMS', {}, {});
	const layout = layoutOfRooms(sceneRooms);
	const markers = new Markers(prepared, layout, report);
	const found = assembleScene(prepared, report).objects;
	reportDoorStates(found, report);
	const rooms: { name: string; walkmesh: Walkmesh }[] = [];
	for (const room of sceneRooms) {
		const cleaned = await cleanWalkmesh(roomWalkmesh(room), stages, context, observer);
		rooms.push({ name: room.name, walkmesh: markers.apply(cleaned, context.surfaces) });
	}
	markers.finish(report);
	const objects: Walkmesh[] = [];
	for (const object of found) {
		objects.push(await cleanWalkmesh(object, stages, context, observer));
	}
	return { name: prepared.name, layout, rooms, objects };
}

/** Runs the walkmesh stages of a recipe over one walkmesh; findings carry its name as their room. */
export async function cleanWalkmesh(
	walkmesh: Walkmesh,
	stages: readonly Stage[],
	context: StageContext,
	observer: StageObserver = {},
): Promise<Walkmesh> {
	const report = context.report.within({ room: walkmesh.name });
	return runStages(walkmesh, stagesOf(stages, 'walkmesh'), { ...context, report }, observer);
}

/** A model that stands in a level several times has one walkmesh; copies that differ are told to the report. */
export function withoutCopies(objects: readonly Walkmesh[], report?: Report): Walkmesh[] {
	return distinctObjects(
		objects.map((walkmesh) => ({ walkmesh, node: walkmesh.name })),
		report,
	);
}
