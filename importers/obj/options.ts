import { FRAME_DEFAULTS, type FrameOptions } from '../../src/scene/index.ts';

export interface ObjOptions extends FrameOptions {
	/** What reads the text: our scanner, or the package `obj-file-parser` fed what the scanner found (a second opinion, slower). */
	readonly parser?: 'scanner' | 'obj-file-parser';
	/** Globs on the names of objects and groups: what of the file is walkmesh. */
	readonly nodes?: readonly string[];
}

export const OBJ_DEFAULTS: Required<ObjOptions> = { ...FRAME_DEFAULTS, parser: 'scanner', nodes: [] };
