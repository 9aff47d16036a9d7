import fc from 'fast-check';
import { openEdges } from '../../src/geometry/faces.ts';
import { splitEdges } from '../../src/geometry/split-edges.ts';
import type { Level } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import { levelOf } from './levels.ts';
import { generator } from './mutate.ts';

type Point = readonly [x: number, y: number];

/** One floor cut into rooms, and who has the ground at a point: the truth that links have to tell. */
export interface CutFloor {
	readonly level: Level;
	/** The room with ground at a point of the plan, −1 outside the floor. */
	readonly roomAt: (x: number, y: number) => number;
}

export interface CutChoice {
	readonly seed: number;
	/** How often the floor is cut. */
	readonly cuts: number;
	/** Quarter turns, or any angle in radians. */
	readonly angle: number;
	/** Place in the area, metres. */
	readonly x: number;
	readonly y: number;
	/** Each room's vertices are off by up to this, on their own, metres. */
	readonly jitter: number;
	/** Points that divide the two sides of a seam may come as near to each other as they like. */
	readonly close: boolean;
}

const SIZE = 24;
const SHORTEST = 0.4;
/** Two points of a seam are the same or this far apart, metres. */
const CLEAR = 0.06;

/** Choices of how to cut; pass `jitter` for rooms whose vertices are only nearly equal. */
export function cutChoice(jitter = 0, close = false): fc.Arbitrary<CutChoice> {
	return fc.record({
		seed: fc.nat(1_000_000),
		cuts: fc.integer({ min: 0, max: 24 }),
		angle: fc.oneof(
			fc.constantFrom(0, Math.PI / 2, Math.PI, -Math.PI / 2),
			fc.double({ min: 0, max: 6.3, noNaN: true }),
		),
		x: fc.integer({ min: -300, max: 300 }),
		y: fc.integer({ min: -300, max: 300 }),
		jitter: fc.constant(jitter),
		close: fc.constant(close),
	});
}

/** Convex rooms: a sloping square cut by lines, each through one piece, so that corners lie within the edges of neighbours. */
export function floorCutByLines(choice: CutChoice): CutFloor {
	const random = generator(choice.seed);
	let pieces: Point[][] = [
		[
			[0, 0],
			[SIZE, 0],
			[SIZE, SIZE],
			[0, SIZE],
		],
	];
	for (let cut = 0; cut < choice.cuts; cut++) {
		const index = Math.floor(random() * pieces.length);
		const halves = cutPiece(pieces[index], random);
		const isSound = halves?.every((half) => isRoomy(half) && isClear(half, pieces));
		if (halves !== undefined && isSound) pieces = [...pieces.filter((_, i) => i !== index), ...halves];
	}
	shuffle(pieces, random);
	const slope: Point = [random() * 0.6 - 0.3, random() * 0.6 - 0.3];
	const heightAt = ([x, y]: Point): number => x * slope[0] + y * slope[1] + 3;
	const place = placer(choice, random);
	const taken = pieces.flat();
	const rooms = pieces.map((piece) => {
		const ring = divide(piece, random, choice.close ? [] : taken);
		taken.push(...ring);
		return place(triangulate(ring, random), heightAt);
	});
	return { level: levelOf(...rooms), roomAt: lookUp(pieces.map(fanOf), choice) };
}

