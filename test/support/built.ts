import { join, resolve } from 'node:path';
import { constants, Script } from 'node:vm';

/** The package as JavaScript, as users have it: a process starts several times as fast from it as from the sources. `global-setup.ts` builds it. */
export const BUILT: string = resolve(import.meta.dirname, '../../out/built');
export const BUILT_COMMAND: string = join(BUILT, 'dist/cli.cjs');
export const BUILT_LIBRARY: string = join(BUILT, 'dist/index.js');
/** The same for Node: files, pipelines, builds. */
export const BUILT_NODE: string = join(BUILT, 'dist/node.js');

/** Not `import` as it stands here, which Vitest would make its own: the package as a script has it. */
export const importAsNode = new Script('(path) => import(path)', {
	importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
}).runInThisContext() as <T = object>(path: string) => Promise<T>;

/** The modules that the entries of the package are made from. */
export const ENTRIES: ReadonlyMap<string, () => Promise<object>> = new Map<string, () => Promise<object>>([
	['.', () => import('../../index.ts')],
	['./stages', () => import('../../entries/stages.ts')],
	['./formats', () => import('../../entries/formats.ts')],
	['./decisions', () => import('../../entries/decisions.ts')],
	['./level', () => import('../../entries/level.ts')],
	['./check', () => import('../../entries/check.ts')],
	['./query', () => import('../../entries/query.ts')],
	['./pictures', () => import('../../entries/pictures.ts')],
	['./game', () => import('../../entries/game.ts')],
	['./edit', () => import('../../entries/edit.ts')],
	['./node', () => import('../../node.ts')],
	['./gltf-transform', () => import('../../hosts/gltf-transform/index.ts')],
	['./unplugin', () => import('../../hosts/unplugin/index.ts')],
]);
