import { buildAdjacency, edgeEnd, piecesOf } from '../geometry/half-edges.ts';
import { closestOnTriangle } from '../geometry/near-triangle.ts';
import { type Bounds, faceArea, middleOfBox } from '../geometry/triangles.ts';
import { pickTriples } from '../geometry/vertices.ts';
import { groupBy } from '../math/arrays.ts';
import { middleOf, type Vec3, vec3At } from '../math/vec3.ts';
import { K1 } from '../model/surfaces.ts';
import { THRESHOLDS } from '../model/thresholds.ts';
import { ALL, FaceIndex } from '../plan/face-index.ts';
import { hasWallBetween } from '../plan/hits.ts';
import type { ScenePart } from '../scene/scene.ts';
import { maskOf, risersOfStairs, SIDE, sidesOf, WELD } from './sides.ts';

/*
 * What of a scene looks like ground, by its geometry alone, and how walls and doorways divide it into rooms. Ground is what faces up, is wide enough to
 * stand on, and is neither the top of a wall, of a thing on the floor, of a roof, a rug nor the bottom of a pit. Risers of stairs are ground with their treads.
 * In one file: each step asks the same mesh, which those before it have changed.
 */

/** A connected piece of ground between walls and doorways. */
export interface GroundRoom {
	readonly area: number;
	/** A point on it: the middle of its largest face. */
	readonly at: Vec3;
	/** True where walls or doorways under a lintel bound it, so that its extent is no guess. */
	readonly sure: boolean;
}

export interface Ground {
	/** By part: for each of its triangles one of `SIDE`. */
	readonly sides: readonly Uint8Array[];
	/** By part: for each of its triangles the room of the ground that it is, −1 for none. */
	readonly roomOf: readonly Int32Array[];
	/** By part: 1 for triangles of which geometry alone does not say whether they are ground. */
	readonly doubts: readonly Uint8Array[];
	readonly rooms: readonly GroundRoom[];
	/** Widths of gaps without ground between rooms, of the shape of a doorway. */
	readonly gaps: readonly number[];
	/** The room whose ground lies below a point, or else nearest in plan; −1 without any ground. */
	roomAt(point: Vec3): number;
	/** True for the bounds of what closes a doorway, if the ground was found without it. */
	isClosedBy(bounds: Bounds): boolean;
	/** Height of the ground below a point; −Infinity without any. */
	heightBelow(point: Vec3): number;
}

/** Ground is wider than this, metres, and larger, square metres; the tops of walls are not. */
const LEAST_WIDTH = 0.4;
const LEAST_AREA = 0.5;
/** What is smaller, square metres, and lies no higher than a table or cupboard over other ground, is the top of a thing. */
const MOST_OF_THING = 6;
const HIGHEST_THING = 2;
/** What lies closer above other ground, metres, and is smaller, square metres, is a rug, a mark or a puddle. */
const HIGHEST_RUG = 0.05;
const MOST_OF_RUG = 15;
/** What is larger than a thing and no higher over other ground, metres, is part of the ground: a pavement. */
const HIGHEST_PAVEMENT = 0.35;
/** Pavements and yards that are objects of their own are no higher over other ground, metres; stages are. */
const HIGHEST_KERB = 0.2;
/** Ground over other ground without walls about it is a roof. */
const LEAST_WALLED = 0.1;
/** What is smaller, square metres, and walled in below other ground by this share of its border, is the bottom of a pit. */
const MOST_OF_PIT = 25;
const LEAST_SUNK = 0.8;
/** Stairs have less ground for each face of a riser than this, square metres. */
const MOST_A_RISER = 2;
/** Solid walls are no thicker than twice this, metres. */
const HALF_WALL = 0.3;
/** How wide doorways are, metres. */
const DOORWAY: readonly [number, number] = [0.6, 5];
/** Heights above the ground: of walls, and of the lintel of a doorway; metres. */
const WALL = [0.3, 1, 1.5];
const LINTEL = [2.1, 2.4, 2.7, 3, 3.4, 4, 5];
/** So far before and behind a leaf ground begins, and ends the wall about it; so far beyond its ends and above it there is wall; metres. */
const BESIDE_LEAF = 0.3;
const ABOVE_LEAF = 0.15;
/** Where two walls end at a doorway, ground is about each by more than this, degrees. */
const ABOUT_JAMB = 200;
/** Rooms are larger than this, square metres, and wider, metres: less is a threshold. */
const LEAST_ROOM = 3;
const LEAST_ROOM_WIDTH = 0.8;

