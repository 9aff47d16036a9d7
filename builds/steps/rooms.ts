import { basename, dirname, join } from 'node:path';
import { judgeRoom } from '../../check/mesh.ts';
import type { LevelTarget } from '../../jobs/config/config.ts';
import { cleanWalkmesh, type RoomLoader, readRoom } from '../../jobs/level/level.ts';
import { readSource } from '../../pipeline/read.ts';
import { stagesOf } from '../../pipeline/recipe.ts';
import { RoomFacts } from '../../src/facts/room-facts.ts';
import { given } from '../../src/findings/options.ts';
import { Report, UsageError } from '../../src/findings/report.ts';
import { pathOrName } from '../../src/formats/sources.ts';
import type { Layout } from '../../src/model/level.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import type { Scene, SceneMarker } from '../../src/scene/scene.ts';
import { Markers } from '../../src/seams/markers.ts';
import { slashed } from '../../src/text/paths.ts';
import type { TrackedInputs } from '../cache/inputs.ts';
import { type Plan, roomFolder } from '../config/targets.ts';
import { capturing, settle } from './capture.ts';
import { type NamesPack, PACKS, type PreparedRoom, type RoomMarker } from './packs.ts';
import type { StepIo } from './step.ts';

/** Reads and cleans one room or object, before it is linked. */
export async function prepareStep([options, room, output, deps]: readonly string[], io: StepIo): Promise<void> {
	const folder = dirname(options);
	const settings = await io.read('prepareOptions', options);
	const plan = await io.target(settings);
	const surfaces = settings.surfaces.table;
	const made = await io.read('room', room);
	const outcome = await capturing(async (own): Promise<PreparedRoom> => {
		if ('mesh' in made) {
			const markers = made.mesh.kind === 'area' ? await io.read('markers', join(folder, PACKS.markers)) : [];
			return judged(await prepareModelled(plan, made.mesh, markers, surfaces, own), surfaces);
		}
		const names = join(folder, PACKS.names);
		const { rooms, indices } = namedRooms(await io.peek('names', names));
		const index = indices.get(basename(room, '.room.pack'));
		if (index === undefined) throw new UsageError(`${room} has the name of no room of the layout.`);
		const layout = { rooms: rooms.with(index, made), tracks: [], obstacles: [], doorHooks: [] };
		const { walkmesh, usesLayout } = await prepareFile(plan, index, layout, io.inputs, surfaces, own);
		if (usesLayout) await io.read('names', names);
		return judged({ ...(walkmesh === undefined ? {} : { walkmesh }), matched: [] }, surfaces);
	});
	const value = settle(outcome, io.report);
	io.write('prepared', output, { value, captured: outcome.captured });
	io.depfile(deps, output);
}

/** The rooms of a layout of which only the names are known, and the index of each by its stem. */
interface NamedRooms {
	readonly rooms: Layout['rooms'];
	readonly indices: ReadonlyMap<string, number>;
}

/** Made once for a layout: all of its rooms ask for it. */
const NAMED = new WeakMap<NamesPack, NamedRooms>();

function namedRooms(pack: NamesPack): NamedRooms {
	const known = NAMED.get(pack);
	if (known !== undefined) return known;
	const rooms = pack.names.map((model) => ({ model, position: [0, 0, 0] as const }));
	const named = { rooms, indices: new Map(pack.stems.map((stem, index) => [stem, index])) };
	NAMED.set(pack, named);
	return named;
}

/** Adds the findings of checking the room by itself, and facts that linking and checking need: here it is done once, and for many rooms in parallel. */
function judged(room: PreparedRoom, surfaces: SurfaceTable): PreparedRoom {
	const { walkmesh } = room;
	if (walkmesh?.kind !== 'area') return room;
	const facts = new RoomFacts(walkmesh, surfaces);
	return { ...room, verdict: judgeRoom(facts, walkmesh.name), facts: facts.kept() };
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
 * @returns also whether the result depends on which rooms the layout has: its markers name some
 * @throws InputError when its file cannot be read
 */
async function prepareFile(
	{ target, stages, registry, mappings }: Plan<LevelTarget>,
	index: number,
	layout: Layout,
	inputs: TrackedInputs,
	surfaces: SurfaceTable,
	report: Report,
): Promise<{ walkmesh: Walkmesh | undefined; usesLayout: boolean }> {
	const files = inputs.rooms(slashed(roomFolder(target)), report, registry.roomExtensions);
	let usesLayout = stagesOf(stages, 'scene').length > 0;
	const context = { report, surfaces, mappings };
	const loadRoom: RoomLoader = async (room) => {
		const source = await files.find(room);
		if (source === undefined) return undefined;
		const within = { ...context, report: report.within({ room }) };
		const loaded = await readSource(source, given(registry.readOptions, target), within, registry);
		if (loaded.kind === 'scene' && loaded.scene.markers.length > 0) usesLayout = true;
		return { loaded, file: pathOrName(source) };
	};
	const { roomSpace } = target;
	const walkmesh = await readRoom(index, { layout, loadRoom, stages, roomSpace, looked: files.looked }, context);
	return { walkmesh, usesLayout };
}
