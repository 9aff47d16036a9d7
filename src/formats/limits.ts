import { number, type Option, optional } from '../findings/options.ts';
import { defineFindings, type Location, type Report } from '../findings/report.ts';
import { type EndingFaces, endingEdges, faceCount, type HeapedFaces, heapDepth } from '../geometry/heaped.ts';
import { findDuplicateNames } from '../model/level.ts';

/**
 * Limits of inputs. Readers check what an input declares before they do the work: a file of a few hundred bytes can ask for a million triangles.
 */

/** A limit that is a count. */
/* @__NO_SIDE_EFFECTS__ */
export function countLimit(most: number, sentence: string): Option<number> {
	return number(sentence, most, { limits: { minimum: 1, integer: true } });
}

/** Rooms that any level may have, and how many triangles it needs for each further one: rooms of the game have some hundred. */
const FEW_ROOMS = 500;
const TRIANGLES_A_ROOM = 150;
/** The largest of the game has some two hundred. */
const MOST_LAYOUT_ROOMS = 4000;
/** How often a layout may name a room. Each name should stand there once. */
const MOST_NAMINGS = 4;
/** How many faces the rooms of a layout need for each one beyond some hundred. */
const FACES_A_ROOM = 8;
/** How many bytes an archive needs for each room beyond some hundred. */
const ARCHIVED_BYTES = 1000;

export const ROOM_LIMIT_OPTIONS: { readonly maxRooms: Option<number | undefined> } = {
	maxRooms: optional(
		countLimit(FEW_ROOMS, 'Most rooms of a level.'),
		`for a scene ${FEW_ROOMS}, or one for every ${TRIANGLES_A_ROOM} triangles; for a layout ${MOST_LAYOUT_ROOMS}, or one for every ${FACES_A_ROOM} faces where these are fewer, but ${FEW_ROOMS} always`,
	),
};

/**
 * How many triangles any glTF document may show, however small it is, and how many bytes of data it needs for each triangle beyond: compressed scenes get
 * by on 4.
 */
export const STORED_TRIANGLES = { always: 2 ** 18, bytesEach: 4 } as const;
/** The same for a document that is nearly all copies of meshes: there a few hundred bytes can ask for any number. */
export const COPIED_TRIANGLES = { always: 2 ** 16, bytesEach: 12 } as const;
/** A document that shows more than this many times its own triangles is one of copies. */
export const FEW_COPIES = 8;

/**
 * How many open edges a small input may have: as many as every command bears in about two seconds of processor time. A compressed engine of a public
 * collection has 36,000 in 245 kB, with 110,000 triangles.
 *
 * A larger input needs so many bytes for each open edge. Where it has so many bytes for each triangle it is not counted, which takes
 * 0.4 s for a million triangles.
 */
const OPEN_EDGES = { small: 1e6, most: 40_000, bytesEach: 8, bytesTriangle: 12 } as const;

/** The options of every format that can be read. */
export const LIMIT_OPTIONS: {
	readonly maxTriangles: Option<number>;
	readonly maxOpenEdges: Option<number | undefined>;
	readonly maxHeaped: Option<number>;
} = {
	maxTriangles: countLimit(
		10_000_000,
		`Most triangles of an input, with all copies of meshes. A small glTF file may have ${STORED_TRIANGLES.always}, or one for every ${STORED_TRIANGLES.bytesEach} bytes (${COPIED_TRIANGLES.always}, or one for every ${COPIED_TRIANGLES.bytesEach}, where it shows its meshes more than ${FEW_COPIES} times), unless a number is stated.`,
	),
	maxOpenEdges: optional(
		countLimit(
			OPEN_EDGES.most,
			'Most open edges of an input: edges behind which no face continues the mesh, as about each loose face.',
		),
		`for an input of up to ${OPEN_EDGES.small} bytes ${OPEN_EDGES.most}, for a larger one of less than ${OPEN_EDGES.bytesTriangle} bytes a triangle one for every ${OPEN_EDGES.bytesEach} bytes`,
	),
	maxHeaped: countLimit(
		500,
		'How deep faces may be heaped: within the boxes of how many faces a face lies, on average. Inputs of up to 4096 faces may have any depth.',
	),
};

/** With up to this many faces they may be heaped in any way: comparing each with each is quick. */
const FEW_FACES = 4096;

