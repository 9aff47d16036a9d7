import { mkdirSync, writeFileSync } from 'node:fs';
import { configSchemas } from '../pipeline/config-schema.ts';

/** Writes the JSON Schema of `wokflow.config.json` that the package carries; `npm run docs` runs it, and a test says whether it is fresh. */

const folder = new URL('../schema/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('wokflow.schema.json', folder), `${JSON.stringify(configSchemas().json(), null, '\t')}\n`);
