import type { BwmFile } from '../bwm/bwm-file.ts';
import type { ResultChecks } from '../facts/room-facts.ts';
import type { GivenOf, Options } from '../findings/options.ts';
import { type Catalogue, type Report, UsageError } from '../findings/report.ts';
import type { Adjacency, Perimeters } from '../geometry/half-edges.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { ObjectPlacement, Thing } from '../model/level.ts';
import type { SurfaceTable } from '../model/surfaces.ts';
import { kindOfFileName, type Walkmesh } from '../model/walkmesh.ts';
import type { Decisions } from '../scene/decisions.ts';
import type { MaterialUses } from '../scene/material-uses.ts';
import type { Scene } from '../scene/scene.ts';
import type { SurfaceMapping } from '../scene/surface-mappings.ts';
import { stemOf } from '../text/paths.ts';
import type { AabbTree } from '../tree/tree.ts';

/** Bytes at the beginning of a source that tell its format. */
export const HEAD = 4096;

/**
 * Refuses what is no content of a file, such as its path, or an `ArrayBuffer`.
 * @throws UsageError
 */
export function requireBytes(bytes: unknown): void {
	// By what it has, since bytes may come from another realm, such as the window of a test.
	if (ArrayBuffer.isView(bytes) && (bytes as Uint8Array).BYTES_PER_ELEMENT === 1) return;
	const given = typeof bytes === 'string' ? `the text ${JSON.stringify(bytes.slice(0, 80))}` : kindOf(bytes);
	throw new UsageError(`The content of a file is wanted as bytes (a Uint8Array), not ${given}.`);
}

/**
 * Refuses what is no name of a file.
 * @param what whose name it is
 * @throws UsageError
 */
export function requireName(name: unknown, what: string): void {
	if (typeof name === 'string') return;
	throw new UsageError(`The ${what} is wanted as a text, such as "room.glb", not ${kindOf(name)}.`);
}

/** `undefined`, `null`, `number`, `Array`, `ArrayBuffer`. */
function kindOf(value: unknown): string {
	const tag = Object.prototype.toString.call(value).slice(8, -1);
	return typeof value === 'object' && value !== null ? tag : tag.toLowerCase();
}

/**
 * Bytes that are already there, such as those of standard input, as a source.
 *
 * @param name of the file; its extension selects the format where the bytes do not show it
 * @throws UsageError for what is not bytes, and for a name that is not text
 *
 * @example
 * const source = bytesSource(glb, 'quay.glb');
 * const loaded = await createRegistry().importer('gltf').read(source, {}, { report, surfaces: K1, mappings: [] });
 */
export function bytesSource(bytes: Uint8Array, name: string): InputSource {
	requireBytes(bytes);
	requireName(name, 'name of a source');
	return {
		name: modelName(name),
		fileName: name,
		head: bytes.subarray(0, HEAD),
		bytes: async () => bytes,
		chunks: async function* () {
			yield bytes;
		},
	};
}

/** What a source is called in findings and messages: its path, or its name where it has none. */
export function pathOrName({ path, fileName }: Pick<InputSource, 'path' | 'fileName'>): string {
	return path ?? fileName;
}

/** The path of a file beside a source. */
export function pathBeside(source: Pick<InputSource, 'path' | 'fileName'>, name: string): string {
	return pathOrName(source).replace(/[^/\\]*$/, name);
}

/** `room.wok` and `room.ascii.wok` are both called `room`. */
export function modelName(fileName: string): string {
	const stem = stemOf(fileName);
	return kindOfFileName(stem) === undefined && !/\.ascii$/i.test(stem) ? stem : stemOf(stem);
}

/** A file to write: where, and what. */
export interface OutputFile {
	readonly path: string;
	readonly bytes: Uint8Array;
}

/**
 * Bytes that are read by ranges, wherever they lie: a file of a gigabyte is never held whole. In Node `pipeline/disk/ranges.ts` makes one of a
 * path; in a browser `blobSource` makes one of a `File`.
 */
export interface ByteSource {
	/** Bytes in all. */
	readonly size: number;
	/**
	 * A part of the bytes.
	 * @throws RangeError for a part that does not lie within them; Error of the file system
	 */
	read(offset: number, length: number): Promise<Uint8Array>;
}

/** What a browser calls `Blob`, such as a `File` that was dropped on a page. */
export interface BlobLike {
	readonly size: number;
	slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/**
 * A `Blob` or `File` of a browser as bytes that are read by ranges.
 *
 * @example
 * const source = blobSource(new Blob([bytes]));
 * console.log(source.size, await source.read(0, 8));
 */
export function blobSource(blob: BlobLike): ByteSource {
	return {
		size: blob.size,
		async read(offset, length) {
			checkRange(offset, length, blob.size);
			return new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer());
		},
	};
}

/** Bytes in memory as bytes that are read by ranges. What is read shares their memory. */
export function memorySource(bytes: Uint8Array): ByteSource {
	return {
		size: bytes.length,
		async read(offset, length) {
			checkRange(offset, length, bytes.length);
			return bytes.subarray(offset, offset + length);
		},
	};
}

/** Refuses a part that does not lie within so many bytes. @throws RangeError */
export function checkRange(offset: number, length: number, size: number): void {
	if (isWithin(offset, length, size)) return;
	throw new RangeError(`Bytes ${offset} to ${offset + length} lie outside of the ${size} bytes that there are.`);
}

/** True where a part lies within so many bytes. */
export function isWithin(offset: number, length: number, size: number): boolean {
	return offset >= 0 && length >= 0 && offset + length <= size;
}

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