export const INPUT_FINDINGS = defineFindings({
	TOO_MANY_TRIANGLES: {
		severity: 'fatal',
		meaning:
			'The input has more triangles than any room of the game by far. It may be the visual model instead of a walkmesh, or a file made to exhaust memory.',
		message: (d: { limit: number; triangles?: number }): string =>
			d.triangles === undefined
				? `The input has more triangles than the limit of ${d.limit}.`
				: `The input has ${d.triangles} triangles with all copies of its meshes; the limit is ${d.limit}.`,
		help: 'Rooms of the game have a few hundred to a few thousand. Simplify the model, leave parts of it out, or raise the limit.',
		actions: (d: { limit: number; triangles?: number }) => [
			d.triangles === undefined
				? { option: 'maxTriangles', placeholder: 'N' }
				: { option: 'maxTriangles', value: d.triangles },
		],
	},
	TOO_MANY_OPEN_EDGES: {
		severity: 'fatal',
		meaning:
			'The input has far more open edges than a walkmesh of its size. It may be foliage, a mesh whose faces a tool split apart, or a file made to keep programs busy.',
		message: (d: { limit: number; edges: number }): string =>
			`The input has ${d.edges} open edges, where no face continues the mesh; the limit for an input of its size is ${d.limit}.`,
		help: 'Leave out foliage and other details that nobody walks on, merge vertices by distance, or raise the limit.',
		actions: (d: { limit: number; edges: number }) => [{ option: 'maxOpenEdges', value: d.edges }],
	},
	TOO_MANY_HEAPED: {
		severity: 'fatal',
		meaning:
			'Thousands of faces intersect, lie on each other or share one edge. A tool lost the positions or indices of a mesh or copied it many times, or the file was made to keep programs busy.',
		message: (d: { limit: number; heaped: number }): string =>
			`Too many faces lie on each other: one lies within the boxes of ${d.heaped} faces, on average; the limit is ${d.limit}.`,
		help: 'Rooms of the game come to 4. Look for faces that lie on each other, remove them, or raise the limit.',
		actions: (d: { limit: number; heaped: number }) => [{ option: 'maxHeaped', value: d.heaped }],
	},
	TOO_MANY_ROOMS: {
		severity: 'fatal',
		meaning:
			'There are far more rooms than any area of the game has, and hardly any has enough faces. The objects of the scene may not be rooms, or the file was made to fill a disk.',
		message: (d: {
			limit: number;
			rooms: number;
			name?: string;
			/** True where the rooms are nodes of a scene. */
			scene?: boolean;
		}): string =>
			d.name === undefined
				? `The level has ${d.rooms} rooms; the limit is ${d.limit}.`
				: `The layout names room "${d.name}" ${d.rooms} times; the limit is ${d.limit}.`,
		help: 'Areas of the game have up to a few hundred rooms. Choose which nodes are rooms. If all of these are, raise the limit.',
		actions: (d: { rooms: number; scene?: boolean }) => [
			...(d.scene === true ? [{ option: 'roomPattern', placeholder: 'PATTERN' }] : []),
			{ option: 'maxRooms', value: d.rooms },
		],
	},
	SEARCH_TOO_LONG: {
		severity: 'fatal',
		meaning:
			'Routes and path points are searched face by face. Here the search took more steps than in the largest levels of the game: many faces lie on each other, or the file was made to keep programs busy.',
		message: (d: { limit: number }): string =>
			`The search over the ground takes more than ${d.limit} steps, the limit.`,
		help: 'Look for faces that lie on each other and remove them, search in fewer rooms, or raise the limit.',
		actions: (d: { limit: number }) => [{ option: 'maxSteps', value: d.limit * 10 }],
	},
});

/**
 * Refuses an input of too many triangles.
 * @param triangles what it declares, or what was read so far
 * @throws InputError for more than the limit
 */
export function checkTriangles(
	triangles: number,
	limit: number = LIMIT_OPTIONS.maxTriangles.default,
	report: Report,
	location: Location = {},
): void {
	if (triangles > limit) report.fail(INPUT_FINDINGS.TOO_MANY_TRIANGLES, location, { limit });
}

/**
 * Refuses an input of many faces that are heaped on each other. Costs a look at each face.
 * @throws InputError where they lie deeper than the limit
 */