/** Rooms of any outline: a bent grid whose cells belong to the nearest of some points, outlines divided on each side by chance. */
export function floorCutByPolygons(choice: CutChoice): CutFloor {
	const random = generator(choice.seed);
	const cells = 6;
	const corner = Array.from({ length: (cells + 1) ** 2 }, (_, i): Point => {
		const [column, row] = [i % (cells + 1), Math.floor(i / (cells + 1))];
		return [column * 4 + random() * 1.6, row * 4 + random() * 1.6];
	});
	const heights = corner.map(() => random() * 2);
	const seeds = Array.from({ length: 1 + (choice.cuts % 7) }, (): Point => [random() * cells, random() * cells]);
	const triangles: number[][][] = seeds.map(() => []);
	for (let cell = 0; cell < cells * cells; cell++) {
		const [column, row] = [cell % cells, Math.floor(cell / cells)];
		const distances = seeds.map(([x, y]) => Math.hypot(x - column - 0.5, y - row - 0.5));
		const room = distances.indexOf(Math.min(...distances));
		const a = row * (cells + 1) + column;
		const [b, c, d] = [a + 1, a + cells + 2, a + cells + 1];
		// The same ground in every cutting, whichever way a cell is halved would be another one.
		triangles[room].push([a, b, c], [a, c, d]);
	}
	const owned = triangles.filter((own) => own.length > 0);
	const place = placer(choice, random);
	const rooms = owned.map((own) => {
		const used = [...new Set(own.flat())];
		shuffle(used, random);
		shuffle(own, random);
		const faces = own.map((face) => rotated(face, Math.floor(random() * 3)).map((vertex) => used.indexOf(vertex)));
		const heightOf = new Map(used.map((vertex) => [corner[vertex], heights[vertex]]));
		const points = used.map((vertex) => corner[vertex]);
		return divideOutline(
			place({ points, faces }, (point) => heightOf.get(point) ?? 0),
			random,
		);
	});
	const truth = owned.map((own) => own.map((face) => face.map((vertex) => corner[vertex])));
	return { level: levelOf(...rooms), roomAt: lookUp(truth, choice) };
}

interface Plan {
	readonly points: readonly Point[];
	readonly faces: readonly (readonly number[])[];
}

/** Turns a plan into a walkmesh: raised, turned, moved, rounded to float32, each room's vertices a little off on their own. */
function placer({ angle, x, y, jitter }: CutChoice, random: () => number) {
	const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
	return ({ points, faces }: Plan, heightAt: (point: Point) => number): Walkmesh => {
		const off = (): number => (jitter === 0 ? 0 : (random() - 0.5) * jitter * 2);
		const positions = points.flatMap((point) => [
			point[0] * cos - point[1] * sin + x + off(),
			point[0] * sin + point[1] * cos + y + off(),
			heightAt(point) + off(),
		]);
		return createWalkmesh({
			positions: Float32Array.from(positions),
			faces: Uint32Array.from(faces.flat()),
			surfaces: Uint32Array.from(faces, () => 3 + Math.floor(random() * 4)),
		});
	};
}

function lookUp(rooms: readonly (readonly (readonly Point[])[])[], { angle, x, y }: CutChoice): CutFloor['roomAt'] {
	const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
	return (px, py) => {
		const [dx, dy] = [px - x, py - y];
		const point: Point = [dx * cos + dy * sin, dy * cos - dx * sin];
		return rooms.findIndex((triangles) => triangles.some((triangle) => contains(triangle, point)));
	};
}

function contains(ring: readonly Point[], [x, y]: Point): boolean {
	return ring.every((p, i) => {
		const q = ring[(i + 1) % ring.length];
		return (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]) >= 0;
	});
}

function cutPiece(piece: readonly Point[], random: () => number): [Point[], Point[]] | undefined {
	const middle = piece.reduce(([x, y], p): Point => [x + p[0] / piece.length, y + p[1] / piece.length], [0, 0]);
	const through: Point = [middle[0] + (random() - 0.5) * 4, middle[1] + (random() - 0.5) * 4];
	// Half of the lines run along the axes: seams that lie in one line are the harder case.
	const angle = random() < 0.5 ? Math.floor(random() * 2) * (Math.PI / 2) : random() * Math.PI;
	const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
	const side = ([x, y]: Point): number => dx * (y - through[1]) - dy * (x - through[0]);
	const halves: [Point[], Point[]] = [[], []];
	piece.forEach((p, i) => {
		const q = piece[(i + 1) % piece.length];
		const [s, t] = [side(p), side(q)];
		halves[s >= 0 ? 0 : 1].push(p);
		if (s >= 0 === t >= 0) return;
		const part = s / (s - t);
		const crossing: Point = [p[0] + (q[0] - p[0]) * part, p[1] + (q[1] - p[1]) * part];
		halves[0].push(crossing);
		halves[1].push(crossing);
	});
	return halves.every((half) => half.length >= 3) ? halves : undefined;
}

