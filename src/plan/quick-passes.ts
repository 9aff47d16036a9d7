import { edgeMiddle } from '../geometry/faces.ts';
import { edgeEnd, type Perimeters } from '../geometry/half-edges.ts';
import { squaredDistanceToSegment } from '../geometry/spatial.ts';
import { FACING } from '../geometry/triangles.ts';
import { between, dot, vec3At } from '../math/vec3.ts';
import type { Walkmesh } from '../model/walkmesh.ts';
import type { PlanGround } from './plan-ground.ts';
import { isFiniteBox, visitBoxPairs } from './plan-index.ts';

/**
 * Quick tests that nearly all ground passes: its open edges keep clear of each other, and it has one floor. Such ground has no cracks, no T-junctions,
 * no near misses and no floor above another, so that these need not be looked for, which takes longer than all other checks together.
 */

/** Open edges farther apart than this in plan, in metres, cannot be the two sides of a crack. */
const CLEAR = 0.1;
/** An edge farther than this from the far end of the next one, in metres, has no near miss with it. */
const SHARP = 0.01;
/** Two edges that begin at one vertex are the sides of a crack only if the cosine between them is above this. */
const ALONG = 0.9;

/** The facts of a room (see `RoomFacts`) that are needed for this. */
interface Borders {
	readonly mesh: Walkmesh;
	readonly open: Uint32Array;
}

interface Floors extends Borders {
	readonly walkable: Uint8Array;
	readonly facings: Uint8Array;
	readonly perimeters: Perimeters;
	readonly ground: PlanGround;
	readonly isClear: boolean;
}

/**
 * True when no open edge comes within `CLEAR` of another one in plan, other than those that it shares an end with. The far ends of these are more than
 * `SHARP` away from it, and more than `CLEAR` where the two run along each other.
 */
export function keepsClear({ mesh, open }: Borders): boolean {
	const boxes = boxesOf(mesh, open);
	if (boxes === undefined) return false;
	let isClear = true;
	visitBoxPairs(boxes, (one, other) => {
		isClear = areClearEdges(mesh, open[one], open[other]);
		return isClear;
	});
	return isClear;
}

/** The boxes of edges in plan, widened so that those touch that come within `CLEAR`; undefined where one is not finite. */
function boxesOf({ positions, faces }: Walkmesh, open: Uint32Array): Float64Array | undefined {
	const boxes = new Float64Array(open.length * 4);
	for (let i = 0; i < open.length; i++) {
		const [a, b] = [faces[open[i]] * 3, faces[edgeEnd(open[i])] * 3];
		boxes[i * 4] = Math.min(positions[a], positions[b]) - CLEAR / 2;
		boxes[i * 4 + 1] = Math.min(positions[a + 1], positions[b + 1]) - CLEAR / 2;
		boxes[i * 4 + 2] = Math.max(positions[a], positions[b]) + CLEAR / 2;
		boxes[i * 4 + 3] = Math.max(positions[a + 1], positions[b + 1]) + CLEAR / 2;
		// A box that is not finite is never found by the index, so its edge would pass without being tested.
		if (!isFiniteBox(boxes, i)) return undefined;
	}
	return boxes;
}

function areClearEdges(mesh: Walkmesh, one: number, other: number): boolean {
	return leave(mesh, one, other) || areApart(mesh, one, other);
}

/** True for edges that share one end and whose far ends keep clear of each other. */
function leave(mesh: Walkmesh, one: number, other: number): boolean {
	const { faces } = mesh;
	const [a, b] = [faces[one], faces[edgeEnd(one)]];
	const [c, d] = [faces[other], faces[edgeEnd(other)]];
	if (a === c) return areClear(mesh, a, b, d);
	if (a === d) return areClear(mesh, a, b, c);
	if (b === c) return areClear(mesh, b, a, d);
	return b === d && areClear(mesh, b, a, c);
}

function areClear({ positions }: Walkmesh, shared: number, one: number, other: number): boolean {
	const from = vec3At(positions, shared);
	const [u, v] = [between(positions, shared, one), between(positions, shared, other)];
	const reach = dot(u, v) > ALONG * Math.sqrt(dot(u, u) * dot(v, v)) ? CLEAR : SHARP;
	return (
		squaredDistanceToSegment(positions, one, { from, to: vec3At(positions, other) }) > reach * reach &&
		squaredDistanceToSegment(positions, other, { from, to: vec3At(positions, one) }) > reach * reach &&
		planAngle(positions, shared, one, other) > LEAST_ANGLE
	);
}

