import { surfaceColour } from './colours.ts';
import type { Surface, SurfaceTable } from './table.ts';

/** Knights of the Old Republic's own `surfacemat.2da`: label, `walk`, footstep sound. */
const K1_ROWS: readonly (readonly [label: string, walk: 0 | 1, sound: string])[] = [
	['NotDefined', 0, ''],
	['Dirt', 1, 'DT'],
	['Obscuring', 0, ''],
	['Grass', 1, 'GR'],
	['Stone', 1, 'ST'],
	['Wood', 1, 'WD'],
	['Water', 1, 'WT'],
	['Nonwalk', 0, ''],
	['Transparent', 0, ''],
	['Carpet', 1, 'CP'],
	['Metal', 1, 'MT'],
	['Puddles', 1, 'WT'],
	['Swamp', 1, 'WT'],
	['Mud', 1, 'WT'],
	['Leaves', 1, 'LV'],
	['Lava', 0, ''],
	['BottomlessPit', 0, ''],
	['DeepWater', 0, ''],
	['Door', 1, ''],
	['NonWalkGrass', 0, ''],
	...Array.from({ length: 10 }, () => ['CRAP', 0, ''] as const),
	['Trigger', 1, ''],
];

/** Sight passes through these; every other surface stops it. */
const SEEN_THROUGH = new Set([0, 8, 18, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30]);
const NOT_CHECKED = new Set([0, 2, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29]);
const GRASSY = new Set([3, 19]);

/** The table of Knights of the Old Republic 1: the default. */
export const K1: SurfaceTable = {
	name: 'k1',
	surfaces: K1_ROWS.map(
		([label, walk, sound], id): Surface => ({
			id,
			label,
			walk: walk === 1,
			walkCheck: !NOT_CHECKED.has(id),
			lineOfSight: !SEEN_THROUGH.has(id),
			grass: GRASSY.has(id),
			sound,
			colour: surfaceColour(id),
		}),
	),
};

const KOTORBLENDER_WALKABLE = new Set([0, 16, 20, 21, 22]);
const KOTORBLENDER_LABELS = new Map([
	[19, 'Snow'],
	[20, 'Sand'],
	[21, 'BareBones'],
	[22, 'StoneBridge'],
]);

/** What kotorblender and MDLOps take for walkable: 0, 16 and 20 to 22 besides those of the game. */
export const KOTORBLENDER: SurfaceTable = {
	name: 'kotorblender',
	surfaces: K1.surfaces.map((surface) => ({
		...surface,
		label: KOTORBLENDER_LABELS.get(surface.id) ?? surface.label,
		walk: surface.walk || KOTORBLENDER_WALKABLE.has(surface.id),
	})),
};

/** The tables that can be asked for by name. */
export const SURFACE_TABLES: Readonly<Record<string, SurfaceTable>> = { k1: K1, kotorblender: KOTORBLENDER };
