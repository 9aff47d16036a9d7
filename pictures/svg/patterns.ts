import { mapped, type Vec3 } from '../../src/math/vec3.ts';
import { fromHexColour, linearToSrgbByte, toHexColour } from '../../src/model/surface-tables.ts';
import { type Surface, type SurfaceTable, surfaceColour } from '../../src/model/surfaces.ts';
import { element, pixels } from '../../src/text/xml.ts';

/** Colours of surfaces in pictures for people: quiet, so that lines, names and findings stand out, and told apart by hue and lightness. */

type PaletteName = 'muted' | 'game';

/** By label, letter case aside; sRGB. Tables of mods have the same labels under other ids. */
const MUTED: Readonly<Record<string, string>> = {
	notdefined: '#b3b3b3',
	dirt: '#cfb294',
	obscuring: '#8f8f94',
	grass: '#adc795',
	stone: '#b9bec4',
	wood: '#bd9672',
	water: '#97bedd',
	nonwalk: '#b3615a',
	transparent: '#8d9aa3',
	carpet: '#cda6be',
	metal: '#c9d6e8',
	puddles: '#a9c7c4',
	swamp: '#a5a36c',
	mud: '#948b74',
	leaves: '#dcb57b',
	lava: '#c9623f',
	bottomlesspit: '#4d4d55',
	deepwater: '#4f79a6',
	door: '#a09fc0',
	nonwalkgrass: '#6f8f58',
	snow: '#e8edf2',
	sand: '#e3d3a4',
	barebones: '#d8cdb8',
	stonebridge: '#a8a59d',
	trigger: '#dcd384',
};

/** How much of a colour without an entry is left; the rest is a light grey. */
const LEFT = 0.45;
const LIGHT = 0.55;
/** On a dark sheet the same colours, this much of their light. */
const DIMMED = 0.42;

/** The colour of a surface, linear RGB. */
export function paletteColour(surface: number, table: SurfaceTable, palette: PaletteName, isDark: boolean): Vec3 {
	const row = table.surfaces[surface];
	const own = row?.colour ?? surfaceColour(surface);
	if (palette === 'game') return own;
	const known = MUTED[row?.label.toLowerCase() ?? ''];
	const light = known === undefined ? mapped(own, (c) => c * LEFT + LIGHT * (1 - LEFT)) : fromHexColour(known);
	return isDark ? mapped(light, (c) => c * DIMMED) : light;
}

/** Colours of everything that is not a surface, as `#rrggbb`. */
export interface Theme {
	readonly paper: string;
	readonly sheet: string;
	readonly ink: string;
	readonly muted: string;
	readonly grid: string;
	readonly perimeter: string;
	/** Upright faces, which from above are lines. */
	readonly wall: string;
	/** Outlines of what other sheets show. */
	readonly around: string;
	/** Relative luminance of `sheet`, 0 to 1. */
	readonly luminance: number;
}

export const THEMES: Readonly<Record<'light' | 'dark', Theme>> = {
	light: {
		paper: '#f4f4f1',
		sheet: '#ffffff',
		ink: '#1a1a1a',
		muted: '#5c5c5c',
		grid: '#dcdcd6',
		perimeter: '#26282b',
		wall: '#a2958a',
		around: '#c3c3bd',
		luminance: 1,
	},
	dark: {
		paper: '#16181b',
		sheet: '#212429',
		ink: '#f0f0f0',
		muted: '#a8adb4',
		grid: '#363b42',
		perimeter: '#f4f4f4',
		wall: '#6f6a66',
		around: '#4d535b',
		luminance: 0.018,
	},
};

/** Yellow on black stands out from every surface's colour, in every kind of sight. */
export const TRANSITION_COLOURS = { line: '#ffd21f', edge: '#111111' } as const;

/** The least contrast ratio of hatches and outlines to the sheet. */
const CONTRAST = 2;

