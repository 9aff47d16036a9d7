import { STEERING } from './quote.ts';

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