/** Looks at parts of a scene; those of things that are no part of rooms are left out before. */
export function findGround(parts: readonly ScenePart[]): Ground {
	const { positions, faces, side } = sidesOf(parts);
	const objectOf = parts.flatMap(({ node, triangles }) => new Array<number>(triangles.length / 3).fill(node));
	const mesh = new GroundMesh(positions, faces, side, objectOf);
	const rooms = mesh.divide();
	let at = 0;
	const starts = parts.map(({ triangles }) => {
		at += triangles.length / 3;
		return [at - triangles.length / 3, at] as const;
	});
	return {
		sides: starts.map(([first, end]) => side.slice(first, end)),
		roomOf: starts.map(([first, end]) => mesh.roomOf.slice(first, end)),
		doubts: starts.map(([first, end]) => mesh.doubts.slice(first, end)),
		rooms,
		gaps: mesh.gaps(),
		roomAt: (point) => mesh.roomAt(point),
		isClosedBy: (bounds) => mesh.isClosedBy(bounds),
		heightBelow: (point) => mesh.below(point)?.height ?? -Infinity,
	};
}

class GroundMesh {
	readonly roomOf: Int32Array;
	readonly doubts: Uint8Array;
	/** By face. */
	readonly #objectOf: readonly number[];
	readonly #positions: Float32Array;
	readonly #faces: Uint32Array;
	readonly #isGround: Uint8Array;
	readonly #isRiser: Uint8Array;
	readonly #neighbours: Int32Array;
	/** Neighbours before the ground is divided at doorways. */
	readonly #joined: Int32Array;
	readonly #walls: FaceIndex;
	readonly #ups: FaceIndex;
	readonly #upFaces: Uint32Array;
	readonly #uprightFaces: Uint32Array;

