import type { LevelTarget } from '../pipeline/config.ts';
import { cleanWalkmesh, readRoom } from '../pipeline/level.ts';
import { readSource } from '../pipeline/read.ts';
import { stagesOf } from '../pipeline/recipe.ts';
import { Report } from '../src/findings/report.ts';
import type { Layout } from '../src/level/level.ts';
import { Markers } from '../src/level/markers.ts';
import { given } from '../src/options/options.ts';
import type { Scene, SceneMarker } from '../src/scene/scene.ts';
import type { SurfaceTable } from '../src/walkmesh/surfaces.ts';
import type { Walkmesh } from '../src/walkmesh/walkmesh.ts';
import type { Captured, Outcome } from './capture.ts';
import type { BuildContext, PreparedRoom, RoomMarker } from './context.ts';
import { hashValue } from './encoding.ts';
import { type InputRecord, TrackedInputs } from './inputs.ts';
import type { RoomRecord, TargetRecord } from './manifest.ts';
import { isCaptured, isIndex, isList, isRecord, isWalkmesh } from './shapes.ts';
import type { SplitScene } from './split.ts';
import { describeStages, isLayout, type Plan, roomFolder, type Surfaces, slashed } from './targets.ts';

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
	const files = inputs.rooms(slashed(roomFolder(target)), report, registry.roomExtensions);
	let usesLayout = stagesOf(stages, 'scene').length > 0;
	const context = { report, surfaces, mappings };
	const walkmesh = await readRoom(
		index,
		layout,
		async (room) => {
			const source = await files.find(room);
			if (source === undefined) return undefined;
			const loaded = await readSource(source, given(registry.readOptions, target), context, registry);
			if (loaded.kind === 'scene' && loaded.scene.markers.length > 0) usesLayout = true;
			return { loaded, file: source.path ?? source.fileName };
		},
		{ looked: files.looked, ...(target.roomSpace === undefined ? {} : { roomSpace: target.roomSpace }) },
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
function prepareOptions({ target, stages, mappings, code, registry }: Plan<LevelTarget>): Record<string, unknown> {
	const own = [...stagesOf(stages, 'scene'), ...stagesOf(stages, 'walkmesh')];
	const recipe = describeStages(own);
	if (!isLayout(target, registry)) return { recipe, code };
	return {
		recipe,
		code,
		read: given(registry.readOptions, target),
		mappings,
		space: target.roomSpace ?? 'auto',
		folder: roomFolder(target),
	};
}

/** A room before linking, with the keys it is known by. */
export interface KeyedRoom {
	readonly outcome: Outcome<PreparedRoom>;
	/** Key of the cached result. */
	readonly key: string;
	/** Hash of what it was made of. */
	readonly source: string | null;
	/** Hash of the walkmesh; null without one. */
	readonly prepared: string | null;
}

/** Prepares rooms and objects of a scene: from the cache, or of what was modelled. */
export async function prepareSceneRooms(
	plan: Plan<LevelTarget>,
	scene: SplitScene,
	surfaces: Surfaces,
	context: BuildContext,
): Promise<{ rooms: KeyedRoom[]; objects: KeyedRoom[] }> {
	const options = { ...prepareOptions(plan), level: plan.target.level };
	const markersKey = hashValue(scene.markers);
	const counter = new Counter(scene.rooms.length + scene.objects.length, context);
	const one = async (source: string, isRoom: boolean, mesh: () => Promise<Walkmesh>): Promise<KeyedRoom> => {
		const markers = isRoom && scene.markers.length > 0 ? scene.markers : [];
		const base = { step: 'prepare', version: context.version, surfaces: surfaces.key, ...options };
		const key = hashValue({ ...base, source, markers: markers.length === 0 ? null : markersKey });
		const cached = context.force ? undefined : await context.cache.get('room', key, isPrepared);
		if (cached !== undefined) return keyed(key, source, cached);
		const task = { step: 'prepare', target: plan.name, surfaces: surfaces.table, mesh: await mesh(), markers } as const;
		const outcome = await context.runner.run(task);
		if (!('failure' in outcome)) await context.cache.put('room', key, outcome);
		return keyed(key, source, outcome);
	};
	const rooms = scene.rooms.map((source, i) => one(source, true, async () => (await scene.modelled()).rooms[i]));
	const objects = scene.objects.map((source, i) => one(source, false, async () => (await scene.modelled()).objects[i]));
	const all = await allSettledInOrder([...rooms, ...objects].map((each) => counter.count(each)));
	return { rooms: all.slice(0, rooms.length), objects: all.slice(rooms.length) };
}

/** Prepares the rooms of a layout, each from its own file. */
export async function prepareLayoutRooms(
	plan: Plan<LevelTarget>,
	layout: Layout,
	surfaces: Surfaces,
	previous: TargetRecord | undefined,
	context: BuildContext,
	report: Report,
): Promise<KeyedRoom[]> {
	const options = prepareOptions(plan);
	const names = layout.rooms.map(({ model }) => model);
	const before = new Map(previous?.rooms.map((room) => [room.name, room]));
	const finder = new TrackedInputs(plan.base).rooms(
		slashed(roomFolder(plan.target)),
		report,
		plan.registry.roomExtensions,
	);
	const keyOf = (index: number, inputs: readonly InputRecord[], usesLayout: boolean): string =>
		hashValue({
			step: 'read',
			version: context.version,
			surfaces: surfaces.key,
			...options,
			room: layout.rooms[index],
			inputs,
			names: usesLayout ? names : null,
		});
	const counter = new Counter(names.length, context);
	const prepare = async (index: number): Promise<KeyedRoom> => {
		const known = before.get(names[index]);
		if (known !== undefined && (await stillReads(known, names[index], finder.find, context))) {
			const key = keyOf(index, known.inputs ?? [], known.usesLayout ?? false);
			const cached = context.force ? undefined : await context.cache.get('room', key, isPrepared);
			if (cached !== undefined) return keyed(key, known.source, cached);
		}
		const outcome = await context.runner.run({
			step: 'read',
			target: plan.name,
			surfaces: surfaces.table,
			index,
			layout,
		});
		if ('failure' in outcome) return { outcome, key: '', source: null, prepared: null };
		const { inputs, usesLayout } = outcome.value;
		const key = keyOf(index, inputs, usesLayout);
		await context.cache.put('room', key, outcome);
		return keyed(key, inputs.length === 0 ? null : hashValue(inputs), outcome);
	};
	return allSettledInOrder(names.map((_, index) => counter.count(prepare(index))));
}

/** True when a room would be read from the same file as before, and none of what was read changed. */
async function stillReads(
	{ inputs = [] }: RoomRecord,
	name: string,
	find: (room: string) => Promise<{ readonly path?: string } | undefined>,
	{ hashes }: BuildContext,
): Promise<boolean> {
	const file = inputs.find(({ askedBy }) => askedBy === undefined);
	if (file !== undefined && (await find(name))?.path !== file.path) return false;
	if (file === undefined) return false;
	return (await hashes.changed(inputs)).length === 0;
}

function keyed(key: string, source: string | null, outcome: Outcome<PreparedRoom>): KeyedRoom {
	const walkmesh = 'value' in outcome ? outcome.value.walkmesh : undefined;
	return { outcome, key, source, prepared: walkmesh === undefined ? null : hashValue(walkmesh) };
}

/** The value of a prepared room as the cache holds it. */
export function isPrepared(value: unknown): value is { readonly value: PreparedRoom; readonly captured: Captured } {
	if (!isRecord(value) || !isRecord(value['value']) || !isCaptured(value['captured'])) return false;
	const { walkmesh, matched, inputs, usesLayout } = value['value'];
	if (walkmesh !== undefined && !isWalkmesh(walkmesh)) return false;
	return isList(matched, isIndex) && Array.isArray(inputs) && typeof usesLayout === 'boolean';
}

/** All results in order; where some work throws, everything else has ended before the first error in order is thrown. */
export async function allSettledInOrder<T>(work: readonly Promise<T>[]): Promise<T[]> {
	const settled = await Promise.allSettled(work);
	return settled.map((each) => {
		if (each.status === 'rejected') throw each.reason;
		return each.value;
	});
}

/** Tells how many rooms are done. */
class Counter {
	readonly #total: number;
	readonly #context: BuildContext;
	#done = 0;

	constructor(total: number, context: BuildContext) {
		this.#total = total;
		this.#context = context;
	}

	async count<T>(work: Promise<T>): Promise<T> {
		const value = await work;
		this.#context.signal?.throwIfAborted();
		this.#context.onStep?.('prepare', ++this.#done, this.#total);
		return value;
	}
}
