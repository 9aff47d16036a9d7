import { join } from 'node:path';
import type { WalkmeshFacts } from '../../check/inspect/facts.ts';
import { MODULE_OPTIONS } from '../../game/area/module-options.ts';
import type { LevelTarget } from '../../jobs/config/config.ts';
import { LEVEL_FILE_OPTIONS } from '../../jobs/config/level-options.ts';
import { ROOM_OPTIONS } from '../../level/rooms/room-nodes.ts';
import { ROOM_FILE_OPTIONS } from '../../pipeline/options.ts';
import { type Recipe, type RecipeStep, stagesOf } from '../../pipeline/recipe.ts';
import { TREE_OPTIONS } from '../../src/bwm/derive.ts';
import { given } from '../../src/findings/options.ts';
import { type Captured, captured, type Finding, InputError, Report, tell } from '../../src/findings/report.ts';
import { type Layout, PLACEHOLDER_ROOM, type Thing, type Visibility } from '../../src/model/level.ts';
import { K1, SURFACE_TABLES, type SurfaceTable } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import type { SceneMarker } from '../../src/scene/scene.ts';
import type { SurfaceMapping } from '../../src/scene/surface-mappings.ts';
import type { TrackedInputs } from '../cache/inputs.ts';
import { describeStages, isLayout, type Plan } from '../config/targets.ts';

/**
 * What steps read and write: the values ("packs") that one step of a level passes to the next, the files that hold them when steps run as separate
 * commands, and the interface between a step and its environment.
 */

