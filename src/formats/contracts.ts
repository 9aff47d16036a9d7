import type { AabbTree } from '../aabb/tree.ts';
import type { Thing } from '../area/thing.ts';
import type { BwmFile } from '../bwm/bwm-file.ts';
import type { Catalogue, Report } from '../findings/report.ts';
import type { ObjectPlacement } from '../level/level.ts';
import type { Adjacency, Perimeters } from '../mesh/half-edges.ts';
import type { Vec3 } from '../mesh/vec3.ts';
import type { GivenOf, Options } from '../options/options.ts';
import type { MaterialUses } from '../scene/material-uses.ts';
import type { Scene } from '../scene/scene.ts';
import type { SurfaceMapping } from '../scene/surface-mappings.ts';
import type { SurfaceTable } from '../walkmesh/surfaces.ts';
import type { Walkmesh } from '../walkmesh/walkmesh.ts';

/** What a reader works with besides the bytes: where findings go, and what surfaces there are. */
export interface ReadContext {
	readonly report: Report;
	readonly surfaces: SurfaceTable;
	readonly mappings: readonly SurfaceMapping[];
	/** Counts what each material became, where somebody wants to know. */
	readonly materials?: MaterialUses;
	readonly signal?: AbortSignal;
	/** What the caller has use for, where a file can be read as either. */
	readonly wants?: 'level' | 'model';
	/** Finds what inputs refer to and do not bring along, such as templates, in the game that is named; undefined for what it has not. */
	readonly resource?: (fileName: string) => Promise<Uint8Array | undefined>;
}

/** What every format has, whichever way it goes. The registry holds all of them; nothing else lists formats. */
export interface Format {
	readonly name: string;
	/** One line for lists of formats. */
	readonly summary: string;
	/** File name extensions, lower case, with the dot. */
	readonly extensions: readonly string[];
	/** Its findings, for the documentation. */
	readonly findings?: Catalogue;
}

/** A format that can be read. `O` declares its own options. */
// biome-ignore lint/suspicious/noExplicitAny: formats of all options stand side by side; each is given its own.
export interface Importer<O extends Options = any> extends Format {
	/** What a file holds: a scene, which a recipe makes walkmeshes of, or walkmeshes. Default: `scene`. */
	readonly gives?: Loaded['kind'];
	/** Extensions that a room's file of a layout may have, where those are not all of them. */
	readonly roomExtensions?: readonly string[];
	/** Files of this format are inputs where somebody names them; those in folders and patterns belong to other files there. */
	readonly isNamedOnly?: boolean;
	/** Gives a scene of what a model looks like where the context wants one, though it gives walkmeshes otherwise. */
	readonly showsModels?: boolean;
	/** What can be said about reading it. Formats that share an option share its declaration. */
	readonly options?: O;
	/** True when the first bytes are of this format beyond doubt, whatever the file is called. */
	sniff?(head: Uint8Array): boolean;
	read(source: InputSource, options: GivenOf<O>, context: ReadContext): Promise<Loaded>;
}

/** A format of one value, such as a layout. */
export interface DocumentFormat<T> extends Format {
	read(bytes: Uint8Array, report: Report): T;
}

/** What a writer works with besides the walkmeshes. */
export interface WriteContext {
	readonly report: Report;
	readonly surfaces: SurfaceTable;
	/** Name of the output, for formats that refer to files beside it. */
	readonly output: string;
	/** Rooms by LYT index, to name transitions after. */
	readonly roomNames?: readonly string[];
	/** Where the layout puts them, metres. */
	readonly roomPositions?: readonly Vec3[];
	/** What stands in the area, for formats that show it. */
	readonly things?: readonly Thing[];
}

/** A format that can be written. `O` declares its own options. */
// biome-ignore lint/suspicious/noExplicitAny: formats of all options stand side by side; each is given its own.
export interface Exporter<O extends Options = any> extends Format {
	/** What one file holds: one walkmesh; one model, which for a door means its three states; or any number of walkmeshes. */
	readonly holds: 'walkmesh' | 'model' | 'any';
	/** What can be said about writing it. */
	readonly options?: O;
	write(walkmeshes: readonly LoadedWalkmesh[], options: GivenOf<O>, context: WriteContext): Promise<Uint8Array>;
	/** Files that belong beside the output, such as the material library of an OBJ. */
	beside?(walkmeshes: readonly LoadedWalkmesh[], context: WriteContext): { path: string; bytes: Uint8Array }[];
}

/** A walkmesh as a file held it. */
export interface LoadedWalkmesh {
	readonly walkmesh: Walkmesh;
	/** All tables, when it came from a binary. */
	readonly file?: BwmFile;
	/** The tree that came with it, when it is to be kept; its leaves number the walkmesh's own faces. */
	readonly tree?: AabbTree;
	/** The neighbours of its walkable faces, and the loops of open edges that these make, where they are known. */
	readonly adjacency?: Adjacency;
	readonly perimeters?: Perimeters;
	/** Of a placeable or door that was read with others: every place where it stands. */
	readonly placements?: readonly ObjectPlacement[];
}

/** What reading gives: a scene, of which a recipe makes walkmeshes, or walkmeshes, which nothing is done to unasked. */
export type Loaded =
	| { readonly kind: 'scene'; readonly scene: Scene }
	| {
			readonly kind: 'walkmeshes';
			readonly walkmeshes: readonly LoadedWalkmesh[];
			/** The space of rooms in the file, where its format leaves no doubt. */
			readonly space?: 'room';
	  };

/** Bytes to be read, wherever they come from. */
export interface InputSource {
	/** Name without folder and extension: what a room or model is called after. */
	readonly name: string;
	/** Name with its extension, which helps to tell the format. */
	readonly fileName: string;
	/** Where it lies, as the user named it; undefined for standard input and memory. */
	readonly path?: string;
	/** The first bytes, enough to tell the format. */
	readonly head: Uint8Array;
	bytes(): Promise<Uint8Array>;
	/** The same bytes in pieces, for formats that need not have them all at once. */
	chunks(): AsyncIterable<Uint8Array>;
	/** Reads a file beside the source; rejects when it is not there or lies outside the source's folder. */
	readonly sibling?: (name: string) => Promise<Uint8Array>;
}

/** Finds the file of a room. */
export interface RoomFiles {
	/** What a finding says of a room without one. */
	readonly looked: string;
	find(room: string): Promise<InputSource | undefined>;
}