/** The squared sine of the least angle, in plan, between two edges that share an end: at a smaller one they may overlap. */
const LEAST_ANGLE = 1e-6;

/** The squared sine of the angle between two edges in plan; 1 for obtuse angles, 0 for edges without length in plan. */
function planAngle(positions: Float32Array, shared: number, one: number, other: number): number {
	const ux = positions[one * 3] - positions[shared * 3];
	const uy = positions[one * 3 + 1] - positions[shared * 3 + 1];
	const vx = positions[other * 3] - positions[shared * 3];
	const vy = positions[other * 3 + 1] - positions[shared * 3 + 1];
	const lengths = (ux * ux + uy * uy) * (vx * vx + vy * vy);
	if (!(lengths > 0)) return 0;
	return ux * vx + uy * vy <= 0 ? 1 : (ux * vy - uy * vx) ** 2 / lengths;
}

/** True when the two edges are more than 0.1 m apart in plan, though their boxes are not. */
function areApart({ positions, faces }: Walkmesh, one: number, other: number): boolean {
	const [a, b] = [faces[one], faces[edgeEnd(one)]];
	const [c, d] = [faces[other], faces[edgeEnd(other)]];
	if (a === c || a === d || b === c || b === d) return false;
	// They are apart when the line along one of them, widened by the distance, has the other on one side.
	return isBeyond(positions, a, b, c, d) || isBeyond(positions, c, d, a, b);
}

/** True when two vertices lie on one side of a line in plan, and more than 0.1 m from it. */
function isBeyond(positions: Float32Array, from: number, to: number, one: number, other: number): boolean {
	const [x, y] = [positions[from * 3], positions[from * 3 + 1]];
	const [dx, dy] = [positions[to * 3] - x, positions[to * 3 + 1] - y];
	const length = Math.sqrt(dx * dx + dy * dy);
	const p = dx * (positions[one * 3 + 1] - y) - dy * (positions[one * 3] - x);
	const q = dx * (positions[other * 3 + 1] - y) - dy * (positions[other * 3] - x);
	const clear = CLEAR * length;
	return (p > clear && q > clear) || (p < -clear && q < -clear);
}

/** Floors are counted beside each border at this part of the way from the middle of an edge to the third corner of its face. */
const INWARDS = 1e-3;

/**
 * True when it is certain that no walkable face lies over another one: all of them face up, their borders are closed curves that do not touch each
 * other, and beside each of these lies one face. For how many faces lie over each other changes only where a border is crossed, by one; so it is the same all
 * along a border, and no part of the plan is without one.
 */
export function hasOneFloor(facts: Floors): boolean {
	const { mesh, walkable, facings, perimeters, ground } = facts;
	const { up } = FACING;
	for (let face = 0; face < walkable.length; face++) if (walkable[face] === 1 && facings[face] !== up) return false;
	if (!facts.isClear || !areSimple(facts)) return false;
	const points = new Float64Array(perimeters.ends.length * 2);
	for (let loop = 0; loop < perimeters.ends.length; loop++) {
		const edge = perimeters.edges[loop === 0 ? 0 : perimeters.ends[loop - 1]];
		const middle = edgeMiddle(mesh, edge);
		const third = vec3At(mesh.positions, mesh.faces[edgeEnd(edgeEnd(edge))]);
		for (let axis = 0; axis < 2; axis++) points[loop * 2 + axis] = middle[axis] * (1 - INWARDS) + third[axis] * INWARDS;
	}
	return ground.layersAt(points)?.every((count) => count === 1) === true;
}

/** True when each vertex of the border begins one edge of it: where more do, borders touch. */
function areSimple({ mesh, open }: Borders): boolean {
	const begun = new Uint8Array(mesh.positions.length / 3);
	for (const edge of open) {
		if (begun[mesh.faces[edge]] === 1) return false;
		begun[mesh.faces[edge]] = 1;
	}
	return true;
}
