import type { Vec3 } from '../math/vec3.ts';
import type { SurfaceTable } from '../model/surfaces.ts';
import { buildAabbTree } from '../tree/build.ts';
import { type AabbTree, bitsBelow, FACE, LEFT, NODE_WORDS, PLANE, RIGHT } from '../tree/tree.ts';

/** In one file: all questions walk down the same tree, with arrays and a stack that nothing outside may touch. */

/** A mesh to query: a walkmesh, or one that was moved to its placement. */
export interface IndexedMesh {
	/** 3 values a vertex, metres. Float64 for objects in an area, so that no precision is lost when they are transformed. */
	readonly positions: Float32Array | Float64Array;
	/** 3 vertex indices a face. */
	readonly faces: Uint32Array;
	/** 1 surface id a face. */
	readonly surfaces: Uint32Array;
}

/** Bits of `FaceIndex.bits`: the kinds of queries that a face takes part in. */
export const WALK = 1;
export const WALK_CHECK = 2;
export const SIGHT = 4;
export const ALL = 8;
/** Faces that stop a creature at its radius: not walkable, but part of collision. */
export const OBSTACLE = 16;

/** Which sides of faces a ray hits, by the direction in which their corners run counter-clockwise. */
export const BOTH_SIDES = 0;
export const FRONT = 1;
export const BACK = 2;

/** Tolerance of heights, in metres: the precision of float32 some hundred metres from the origin. */
const HEIGHT_GRAIN = 1e-4;
/** Tolerance of rays and boxes, as a share of the ray, against rounding; it only costs a few more boxes. */
const SHARE_GRAIN = 1e-9;

/**
 * A mesh with its tree, for many queries: flat arrays, no allocation, no callback. Results are left in the fields `face` and `share` or `height`,
 * which the next query overwrites.
 *
 * Every tree is safe to traverse, even a broken one from a file: children that are not nodes are skipped, and a traversal ends after as many tests as
 * the tree has nodes, so cycles do no harm.
 *
 * A point belongs to a face if it is on the same side of all three edges, or on one of them. For the face on the other side, an edge gives the same
 * value with the opposite sign, so rays do not slip through between two faces, however far the mesh is from the origin. Faces that contain the ray
 * are not hit. Of faces at the same distance the lowest number wins, so results do not depend on how a tree is split.
 */
export class FaceIndex {
	readonly positions: Float32Array | Float64Array;
	readonly faces: Uint32Array;
	readonly surfaces: Uint32Array;
	/** 1 byte a face. */
	readonly bits: Uint8Array;
	readonly tree: AabbTree;
	/** False for a tree from a file, whose boxes may lie anywhere. */
	readonly isBuilt: boolean;
	readonly #f32: Float32Array;
	readonly #i32: Int32Array;
	readonly #count: number;
	/** 1 byte a node: the bits of all faces below it. */
	readonly #below: Uint8Array;
	readonly #stack: Int32Array;
	/** Result: the face; −1 for none. */
	face = -1;
	/** Result of a ray: position of the hit as a share of its length. */
	share = 0;
	/** Result of a vertical line: height of the hit, metres. */
	height = 0;
	/** Result of a list: faces, the first `found` entries. */
	readonly list: Int32Array;
	found = 0;
	/** Number of boxes tested since the index was made. */
	tests = 0;

