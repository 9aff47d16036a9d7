import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeFilesAtomically } from '../pipeline/atomic.ts';
import { MANIFEST_FORMAT, type TargetRecord, targetsOfManifest } from './manifest-shape.ts';
import { removeFolderAt } from './store.ts';

/** What the last builds of a config made, and from what. Paths are relative to the folder of the config, with slashes. */
export type Manifest = ReadonlyMap<string, TargetRecord>;

/** Reads a manifest; one that is missing, damaged or no manifest at all is empty, and everything is built again. */
export async function readManifest(path: string): Promise<Manifest> {
	try {
		const targets = targetsOfManifest(JSON.parse(await readFile(path, 'utf8'))) ?? [];
		return new Map(targets.map(({ name, ...record }) => [name, record]));
	} catch {
		return new Map();
	}
}

/** The manifests of all configs that build in a folder, by their paths. */
export async function allManifests(folder: string): Promise<[path: string, manifest: Manifest][]> {
	const names = await readdir(folder).catch(() => []);
	const paths = names.filter((name) => /^manifest.*\.json$/.test(name)).map((name) => join(folder, name));
	return Promise.all(paths.map(async (path): Promise<[string, Manifest]> => [path, await readManifest(path)]));
}

/** The manifests of other configs than the one at a path. */
export async function otherManifests(path: string): Promise<Manifest[]> {
	return (await allManifests(dirname(path))).flatMap(([other, manifest]) => (other === path ? [] : [manifest]));
}

/** Writes a manifest. */
export async function writeManifest(path: string, manifest: Manifest): Promise<void> {
	removeFolderAt(path);
	await writeFilesAtomically([{ path, bytes: manifestBytes(manifest) }]);
}

/** A manifest as it is written, targets by name: the same bytes for the same builds. */
export function manifestBytes(manifest: Manifest): Uint8Array {
	const targets = [...manifest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, record]) => ({ name, ...record }));
	const text = `${JSON.stringify({ format: MANIFEST_FORMAT, targets }, null, '\t')}\n`;
	return new TextEncoder().encode(text);
}
