import type { Vec3 } from '../../src/geometry/vec3.ts';
import type { ImportContext } from '../../src/scene/index.ts';
import { decodeName, shorten } from './characters.ts';
import type { Library } from './model.ts';

/** Libraries are small; what is larger is none. */
const LARGEST_LIBRARY = 16 * 1024 * 1024;

/** Diffuse colours by material, from the libraries of a file that can be read. Libraries say nothing else that matters here. */
export async function readColours(
	libraries: readonly Library[],
	context: ImportContext,
): Promise<ReadonlyMap<string, Vec3>> {
	const colours = new Map<string, Vec3>();
	for (const library of libraries) {
		for (const bytes of await readLibrary(library, context)) {
			for (const [material, colour] of coloursOfLibrary(bytes)) colours.set(material, colour);
		}
	}
	return colours;
}

/** The diffuse colours (`Kd`) of an MTL text, by material: red, green, blue, 0 to 1. */
export function coloursOfLibrary(bytes: Uint8Array): Map<string, Vec3> {
	const colours = new Map<string, Vec3>();
	let material: string | undefined;
	for (const line of decodeName(bytes).split(/\r\n|\n|\r/)) {
		const words = line.trim().split(/\s+/);
		if (words[0] === 'newmtl') material = line.trim().slice(words[0].length).trim();
		if (words[0] !== 'Kd' || material === undefined) continue;
		const [red, green, blue] = words.slice(1, 4).map(Number);
		if ([red, green, blue].every((value) => value >= 0 && value <= 1)) colours.set(material, [red, green, blue]);
	}
	return colours;
}

/** The rest of an `mtllib` statement is one name with blanks, or several names: tried in this order. */
async function readLibrary({ text, line }: Library, context: ImportContext): Promise<Uint8Array[]> {
	const words = text.split(/\s+/);
	const names = words.length > 1 ? [text, ...words] : words;
	const answers = [await readInside(text, context)];
	if (answers[0] instanceof Uint8Array) return [answers[0]];
	for (const name of names.slice(1)) answers.push(await readInside(name, context));
	const files = answers.filter((answer) => answer instanceof Uint8Array);
	for (const [index, answer] of answers.entries()) {
		// With none of several names read, it was one name with blanks.
		const asked = files.length === 0 ? index === 0 : index > 0;
		if (!asked || answer instanceof Uint8Array) continue;
		const code = answer === 'outside' ? 'OBJ_LIBRARY_OUTSIDE' : 'OBJ_LIBRARY_UNREAD';
		context.report.add(code, { line }, { file: shorten(names[index]) });
	}
	return files;
}

/** A file below the folder of the document; nothing outside is asked for. */
async function readInside(name: string, context: ImportContext): Promise<Uint8Array | 'outside' | 'unread'> {
	const path = insidePath(name);
	if (path === undefined) return 'outside';
	try {
		const bytes = path === '' ? undefined : await context.readSibling?.(path);
		return bytes === undefined || bytes.length > LARGEST_LIBRARY ? 'unread' : bytes;
	} catch {
		context.signal?.throwIfAborted();
		return 'unread';
	}
}

/** A relative path without `.` and `..`, empty for the folder itself; undefined when it is absolute or leads out. */
function insidePath(name: string): string | undefined {
	const path = name.replaceAll('\\', '/');
	if (path.startsWith('/') || /^[a-z][a-z\d+.-]*:/i.test(path) || path.includes('\0')) return undefined;
	const inside: string[] = [];
	for (const step of path.split('/')) {
		if (step === '' || step === '.') continue;
		if (step !== '..') inside.push(step);
		else if (inside.pop() === undefined) return undefined;
	}
	return inside.join('/');
}
