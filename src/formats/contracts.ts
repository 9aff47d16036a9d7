import type { BwmFile } from '../bwm/bwm-file.ts';
import type { ResultChecks } from '../facts/context.ts';
import type { GivenOf, Options } from '../findings/options.ts';
import type { Catalogue, Report } from '../findings/report.ts';
import type { Adjacency, Perimeters } from '../geometry/half-edges.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { ObjectPlacement, Thing } from '../model/level.ts';
import type { SurfaceTable } from '../model/surfaces.ts';
import type { Walkmesh } from '../model/walkmesh.ts';
import type { Decisions } from '../scene/decisions.ts';
import type { MaterialUses } from '../scene/material-uses.ts';
import type { Scene } from '../scene/scene.ts';
import type { SurfaceMapping } from '../scene/surface-mappings.ts';
import type { AabbTree } from '../tree/tree.ts';

/** What a reader gets besides the bytes. */
export interface ReadContext {
	/** Gets the findings; `report.fail` ends the reading. */
	readonly report: Report;
	/** The surfaces that materials are matched with. */
	readonly surfaces: SurfaceTable;
	/** What the user says of materials and nodes, in the order in which it counts. */
	readonly mappings: readonly SurfaceMapping[];
	/** What was decided of the scene. Default: what the file beside it says. */
	readonly decisions?: Decisions | undefined;
	/** What is looked for in results. Default: nothing. */
	readonly checks?: ResultChecks | undefined;
	/** Counts the faces of each material and its surface, for commands that print them. */
	readonly materials?: MaterialUses;
	readonly signal?: AbortSignal;
	/** What the caller needs, for files that can be read as both. */
	readonly wants?: 'level' | 'model';
	/** Reads a resource that inputs refer to, such as a template, from an installed game; undefined where the game has none of that name. */
	readonly resource?: (fileName: string) => Promise<Uint8Array | undefined>;
}

/** What formats for reading and for writing have in common. The registry holds all formats; nothing else lists them. */
export interface Format {
	readonly name: string;
	/** One line for lists of formats. */
	readonly summary: string;
	/** File name extensions, lower case, with the dot. */
	readonly extensions: readonly string[];
	/** Its findings, for the documentation. Formats of ours have a getter, so that a list of formats makes none of them. */
	readonly findings?: Catalogue;
}

/** A format that can be read. `O` declares its own options. */
// biome-ignore lint/suspicious/noExplicitAny: formats of all options stand side by side; each is given its own.
export interface Importer<O extends Options = any> extends Format {
	/** What a file holds: a scene, which a recipe makes walkmeshes of, or walkmeshes. Default: `scene`. */
	readonly gives?: Loaded['kind'];
	/** Extensions of files of rooms beside a layout; all extensions of the format without this. */
	readonly roomExtensions?: readonly string[];
	/** Files of this format are inputs only where they are named themselves. In folders and patterns they belong to other files. */
	readonly isNamedOnly?: boolean;
	/** Gives the scene of a model's looks where the context wants a model, though it gives walkmeshes otherwise. */
	readonly showsModels?: boolean;
	/** Options of reading. Formats that share an option share its declaration. */
	readonly options?: O;
	/** True when the first bytes can only be of this format, whatever the name of the file. */
	sniff?(head: Uint8Array): boolean;
	/** Reads a file. @throws InputError through `report.fail`, where nothing can be made of the bytes */
	read(source: InputSource, options: GivenOf<O>, context: ReadContext): Promise<Loaded>;
}

/** A format of one value, such as a layout. */
export interface DocumentFormat<T> extends Format {
	/** @throws InputError through `report.fail`, where nothing can be made of the bytes */
	read(bytes: Uint8Array, report: Report): T;
}

/** What a writer gets besides the walkmeshes. */
export interface WriteContext {
	/** Gets the findings; with an error among them nothing is written. */
	readonly report: Report;
	/** The table that surfaces of faces are rows of. */
	readonly surfaces: SurfaceTable;
	/** Name of the output, for formats that refer to files beside it. */
	readonly output: string;
	/** Names of rooms by index in the layout, for the names of transitions. */
	readonly roomNames?: readonly string[];
	/** Positions of rooms in the layout; metres. */
	readonly roomPositions?: readonly Vec3[];
	/** What is looked for, for formats that show what was found. */
	readonly checks?: ResultChecks | undefined;
	/** What stands in the area, for formats that show it. */
	readonly things?: readonly Thing[];
	readonly signal?: AbortSignal;
}

/** A format that can be written. `O` declares its own options. */
// biome-ignore lint/suspicious/noExplicitAny: formats of all options stand side by side; each is given its own.
export interface Exporter<O extends Options = any> extends Format {
	/** What one file holds: one walkmesh; one model, which for a door means its three states; or any number of walkmeshes. */
	readonly holds: 'walkmesh' | 'model' | 'any';
	/** Options of writing. */
	readonly options?: O;
	/** Makes the bytes of one file. The same walkmeshes and options give the same bytes. */
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
	/** For a placeable or door of a scene: all its placements. */
	readonly placements?: readonly ObjectPlacement[];
}

/** The AABB tree that came with a walkmesh from a file; undefined where none did. Its leaves number the walkmesh's own faces. */
export function treeOfFile({ file, tree }: Pick<LoadedWalkmesh, 'file' | 'tree'>): AabbTree | undefined {
	const own = file?.aabb ?? tree;
	return own === undefined || own.nodeCount === 0 ? undefined : own;
}

/** The result of reading: a scene, which a recipe turns into walkmeshes, or walkmeshes, which are kept as they are. */
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
	/** All bytes; they must not be changed. */
	bytes(): Promise<Uint8Array>;
	/** The same bytes in pieces, for formats that need not have them all at once. A piece is valid until the next one is asked for. */
	chunks(): AsyncIterable<Uint8Array>;
	/** Reads a file beside the source; rejects when it is not there or lies outside the source's folder. */
	readonly sibling?: (name: string) => Promise<Uint8Array>;
}

/** Finds the file of a room. */
export interface RoomFiles {
	/** Where files were looked for, for the finding about a room without one. */
	readonly looked: string;
	find(room: string): Promise<InputSource | undefined>;
	/** Names like that of a room without a file, of files that none of the rooms has. */
	near?(room: string, rooms: readonly string[]): Promise<readonly string[]>;
	/** Names of files that none of the rooms has; none where several layouts lie beside them, whose rooms they may be. */
	others?(rooms: readonly string[]): Promise<readonly string[]>;
}
