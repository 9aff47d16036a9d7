import { readLyt } from '../../importers/lyt/index.ts';
import type { Level, RoomOptions } from '../../src/level/index.ts';
import type { SpaceOption } from '../../src/transform/index.ts';
import type { ReadContext, ReadOptions } from '../importer.ts';
import { readSource } from '../read.ts';
import { type Recipe, resolveRecipe, runStages, type StageObserver, stagesOf } from '../recipe.ts';
import type { Registry } from '../registry.ts';
import type { InputSource, RoomFiles } from '../source.ts';
import type { Stage } from '../stage.ts';
import { levelFromLayout } from './read-layout.ts';
import { levelFromScene } from './read-scene.ts';

interface CommonReadLevelOptions {
	/** Default: the name of the source. */
	readonly name?: string;
	readonly read?: ReadOptions & { readonly format?: string };
	/** For scenes: what is a room. */
	readonly rooms?: RoomOptions;
	/** For layouts: where the rooms' files are. */
	readonly roomFiles?: RoomFiles;
	/** For layouts: the space of the rooms' vertices. */
	readonly space?: SpaceOption;
	readonly observer?: StageObserver;
}

export interface ReadLevelOptions extends CommonReadLevelOptions {
	/** Stages over scenes, then over each room's walkmesh, then over the level. */
	readonly recipe: Recipe;
}

/** As `ReadLevelOptions`, with stages that are made already. */
export interface ReadLevelStageOptions extends CommonReadLevelOptions {
	readonly stages: readonly Stage[];
}

/**
 * Reads a level from one scene or from a layout and runs the whole recipe over it.
 * @throws InputError when the source or a room's file cannot be read
 */
export async function readLevel(
	source: InputSource,
	options: ReadLevelOptions,
	context: ReadContext,
	registry: Registry,
): Promise<Level> {
	const { recipe, ...common } = options;
	return readLevelWith(source, { ...common, stages: resolveRecipe(recipe, registry) }, context, registry);
}

/** As `readLevel`, with stages instead of a recipe. */
export async function readLevelWith(
	source: InputSource,
	options: ReadLevelStageOptions,
	context: ReadContext,
	registry: Registry,
): Promise<Level> {
	const { stages } = options;
	const file = source.path ?? source.fileName;
	const within = { ...context, report: context.report.within({ file }) };
	const isLayout = source.fileName.toLowerCase().endsWith('.lyt');
	const level = isLayout
		? await levelFromLayout(
				source.name,
				readLyt(await source.bytes(), within.report),
				(room) => loadRoom(room, options, context, registry),
				{
					...(options.space === undefined ? {} : { space: options.space }),
					...(options.roomFiles === undefined ? {} : { looked: options.roomFiles.looked }),
				},
				stages,
				context,
				options.observer,
			)
		: await levelFromSource(source, options, stages, within, registry, context);
	const named = options.name === undefined ? level : { ...level, name: options.name };
	return runStages(named, stagesOf(stages, 'level'), context, options.observer);
}

async function levelFromSource(
	source: InputSource,
	options: CommonReadLevelOptions,
	stages: readonly Stage[],
	within: ReadContext,
	registry: Registry,
	context: ReadContext,
): Promise<Level> {
	const loaded = await readSource(source, options.read ?? {}, context, registry);
	if (loaded.kind === 'walkmeshes') return within.report.fail('LEVEL_OF_WALKMESHES', {}, {});
	return levelFromScene(loaded.scene, options.rooms ?? {}, stages, within, options.observer);
}

async function loadRoom(room: string, options: CommonReadLevelOptions, context: ReadContext, registry: Registry) {
	const source = await options.roomFiles?.find(room);
	if (source === undefined) return undefined;
	return {
		loaded: await readSource(source, options.read ?? {}, context, registry),
		file: source.path ?? source.fileName,
	};
}
