import type { Vec3 } from '../../src/geometry/vec3.ts';
import { linearToSrgbByte, toHexColour } from '../../src/surfaces/index.ts';

/** Colours of everything that is not a surface, as `#rrggbb`. */
export interface Theme {
	readonly paper: string;
	readonly sheet: string;
	readonly ink: string;
	readonly muted: string;
	readonly grid: string;
	readonly perimeter: string;
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
		perimeter: '#000000',
		luminance: 1,
	},
	dark: {
		paper: '#16181b',
		sheet: '#212429',
		ink: '#f0f0f0',
		muted: '#a8adb4',
		grid: '#363b42',
		perimeter: '#f4f4f4',
		luminance: 0.018,
	},
};

/** Yellow on black stands out from every surface's colour, in every kind of sight. */
export const TRANSITION_COLOURS: { readonly line: string; readonly edge: string } = {
	line: '#ffd21f',
	edge: '#111111',
};

/** The least contrast ratio of hatches and outlines to the sheet. */
const CONTRAST = 2;

/** Relative luminance of linear RGB. */
export function luminance([r, g, b]: Vec3): number {
	return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The colour as it is where lines of it can be seen on the sheet, otherwise as much darker or lighter as they need. */
export function lineColour(colour: Vec3, theme: Theme): string {
	const target = theme.luminance > 0.5 ? 0 : 1;
	for (let share = 0; share < 1; share += 0.125) {
		const mixed = colour.map((c) => c + (target - c) * share) as unknown as Vec3;
		const [low, high] = [luminance(mixed), theme.luminance].sort((a, b) => a - b);
		if ((high + 0.05) / (low + 0.05) >= CONTRAST) return toHexColour(mixed);
	}
	return theme.ink;
}

/** A line in the colour of a fill that is nevertheless seen on it: black or white. */
export function onColour(colour: Vec3): string {
	return linearToSrgbByte(luminance(colour)) > 118 ? '#000000' : '#ffffff';
}
