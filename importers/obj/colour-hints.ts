import type { Vec3 } from '../../src/geometry/vec3.ts';
import type { ImportContext } from '../../src/scene/index.ts';
import {
	linearToSrgbByte,
	type SurfaceTable,
	surfaceByName,
	surfaceByValue,
	surfaceLabel,
	UNRESOLVED_SURFACE,
} from '../../src/surfaces/index.ts';

/** How far a channel may be off, of 255: files have two or three decimals. */
const TOLERANCE = 1.5;

/**
 * Names the surface that has the colour of a material whose name says nothing: tools of the field show surfaces in colours of their own, and
 * names get lost where colours stay. Only a finding: a colour never decides.
 */
export function hintByColour(
	materials: readonly string[],
	colours: ReadonlyMap<string, Vec3>,
	{ surfaces, mappings, report }: ImportContext,
): void {
	const mappedAway = mappings.some(({ surface }) => surfaceByValue(surfaces, surface) === UNRESOLVED_SURFACE);
	if (mappedAway) return;
	for (const material of materials) {
		const colour = colours.get(material);
		if (colour === undefined || isGrey(colour) || surfaceByName(surfaces, material) !== undefined) continue;
		const surface = onlySurfaceOfColour(surfaces, colour);
		if (surface === undefined) continue;
		report.add('OBJ_COLOUR_OF_SURFACE', {}, { material, surface, label: surfaceLabel(surfaces, surface) });
	}
}

/** Greys are what modelling programs give a material that nobody coloured. */
function isGrey([red, green, blue]: Vec3): boolean {
	return red === green && green === blue;
}

/** The one surface with a colour, taken as linear or as sRGB; undefined without one or with several. */
function onlySurfaceOfColour(table: SurfaceTable, colour: Vec3): number | undefined {
	const bytes = colour.map((value) => value * 255);
	const linear = colour.map(linearToSrgbByte);
	const alike = table.surfaces.filter((surface) => {
		if (surface.label === '' || surface.label === 'CRAP') return false;
		const own = surface.colour.map(linearToSrgbByte);
		const near = (values: readonly number[]): boolean => own.every((c, i) => Math.abs(c - values[i]) <= TOLERANCE);
		return near(bytes) || near(linear);
	});
	return alike.length === 1 ? alike[0].id : undefined;
}
