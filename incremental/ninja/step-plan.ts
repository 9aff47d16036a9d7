import { resolve } from 'node:path';
import { isLevelTarget, type LevelTarget } from '../../pipeline/config.ts';
import { createRegistry } from '../../pipeline/default-registry.ts';
import { type Recipe, type RecipeStep, resolveRecipe, stagesOf } from '../../pipeline/recipe.ts';
import type { SurfaceMapping } from '../../src/scene/surfaces.ts';
import type { SurfaceTable } from '../../src/walkmesh/surfaces.ts';
import { hashValue } from '../hash.ts';
import { type LoadedConfig, loadConfig } from '../load-config.ts';
import { isLayout } from '../split.ts';
import { type Plan, planTarget } from '../targets.ts';
import { packageVersion } from '../version.ts';
import { inStepFolder, jsonFile, readJson, STEP_FILES } from './step-files.ts';

/**
 * What one kind of step has to know of a target, and nothing else: a changed option changes only the files of the steps that it
 * concerns, and only they run again.
 */
interface StepOptions {
	readonly wokflow: string;
	readonly name: string;
	readonly target: LevelTarget;
	readonly mappings: readonly SurfaceMapping[];
	readonly surfaces: SurfaceTable;
	/** Stages by name; null when some are the user's own, and the config has to be loaded. */
	readonly recipe: Recipe | null;
	readonly config: string | null;
	/** So that changed code changes the file. */
	readonly code: string | null;
}

/** A plan as the steps know it. */
export interface StepPlan {
	readonly plan: Plan<LevelTarget>;
	readonly surfaces: { readonly table: SurfaceTable; readonly key: string };
}

/** The option files of a target's steps. @param config path of the config as the steps are to open it */
export function stepOptionFiles(
	plan: Plan<LevelTarget>,
	table: SurfaceTable,
	config: string,
	folder: string,
): { path: string; bytes: Uint8Array }[] {
	const { name, stages, mappings, code } = plan;
	const { level, out, rooms, outputs, tree } = plan.target;
	const head = { wokflow: packageVersion(), name, surfaces: table, config: code === null ? null : config, code };
	const steps = (own: Plan['stages']): Recipe | null =>
		code === null ? own.map(({ name: stage, options }): RecipeStep => [stage, options]) : null;
	const room = [...stagesOf(stages, 'scene'), ...stagesOf(stages, 'walkmesh')];
	const read = isLayout(plan.target) ? { ...(plan.target.read === undefined ? {} : { read: plan.target.read }) } : {};
	const none = { level, out: '' };
	const prepare = { ...none, ...read, ...(rooms === undefined ? {} : { rooms }) };
	const finish = {
		...none,
		out,
		...(tree === undefined ? {} : { tree }),
		...(outputs === undefined ? {} : { outputs }),
	};
	const files: [string, StepOptions][] = [
		[STEP_FILES.prepareOptions, { ...head, target: prepare, mappings, recipe: steps(room) }],
		[STEP_FILES.linkOptions, { ...head, target: none, mappings: [], recipe: steps(stagesOf(stages, 'level')) }],
		[STEP_FILES.finishOptions, { ...head, target: finish, mappings: [], recipe: code === null ? [] : null }],
	];
	return files.map(([file, options]) => jsonFile(inStepFolder(folder, file), options));
}

/** Reads an option file: a plan for one kind of step. */
export async function readStepPlan(path: string): Promise<StepPlan> {
	const { name, target, mappings, surfaces, recipe, config } = await readJson<StepOptions>(path);
	const shared = { table: surfaces, key: hashValue(surfaces) };
	if (config !== null) {
		const plan = planTarget(await loadConfig(config), name);
		return { plan: plan as Plan<LevelTarget>, surfaces: shared };
	}
	const registry = createRegistry();
	const stages = resolveRecipe(recipe ?? [], registry);
	const plan = { name, target, base: resolve('.'), stages, registry, mappings, code: null, options: {} };
	return { plan, surfaces: shared };
}

/** The plan of a level target of a config. */
export function levelPlan(config: LoadedConfig, name: string): Plan<LevelTarget> {
	const plan = planTarget(config, name);
	if (!isLevelTarget(plan.target)) throw new Error(`${name} is no level.`);
	return plan as Plan<LevelTarget>;
}
