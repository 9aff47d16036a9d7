import type { Vec3 } from '../../src/geometry/vec3.ts';
import { type Surface, type SurfaceTable, surfaceColour, toHexColour } from '../../src/surfaces/index.ts';
import { lineColour, onColour, type Theme } from './theme.ts';
import { element, pixels } from './xml.ts';

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
): { paints: Map<number, Paint>; definitions: string } {
	const paints = new Map<number, Paint>();
	let definitions = '';
	for (const surface of surfaces) {
		const row = table.surfaces[surface];
		const colour = row?.colour ?? surfaceColour(surface);
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
