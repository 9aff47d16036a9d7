import type { Vec3 } from '../math/vec3.ts';
import { editDistance, LONGEST_MEANT_NAME, withoutAccents } from '../text/names.ts';

/** One row of `surfacemat.2da`. */
export interface Surface {
	/** Row of the table: what a walkmesh stores for a face. */
	readonly id: number;
	/** Column `label`: its name, such as `Stone`. */
	readonly label: string;
	/** Column `walk`: characters can stand on it. */
	readonly walk: boolean;
	/** Column `walkcheck`: the engine considers it when it looks for the ground. */
	readonly walkCheck: boolean;
	/** Column `lineofsight`: it blocks the line of sight. */
	readonly lineOfSight: boolean;
	/** Column `grass`: grass grows on it. */
	readonly grass: boolean;
	/** Column `sound`: footstep sound, such as `ST`; empty without one. */
	readonly sound: string;
	/** Linear RGB from 0 to 1: the colour that other tools show it in. */
	readonly colour: Vec3;
}

/** The surfaces a walkmesh can have; a face's surface is an index into `surfaces`. */
export interface SurfaceTable {
	/** For messages: `k1`, or what it was read from. */
	readonly name: string;
	/** Row `i` has id `i`. */
	readonly surfaces: readonly Surface[];
	/** Materials that a project's own list gives surfaces to (`--surfaces FILE`): pattern or name, and id. */
	readonly materials?: readonly (readonly [pattern: string, surface: number])[];
}

/**
 * True when characters can stand on the surface; ids that the table does not have cannot be walked on.
 *
 * @example
 * isWalkable(K1, 4); // true: stone
 * isWalkable(K1, 7); // false: Nonwalk
 */
export function isWalkable(table: SurfaceTable, surface: number): boolean {
	return table.surfaces[surface]?.walk ?? false;
}

/** The label of a surface, or `#id` for one that the table does not have. */
export function surfaceLabel(table: SurfaceTable, surface: number): string {
	return table.surfaces[surface]?.label ?? `#${surface}`;
}

/** One byte a face: 1 where its surface can be walked on. */
export function walkableFaces(table: SurfaceTable, surfaces: Uint32Array): Uint8Array {
	const rows = table.surfaces;
	// A loop, since this is asked a dozen times of each of thousands of small rooms.
	const walk = new Uint8Array(rows.length);
	for (let id = 0; id < rows.length; id++) walk[id] = rows[id].walk ? 1 : 0;
	const result = new Uint8Array(surfaces.length);
	for (let face = 0; face < surfaces.length; face++) {
		const surface = surfaces[face];
		result[face] = surface < walk.length ? walk[surface] : 0;
	}
	return result;
}

/** Linear RGB by surface id: the colours of KotorBlender, which modders know. */
const KNOWN: readonly Vec3[] = [
	[0.4, 0.4, 0.4],
	[0.61, 0.235, 0.05],
	[0.1, 0.1, 0.1],
	[0, 0.6, 0],
	[0.162, 0.216, 0.279],
	[0.258, 0.059, 0.007],
	[0, 0, 1],
	[1, 0, 0],
	[1, 1, 1],
	[1, 0, 1],
	// biome-ignore lint/suspicious/noApproximativeNumericConstant: a shade of metal, not a logarithm.
	[0.434, 0.552, 0.73],
	[0.509, 0.474, 0.147],
	[0.216, 0.216, 0],
	[0.091, 0.147, 0.028],
	[1, 0.262, 0],
	[0.3, 0, 0],
	[0, 0, 0],
	[0, 0, 0.216],
	[0, 0, 0],
	[0.8, 0.8, 0.8],
	[1, 1, 0],
	[0.5, 0.5, 0.1],
	[0.081, 0.108, 0.139],
];

/** The colour of a surface id, linear RGB; ids without one of their own get a shade by golden-ratio hue. */
export function surfaceColour(id: number): Vec3 {
	return KNOWN[id] ?? hue((id * 0.618033988749895) % 1);
}

function hue(turn: number): Vec3 {
	const channel = (offset: number): number => 0.15 + 0.5 * Math.max(0, Math.cos((turn + offset) * 2 * Math.PI));
	return [channel(0), channel(1 / 3), channel(2 / 3)];
}

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

/** Surfaces that do not block the line of sight. */
const SEEN_THROUGH = new Set([0, 8, 18, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30]);
const NOT_CHECKED = new Set([0, 2, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29]);
const GRASSY = new Set([3, 19]);

/**
 * The table of Knights of the Old Republic 1: the default.
 *
 * @example
 * const { label, walk } = K1.surfaces[9]; // Carpet
 */
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

/** The table of KotorBlender and MDLOps, in which 0, 16 and 20 to 22 are walkable as well. */
export const KOTORBLENDER: SurfaceTable = {
	name: 'kotorblender',
	surfaces: K1.surfaces.map((surface) => ({
		...surface,
		label: KOTORBLENDER_LABELS.get(surface.id) ?? surface.label,
		walk: surface.walk || KOTORBLENDER_WALKABLE.has(surface.id),
	})),
};

