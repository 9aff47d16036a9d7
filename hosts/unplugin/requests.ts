import picomatch from 'picomatch';
import type { OutputFile } from '../../src/formats/sources.ts';
import { kindOfFileName, stateInName, WALKMESH_EXTENSIONS } from '../../src/model/file-names.ts';
import type { WalkmeshKind } from '../../src/model/walkmesh.ts';
import { slashed } from '../../src/text/paths.ts';

/** Which imports ask for a walkmesh, `./level.glb?wok` by their query, and the module that they get. */

const QUERIES = Object.values(WALKMESH_EXTENSIONS)
	.map((extension) => extension.slice(1))
	.join('|');

/** For the bundler's own filter: the plugin is not even called for other modules. */
export const REQUEST_FILTER: RegExp = new RegExp(`\\?(?:[^#]*&)?(?:${QUERIES})(?:=|&|#|$)`);

const REQUEST = new RegExp(`^(.+?)\\?(?:[^#]*&)?(${QUERIES})(?:=)?(?:[&#]|$)`);

/** An import that asks for a walkmesh. */
export interface WalkmeshRequest {
	/** What stands before the query; in a resolved id the path of the scene. */
	readonly file: string;
	/** Kind of the walkmesh that is asked for. */
	readonly kind: WalkmeshKind;
}

/** Understands an import or a module's id; undefined for those that ask for something else. */
export function parseRequest(id: string): WalkmeshRequest | undefined {
	const [, file, query] = REQUEST.exec(id) ?? [];
	const kind = query === undefined ? undefined : kindOfFileName(`.${query}`);
	return kind === undefined ? undefined : { file, kind };
}

/** The id of a request, which `parseRequest` understands. */
export function requestId({ file, kind }: WalkmeshRequest): string {
	return `${file}?${WALKMESH_EXTENSIONS[kind].slice(1)}`;
}

/** The module that an import gets: an address, or those of a door by state. */
export function moduleOf(
	{ kind }: WalkmeshRequest,
	files: readonly OutputFile[],
	addresses: readonly string[],
): string {
	if (kind !== 'door') return `export default ${addresses[0]};\n`;
	const states = files.map(({ path }, index) => `${stateInName(path)}: ${addresses[index]}`);
	return `export default { ${states.join(', ')} };\n`;
}

/** Globs over paths of scenes, absolute or relative to the project's folder. */
export interface FileFilter {
	/** Scenes that are converted; all by default. */
	readonly include?: string | readonly string[];
	/** Scenes that are not, even where `include` has them. */
	readonly exclude?: string | readonly string[];
}

/** The filter as a function over absolute paths; a glob without a folder before it holds in the whole project. */
export function createFilter({ include, exclude }: FileFilter, root: string): (path: string) => boolean {
	const base = slashed(root).replace(/\/$/, '');
	const match = (globs: string | readonly string[]): ((path: string) => boolean) =>
		picomatch(
			[globs].flat().map((glob) => (/^(?:\/|[A-Za-z]:\/|\*\*)/.test(glob) ? glob : `${escapeGlob(base)}/${glob}`)),
			{ dot: true },
		);
	const isIn = include === undefined ? () => true : match(include);
	const isOut = exclude === undefined ? () => false : match(exclude);
	return (path) => isIn(slashed(path)) && !isOut(slashed(path));
}

function escapeGlob(path: string): string {
	return path.replace(/[\\!*?{}()[\]+@$^|]/g, '\\$&');
}