/** A value and the findings of making it. */
export interface Found<T> {
	readonly value: T;
	readonly captured: Captured;
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

/** `level.pack`: the content of the scene or layout apart from the rooms. */
export interface LevelPack {
	readonly name: string;
	readonly layout: Layout;
	readonly visibility?: Visibility;
	/** Things placed by the GIT beside a layout. */
	readonly things?: readonly Thing[];
	/** The scene or layout, for findings. */
	readonly file: string;
	/** Stems of rooms, in the order of the layout, and of objects. */
	readonly rooms: readonly string[];
	readonly objects: readonly string[];
	readonly captured: Captured;
}

/** `names.pack`: what a room of a layout may need to know about the others. */
export interface NamesPack {
	readonly names: readonly string[];
	readonly stems: readonly string[];
}

/** `STEM.room.pack`: for a scene the room or object as it was modelled; for a layout the entry of the room. */
export type RoomPack = { readonly mesh: Walkmesh } | Layout['rooms'][number];

/** `STEM.prepared.pack`: a room before it is linked, or an object. */
export interface PreparedRoom {
	/** Undefined for placeholders, and rooms without file or ground. */
	readonly walkmesh?: Walkmesh;
	/** Indices of the markers at an edge of it. */
	readonly matched: readonly number[];
}

/** `STEM.linked.pack`: the walkmesh of a room or object as it is written; none for a room without one. */
export interface LinkedMesh {
	readonly mesh?: Walkmesh;
}

/** `joined.pack`: which rooms are linked with which, and where their results are. */
export interface JoinedLevel {
	readonly visibility?: Visibility;
	readonly things?: readonly Thing[];
	readonly rooms: readonly JoinedRoom[];
	readonly objects: readonly JoinedRoom[];
	/** Pairs of rooms that are linked, lower index first. */
	readonly links: readonly (readonly [number, number])[];
	/** Pairs of rooms that see each other through doorways, lower index first. */
	readonly doorways: readonly (readonly [number, number])[];
}

export interface JoinedRoom {
	readonly name: string;
	/** STEM of its `STEM.linked.pack`; undefined for a room without a walkmesh. */
	readonly stem?: string;
	/** The file name of its walkmesh. */
	readonly output?: string;
}

/** `layout.pack`: the layout of the joined level, for the files about the whole level. */
export interface LayoutPack {
	readonly name: string;
	readonly layout: Layout;
}

/** The files between the steps of a level, all in one folder. */
export const PACKS = {
	/** The options of the target that each kind of step needs: `StepOptions`. */
	prepareOptions: 'prepare.pack',
	linkOptions: 'link.pack',
	finishOptions: 'finish.pack',
	gatherOptions: 'gather.pack',
	/** Only for levels that become modules. */
	moduleOptions: 'module.pack',
	level: 'level.pack',
	names: 'names.pack',
	markers: 'markers.pack',
	room: (stem: string): string => `${stem}.room.pack`,
	prepared: (stem: string): string => `${stem}.prepared.pack`,
	linked: (stem: string): string => `${stem}.linked.pack`,
	/** Its walkmesh file, for a module. */
	walkmesh: (stem: string): string => `${stem}.walkmesh.pack`,
	/** What the report says of the room. */
	facts: (stem: string): string => `${stem}.facts.pack`,
	/** Findings of finishing it. */
	found: (stem: string): string => `${stem}.found.pack`,
	/** Findings of drawing the GLB. */
	drawn: 'level.drawn.pack',
	/** Findings of making the module. */
	module: 'module.found.pack',
	layout: 'layout.pack',
	joined: 'joined.pack',
	/** All findings up to linking, those of each room apart. */
	findings: 'findings.pack',
} as const;

/** A folder of packs whose name begins so stands for memory: the packs in it are read in the process that makes them, and never written. */
export const IN_MEMORY = ':';

export function isInMemory(path: string): boolean {
	return path.startsWith(IN_MEMORY);
}

/** The paths of packs in a folder, by their names. Asked for thousands at a time. */
export function packsIn(folder: string): (pack: string) => string {
	return folder === '.' ? (pack) => pack : (pack) => join(folder, pack);
}

/** True for packs with the findings of making a file. */
export function holdsFindings(pack: string): boolean {
	return /\.(?:found|drawn)\.pack$/.test(pack);
}

/**
 * File name stems of rooms and objects: their names, with characters replaced that file names cannot have. Repeated names, in any letter case, get a
 * number. A room keeps its stem when others are added or removed.
 */
export function stemsOf(names: readonly string[], taken: readonly string[] = []): string[] {
	const used = new Set(taken.map((stem) => stem.toLowerCase()));
	return names.map((name) => {
		const plain = name === PLACEHOLDER_ROOM ? 'placeholder' : name.replace(/[^\w-]/g, '_').slice(0, 32);
		let stem = plain;
		for (let count = 2; used.has(stem.toLowerCase()); count++) stem = `${plain}.${count}`;
		used.add(stem.toLowerCase());
		return stem;
	});
}

/** Stems of the objects of a joined level. */
export function objectStems(
	objects: readonly Walkmesh[],
	{ rooms, objects: made }: Pick<LevelPack, 'rooms' | 'objects'>,
): string[] {
	return stemsOf(
		objects.map(({ name }) => `object-${name}`),
		[...rooms, ...made],
	);
}

/**
 * True for a valid prepared room, whose faces only refer to existing vertices. Anybody may have written into the cache. Faults in other packs make a
 * step fail, but an invalid vertex index would go unnoticed.
 */
export function isPrepared(value: unknown): value is Found<PreparedRoom> {
	const { walkmesh, matched } = (value as Partial<Found<Partial<PreparedRoom>>> | null)?.value ?? {};
	if (!Array.isArray(matched)) return false;
	return walkmesh === undefined || isWalkmesh(walkmesh);
}

function isWalkmesh({ name, positions, faces, surfaces, transitions }: Partial<Walkmesh>): boolean {
	if (typeof name !== 'string' || !(positions instanceof Float32Array && faces instanceof Uint32Array)) return false;
	if (!(surfaces instanceof Uint32Array && transitions instanceof Int32Array)) return false;
	if (faces.length !== 3 * surfaces.length || transitions.length !== faces.length) return false;
	const vertices = positions.length / 3;
	return Number.isInteger(vertices) && faces.every((vertex) => vertex < vertices);
}

/** A kind of pack, as `PACKS` names it. */
export type PackKind = keyof typeof PACKS;
/** The kinds that hold the options of a kind of step. */
export type OptionsPack = Extract<PackKind, `${string}Options`>;

/** What each kind of pack holds. */
export interface PackValues extends Record<OptionsPack, StepOptions> {
	readonly level: LevelPack;
	readonly names: NamesPack;
	readonly markers: readonly RoomMarker[];
	readonly room: RoomPack;
	readonly prepared: Found<PreparedRoom>;
	readonly linked: LinkedMesh;
	readonly walkmesh: Uint8Array;
	readonly facts: WalkmeshFacts;
	readonly found: Captured;
	readonly drawn: Captured;
	readonly module: Captured;
	readonly layout: LayoutPack;
	readonly joined: JoinedLevel;
	readonly findings: readonly Captured[];
}

/** The interface between a step and its environment. */
export interface StepIo {
	/** Gets the findings of this step, without those of earlier steps. */
	readonly report: Report;
	readonly inputs: TrackedInputs;
	readonly version: string;
	readonly signal?: AbortSignal;
	/** The prepared target, from the options of a kind of step. */
	target(options: StepOptions): Promise<Plan<LevelTarget>>;
	/** The target as the config has it. */
	configured(config: string, name: string): Promise<Plan>;
	/** The value of a pack. The result of the step depends on it. */
	read<K extends PackKind>(kind: K, pack: string): Promise<PackValues[K]>;
	write<K extends PackKind>(kind: K, pack: string, value: PackValues[K]): void;
	/** Makes a file of the target. */
	output(path: string, bytes: Uint8Array): void;
	/** Writes a depfile with the files that were read, for other build systems. */
	depfile(path: string, output: string): void;
}

/**
 * `prepare.pack`, `link.pack`, `finish.pack`, `gather.pack`, `module.pack`: the options of a target that one kind of step needs, and no others. A
 * changed option then only changes the packs of the steps that it affects, and only these run again.
 */
export interface StepOptions {
	readonly name: string;
	readonly target: LevelTarget;
	readonly mappings: readonly SurfaceMapping[];
	/** The surface table; of those that wokflow has its name alone, since every pack of options holds it. */
	readonly surfaces: SurfaceTable | string;
	/** The stages as data. */
	readonly recipe: Recipe;
	/** The config to load if there are stages of the user's own; null if the recipe alone is enough. */
	readonly config: string | null;
	/** Hash of the code, so that changed code changes the pack. */
	readonly code: string | null;
	/** Which findings files of the whole level show, and how grave they are, where the config says so. */
	readonly findings?: Plan['findings'];
}

/** The surface table of a step. */
export function tableOf({ surfaces }: Pick<StepOptions, 'surfaces'>): SurfaceTable {
	return typeof surfaces === 'string' ? (SURFACE_TABLES[surfaces] ?? K1) : surfaces;
}

/** The options of each kind of step, by the kind of their pack. @param config path of the config as the steps are to open it */
export function stepOptions(
	{ name, stages, mappings, code, target, registry, findings }: Plan<LevelTarget>,
	table: SurfaceTable,
	config: string,
): [OptionsPack, StepOptions][] {
	const surfaces = Object.keys(SURFACE_TABLES).find((named) => SURFACE_TABLES[named] === table) ?? table;
	const shared = { name, surfaces, config: code === null ? null : config, code };
	const recipe = (own: Plan['stages']): Recipe => describeStages(own) as RecipeStep[];
	const none = { level: target.level, out: '' };
	const read = isLayout(target, registry) ? given(registry.readOptions, target) : {};
	const prepareTarget = { ...none, ...read, ...given({ ...ROOM_OPTIONS, ...ROOM_FILE_OPTIONS }, target) };
	const room = [...stagesOf(stages, 'scene'), ...stagesOf(stages, 'walkmesh')];
	const { vis, findings: pins } = LEVEL_FILE_OPTIONS;
	const gatherTarget = { ...none, ...given({ vis, findings: pins }, target) };
	const shown = findings === undefined ? {} : { findings };
	const finishTarget = { ...none, ...given(TREE_OPTIONS, target) };
	const moduleOptions = (): [OptionsPack, StepOptions][] => {
		if (target.module === undefined) return [];
		const own = { ...none, ...given({ ...MODULE_OPTIONS, vis }, target) };
		return [['moduleOptions', { ...shared, target: own, mappings: [], recipe: [] }]];
	};
	return [
		['prepareOptions', { ...shared, target: prepareTarget as LevelTarget, mappings, recipe: recipe(room) }],
		['linkOptions', { ...shared, target: none, mappings: [], recipe: recipe(stagesOf(stages, 'level')) }],
		['finishOptions', { ...shared, target: finishTarget as LevelTarget, mappings: [], recipe: [] }],
		['gatherOptions', { ...shared, target: gatherTarget, mappings: [], recipe: [], ...shown }],
		...moduleOptions(),
	];
}

/** A result with its findings, or the finding of the InputError that ended the work. */
export type Outcome<T> =
	| { readonly value: T; readonly captured: Captured }
	| { readonly failure: Finding; readonly captured: Captured };

/** Runs something with a report of its own. Input that cannot be read becomes a failure; every other error is thrown. */
export async function capturing<T>(work: (report: Report) => T | Promise<T>): Promise<Outcome<T>> {
	const report = new Report();
	try {
		const value = await work(report);
		return { value, captured: captured(report) };
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		return { failure: error.finding, captured: captured(report) };
	}
}

/** Adds the findings to a report and returns the value. @throws InputError for a failure */
export function settle<T>(outcome: Outcome<T>, report: Report): T {
	tell(outcome.captured, report);
	if ('failure' in outcome) throw new InputError(outcome.failure);
	return outcome.value;
}
