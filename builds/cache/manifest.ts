import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { clearForKept, readKept } from '../../pipeline/disk/kept-files.ts';
import { writeFilesAtomically } from '../../pipeline/disk/transaction.ts';
import { MANIFEST_FORMAT, type TargetRecord, targetsOfManifest } from './manifest-shape.ts';

/** The outputs of the last builds of a config, with their inputs. Paths are relative to the folder of the config, with slashes. */
export type Manifest = ReadonlyMap<string, TargetRecord>;

/** Reads a manifest. A missing or damaged one is empty, so that everything is built again. */
export async function readManifest(path: string): Promise<Manifest> {
	try {
		const targets = targetsOfManifest(JSON.parse(String(readKept(path)))) ?? [];
		return new Map(targets.map(({ name, ...record }) => [name, record]));
	} catch {
		return new Map();
	}
}

/** The manifests of all other configs that build in the folder of the one at `own`, by their paths. */
export async function otherManifests(own: string): Promise<[path: string, manifest: Manifest][]> {
	const folder = dirname(own);
	const names = await readdir(folder).catch(() => []);
	const paths = names.filter((name) => /^manifest.*\.json$/.test(name)).map((name) => join(folder, name));
	const others = paths.filter((path) => path !== own);
	return Promise.all(others.map(async (path): Promise<[string, Manifest]> => [path, await readManifest(path)]));
}

/** Writes a manifest. @returns its bytes */
export async function writeManifest(path: string, manifest: Manifest): Promise<Uint8Array> {
	clearForKept(path);
	const bytes = manifestBytes(manifest);
	await writeFilesAtomically([{ path, bytes }]);
	return bytes;
}

/** The bytes of a manifest, with targets sorted by name: the same for the same builds. */
export function manifestBytes(manifest: Manifest): Uint8Array {
	const targets = [...manifest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, record]) => ({ name, ...record }));
	const text = `${JSON.stringify({ format: MANIFEST_FORMAT, targets }, null, '\t')}\n`;
	return new TextEncoder().encode(text);
}
