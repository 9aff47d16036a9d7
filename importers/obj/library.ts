import type { Vec3 } from '../../src/math/vec3.ts';
import { linearToSrgbByte } from '../../src/model/surface-tables.ts';
import { isRealLabel, type SurfaceTable, surfaceByName, surfaceLabel } from '../../src/model/surfaces.ts';
import type { ImportContext } from '../../src/scene/scene.ts';
import { surfaceByValue } from '../../src/scene/surface-mappings.ts';
import { UNRESOLVED_SURFACE } from '../../src/scene/surfaces.ts';
import { decodeName } from '../../src/text/cursor.ts';
import { slashed } from '../../src/text/paths.ts';
import { excerpt } from '../../src/text/text.ts';
import { OBJ_FINDINGS } from './findings.ts';
import type { Library } from './model.ts';

/** By how much a channel may differ, out of 255: files have two or three decimals. */
const TOLERANCE = 1.5;

/**
 * Reports which surface has the colour of a material without a meaningful name. Other tools show each surface in a colour of its own, and colours
 * survive where names get lost. The colour never decides the surface.
 */
export function hintByColour(
	materials: readonly string[],
	colours: ReadonlyMap<string, Vec3>,
	{ surfaces, mappings, report }: ImportContext,
): void {
	const mappedAway = mappings.some(({ surface }) => surfaceByValue(surfaces, surface) === UNRESOLVED_SURFACE);
	if (mappedAway) return;
	for (const material of materials) {
		const colour = colours.get(material);
		if (colour === undefined || isGrey(colour) || surfaceByName(surfaces, material) !== undefined) continue;
		const surface = onlySurfaceOfColour(surfaces, colour);
		if (surface === undefined) continue;
		report.add(OBJ_FINDINGS.OBJ_COLOUR_OF_SURFACE, {}, { material, surface, label: surfaceLabel(surfaces, surface) });
	}
}

/** True for greys, which modelling programs give to new materials. */
function isGrey([red, green, blue]: Vec3): boolean {
	return red === green && green === blue;
}

/** The only surface with a colour, read as linear or as sRGB; undefined when there is none, or more than one. */
function onlySurfaceOfColour(table: SurfaceTable, colour: Vec3): number | undefined {
	const bytes = colour.map((value) => value * 255);
	const linear = colour.map(linearToSrgbByte);
	const alike = table.surfaces.filter((surface) => {
		if (!isRealLabel(surface.label)) return false;
		const own = surface.colour.map(linearToSrgbByte);
		const near = (values: readonly number[]): boolean => own.every((c, i) => Math.abs(c - values[i]) <= TOLERANCE);
		return near(bytes) || near(linear);
	});
	return alike.length === 1 ? alike[0].id : undefined;
}

/** How many libraries are looked for; files name one or two. */
const MOST_NAMES = 256;

/** Larger files are not read as libraries; bytes. */
const LARGEST_LIBRARY = 16 * 1024 * 1024;

/** Diffuse colours by material, from the libraries that can be read. Nothing else in them is needed. */
export async function readColours(
	libraries: readonly Library[],
	context: ImportContext,
): Promise<ReadonlyMap<string, Vec3>> {
	const colours = new Map<string, Vec3>();
	let asked = 0;
	for (const library of libraries) {
		const names = namesOf(library);
		asked += names.reduce((sum, each) => sum + each.length, 0);
		if (asked > MOST_NAMES) {
			const problem = `More than ${MOST_NAMES} material libraries are named; ignoring those from this line on`;
			context.report.add(OBJ_FINDINGS.OBJ_LIBRARY_UNREAD, { line: library.line }, { problem });
			break;
		}
		for (const bytes of await readLibrary(library, names, context)) {
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

/**
 * What the rest of an `mtllib` statement can mean, in the order in which it is tried: one name with blanks, several names that each end with `.mtl` and
 * may have blanks, several names without.
 */
function namesOf({ text }: Library): string[][] {
	const words = text.split(/\s+/);
	// Word by word: a pattern over the whole would look for an extension from every word of a long statement to its end.
	const byExtension: string[] = [];
	let name: string[] = [];
	for (const word of words) {
		name.push(word);
		if (!/\.mtl$/i.test(word)) continue;
		byExtension.push(name.join(' '));
		name = [];
	}
	const isOwn = byExtension.length > 1 && byExtension.length < words.length && byExtension.join(' ') === text;
	return [[text], ...(isOwn ? [byExtension] : []), ...(words.length > 1 ? [words] : [])];
}

async function readLibrary({ line }: Library, readings: string[][], context: ImportContext): Promise<Uint8Array[]> {
	let told: readonly (readonly [string, Answer])[] = [];
	for (const names of readings) {
		const answers: [string, Answer][] = [];
		for (const name of names) answers.push([name, await readInside(name, context)]);
		const isRead = answers.some(([, answer]) => answer instanceof Uint8Array);
		// Where nothing can be read, the statement is reported as one name.
		if (told.length === 0 || isRead) told = answers;
		if (isRead) break;
	}
	for (const [name, answer] of told) {
		if (answer instanceof Uint8Array) continue;
		const library = `the material library "${excerpt(name)}"`;
		const outside = `Not opening ${library}: it is outside the folder of the file`;
		const problem = answer === 'outside' ? outside : `Cannot read ${library}`;
		context.report.add(OBJ_FINDINGS.OBJ_LIBRARY_UNREAD, { line }, { problem });
	}
	return told.flatMap(([, answer]) => (answer instanceof Uint8Array ? [answer] : []));
}

type Answer = Uint8Array | 'outside' | 'unread';

/** Reads a file below the folder of the document, never one outside. */
async function readInside(name: string, context: ImportContext): Promise<Answer> {
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
	const path = slashed(name);
	if (path.startsWith('/') || /^[a-z][a-z\d+.-]*:/i.test(path) || path.includes('\0')) return undefined;
	const inside: string[] = [];
	for (const step of path.split('/')) {
		if (step === '' || step === '.') continue;
		if (step !== '..') inside.push(step);
		else if (inside.pop() === undefined) return undefined;
	}
	return inside.join('/');
}
