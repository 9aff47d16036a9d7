import type { Report } from '../findings/index.ts';
import type { SurfaceMapping, SurfaceTable } from '../surfaces/index.ts';

/** What every scene importer is given besides bytes and its own options. */
export interface ImportContext {
	readonly report: Report;
	readonly surfaces: SurfaceTable;
	readonly mappings: readonly SurfaceMapping[];
	/** Name of the scene, usually the file's without folder and extension. */
	readonly name: string;
	/**
	 * Reads a file that lies beside the document or below its folder, by its relative path with `/`.
	 * The caller sees to it that nothing outside that folder is reached. Undefined where there is no folder (standard input).
	 */
	readonly readSibling?: (path: string) => Promise<Uint8Array>;
	readonly signal?: AbortSignal;
}
