import { choice, flag } from '../../src/findings/options.ts';

export const ASCII_WRITE_OPTIONS = {
	dialect: choice(
		'Dialect of ASCII outputs. engine: the plain form, for the game. nwmax: for 3ds Max with NWmax or KOTORMax. mdlops: vertices in area space below a position, and no aabb block. model: a text model of the room with its AABB node, for MDLOps, MDLedit or kotorblender to compile.',
		['engine', 'nwmax', 'mdlops', 'model'],
		'engine',
	),
	aabbOnOwnLine: flag('Put the first tree node of ASCII outputs on a line of its own.', false),
};
