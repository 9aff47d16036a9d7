import type { Report } from '../findings/report.ts';
import { greatest } from '../math/arrays.ts';
import { linearToSrgb, srgbToLinear } from '../model/surface-tables.ts';
import { NONE } from '../model/walkmesh.ts';
import { SCENE_FINDINGS } from './findings.ts';

/**
 * Links painted as vertex colours: both ends of an edge are pure green, (0, G, 0), with G the index of the room in the layout + 200 (KotorBlender) or
 * + 100 (KOTORMax), of 255. Files hold that colour as it was picked (sRGB) or converted to linear.
 *
 * Vertex colours usually mean something else: white, baked shade, masks. So a document's colours are read as links only when
 * - red and blue are 0: greys, white and baked shade have all three alike;
 * - green is not saturated: (0, 1, 0) is what masks are painted with, and nobody has a room 55 beside it;
 * - *every* pure green of the document is a code, in one encoding: gradients and foliage have values between or below the codes;
 * - at most half of the edges come out painted: beyond that green is the colour of the thing.
 * Where both encodings would do, the one that fits more exactly is right; then the one whose highest room is lower, for the other
 * one would turn the first rooms of a layout into its fiftieth. So a linear colour that was rounded to bytes tells rooms 0 to 28.
 */
export interface RoomPaint {
	readonly encoding: 'srgb' | 'linear';
	/** Room by green value; the values are those of `Greens`. */
	readonly rooms: ReadonlyMap<number, number>;
}

/** The pure greens of a document. */
export interface Greens {
	/** Different values, 0 to 1. */
	readonly values: Set<number>;
	/** True when some green was saturated. */
	saturated: boolean;
}

/** With more different greens than there are codes, they are not codes. */
const MOST_GREENS = 512;
/** Red and blue up to here are 0; a step and a half of a byte, for lossy encodings. */
const ZERO_LIMIT = 1.5 / 255;
const SATURATED = 254.5 / 255;
/** How far a value may be from a code, in steps of a byte: colours with three decimals are precise to 0.13. */
const CODE_TOLERANCE = 0.15;
/** The same for values that were stored with 16 bits or as floats. */
const FINE_TOLERANCE = 0.004;
const KOTORBLENDER_BASE = 200;
const KOTORMAX_BASE = 100;
const MOST_PAINTED = 0.5;

export function createGreens(): Greens {
	return { values: new Set(), saturated: false };
}

/**
 * Adds the pure greens of some vertices to those of the document.
 *
 * @param colours 3 values a vertex, 0 to 1: red, green, blue
 */
export function collectGreens(colours: ArrayLike<number>, greens: Greens): void {
	for (let i = 0; i < colours.length; i += 3) {
		if (colours[i] > ZERO_LIMIT || colours[i + 2] > ZERO_LIMIT || !(colours[i + 1] > ZERO_LIMIT)) continue;
		if (colours[i + 1] >= SATURATED) greens.saturated = true;
		else if (greens.values.size < MOST_GREENS) greens.values.add(colours[i + 1]);
	}
}

/** Decides what the greens of a document mean; undefined when they are not rooms, with a finding where that is doubtful. */
export function decidePaint(greens: Greens, report: Report): RoomPaint | undefined {
	if (greens.values.size === 0) {
		if (greens.saturated) report.add(SCENE_FINDINGS.PAINT_UNREAD, {}, { why: 'saturated' });
		return undefined;
	}
	const readings = (['srgb', 'linear'] as const)
		.map((encoding) => readGreens(greens, encoding))
		.filter((reading) => reading !== undefined)
		.sort((a, b) => Number(b.exact) - Number(a.exact) || highestRoom(a) - highestRoom(b));
	if (readings.length === 0) report.add(SCENE_FINDINGS.PAINT_UNREAD, {}, { why: 'foreign' });
	return readings[0];
}

interface Reading extends RoomPaint {
	/** True when every value is a code as exactly as a file can hold it. */
	readonly exact: boolean;
}

/** One mesh's corners and colours. */
export interface PaintedMesh {
	/** 3 values a vertex, 0 to 1. */
	readonly colours: ArrayLike<number>;
	/** 3 vertex indices a triangle. */
	readonly triangles: Uint32Array;
}

/**
 * The painted rooms of all coloured meshes of a document: 3 a triangle, −1 where an edge is not painted. An edge is painted
 * when both its ends carry the same room. Undefined for a mesh without painted edges, and for all when too much is green.
 */
