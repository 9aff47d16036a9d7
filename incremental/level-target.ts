import type { LevelTarget } from '../pipeline/config.ts';
import { withoutCopies } from '../pipeline/level.ts';
import { stagesOf } from '../pipeline/recipe.ts';
import type { Report } from '../src/findings/report.ts';
import type { Layout, Level, Visibility } from '../src/level/level.ts';
import type { Walkmesh } from '../src/walkmesh/walkmesh.ts';
import { entryName } from './cache.ts';
import { capturing, settle } from './capture.ts';
import { type BuildContext, countFound, type RoomMarker, type TargetBuild } from './context.ts';
import { hashValue } from './encoding.ts';
import { finishLevel } from './finish.ts';
import { type InputRecord, TrackedInputs } from './inputs.ts';
import { isJoined, type JoinedLevel, joinLevel, linkedNames } from './join.ts';
import type { RoomRecord, TargetRecord } from './manifest.ts';
import { levelReasons } from './reasons.ts';
import { type KeyedRoom, prepareLayoutRooms, prepareSceneRooms } from './rooms.ts';
import { reportUnmatched, type SplitScene, splitLevel, splitScene } from './split.ts';
import { describeStages, isLayout, listingOf, type Plan, type Surfaces, surfacesOf } from './targets.ts';

/** A level with all its rooms prepared, before they are joined. */
interface PreparedLevel {
	readonly name: string;
	readonly layout: Layout;
	readonly visibility?: Visibility;
	readonly rooms: readonly KeyedRoom[];
	readonly objects: readonly Walkmesh[];
	readonly objectKeys: readonly KeyedRoom[];
	readonly scene?: SplitScene;
}

/**
 * Builds a level as `wokflow level` does, byte for byte, and no step of it twice: rooms that were prepared of the same input stay, rooms
 * that joining left the same are not written again. Nothing is written here.
 *
 * @returns undefined when the report holds an error before anything could be made
 * @throws InputError when an input cannot be read
 */
export async function buildLevel(
	plan: Plan<LevelTarget>,
	previous: TargetRecord | undefined,
	context: BuildContext,
	report: Report,
): Promise<TargetBuild | undefined> {
	const inputs = new TrackedInputs(plan.base);
	const surfaces = await surfacesOf(plan.target, inputs, report);
	const prepared = isLayout(plan.target, plan.registry)
		? await prepareLayout(plan, inputs, surfaces, previous, context, report)
		: await prepareScene(plan, surfaces, previous, context, report);
	const { joined, key } = await join(plan, prepared, surfaces, context, report);
	context.signal?.throwIfAborted();
	if (report.failed) return undefined;
	const meshes = {
		rooms: prepared.rooms.map(({ outcome }) => ('value' in outcome ? outcome.value.walkmesh : undefined)),
		objects: prepared.objects,
	};
	const finished = await finishLevel(plan, joined, meshes, surfaces, previous, context, report);
	const rooms = roomRecords(joined, prepared);
	const read = await inputs.records();
	const all = [...read, ...(prepared.scene?.inputs ?? []), ...rooms.flatMap((room) => room.inputs ?? [])];
	const record: TargetRecord = {
		wokflow: context.version,
		options: plan.options,
		code: plan.code,
		inputs: uniqueInputs(all),
		...(prepared.scene === undefined ? { listing: await listingOf(plan) } : { scene: prepared.scene.inputs }),
		rooms,
		finished: finished.key,
		outputs: finished.outputs.map((output) => output.record),
		found: countFound(report),
		cached: [
			...(prepared.scene === undefined ? [] : [entryName('split', prepared.scene.key)]),
			...[...prepared.rooms, ...prepared.objectKeys].map((room) => entryName('room', room.key)),
			entryName('join', key),
			entryName('found', finished.key),
		],
	};
	return { record, made: finished.outputs, outputs: await levelReasons(record, finished.outputs, previous, context) };
}

