import { MODULE_OPTIONS } from '../../game/area/module-options.ts';
import type { LevelTarget } from '../../jobs/config/config.ts';
import { LEVEL_FILE_OPTIONS } from '../../jobs/config/level-options.ts';
import { ROOM_OPTIONS } from '../../level/rooms/from-scene.ts';
import { ROOM_FILE_OPTIONS } from '../../pipeline/options.ts';
import { type Recipe, type RecipeStep, stagesOf } from '../../pipeline/recipe.ts';
import { TREE_OPTIONS } from '../../src/bwm/derive.ts';
import { given } from '../../src/findings/options.ts';
import type { Captured, Report } from '../../src/findings/report.ts';
import type { SurfaceMapping } from '../../src/scene/surface-mappings.ts';
import type { TrackedInputs } from '../cache/inputs.ts';
import { describeStages, isLayout, type Plan, type Surfaces } from '../config/targets.ts';
import type {
	Found,
	JoinedLevel,
	LayoutPack,
	LevelPack,
	LinkedMesh,
	NamesPack,
	PACKS,
	PreparedRoom,
	RoomMarker,
	RoomPack,
} from './packs.ts';

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
	readonly facts: Uint8Array;
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
	/** As `read`, but the result does not depend on it until it is read. */
	peek<K extends PackKind>(kind: K, pack: string): Promise<PackValues[K]>;
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
	readonly surfaces: Surfaces;
	/** The stages as data. */
	readonly recipe: Recipe;
	/** The config to load if there are stages of the user's own; null if the recipe alone is enough. */
	readonly config: string | null;
	/** Hash of the code, so that changed code changes the pack. */
	readonly code: string | null;
	/** Which findings files of the whole level show, and how grave they are, where the config says so. */
	readonly findings?: Plan['findings'];
}

/** The options of each kind of step, by the kind of their pack. @param config path of the config as the steps are to open it */
export function stepOptions(
	{ name, stages, mappings, code, target, registry, findings }: Plan<LevelTarget>,
	surfaces: Surfaces,
	config: string,
): [OptionsPack, StepOptions][] {
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
