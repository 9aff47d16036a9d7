import type { Vec3 } from '../../src/mesh/vec3.ts';
import { type SurfaceTable, surfaceColour } from '../../src/walkmesh/surfaces.ts';

/** Colours of surfaces in pictures for people: quiet, so that lines, names and findings stand out, and told apart by hue and lightness. */

export type PaletteName = 'muted' | 'game';

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
	const light =
		known === undefined ? (own.map((c) => c * LEFT + LIGHT * (1 - LEFT)) as unknown as Vec3) : linear(known);
	return isDark ? (light.map((c) => c * DIMMED) as unknown as Vec3) : light;
}

/** Linear RGB of `#rrggbb`. */
function linear(hex: string): Vec3 {
	const channel = (at: number): number => {
		const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
		return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
	};
	return [channel(1), channel(3), channel(5)];
}
