import type { Command } from 'commander';
import type { ConvertRecipeOptions } from '../pipeline/recipes.ts';
import { choice, defined, nonNegativeNumber } from './options.ts';

/** Flags of commands that turn scenes into walkmeshes. */
export interface RecipeFlags {
	/** Millimetres; false with `--no-weld`. */
	weld?: number | boolean;
	minArea?: number;
	orient?: 'flip' | 'keep' | 'refuse';
	fixTjunctions?: boolean;
	simplify?: number;
	simplifyError?: number;
}

export function addRecipeOptions(command: Command): Command {
	return command
		.option('--weld <mm>', 'merge vertices closer than this, millimetres (default: 0.1)', nonNegativeNumber)
		.option('--no-weld', 'leave vertices as they are')
		.option('--min-area <m2>', 'drop faces of this area or less, square metres (default: 0.000001)', nonNegativeNumber)
		.addOption(choice('--orient <mode>', 'walkable faces that look down', ['flip', 'keep', 'refuse'], 'keep'))
		.option('--fix-tjunctions', 'split long walkable edges where other vertices lie on them')
		.option('--simplify <ratio>', 'keep this part of the triangles, 0 to 1', nonNegativeNumber)
		.option('--simplify-error <m>', 'how far the simplified ground may lie from the old, metres', nonNegativeNumber);
}

export function recipeOptionsOf(flags: RecipeFlags): ConvertRecipeOptions {
	const weld = flags.weld === false ? false : typeof flags.weld === 'number' ? flags.weld / 1000 : undefined;
	const simplify =
		flags.simplify === undefined && flags.simplifyError === undefined
			? undefined
			: defined({ ratio: flags.simplify, error: flags.simplifyError });
	return defined({
		weld,
		minArea: flags.minArea,
		orient: flags.orient,
		fixTJunctions: flags.fixTjunctions,
		simplify,
	});
}

/** The flags that were given, as they were typed: they only concern scenes. */
export function givenRecipeFlags(flags: RecipeFlags): string[] {
	const { weld, minArea, orient, fixTjunctions, simplify, simplifyError } = flags;
	const given: [string, boolean][] = [
		['--weld', typeof weld === 'number'],
		['--no-weld', weld === false],
		['--min-area', minArea !== undefined],
		['--orient', orient !== undefined],
		['--fix-tjunctions', fixTjunctions === true],
		['--simplify', simplify !== undefined],
		['--simplify-error', simplifyError !== undefined],
	];
	return given.filter(([, said]) => said).map(([name]) => name);
}
