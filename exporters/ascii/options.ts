import type { AsciiDialect } from '../../src/ascii/index.ts';

/** How an ASCII walkmesh is written. */
export interface AsciiWriteOptions {
	/**
	 * Who is to read it. `engine`: the game itself, the plain form. `nwmax`: 3ds Max with NWmax or KOTORMax.
	 * `mdlops`: MDLOps, which wants vertices in area space below a position, and no aabb block.
	 */
	readonly dialect?: AsciiDialect;
	/** The first node of the aabb block stands on a line of its own, not behind the keyword. */
	readonly aabbOnOwnLine?: boolean;
}

export const ASCII_WRITE_DEFAULTS: Required<AsciiWriteOptions> = { dialect: 'engine', aabbOnOwnLine: false };
