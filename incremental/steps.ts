import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { writeFilesAtomically } from '../pipeline/atomic.ts';
import { type ConvertTarget, isLevelTarget, type LevelTarget } from '../pipeline/config.ts';
import { createRegistry } from '../pipeline/default-registry.ts';
import { BUILD_FINDINGS } from '../pipeline/findings.ts';
import { withoutCopies } from '../pipeline/level.ts';
import { LEVEL_FILE_OPTIONS, ROOM_FILE_OPTIONS } from '../pipeline/options.ts';
import { type Recipe, type RecipeStep, resolveRecipe, stagesOf } from '../pipeline/recipe.ts';
import { TREE_OPTIONS } from '../src/bwm/derive.ts';
import { InputError, Report, UsageError } from '../src/findings/report.ts';
import { ROOM_OPTIONS } from '../src/level/from-scene.ts';
import { type Layout, type Level, PLACEHOLDER_ROOM, type Visibility } from '../src/level/level.ts';
import { given } from '../src/options/options.ts';
import type { SurfaceMapping } from '../src/scene/surfaces.ts';
import type { Walkmesh } from '../src/walkmesh/walkmesh.ts';
import { type Captured, captured, capturing, settle, tell } from './capture.ts';
import { loadConfig } from './config.ts';
import type { PreparedRoom, RoomMarker } from './context.ts';
import { convertOnce } from './convert-target.ts';
import { depfile } from './depfile.ts';
import { decode, encode } from './encoding.ts';
import { finishMesh, WholeFiles, wholeFiles } from './finish.ts';
import { type InputRecord, TrackedInputs } from './inputs.ts';
import { type JoinedLevel, type JoinedMesh, joinLevel, walkmeshOf } from './join.ts';
import { patchOf } from './patch.ts';
import { prepareFile, prepareModelled } from './rooms.ts';
import { reportUnmatched, splitLevel } from './split.ts';
import { describeStages, isLayout, type Plan, planTarget, type Surfaces, surfacesOf } from './targets.ts';
import { packageVersion } from './version.ts';

/**
 * The steps of a build as commands of their own: each reads files, writes files, and depends on nothing else, so that a build system can
 * run it anywhere. The paths are relative to the folder of the config, in which they run.
 */
interface Step {
	readonly usage: string;
	run(args: readonly string[], report: Report): Promise<void>;
}

const STEPS: ReadonlyMap<string, Step> = new Map([
	['split', { usage: 'CONFIG TARGET FOLDER DEPFILE', run: split }],
	['prepare', { usage: 'OPTIONS ROOM OUTPUT DEPFILE', run: prepare }],
	['link', { usage: 'OPTIONS', run: link }],
	['finish', { usage: 'OPTIONS LINKED PREPARED OUTPUT FOUND', run: finish }],
	['gather', { usage: 'OPTIONS', run: gather }],
	['convert', { usage: 'CONFIG TARGET DEPFILE', run: convert }],
]);

/**
 * Runs a step. Where its only argument is `@FILE`, that file holds the arguments, as a JSON array of strings: so names need not pass a shell.
 *
 * @throws UsageError for an unknown step or wrong arguments
 */
export async function runStep(name: string, given: readonly string[], report: Report): Promise<void> {
	const step = STEPS.get(name);
	if (step === undefined) {
		throw new UsageError(`There is no step "${name}". Known: ${[...STEPS.keys()].join(', ')}.`);
	}
	const args = given.length === 1 && given[0].startsWith('@') ? await readArguments(given[0].slice(1)) : given;
	if (args.length !== step.usage.split(' ').length) throw new UsageError(`step ${name} takes ${step.usage}.`);
	await step.run(args, report);
}

async function readArguments(path: string): Promise<string[]> {
	let args: unknown;
	try {
		args = JSON.parse(await readFile(path, 'utf8'));
	} catch (error) {
		throw new UsageError(`${path}: ${(error as Error).message}`);
	}
	if (Array.isArray(args) && args.every((arg) => typeof arg === 'string')) return args;
	throw new UsageError(`${path}: must hold a JSON array of strings.`);
}

