import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generatedPages } from './generated-pages.ts';

/** Writes the pages that are generated from the code: `npm run docs`. A test says when they are stale. */

for (const [path, text] of await generatedPages()) {
	const target = join(import.meta.dirname, '..', path);
	mkdirSync(dirname(target), { recursive: true });
	writeFileSync(target, text);
}
