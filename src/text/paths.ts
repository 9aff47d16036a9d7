/** Paths as texts: nothing here asks a disk, and either slash separates folders on every system. */

/** A path with forward slashes, as globs, URIs and files that travel between systems have it. */
export function slashed(path: string): string {
	return path.replaceAll('\\', '/');
}

/** The last part of a path, whichever slashes it has. */
export function baseName(path: string): string {
	return path.replace(/^.*[/\\]/, '');
}

/** A file name without its extension: `quay.blend.glb` becomes `quay.blend`. */
export function stemOf(fileName: string): string {
	return fileName.replace(/\.[^.]*$/, '');
}

/** A path below a folder, joined as every system understands it. */
export function joinPath(folder: string, name: string): string {
	const clean = folder.replace(/^(?:\.[\\/]+)+/, '').replace(/[\\/]+$/, '');
	return clean === '' || clean === '.' ? (/^[\\/]/.test(folder) ? `/${name}` : name) : `${clean}/${name}`;
}
