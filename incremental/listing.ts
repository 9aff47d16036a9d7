import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { LevelTarget } from '../pipeline/config.ts';
import { hashValue } from './hash.ts';
import { type Plan, roomFolder, slashed } from './targets.ts';

/**
 * Hash of the names in the folder of room files, without what this target writes there: a file that comes or goes may be found
 * in another's place.
 */
export async function listingOf({ base, target }: Plan<LevelTarget>): Promise<string> {
	const folder = resolve(base, slashed(roomFolder(target)));
	const names = await readdir(folder).catch(() => []);
	const files = names.filter((name) => /\.(glb|gltf|vrm|obj|wok|ascii)$/i.test(name)).sort();
	return hashValue(resolve(base, target.out) === folder ? files.filter((name) => !/\.(wok|glb)$/i.test(name)) : files);
}
