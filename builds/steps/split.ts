import { posix } from 'node:path';
import { isLevelTarget, type LevelTarget } from '../../jobs/config/config.ts';
import { readLayout, readLayoutFiles } from '../../jobs/files/layout-file.ts';
import { LEVEL_FILE_FINDINGS } from '../../jobs/files/level-findings.ts';
import { checkLevelName } from '../../jobs/files/names.ts';
import { gitBeside } from '../../jobs/level/area-files.ts';
import { layoutOfRooms, ROOM_OPTIONS, roomsOfScene, roomWalkmesh } from '../../level/rooms/from-scene.ts';
import { placeObjects } from '../../level/rooms/placements.ts';
import { readSource } from '../../pipeline/read.ts';
import { runStages, stagesOf } from '../../pipeline/recipe.ts';
import { reportDoorStates } from '../../pipeline/wanted.ts';
import { given } from '../../src/findings/options.ts';
import { type Report, UsageError } from '../../src/findings/report.ts';
import type { Layout, Thing, Visibility } from '../../src/model/level.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { objectsOfScene } from '../../src/scene/assemble.ts';
import type { Scene } from '../../src/scene/scene.ts';
import { Markers, markedRoom } from '../../src/seams/markers.ts';
import { ROOMS_FINDINGS } from '../../src/seams/room-findings.ts';
import { slashed } from '../../src/text/paths.ts';
import type { TrackedInputs } from '../cache/inputs.ts';
import { describeStages, isLayout, type Plan, surfacesOf } from '../config/targets.ts';
import { capturing, settle } from './capture.ts';
import { PACKS, packsIn, type RoomMarker, type RoomPack, stemsOf } from './packs.ts';
import { type StepIo, stepOptions } from './step.ts';

/** Splits a scene or layout into a pack for each room: the one step that sees all of it before linking. */
export async function splitStep([config, name, folder, deps]: readonly string[], io: StepIo): Promise<void> {
	const plan = await io.configured(config, name);
	if (!isLevelTarget(plan.target)) throw new UsageError(`targets.${name} is not a level.`);
	const level = plan as Plan<LevelTarget>;
	const { inputs, report, signal } = io;
	const surfaces = await surfacesOf(level.target, inputs, report);
	const outcome = await capturing((own) => splitLevel(level, inputs, surfaces.table, own, signal));
	const split = settle(outcome, report);
	const { layout, markers, visibility, things } = split;
	const names = layout.rooms.map(({ model }) => model);
	const rooms = stemsOf(names);
	const objects = stemsOf(
		split.objects.map((object) => object.name),
		rooms,
	);
	const at = packsIn(folder);
	for (const [kind, options] of stepOptions(level, surfaces, config)) io.write(kind, at(PACKS[kind]), options);
	io.write('level', at(PACKS.level), {
		name: split.name,
		layout,
		...(visibility === undefined ? {} : { visibility }),
		...(things === undefined ? {} : { things }),
		file: level.target.level,
		rooms,
		objects,
		captured: outcome.captured,
	});
	io.write('names', at(PACKS.names), { names, stems: rooms });
	io.write('markers', at(PACKS.markers), markers);
	const room = (index: number): RoomPack =>
		split.kind === 'scene' ? { mesh: split.rooms[index] } : layout.rooms[index];
	for (const [index, stem] of rooms.entries()) io.write('room', at(PACKS.room(stem)), room(index));
	for (const [index, stem] of objects.entries()) io.write('room', at(PACKS.room(stem)), { mesh: split.objects[index] });
	io.depfile(deps, at(PACKS.level));
}

/** A level before its rooms are prepared: the content of the scene or layout. */
export interface SplitLevel {
	readonly kind: 'scene' | 'layout';
	readonly name: string;
	readonly layout: Layout;
	/** Content of the visibility file beside a layout. */
	readonly visibility?: Visibility;
	/** What the GIT beside a layout puts into its area. */
	readonly things?: readonly Thing[];
	/** Of scenes: rooms and objects as they were modelled. Empty for layouts, whose rooms are read one by one. */
	readonly rooms: readonly Walkmesh[];
	readonly objects: readonly Walkmesh[];
	readonly markers: readonly RoomMarker[];
}