	constructor(positions: Float32Array, faces: Uint32Array, side: Uint8Array, objectOf: readonly number[]) {
		this.#objectOf = objectOf;
		this.#positions = positions;
		this.#faces = faces;
		this.roomOf = new Int32Array(side.length).fill(-1);
		this.doubts = new Uint8Array(side.length);
		const facing = (wanted: number): Uint32Array =>
			Uint32Array.from(side.keys()).filter((face) => side[face] === wanted);
		const indexed = (chosen: Uint32Array): FaceIndex =>
			new FaceIndex(
				{ positions, faces: pickTriples(faces, chosen), surfaces: new Uint32Array(chosen.length).fill(7) },
				K1,
			);
		this.#upFaces = facing(SIDE.up);
		this.#ups = indexed(this.#upFaces);
		this.#uprightFaces = facing(SIDE.upright);
		this.#walls = indexed(this.#uprightFaces);
		const isUp = maskOf(side);
		this.#isRiser = risersOfStairs(positions, faces, isUp);
		this.#isGround = isUp.map((up, face) => up | this.#isRiser[face]);
		this.#neighbours = buildAdjacency(faces, this.#isGround, positions.length / 3).neighbours;
		for (let edge = 0; edge < faces.length; edge++) {
			const other = this.#neighbours[edge];
			if (other > edge && !this.#isOfStairs(edge) && this.#isCrossed(edge, WALL)) this.#part(edge);
		}
		this.#dropTops();
		this.#joined = this.#neighbours.slice();
	}

	/** Two points on either side of an edge, at a share of its length. */
	#across(edge: number, share = 0.5, reach = 0.05): readonly [Vec3, Vec3] {
		const [ax, ay, az] = vec3At(this.#positions, this.#faces[edge]);
		const [bx, by, bz] = vec3At(this.#positions, this.#faces[edgeEnd(edge)]);
		const length = Math.hypot(bx - ax, by - ay) || 1;
		const [nx, ny] = [((by - ay) / length) * reach, ((ax - bx) / length) * reach];
		const [x, y, z] = [ax + (bx - ax) * share, ay + (by - ay) * share, az + (bz - az) * share];
		return [
			[x - nx, y - ny, z],
			[x + nx, y + ny, z],
		];
	}

	/** True where something upright stands on the whole of an edge, or it lies within a solid wall; a thing on the floor stands on part of it. */
	#isCrossed(edge: number, heights: readonly number[]): boolean {
		return [0.1, 0.5, 0.9].every((share) => {
			if (hasWallBetween(this.#walls, ...this.#across(edge, share), heights)) return true;
			const [left, right] = this.#across(edge, share, HALF_WALL);
			const middle = middleOf([left, right]);
			return [left, right].every((side) => hasWallBetween(this.#walls, middle, side, heights));
		});
	}

	#isOfStairs(edge: number): boolean {
		return [edge, this.#neighbours[edge]].some((each) => this.#isRiser[Math.floor(each / 3)] === 1);
	}

	#lengthOf(edge: number): number {
		const [a, b] = [this.#faces[edge], this.#faces[edgeEnd(edge)]].map((vertex) => vec3At(this.#positions, vertex));
		return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
	}

	#part(edge: number): void {
		const other = this.#neighbours[edge];
		if (other >= 0) this.#neighbours[other] = -1;
		this.#neighbours[edge] = -1;
	}

	#pieces() {
		const { of, areas } = piecesOf(
			{ positions: this.#positions, faces: this.#faces },
			this.#isGround,
			this.#neighbours,
		);
		const faces = groupBy(
			[...of.keys()].filter((face) => of[face] >= 0),
			(face) => of[face],
		);
		return { of, areas, facesOf: (piece: number): number[] => faces.get(piece) ?? [] };
	}

	#openEdges(faces: readonly number[]): number[] {
		return faces.flatMap((face) => [0, 1, 2].map((k) => face * 3 + k)).filter((edge) => this.#neighbours[edge] < 0);
	}

	#widthOf(area: number, faces: readonly number[]): number {
		return (2 * area) / this.#openEdges(faces).reduce((sum, edge) => sum + this.#lengthOf(edge), 0);
	}

	/**
	 * Takes from the ground what is the top of something, or the bottom of a pit. Roofs and blocks that other ground leads to stay. What is as low as a stage
	 * and as large is in doubt, and so is what is open on all sides above other ground and kept: a bridge, or a rock.
	 */
	#dropTops(): void {
		const { areas, facesOf } = this.#pieces();
		const drop = (faces: readonly number[]): void => faces.forEach((face) => void (this.#isGround[face] = 0));
		const doubt = (faces: readonly number[]): void => faces.forEach((face) => void (this.doubts[face] = 1));
		for (const [piece, area] of areas.entries()) {
			const faces = facesOf(piece);
			const isGround =
				this.#risersOf(faces) > 0 ||
				(area >= LEAST_AREA && this.#widthOf(area, faces) >= LEAST_WIDTH && !this.#isTopOfThing(area, faces));
			if (!isGround) drop(faces);
		}
		for (const [piece, area] of areas.entries()) {
			const faces = facesOf(piece);
			const depth = area < MOST_OF_PIT ? this.#depthOfPit(faces) : 0;
			if (depth > 0) drop(faces);
			// A sunken court is as large, and no deeper.
			if (area >= MOST_OF_THING && depth < HIGHEST_THING && depth > 0) doubt(faces);
		}
		const pieces = [...areas.keys()].map(facesOf).filter((faces) => this.#isGround[faces[0]] === 1);
		const open = pieces.filter((faces) => this.#isOpenAbove(faces));
		let tops = [...new Set([...open, ...pieces.filter((faces) => this.#isBlock(faces))])];
		for (let reached = tops; reached.length > 0; tops = tops.filter((each) => !reached.includes(each))) {
			const all = new Set(tops.flat());
			reached = tops.filter((faces) => this.#isReached(faces, all));
		}
		for (const faces of open) if (!tops.includes(faces)) doubt(faces);
		const dropped = new Set(tops.flat());
		for (const faces of tops) {
			const area = faces.reduce((sum, face) => sum + faceArea(this.#positions, this.#faces, face), 0);
			if (area >= MOST_OF_THING && this.#heightOverGround(faces, dropped) < HIGHEST_THING) doubt(faces);
		}
		for (const faces of tops) drop(faces);
		for (let edge = 0; edge < this.#neighbours.length; edge++)
			if (this.#isGround[Math.floor(edge / 3)] === 0) this.#part(edge);
	}

	/** How high faces lie over the ground below them or below their border; Infinity without any. @param tops faces that are no ground for this */
	#heightOverGround(faces: readonly number[], tops: ReadonlySet<number>): number {
		const below = ([x, y, z]: Vec3): number => {
			for (let top = z - WELD; this.#ups.ground(x, y, top, ALL); top = this.#ups.height - WELD) {
				const face = this.#upFaces[this.#ups.face];
				if (this.#isGround[face] === 1 && !tops.has(face)) return z - this.#ups.height;
			}
			return Infinity;
		};
		const beside = this.#openEdges(faces).map((edge) => below(this.#across(edge)[1]));
		return Math.min(below(this.#middle(this.#largest(faces))), ...beside);
	}

	/** True for the bare top of what stands on other ground, as houses do beside a street. */
	#isBlock(faces: readonly number[]): boolean {
		if (this.#isGround[faces[0]] === 0 || this.#risersOf(faces) > 0) return false;
		if (this.#borderShare(faces, (edge) => this.#isCrossed(edge, WALL)) >= LEAST_WALLED) return false;
		const sheer = (edge: number, depth: number): boolean =>
			hasWallBetween(this.#walls, ...this.#across(edge), [-depth]);
		if (this.#borderShare(faces, (edge) => sheer(edge, WALL[0])) < LEAST_SUNK) return false;
		const stands = this.#openEdges(faces).some((edge) => {
			const [, [x, y, z]] = this.#across(edge);
			const isOver = this.#ups.ground(x, y, z - HIGHEST_PAVEMENT, ALL);
			const depth = z - this.#ups.height - WALL[0];
			return isOver && this.#isGround[this.#upFaces[this.#ups.face]] === 1 && depth > 0 && sheer(edge, depth);
		});
		return stands && !this.#bears(new Set(faces));
	}

	/** True where something upright stands on faces. */
	#bears(faces: ReadonlySet<number>): boolean {
		return this.#uprightFaces.some((face) => {
			const [x, y, z] = this.#middle(face);
			return this.#ups.ground(x, y, z, ALL, z - HIGHEST_THING) && faces.has(this.#upFaces[this.#ups.face]);
		});
	}

	/** True where other ground begins beside faces at their height. @param tops faces that are no ground for this */
	#isReached(faces: readonly number[], tops: ReadonlySet<number>): boolean {
		return this.#openEdges(faces).some((edge) => {
			const [, [x, y, z]] = this.#across(edge);
			const hasGround = this.#ups.ground(x, y, z + HIGHEST_PAVEMENT, ALL, z - HIGHEST_PAVEMENT);
			const face = this.#upFaces[this.#ups.face];
			return hasGround && this.#isGround[face] === 1 && !tops.has(face);
		});
	}

	#risersOf(faces: readonly number[]): number {
		return faces.reduce((sum, face) => sum + this.#isRiser[face], 0);
	}

	/** How high the largest of faces lies over what faces up below it; Infinity without any. */
	#heightOfMiddle(faces: readonly number[]): number {
		const [x, y, z] = this.#middle(this.#largest(faces));
		return this.#ups.ground(x, y, z - WELD, ALL) ? z - this.#ups.height : Infinity;
	}

	#isTopOfThing(area: number, faces: readonly number[]): boolean {
		const height = this.#heightOfMiddle(faces);
		const most = height < HIGHEST_RUG ? MOST_OF_RUG : height < HIGHEST_THING ? MOST_OF_THING : 0;
		return area < most && !this.#leadsUp(faces);
	}

	/** True for a ramp: other ground begins at its foot, and other at its head. */
	#leadsUp(faces: readonly number[]): boolean {
		const own = new Set(faces);
		const heights = this.#openEdges(faces).flatMap((edge) => {
			const [, [x, y, z]] = this.#across(edge);
			const hasGround = this.#ups.ground(x, y, z + HIGHEST_KERB, ALL, z - HIGHEST_KERB);
			const face = this.#upFaces[this.#ups.face];
			return hasGround && this.#isGround[face] === 1 && !own.has(face) ? [z] : [];
		});
		return Math.max(...heights) - Math.min(...heights) > HIGHEST_PAVEMENT;
	}

	/** True for what lies above other ground, higher than a pavement, without walls about it: roofs, stages, bridges. */
	#isOpenAbove(faces: readonly number[]): boolean {
		if (this.#risersOf(faces) > 0) return false;
		const height = this.#heightOfMiddle(faces);
		if (height <= HIGHEST_PAVEMENT || height === Infinity) return false;
		return this.#borderShare(faces, (edge) => this.#isCrossed(edge, WALL)) < LEAST_WALLED;
	}

	/** How far what is open above lies below the ground around it, behind walls on all sides; 0 for any other. */
	#depthOfPit(faces: readonly number[]): number {
		const [x, y, z] = this.#middle(this.#largest(faces));
		const heightOver = (px: number, py: number): number => {
			for (let top = Infinity; this.#ups.ground(px, py, top, ALL, z + WALL[0]); top = this.#ups.height - WELD)
				if (this.#isGround[this.#upFaces[this.#ups.face]] === 1) return this.#ups.height - z;
			return 0;
		};
		if (heightOver(x, y) > 0) return 0;
		let depth = Infinity;
		const isSunk = (edge: number): boolean => {
			const [, [ox, oy]] = this.#across(edge);
			const height = heightOver(ox, oy);
			if (height === 0 || !this.#isCrossed(edge, WALL)) return false;
			depth = Math.min(depth, height);
			return true;
		};
		return this.#borderShare(faces, isSunk) >= LEAST_SUNK ? depth : 0;
	}

	#borderShare(faces: readonly number[], isSo: (edge: number) => boolean): number {
		const open = this.#openEdges(faces);
		const length = (edges: readonly number[]): number => edges.reduce((sum, edge) => sum + this.#lengthOf(edge), 0);
		return length(open.filter(isSo)) / (length(open) || 1);
	}

	#largest(faces: readonly number[]): number {
		const area = (face: number): number =>
			this.#isRiser[face] === 1 ? 0 : faceArea(this.#positions, this.#faces, face);
		return faces.reduce((best, face) => (area(face) > area(best) ? face : best));
	}

	#middle(face: number): Vec3 {
		return middleOf([0, 1, 2].map((k) => vec3At(this.#positions, this.#faces[face * 3 + k])));
	}

	/** Divides the ground at doorways. */
	divide(): GroundRoom[] {
		const cuts = this.#doorways();
		const joined = this.#joined;
		for (const { edge } of cuts) this.#part(edge);
		const before = this.#pieces();
		// Thresholds belong to the larger room beside them.
		const target = before.areas.map((_, piece) => piece);
		const final = (piece: number): number => (target[piece] === piece ? piece : final(target[piece]));
		const isSmall = before.areas.map(
			(area, piece) => area < LEAST_ROOM || this.#widthOf(area, before.facesOf(piece)) < LEAST_ROOM_WIDTH,
		);
		const beside = (edge: number): [number, number] => [
			before.of[Math.floor(edge / 3)],
			before.of[Math.floor(joined[edge] / 3)],
		];
		for (const { edge } of cuts) {
			const [a, b] = beside(edge).map(final);
			if (a === b || !(isSmall[a] || isSmall[b])) continue;
			const [small, large] = before.areas[a] < before.areas[b] ? [a, b] : [b, a];
			target[small] = large;
		}
		// Stairs that stand on a floor belong to its room.
		for (const [piece, area] of before.areas.entries()) {
			const faces = before.facesOf(piece);
			if (target[piece] !== piece || area >= MOST_A_RISER * this.#risersOf(faces)) continue;
			const lowest = faces
				.filter((face) => this.#isRiser[face] === 0)
				.reduce((low, face) => (this.#middle(face)[2] < this.#middle(low)[2] ? face : low));
			const [x, y, z] = this.#middle(lowest);
			const below = this.#ups.ground(x, y, z - WELD, ALL, z - THRESHOLDS.riser)
				? before.of[this.#upFaces[this.#ups.face]]
				: -1;
			if (below >= 0 && final(below) !== piece) target[piece] = final(below);
		}
		// A dais or stage is part of the room that it stands in: that of its object, or without walls of its own.
		for (const [piece, area] of before.areas.entries()) {
			if (target[piece] !== piece) continue;
			const faces = before.facesOf(piece);
			const largest = this.#largest(faces);
			const [x, y, z] = this.#middle(largest);
			const floorWithin = (height: number): number =>
				this.#ups.ground(x, y, z - WELD, ALL, z - height) ? this.#upFaces[this.#ups.face] : -1;
			const isWalled = (): boolean => this.#borderShare(faces, (edge) => this.#isCrossed(edge, WALL)) >= LEAST_WALLED;
			const below = floorWithin(HIGHEST_PAVEMENT);
			if (below < 0 || before.of[below] < 0) continue;
			const isOfRoom =
				this.#objectOf[below] === this.#objectOf[largest] || (floorWithin(HIGHEST_KERB) < 0 && !isWalled());
			if (!isOfRoom) continue;
			const room = final(before.of[below]);
			if (area < before.areas[room]) target[piece] = room;
		}
		const unsure = new Set(cuts.filter(({ sure }) => !sure).flatMap(({ edge }) => beside(edge).map(final)));
		const numbers = new Map<number, number>();
		for (const piece of target.keys()) if (final(piece) === piece) numbers.set(piece, numbers.size);
		const areas: number[] = [...numbers].map(() => 0);
		for (const [face, piece] of before.of.entries()) {
			if (piece < 0) continue;
			const room = numbers.get(final(piece)) as number;
			this.roomOf[face] = room;
			areas[room] += faceArea(this.#positions, this.#faces, face);
		}
		return [...numbers].map(([piece, room]) => ({
			area: areas[room],
			at: this.#middle(this.#largest(before.facesOf(piece))),
			sure: !unsure.has(piece),
		}));
	}

	/** Edges of the ground that lie in doorways: under a lintel, or where nothing is above, between the ends of walls. */
	#doorways(): { readonly edge: number; readonly sure: boolean }[] {
		const { of, areas } = this.#pieces();
		const inner = [...this.#neighbours.keys()].filter(
			(edge) => this.#neighbours[edge] > edge && !this.#isOfStairs(edge),
		);
		const lintels = inner.filter((edge) => this.#isCrossed(edge, LINTEL));
		const withLintel = new Set(lintels.map((edge) => of[Math.floor(edge / 3)]));
		const about = this.#anglesAbout();
		const ends = (edge: number): [number, number] => [this.#faces[edge], this.#faces[edgeEnd(edge)]];
		const narrow = inner.filter((edge) => {
			const length = this.#lengthOf(edge);
			if (withLintel.has(of[Math.floor(edge / 3)]) || length < DOORWAY[0] || length > DOORWAY[1]) return false;
			return ends(edge).every((vertex) => (about.get(vertex) ?? 0) > ABOUT_JAMB);
		});
		const shortest = new Map<number, number>();
		for (const edge of narrow)
			for (const vertex of ends(edge))
				if (this.#lengthOf(edge) < (shortest.get(vertex) ?? Infinity)) shortest.set(vertex, this.#lengthOf(edge));
		const narrowest = narrow.filter((edge) =>
			ends(edge).every((vertex) => this.#lengthOf(edge) <= (shortest.get(vertex) as number) + WELD),
		);
		return [
			...lintels.map((edge) => ({ edge, sure: true })),
			// A doorway is narrow beside the rooms that it joins.
			...narrowest.map((edge) => ({
				edge,
				sure: this.#lengthOf(edge) <= 0.6 * Math.sqrt(areas[of[Math.floor(edge / 3)]] / 2),
			})),
		];
	}

	/** How much ground is about the vertices at its border, degrees. */
	#anglesAbout(): Map<number, number> {
		const border = new Set<number>();
		for (let edge = 0; edge < this.#neighbours.length; edge++) {
			if (this.#isGround[Math.floor(edge / 3)] === 0 || this.#neighbours[edge] >= 0) continue;
			border.add(this.#faces[edge]).add(this.#faces[edgeEnd(edge)]);
		}
		const about = new Map<number, number>();
		for (let corner = 0; corner < this.#faces.length; corner++) {
			const face = Math.floor(corner / 3);
			const vertex = this.#faces[corner];
			if (this.#isGround[face] === 0 || !border.has(vertex)) continue;
			const [at, next, last] = [corner, edgeEnd(corner), edgeEnd(edgeEnd(corner))].map((each) =>
				vec3At(this.#positions, this.#faces[each]),
			);
			const turn = Math.atan2(last[1] - at[1], last[0] - at[0]) - Math.atan2(next[1] - at[1], next[0] - at[0]);
			about.set(vertex, (about.get(vertex) ?? 0) + (((turn * 180) / Math.PI + 360) % 360));
		}
		return about;
	}

	/** Gaps between ends of ground that no wall closes: those of thresholds that nobody modelled. */
	gaps(): number[] {
		const ends = [...this.#neighbours.keys()].filter((edge) => {
			const length = this.#lengthOf(edge);
			const isEnd = this.roomOf[Math.floor(edge / 3)] >= 0 && this.#joined[edge] < 0;
			return isEnd && length >= DOORWAY[0] && length <= DOORWAY[1] && !this.#isCrossed(edge, WALL);
		});
		return ends.flatMap((edge) => {
			const [start, end] = this.#across(edge);
			const beyond = (gap: number): Vec3 =>
				[0, 1, 2].map((axis) => start[axis] + (end[axis] - start[axis]) * (0.5 + gap * 10)) as unknown as Vec3;
			const hasGround = ([x, y, z]: Vec3): boolean => this.#ups.ground(x, y, z + 0.3, ALL, z - 0.3);
			// Ground that begins at once lies against it, if at other vertices.
			if (hasGround(beyond(WELD))) return [];
			const own = this.roomOf[Math.floor(edge / 3)];
			for (let gap = THRESHOLDS.facing / 10; gap <= THRESHOLDS.facing; gap += THRESHOLDS.facing / 10) {
				if (!hasGround(beyond(gap))) continue;
				const room = this.roomOf[this.#upFaces[this.#ups.face]];
				if (room < 0) continue;
				return room !== own && !hasWallBetween(this.#walls, start, beyond(gap), WALL) ? [gap] : [];
			}
			return [];
		});
	}

	/** True where there is ground before and behind, a wall at both ends, and a lintel or those walls above. Two leaves close a doorway together. */
	isClosedBy(bounds: Bounds): boolean {
		const [x, y] = middleOfBox(bounds);
		const along = bounds[3] - bounds[0] < bounds[4] - bounds[1] ? 1 : 0;
		const [half, thick] = [along, 1 - along].map((axis) => (bounds[axis + 3] - bounds[axis]) / 2);
		const at = (far: number, aside: number): Vec3 => [
			x + (along === 0 ? far : aside),
			y + (along === 0 ? aside : far),
			bounds[2],
		];
		const sides = [-1, 1].map((side) => this.below(at(0, side * (thick + BESIDE_LEAF))));
		if (!sides.every((side) => side !== undefined && Math.abs(side.height - bounds[2]) < BESIDE_LEAF)) return false;
		const isWall = (far: number, height: number): boolean =>
			hasWallBetween(this.#walls, at(far, -thick - BESIDE_LEAF), at(far, thick + BESIDE_LEAF), [height]) ||
			hasWallBetween(this.#walls, at(0, 0), at(far, 0), [height]);
		const above = bounds[5] - bounds[2] + ABOVE_LEAF;
		const [near, far] = [half + ABOVE_LEAF, 3 * half + ABOVE_LEAF];
		const ends = [
			[-near, near],
			[-near, far],
			[-far, near],
		];
		const isBetween = ends.some((both) => both.every((end) => isWall(end, 1)));
		return isBetween && (isWall(0, above) || ends.some((both) => both.every((end) => isWall(end, above))));
	}

	below([x, y, z]: Vec3): { readonly room: number; readonly height: number } | undefined {
		for (let top = z + 0.3; this.#ups.ground(x, y, top, ALL); top = this.#ups.height - 0.01) {
			const room = this.roomOf[this.#upFaces[this.#ups.face]];
			if (room >= 0) return { room, height: this.#ups.height };
		}
		return undefined;
	}

	roomAt([x, y, z]: Vec3): number {
		const below = this.below([x, y, z]);
		if (below !== undefined) return below.room;
		const least = this.#ups.closest(x, y, z, ALL, (at) => {
			const face = this.#upFaces[at];
			const corners = [0, 1, 2].map((k) => this.#faces[face * 3 + k]) as [number, number, number];
			return this.roomOf[face] < 0 ? Infinity : closestOnTriangle(this.#positions, corners, [x, y, z], [0, 0, 0]);
		});
		return least < Infinity ? this.roomOf[this.#upFaces[this.#ups.face]] : -1;
	}
}
