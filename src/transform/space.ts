import type { Report } from '../findings/index.ts';
import type { Bounds } from '../geometry/measure.ts';
import type { Vec3 } from '../geometry/vec3.ts';

/** Room space has its origin where the layout puts the room; area space is the layout's own. */
export type Space = 'room' | 'area';

/** What the user says of a source's space; `auto` has it recognized. */
export type SpaceOption = Space | 'auto';

/** How much nearer the vertices have to lie to one place than to the other, as a share of the distance between both. */
const DECIDED = 0.5;

/**
 * Whether vertices lie in room space or in area space already, told from where they are: about the origin, or about the room's
 * place in the layout. With d the distance from a place to the box around the vertices, (d(layout) − d(origin)) / |layout| runs
 * from −1 (area) to 1 (room); the middle half is unsure, as is a room that the layout puts at the origin or within its own
 * extent. A room modelled far from its own origin still lies nearer to the right place, so it is told as well.
 */
export function guessSpace(bounds: Bounds | undefined, layoutPosition: Vec3): Space | 'unsure' {
	const apart = Math.hypot(...layoutPosition);
	if (bounds === undefined || !(apart > 0)) return 'unsure';
	const share = (distanceToBox(bounds, layoutPosition) - distanceToBox(bounds, [0, 0, 0])) / apart;
	if (share >= DECIDED) return 'room';
	return share <= -DECIDED ? 'area' : 'unsure';
}

/**
 * Decides the space of a source and reports which was taken and why. A wish is followed, with a warning where the vertices
 * speak against it: translating twice is the classic mistake of the field.
 *
 * @param otherwise what is taken when nothing tells
 */
export function chooseSpace(
	bounds: Bounds | undefined,
	layoutPosition: Vec3,
	wish: SpaceOption,
	otherwise: Space,
	report: Report,
): Space {
	// Without vertices, or for a room at the origin, both spaces are the same.
	if (bounds === undefined || Math.hypot(...layoutPosition) === 0) return wish === 'auto' ? otherwise : wish;
	const guess = guessSpace(bounds, layoutPosition);
	const at = layoutPosition;
	if (wish === 'auto') {
		const space = guess === 'unsure' ? otherwise : guess;
		if (guess === 'unsure') report.add('PLACE_SPACE_UNSURE', {}, { space, at });
		else report.add('PLACE_SPACE_TAKEN', {}, { space, at, by: 'place' });
		return space;
	}
	if (guess !== 'unsure' && guess !== wish) report.add('PLACE_SPACE_DOUBTFUL', {}, { space: wish, at });
	else report.add('PLACE_SPACE_TAKEN', {}, { space: wish, at, by: 'option' });
	return wish;
}

function distanceToBox([minX, minY, minZ, maxX, maxY, maxZ]: Bounds, [x, y, z]: Vec3): number {
	return Math.hypot(outside(x, minX, maxX), outside(y, minY, maxY), outside(z, minZ, maxZ));
}

function outside(value: number, min: number, max: number): number {
	return Math.max(min - value, 0, value - max);
}