/** The files between the steps of a level, all in one folder. */
export const STEP_FILES = {
	/** What each kind of step has to know of the target. */
	prepareOptions: 'prepare.pack',
	linkOptions: 'link.pack',
	finishOptions: 'finish.pack',
	/** What the scene or the layout says, and the names of the rooms' files. */
	level: 'level.pack',
	/** A room or object as it was modelled, or where its file is. */
	room: (stem: string): string => `${stem}.room.pack`,
	prepared: (stem: string): string => `${stem}.prepared.pack`,
	/** What linking made of it. */
	linked: (stem: string): string => `${stem}.linked.pack`,
	/** What finishing it found. */
	found: (stem: string): string => `${stem}.found.pack`,
	/** Names, links and findings of the whole level. */
	joined: 'joined.pack',
} as const;

/** Stems of rooms (`3-quay_02a`) and objects (`object-0`): names come from inputs, and two may differ by case only. */
export function roomStem(layout: Layout, index: number): string {
	const { model } = layout.rooms[index];
	return model === PLACEHOLDER_ROOM ? `${index}` : `${index}-${model.replace(/[^\w-]/g, '_').slice(0, 32)}`;
}

export function objectStem(index: number): string {
	return `object-${index}`;
}

/** `level.pack` */
interface LevelFile {
	readonly name: string;
	readonly layout: Layout;
	readonly visibility?: Visibility;
	/** The scene or layout, for findings. */
	readonly file: string;
	/** Stems. */
	readonly rooms: readonly string[];
	readonly objects: readonly string[];
	readonly markers: readonly RoomMarker[];
	readonly captured: Captured;
}

/** `STEM.room.pack`: of a scene the room as it was modelled, of a layout which room it is. */
type RoomFile =
	| { readonly mesh: Walkmesh; readonly markers: readonly RoomMarker[] }
	| { readonly index: number; readonly layout: Layout };

/** `STEM.prepared.pack` and `joined.pack`: a result and what was found on the way. */
interface Found<T> {
	readonly value: T;
	readonly captured: Captured;
}

/**
 * `prepare.pack`, `link.pack`, `finish.pack`: what one kind of step has to know of a target, and nothing else. A changed option
 * changes only the files of the steps that it concerns, and only they run again.
 */
interface StepOptions {
	readonly wokflow: string;
	readonly name: string;
	readonly target: LevelTarget;
	readonly mappings: readonly SurfaceMapping[];
	readonly surfaces: Surfaces;
	/** Stages by name; null when some are the user's own, and the config has to be loaded. */
	readonly recipe: Recipe | null;
	readonly config: string | null;
	/** So that changed code changes the file. */
	readonly code: string | null;
}

/** Splits a scene or layout into a file for each room. Files whose content stays are not touched. */
async function split([config, name, folder, deps]: readonly string[], report: Report): Promise<void> {
	const plan = planTarget(await loadConfig(config), name) as Plan<LevelTarget>;
	if (!isLevelTarget(plan.target)) throw new UsageError(`targets.${name} is not a level.`);
	const inputs = new TrackedInputs(plan.base);
	const surfaces = await surfacesOf(plan.target, inputs, report);
	const outcome = await capturing((own) => splitLevel(plan, inputs, surfaces.table, own));
	const { kind, layout, markers, ...level } = settle(outcome, report);
	if (report.failed) return;
	const rooms = layout.rooms.map((_, index) => roomStem(layout, index));
	const objects = level.objects.map((_, index) => objectStem(index));
	const { visibility } = level;
	const head = {
		name: level.name,
		layout,
		...(visibility === undefined ? {} : { visibility }),
		file: plan.target.level,
		rooms,
		objects,
		markers,
	};
	// Of other rooms only the names matter, and only to markers: a room that moves does not concern them.
	const roomOnly = (index: number): Layout => ({
		...layout,
		rooms: layout.rooms.map((room, i) => (i === index ? room : { ...room, position: [0, 0, 0] })),
		tracks: [],
		obstacles: [],
		doorHooks: [],
	});
	const room = (index: number): RoomFile =>
		kind === 'scene' ? { mesh: level.rooms[index], markers } : { index, layout: roomOnly(index) };
	const object = (index: number): RoomFile => ({ mesh: level.objects[index], markers: [] });
	const files = new Map<string, unknown>([
		...stepOptions(plan, surfaces, config),
		[STEP_FILES.level, { ...head, captured: outcome.captured } satisfies LevelFile],
		...rooms.map((stem, index) => [STEP_FILES.room(stem), room(index)] as const),
		...objects.map((stem, index) => [STEP_FILES.room(stem), object(index)] as const),
	]);
	await writeChanged([...files].map(([file, value]) => packFile(join(folder, file), value)));
	await writeDeps(deps, join(folder, STEP_FILES.level), await inputs.records());
}