async function prepareScene(
	plan: Plan<LevelTarget>,
	surfaces: Surfaces,
	previous: TargetRecord | undefined,
	context: BuildContext,
	report: Report,
): Promise<PreparedLevel> {
	const scene = await splitScene(plan, surfaces, previous, context, report);
	const { rooms, objects } = await prepareSceneRooms(plan, scene, surfaces, context);
	tellInOrder(rooms, report);
	const within = report.within({ file: plan.target.level });
	reportUnmatched(scene.markers, matchedBy(rooms, scene.markers), within);
	const made = tellInOrder(objects, report).filter((mesh) => mesh !== undefined);
	const { name, layout } = scene;
	return { name, layout, rooms, objects: withoutCopies(made), objectKeys: objects, scene };
}

async function prepareLayout(
	plan: Plan<LevelTarget>,
	inputs: TrackedInputs,
	surfaces: Surfaces,
	previous: TargetRecord | undefined,
	context: BuildContext,
	report: Report,
): Promise<PreparedLevel> {
	const { name, layout, visibility } = await splitLevel(plan, inputs, surfaces.table, report, context.signal);
	const rooms = await prepareLayoutRooms(plan, layout, surfaces, previous, context, report);
	tellInOrder(rooms, report);
	return { name, layout, ...(visibility === undefined ? {} : { visibility }), rooms, objects: [], objectKeys: [] };
}

/** Tells what was found room by room. @throws InputError for the first room that could not be read; the others are told too */
function tellInOrder(rooms: readonly KeyedRoom[], report: Report): (Walkmesh | undefined)[] {
	const failed = rooms.filter(({ outcome }) => 'failure' in outcome);
	for (const { outcome } of failed.slice(1)) if ('failure' in outcome) report.push(outcome.failure);
	return rooms.map(({ outcome }) => settle(outcome, report).walkmesh);
}

function matchedBy(rooms: readonly KeyedRoom[], markers: readonly RoomMarker[]): Set<number> {
	const matched = new Set<number>();
	if (markers.length === 0) return matched;
	for (const { outcome } of rooms)
		if ('value' in outcome) for (const index of outcome.value.matched) matched.add(index);
	return matched;
}

async function join(
	plan: Plan<LevelTarget>,
	{ name, layout, visibility, rooms, objects, objectKeys }: PreparedLevel,
	surfaces: Surfaces,
	context: BuildContext,
	report: Report,
): Promise<{ joined: JoinedLevel; key: string }> {
	const key = hashValue({
		step: 'join',
		version: context.version,
		surfaces: surfaces.key,
		recipe: describeStages(stagesOf(plan.stages, 'level')),
		code: plan.code,
		name,
		layout,
		visibility: visibility ?? null,
		rooms: rooms.map(({ prepared }) => prepared),
		objects: objectKeys.map(({ prepared }) => prepared),
	});
	const cached = context.force ? undefined : await context.cache.get('join', key, isJoined);
	if (cached !== undefined) return { joined: settle(cached, report), key };
	context.onStep?.('link', 0, 1);
	const level: Level = {
		name,
		layout,
		...(visibility === undefined ? {} : { visibility }),
		rooms: rooms.map(({ outcome }, index) => {
			const walkmesh = 'value' in outcome ? outcome.value.walkmesh : undefined;
			const { model } = layout.rooms[index];
			return walkmesh === undefined ? { name: model } : { name: model, walkmesh };
		}),
		objects,
	};
	const outcome = await capturing((own) => joinLevel(plan, level, surfaces.table, own, context.signal));
	const joined = settle(outcome, report);
	await context.cache.put('join', key, outcome);
	return { joined, key };
}

function roomRecords(joined: JoinedLevel, { rooms, scene }: PreparedLevel): RoomRecord[] {
	const links = linkedNames(joined);
	return joined.rooms.map(({ name, from }, index) => {
		const room: KeyedRoom | undefined = rooms[from];
		const read = scene === undefined && room !== undefined && 'value' in room.outcome ? room.outcome.value : undefined;
		return {
			name,
			source: room?.source ?? null,
			prepared: room?.prepared ?? null,
			links: links[index],
			...(read === undefined ? {} : { inputs: read.inputs, usesLayout: read.usesLayout }),
		};
	});
}

function uniqueInputs(inputs: readonly InputRecord[]): InputRecord[] {
	const byKey = new Map(inputs.map((input) => [`${input.path}\n${input.askedBy?.path ?? ''}`, input]));
	return [...byKey.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, input]) => input);
}
