import type { LevelTarget } from '../pipeline/config.ts';
import type { Report } from '../src/findings/report.ts';
import type { Layout } from '../src/level/level.ts';
import type { SurfaceTable } from '../src/walkmesh/surfaces.ts';
import type { Walkmesh } from '../src/walkmesh/walkmesh.ts';
import type { Outcome } from './capture.ts';
import type { BuildContext } from './context.ts';
import { hashValue, hashWalkmesh } from './hash.ts';
import { type InputRecord, TrackedInputs } from './inputs.ts';
import type { RoomRecord, TargetRecord } from './manifest.ts';
import { type PreparedRoom, prepareOptions } from './prepare.ts';
import { packPrepared, unpackPrepared } from './records.ts';
import type { SceneRecord } from './split-scene.ts';
import { type Plan, roomFolder, slashed } from './targets.ts';

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

interface Surfaces {
	readonly table: SurfaceTable;
	readonly key: string;
}

/** Prepares rooms and objects of a scene: from the cache, or of what was modelled. */
export async function prepareSceneRooms(
	plan: Plan<LevelTarget>,
	scene: SceneRecord,
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
		return counter.count(
			withCache(key, source, context, async () =>
				context.runner.run({
					step: 'prepare',
					target: plan.name,
					surfaces: surfaces.table,
					mesh: await mesh(),
					markers,
				}),
			),
		);
	};
	const rooms = scene.rooms.map((source, i) => one(source, true, async () => (await scene.modelled()).rooms[i]));
	const objects = scene.objects.map((source, i) => one(source, false, async () => (await scene.modelled()).objects[i]));
	const all = await allSettledInOrder([...rooms, ...objects]);
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
	const finder = new TrackedInputs(plan.base).rooms(slashed(roomFolder(plan.target)), report);
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
			const packed = context.force ? undefined : await context.cache.get(key);
			if (packed !== undefined) return keyed(key, known.source, { ...unpackPrepared(packed) });
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
		await context.cache.put(key, packPrepared(outcome));
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

async function withCache(
	key: string,
	source: string,
	{ cache, force }: BuildContext,
	work: () => Promise<Outcome<PreparedRoom>>,
): Promise<KeyedRoom> {
	const packed = force ? undefined : await cache.get(key);
	if (packed !== undefined) return keyed(key, source, unpackPrepared(packed));
	const outcome = await work();
	if (!('failure' in outcome)) await cache.put(key, packPrepared(outcome));
	return keyed(key, source, outcome);
}

function keyed(key: string, source: string | null, outcome: Outcome<PreparedRoom>): KeyedRoom {
	const walkmesh = 'value' in outcome ? outcome.value.walkmesh : undefined;
	return { outcome, key, source, prepared: walkmesh === undefined ? null : hashWalkmesh(walkmesh) };
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
