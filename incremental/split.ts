import { posix } from 'node:path';
import type { LevelTarget } from '../pipeline/config.ts';
import { reportDoorStates } from '../pipeline/convert.ts';
import { LEVEL_FILE_FINDINGS } from '../pipeline/findings.ts';
import { readLayout, readLayoutFiles } from '../pipeline/layout-file.ts';
import { readSource } from '../pipeline/read.ts';
import { runStages, type StageObserver, stagesOf } from '../pipeline/recipe.ts';
import type { Report } from '../src/findings/report.ts';
import { ROOMS_FINDINGS } from '../src/level/findings.ts';
import { layoutOfRooms, ROOM_OPTIONS, roomsOfScene, roomWalkmesh } from '../src/level/from-scene.ts';
import type { Layout, Visibility } from '../src/level/level.ts';
import { Markers, markedRoom } from '../src/level/markers.ts';
import { vec3At } from '../src/mesh/vec3.ts';
import { given } from '../src/options/options.ts';
import { assembleScene } from '../src/scene/assemble.ts';
import type { Scene } from '../src/scene/scene.ts';
import type { SurfaceTable } from '../src/walkmesh/surfaces.ts';
import type { Walkmesh } from '../src/walkmesh/walkmesh.ts';
import { type Captured, capturing, NOTHING_FOUND, settle, tell } from './capture.ts';
import type { BuildContext, RoomMarker } from './context.ts';
import { hashValue } from './encoding.ts';
import { type InputRecord, TrackedInputs } from './inputs.ts';
import type { TargetRecord } from './manifest.ts';
import { isCaptured, isIndex, isList, isPoint, isRecord, isString } from './shapes.ts';
import { describeStages, isLayout, type Plan, type Surfaces, slashed } from './targets.ts';

/** A level before its rooms are made: what the scene or the layout says. */
export interface SplitLevel {
	readonly kind: 'scene' | 'layout';
	readonly name: string;
	readonly layout: Layout;
	/** Of the visibility file beside a layout. */
	readonly visibility?: Visibility;
	/** Of scenes: rooms and objects as they were modelled. Empty for layouts, whose rooms are read one by one. */
	readonly rooms: readonly Walkmesh[];
	readonly objects: readonly Walkmesh[];
	readonly markers: readonly RoomMarker[];
}

/**
 * Reads the scene or layout of a level: the one step that sees all of it before linking.
 * @throws InputError when it cannot be read
 */
export async function splitLevel(
	plan: Plan<LevelTarget>,
	inputs: TrackedInputs,
	surfaces: SurfaceTable,
	report: Report,
	signal?: AbortSignal,
	observer: StageObserver = {},
): Promise<SplitLevel> {
	const { target, registry, mappings, stages } = plan;
	const path = slashed(target.level);
	const source = await inputs.open(path, report);
	const context = { report, surfaces, mappings, wants: 'level' as const, ...(signal === undefined ? {} : { signal }) };
	const within = { ...context, report: report.within({ file: path }) };
	if (isLayout(target, registry)) {
		const read = keepsVisibility(target)
			? await readLayoutFiles(source, registry, report)
			: { layout: await readLayout(source, registry, report) };
		return { kind: 'layout', name: target.name ?? source.name, ...read, rooms: [], objects: [], markers: [] };
	}
	const loaded = await readSource(source, given(registry.readOptions, target), context, registry);
	if (loaded.kind === 'walkmeshes') return within.report.fail(LEVEL_FILE_FINDINGS.LEVEL_OF_WALKMESHES, {}, {});
	const scene = await runStages(loaded.scene, stagesOf(stages, 'scene'), within, observer);
	const sceneRooms = roomsOfScene(scene, given(ROOM_OPTIONS, target), within.report);
	if (sceneRooms.length === 0) within.report.add(LEVEL_FILE_FINDINGS.LEVEL_WITHOUT_ROOMS, {}, {});
	const layout = layoutOfRooms(sceneRooms);
	// Reports the markers of rooms that there are not; the others are applied room by room.
	new Markers(scene, layout, within.report);
	const { objects } = assembleScene(scene, within.report);
	reportDoorStates(objects, within.report);
	return {
		kind: 'scene',
		name: target.name ?? scene.name,
		layout,
		rooms: sceneRooms.map(roomWalkmesh),
		objects,
		markers: knownMarkers(scene, layout),
	};
}

/** What lies where this target writes its own visibility file is that very file. */
function keepsVisibility({ level, out, newVis = false }: LevelTarget): boolean {
	return !newVis && posix.resolve('/', posix.dirname(slashed(level))) !== posix.resolve('/', slashed(out));
}

