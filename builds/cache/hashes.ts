import { readdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { hashBytes, sha256OfFile } from '../../pipeline/disk/digest.ts';
import { namesIn } from '../../pipeline/disk/ranges.ts';
import { kindOfFileName } from '../../src/model/walkmesh.ts';

/**
 * SHA-256 of a file; for a folder, of the names in it; null for pipes and devices, which may be endless or readable only once; undefined where there
 * is nothing.
 * @throws Error of the file system
 */
export function hashAt(path: string): string | null | undefined {
	const stats = statSync(path, { throwIfNoEntry: false });
	if (stats === undefined) return undefined;
	if (stats.isDirectory()) return hashBytes(readdirSync(path).sort().join('\0'));
	if (!stats.isFile()) return null;
	return sha256OfFile(path, stats.size);
}

/** The folder of the room files of a layout, and which of its names count. */
export interface ListedFolder {
	/** Relative to the folder of the config. */
	readonly folder: string;
	/** Extensions of room files, in lower case. */
	readonly extensions: readonly string[];
	/** True when the target writes into this folder, so that walkmeshes and GLBs, its own outputs, do not count. */
	readonly isOutput: boolean;
}

/** Hash of the names of room files in a folder. A new or removed file may change which file is found for a room. */
export function hashOfListing(base: string, { folder, extensions, isOutput }: ListedFolder): string {
	const counts = (name: string): boolean => {
		const lower = name.toLowerCase();
		if (isOutput && (kindOfFileName(lower) === 'area' || lower.endsWith('.glb'))) return false;
		return extensions.some((extension) => lower.endsWith(extension));
	};
	return hashBytes(namesIn(resolve(base, folder)).filter(counts).sort().join('\0'));
}
