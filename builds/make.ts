import { resolve } from 'node:path';
import { explained } from '../check/rules.ts';
import { type ConvertTarget, isLevelTarget, type LevelTarget } from '../jobs/config/config.ts';
import { roomFiles } from '../jobs/files/files.ts';
import { checkRoomFiles } from '../jobs/files/layout-file.ts';
import { findUnlistedRooms } from '../jobs/level/unlisted-rooms.ts';
import { hashBytes } from '../pipeline/disk/digest.ts';
import { totalsOf } from '../src/findings/filter.ts';
import { type Captured, captured, type Finding, InputError, Report, tell, UsageError } from '../src/findings/report.ts';
import type { Level, Room } from '../src/model/level.ts';
import type { SurfaceTable } from '../src/model/surfaces.ts';
import { slashed } from '../src/text/paths.ts';
import { ActionsFailed, type BuildContext, type MadeOutput, type Ran, TargetRun } from './actions.ts';
import { hashValue } from './cache/encoding.ts';
import { TrackedInputs } from './cache/inputs.ts';
import type { InputRecord, TargetRecord } from './cache/manifest.ts';
import { isLayout, listingOf, type Plan, roomFolder, surfacesOf } from './config/targets.ts';
import { convertReasons, levelReasons, type OutputResult, type RoomRecord } from './reasons.ts';
import { WHOLE_FILES } from './steps/finish.ts';
import { finishActions, type LevelGraph, linkAction, prepareActions } from './steps/graph.ts';
import { linkedNames } from './steps/link.ts';
import {
	type Found,
	holdsFindings,
	type JoinedLevel,
	type LayoutPack,
	type LevelPack,
	PACKS,
	type PreparedRoom,
	stepOptions,
} from './steps/packs.ts';
import { splitOptions } from './steps/rooms.ts';

/** A target that was made, and is not yet written: data that threads can send each other. */
export interface TargetBuild {
	readonly record: TargetRecord;
	readonly made: readonly MadeOutput[];
	readonly outputs: readonly OutputResult[];
}

/** How making a target ended, in whatever thread. */
export interface MadeTarget {
	/** Undefined for one that failed before it was made. */
	readonly build?: TargetBuild;
	readonly captured: Captured;
	/** What ended it, where an input could not be read. */
	readonly failure?: Finding;
}

/** An empty report for the findings of a target. */
export function reportOf({ findings }: Pick<Plan, 'findings'>, strict: boolean): Report {
	return new Report({ ...findings, strict });
}

/** Makes the outputs of a target in memory, and writes its cache. */
export async function makeTarget(
	plan: Plan,
	previous: TargetRecord | undefined,
	context: BuildContext,
	strict: boolean,
): Promise<MadeTarget> {
	const report = reportOf(plan, strict);
	try {
		const build = isLevelTarget(plan.target)
			? await makeLevel(plan as Plan<LevelTarget>, previous, context, report)
			: await makeConversion(plan as Plan<ConvertTarget>, previous, context, report);
		return { ...(build === undefined ? {} : { build }), captured: captured(report) };
	} catch (error) {
		// A damaged cache may have any content and can make a step fail, so the target is then made once more without the cache.
		if (
			!(error instanceof InputError) &&
			!context.fresh &&
			!(error instanceof UsageError || (error as Error).name === 'StageError' || context.signal?.aborted)
		)
			return makeTarget(plan, previous, { ...context, fresh: true }, strict);
		if (!(error instanceof InputError)) throw error;
		report.push(error.finding);
		return { captured: captured(report), failure: error.finding };
	}
}

/** The key of what is kept of the rooms of the last build. */
const ROOMS = hashBytes('rooms');

/**
 * Makes a level with the same bytes as `wokflow level`, and runs only the steps whose inputs changed. Only the cache is written here.
 *
 * @returns undefined when the report holds an error before anything could be made
 * @throws InputError when an input cannot be read
 */