function knownMarkers(scene: Scene, layout: Layout): RoomMarker[] {
	return scene.markers.flatMap((marker) => {
		const room = markedRoom(marker, layout);
		if (room < 0) return [];
		const node = scene.nodes[marker.node]?.name ?? marker.name;
		return [{ kind: marker.kind, positions: marker.positions, room, written: marker.room, node }];
	});
}

/** Reports markers of a scene that lie at no edge of any room. @param matched those that lie at one, by index */
export function reportUnmatched(markers: readonly RoomMarker[], matched: ReadonlySet<number>, report: Report): void {
	for (const [index, { node, positions, written }] of markers.entries()) {
		if (matched.has(index)) continue;
		report.add(ROOMS_FINDINGS.MARKER_UNMATCHED, { node, at: vec3At(positions, 0) }, { room: written });
	}
}

/** A scene split into rooms; the rooms themselves only when they are asked for. */
export interface SplitScene extends SceneEntry {
	readonly modelled: () => Promise<SplitLevel>;
	readonly inputs: readonly InputRecord[];
	/** Key of the cached result. */
	readonly key: string;
}

/** What the cache holds of it. */
interface SceneEntry extends Pick<SplitLevel, 'name' | 'layout' | 'markers'> {
	/** Hashes of rooms and objects as they were modelled. */
	readonly rooms: readonly string[];
	readonly objects: readonly string[];
	readonly captured: Captured;
}

/**
 * Splits a scene into its rooms, or takes what came of it before where nothing it was read from changed.
 * What was found goes to the report. @throws InputError when the scene cannot be read
 */
export async function splitScene(
	plan: Plan<LevelTarget>,
	surfaces: Surfaces,
	previous: TargetRecord | undefined,
	context: BuildContext,
	report: Report,
): Promise<SplitScene> {
	const { cache, hashes, force, version, signal } = context;
	const options = { step: 'split', version, surfaces: surfaces.key, ...splitOptions(plan) };
	let read: readonly InputRecord[] = [];
	let found = NOTHING_FOUND;
	const split = async (): Promise<SplitLevel> => {
		context.onStep?.('read', 0, 1);
		const inputs = new TrackedInputs(plan.base);
		const outcome = await capturing((own) => splitLevel(plan, inputs, surfaces.table, own, signal));
		read = await inputs.records();
		found = outcome.captured;
		return settle({ ...outcome, captured: NOTHING_FOUND }, report);
	};
	let whole: Promise<SplitLevel> | undefined;
	const modelled = (): Promise<SplitLevel> => (whole ??= split());
	const before = previous?.scene;
	if (before !== undefined && !force && (await hashes.changed(before)).length === 0) {
		const key = hashValue({ ...options, inputs: before });
		const entry = await cache.get('split', key, isSceneEntry);
		if (entry !== undefined) {
			tell(entry.captured, report);
			return { ...entry, inputs: before, key, modelled };
		}
	}
	const level = await modelled().finally(() => tell(found, report));
	const key = hashValue({ ...options, inputs: read });
	const { name, layout, markers } = level;
	const hashed = { rooms: level.rooms.map(hashValue), objects: level.objects.map(hashValue) };
	const entry: SceneEntry = { name, layout, markers, ...hashed, captured: found };
	await cache.put('split', key, entry);
	return { ...entry, inputs: read, key, modelled };
}

/** What splitting depends on besides the scene's files. */
function splitOptions({ target, stages, mappings, code, registry }: Plan<LevelTarget>): Record<string, unknown> {
	const { level, name } = target;
	const read = given(registry.readOptions, target);
	const rooms = given(ROOM_OPTIONS, target);
	return { level, name, read, rooms, mappings, code, recipe: describeStages(stagesOf(stages, 'scene')) };
}

function isSceneEntry(value: unknown): value is SceneEntry {
	if (!isRecord(value)) return false;
	const { name, layout, rooms, objects, markers, captured } = value;
	if (!isString(name) || !isMadeLayout(layout) || !isList(rooms, isString) || !isList(objects, isString)) return false;
	return rooms.length === layout.rooms.length && isList(markers, isMarker) && isCaptured(captured);
}

/** A layout as one is made for a scene: rooms and nothing else. */
export function isMadeLayout(value: unknown): value is Layout {
	if (!isRecord(value)) return false;
	const { rooms, tracks, obstacles, doorHooks } = value;
	const isEntry = (each: unknown): each is Layout['rooms'][number] =>
		isRecord(each) && isString(each['model']) && isPoint(each['position']);
	return isList(rooms, isEntry) && [tracks, obstacles, doorHooks].every(Array.isArray);
}

function isMarker(value: unknown): value is RoomMarker {
	if (!isRecord(value)) return false;
	const { kind, positions, room, written, node } = value;
	return isString(kind) && positions instanceof Float64Array && isIndex(room) && isString(written) && isString(node);
}
