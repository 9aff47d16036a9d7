import { MESH_OPTIONS } from '../../pipeline/options.ts';
import { choice, flag, type GivenOf, metres, optional, pairs, texts } from '../../src/findings/options.ts';
import { LIMIT_OPTIONS, ROOM_LIMIT_OPTIONS } from '../../src/formats/limits.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import { NO_HOOKS } from '../../src/model/walkmesh.ts';

/** Options of the commands that change walkmesh files. A module of its own, so that the code of these commands is only loaded when one runs. */

/** Fixes beyond those with one certain remedy. */
export const FIX_OPTIONS = {
	reach: metres('Cracks and ends up to this far apart are closed; no vertex moves farther.', THRESHOLDS.nearMiss, {
		limits: { above: 0, maximum: THRESHOLDS.snap },
	}),
	orient: choice(
		'flip: walkable faces that face down are flipped, whatever is around them. A ceiling would become a floor.',
		['keep', 'flip'],
		'keep',
	),
	sills: optional(
		metres('Lay ground across gaps up to this wide, within rooms and between them.', THRESHOLDS.facing, {
			limits: { above: 0, maximum: THRESHOLDS.facing },
		}),
		'none',
	),
	steep: MESH_OPTIONS.steep,
	backs: MESH_OPTIONS.backs,
	...LIMIT_OPTIONS,
	...ROOM_LIMIT_OPTIONS,
};
export type FixOptions = GivenOf<typeof FIX_OPTIONS>;

/** What is changed in a walkmesh file at once; all numbers are those of the file before. */
export const EDIT_OPTIONS = {
	surface: pairs<string | number>(
		'Surface of a face or a range of faces: 12=Stone, 12-20=Nonwalk. The narrower of two ranges wins.',
		{ placeholder: 'faces=surface' },
	),
	link: pairs<string | number>(
		'Room that a perimeter edge links to, by name or by its number in the layout, or none: 341=quay_02a.',
		{ placeholder: 'edge=room' },
	),
	both: flag(
		'Change the other sides of links as well: the edges that lie on these, in the files of their rooms beside this one.',
		false,
	),
	hook: pairs<string | number>(`Use hook of the header: ${Object.keys(NO_HOOKS).join(', ')}.`, {
		placeholder: 'hook=x,y,z',
	}),
	flip: texts('Faces to flip: 12 or 12-20.', { placeholder: 'faces' }),
	delete: texts('Faces to delete: 12 or 12-20.', { placeholder: 'faces' }),
	fill: texts('Holes in the ground to fill, each named by an edge around it.', { placeholder: 'edge' }),
};
export type EditOptions = GivenOf<typeof EDIT_OPTIONS>;