/** Relative luminance of linear RGB. */
function luminance([r, g, b]: Vec3): number {
	return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The colour as it is where lines of it can be seen on the sheet, otherwise as much darker or lighter as they need. */
function lineColour(colour: Vec3, theme: Theme): string {
	const target = theme.luminance > 0.5 ? 0 : 1;
	for (let share = 0; share < 1; share += 0.125) {
		const mixed = mapped(colour, (c) => c + (target - c) * share);
		const [low, high] = [luminance(mixed), theme.luminance].sort((a, b) => a - b);
		if ((high + 0.05) / (low + 0.05) >= CONTRAST) return toHexColour(mixed);
	}
	return theme.ink;
}

/** A line in the colour of a fill that is nevertheless seen on it: black or white. */
function onColour(colour: Vec3): string {
	return linearToSrgbByte(luminance(colour)) > 118 ? '#000000' : '#ffffff';
}

/** How a surface is painted: walkable ones are full, with a texture in it; others are only hatched and outlined. */
export interface Paint {
	readonly surface: number;
	readonly walkable: boolean;
	/** The surface's own colour, sRGB. */
	readonly colour: string;
	/** Colour of the outline of a surface that cannot be walked on. */
	readonly line: string;
	/** Id of the pattern: a hatch, or the texture over the full colour; undefined for a plain surface. */
	readonly pattern?: string;
}

/** A texture: size of its tile in pixels and what is drawn in it. */
type Motif = readonly [size: number, lines: string];

/**
 * Textures of walkable surfaces by footstep sound, so that they can be told apart without colour in any table. Surfaces without a
 * sound (doors, triggers) are chequered.
 */
const MOTIFS: Readonly<Record<string, Motif>> = {
	GR: [14, 'M2 6l1.5-4 1.5 4M9 13l1.5-4 1.5 4'],
	DT: [12, 'M2.5 3h1M8.5 9h1'],
	WD: [16, 'M0 .5h16M0 8.5h16M5 .5v8M12 8.5v8'],
	WT: [16, 'M0 4q4-4 8 0t8 0M0 12q4-4 8 0t8 0'],
	CP: [10, 'M0 5l5-5 5 5-5 5z'],
	MT: [12, 'M1.5 4.5l3-3M7.5 7.5l3 3'],
	LV: [16, 'M2 6q3-5 6 0-3 3-6 0zM10 13q2-4 5 0-2 3-5 0z'],
	'': [12, 'M0 0h6v6h-6zM6 6h6v6h-6z'],
};

/** Hatches of surfaces that cannot be walked on, by id: angle in degrees, pixels between lines, lines both ways. */
const HATCHES: readonly (readonly [angle: number, gap: number, crossed: boolean])[] = [
	[0, 8, true],
	[135, 9, false],
	[90, 5, false],
	[0, 4, false],
	[135, 4, false],
	[45, 7, true],
	[0, 6, false],
	[45, 6, false],
	[90, 9, false],
	[135, 6, false],
	[45, 9, false],
];

/** How the surfaces of a picture are painted, by id, and the definitions their paint refers to. @param scale of the patterns */
export function paintSurfaces(
	surfaces: readonly number[],
	table: SurfaceTable,
	theme: Theme,
	scale: number,
	palette: PaletteName = 'muted',
): { paints: Map<number, Paint>; definitions: string } {
	const paints = new Map<number, Paint>();
	let definitions = '';
	for (const surface of surfaces) {
		const row = table.surfaces[surface];
		const colour = paletteColour(surface, table, palette, theme.luminance < 0.5);
		const line = lineColour(colour, theme);
		const walkable = row?.walk === true;
		const drawn = walkable ? texture(row, colour, scale) : hatch(surface, line, scale);
		if (drawn !== '') definitions += `${drawn}\n`;
		paints.set(surface, {
			surface,
			walkable,
			colour: toHexColour(colour),
			line,
			...(drawn === '' ? {} : { pattern: patternId(surface) }),
		});
	}
	return { paints, definitions };
}

function patternId(surface: number): string {
	return `surface-${surface}`;
}

function texture({ id, sound }: Surface, colour: Vec3, scale: number): string {
	const motif = MOTIFS[sound];
	if (motif === undefined) return '';
	const [size, lines] = motif;
	const ink = onColour(colour);
	const full = sound === '';
	return pattern(
		id,
		size,
		turnAndScale(0, scale),
		element('path', {
			d: lines,
			fill: full ? ink : 'none',
			stroke: full ? 'none' : ink,
			'stroke-opacity': '.18',
			'fill-opacity': '.2',
			'stroke-linecap': 'round',
		}),
	);
}

function hatch(surface: number, colour: string, scale: number): string {
	const [angle, gap, crossed] = HATCHES[surface % HATCHES.length];
	const d = crossed ? `M0 ${gap / 2}h${gap}M${gap / 2} 0v${gap}` : `M0 ${gap / 2}h${gap}`;
	return pattern(
		surface,
		gap,
		turnAndScale(angle, scale),
		element('path', { d, stroke: colour, 'stroke-width': 0.9, 'stroke-opacity': '.6' }),
	);
}

function pattern(surface: number, size: number, transform: string | undefined, content: string): string {
	return element(
		'pattern',
		{
			id: patternId(surface),
			width: size,
			height: size,
			patternUnits: 'userSpaceOnUse',
			patternTransform: transform,
		},
		content,
	);
}

function turnAndScale(angle: number, scale: number): string | undefined {
	const parts = [angle === 0 ? '' : `rotate(${-angle})`, scale === 1 ? '' : `scale(${pixels(scale)})`];
	return parts.join('') === '' ? undefined : parts.filter((part) => part !== '').join(' ');
}
