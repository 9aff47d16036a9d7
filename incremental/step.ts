import type { LevelTarget } from '../pipeline/config.ts';
import { LEVEL_FILE_OPTIONS, ROOM_FILE_OPTIONS } from '../pipeline/options.ts';
import { type Recipe, type RecipeStep, stagesOf } from '../pipeline/recipe.ts';
import { MODULE_OPTIONS } from '../src/area/module-options.ts';
import { TREE_OPTIONS } from '../src/bwm/derive.ts';
import type { Report } from '../src/findings/report.ts';
import { ROOM_OPTIONS } from '../src/level/from-scene.ts';
import { given } from '../src/options/options.ts';
import type { SurfaceMapping } from '../src/scene/surface-mappings.ts';
import type { TrackedInputs } from './inputs.ts';
import { PACKS } from './packs.ts';
import type { RecallOf } from './pieces.ts';
import { describeStages, isLayout, type Plan, type Surfaces } from './targets.ts';

/** What the last run of a step left for this one. */
export interface StepMemory {
	/** What was kept; undefined where nothing was. Anybody may have written it. */
	recall(): unknown;
	/** Keeps something for the next run, in place of what was kept. */
	keep(value: unknown): void;
	/** Hash of a pack that the step may read. */
	hashOf(pack: string): string;
	/** Writes a pack, unless it is known to be what the last run wrote. @param known its hash @returns its hash now */
	update(pack: string, value: unknown, known: string | undefined): string;
	/** A pack as the last run wrote it; undefined where that is not there any more. @param hash that it has */
	last(pack: string, hash: string): Promise<unknown>;
	/** A pack stays what the last run wrote. */
	leave(pack: string, hash: string): void;
}

/** What a step is connected to. */
export interface StepIo {
	/** Told what this step finds, and nothing that one before it has told. */
	readonly report: Report;
	readonly inputs: TrackedInputs;
	readonly version: string;
	readonly signal?: AbortSignal;
	/** What was made of the same rooms before, where that is known. */
	readonly recallOf?: RecallOf;
	/** Where steps run again and again. */
	readonly memory?: StepMemory;
	/** The target made ready, from the options of a kind of step. */
	target(options: StepOptions): Promise<Plan<LevelTarget>>;
	/** The target as the config has it. */
	configured(config: string, name: string): Promise<Plan>;
	/** The value of a pack. The result of the step depends on it. */
	read<T>(pack: string): Promise<T>;
	/** As `read`, but the result does not depend on it until it is read. */
	peek<T>(pack: string): Promise<T>;
	write(pack: string, value: unknown): void;
	/** Makes a file of the target. */
	output(path: string, bytes: Uint8Array): void;
	/** Only for other build systems: what was read from disk. */
	depfile(path: string, output: string): void;
}

/**
 * `prepare.pack`, `link.pack`, `finish.pack`, `gather.pack`, `module.pack`: what one kind of step has to know of a target, and nothing else. A changed option
 * changes only the packs of the steps that it concerns, and only they run again.
 */
export interface StepOptions {
	readonly name: string;
	readonly target: LevelTarget;
	readonly mappings: readonly SurfaceMapping[];
	readonly surfaces: Surfaces;
	/** The stages as data. */
	readonly recipe: Recipe;
	/** The config to load where stages are the user's own; null where the recipe says everything. */
	readonly config: string | null;
	/** So that changed code changes the pack. */
	readonly code: string | null;
}

/** The options of each kind of step, by file. @param config path of the config as the steps are to open it */
export function stepOptions(
	{ name, stages, mappings, code, target, registry }: Plan<LevelTarget>,
	surfaces: Surfaces,
	config: string,
): [string, StepOptions][] {
	const shared = { name, surfaces, config: code === null ? null : config, code };
	const recipe = (own: Plan['stages']): Recipe => describeStages(own) as RecipeStep[];
	const none = { level: target.level, out: '' };
	const read = isLayout(target, registry) ? given(registry.readOptions, target) : {};
	const prepareTarget = { ...none, ...read, ...given({ ...ROOM_OPTIONS, ...ROOM_FILE_OPTIONS }, target) };
	const room = [...stagesOf(stages, 'scene'), ...stagesOf(stages, 'walkmesh')];
	const { vis, findings } = LEVEL_FILE_OPTIONS;
	const gatherTarget = { ...none, ...given({ vis, findings }, target) };
	const finishTarget = { ...none, ...given(TREE_OPTIONS, target) };
	const moduleOptions = (): [string, StepOptions][] => {
		if (target.module === undefined) return [];
		const own = { ...none, ...given({ ...MODULE_OPTIONS, vis }, target) };
		return [[PACKS.moduleOptions, { ...shared, target: own, mappings: [], recipe: [] }]];
	};
	return [
		[PACKS.prepareOptions, { ...shared, target: prepareTarget as LevelTarget, mappings, recipe: recipe(room) }],
		[PACKS.linkOptions, { ...shared, target: none, mappings: [], recipe: recipe(stagesOf(stages, 'level')) }],
		[PACKS.finishOptions, { ...shared, target: finishTarget as LevelTarget, mappings: [], recipe: [] }],
		[PACKS.gatherOptions, { ...shared, target: gatherTarget, mappings: [], recipe: [] }],
		...moduleOptions(),
	];
}