/** The options of each kind of step, by file. @param config path of the config as the steps are to open it */
function stepOptions(plan: Plan<LevelTarget>, surfaces: Surfaces, config: string): [string, StepOptions][] {
	const { name, stages, mappings, code } = plan;
	const { target, registry } = plan;
	const shared = { wokflow: packageVersion(), name, surfaces, config: code === null ? null : config, code };
	const recipe = (own: Plan['stages']): Recipe | null => (code === null ? (describeStages(own) as RecipeStep[]) : null);
	const none = { level: target.level, out: '' };
	const read = isLayout(target, registry) ? given(registry.readOptions, target) : {};
	const prepareTarget = { ...none, ...read, ...given({ ...ROOM_OPTIONS, ...ROOM_FILE_OPTIONS }, target) };
	const room = [...stagesOf(stages, 'scene'), ...stagesOf(stages, 'walkmesh')];
	const finishTarget = { ...none, out: target.out, ...given({ ...TREE_OPTIONS, ...LEVEL_FILE_OPTIONS }, target) };
	return [
		[STEP_FILES.prepareOptions, { ...shared, target: prepareTarget as LevelTarget, mappings, recipe: recipe(room) }],
		[STEP_FILES.linkOptions, { ...shared, target: none, mappings: [], recipe: recipe(stagesOf(stages, 'level')) }],
		[STEP_FILES.finishOptions, { ...shared, target: finishTarget as LevelTarget, mappings: [], recipe: recipe([]) }],
	];
}

/** The plan for one kind of step. @throws UsageError when another version of wokflow wrote it */
async function readOptions(path: string): Promise<{ plan: Plan<LevelTarget>; surfaces: Surfaces }> {
	const { wokflow, name, target, mappings, surfaces, recipe, config } = await readPack<StepOptions>(path);
	if (wokflow !== packageVersion()) {
		throw new UsageError(`${path} was made by wokflow ${wokflow}; this is ${packageVersion()}.`);
	}
	if (config !== null) return { plan: planTarget(await loadConfig(config), name) as Plan<LevelTarget>, surfaces };
	const registry = createRegistry();
	const stages = resolveRecipe(recipe ?? [], registry);
	return { plan: { name, target, base: resolve('.'), stages, registry, mappings, code: null, options: {} }, surfaces };
}

/** Reads and cleans one room. */
async function prepare([options, room, output, deps]: readonly string[], report: Report): Promise<void> {
	const { plan, surfaces } = await readOptions(options);
	const file = await readPack<RoomFile>(room);
	const outcome = await capturing((own) =>
		'mesh' in file
			? prepareModelled(plan, file.mesh, file.markers, surfaces.table, own)
			: prepareFile(plan, file.index, file.layout, surfaces.table, own),
	);
	const value = settle(outcome, report);
	if (report.failed) return;
	// Where it was read from is for the depfile; the room does not depend on it.
	const prepared: Found<PreparedRoom> = { value: { ...value, inputs: [] }, captured: outcome.captured };
	await writeChanged([packFile(output, prepared)]);
	await writeDeps(deps, output, value.inputs);
}

