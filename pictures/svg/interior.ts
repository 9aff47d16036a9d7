import polylabel from 'polylabel';
import { PlanIndex } from '../../src/plan/plan-index.ts';
import type { Box } from './options.ts';
import type { DrawnRoom } from './survey.ts';

/** Finds positions for labels in a room: far from its perimeter, and not hidden by higher rooms. */

/** A point inside a room, in pixels. */
export interface InnerPlace {
	readonly x: number;
	readonly y: number;
}

/** Positions for labels in a room. */
export interface Interior {
	/** Points for the middle of a name, best first; at least one. */
	readonly places: readonly InnerPlace[];
	/** Distance from the best point to the perimeter, in pixels. */
	readonly clearance: number;
	/** Bounding rectangle of the room, in pixels. */
	readonly bounds: Box;
	/** True for a point on the ground of the room. */
	covers(x: number, y: number): boolean;
}

/** Cells along the longer side of a room: enough to position a name, and cheap for a thousand rooms. */
const CELLS = 36;

/** Most points that are offered for a name. */
const MOST_PLACES = 16;

/** Weight of the distance from the middle of the room, relative to the distance from its perimeter. */
const PULL = 0.15;

/** The ground on a coarse raster: for each cell the distance to the perimeter in cells, 0 outside; with a border of empty cells. */
interface Raster {
	readonly inside: Float64Array;
	readonly columns: number;
	readonly rows: number;
	/** Pixels: corner and side of a cell. */
	readonly minX: number;
	readonly minY: number;
	readonly size: number;
}

/**
 * Finds points for a name inside a room: far from its perimeter, close to its middle, and well apart from each other.
 *
 * @param triangles 6 values for each face: x, y of its corners in pixels; at least one face
 * @param rim perimeter loops in pixels, where they are known: the best point is then exact, the others are cells of a raster
 */
export function interiorOf(triangles: Float64Array, rim: readonly Loop[] = []): Interior {
	let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
	for (let i = 0; i < triangles.length; i += 2) {
		if (triangles[i] < minX) minX = triangles[i];
		if (triangles[i] > maxX) maxX = triangles[i];
		if (triangles[i + 1] < minY) minY = triangles[i + 1];
		if (triangles[i + 1] > maxY) maxY = triangles[i + 1];
	}
	const size = Math.max(maxX - minX, maxY - minY, 0.01) / CELLS;
	const columns = Math.floor((maxX - minX) / size) + 3;
	const rows = Math.floor((maxY - minY) / size) + 3;
	const raster: Raster = { inside: new Float64Array(columns * rows), columns, rows, minX, minY, size };
	for (let i = 0; i < triangles.length; i += 6) fillTriangle(triangles, i, raster);
	measureClearance(raster);
	const cells = bestCells(raster);
	const bounds = { x: minX, y: minY, width: maxX - minX, height: maxY - minY };
	const covers = (x: number, y: number): boolean => {
		const column = Math.round((x - minX) / size + 0.5);
		const row = Math.round((y - minY) / size + 0.5);
		return column >= 0 && row >= 0 && column < columns && row < rows && raster.inside[row * columns + column] > 0;
	};
	const places = cells.map((cell) => ({
		x: minX + ((cell % columns) - 0.5) * size,
		y: minY + (Math.floor(cell / columns) - 0.5) * size,
	}));
	const pole = poleOf(rim, size);
	// Where ground overlaps itself the loops cross and do not bound an interior, so the point may be outside.
	const isExact = pole !== undefined && pole.distance > 0 && covers(pole.x, pole.y);
	return {
		places: isExact ? [pole, ...places] : places,
		clearance: isExact ? pole.distance : raster.inside[cells[0]] * size,
		bounds,
		covers,
	};
}

/** Points along a closed line. */
export type Loop = readonly (readonly [x: number, y: number])[];

/** The point inside loops that is farthest from them. @param precision of that distance, in pixels */
function poleOf(loops: readonly Loop[], precision: number): { x: number; y: number; distance: number } | undefined {
	// The largest loop is the outer one; the others are holes or separate ground.
	const sized = loops.filter((loop) => loop.length > 2).map((loop) => ({ loop, area: boxArea(loop) }));
	sized.sort((a, b) => b.area - a.area);
	if (sized.length === 0 || sized[0].area === 0) return undefined;
	const rings = sized.map(({ loop }) => loop);
	// polylabel only reads the rings, so the cast from readonly is safe.
	const pole = polylabel(rings as [number, number][][], precision);
	return { x: pole[0], y: pole[1], distance: pole.distance };
}

function boxArea(loop: Loop): number {
	let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
	for (const point of loop) {
		const x = point[0];
		const y = point[1];
		if (x < minX) minX = x;
		if (x > maxX) maxX = x;
		if (y < minY) minY = y;
		if (y > maxY) maxY = y;
	}
	return (maxX - minX) * (maxY - minY);
}

function bestCells({ inside, columns }: Raster): number[] {
	const scores = scoreCells(inside, columns);
	const cells: number[] = [];
	while (cells.length < MOST_PLACES) {
		const most = scores.reduce((a, b) => Math.max(a, b), -Infinity);
		if (most === -Infinity) break;
		const best = scores.indexOf(most);
		cells.push(best);
		discardAround(best, scores, inside[best] * 0.7, columns);
	}
	return cells;
}