/**
 * The tables that can be asked for by name.
 *
 * @example
 * const table = SURFACE_TABLES['kotorblender'] ?? K1;
 */
export const SURFACE_TABLES: Readonly<Record<string, SurfaceTable>> = { k1: K1, kotorblender: KOTORBLENDER };

/** Names that other tools use for a surface id, in their normalized form. */
const ALIASES: Readonly<Record<string, number>> = {
	undefined: 0,
	notdefined: 0,
	nonwalk: 7,
	nonwalkable: 7,
	notwalkable: 7,
	nowalk: 7,
	unwalkable: 7,
	bottomlesspit: 16,
	deepwater: 17,
	nonwalkgrass: 19,
	snow: 19,
	sand: 20,
	barebones: 21,
	stonebridge: 22,
	trigger: 30,
};

/** Names of Neverwinter Nights, whose surfaces have the same numbers but are not walkable in this game. */
const FOREIGN = new Set(['snow', 'sand', 'barebones', 'stonebridge']);

const PREFIX = /^(?:surfacemat|surface|surf|wok|walk|wm|mat)(?=[\s_.:=#-]|[A-Z0-9])[\s_.:=#-]*/;
const PREFIX_ANY_CASE = /^(?:surfacemat|surface|surf|wok|walk|wm|mat)[\s_.:=#-]*/i;
/** A number counts only after one of these prefixes: `Material.007`, `mat_4`, `id4` and `03` are default names of modelling programs. */
const NUMBER = /^(?:surfacemat|surface|surf|wok|walk|wm)[\s_.:=#-]*(\d{1,10})$/i;

/** How a name led to a surface. */
export interface NamedSurface {
	readonly surface: number;
	/** `exact` label, `normalized` name or alias, or `number`. */
	readonly by: 'exact' | 'normalized' | 'number';
	/** True for a name of Neverwinter Nights that means something else in this game. */
	readonly foreign: boolean;
}

/**
 * The surface that a name means, or undefined. Tried in turn: the label exactly; the label or an alias without copy suffix
 * (`.001`, three.js' `001`), namespace (`ns:`), `SG`, `_mat`, case, blanks, `_ . -` and prefixes such as `wok_`; a number
 * behind a prefix: `wok_07`, `surface:7`, `surf7`, never a bare one. A number must be a row of the table.
 *
 * @example
 * surfaceByName(K1, 'wok_Stone')?.surface; // 4
 */
export function surfaceByName(table: SurfaceTable, name: string): NamedSurface | undefined {
	const exact = table.surfaces.find((surface) => surface.label === name && isRealLabel(surface.label));
	if (exact !== undefined) return { surface: exact.id, by: 'exact', foreign: false };
	if (name.length > LONGEST_MEANT_NAME) return undefined;

	const known = knownNames(table);
	for (const candidate of candidates(name)) {
		const surface = known.get(candidate);
		if (surface !== undefined) return { surface, by: 'normalized', foreign: isForeign(table, candidate, surface) };
	}

	const number = NUMBER.exec(withoutCopySuffix(withoutNamespace(name.trim())));
	if (number !== null && Number(number[1]) < table.surfaces.length) {
		return { surface: Number(number[1]), by: 'number', foreign: false };
	}
	return undefined;
}

/** A material name that is read as a surface again: `wok_Dirt`, or `wok_20` where the label has no meaning or another one. */
export function surfaceMaterialName(table: SurfaceTable, surface: number): string {
	const label = table.surfaces[surface]?.label ?? '';
	const name = `wok_${label.replace(/[^\w-]/g, '')}`;
	return surfaceByName(table, name)?.surface === surface ? name : `wok_${surface}`;
}

/** The known name that is most similar to an unknown one, or undefined when none is similar. */
export function nearestSurfaceName(table: SurfaceTable, name: string): string | undefined {
	if (name.length > LONGEST_MEANT_NAME) return undefined;
	const wanted = candidates(name);
	let best: string | undefined;
	let bestDistance = Number.POSITIVE_INFINITY;
	for (const surface of table.surfaces) {
		if (!isRealLabel(surface.label)) continue;
		for (const candidate of wanted) {
			const label = squash(surface.label);
			const allowed = Math.max(1, Math.floor(Math.max(candidate.length, surface.label.length) / 4));
			// At least as many edits are needed as the lengths differ. Computing the distance would be slow for a name of a million letters.
			if (Math.abs(candidate.length - label.length) > allowed) continue;
			const distance = editDistance(candidate, label);
			if (distance <= allowed && distance < bestDistance) {
				best = surface.label;
				bestDistance = distance;
			}
		}
	}
	return best;
}

/** Words in names of materials that are not those of surfaces, and the surface that is most likely meant. */
const LIKELY: Readonly<Record<string, string>> = {
	// In English, German, Spanish and French, without accents.
	...named(
		'Nonwalk',
		'wall walls ceiling roof plaster pillar column fence railing glass window door wand wande mauer mauern decke dach saule zaun glas fenster pared paredes muro techo tejado columna valla vidrio ventana mur murs plafond toit pilier cloture verre fenetre',
	),
	...named(
		'Stone',
		'tile tiles concrete brick marble rock asphalt pavement floor boden fussboden fliese fliesen beton stein ziegel marmor pflaster suelo piso baldosa baldosas hormigon ladrillo piedra marmol sol plancher carrelage carreau beton brique pierre marbre',
	),
	...named('Dirt', 'earth soil sand ground gravel erde kies tierra arena grava terre sable gravier'),
	...named('Wood', 'plank planks wooden parquet holz parkett dielen madera bois'),
	...named('Metal', 'steel iron metall stahl eisen acero hierro acier'),
	...named('Carpet', 'rug teppich alfombra tapis moquette'),
	...named('Grass', 'lawn gras rasen wiese hierba cesped herbe gazon pelouse'),
	...named('Water', 'wasser agua eau'),
};

function named(surface: string, words: string): Readonly<Record<string, string>> {
	return Object.fromEntries(words.split(' ').map((word) => [word, surface]));
}

/** Labels that materials of other things are called after: `door_metal` is that of a door, and not the surface Door. */
const NOT_GROUND = new Set(['door', 'trigger', 'undefined']);

/**
 * The surface that a word in the name of a material makes likely: Wood for `stair_wood`, Nonwalk for `Walls`. Something to propose, never to use.
 *
 * @example
 * likelySurfaceName(K1, 'Vegetation_Grass_Artificial'); // 'Grass'
 */
export function likelySurfaceName(table: SurfaceTable, name: string): string | undefined {
	if (name.length > LONGEST_MEANT_NAME) return undefined;
	const words = withoutAccents(name)
		.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
		.toLowerCase()
		.split(/[^\p{L}]+/u);
	const labels = new Map(table.surfaces.map(({ label }) => [squash(label), label]));
	const surfaces = words.flatMap((word) => (labels.has(word) && !NOT_GROUND.has(word) ? [labels.get(word)] : []));
	const things = words.flatMap((word) => (Object.hasOwn(LIKELY, word) ? [labels.get(squash(LIKELY[word]))] : []));
	// What something is says more than what it is of: a wall of stone is no floor.
	return things.find((label) => label === 'Nonwalk') ?? surfaces.at(-1) ?? things.at(-1);
}

/** False for rows without a meaning, which have a number but no name. */
export function isRealLabel(label: string): boolean {
	return label !== '' && label !== 'CRAP';
}

function isForeign(table: SurfaceTable, candidate: string, surface: number): boolean {
	return FOREIGN.has(candidate) && squash(table.surfaces[surface].label) !== candidate;
}

const namesOfTable = new WeakMap<SurfaceTable, Map<string, number>>();

/** Ids by normalized label, and by alias where the table has the id and no label of that name. */
function knownNames(table: SurfaceTable): Map<string, number> {
	let known = namesOfTable.get(table);
	if (known === undefined) {
		known = new Map();
		for (const surface of table.surfaces) {
			const key = squash(surface.label);
			if (isRealLabel(surface.label) && !known.has(key)) known.set(key, surface.id);
		}
		for (const [alias, id] of Object.entries(ALIASES)) {
			if (id < table.surfaces.length && !known.has(alias)) known.set(alias, id);
		}
		namesOfTable.set(table, known);
	}
	return known;
}

/** The forms of a name to look up, least changed first. */
function candidates(name: string): string[] {
	const plain = withoutCopySuffix(withoutNamespace(name.trim()));
	const forms = [name, plain];
	const bare = plain.replace(/SG\d*$/, '').replace(/[\s_.-]*mat(?:erial)?$/i, '');
	forms.push(bare);
	for (const start of [plain, bare]) {
		let rest = start;
		for (let strips = 0; strips < 3; strips++) {
			const next = rest.replace(PREFIX, '');
			const shorter = next === rest ? rest.replace(PREFIX_ANY_CASE, '') : next;
			if (shorter === rest || shorter === '') break;
			rest = shorter;
			forms.push(rest);
		}
	}
	return [...new Set(forms.map(squash))].filter((form) => form !== '');
}

function squash(name: string): string {
	return name.toLowerCase().replace(/[\s_.-]+/g, '');
}

function withoutNamespace(name: string): string {
	// `surface:7` is a number with a key, not a namespace.
	return /^(?:surfacemat|surface|surf|wok|walk|wm):\s*\w+$/i.test(name) ? name : name.replace(/^.*:(?=.)/, '');
}

/** Blender's `.001`; three.js and Godot drop the dot, so three digits right after a letter are a copy suffix too. */
function withoutCopySuffix(name: string): string {
	return name.replace(/(?:\.\d{3,}|(?<=[A-Za-z])\d{3})$/, '');
}
