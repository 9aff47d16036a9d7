import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { writeFilesAtomically } from '../pipeline/atomic.ts';
import { CONFIG_NAMES, type LoadedConfig } from './config.ts';
import type { InputRecord } from './inputs.ts';

/** What the last builds of a config made, and from what. Paths are relative to the folder of the config, with slashes. */
export type Manifest = ReadonlyMap<string, TargetRecord>;

/** The last successful build of a target. */
export interface TargetRecord {
	readonly wokflow: string;
	/** The target's options as data. */
	readonly options: Readonly<Record<string, unknown>>;
	/** Hash of the target's own code: plugins and what they import; null without. */
	readonly code: string | null;
	readonly inputs: readonly InputRecord[];
	/** For scenes: what the scene itself was read from. */
	readonly scene?: readonly InputRecord[];
	/** For layouts: hash of the names in the folder of room files. */
	readonly listing?: string;
	readonly rooms: readonly RoomRecord[];
	/** Key of what finishing walkmeshes found. */
	readonly finished?: string;
	readonly outputs: readonly OutputRecord[];
	readonly found: { readonly errors: number; readonly warnings: number; readonly notes: number };
	/** Names of cached results that this build stands on. */
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

/**
 * Where a config's manifest lies: `manifest.json`, and for a config of another name than the one that is found by itself
 * `manifest-NAME.json`, so that two configs in one folder know nothing of each other's outputs.
 */
export function manifestPath(folder: string, { file }: LoadedConfig): string {
	if (file === undefined) return join(folder, 'manifest.json');
	const found = CONFIG_NAMES.find((name) => existsSync(join(dirname(file), name)));
	return join(folder, basename(file) === found ? 'manifest.json' : `manifest-${basename(file)}.json`);
}

/** Reads a manifest; one that is missing, damaged or no manifest at all is empty, and everything is built again. */
export async function readManifest(path: string): Promise<Manifest> {
	const { manifestSchema } = await import('./manifest-schema.ts');
	try {
		const { targets } = manifestSchema().parse(JSON.parse(await readFile(path, 'utf8')));
		return new Map(targets.map(({ name, ...record }) => [name, record]));
	} catch {
		return new Map();
	}
}

/** The manifests of other configs that build with the same cache. */
export async function otherManifests(path: string): Promise<Manifest[]> {
	const names = await readdir(dirname(path)).catch(() => []);
	const others = names.filter((name) => /^manifest.*\.json$/.test(name) && name !== basename(path));
	return Promise.all(others.map((name) => readManifest(join(dirname(path), name))));
}

/** Writes a manifest, targets by name: the same bytes for the same builds. */
export async function writeManifest(path: string, manifest: Manifest): Promise<void> {
	const targets = [...manifest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, record]) => ({ name, ...record }));
	const text = `${JSON.stringify({ format: 2, targets }, null, '\t')}\n`;
	await writeFilesAtomically([{ path, bytes: new TextEncoder().encode(text) }]);
}