/** Edges long enough, no corner sharper than some 8°. */
function isRoomy(ring: readonly Point[]): boolean {
	return ring.every((p, i) => {
		const before = ring[(i + ring.length - 1) % ring.length];
		const after = ring[(i + 1) % ring.length];
		const [ux, uy, vx, vy] = [after[0] - p[0], after[1] - p[1], before[0] - p[0], before[1] - p[1]];
		const [u, v] = [Math.hypot(ux, uy), Math.hypot(vx, vy)];
		return u >= SHORTEST && (ux * vy - uy * vx) / (u * v) > 0.14;
	});
}

/** No corner so near to another that it is neither the same nor a different one. */
function isClear(ring: readonly Point[], pieces: readonly (readonly Point[])[]): boolean {
	return ring.every((p) => isApart(p, pieces.flat(), SHORTEST));
}

function isApart(p: Point, others: readonly Point[], least: number): boolean {
	return others.every((q) => {
		const distance = Math.hypot(p[0] - q[0], p[1] - q[1]);
		return distance < 1e-9 || distance > least;
	});
}

/** Puts points on some edges, at eighths, as the other side may do elsewhere; none nearly at a point that is taken. */
function divide(ring: readonly Point[], random: () => number, taken: readonly Point[]): Point[] {
	return ring.flatMap((p, i) => {
		const q = ring[(i + 1) % ring.length];
		if (random() < 0.6 || Math.hypot(q[0] - p[0], q[1] - p[1]) < 4) return [p];
		const part = (1 + Math.floor(random() * 7)) / 8;
		const point: Point = [p[0] + (q[0] - p[0]) * part, p[1] + (q[1] - p[1]) * part];
		return isApart(point, taken, CLEAR) ? [p, point] : [p];
	});
}

/** About a corner that sees no two others in line, or about a point inside. */
function triangulate(ring: readonly Point[], random: () => number): Plan {
	const middle = ring.reduce(([x, y], p): Point => [x + p[0] / ring.length, y + p[1] / ring.length], [0, 0]);
	const faces = ring.map((_, i) => rotated([ring.length, i, (i + 1) % ring.length], Math.floor(random() * 3)));
	shuffle(faces, random);
	return { points: [...ring, middle], faces };
}

function fanOf(ring: readonly Point[]): Point[][] {
	return ring.slice(2).map((p, i) => [ring[0], ring[i + 1], p]);
}

function divideOutline(mesh: Walkmesh, random: () => number): Walkmesh {
	const splits = [...openEdges(mesh, K1)].flatMap((edge) => {
		if (random() < 0.5) return [];
		const part = (1 + Math.floor(random() * 7)) / 8;
		const from = mesh.faces[edge] * 3;
		const to = mesh.faces[edge % 3 === 2 ? edge - 2 : edge + 1] * 3;
		const point = [0, 1, 2].map((axis) => {
			const start = mesh.positions[from + axis];
			return Math.fround(start + (mesh.positions[to + axis] - start) * part);
		});
		return [{ edge, points: point }];
	});
	return splitEdges(mesh, splits);
}

function rotated<T>(list: readonly T[], by: number): T[] {
	return [...list.slice(by), ...list.slice(0, by)];
}

function shuffle<T>(list: T[], random: () => number): void {
	for (let i = list.length - 1; i > 0; i--) {
		const j = Math.floor(random() * (i + 1));
		[list[i], list[j]] = [list[j], list[i]];
	}
}