/**
 * Reads the scene or layout of a level.
 * @throws InputError when it cannot be read
 */
export async function splitLevel(
	plan: Plan<LevelTarget>,
	inputs: TrackedInputs,
	surfaces: SurfaceTable,
	report: Report,
	signal?: AbortSignal,
): Promise<SplitLevel> {
	const { target, registry, mappings, stages } = plan;
	const path = slashed(target.level);
	// As `wokflow level --module` does.
	const asked = target.name ?? target.module;
	const source = await inputs.open(path, report);
	const context = { report, surfaces, mappings, wants: 'level' as const, ...(signal === undefined ? {} : { signal }) };
	const within = { ...context, report: report.within({ file: path }) };
	checkLevelName(asked ?? source.name, asked !== undefined, within.report);
	if (isLayout(target, registry)) {
		const read = keepsVisibility(target)
			? await readLayoutFiles(source, registry, report)
			: { layout: await readLayout(source, registry, report) };
		const things = await gitBeside(source, { report });
		const name = asked ?? source.name;
		const shown = things === undefined ? {} : { things };
		return { kind: 'layout', name, ...read, ...shown, rooms: [], objects: [], markers: [] };
	}
	const loaded = await readSource(source, given(registry.readOptions, target), context, registry);
	if (loaded.kind === 'walkmeshes') return within.report.fail(LEVEL_FILE_FINDINGS.LEVEL_OF_WALKMESHES, {}, {});
	const scene = await runStages(loaded.scene, stagesOf(stages, 'scene'), within);
	const sceneRooms = roomsOfScene(scene, given(ROOM_OPTIONS, target), within.report, surfaces);
	if (sceneRooms.length === 0) within.report.add(ROOMS_FINDINGS.LEVEL_WITHOUT_ROOMS, {}, {});
	const { objects, placements } = objectsOfScene(scene, within.report);
	const layout = placeObjects(layoutOfRooms(sceneRooms), scene, sceneRooms, placements);
	// Made only to report markers of unknown rooms; markers are applied room by room.
	new Markers(scene, layout, within.report);
	reportDoorStates(objects, { surfaces, report: within.report, checks: registry.checks });
	return {
		kind: 'scene',
		name: asked ?? scene.name,
		layout,
		rooms: sceneRooms.map(roomWalkmesh),
		objects,
		markers: knownMarkers(scene, layout),
	};
}

/** True when an existing visibility file is used: not when it is at the path where this target writes its own. */
function keepsVisibility({ level, out, vis, newVis = false }: LevelTarget): boolean {
	const isWanted = vis === undefined && !newVis;
	return isWanted && posix.resolve('/', posix.dirname(slashed(level))) !== posix.resolve('/', slashed(out));
}

function knownMarkers(scene: Scene, layout: Layout): RoomMarker[] {
	return scene.markers.flatMap((marker) => {
		const room = markedRoom(marker, layout);
		if (room < 0) return [];
		const node = scene.nodes[marker.node]?.name ?? marker.name;
		return [{ kind: marker.kind, positions: marker.positions, room, written: marker.room, node }];
	});
}

/** The options that splitting depends on, besides the files of the scene. */
export function splitOptions({ target, stages, mappings, code, registry }: Plan<LevelTarget>): Record<string, unknown> {
	const { level, name = target.module, out, newVis } = target;
	const ownVis = typeof target.vis === 'string';
	const read = given(registry.readOptions, target);
	const rooms = given(ROOM_OPTIONS, target);
	return {
		level,
		name,
		out,
		newVis,
		ownVis,
		read,
		rooms,
		mappings,
		code,
		recipe: describeStages(stagesOf(stages, 'scene')),
	};
}