export function checkHeaped(
	meshes: readonly HeapedFaces[],
	limit: number = LIMIT_OPTIONS.maxHeaped.default,
	report: Report,
): void {
	if (faceCount(meshes) <= FEW_FACES) return;
	const heaped = Math.ceil(heapDepth(meshes));
	if (heaped > limit) report.fail(INPUT_FINDINGS.TOO_MANY_HEAPED, {}, { limit, heaped });
}

/**
 * Refuses an input that is small for its number of open edges. Costs a look at each edge, where there may be too many.
 * @param bytes that were read; with 0, as for a document in memory, there is no limit unless one is stated @param stated the limit, if that was stated
 * @throws InputError for more than the limit
 */
export function checkOpenEdges(
	meshes: readonly EndingFaces[],
	bytes: number,
	stated: number | undefined,
	report: Report,
): void {
	const triangles = faceCount(meshes);
	const limit = stated ?? openEdgesFor(bytes, triangles);
	if (triangles * 3 <= limit) return;
	const edges = endingEdges(meshes);
	if (edges > limit) report.fail(INPUT_FINDINGS.TOO_MANY_OPEN_EDGES, {}, { limit, edges });
}

function openEdgesFor(bytes: number, triangles: number): number {
	const { small, most, bytesEach, bytesTriangle } = OPEN_EDGES;
	if (bytes > 0 && bytes <= small) return most;
	return bytes === 0 || bytes >= bytesTriangle * triangles ? Infinity : Math.floor(bytes / bytesEach);
}

/**
 * Refuses a layout of too many rooms, since a file is looked for for each, and one that names a room again and again, whose file is read as often.
 * @param stated the limit, if that was stated
 * @throws InputError for more than the limit
 */
export function checkLayoutRooms(
	{ rooms }: { readonly rooms: readonly { readonly model: string }[] },
	stated: number | undefined,
	report: Report,
): void {
	const limit = stated ?? MOST_LAYOUT_ROOMS;
	if (rooms.length > limit) report.fail(INPUT_FINDINGS.TOO_MANY_ROOMS, {}, { limit, rooms: rooms.length });
	const often = stated ?? MOST_NAMINGS;
	const repeated = findDuplicateNames(rooms.map(({ model }) => model)).find(({ indices }) => indices.length > often);
	if (repeated === undefined) return;
	const { name, indices } = repeated;
	report.fail(INPUT_FINDINGS.TOO_MANY_ROOMS, {}, { limit: often, rooms: indices.length, name });
}

/**
 * Refuses an archive that names more files to read than one of its size has, before any of them is read.
 * @param bytes of the archive @param stated the limit, if that was stated
 * @throws InputError for more than the limit
 */
export function checkArchivedRooms(rooms: number, bytes: number, stated: number | undefined, report: Report): void {
	const limit = stated ?? Math.max(FEW_ROOMS, Math.floor(bytes / ARCHIVED_BYTES));
	if (rooms > limit) report.fail(INPUT_FINDINGS.TOO_MANY_ROOMS, {}, { limit, rooms });
}

/**
 * Refuses a layout of too many rooms that are next to nothing, once their files are read.
 * @param rooms those without a walkmesh do not count @param stated the limit, if that was stated
 * @throws InputError for more than the limit
 */
export function checkReadRooms(
	rooms: readonly { readonly walkmesh?: HeapedFaces }[],
	stated: number | undefined,
	report: Report,
): void {
	const read = rooms.flatMap(({ walkmesh }) => (walkmesh === undefined ? [] : [walkmesh]));
	const limit = stated ?? Math.max(FEW_ROOMS, Math.floor(faceCount(read) / FACES_A_ROOM));
	if (read.length > limit) report.fail(INPUT_FINDINGS.TOO_MANY_ROOMS, {}, { limit, rooms: read.length });
}

/**
 * Refuses a scene of too many rooms: a file is written for each.
 * @param triangles of the whole scene; undefined where the rooms are of none @param stated the limit, if that was stated
 * @throws InputError for more than the limit
 */
export function checkRooms(
	rooms: number,
	triangles: number | undefined,
	stated: number | undefined,
	report: Report,
): void {
	const limit = stated ?? Math.max(FEW_ROOMS, Math.floor((triangles ?? 0) / TRIANGLES_A_ROOM));
	const data = { limit, rooms, ...(triangles === undefined ? {} : { scene: true }) };
	if (rooms > limit) report.fail(INPUT_FINDINGS.TOO_MANY_ROOMS, {}, data);
}
