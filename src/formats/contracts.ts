import type { AabbTree } from '../aabb/tree.ts';
import type { BwmFile } from '../bwm/bwm-file.ts';
import type { Report } from '../findings/report.ts';
import type { FrameOptions } from '../scene/frame.ts';
import type { Scene } from '../scene/scene.ts';
import type { SurfaceMapping } from '../scene/surfaces.ts';
import type { SurfaceTable } from '../walkmesh/surfaces.ts';
import type { Walkmesh } from '../walkmesh/walkmesh.ts';

/** Everything that can be said about reading; each importer takes what concerns it. */
export interface ReadOptions extends FrameOptions {
	/** Globs on node or object names: what of a scene is walkmesh. */
	readonly nodes?: readonly string[];
	/** The glTF scene to read, by name or index. */
	readonly scene?: string;
	/** Hidden glTF nodes are read too. */
	readonly hidden?: boolean;
	/** Limits of glTF documents that differ from those that hold unasked. */
	readonly limits?: Partial<GltfLimits>;
	readonly objParser?: 'scanner' | 'obj-file-parser';
	/** Whether vertices of an ASCII walkmesh are relative to its position. */
	readonly space?: 'auto' | 'relative' | 'area';
	/** The tree of an ASCII walkmesh is kept instead of being built anew. */
	readonly keepTree?: boolean;
}

/**
 * What no sane level reaches. Beyond it a glTF document is broken, or made to use up memory or time, so it is refused before any of the
 * work is done.
 */
export interface GltfLimits {
	/**
	 * Triangles of the scene, after copies of meshes are made. Unless this is stated, a document may ask for no more than four times those
	 * of the lists it holds either, or four million.
	 */
	readonly maxTriangles: number;
	/** Copies of a node by instancing. */
	readonly maxInstances: number;
	/** Primitives at nodes: a mesh counts at every node that shows it. */
	readonly maxPrimitives: number;
	/** Elements of accessors that no byte of the document stands for: a few characters can ask for billions. */
	readonly maxElements: number;
	/** Bytes of decoded values; four times the bytes of the buffers are always allowed. */
	readonly maxDecodedBytes: number;
	/** Nodes below nodes. */
	readonly maxNodeDepth: number;
}

/** What a reader works with besides the bytes: where findings go, and what surfaces there are. */
export interface ReadContext {
	readonly report: Report;
	readonly surfaces: SurfaceTable;
	readonly mappings: readonly SurfaceMapping[];
	readonly signal?: AbortSignal;
}

/** A format that can be read. */
export interface Importer {
	readonly name: string;
	/** One line for lists of formats. */
	readonly summary: string;
	/** File name endings, lower case, with the dot. */
	readonly extensions: readonly string[];
	/** True when the first bytes are of this format beyond doubt, whatever the file is called. */
	sniff(head: Uint8Array): boolean;
	read(source: InputSource, options: ReadOptions, context: ReadContext): Promise<Loaded>;
}

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

/** What a writer works with besides the walkmeshes. */
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

/** A walkmesh as a file held it. */
export interface LoadedWalkmesh {
	readonly walkmesh: Walkmesh;
	/** All tables, when it came from a binary. */
	readonly file?: BwmFile;
	/** The tree that came with it, when it is to be kept; its leaves number the walkmesh's own faces. */
	readonly tree?: AabbTree;
}

/** What reading gives: a scene, of which a recipe makes walkmeshes, or walkmeshes, which nothing is done to unasked. */
export type Loaded =
	| { readonly kind: 'scene'; readonly scene: Scene }
	| { readonly kind: 'walkmeshes'; readonly walkmeshes: readonly LoadedWalkmesh[] };

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
