import type { Report } from '../src/findings/index.ts';
import type { FrameOptions } from '../src/scene/index.ts';
import type { SurfaceMapping, SurfaceTable } from '../src/surfaces/index.ts';
import type { Loaded } from './loaded.ts';
import type { InputSource } from './source.ts';

/** Everything that can be said about reading; each importer takes what concerns it. */
export interface ReadOptions extends FrameOptions {
	/** Globs on node or object names: what of a scene is walkmesh. */
	readonly nodes?: readonly string[];
	/** The glTF scene to read, by name or index. */
	readonly scene?: string;
	/** Hidden glTF nodes are read too. */
	readonly hidden?: boolean;
	readonly objParser?: 'scanner' | 'obj-file-parser';
	/** Whether vertices of an ASCII walkmesh are relative to its position. */
	readonly space?: 'auto' | 'relative' | 'area';
	/** The tree of an ASCII walkmesh is kept instead of being built anew. */
	readonly keepTree?: boolean;
}

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
