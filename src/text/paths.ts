import { STEERING } from './quote.ts';

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

/**
 * Which names of files are valid on every system. Levels are made on one machine and unpacked on another, so a name that is invalid on any system is
 * refused on all.
 */

/** How many bytes of UTF-8 common file systems allow in a name. */
const LONGEST = 255;

/** What separates folders or has a meaning of its own on some system. */
const SEPARATORS = /[/\\:*?"<>|]/;

/** Names that Windows takes for devices, whatever their extension and case. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])$/i;

/** True for the name of a device of Windows, whatever its extension and case, blanks before the dot aside. */
export function isDeviceName(name: string): boolean {
	return DEVICE.test(name.split('.')[0].trimEnd());
}

const STEERS = new RegExp(`[${STEERING}]`, 'u');

/** What is wrong with the name of a file or folder, to stand behind "it"; undefined for a name that every system takes. */
export function fileNameProblem(name: string): string | undefined {
	if (name === '') return 'is empty';
	if (/^\.{1,2}$/.test(name)) return 'stands for a folder';
	if (STEERS.test(name)) return 'has control characters or marks of direction';
	if (/\p{Cs}/u.test(name)) return 'has half a character';
	const separator = SEPARATORS.exec(name);
	if (separator !== null) return `has the character ${separator[0]}`;
	if (/[. ]$/.test(name)) return 'ends in a dot or blank, which Windows drops';
	if (isDeviceName(name)) return `is that of a device of Windows (${name.split('.')[0].trimEnd()})`;
	const { length } = new TextEncoder().encode(name);
	if (length > LONGEST) return `has ${length} bytes; file systems take ${LONGEST}`;
	return undefined;
}
