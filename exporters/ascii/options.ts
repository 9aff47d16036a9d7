import { choice, flag } from '../../src/options/options.ts';

export const ASCII_WRITE_OPTIONS = {
	dialect: choice(
		['engine', 'nwmax', 'mdlops'],
		'engine',
		'Dialect of ASCII outputs. engine: the plain form, for the game. nwmax: for 3ds Max with NWmax or KOTORMax. mdlops: vertices in area space below a position, and no aabb block.',
	),
	aabbOnOwnLine: flag(false, 'Put the first tree node of ASCII outputs on a line of its own.'),
};
