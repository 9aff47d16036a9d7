/** Writes the pages that are generated from the code: `npm run docs`. A test says when they are stale. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedPages } from './generated-pages.ts';

for (const [path, text] of generatedPages()) writeFileSync(join(import.meta.dirname, '..', path), text);