/** Score of each cell: clearance minus a share of the distance from the middle of the ground; −Infinity outside. */
function scoreCells(inside: Float64Array, columns: number): Float64Array {
	const filled = [...inside.keys()].filter((cell) => inside[cell] !== 0);
	const placeOf = (cell: number): [column: number, row: number] => [cell % columns, Math.floor(cell / columns)];
	let [sumX, sumY] = [0, 0];
	for (const [column, row] of filled.map(placeOf)) [sumX, sumY] = [sumX + column, sumY + row];
	return inside.map((clearance, cell) => {
		const [column, row] = placeOf(cell);
		const [x, y] = [column - sumX / filled.length, row - sumY / filled.length];
		return clearance === 0 ? -Infinity : clearance - PULL * Math.sqrt(x * x + y * y);
	});
}

function discardAround(cell: number, scores: Float64Array, radius: number, columns: number): void {
	const [column, row] = [cell % columns, Math.floor(cell / columns)];
	const reach = Math.ceil(radius);
	const last = Math.min(scores.length / columns - 1, row + reach);
	for (let y = Math.max(0, row - reach); y <= last; y++) {
		for (let x = Math.max(0, column - reach); x <= Math.min(columns - 1, column + reach); x++) {
			if ((x - column) ** 2 + (y - row) ** 2 <= radius * radius) scores[y * columns + x] = -Infinity;
		}
	}
	scores[cell] = -Infinity;
}

/** Sets the cells in a triangle. @param at where its 6 values begin */
export function fillTriangle(
	triangles: ArrayLike<number>,
	at: number,
	{ inside, columns, minX, minY, size }: Omit<Raster, 'rows'>,
	value = Infinity,
): void {
	const ax = (triangles[at] - minX) / size + 0.5;
	const ay = (triangles[at + 1] - minY) / size + 0.5;
	const bx = (triangles[at + 2] - minX) / size + 0.5;
	const by = (triangles[at + 3] - minY) / size + 0.5;
	const cx = (triangles[at + 4] - minX) / size + 0.5;
	const cy = (triangles[at + 5] - minY) / size + 0.5;
	// Cell (c, r) has its middle at (c, r); faces smaller than a cell fill the one they lie in.
	inside[Math.round((ay + by + cy) / 3) * columns + Math.round((ax + bx + cx) / 3)] = value;
	const top = Math.ceil(Math.min(ay, by, cy));
	const bottom = Math.floor(Math.max(ay, by, cy));
	const left = Math.ceil(Math.min(ax, bx, cx));
	const right = Math.floor(Math.max(ax, bx, cx));
	for (let row = top; row <= bottom; row++) {
		const abRow = (bx - ax) * (row - ay);
		const bcRow = (cx - bx) * (row - by);
		const caRow = (ax - cx) * (row - cy);
		for (let column = left; column <= right; column++) {
			const ab = abRow - (by - ay) * (column - ax);
			const bc = bcRow - (cy - by) * (column - bx);
			const ca = caRow - (ay - cy) * (column - cx);
			if ((ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0)) inside[row * columns + column] = value;
		}
	}
}

/** Distance in cells from every filled cell to the nearest empty one, by a chamfer in two passes. */
function measureClearance({ inside, columns, rows }: Raster): void {
	for (let row = 1; row < rows - 1; row++) {
		for (let column = 1; column < columns - 1; column++) relax(inside, row * columns + column, -1, columns);
	}
	for (let row = rows - 2; row > 0; row--) {
		for (let column = columns - 2; column > 0; column--) relax(inside, row * columns + column, 1, columns);
	}
}

function relax(inside: Float64Array, cell: number, step: number, columns: number): void {
	if (inside[cell] === 0) return;
	const next = cell + step * columns;
	const straight = Math.min(inside[cell + step], inside[next]) + 1;
	const aside = Math.min(inside[next + step], inside[next - step]) + Math.SQRT2;
	inside[cell] = Math.min(inside[cell], straight, aside);
}

export interface PlacedRoom {
	readonly room: DrawnRoom;
	readonly interior: Interior;
	/** True where a higher room hides it. */
	isHidden?(x: number, y: number): boolean;
}

/** Most rooms tested for hiding another one; the time for rooms heaped in one spot would be quadratic. */
const MOST_ABOVE = 256;

/** The same rooms, their interiors without what higher rooms hide. */
export function inSight<P extends PlacedRoom>(rooms: readonly P[]): P[] {
	const index = planIndexOf(rooms);
	return rooms.map((placed) => {
		const { room, interior } = placed;
		const { x: left, y: top, width, height } = interior.bounds;
		const above = index
			.touching(left, top, left + width, top + height, MOST_ABOVE)
			.map((id) => rooms[id])
			.filter((other) => other.room.height > room.height);
		if (above.length === 0) return placed;
		const isHidden = hiddenBy(above);
		return {
			...placed,
			isHidden,
			interior: { ...interior, covers: (x, y) => interior.covers(x, y) && !isHidden(x, y) },
		};
	});
}

function hiddenBy(above: readonly PlacedRoom[]): (x: number, y: number) => boolean {
	const index = planIndexOf(above);
	return (x, y) => index.touching(x, y, x, y).some((id) => above[id].interior.covers(x, y));
}

function planIndexOf(rooms: readonly PlacedRoom[]): PlanIndex {
	const boxes = rooms.flatMap(({ interior: { bounds } }) => [
		bounds.x,
		bounds.y,
		bounds.x + bounds.width,
		bounds.y + bounds.height,
	]);
	return new PlanIndex(Float64Array.from(boxes));
}
