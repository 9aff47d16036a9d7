import {
	surveyBwm,
	surveyMesh,
	type TreeFacts,
	treeFacts,
	type WalkmeshFacts,
	walkmeshFacts,
} from '../src/survey/index.ts';
import type { ReadContext, ReadOptions } from './importer.ts';
import { readSource } from './read.ts';
import { type Recipe, resolveRecipe } from './recipe.ts';
import type { Registry } from './registry.ts';
import type { InputSource } from './source.ts';
import { toWalkmeshes } from './to-walkmeshes.ts';

/** What is in one walkmesh of a file. */
export interface Inspection {
	readonly file: string;
	readonly facts: WalkmeshFacts;
	/** The tree that the file holds; undefined for files without one. */
	readonly tree?: TreeFacts;
}

/**
 * Looks at every walkmesh of a source and reports what is odd about it; scenes are shown as what the recipe makes of them.
 * @throws InputError when the source cannot be read
 */
export async function inspect(
	source: InputSource,
	options: ReadOptions & { readonly format?: string },
	recipe: Recipe,
	context: ReadContext,
	registry: Registry,
): Promise<Inspection[]> {
	const file = source.path ?? source.fileName;
	const report = context.report.within({ file });
	const loaded = await readSource(source, options, context, registry);
	// A walkmesh file is shown as it is; only a scene has to become one.
	const stages = loaded.kind === 'scene' ? resolveRecipe(recipe, registry) : [];
	const walkmeshes = await toWalkmeshes(loaded, {}, stages, { ...context, report });
	return walkmeshes.map((each) => {
		surveyMesh(each.walkmesh, context.surfaces, report);
		if (each.file !== undefined) surveyBwm(each.file, each.walkmesh, context.surfaces, report);
		const tree = each.file?.aabb ?? each.tree;
		return {
			file,
			facts: walkmeshFacts(each.walkmesh, context.surfaces),
			...(tree === undefined || tree.nodeCount === 0 ? {} : { tree: treeFacts(tree, each.walkmesh) }),
		};
	});
}
