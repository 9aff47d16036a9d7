import { isObject } from '../src/text/quote.ts';
import type { BuildContext, MadeOutput } from './actions.ts';
import { hashValue } from './cache/encoding.ts';
import type { InputRecord, OutputRecord, TargetRecord } from './cache/manifest.ts';

/** Names listed in one reason. */
const LISTED = 4;

/** The result for one output. */
export interface OutputResult {
	readonly path: string;
	/**
	 * `written`: made and written. `unchanged`: made again, with the same bytes as the existing file. `kept`: nothing that it depends on changed.
	 * `removed`: no longer an output of the target. A dry run only says what would happen.
	 */
	readonly status: 'written' | 'unchanged' | 'kept' | 'removed';
	/** Why it was made or removed. */
	readonly reasons: readonly string[];
	readonly room?: string;
}

/** The facts about a room after a build, by which the next one explains what changed. */
export interface RoomRecord {
	readonly name: string;
	/** Hash of the source of the room. */
	readonly source: string | null;
	/** Hash of the room before it is linked. */
	readonly prepared: string | null;
	/** Names of the rooms it is linked with. */
	readonly links: readonly string[];
	/** For rooms of a layout: the files that were read. */
	readonly inputs: readonly InputRecord[];
}

/** A build of a level. */
interface LevelBuild<T> {
	readonly record: T;
	readonly rooms: readonly RoomRecord[];
}

/** The status of each output of a level, with the reasons. */
export async function levelReasons(
	now: LevelBuild<TargetRecord>,
	outputs: readonly MadeOutput[],
	before: LevelBuild<TargetRecord | undefined>,
	context: BuildContext,
): Promise<OutputResult[]> {
	const general = generalReasons(now.record, before.record);
	const rooms = new RoomChanges(now, before);
	return outputReasons(now.record, outputs, before.record, context, (output) => {
		if (output.room !== undefined) return [...general, ...rooms.reasonsFor(output.room)];
		return [...general, ...rooms.reasonsForAll()];
	});
}

/** As `levelReasons`, for outputs that depend on all inputs. */
export async function convertReasons(
	record: TargetRecord,
	outputs: readonly MadeOutput[],
	previous: TargetRecord | undefined,
	context: Pick<BuildContext, 'force' | 'hashes'>,
): Promise<OutputResult[]> {
	const general = [...generalReasons(record, previous), ...inputReasons(record.inputs, previous?.inputs ?? [])];
	return outputReasons(record, outputs, previous, context, () => general);
}

async function outputReasons(
	record: TargetRecord,
	outputs: readonly MadeOutput[],
	previous: TargetRecord | undefined,
	{ force, hashes }: Pick<BuildContext, 'force' | 'hashes'>,
	whyChanged: (output: OutputRecord) => string[],
): Promise<OutputResult[]> {
	const before = new Map(previous?.outputs.map((output) => [output.path, output]));
	const results: OutputResult[] = [];
	for (const { record: output, bytes } of outputs) {
		const { path, room, hash, key } = output;
		const where = room === undefined ? { path } : { path, room };
		if (bytes === undefined) {
			results.push({ ...where, status: 'kept', reasons: [] });
			continue;
		}
		const disk = await hashes.of(path);
		const old = before.get(path);
		const reasons: string[] = force ? ['forced'] : [];
		if (old === undefined) reasons.push(previous === undefined ? 'not built before' : 'new');
		else if (disk === null) reasons.push('output missing');
		else if (disk !== old.hash) reasons.push('output edited since');
		if (old !== undefined && old.key !== key) reasons.push(...whyChanged(output));
		if (reasons.length === 0) reasons.push('cache missing');
		const status = disk === hash && !force ? 'unchanged' : 'written';
		results.push({ ...where, status, reasons: [...new Set(reasons)] });
	}
	const made = new Set(record.outputs.map(({ path }) => path));
	for (const { path, room } of previous?.outputs ?? []) {
		if (made.has(path)) continue;
		const where = room === undefined ? { path } : { path, room };
		results.push({ ...where, status: 'removed', reasons: ['no longer made'] });
	}
	return results;
}