/** Links all rooms: what becomes of each is a file of its own, which stays as it is where nothing changes for the room. */
async function link([options]: readonly string[], report: Report): Promise<void> {
	const at = (file: string): string => join(dirname(options), file);
	const { plan, surfaces } = await readOptions(options);
	const level = await readPack<LevelFile>(at(STEP_FILES.level));
	const outcome = await capturing(async (own) => {
		tell(level.captured, own);
		const matched = new Set<number>();
		const read = async (stem: string): Promise<Walkmesh | undefined> => {
			const prepared = await readPack<Found<PreparedRoom>>(at(STEP_FILES.prepared(stem)));
			tell(prepared.captured, own);
			for (const index of prepared.value.matched) matched.add(index);
			return prepared.value.walkmesh;
		};
		const rooms: Level['rooms'][number][] = [];
		for (const [index, stem] of level.rooms.entries()) {
			const walkmesh = await read(stem);
			const { model } = level.layout.rooms[index];
			rooms.push(walkmesh === undefined ? { name: model } : { name: model, walkmesh });
		}
		const unmatched = new Report();
		reportUnmatched(level.markers, matched, unmatched.within({ file: level.file }));
		tell(captured(unmatched), own);
		const made: Walkmesh[] = [];
		for (const stem of level.objects) {
			const walkmesh = await read(stem);
			if (walkmesh !== undefined) made.push(walkmesh);
		}
		const objects = withoutCopies(made);
		const joining = new Report();
		const { name, layout, visibility } = level;
		const whole = { name, layout, ...(visibility === undefined ? {} : { visibility }), rooms, objects };
		const joined = await joinLevel(plan, whole, surfaces.table, joining);
		tell(captured(joining), own);
		// What the steps before found they have told already.
		for (const each of [unmatched, joining]) tell(captured(each), report);
		// Objects whole, so that finishing one needs no other file; rooms as the little that linking changed.
		return { ...joined, objects: joined.objects.map((object, index) => selfContained(object, objects[index])) };
	});
	if ('failure' in outcome) throw new InputError(outcome.failure);
	if (report.failed) return;
	const { rooms, objects } = outcome.value;
	await writeChanged([
		...rooms.map((room, index) => packFile(at(STEP_FILES.linked(level.rooms[index])), room)),
		...objects.map((object, index) => packFile(at(STEP_FILES.linked(objectStem(index))), object)),
		packFile(at(STEP_FILES.joined), outcome),
	]);
}

function selfContained(object: JoinedMesh, before: Walkmesh | undefined): JoinedMesh {
	const walkmesh = walkmeshOf(object, before);
	return walkmesh === undefined ? object : { ...object, from: -1, patch: patchOf(undefined, walkmesh) };
}

/** Makes the walkmesh file of one room or object. PREPARED is the prepared room; `-` for objects. */
async function finish([options, linked, prepared, output, found]: readonly string[], report: Report): Promise<void> {
	const { plan, surfaces } = await readOptions(options);
	const mesh = await readPack<JoinedMesh>(linked);
	const before = prepared === '-' ? undefined : (await readPack<Found<PreparedRoom>>(prepared)).value.walkmesh;
	const walkmesh = walkmeshOf(mesh, before);
	if (walkmesh === undefined) {
		report.add(BUILD_FINDINGS.BUILD_ROOM_WITHOUT_GROUND, { room: mesh.name }, {});
		return;
	}
	const outcome = await capturing((own) => finishMesh(plan, walkmesh, surfaces.table, own));
	const bytes = settle(outcome, report);
	if (!report.failed) await writeChanged([{ path: output, bytes }, packFile(found, outcome.captured)]);
}

