import { basename, dirname, join, posix } from 'node:path';
import { isLevelTarget, type LevelTarget } from '../../jobs/config/config.ts';
import { checkLevelName, readLayout, readLayoutFiles } from '../../jobs/files/layout-file.ts';
import { LEVEL_FILE_FINDINGS } from '../../jobs/files/level-findings.ts';
import { gitBeside } from '../../jobs/level/area-files.ts';
import { cleanWalkmesh, type RoomLoader, readRoom, splitScene } from '../../jobs/level/level.ts';
import { ROOM_OPTIONS } from '../../level/rooms/room-nodes.ts';
import { readSource } from '../../pipeline/read.ts';
import { stagesOf } from '../../pipeline/recipe.ts';
import { given } from '../../src/findings/options.ts';
import { Report, UsageError } from '../../src/findings/report.ts';
import { pathOrName } from '../../src/formats/contracts.ts';
import type { Layout, Thing, Visibility } from '../../src/model/level.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import type { Scene, SceneMarker } from '../../src/scene/scene.ts';
import { Markers, markedRoom } from '../../src/seams/markers.ts';
import { slashed } from '../../src/text/paths.ts';
import type { TrackedInputs } from '../cache/inputs.ts';
import { describeStages, isLayout, type Plan, roomFolder, surfacesOf } from '../config/targets.ts';
import {
	capturing,
	PACKS,
	type PreparedRoom,
	packsIn,
	type RoomMarker,
	type RoomPack,
	type StepIo,
	settle,
	stemsOf,
	stepOptions,
	tableOf,
} from './packs.ts';

/** Splits a scene or layout into a pack for each room: the one step that sees all of it before linking. */
export async function splitStep([config, name, folder, deps]: readonly string[], io: StepIo): Promise<void> {
	const plan = await io.configured(config, name);
	if (!isLevelTarget(plan.target)) throw new UsageError(`targets.${name} is not a level.`);
	const level = plan as Plan<LevelTarget>;
	const { inputs, report, signal } = io;
	const surfaces = await surfacesOf(level.target, inputs, report);
	const outcome = await capturing((own) => splitLevel(level, inputs, surfaces, own, signal));
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
	const found = await splitScene(loaded.scene, given(ROOM_OPTIONS, target), stages, {
		...within,
		checks: registry.checks,
	});
	const { scene, layout, rooms, objects } = found;
	// Markers are applied room by room.
	return { kind: 'scene', name: asked ?? scene.name, layout, rooms, objects, markers: knownMarkers(scene, layout) };
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

/** Reads and cleans one room or object, before it is linked. */
export async function prepareStep([options, room, output, deps]: readonly string[], io: StepIo): Promise<void> {
	const folder = dirname(options);
	const settings = await io.read('prepareOptions', options);
	const plan = await io.target(settings);
	const surfaces = tableOf(settings);
	const made = await io.read('room', room);
	const outcome = await capturing(async (own): Promise<PreparedRoom> => {
		if ('mesh' in made) {
			const markers = made.mesh.kind === 'area' ? await io.read('markers', join(folder, PACKS.markers)) : [];
			return prepareModelled(plan, made.mesh, markers, surfaces, own);
		}
		const { names, stems } = await io.read('names', join(folder, PACKS.names));
		const index = stems.indexOf(basename(room, '.room.pack'));
		if (index === -1) throw new UsageError(`${room} has the name of no room of the layout.`);
		// Of the others only the names are known.
		const others = names.map((model): Layout['rooms'][number] => ({ model, position: [0, 0, 0] }));
		const layout = { rooms: others.with(index, made), tracks: [], obstacles: [], doorHooks: [] };
		const walkmesh = await prepareFile(plan, index, layout, io.inputs, surfaces, own);
		return { ...(walkmesh === undefined ? {} : { walkmesh }), matched: [] };
	});
	const value = settle(outcome, io.report);
	io.write('prepared', output, { value, captured: outcome.captured });
	io.depfile(deps, output);
}

/** Cleans one room or object of a scene. @param markers empty for objects */
async function prepareModelled(
	plan: Plan<LevelTarget>,
	modelled: Walkmesh,
	markers: readonly RoomMarker[],
	surfaces: SurfaceTable,
	report: Report,
): Promise<PreparedRoom> {
	const within = report.within({ file: slashed(plan.target.level) });
	const cleaned = await cleanWalkmesh(modelled, plan.stages, { report: within, surfaces });
	if (markers.length === 0) return { walkmesh: cleaned, matched: [] };
	// Each marker gets its index as name: the findings about unmatched markers then say which ones these are.
	const scratch = new Report({ keep: Infinity });
	const numbered = new Markers(markerScene(markers), undefined, scratch);
	const walkmesh = numbered.apply(cleaned, surfaces);
	numbered.finish(scratch);
	const unmatched = new Set(scratch.findings.map(({ location: place }) => Number(place.node)));
	const matched = [...markers.keys()].filter((index) => !unmatched.has(index));
	return { walkmesh, matched };
}

function markerScene(markers: readonly RoomMarker[]): Scene {
	const numbered = markers.map(
		({ kind, positions, room }, index): SceneMarker => ({
			node: -1,
			name: String(index),
			room: String(room),
			positions,
			kind,
		}),
	);
	return { name: '', nodes: [], parts: [], markers: numbered, hooks: [], takenWhole: false };
}

/**
 * Reads, cleans and places one room of a layout.
 * @throws InputError when its file cannot be read
 */
async function prepareFile(
	{ target, stages, registry, mappings }: Plan<LevelTarget>,
	index: number,
	layout: Layout,
	inputs: TrackedInputs,
	surfaces: SurfaceTable,
	report: Report,
): Promise<Walkmesh | undefined> {
	const files = inputs.rooms(slashed(roomFolder(target)), report, registry.roomExtensions);
	const context = { report, surfaces, mappings };
	const loadRoom: RoomLoader = async (room) => {
		const source = await files.find(room);
		if (source === undefined) return undefined;
		const within = { ...context, report: report.within({ room }) };
		const loaded = await readSource(source, given(registry.readOptions, target), within, registry);
		return { loaded, file: pathOrName(source) };
	};
	const { roomSpace } = target;
	return readRoom(index, { layout, loadRoom, stages, roomSpace, looked: files.looked }, context);
}
