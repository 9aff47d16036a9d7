import { posix } from 'node:path';
import { readLyt } from '../importers/lyt/read.ts';
import type { LevelTarget } from '../pipeline/config.ts';
import { reportDoorStates } from '../pipeline/convert.ts';
import { LEVEL_FILE_FINDINGS } from '../pipeline/findings.ts';
import { readSource } from '../pipeline/read.ts';
import { runStages, type StageObserver, stagesOf } from '../pipeline/recipe.ts';
import type { Report } from '../src/findings/report.ts';
import { ROOMS_FINDINGS } from '../src/level/findings.ts';
import { layoutOfRooms, roomsOfScene, roomWalkmesh } from '../src/level/from-scene.ts';
import { type Layout, roomIndex } from '../src/level/level.ts';
import { Markers } from '../src/level/markers.ts';
import { vec3At } from '../src/mesh/vec3.ts';
import { assembleScene } from '../src/scene/assemble.ts';
import type { Scene, SceneMarker } from '../src/scene/scene.ts';
import type { SurfaceTable } from '../src/walkmesh/surfaces.ts';
import type { Walkmesh } from '../src/walkmesh/walkmesh.ts';
import type { TrackedInputs } from './inputs.ts';
import { type Plan, slashed } from './targets.ts';

/** A level before its rooms are made: what the scene or the layout says. */
export interface SplitLevel {
	readonly kind: 'scene' | 'layout';
	readonly name: string;
	readonly layout: Layout;
	/** Of scenes: rooms and objects as they were modelled. Empty for layouts, whose rooms are read one by one. */
	readonly rooms: readonly Walkmesh[];
	readonly objects: readonly Walkmesh[];
	readonly markers: readonly RoomMarker[];
}

/** A marker of a scene whose room is known. */
export interface RoomMarker {
	readonly kind: SceneMarker['kind'];
	/** 3 doubles a point: area axes, metres. */
	readonly positions: Float64Array;
	/** Index into the layout. */
	readonly room: number;
	/** The room as written, and where it is, for findings. */
	readonly written: string;
	readonly node: string;
}

/** True for targets whose source is a layout. */
export function isLayout({ level }: LevelTarget): boolean {
	return level.toLowerCase().endsWith('.lyt');
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
	const context = { report, surfaces, mappings, ...(signal === undefined ? {} : { signal }) };
	const within = { ...context, report: report.within({ file: path }) };
	if (isLayout(target)) {
		const layout = readLyt(await source.bytes(), within.report);
		return { kind: 'layout', name: target.name ?? source.name, layout, rooms: [], objects: [], markers: [] };
	}
	const loaded = await readSource(source, target.read ?? {}, context, registry);
	if (loaded.kind === 'walkmeshes') return within.report.fail(LEVEL_FILE_FINDINGS.LEVEL_OF_WALKMESHES, {}, {});
	const scene = await runStages(loaded.scene, stagesOf(stages, 'scene'), within, observer);
	const sceneRooms = roomsOfScene(scene, target.rooms ?? {}, within.report);
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

function knownMarkers(scene: Scene, layout: Layout): RoomMarker[] {
	return scene.markers.flatMap((marker) => {
		const named = roomIndex(layout, marker.room);
		const room = named >= 0 ? named : /^\d{1,6}$/.test(marker.room) ? Number(marker.room) : -1;
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

/** `out/quay_01a.wok` */
export function outputPath(folder: string, name: string): string {
	return posix.join(slashed(folder), name);
}
