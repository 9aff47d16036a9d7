/** What a module uses that the page is built without (`pictures/png/code.ts`): its types alone, since the page has none of Node's. */
declare module 'node:fs/promises' {
	export function readFile(path: string): Promise<Uint8Array>;
}
declare module 'node:module' {
	export function createRequire(from: string): { resolve(module: string): string };
}
