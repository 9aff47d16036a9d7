import { toHexColour } from '../../src/model/surface-tables.ts';
import { type SurfaceTable, surfaceColour } from '../../src/model/surfaces.ts';
import type { Palette } from '../page/state.ts';

/** sRGB, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

export function rgbOfHex(hex: string): Rgb {
	return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
}

export function cssOf([red, green, blue]: Rgb): string {
	return `rgb(${red} ${green} ${blue})`;
}

/** Muted colours of the game's surfaces: what they are made of, none louder than the others. */
const MUTED: readonly string[] = [
	...['#9aa0a6', '#b08b62', '#6b7075', '#7fa867', '#a3a8ae', '#b07f52', '#6fa3c7', '#bda49c', '#c8d3dc', '#b9808f'],
	...['#8d9bb0', '#9fb8bd', '#8d9469', '#8a7458', '#b5a05a', '#c4603f', '#4d5157', '#3f6f9c', '#a78bc0', '#a8b58c'],
];

/** Okabe and Ito's, and lighter and darker ones between them: told apart with any kind of colour blindness. */
const SAFE: readonly string[] = [
	...['#e69f00', '#56b4e9', '#009e73', '#f0e442', '#0072b2', '#d55e00', '#cc79a7', '#999999', '#f5cf80', '#a9d8f3'],
	...['#7fcdb8', '#8c8518', '#66a9d0', '#eaae80', '#e5bcd3', '#5e5e5e'],
];

/** The colour of a surface. */
export function surfaceRgb(table: SurfaceTable, id: number, palette: Palette): Rgb {
	if (palette === 'game') return rgbOfHex(toHexColour(table.surfaces[id]?.colour ?? surfaceColour(id)));
	const list = palette === 'safe' ? SAFE : MUTED;
	return id < list.length ? rgbOfHex(list[id]) : hashed(id);
}

/** The colour of one of many: rooms, pieces of ground. Neighbours in number are far apart in hue. */
export function listRgb(index: number, palette: Palette): Rgb {
	if (palette === 'safe') return rgbOfHex(SAFE[index % SAFE.length]);
	return hashed(index);
}

function hashed(index: number): Rgb {
	const turn = (index * 0.618033988749895 + 0.1) % 1;
	return hsl(turn, 0.34 + 0.1 * (index % 2), 0.58 + 0.08 * ((index >> 1) % 2));
}

function hsl(hue: number, saturation: number, lightness: number): Rgb {
	const a = saturation * Math.min(lightness, 1 - lightness);
	const channel = (n: number): number => {
		const k = (n + hue * 12) % 12;
		return Math.round(255 * (lightness - a * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
	};
	return [channel(0), channel(8), channel(4)];
}

/** From blue over green to yellow, evenly bright to the eye: viridis. */
const RAMP: readonly Rgb[] = ['#3b2f6b', '#365c8d', '#277f8e', '#1fa187', '#4ac16d', '#a0da39', '#fde725'].map(
	rgbOfHex,
);

/** @param share 0 to 1 */
export function rampRgb(share: number): Rgb {
	const at = Math.max(0, Math.min(1, Number.isFinite(share) ? share : 0)) * (RAMP.length - 1);
	const low = Math.min(RAMP.length - 2, Math.floor(at));
	return [0, 1, 2].map((channel) =>
		Math.round(RAMP[low][channel] + (RAMP[low + 1][channel] - RAMP[low][channel]) * (at - low)),
	) as unknown as Rgb;
}

/** Colours of what lies on top of faces, for a light and a dark page. */
const INKS = {
	background: ['#e9edf1', '#12161b'],
	perimeter: ['#2a3542', '#f1f4f8'],
	link: ['#c2185b', '#ff6fa5'],
	hook: ['#7b3fb3', '#c79bff'],
	path: ['#0b6fa4', '#5cc8ff'],
	select: ['#0b57d0', '#6fb1ff'],
	box: ['#5d6b7a', '#8fa1b5'],
	normal: ['#3a6ea5', '#7fb6ee'],
	good: ['#12805c', '#4cd6a4'],
	bad: ['#c62828', '#ff7b72'],
	place: ['#8a5a00', '#f2c14e'],
	leak: ['#c62828', '#ff7b72'],
	moved: ['#c77f00', '#f5b83d'],
	relinked: ['#7b3fb3', '#c79bff'],
} as const;
type Ink = keyof typeof INKS;

export type Theme = Readonly<Record<Ink, string>> & { readonly dark: boolean };

export const THEMES: Readonly<Record<'light' | 'dark', Theme>> = { light: themeOf(0), dark: themeOf(1) };

function themeOf(nth: 0 | 1): Theme {
	const inks = Object.entries(INKS).map(([name, pair]) => [name, pair[nth]] as const);
	return { ...(Object.fromEntries(inks) as Record<Ink, string>), dark: nth === 1 };
}