	/** @param tree the one stored in a file; without it one is built */
	constructor(mesh: IndexedMesh, table: SurfaceTable, tree?: AabbTree) {
		this.positions = mesh.positions;
		this.faces = mesh.faces;
		this.surfaces = mesh.surfaces;
		this.bits = questionsOf(mesh.surfaces, table);
		this.isBuilt = tree === undefined;
		this.tree = tree ?? buildAabbTree(Float32Array.from(mesh.positions), mesh.faces, { tree: 'fast' });
		this.#f32 = this.tree.f32;
		this.#i32 = this.tree.i32;
		this.#count = Math.min(this.tree.nodeCount, Math.floor(this.tree.i32.length / NODE_WORDS));
		this.#below = bitsBelow(this.#i32, this.#count, this.bits);
		// Each test takes one node from the stack and adds at most two, and there are at most as many tests as nodes.
		this.#stack = new Int32Array(this.#count + 2);
		this.list = new Int32Array(this.#count);
	}

	/**
	 * Finds the highest ground at x, y that is not above `top`.
	 * @param known a height that it does not lie below, if one is known: what lies below need not be looked at
	 * @returns whether there is any; result in `face` and `height`
	 */
	ground(x: number, y: number, top: number, mask: number, known = -Infinity): boolean {
		return this.#column(x, y, known - HEIGHT_GRAIN, top + HEIGHT_GRAIN, true, mask, BOTH_SIDES);
	}

	/** A height at x, y below which `ground` is not: that of a face, unless that is above `top`, or the tree may not have it; else −Infinity. */
	knownGround(face: number, x: number, y: number, top: number): number {
		const height = this.isBuilt ? this.#heightOn(face, x, y, BOTH_SIDES) : Number.NaN;
		return height <= top + HEIGHT_GRAIN ? height : -Infinity;
	}

	/** Finds the highest (or lowest) hit of the vertical line through x, y from `low` to `high`. */
	#column(x: number, y: number, low: number, high: number, highest: boolean, mask: number, side: number): boolean {
		const f32 = this.#f32;
		const i32 = this.#i32;
		const count = this.#count;
		const stack = this.#stack;
		this.face = -1;
		let least = low;
		let greatest = high;
		let tests = 0;
		let depth = 0;
		stack[depth++] = 0;
		while (depth > 0 && tests < count) {
			const node = stack[--depth];
			if (!(node >= 0 && node < count)) continue;
			tests++;
			const word = node * NODE_WORDS;
			if (f32[word] > x || f32[word + 3] < x || f32[word + 1] > y || f32[word + 4] < y) continue;
			if (f32[word + 2] > greatest || f32[word + 5] < least) continue;
			const face = i32[word + FACE];
			if (face < 0) {
				stack[depth++] = i32[word + RIGHT];
				stack[depth++] = i32[word + LEFT];
				continue;
			}
			if ((this.bits[face] & mask) === 0) continue;
			const z = this.#heightOn(face, x, y, side);
			// For a face that is not hit, z is NaN and the comparison false.
			if (!(z >= least && z <= greatest)) continue;
			if (this.face >= 0 && z === this.height && face > this.face) continue;
			this.face = face;
			this.height = z;
			if (highest) least = z;
			else greatest = z;
		}
		this.tests += tests;
		return this.face >= 0;
	}

