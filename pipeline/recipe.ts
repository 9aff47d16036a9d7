import type { Registry } from './registry.ts';
import type { Stage, StageContext, Subject, Subjects } from './stage.ts';

/** A step of a recipe as plain data: a stage's name, alone or with options. */
export type RecipeStep = string | readonly [name: string, options: Readonly<Record<string, unknown>>];

/** An ordered list of stages. The order is the design: each stage may rely on what those before it did. */
export type Recipe = readonly RecipeStep[];

/**
 * Turns a recipe into stages.
 * @throws UsageError for an unknown stage or an option that the stage does not have, which list what there is; and for wrong values
 */
export function resolveRecipe(recipe: Recipe, registry: Registry): Stage[] {
	return recipe.map((step) => {
		const [name, options] = typeof step === 'string' ? [step, {}] : step;
		return registry.stage(name)(options);
	});
}

/** Watches stages at work: for progress, and for keeping what each of them made. */
export interface StageObserver {
	before?(stage: Stage, step: number, steps: number): void;
	after?(stage: Stage, value: Subjects[Subject], step: number): void | Promise<void>;
}

/**
 * Runs stages of one subject in order.
 * @throws whatever the context's signal was aborted with, between two stages
 */
export async function runStages<S extends Subject>(
	value: Subjects[S],
	stages: readonly Stage<S>[],
	context: StageContext,
	observer: StageObserver = {},
): Promise<Subjects[S]> {
	let current = value;
	for (const [step, stage] of stages.entries()) {
		context.signal?.throwIfAborted();
		observer.before?.(stage as Stage, step, stages.length);
		current = await stage.run(current, context);
		await observer.after?.(stage as Stage, current, step);
	}
	return current;
}

/** The stages that work on one subject, in their order. */
export function stagesOf<S extends Subject>(stages: readonly Stage[], subject: S): Stage<S>[] {
	return stages.filter((stage): stage is Stage<S> => stage.subject === subject);
}

/** What can be said about the recipe of a conversion; see the stages of the same names for each. */
export interface ConvertRecipeOptions {
	/** Vertices closer than this become one, metres; false leaves them alone. */
	readonly weld?: number | false;
	/** Faces of this area or less are dropped, square metres. */
	readonly minArea?: number;
	/** What becomes of walkable faces that look down. */
	readonly orient?: 'flip' | 'keep' | 'refuse';
	/** Long walkable edges are split where other vertices lie on them. */
	readonly fixTJunctions?: boolean;
	/** Triangles to keep, 0 to 1, or an error allowed in metres. */
	readonly simplify?: { readonly ratio?: number; readonly error?: number };
}

/**
 * The recipe of `wokflow convert` for scenes. The order is the design: welding makes neighbours, and also collapsed faces, which go
 * next; orientation needs faces with an area, and turning one over can make it the double of another, so doubles go after it; T-junctions are looked for once everything that can be welded is;
 * sorting comes last, so that faces keep the source's order within their group.
 *
 * @example
 * const { files } = await convertBytes(glb, 'quay.glb', 'quay.wok', { recipe: convertRecipe({ fixTJunctions: true }) });
 */
export function convertRecipe(options: ConvertRecipeOptions = {}): Recipe {
	const { weld, minArea, orient, fixTJunctions, simplify } = options;
	const steps: (RecipeStep | undefined)[] = [
		weld === false ? undefined : step('weld', { tolerance: weld }),
		step('drop-degenerate', { minArea }),
		step('orient', { mode: orient }),
		'drop-duplicate',
		simplify === undefined ? undefined : step('simplify', simplify),
		fixTJunctions === true ? 'fix-tjunctions' : 'find-tjunctions',
		'drop-unused',
		'sort',
	];
	return steps.filter((each) => each !== undefined);
}

function step(name: string, options: Record<string, unknown>): RecipeStep {
	const said = Object.entries(options).filter(([, value]) => value !== undefined);
	return said.length === 0 ? name : [name, Object.fromEntries(said)];
}

/** What can be said about the recipe of a level, besides what is said about its rooms. */
export interface LevelRecipeOptions {
	/** Rooms that are divided differently along a seam are cut alike. */
	readonly conform?: boolean;
	/** Edges up to this far apart are moved together and linked, metres. */
	readonly snap?: number;
}

/**
 * The recipe of `wokflow level` for the rooms together: they are divided alike first, because links join whole edges.
 *
 * @example
 * const names = levelRecipe().map((step) => (typeof step === 'string' ? step : step[0]));
 */
export function levelRecipe({ conform = true, snap }: LevelRecipeOptions = {}): Recipe {
	const steps: (RecipeStep | undefined)[] = [
		conform ? step('conform', { tolerance: snap === undefined || snap === 0 ? undefined : snap }) : undefined,
		step('link', { snap }),
		'check-level',
	];
	return steps.filter((each) => each !== undefined);
}
