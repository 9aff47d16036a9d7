import { readFile } from 'node:fs/promises';
import { writeFilesAtomically } from '../pipeline/files.ts';
import type { InputRecord } from './inputs.ts';

/** What the last builds made, and from what. Paths are relative to the folder of the config, with slashes. */
export interface Manifest {
	readonly format: 1;
	readonly targets: Readonly<Record<string, TargetRecord>>;
}

/** The last successful build of a target. */
export interface TargetRecord {
	readonly wokflow: string;
	/** The target's options as data. */
	readonly options: Readonly<Record<string, unknown>>;
	/** Hash of the target's own code: plugins and what they import; null without. */
	readonly code: string | null;
	readonly inputs: readonly InputRecord[];
	/** For scenes: what the scene itself was read from, and the key of what came of it. */
	readonly split?: { readonly key: string; readonly inputs: readonly InputRecord[] };
	/** For layouts: hash of the names in the folder of room files. */
	readonly listing?: string;
	readonly rooms: readonly RoomRecord[];
	/** Key of what finishing walkmeshes found. */
	readonly finished?: string;
	readonly outputs: readonly OutputRecord[];
	readonly found: { readonly errors: number; readonly warnings: number; readonly notes: number };
	/** Keys of cached results that this build stands on. */
	readonly cached: readonly string[];
}

export interface RoomRecord {
	readonly name: string;
	/** Hash of what the room is made of. */
	readonly source: string | null;
	/** Hash of the room before it is linked; null without walkmesh. */
	readonly prepared: string | null;
	/** Names of the rooms it is linked with. */
	readonly links: readonly string[];
	/** For rooms of a layout: what was read, and whether the result depends on the layout's other rooms. */
	readonly inputs?: readonly InputRecord[];
	readonly usesLayout?: boolean;
}

export interface OutputRecord {
	readonly path: string;
	/** SHA-256 of the file. */
	readonly hash: string;
	readonly bytes: number;
	/** Hash of everything that the file depends on. */
	readonly key: string;
	/** For walkmeshes of rooms: which room. */
	readonly room?: string;
}

export const EMPTY_MANIFEST: Manifest = { format: 1, targets: {} };

/** Reads a manifest; one that is missing or damaged is empty, and everything is built again. */
export async function readManifest(path: string): Promise<Manifest> {
	try {
		const manifest = JSON.parse(await readFile(path, 'utf8')) as Manifest;
		return manifest.format === 1 && typeof manifest.targets === 'object' && manifest.targets !== null
			? manifest
			: EMPTY_MANIFEST;
	} catch {
		return EMPTY_MANIFEST;
	}
}

/** Writes a manifest, targets by name: the same bytes for the same builds. */
export async function writeManifest(path: string, { targets }: Manifest): Promise<void> {
	const names = Object.keys(targets).sort();
	const sorted = { format: 1, targets: Object.fromEntries(names.map((name) => [name, targets[name]])) };
	const text = `${JSON.stringify(sorted, null, '\t')}\n`;
	await writeFilesAtomically([{ path, bytes: new TextEncoder().encode(text) }]);
}
