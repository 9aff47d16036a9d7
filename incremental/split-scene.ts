import type { LevelTarget } from '../pipeline/config.ts';
import { stagesOf } from '../pipeline/recipe.ts';
import type { Report } from '../src/findings/report.ts';
import type { Layout } from '../src/level/level.ts';
import type { SurfaceTable } from '../src/walkmesh/surfaces.ts';
import { type Captured, capturing, NOTHING_FOUND, settle, tell } from './capture.ts';
import type { BuildContext } from './context.ts';
import { hashValue, hashWalkmesh } from './hash.ts';
import { type InputRecord, TrackedInputs } from './inputs.ts';
import type { TargetRecord } from './manifest.ts';
import { type RoomMarker, type SplitLevel, splitLevel } from './split.ts';
import { describeStages, type Plan } from './targets.ts';

/** A scene split into rooms; the rooms themselves only when they are asked for. */
export interface SceneRecord {
	readonly name: string;
	readonly layout: Layout;
	readonly markers: readonly RoomMarker[];
	/** Hashes of rooms and objects as they were modelled. */
	readonly rooms: readonly string[];
	readonly objects: readonly string[];
	readonly modelled: () => Promise<SplitLevel>;
	readonly inputs: readonly InputRecord[];
	readonly key: string;
}

interface SplitJson extends Omit<SceneRecord, 'modelled' | 'inputs' | 'key' | 'markers'> {
	readonly markers: readonly Omit<RoomMarker, 'positions'>[];
	readonly captured: Captured;
}

/**
 * Splits a scene into its rooms, or takes what came of it before where nothing it was read from changed.
 * What was found goes to the report. @throws InputError when the scene cannot be read
 */
export async function splitScene(
	plan: Plan<LevelTarget>,
	surfaces: { table: SurfaceTable; key: string },
	previous: TargetRecord | undefined,
	context: BuildContext,
	report: Report,
): Promise<SceneRecord> {
	const { cache, hashes, force, version, signal } = context;
	const options = { step: 'split', version, surfaces: surfaces.key, ...splitOptions(plan) };
	let whole: Promise<SplitLevel> | undefined;
	let read: readonly InputRecord[] = [];
	let found: Captured | undefined;
	const split = async (): Promise<SplitLevel> => {
		context.onStep?.('read', 0, 1);
		const inputs = new TrackedInputs(plan.base);
		const outcome = await capturing((own) => splitLevel(plan, inputs, surfaces.table, own, signal));
		read = await inputs.records();
		found = outcome.captured;
		return settle({ ...outcome, captured: NOTHING_FOUND }, report);
	};
	const modelled = (): Promise<SplitLevel> => (whole ??= split());
	const before = previous?.split;
	if (before !== undefined && !force && (await hashes.changed(before.inputs)).length === 0) {
		const key = hashValue({ ...options, inputs: before.inputs });
		const packed = await cache.get(key);
		if (packed !== undefined) {
			const { markers, captured, ...record } = packed.json as SplitJson;
			tell(captured, report);
			const placed = markers.map((marker, i) => ({ ...marker, positions: packed.arrays[i] as Float64Array }));
			return { ...record, markers: placed, inputs: before.inputs, key, modelled };
		}
	}
	let level: SplitLevel;
	try {
		level = await modelled();
	} finally {
		if (found !== undefined) tell(found, report);
	}
	const key = hashValue({ ...options, inputs: read });
	const { name, layout, markers } = level;
	const rooms = level.rooms.map(hashWalkmesh);
	const objects = level.objects.map(hashWalkmesh);
	const plain = markers.map(({ positions: _, ...rest }) => rest);
	const json: SplitJson = { name, layout, rooms, objects, markers: plain, captured: found ?? NOTHING_FOUND };
	await cache.put(key, { json, arrays: markers.map(({ positions }) => positions) });
	return { name, layout, markers, rooms, objects, inputs: read, key, modelled };
}

/** What splitting depends on besides the scene's files. */
export function splitOptions({ target, stages, mappings, code }: Plan<LevelTarget>): Record<string, unknown> {
	const { level, name, read, rooms } = target;
	return { level, name, read, rooms, mappings, code, recipe: describeStages(stagesOf(stages, 'scene')) };
}
