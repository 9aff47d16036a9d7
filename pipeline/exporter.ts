import type { Report } from '../src/findings/index.ts';
import type { SurfaceTable } from '../src/surfaces/index.ts';
import type { LoadedWalkmesh } from './loaded.ts';

/** Everything that can be said about writing; each exporter takes what concerns it. */
export interface WriteOptions {
	/** How the tree is split: `sah` is cheaper to walk, `median` is the game's own rule. */
	readonly split?: 'sah' | 'median';
	/** All tables are derived anew even where a binary came in. */
	readonly rebuild?: boolean;
	readonly dialect?: 'engine' | 'nwmax' | 'mdlops';
	/** The first node of an ASCII tree stands on its own line, not on the keyword's. */
	readonly aabbOnOwnLine?: boolean;
	/** Rooms by LYT index, to name transitions after. */
	readonly roomNames?: readonly string[];
}

export interface WriteContext {
	readonly report: Report;
	readonly surfaces: SurfaceTable;
	/** Name of the output, for formats that refer to files beside it. */
	readonly output: string;
}

/** A format that can be written. */
export interface Exporter {
	readonly name: string;
	/** One line for lists of formats. */
	readonly summary: string;
	/** File name endings, lower case, with the dot. */
	readonly extensions: readonly string[];
	/** What one file holds: one walkmesh; one model, which for a door means its three states; or any number of walkmeshes. */
	readonly holds: 'walkmesh' | 'model' | 'any';
	write(walkmeshes: readonly LoadedWalkmesh[], options: WriteOptions, context: WriteContext): Promise<Uint8Array>;
	/** Files that belong beside the output, such as the material library of an OBJ. */
	beside?(walkmeshes: readonly LoadedWalkmesh[], context: WriteContext): { path: string; bytes: Uint8Array }[];
}
