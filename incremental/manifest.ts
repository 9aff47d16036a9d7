import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeFilesAtomically } from '../pipeline/atomic.ts';
import { MANIFEST_FORMAT, type TargetRecord, targetsOfManifest } from './manifest-shape.ts';
import { removeFolderAt } from './store.ts';

/** The outputs of the last builds of a config, with their inputs. Paths are relative to the folder of the config, with slashes. */
export type Manifest = ReadonlyMap<string, TargetRecord>;

/** Reads a manifest. A missing or damaged one is empty, so that everything is built again. */
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

/** All manifests in the folder except the one at `path`. */
export async function otherManifests(path: string): Promise<Manifest[]> {
	return (await allManifests(dirname(path))).flatMap(([other, manifest]) => (other === path ? [] : [manifest]));
}

/** Writes a manifest. */
export async function writeManifest(path: string, manifest: Manifest): Promise<void> {
	removeFolderAt(path);
	await writeFilesAtomically([{ path, bytes: manifestBytes(manifest) }]);
}

/** The bytes of a manifest, with targets sorted by name: the same for the same builds. */
export function manifestBytes(manifest: Manifest): Uint8Array {
	const targets = [...manifest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, record]) => ({ name, ...record }));
	const text = `${JSON.stringify({ format: MANIFEST_FORMAT, targets }, null, '\t')}\n`;
	return new TextEncoder().encode(text);
}