/** Reasons that concern all outputs: a changed version, changed options, changed code. */
function generalReasons(record: TargetRecord, previous: TargetRecord | undefined): string[] {
	if (previous === undefined) return [];
	const reasons: string[] = [];
	if (previous.wokflow !== record.wokflow) reasons.push(`wokflow ${previous.wokflow} → ${record.wokflow}`);
	for (const path of changedOptions(previous.options, record.options)) reasons.push(`option changed: ${path}`);
	if (previous.code !== record.code) reasons.push('own code changed');
	return reasons;
}

/** Paths of options that differ: `read.up`, `recipe.weld.tolerance`. */
export function changedOptions(before: unknown, after: unknown, path: string = ''): string[] {
	if (hashValue(before) === hashValue(after)) return [];
	if (isRecipe(before) && isRecipe(after)) return changedStages(before, after);
	if (!isObject(before) || !isObject(after)) return [path];
	const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
	return keys.flatMap((key) => changedOptions(before[key], after[key], path === '' ? key : `${path}.${key}`));
}

type StageData = readonly [name: string, options: unknown];

/** True for stages as data. A manifest may hold any JSON. */
function isRecipe(value: unknown): value is readonly StageData[] {
	return Array.isArray(value) && value.length > 0 && value.every((stage) => Array.isArray(stage) && stage.length === 2);
}

function changedStages(before: readonly StageData[], after: readonly StageData[]): string[] {
	const names = (list: readonly StageData[]): string => list.map(([name]) => name).join();
	if (names(before) !== names(after)) return ['recipe'];
	return after.flatMap(([name, options], i) => changedOptions(before[i][1], options, `recipe.${name}`));
}

function inputReasons(now: readonly InputRecord[], before: readonly InputRecord[]): string[] {
	const old = new Map(before.map(({ path, hash }) => [path, hash]));
	const current = new Map(now.map(({ path, hash }) => [path, hash]));
	const changed = [...current].filter(([path, hash]) => old.get(path) !== hash).map(([path]) => path);
	const gone = [...old.keys()].filter((path) => !current.has(path));
	return [...changed, ...gone].map((path) => `input changed: ${path}`);
}

/** What changed between two builds of a level, room by room. */
class RoomChanges {
	readonly #now: Map<string, RoomRecord>;
	readonly #before: Map<string, RoomRecord>;
	readonly #shared: string[];
	readonly #isScene: boolean;
	readonly #reordered: boolean;

	constructor({ record, rooms }: LevelBuild<TargetRecord>, before: LevelBuild<TargetRecord | undefined>) {
		const previous = before.record;
		this.#now = new Map(rooms.map((room) => [room.name, room]));
		this.#before = new Map(before.rooms.map((room) => [room.name, room]));
		this.#isScene = record.listing === undefined;
		const own = new Set(rooms.flatMap(({ inputs }) => inputs.map(({ path }) => path)));
		const shared = (inputs: readonly InputRecord[] = []): InputRecord[] => inputs.filter(({ path }) => !own.has(path));
		this.#shared = inputReasons(shared(record.inputs), shared(previous?.inputs));
		const names = (list: readonly RoomRecord[]): string => list.map(({ name }) => name).join();
		this.#reordered = names(rooms) !== names(before.rooms);
	}

	reasonsFor(name: string): string[] {
		const now = this.#now.get(name);
		const before = this.#before.get(name);
		if (now === undefined || before === undefined) return ['new'];
		if (now.source !== before.source) {
			return this.#isScene ? this.#shared : inputReasons(now.inputs, before.inputs);
		}
		if (now.prepared !== before.prepared) return this.#shared;
		const near = [...new Set([...before.links, ...now.links])].filter((other) => this.#changed(other));
		if (near.length > 0) return near.map((other) => `neighbour ${other} changed its border`);
		return [this.#reordered ? 'rooms were added, removed or reordered' : 'links changed'];
	}

	reasonsForAll(): string[] {
		const changed = [...new Set([...this.#now.keys(), ...this.#before.keys()])].filter((name) => this.#changed(name));
		if (changed.length > 0) return [`rooms changed: ${listed(changed)}`];
		if (this.#reordered) return ['rooms were added, removed or reordered'];
		return this.#shared.length > 0 ? this.#shared : ['what was found or linked changed'];
	}

	#changed(name: string): boolean {
		return this.#now.get(name)?.prepared !== this.#before.get(name)?.prepared;
	}
}

function listed(names: readonly string[]): string {
	const more = names.length - LISTED;
	return more > 0 ? `${names.slice(0, LISTED).join(', ')} and ${more} more` : names.join(', ');
}