export function paintedRooms(
	meshes: readonly PaintedMesh[],
	paint: RoomPaint,
	report: Report,
): (Int32Array | undefined)[] {
	const found = new Set<number>();
	let edges = 0;
	let painted = 0;
	const known = new Map<ArrayLike<number>, Int32Array | undefined>();
	const result = meshes.map(({ colours, triangles }) => {
		// Computed once for each array: a thousand meshes may share one with many colours.
		if (!known.has(colours)) known.set(colours, roomsOfVertices(colours, paint));
		const corners = known.get(colours);
		const rooms = corners === undefined ? undefined : roomsOfEdges(corners, triangles);
		edges += triangles.length;
		for (const room of rooms ?? []) {
			if (room === NONE) continue;
			found.add(room);
			painted++;
		}
		return rooms;
	});
	if (painted > edges * MOST_PAINTED) {
		report.add(SCENE_FINDINGS.PAINT_UNREAD, {}, { why: 'everywhere' });
		return meshes.map(() => undefined);
	}
	if (painted > 0) {
		const rooms = [...found].sort((a, b) => a - b).join(', ');
		report.add(SCENE_FINDINGS.PAINTED_ROOMS, {}, { edges: painted, rooms, encoding: paint.encoding });
	}
	return result;
}

function roomsOfVertices(colours: ArrayLike<number>, paint: RoomPaint): Int32Array | undefined {
	let rooms: Int32Array | undefined;
	for (let vertex = 0; vertex * 3 < colours.length; vertex++) {
		if (colours[vertex * 3] > ZERO_LIMIT || colours[vertex * 3 + 2] > ZERO_LIMIT) continue;
		const room = paint.rooms.get(colours[vertex * 3 + 1]);
		if (room === undefined) continue;
		rooms ??= new Int32Array(colours.length / 3).fill(NONE);
		rooms[vertex] = room;
	}
	return rooms;
}

function roomsOfEdges(corners: Int32Array, triangles: Uint32Array): Int32Array | undefined {
	let rooms: Int32Array | undefined;
	for (let edge = 0; edge < triangles.length; edge++) {
		const room = corners[triangles[edge]];
		const next = edge % 3 === 2 ? edge - 2 : edge + 1;
		if (room === NONE || room !== corners[triangles[next]]) continue;
		rooms ??= new Int32Array(triangles.length).fill(NONE);
		rooms[edge] = room;
	}
	return rooms;
}

function readGreens(greens: Greens, encoding: RoomPaint['encoding']): Reading | undefined {
	const rooms = new Map<number, number>();
	let exact = true;
	for (const green of greens.values) {
		const found = encoding === 'srgb' ? srgbCode(green) : linearCode(green);
		if (found === undefined || found.code < KOTORMAX_BASE) return undefined;
		if (!found.exact) exact = false;
		rooms.set(green, found.code - (found.code >= KOTORBLENDER_BASE ? KOTORBLENDER_BASE : KOTORMAX_BASE));
	}
	return { encoding, rooms, exact };
}

interface FoundCode {
	readonly code: number;
	readonly exact: boolean;
}

function srgbCode(green: number): FoundCode | undefined {
	const code = wholeCode(green * 255, CODE_TOLERANCE);
	return code === undefined ? undefined : { code, exact: isStoredCode(green, code / 255) };
}

function linearCode(green: number): FoundCode | undefined {
	const code = wholeCode(linearToSrgb(green) * 255, CODE_TOLERANCE);
	if (code !== undefined && isStoredCode(green, srgbToLinear(code / 255))) return { code, exact: true };
	const byte = wholeCode(green * 255, FINE_TOLERANCE);
	const rounded = byte === undefined ? undefined : ROUNDED_LINEAR.get(byte);
	if (rounded !== undefined) return { code: rounded, exact: true };
	return code === undefined ? undefined : { code, exact: false };
}

/** True when a green is a value as well as 16 bits, a float or a few decimals can hold it. */
function isStoredCode(green: number, value: number): boolean {
	return (
		Math.abs(green - value) * 255 <= FINE_TOLERANCE ||
		[3, 4, 5].some((digits) => Number(value.toFixed(digits)) === green)
	);
}

function wholeCode(value: number, tolerance: number): number | undefined {
	const code = Math.round(value);
	return Math.abs(value - code) <= tolerance ? code : undefined;
}

function highestRoom(paint: RoomPaint): number {
	return greatest(paint.rooms.values());
}

/** Codes by the byte that their linear value rounds to; bytes that two codes share tell nothing and are left out. */
const ROUNDED_LINEAR: ReadonlyMap<number, number> = uniqueRoundedCodes();

function uniqueRoundedCodes(): Map<number, number> {
	const codes = new Map<number, number>();
	const shared = new Set<number>();
	for (let code = KOTORMAX_BASE; code < 255; code++) {
		const byte = Math.round(srgbToLinear(code / 255) * 255);
		if (codes.has(byte)) shared.add(byte);
		codes.set(byte, code);
	}
	for (const byte of shared) codes.delete(byte);
	return codes;
}