async function makeLevel(
	plan: Plan<LevelTarget>,
	previous: TargetRecord | undefined,
	context: BuildContext,
	report: Report,
): Promise<TargetBuild | undefined> {
	const run = new TargetRun(plan.name, context);
	try {
		return await runLevel(plan, previous, run, context, report);
	} catch (error) {
		// What was made is made for the next build, too, if a later step failed.
		run.save(false);
		throw asInputError(error, report);
	}
}

/** Reports the findings of actions that failed, and returns the error to throw. */
function asInputError(error: unknown, report: Report): unknown {
	if (!(error instanceof ActionsFailed)) return error;
	for (const each of error.captured) tell(each, report);
	for (const failure of error.failures.slice(1)) report.push(failure);
	return new InputError(error.failures[0]);
}

async function runLevel(
	plan: Plan<LevelTarget>,
	previous: TargetRecord | undefined,
	run: TargetRun,
	context: BuildContext,
	report: Report,
): Promise<TargetBuild | undefined> {
	const { target, registry } = plan;
	const inputs = new TrackedInputs(plan.base);
	const surfaces = await surfacesOf(target, inputs, report);
	const options = stepOptions(plan, surfaces, '');
	const split = { id: 'split', step: 'split', args: ['', plan.name, '', ''], inputs: [], outputs: [] } as const;
	const ran: Ran[] = [];
	const layout = isLayout(target, registry);
	const listing = listingOf(plan);
	ran.push(...(await run.run([split], { split: splitOptions(plan), options: options.map(([, value]) => value) })));
	const level = run.value<LevelPack>(PACKS.level);
	const files = layout ? await roomFilesOf(plan, level, inputs, report) : undefined;
	const graph: LevelGraph = { target, folder: '', level, ...(files === undefined ? {} : { files }) };
	try {
		for (const each of await run.run(prepareActions(graph))) ran.push(each);
	} catch (error) {
		if (error instanceof ActionsFailed) tell(level.captured, report);
		throw error;
	}
	if (layout) await tellUnlistedRooms(plan, level, surfaces, run, report);
	const link = linkAction(graph, []);
	ran.push(...(await run.run([link])));
	for (const each of run.value<readonly Captured[]>(PACKS.findings)) tell(each, report);
	if (report.failed) {
		run.save(false);
		return undefined;
	}
	const joined = run.value<JoinedLevel>(PACKS.joined);
	const finish = finishActions(
		{ ...graph, level: { ...level, name: run.value<LayoutPack>(PACKS.layout).name } },
		joined,
	);
	const outputs: MadeOutput[] = [];
	// Drawing comes before the report, which contains its findings.
	const stages = [
		finish.filter(({ step }) => step === 'finish'),
		...WHOLE_FILES.map((file) => finish.filter(({ id }) => id === `gather ${file}`)),
		finish.filter(({ step }) => step === 'module'),
	];
	const roomOf = new Map(joined.rooms.map(({ stem, name }) => [`finish ${stem}`, name]));
	for (const actions of stages) {
		for (const each of await run.run(actions)) {
			const room = roomOf.get(each.action.id);
			outputs.push(
				...each.made.map(({ record, ...bytes }): MadeOutput => {
					return { record: room === undefined ? record : { ...record, room }, ...bytes };
				}),
			);
			ran.push(each);
			for (const [pack] of each.record.packs) if (holdsFindings(pack)) tell(run.value<Captured>(pack), report);
		}
	}
	const rooms = roomRecords(joined, graph, run, ran);
	const read = uniqueInputs([...(await inputs.records()), ...ran.flatMap(({ record }) => record.files)]);
	const record: TargetRecord = {
		wokflow: context.version,
		options: plan.options,
		code: plan.code,
		inputs: read,
		...(listing === undefined ? {} : { listing }),
		outputs: outputs.map((output) => output.record),
		found: totalsOf(explained(report)),
	};
	const before = { record: previous, rooms: (run.kept(ROOMS) ?? []) as readonly RoomRecord[] };
	const results = await levelReasons({ record, rooms }, outputs, before, context);
	run.keep(ROOMS, rooms);
	run.save(true);
	return { record, made: outputs, outputs: results };
}

