import { sortWalkableFirst } from '../../src/derive/index.ts';
import { defineStage, type StageFactory } from '../stage.ts';

export type SortOptions = Record<never, never>;

export const SORT_DEFAULTS: Required<SortOptions> = {};

/** Puts walkable faces before all others, each group in the order it had, as the game's files have them. */
export const sort: StageFactory<'walkmesh', SortOptions> = defineStage(
	'sort',
	'walkmesh',
	'Puts walkable faces first, otherwise in source order.',
	SORT_DEFAULTS,
	(mesh, _options, { surfaces }) => sortWalkableFirst(mesh, surfaces).mesh,
);