/** Makes the files that say something of the whole level. */
async function gather([options]: readonly string[], report: Report): Promise<void> {
	const at = (file: string): string => join(dirname(options), file);
	const { plan, surfaces } = await readOptions(options);
	const level = await readPack<LevelFile>(at(STEP_FILES.level));
	const { value: joined, captured: before } = await readPack<Found<JoinedLevel>>(at(STEP_FILES.joined));
	// What the steps before found they have told already; the report as a file holds all of it.
	const all = new Report();
	tell(before, all);
	const rooms: Level['rooms'][number][] = [];
	for (const [index, room] of joined.rooms.entries()) {
		const stem = level.rooms[index];
		const prepared = await readPack<Found<PreparedRoom>>(at(STEP_FILES.prepared(stem)));
		const walkmesh = walkmeshOf(room, prepared.value.walkmesh);
		rooms.push(walkmesh === undefined ? { name: room.name } : { name: room.name, walkmesh });
		if (walkmesh !== undefined) tell(await readPack<Captured>(at(STEP_FILES.found(stem))), all);
	}
	const objects: Walkmesh[] = [];
	for (const [index, object] of joined.objects.entries()) {
		const walkmesh = walkmeshOf(object, undefined);
		if (walkmesh === undefined) continue;
		objects.push(walkmesh);
		tell(await readPack<Captured>(at(STEP_FILES.found(objectStem(index)))), all);
	}
	const { name, layout } = joined;
	const whole = new WholeFiles(joined, async () => ({ name, layout, rooms, objects }), surfaces, all, packageVersion());
	const made: { path: string; bytes: Uint8Array }[] = [];
	for (const { file, path } of wholeFiles(plan.target, name)) {
		const { bytes, captured: own } = await whole.make(file);
		for (const each of [all, report]) tell(own, each);
		made.push({ path, bytes });
	}
	if (!report.failed) await writeChanged(made);
}

/** Runs a conversion. */
async function convert([config, target, deps]: readonly string[], report: Report): Promise<void> {
	const plan = planTarget(await loadConfig(config), target) as Plan<ConvertTarget>;
	const inputs = new TrackedInputs(plan.base);
	const surfaces = await surfacesOf(plan.target, inputs, report);
	const { files, inputs: read } = await convertOnce(plan, inputs, surfaces.table, report);
	if (report.failed) return;
	await writeChanged(files);
	await writeDeps(deps, files[0].path, read);
}

async function writeDeps(path: string, output: string, inputs: readonly InputRecord[]): Promise<void> {
	const base = process.cwd();
	// What was looked for and is not there cannot be depended on.
	const there = inputs.filter(({ hash }) => hash !== null).map((input) => input.path);
	await writeChanged([{ path, bytes: new TextEncoder().encode(depfile([output], there, base, base)) }]);
}

const SEAL = 32;

/** A file between steps: the value and, at the end, a checksum of it. */
function packFile(path: string, value: unknown): { path: string; bytes: Uint8Array } {
	const bytes = encode(value);
	return { path, bytes: Buffer.concat([bytes, seal(bytes)]) };
}

/** @throws Error for a file that is missing or damaged: the build system did not make it as it should have */
async function readPack<T>(path: string): Promise<T> {
	const file = await readFile(path);
	const bytes = file.subarray(0, Math.max(0, file.length - SEAL));
	if (!seal(bytes).equals(file.subarray(bytes.length)))
		throw new Error(`${path} is damaged; delete it and build again.`);
	return decode(bytes) as T;
}

function seal(bytes: Uint8Array): Buffer {
	return createHash('sha256').update(bytes).digest();
}

/** Writes files, but none that is there already with the same bytes: its time stays, and nothing after it is built again. */
export async function writeChanged(files: readonly { path: string; bytes: Uint8Array }[]): Promise<void> {
	const changed: { path: string; bytes: Uint8Array }[] = [];
	for (const file of files) {
		const old = await readFile(file.path).catch(() => undefined);
		if (old === undefined || !old.equals(file.bytes)) changed.push(file);
	}
	await writeFilesAtomically(changed);
}
