import { UsageError } from '../src/findings/index.ts';
import type { Registry } from './registry.ts';
import type { Stage, StageContext, Subject, Subjects } from './stage.ts';

/** A step of a recipe as plain data: a stage's name, alone or with options. */
export type RecipeStep = string | readonly [name: string, options: Readonly<Record<string, unknown>>];

/** An ordered list of stages. The order is the design: each stage may rely on what those before it did. */
export type Recipe = readonly RecipeStep[];

/**
 * Turns a recipe into stages.
 * @throws UsageError for an unknown stage or an option that the stage does not have; both list what there is
 */
export function resolveRecipe(recipe: Recipe, registry: Registry): Stage[] {
	return recipe.map((step) => {
		const [name, options] = typeof step === 'string' ? [step, {}] : step;
		const factory = registry.stage(name);
		const known = Object.keys(factory.defaults);
		for (const key of Object.keys(options)) {
			if (known.includes(key)) continue;
			const list = known.length === 0 ? 'none' : known.join(', ');
			throw new UsageError(`Stage "${name}" has no option "${key}". It has: ${list}.`);
		}
		return factory(options) as Stage;
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
