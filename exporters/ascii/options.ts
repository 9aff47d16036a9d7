import { choice, flag } from '../../src/findings/options.ts';

export const ASCII_WRITE_OPTIONS = {
	dialect: choice(
		['engine', 'nwmax', 'mdlops', 'model'],
		'engine',
		'Dialect of ASCII outputs. engine: the plain form, for the game. nwmax: for 3ds Max with NWmax or KOTORMax. mdlops: vertices in area space below a position, and no aabb block. model: a text model of the room with its AABB node, for MDLOps, MDLedit or kotorblender to compile.',
	),
	aabbOnOwnLine: flag(false, 'Put the first tree node of ASCII outputs on a line of its own.'),
};
