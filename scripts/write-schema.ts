import { mkdirSync, writeFileSync } from 'node:fs';
import { decisionsJsonSchema } from '../pipeline/decisions-schema.ts';
import { configJsonSchema, planJsonSchema } from './config-schema.ts';
import { outputJsonSchema } from './output-schema.ts';

/** Writes the JSON Schemas that the package carries; `npm run docs` runs it, and a test says whether they are fresh. */

const folder = new URL('../schema/', import.meta.url);
mkdirSync(folder, { recursive: true });
const write = (name: string, schema: object): void =>
	writeFileSync(new URL(name, folder), `${JSON.stringify(schema, null, '\t')}\n`);
write('wokflow.schema.json', configJsonSchema());
write('output.schema.json', outputJsonSchema());
write('plan.schema.json', planJsonSchema());
write('decisions.schema.json', decisionsJsonSchema());
