import type { WriteOptions } from '../exporter.ts';
import type { ReadOptions } from '../importer.ts';
import type { LevelFilesOptions } from '../level/level-files.ts';
import type { RecipeStep } from '../recipe.ts';
import type { ConvertRecipeOptions, LevelRecipeOptions } from '../recipes.ts';
import type { RegistryEntries } from '../registry.ts';
import type { Stage } from '../stage.ts';

/** What `wokflow.config.mjs`, `.js`, `.ts` or `.json` holds. Paths are relative to the folder that the config lies in. */
export interface WokflowConfig {
	/** For editors: `./node_modules/wokflow/schema/wokflow.schema.json`. */
	readonly $schema?: string;
	/** What to build, by name; built in this order. */
	readonly targets: Readonly<Record<string, LevelTarget | ConvertTarget>>;
	/**
	 * Own importers, exporters and stages: modules that export them under the names `importers`, `exporters`, `stages`; in configs that
	 * are programs also the entries themselves.
	 */
	readonly plugins?: readonly (string | RegistryEntries)[];
	/** Folder of manifest and cache. Default: `.wokflow`. */
	readonly cache?: string;
}

/** A stage by name, by name with options, or, in configs that are programs, a stage itself. */
// biome-ignore lint/suspicious/noExplicitAny: stages of every subject go on one list.
export type ConfigStep = RecipeStep | Stage<any>;

/** What levels and conversions have in common. */
export interface CommonTarget {
	/** How the input is read. */
	readonly read?: ReadOptions & { readonly format?: string };
	/** Surfaces of materials whose names mean none, by pattern: `{ "Floor*": "Stone" }`. */
	readonly surfaces?: Readonly<Record<string, string | number>>;
	/** Surface table: `k1`, `k2`, or a `surfacemat.2da` file. */
	readonly surfacemat?: string;
	/** What scenes go through: the options of `wokflow convert`, lengths in metres. */
	readonly mesh?: ConvertRecipeOptions;
	/** All stages in order, instead of those that `mesh` and `link` stand for. */
	readonly recipe?: readonly ConfigStep[];
	/** Split of the tree: cheap to walk, or as the game does. */
	readonly tree?: 'sah' | 'median';
}

/** A level: a scene with a node for each room, or a layout with a file for each room, to a folder. */
export interface LevelTarget extends CommonTarget {
	/** The scene or the layout (`.lyt`). */
	readonly level: string;
	/** The folder to write into. */
	readonly out: string;
	/** Name of the level. Default: that of the input. */
	readonly name?: string;
	readonly rooms?: {
		/** For scenes: what makes a node a room. */
		readonly by?: 'auto' | 'pattern' | 'extras' | 'top-level';
		/** For scenes: nodes that are rooms, by name. */
		readonly pattern?: string;
		/** For layouts: where the rooms' files lie. Default: beside the layout. */
		readonly folder?: string;
		/** For layouts: the space of the vertices in room files. */
		readonly space?: 'auto' | 'room' | 'area';
	};
	readonly link?: LevelRecipeOptions;
	/** What is written besides the walkmeshes; everything by default. */
	readonly outputs?: Omit<LevelFilesOptions, 'write'>;
}

/** A conversion of one or several inputs to one output, as `wokflow convert` does it. */
export interface ConvertTarget extends CommonTarget {
	readonly input: string | readonly string[];
	/** Its ending says the format; `.dwk` without a number makes the three files of a door. */
	readonly output: string;
	readonly write?: Omit<WriteOptions, 'split' | 'roomNames'> & { readonly format?: string };
	/** Layout that the room belongs to: places it, and names the rooms of markers. */
	readonly lyt?: string;
	/** Which room of the layout it is. Default: by the name of the output, then of the input. */
	readonly room?: string;
}

/** Gives a config its type; it returns what it is given. */
export function defineConfig(config: WokflowConfig): WokflowConfig {
	return config;
}

export function isLevelTarget(target: LevelTarget | ConvertTarget): target is LevelTarget {
	return 'level' in target;
}
