import type { WriteOptions } from '../pipeline/exporter.ts';
import type { ReadOptions } from '../pipeline/importer.ts';
import type { Recipe } from '../pipeline/recipe.ts';
import { type ConvertRecipeOptions, convertRecipe } from '../pipeline/recipes.ts';
import { UsageError } from '../src/findings/index.ts';
import { type Layout, roomIndex } from '../src/level/index.ts';
import type { SurfaceMapping } from '../src/surfaces/index.ts';

/** What every host lets its users say about a conversion: the options of `wokflow convert`, by the names the library has for them. */
export interface ConversionSettings extends ConvertRecipeOptions, ReadOptions, Pick<WriteOptions, 'split'> {
	/** Surfaces of materials whose names mean none. */
	readonly mappings?: readonly SurfaceMapping[];
	/** Which room of the layout it is; by the name of the scene without this. */
	readonly room?: string;
	/** Space of the vertices, where a layout places the room. */
	readonly roomSpace?: 'auto' | 'room' | 'area';
	/** Stages for scenes in place of those that the options above make up; a layout still places the room first. */
	readonly recipe?: Recipe;
	/** Warnings keep the output from being made. */
	readonly strict?: boolean;
}

// As records, so that a key that is added to the options is missed here by the compiler.
const READ_KEYS: Record<keyof ReadOptions, true> = {
	up: true,
	unit: true,
	scale: true,
	nodes: true,
	scene: true,
	hidden: true,
	objParser: true,
	space: true,
	keepTree: true,
};
const RECIPE_KEYS: Record<keyof ConvertRecipeOptions, true> = {
	weld: true,
	minArea: true,
	orient: true,
	fixTJunctions: true,
	simplify: true,
};
const FURTHER_KEYS: Record<Exclude<keyof ConversionSettings, keyof ReadOptions | keyof ConvertRecipeOptions>, true> = {
	split: true,
	mappings: true,
	room: true,
	roomSpace: true,
	recipe: true,
	strict: true,
};

/**
 * Refuses options that do not exist: a misspelt one would do nothing, and nobody would see it.
 * @throws UsageError that lists the known ones
 */
export function checkSettings(options: object, host: string, further: readonly string[]): void {
	const known = [...Object.keys({ ...READ_KEYS, ...RECIPE_KEYS, ...FURTHER_KEYS }), ...further].sort();
	for (const key of Object.keys(options)) {
		if (!known.includes(key)) throw new UsageError(`${host} has no option "${key}". It has: ${known.join(', ')}.`);
	}
}

/** The settings that are about reading. */
export function readOptionsOf(settings: ConversionSettings): ReadOptions {
	return pick(settings, READ_KEYS);
}

/** Stages for scenes: the recipe asked for, or that of `wokflow convert`. */
export function recipeOf(settings: ConversionSettings): Recipe {
	return settings.recipe ?? convertRecipe(pick(settings, RECIPE_KEYS));
}

/**
 * Stages that put a room where its layout has it, for scenes and for walkmeshes; none without a layout.
 * @throws UsageError when the layout does not have the room
 */
export function placeRecipes(
	{ room, roomSpace }: ConversionSettings,
	layout: Layout | undefined,
	name: string,
): { scene: Recipe; walkmesh: Recipe } {
	if (layout === undefined) return { scene: [], walkmesh: [] };
	const wanted = room ?? name;
	const index = roomIndex(layout, wanted);
	if (index < 0) {
		const rooms = layout.rooms.map(({ model }) => model).join(', ');
		throw new UsageError(`The layout has no room "${wanted}". It has: ${rooms}. Say which with the option "room".`);
	}
	const options = { at: layout.rooms[index].position, ...(roomSpace === undefined ? {} : { space: roomSpace }) };
	return { scene: [['place', options]], walkmesh: [['place-room', options]] };
}

function pick<T extends object, K extends keyof T>(value: T, keys: Record<K, true>): Pick<T, K> {
	const wanted = Object.entries(value).filter(([key, each]) => key in keys && each !== undefined);
	return Object.fromEntries(wanted) as Pick<T, K>;
}
