import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** The files of some modules and of what they import from disk, and a hash of them all. */
export interface Code {
	/** Absolute paths, sorted. */
	readonly paths: readonly string[];
	/** Null when there is none, or one that was named cannot be read. */
	readonly hash: string | null;
}

/** `import … from './x.mjs'`, `export … from '../pipeline/y.ts'`, `import('./z.js')`. What it finds too much of only makes a rebuild. */
const RELATIVE_IMPORT = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*["'](\.{1,2}\/[^"']+)["']/g;

const ENDINGS = ['', '.mjs', '.js', '.ts', '.mts', '/index.mjs', '/index.js', '/index.ts'];

/** Follows relative imports. Packages do not count: their versions change with the lockfile, and a person knows. */
export async function codeOf(entries: readonly string[]): Promise<Code> {
	const texts = new Map<string, string>();
	const pending = [...entries];
	for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
		if (texts.has(path)) continue;
		const text = await readFile(path, 'utf8').catch(() => undefined);
		if (text === undefined) {
			if (entries.includes(path)) return { paths: [...entries], hash: null };
			continue;
		}
		texts.set(path, text);
		for (const [, name] of text.matchAll(RELATIVE_IMPORT)) {
			const at = resolve(dirname(path), name);
			const found = ENDINGS.map((ending) => at + ending).find(
				(candidate) => /\.\w+$/.test(candidate) && existsSync(candidate),
			);
			if (found !== undefined) pending.push(found);
		}
	}
	if (texts.size === 0) return { paths: [], hash: null };
	const paths = [...texts.keys()].sort();
	const hash = createHash('sha256');
	// Paths stay out of it: the same config in another folder is the same code.
	for (const path of paths) hash.update(`${texts.get(path)}\0`);
	return { paths, hash: hash.digest('hex') };
}
