import { join, resolve } from 'node:path';

/** The package as JavaScript, as users have it: a process starts several times as fast from it as from the sources. `global-setup.ts` builds it. */
export const BUILT: string = resolve(import.meta.dirname, '../../out/built');
export const BUILT_COMMAND: string = join(BUILT, 'dist/cli.cjs');
export const BUILT_LIBRARY: string = join(BUILT, 'dist/index.js');
/** The same for Node: files, pipelines, builds. */
export const BUILT_NODE: string = join(BUILT, 'dist/node.js');
