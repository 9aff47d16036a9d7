// Runs worker.ts from its sources, as the tests do: a thread does not inherit the loader of the main one.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const tsx = createRequire(import.meta.url)
	.resolve('tsx/esm/api')
	.replace(/\.cjs$/, '.mjs');
const { register } = await import(pathToFileURL(tsx).href);
register();
await import('./worker.ts');
