import picomatch from 'picomatch';

/** Kinds of walkmesh that can be asked for, by the query of an import: `./level.glb?wok`. */
const QUERY = /^(.+?)\?(?:[^#]*&)?(wok|pwk|dwk)(?:=)?(?:[&#]|$)/;

/** For the bundler's own filter: the plugin is not even called for other modules. */
export const REQUEST_FILTER: RegExp = /\?(?:[^#]*&)?(?:wok|pwk|dwk)(?:=|&|#|$)/;

/** An import that asks for a walkmesh. */
export interface WalkmeshRequest {
	/** What stands before the query; in a resolved id the path of the scene. */
	readonly file: string;
	readonly ending: 'wok' | 'pwk' | 'dwk';
}

/** Understands an import or a module's id; undefined for those that ask for something else. */
export function parseRequest(id: string): WalkmeshRequest | undefined {
	const match = QUERY.exec(id);
	return match === null ? undefined : { file: match[1], ending: match[2] as WalkmeshRequest['ending'] };
}

/** Globs over paths of scenes, absolute or relative to the project's folder. */
export interface FileFilter {
	readonly include?: string | readonly string[];
	readonly exclude?: string | readonly string[];
}

/** The filter as a function over absolute paths; a glob without a folder before it holds in the whole project. */
export function createFilter({ include, exclude }: FileFilter, root: string): (path: string) => boolean {
	const base = forward(root).replace(/\/$/, '');
	const match = (globs: string | readonly string[]): ((path: string) => boolean) =>
		picomatch(
			[globs].flat().map((glob) => (/^(?:\/|[A-Za-z]:\/|\*\*)/.test(glob) ? glob : `${escapeGlob(base)}/${glob}`)),
			{ dot: true },
		);
	const isIn = include === undefined ? () => true : match(include);
	const isOut = exclude === undefined ? () => false : match(exclude);
	return (path) => isIn(forward(path)) && !isOut(forward(path));
}

function forward(path: string): string {
	return path.replaceAll('\\', '/');
}

function escapeGlob(path: string): string {
	return path.replace(/[\\!*?{}()[\]+@$^|]/g, '\\$&');
}