/** The file of each room; undefined for a room without one. */
async function roomFilesOf(
	plan: Plan<LevelTarget>,
	{ layout }: LevelPack,
	inputs: TrackedInputs,
	report: Report,
): Promise<(string | undefined)[]> {
	const folder = slashed(roomFolder(plan.target));
	const { roomExtensions } = plan.registry;
	const names = inputs.roomNames(folder, report, roomExtensions);
	const files = await Promise.all(layout.rooms.map(({ model }) => names(model)));
	checkRoomFiles(
		layout,
		files.map((file) => file !== undefined),
		`${roomExtensions.join(', ')} in ${folder}`,
		report,
	);
	return files;
}

/** Reports rooms that the layout has lost, as `wokflow level` does. The listed ones are only looked at where files of others lie beside them. */
async function tellUnlistedRooms(
	{ base, target, registry, mappings }: Plan<LevelTarget>,
	{ name, file, layout, visibility, rooms: stems }: LevelPack,
	surfaces: SurfaceTable,
	run: TargetRun,
	report: Report,
): Promise<void> {
	// Not inputs of the target: an output of it may lie among them.
	const files = roomFiles(resolve(base, roomFolder(target)), report, registry.roomExtensions);
	const others = await files.others?.(layout.rooms.map(({ model }) => model));
	if (others === undefined || others.length === 0) return;
	const rooms: Room[] = [];
	for (const [index, { model }] of layout.rooms.entries()) {
		const { walkmesh } = run.value<Found<PreparedRoom>>(PACKS.prepared(stems[index])).value;
		rooms.push(walkmesh === undefined ? { name: model } : { name: model, walkmesh });
	}
	const level: Level = { name, layout, rooms, objects: [] };
	await findUnlistedRooms(level, files, visibility, { report, surfaces, mappings }, registry, file);
}

/** Runs a conversion. Nothing is written here. @throws InputError when an input cannot be read */
async function makeConversion(
	plan: Plan<ConvertTarget>,
	previous: TargetRecord | undefined,
	context: BuildContext,
	report: Report,
): Promise<TargetBuild> {
	const run = new TargetRun(plan.name, { ...context, force: true, writes: false });
	const action = { id: 'convert', step: 'convert', args: ['', plan.name, ''], inputs: [], outputs: [] } as const;
	let ran: Ran;
	try {
		[ran] = await run.run([action], { options: plan.options, code: plan.code });
	} catch (error) {
		throw asInputError(error, report);
	}
	if (ran.captured !== undefined) tell(ran.captured, report);
	const key = hashValue([ran.key, ran.record.files]);
	const made = ran.made.map(({ record, ...bytes }): MadeOutput => ({ record: { ...record, key }, ...bytes }));
	const record: TargetRecord = {
		wokflow: context.version,
		options: plan.options,
		code: plan.code,
		inputs: ran.record.files,
		outputs: made.map((output) => output.record),
		found: totalsOf(explained(report)),
	};
	const results = await convertReasons(record, made, previous, context);
	return { record, made, outputs: results };
}

function roomRecords(
	joined: JoinedLevel,
	{ level, files }: LevelGraph,
	run: TargetRun,
	ran: readonly Ran[],
): RoomRecord[] {
	const links = linkedNames(joined);
	const read = new Map(ran.map(({ action, record }) => [action.id, record.files]));
	const stems = new Map(level.layout.rooms.map(({ model }, index) => [model, level.rooms[index]]));
	return joined.rooms.map(({ name }, index) => {
		const stem = stems.get(name);
		const inputs = stem === undefined ? [] : (read.get(`prepare ${stem}`) ?? []);
		const source = files === undefined ? run.hashOf(PACKS.room(stem ?? '')) : hashBytes(JSON.stringify(inputs));
		return {
			name,
			source: source ?? null,
			prepared: run.hashOf(PACKS.prepared(stem ?? '')) ?? null,
			links: links[index],
			inputs,
		};
	});
}

function uniqueInputs(inputs: readonly InputRecord[]): InputRecord[] {
	const byKey = new Map(inputs.map((input) => [`${input.path}\n${input.askedBy?.path ?? ''}`, input]));
	return [...byKey.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, input]) => input);
}