	/** Height of a face above x, y; NaN beside the face and for vertical faces. */
	#heightOn(face: number, x: number, y: number, side: number): number {
		const { positions, faces } = this;
		const a = faces[face * 3] * 3;
		const b = faces[face * 3 + 1] * 3;
		const c = faces[face * 3 + 2] * 3;
		const ax = positions[a] - x;
		const ay = positions[a + 1] - y;
		const bx = positions[b] - x;
		const by = positions[b + 1] - y;
		const cx = positions[c] - x;
		const cy = positions[c + 1] - y;
		const u = bx * cy - by * cx;
		const v = cx * ay - cy * ax;
		const w = ax * by - ay * bx;
		if ((u < 0 || v < 0 || w < 0) && (u > 0 || v > 0 || w > 0)) return Number.NaN;
		const sum = u + v + w;
		if (sum === 0 || (side === FRONT && sum < 0) || (side === BACK && sum > 0)) return Number.NaN;
		// Computed relative to one corner, so that a level face has exactly the height of its corners.
		const low = positions[a + 2];
		return low + (v * (positions[b + 2] - low) + w * (positions[c + 2] - low)) / sum;
	}

	/** Finds the nearest hit of the segment from a to b. @returns whether there is any; result in `face` and `share` */
	nearest(
		ax: number,
		ay: number,
		az: number,
		bx: number,
		by: number,
		bz: number,
		mask: number,
		side: number = BOTH_SIDES,
	): boolean {
		if (ax === bx && ay === by) return this.#nearestUpright(ax, ay, az, bz, mask, side);
		this.#aim(ax, ay, az, bx, by, bz, side);
		return this.#along(mask, false);
	}

	#nearestUpright(x: number, y: number, from: number, to: number, mask: number, side: number): boolean {
		const down = to < from;
		// From above, faces are seen from the front if their corners run counter-clockwise in plan.
		const sideSeen = down || side === BOTH_SIDES ? side : side === FRONT ? BACK : FRONT;
		if (!this.#column(x, y, Math.min(from, to), Math.max(from, to), down, mask, sideSeen)) return false;
		this.share = to === from ? 0 : (this.height - from) / (to - from);
		return true;
	}

	/**
	 * Finds the first hit in the order in which the game walks down the tree: faster than `nearest` if only yes or no matters. @returns whether there
	 * is any; result in `face` and `share`
	 */
	any(
		ax: number,
		ay: number,
		az: number,
		bx: number,
		by: number,
		bz: number,
		mask: number,
		side: number = BOTH_SIDES,
	): boolean {
		if (ax === bx && ay === by && az === bz) return this.#nearestUpright(ax, ay, az, bz, mask, side);
		this.#aim(ax, ay, az, bx, by, bz, side);
		return this.#along(mask, true);
	}

	// The current ray: its start, its vector, and the inverse of that, along x, y and z.
	readonly #start = new Float64Array(3);
	readonly #ray = new Float64Array(3);
	readonly #inverse = new Float64Array(3);
	/** The axis along which the ray is longest. */
	#axis = 2;
	#side = BOTH_SIDES;
	#order = 0;

	#aim(ax: number, ay: number, az: number, bx: number, by: number, bz: number, side: number): void {
		const dx = bx - ax;
		const dy = by - ay;
		const dz = bz - az;
		setThree(this.#start, ax, ay, az);
		setThree(this.#ray, dx, dy, dz);
		setThree(this.#inverse, 1 / dx, 1 / dy, 1 / dz);
		const x = Math.abs(dx);
		const y = Math.abs(dy);
		const z = Math.abs(dz);
		this.#axis = x > y && x > z ? 0 : y > z ? 1 : 2;
		this.#side = side;
		this.#order = farSides(dx, dy, dz);
	}

	#along(mask: number, first: boolean): boolean {
		const i32 = this.#i32;
		const count = this.#count;
		const stack = this.#stack;
		this.face = -1;
		let most = 1;
		let tests = 0;
		let depth = 0;
		stack[depth++] = 0;
		while (depth > 0 && tests < count) {
			const node = stack[--depth];
			if (!(node >= 0 && node < count)) continue;
			tests++;
			const word = node * NODE_WORDS;
			if (!this.#meets(word, most)) continue;
			const face = i32[word + FACE];
			if (face < 0) {
				depth = this.#descend(word, depth);
				continue;
			}
			if ((this.bits[face] & mask) === 0) continue;
			const share = this.#shareOn(face);
			if (!(share >= 0 && share <= most)) continue;
			if (this.face >= 0 && share === this.share && face > this.face) continue;
			this.face = face;
			this.share = share;
			if (first) break;
			most = share;
		}
		this.tests += tests;
		return this.face >= 0;
	}

	/** Puts the children of a node on the stack, with the one that the ray reaches first on top. This is what planes of a tree are for. */
	#descend(word: number, depth: number): number {
		const rightFirst = (this.#i32[word + PLANE] & this.#order) !== 0;
		this.#stack[depth] = this.#i32[word + (rightFirst ? LEFT : RIGHT)];
		this.#stack[depth + 1] = this.#i32[word + (rightFirst ? RIGHT : LEFT)];
		return depth + 2;
	}

	#meets(word: number, most: number): boolean {
		const f32 = this.#f32;
		let enter = 0;
		let leave = most;
		for (let axis = 0; axis < 3; axis++) {
			const start = this.#start[axis];
			const low = f32[word + axis];
			const high = f32[word + axis + 3];
			if (this.#ray[axis] === 0) {
				if (low > start || high < start) return false;
				continue;
			}
			const p = (low - start) * this.#inverse[axis];
			const q = (high - start) * this.#inverse[axis];
			const near = p < q ? p : q;
			const far = p < q ? q : p;
			if (near > enter) enter = near;
			if (far < leave) leave = far;
		}
		return enter <= leave + SHARE_GRAIN;
	}

	/** Position at which the ray's line hits a face, as a share of the ray's length, which may be below 0 or above 1; NaN for no hit. */
	#shareOn(face: number): number {
		const { positions, faces } = this;
		const start = this.#start;
		const dx = this.#ray[0];
		const dy = this.#ray[1];
		const dz = this.#ray[2];
		const a = faces[face * 3] * 3;
		const b = faces[face * 3 + 1] * 3;
		const c = faces[face * 3 + 2] * 3;
		const ax = positions[a] - start[0];
		const ay = positions[a + 1] - start[1];
		const az = positions[a + 2] - start[2];
		const bx = positions[b] - start[0];
		const by = positions[b + 1] - start[1];
		const bz = positions[b + 2] - start[2];
		const cx = positions[c] - start[0];
		const cy = positions[c + 1] - start[1];
		const cz = positions[c + 2] - start[2];
		// The side of each edge on which the ray passes, times six times the volume between edge and ray.
		const u = dx * (by * cz - bz * cy) + dy * (bz * cx - bx * cz) + dz * (bx * cy - by * cx);
		const v = dx * (cy * az - cz * ay) + dy * (cz * ax - cx * az) + dz * (cx * ay - cy * ax);
		const w = dx * (ay * bz - az * by) + dy * (az * bx - ax * bz) + dz * (ax * by - ay * bx);
		if ((u < 0 || v < 0 || w < 0) && (u > 0 || v > 0 || w > 0)) return Number.NaN;
		const sum = u + v + w;
		// If the sum is positive, the ray comes from behind.
		if (sum === 0 || (this.#side === FRONT && sum > 0) || (this.#side === BACK && sum < 0)) return Number.NaN;
		if (this.#axis === 0) return (ax + (v * (bx - ax) + w * (cx - ax)) / sum) / dx;
		if (this.#axis === 1) return (ay + (v * (by - ay) + w * (cy - ay)) / sum) / dy;
		return (az + (v * (bz - az) + w * (cz - az)) / sum) / dz;
	}

	/** Finds all hits of the segment from a to b, in the order in which the game walks down the tree. @returns pairs of face and share */
	every([ax, ay, az]: Vec3, [bx, by, bz]: Vec3, mask: number, side: number = BOTH_SIDES): number[] {
		const found: number[] = [];
		if (ax === bx && ay === by && az === bz) {
			if (this.#nearestUpright(ax, ay, az, bz, mask, side)) found.push(this.face, 0);
			return found;
		}
		const faces = this.facesAlong(ax, ay, az, bx, by, bz, mask, side);
		for (let i = 0; i < faces; i++) {
			const share = this.#shareOn(this.list[i]);
			if (share >= 0 && share <= 1) found.push(this.list[i], share);
		}
		return found;
	}

	/** Lists the faces whose boxes the segment from a to b meets, in the order of a walk down the tree. @returns how many; result in `list` */
	facesAlong(
		ax: number,
		ay: number,
		az: number,
		bx: number,
		by: number,
		bz: number,
		mask: number,
		side: number = BOTH_SIDES,
	): number {
		this.#aim(ax, ay, az, bx, by, bz, side);
		this.found = 0;
		let tests = 0;
		let depth = 0;
		this.#stack[depth++] = 0;
		while (depth > 0 && tests < this.#count) {
			const node = this.#stack[--depth];
			if (!(node >= 0 && node < this.#count)) continue;
			tests++;
			const word = node * NODE_WORDS;
			if (!this.#meets(word, 1)) continue;
			const face = this.#i32[word + FACE];
			if (face < 0) depth = this.#descend(word, depth);
			else if ((this.bits[face] & mask) !== 0) this.list[this.found++] = face;
		}
		this.tests += tests;
		return this.found;
	}

	/**
	 * Lists the faces whose boxes touch a box. Where no face of the kind is below a node, its box is not tested: walks ask for obstacles at each face they
	 * cross, and there are few or none of them on most ground.
	 *
	 * @returns how many; result in `list`
	 */
	facesInBounds(
		minX: number,
		minY: number,
		minZ: number,
		maxX: number,
		maxY: number,
		maxZ: number,
		mask: number,
	): number {
		const f32 = this.#f32;
		this.found = 0;
		let tests = 0;
		let depth = 0;
		this.#stack[depth++] = 0;
		while (depth > 0 && tests < this.#count) {
			const node = this.#stack[--depth];
			if ((this.#below[node] & mask) === 0) continue;
			tests++;
			const word = node * NODE_WORDS;
			if (f32[word] > maxX || f32[word + 3] < minX || f32[word + 1] > maxY || f32[word + 4] < minY) continue;
			if (f32[word + 2] > maxZ || f32[word + 5] < minZ) continue;
			const face = this.#i32[word + FACE];
			if (face < 0) {
				this.#stack[depth++] = this.#i32[word + RIGHT];
				this.#stack[depth++] = this.#i32[word + LEFT];
			} else if ((this.bits[face] & mask) !== 0) this.list[this.found++] = face;
		}
		this.tests += tests;
		return this.found;
	}

	/**
	 * Finds between which points of a line in plan the boxes of faces lie within a distance of it, in a tree whose boxes lie in those above them. Where no face
	 * of the kind is below a node, its box is not tested.
	 *
	 * @param dx direction of the line, of length 1
	 * @param length where it ends, metres
	 * @param span the least and greatest distance from its start, metres, which is widened
	 */
	spanNear(
		x: number,
		y: number,
		dx: number,
		dy: number,
		length: number,
		reach: number,
		mask: number,
		span: Float64Array,
	): void {
		const f32 = this.#f32;
		const i32 = this.#i32;
		const acrossX = Math.abs(dy) / 2;
		const acrossY = Math.abs(dx) / 2;
		let tests = 0;
		let depth = 0;
		this.#stack[depth++] = 0;
		while (depth > 0 && tests < this.#count) {
			const node = this.#stack[--depth];
			if ((this.#below[node] & mask) === 0) continue;
			tests++;
			const word = node * NODE_WORDS;
			const width = f32[word + 3] - f32[word];
			const height = f32[word + 4] - f32[word + 1];
			const px = f32[word] + width / 2 - x;
			const py = f32[word + 1] + height / 2 - y;
			if (Math.abs(dx * py - dy * px) > width * acrossX + height * acrossY + reach) continue;
			const along = px * dx + py * dy;
			const half = width * acrossY + height * acrossX + reach;
			if (along - half > length || along + half < 0) continue;
			const face = i32[word + FACE];
			if (face < 0) {
				// What lies between the ends found so far widens nothing.
				if (along - half >= span[0] && along + half <= span[1]) continue;
				this.#stack[depth++] = i32[word + RIGHT];
				this.#stack[depth++] = i32[word + LEFT];
			} else if ((this.bits[face] & mask) !== 0) {
				if (along - half < span[0]) span[0] = along - half;
				if (along + half > span[1]) span[1] = along + half;
			}
		}
		this.tests += tests;
	}

	/**
	 * Visits faces by the distance of their boxes, the nearest first, and skips those whose box is farther than the nearest face so far. In plan only
	 * if z is NaN.
	 * @param distance returns the squared distance of a face
	 */
	closest(x: number, y: number, z: number, mask: number, distance: (face: number) => number): number {
		let least = Infinity;
		this.face = -1;
		let tests = 0;
		let depth = 0;
		this.#stack[depth++] = 0;
		while (depth > 0 && tests < this.#count) {
			const node = this.#stack[--depth];
			if (!(node >= 0 && node < this.#count)) continue;
			tests++;
			if (this.#boxDistance(node, x, y, z) > least) continue;
			const word = node * NODE_WORDS;
			const face = this.#i32[word + FACE];
			if (face < 0) {
				const left = this.#i32[word + LEFT];
				const right = this.#i32[word + RIGHT];
				const leftFirst = this.#boxDistance(left, x, y, z) <= this.#boxDistance(right, x, y, z);
				this.#stack[depth++] = leftFirst ? right : left;
				this.#stack[depth++] = leftFirst ? left : right;
				continue;
			}
			if ((this.bits[face] & mask) === 0) continue;
			const found = distance(face);
			if (found < least || (found === least && face < this.face)) {
				least = found;
				this.face = face;
			}
		}
		this.tests += tests;
		return least;
	}

	/** Squared distance from a point to the box of a node; Infinity for an index that is no node. */
	#boxDistance(node: number, x: number, y: number, z: number): number {
		if (!(node >= 0 && node < this.#count)) return Infinity;
		const f32 = this.#f32;
		const word = node * NODE_WORDS;
		const dx = Math.max(f32[word] - x, x - f32[word + 3], 0);
		const dy = Math.max(f32[word + 1] - y, y - f32[word + 4], 0);
		const dz = Math.max(f32[word + 2] - z, z - f32[word + 5], 0);
		return dx * dx + dy * dy + (dz > 0 ? dz * dz : 0);
	}
}

function setThree(values: Float64Array, x: number, y: number, z: number): void {
	values[0] = x;
	values[1] = y;
	values[2] = z;
}

/**
 * The planes of nodes whose right child a ray reaches first. Plane +x (1) says that the right child is at a greater x, −x (8) that it is at a lesser
 * x, and so on. A ray towards greater x reaches the right child first in nodes with −x.
 */
function farSides(dx: number, dy: number, dz: number): number {
	return (dx < 0 ? 1 : 8) | (dy < 0 ? 2 : 16) | (dz < 0 ? 4 : 32);
}

function questionsOf(surfaces: Uint32Array, table: SurfaceTable): Uint8Array {
	const bySurface = Uint8Array.from(table.surfaces, ({ walk, walkCheck, lineOfSight }) => {
		const obstacle = !walk && walkCheck ? OBSTACLE : 0;
		return ALL | obstacle | (walk ? WALK : 0) | (walkCheck ? WALK_CHECK : 0) | (lineOfSight ? SIGHT : 0);
	});
	const bits = new Uint8Array(surfaces.length);
	for (let face = 0; face < bits.length; face++) {
		bits[face] = bySurface[surfaces[face]] ?? ALL;
	}
	return bits;
}
