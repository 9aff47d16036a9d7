import type { LevelTarget } from '../pipeline/config.ts';
import { cleanWalkmesh, readRoom } from '../pipeline/level.ts';
import { readSource } from '../pipeline/read.ts';
import { stagesOf } from '../pipeline/recipe.ts';
import { Report } from '../src/findings/report.ts';
import type { Layout } from '../src/level/level.ts';
import { Markers } from '../src/level/markers.ts';
import type { Scene, SceneMarker } from '../src/scene/scene.ts';
import type { SurfaceTable } from '../src/walkmesh/surfaces.ts';
import type { Walkmesh } from '../src/walkmesh/walkmesh.ts';
import { type InputRecord, TrackedInputs } from './inputs.ts';
import { isLayout, type RoomMarker } from './split.ts';
import { type Plan, roomFolder, slashed } from './targets.ts';

/** A room before it is linked. */
export interface PreparedRoom {
	/** Undefined for placeholders, and rooms without file or ground. */
	readonly walkmesh?: Walkmesh;
	/** The markers that lie at an edge of it, by index. */
	readonly matched: readonly number[];
	/** For rooms of a layout: what was read. */
	readonly inputs: readonly InputRecord[];
	/** True when the result depends on which rooms the layout has: its markers name some. */
	readonly usesLayout: boolean;
}

/** Cleans one room or object of a scene. @param markers empty for objects */
export async function prepareModelled(
	plan: Plan<LevelTarget>,
	modelled: Walkmesh,
	markers: readonly RoomMarker[],
	surfaces: SurfaceTable,
	report: Report,
): Promise<PreparedRoom> {
	const within = report.within({ file: slashed(plan.target.level) });
	const cleaned = await cleanWalkmesh(modelled, plan.stages, { report: within, surfaces });
	if (markers.length === 0) return { walkmesh: cleaned, matched: [], inputs: [], usesLayout: false };
	// The rooms are known by number, and the names of the markers are their indices: what is left over is told by them.
	const scratch = new Report({ keep: Infinity });
	const numbered = new Markers(markerScene(markers), undefined, scratch);
	const walkmesh = numbered.apply(cleaned, surfaces);
	numbered.finish(scratch);
	const unmatched = new Set(scratch.findings.map(({ location: place }) => Number(place.node)));
	const matched = [...markers.keys()].filter((index) => !unmatched.has(index));
	return { walkmesh, matched, inputs: [], usesLayout: false };
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

/** Reads, cleans and places one room of a layout. @throws InputError when its file cannot be read */
export async function prepareFile(
	plan: Plan<LevelTarget>,
	index: number,
	layout: Layout,
	surfaces: SurfaceTable,
	report: Report,
): Promise<PreparedRoom> {
	const { target, stages, registry, mappings, base } = plan;
	const inputs = new TrackedInputs(base);
	const files = inputs.rooms(slashed(roomFolder(target)), report);
	let usesLayout = stagesOf(stages, 'scene').length > 0;
	const context = { report, surfaces, mappings };
	const walkmesh = await readRoom(
		index,
		layout,
		async (room) => {
			const source = await files.find(room);
			if (source === undefined) return undefined;
			const loaded = await readSource(source, target.read ?? {}, context, registry);
			if (loaded.kind === 'scene' && loaded.scene.markers.length > 0) usesLayout = true;
			return { loaded, file: source.path ?? source.fileName };
		},
		{ looked: files.looked, ...(target.rooms?.space === undefined ? {} : { space: target.rooms.space }) },
		stages,
		context,
	);
	return {
		...(walkmesh === undefined ? {} : { walkmesh }),
		matched: [],
		inputs: await inputs.records(),
		usesLayout,
	};
}

/** What the preparation of rooms depends on besides the room itself: for keys. */
export function prepareOptions({ target, stages, mappings, code }: Plan<LevelTarget>): Record<string, unknown> {
	const own = [...stagesOf(stages, 'scene'), ...stagesOf(stages, 'walkmesh')];
	const recipe = own.map(({ name, options }) => [name, options]);
	if (!isLayout(target)) return { recipe, code };
	return {
		recipe,
		code,
		read: target.read ?? {},
		mappings,
		space: target.rooms?.space ?? 'auto',
		folder: roomFolder(target),
	};
}
