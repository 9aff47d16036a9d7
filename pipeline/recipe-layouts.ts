import { resolve } from 'node:path';
import { InputError, Report, UsageError } from '../src/findings/report.ts';
import type { Layout } from '../src/level/level.ts';
import { openLayout } from './files.ts';
import { isStage, type Recipe, type RecipeStep } from './recipe.ts';
import type { Registry } from './registry.ts';

/**
 * The recipe with layouts in the options of its steps where files have paths: what a file says is part of the recipe, so that a build
 * notices when it changes.
 *
 * @param base the folder that paths are relative to @param where names the recipe in messages @param files gets the paths of the layouts
 * @throws UsageError for a layout that cannot be read
 */
export async function withLayouts(
	recipe: Recipe,
	base: string,
	where: string,
	registry: Registry,
	files: string[] = [],
): Promise<Recipe> {
	return Promise.all(
		recipe.map(async (step, index): Promise<RecipeStep> => {
			if (typeof step === 'string' || isStage(step) || step[1] === undefined) return step;
			const [name, options] = step;
			const declared = registry.stages.find(({ stageName }) => stageName === name)?.options ?? {};
			const given = Object.entries(options).map(async ([key, value]): Promise<[string, unknown]> => {
				if (typeof value !== 'string' || declared[key]?.holds !== 'layout') return [key, value];
				const path = resolve(base, value);
				files.push(path);
				return [key, await layoutAt(path, `${where}[${index}].${key}`, registry)];
			});
			return [name, Object.fromEntries(await Promise.all(given))];
		}),
	);
}

async function layoutAt(path: string, where: string, registry: Registry): Promise<Layout> {
	try {
		return await openLayout(path, registry, new Report());
	} catch (error) {
		if (error instanceof InputError) throw new UsageError(`${where}: ${path}: ${error.message}`);
		throw error;
	}
}
