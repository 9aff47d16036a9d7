import { metres } from '../../src/findings/options.ts';
import { faceMiddle, type Triangles, walkableFirstOrder } from '../../src/geometry/faces.ts';
import { boundsOf } from '../../src/geometry/triangles.ts';
import { addTo } from '../../src/math/arrays.ts';
import { distanceBetween, minus, plus, type Vec3, vec3At, ZERO } from '../../src/math/vec3.ts';
import { type SurfaceTable, walkableFaces } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { type AabbTree, FACE, HIGH_MARGIN, LEFT, LOW_MARGIN, NODE_WORDS, PLANE, RIGHT } from '../../src/tree/tree.ts';
import { type Mdl, type MdlPlacement, type MdlWalkmesh, placementOf, TREE_MARGIN, toModel } from './mdl.ts';

/** In one file: faces are matched once, and everything else is compared through that match. */

/** A face of one mesh that has the corners of a face of the other, whichever corner it begins with. */
interface Counterpart {
	readonly face: number;
	/** How far apart each of the three corners is. */
	readonly distances: readonly number[];
}

/**
 * How many faces a search looks at in all, and how many of those that are still free. A hostile file can heap all its faces on one spot, where
 * looking at each of them for each of the others would take hours.
 */
const MOST_LOOKED_AT = 4096;
const MOST_FREE = 64;

/** The faces of a mesh in a grid of cells, by their centroids: finds the face that has given corners. */
class CounterpartIndex {
	readonly #mesh: Triangles;
	readonly #tolerance: number;
	readonly #cells = new Map<string, number[]>();

	constructor(mesh: Triangles, tolerance: number) {
		this.#mesh = mesh;
		this.#tolerance = tolerance;
		for (let face = 0; face < faceCount(mesh); face++) {
			const key = this.#cellOf(faceMiddle(mesh, face), 0).join(' ');
			addTo(this.#cells, key, face);
		}
	}

	/** The lowest free face whose corners all lie within the tolerance of those of a face of another mesh. @param taken −1 for each free face */
	find(mesh: Triangles, face: number, taken: Int32Array): Counterpart | undefined {
		let best: Counterpart | undefined;
		let looked = 0;
		let free = 0;
		for (const other of this.#near(faceMiddle(mesh, face))) {
			if (looked++ > MOST_LOOKED_AT) break;
			if (taken[other] >= 0) continue;
			if (free++ > MOST_FREE) break;
			const distances = this.#distances(other, mesh, face);
			if (distances !== undefined && (best === undefined || other < best.face)) best = { face: other, distances };
		}
		return best;
	}

	/** The faces in all cells that a point lies in or within the tolerance of. */
	*#near(point: Vec3): Generator<number> {
		const low = this.#cellOf(point, -this.#tolerance);
		const high = this.#cellOf(point, this.#tolerance);
		// Cells are larger than what lies between the two, so along each axis it is one cell or two. Counting up would not end: 1e20 + 1 is 1e20.
		const [xs, ys, zs] = [0, 1, 2].map((axis) => new Set([low[axis], high[axis]]));
		for (const x of xs) for (const y of ys) for (const z of zs) yield* this.#cells.get(`${x} ${y} ${z}`) ?? [];
	}

	/** The cell of a point that is moved by the same distance along each axis. */
	#cellOf(point: Vec3, shift: number): number[] {
		return point.map((value) => Math.floor((value + shift) / (this.#tolerance * 4)));
	}

	/** Distances of the corners, in the first of the three rotations in which all are within the tolerance. */
	#distances(other: number, mesh: Triangles, face: number): number[] | undefined {
		for (let turn = 0; turn < 3; turn++) {
			const distances = cornerDistances(this.#mesh, other, mesh, face, turn);
			if (distances.every((distance) => distance <= this.#tolerance)) return distances;
		}
		return undefined;
	}
}

function faceCount({ faces }: Triangles): number {
	return faces.length / 3;
}

function cornerAt({ positions, faces }: Triangles, face: number, corner = 0): Vec3 {
	return vec3At(positions, faces[face * 3 + corner]);
}

/** How far each corner of a face is from that of a face of another mesh. @param turn how many corners later the first one begins */
function cornerDistances(a: Triangles, faceOfA: number, b: Triangles, faceOfB: number, turn = 0): number[] {
	return [0, 1, 2].map((corner) => {
		const p = cornerAt(a, faceOfA, (corner + turn) % 3);
		const q = cornerAt(b, faceOfB, corner);
		return distanceBetween(p, q);
	});
}

export const TWIN_OPTIONS = {
	tolerance: metres(
		'Corners of model and walkmesh up to this far apart are the same; rooms of the game have up to 1.3 mm.',
		0.002,
		{
			limits: { above: 0, maximum: 0.5 },
		},
	),
};

/** A walkmesh and the tree of its file. */
export interface TwinRoom {
	/** In area space. */
	readonly walkmesh: Walkmesh;
	readonly tree: AabbTree;
}

/** A face whose corners lie elsewhere in the model. */
export interface MovedFace {
	/** Of the walkmesh. */
	readonly face: number;
	/** How far its farthest corner is away, metres. */
	readonly distance: number;
}

/** How two trees differ. */
export interface TreeDifference {
	/** What differs: the face or the children of a node, its box, or its plane. */
	readonly kind: 'shape' | 'box' | 'plane';
	/** How many nodes differ in this way. Always 1 for `shape`: behind a node of another shape nothing can be compared. */
	readonly nodes: number;
	/** The first of them: index of the node in the walkmesh's tree. */
	readonly node: number;
}

/** How the walkmesh within a model and the walkmesh of its room differ. Faces are those of the walkmesh unless said otherwise. */
export interface TwinComparison {
	/** True when nothing differs beyond the tolerance. */
	readonly inStep: boolean;
	/** The greatest distance between corners of faces that both have, in metres. */
	readonly distance: number;
	/** How many of those corners are more than `FAR` apart. */
	readonly farCorners: number;
	/** From where model and layout put the room to where its walkmesh lies, in metres; absent where it lies in the same position. */
	readonly offset?: Vec3;
	/** True when `offset` comes from the node of the model, which was moved since the walkmesh was made. */
	readonly nodeMoved: boolean;
	/** Faces that the model lacks. */
	readonly missing: readonly number[];
	/** Faces of the model that the walkmesh lacks. */
	readonly extra: readonly number[];
	readonly moved: readonly MovedFace[];
	/** Faces with another surface in the model. */
	readonly surfaces: readonly number[];
	/** The first face that stands elsewhere in the order of the model. */
	readonly order?: number;
	readonly tree?: TreeDifference;
	/** Position of the room in the area: that of its layout, or else the one in which most of its faces fit. */
	readonly position: Vec3;
	/** Where a finding about a face is: at its first corner, in area space. */
	at(face: number): Vec3;
	/** The surface that the model has for a face; that of the walkmesh where it lacks the face. */
	surfaceOf(face: number): number;
}

/** Corners of the game's own rooms are hardly ever farther apart, in metres. */
const FAR = 0.001;
/** A face whose corners all lie within this distance of a face of the other mesh counts as that face, moved; in metres. */
const MOST_MOVED = 0.5;
/** With more faces left than this, moved ones are not looked for: each face would be compared with each. */
const MOST_COMPARED = 1000;

/**
 * Compares the AABB node of a room's model with the room's walkmesh: faces and their order (a walkmesh has walkable ones first), surfaces, the tree
 * with its boxes and planes, and the position of the room.
 *
 * @param layoutPosition position of the room in its layout; without it, the position is guessed from the geometry and not compared
 */
export function compareTwin(
	mdl: Mdl,
	twin: MdlWalkmesh,
	{ walkmesh, tree }: TwinRoom,
	layoutPosition: Vec3 | undefined,
	table: SurfaceTable,
	tolerance: number = TWIN_OPTIONS.tolerance.default,
): TwinComparison {
	const placement = placementOf(mdl, twin.node);
	const inModel = { positions: toModel(placement, twin.mesh.positions), faces: twin.mesh.faces };
	const position = layoutPosition ?? guessPosition(inModel, walkmesh, tolerance);
	const { model, match, offset } = align(moved(inModel, position), walkmesh, tolerance);
	const { ofWalkmesh, ofModel, distance, farCorners } = match;
	const { missing, extra, moved: movedFaces } = matchMoved(model, walkmesh, match);
	const surfaces = [...ofWalkmesh.keys()].filter(
		(face) => ofWalkmesh[face] >= 0 && twin.mesh.surfaces[ofWalkmesh[face]] !== walkmesh.surfaces[face],
	);
	const order = firstOutOfOrder(twin, walkmesh, ofModel, table);
	const isComplete = missing.length === 0 && extra.length === 0;
	const boxOffset = isTurned(placement) ? undefined : plus(plus(placement.origin, position), offset ?? ZERO);
	// Faces that moved are reported as such; their boxes, which moved with them, are not reported again.
	const boxTolerance = movedFaces.reduce((most, each) => Math.max(most, each.distance), 0) + tolerance;
	const treeDifference = isComplete ? compareTrees(twin, tree, ofModel, boxOffset, boxTolerance) : undefined;
	const inStep =
		offset === undefined &&
		isComplete &&
		movedFaces.length === 0 &&
		surfaces.length === 0 &&
		order === undefined &&
		treeDifference === undefined;
	return {
		inStep,
		distance,
		farCorners,
		...(offset === undefined ? {} : { offset }),
		nodeMoved: offset !== undefined && isNodeMoved(walkmesh, placement, offset, tolerance),
		missing,
		extra,
		moved: movedFaces,
		surfaces,
		...(order === undefined ? {} : { order }),
		...(treeDifference === undefined ? {} : { tree: treeDifference }),
		position,
		at: (face) => cornerAt(walkmesh, face),
		surfaceOf: (face) => (ofWalkmesh[face] < 0 ? walkmesh.surfaces[face] : twin.mesh.surfaces[ofWalkmesh[face]]),
	};
}

/** A node that is rotated has boxes along other axes than the area. */
function isTurned({ axes }: MdlPlacement): boolean {
	return axes.some((value, i) => Math.abs(value - (i % 4 === 0 ? 1 : 0)) > 1e-6);
}

/** A walkmesh file keeps the position that the node had when it was made. */
function isNodeMoved({ position }: Walkmesh, { origin }: MdlPlacement, offset: Vec3, tolerance: number): boolean {
	return [0, 1, 2].every((axis) => Math.abs(position[axis] - origin[axis] - offset[axis]) <= tolerance);
}

function moved({ positions, faces }: Triangles, by: Vec3): Triangles {
	return { positions: Float64Array.from(positions, (value, i) => value + by[i % 3]), faces };
}

interface Match {
	/** The counterpart of each face of the walkmesh in the model, and the other way round; −1 for none. */
	readonly ofWalkmesh: Int32Array;
	readonly ofModel: Int32Array;
	/** How many faces have a counterpart. */
	readonly matched: number;
	/** See `TwinComparison`. */
	readonly distance: number;
	readonly farCorners: number;
}

/** Matches the model in its position, or, where less than half of the walkmesh fits there, moved by the offset in which more does. */
function align(
	model: Triangles,
	walkmesh: Triangles,
	tolerance: number,
): { readonly model: Triangles; readonly match: Match; readonly offset?: Vec3 } {
	const inPosition = matchFaces(model, walkmesh, tolerance);
	const offset =
		inPosition.matched * 2 >= faceCount(walkmesh)
			? undefined
			: commonOffset(model, walkmesh, tolerance, inPosition.matched);
	if (offset === undefined) return { model, match: inPosition };
	const shifted = moved(model, offset);
	return { model: shifted, match: matchFaces(shifted, walkmesh, tolerance), offset };
}

function matchFaces(model: Triangles, walkmesh: Triangles, tolerance: number): Match {
	const index = new CounterpartIndex(model, tolerance);
	const ofWalkmesh = new Int32Array(faceCount(walkmesh)).fill(-1);
	const ofModel = new Int32Array(faceCount(model)).fill(-1);
	let matched = 0;
	let distance = 0;
	let farCorners = 0;
	for (let face = 0; face < ofWalkmesh.length; face++) {
		const found = index.find(walkmesh, face, ofModel);
		if (found === undefined) continue;
		ofWalkmesh[face] = found.face;
		ofModel[found.face] = face;
		matched++;
		distance = Math.max(distance, ...found.distances);
		farCorners += found.distances.filter((each) => each > FAR).length;
	}
	return { ofWalkmesh, ofModel, matched, distance, farCorners };
}

/** Of the offsets that may be right, the one in which most faces match: more than `matched`, and more than half of the walkmesh. */
function commonOffset(model: Triangles, walkmesh: Triangles, tolerance: number, matched: number): Vec3 | undefined {
	let best: Vec3 | undefined;
	let most = Math.max(matched, faceCount(walkmesh) / 2);
	for (const offset of candidateOffsets(model, walkmesh)) {
		const found = matchFaces(moved(model, offset), walkmesh, tolerance).matched;
		if (found <= most) continue;
		most = found;
		best = offset;
	}
	return best;
}

/** The position of a room that has no layout: the one in which most faces of its model lie on the walkmesh. */
function guessPosition(model: Triangles, walkmesh: Triangles, tolerance: number): Vec3 {
	return commonOffset(model, walkmesh, tolerance, -1) ?? candidateOffsets(model, walkmesh)[0] ?? ZERO;
}

/** How many faces of the walkmesh are looked for in the model, and how far apart the corners of faces of the same shape may be, in metres. */
const SAMPLES = 16;
const SAME_SHAPE = 0.004;

/** Offsets from the model to the walkmesh: between corners of their bounding boxes, and between faces of the same shape. */
function candidateOffsets(model: Triangles, walkmesh: Triangles): Vec3[] {
	const a = boundsOf(model.positions);
	const b = boundsOf(walkmesh.positions);
	if (a === undefined || b === undefined) return [];
	const offsets: Vec3[] = [
		[b[0] - a[0], b[1] - a[1], b[2] - a[2]],
		[b[3] - a[3], b[4] - a[4], b[5] - a[5]],
	];
	const modelShapes = new CounterpartIndex(shapes(model), SAME_SHAPE);
	const walkmeshShapes = shapes(walkmesh);
	const free = new Int32Array(faceCount(model)).fill(-1);
	const count = faceCount(walkmesh);
	// From all parts of the room: one face whose shape no other has gives the right offset.
	for (let i = 0; i < Math.min(SAMPLES, count); i++) {
		const face = Math.floor((i * count) / Math.min(SAMPLES, count));
		const found = modelShapes.find(walkmeshShapes, face, free);
		if (found === undefined) continue;
		const from = cornerAt(model, found.face);
		const to = cornerAt(walkmesh, face);
		offsets.push(minus(to, from));
	}
	return offsets;
}

/** Each face with its first corner at the origin. */
function shapes({ positions, faces }: Triangles): Triangles {
	const result = new Float64Array(faces.length * 3);
	for (let corner = 0; corner < faces.length; corner++) {
		const first = faces[corner - (corner % 3)] * 3;
		for (let axis = 0; axis < 3; axis++)
			result[corner * 3 + axis] = positions[faces[corner] * 3 + axis] - positions[first + axis];
	}
	return { positions: result, faces: Uint32Array.from(faces, (_, i) => i) };
}

/** Faces of the walkmesh and of the model without a counterpart, and those that have one nearby. */
interface Unmatched {
	readonly missing: readonly number[];
	readonly extra: readonly number[];
	readonly moved: readonly MovedFace[];
}

/** Pairs faces without a counterpart that lie close to each other, and enters them into the match. */
function matchMoved(model: Triangles, walkmesh: Triangles, { ofWalkmesh, ofModel }: Match): Unmatched {
	const missing = unmatched(ofWalkmesh);
	const extra = unmatched(ofModel);
	const pairs: MovedFace[] = [];
	if (missing.length > MOST_COMPARED || extra.length > MOST_COMPARED) return { missing, extra, moved: pairs };
	for (const face of missing) {
		let best: { other: number; distance: number } | undefined;
		for (const other of extra) {
			if (ofModel[other] >= 0) continue;
			const distance = Math.max(...cornerDistances(model, other, walkmesh, face));
			if (distance <= MOST_MOVED && (best === undefined || distance < best.distance)) best = { other, distance };
		}
		if (best === undefined) continue;
		ofWalkmesh[face] = best.other;
		ofModel[best.other] = face;
		pairs.push({ face, distance: best.distance });
	}
	return { missing: unmatched(ofWalkmesh), extra: unmatched(ofModel), moved: pairs };
}

function unmatched(counterparts: Int32Array): number[] {
	return [...counterparts.keys()].filter((face) => counterparts[face] < 0);
}

/**
 * Puts the walkable faces of the model first, as a walkmesh has them, and looks whether their counterparts then come in the order of the walkmesh.
 * @returns the first face of the walkmesh that does not
 */
function firstOutOfOrder(
	{ mesh }: MdlWalkmesh,
	walkmesh: Walkmesh,
	ofModel: Int32Array,
	table: SurfaceTable,
): number | undefined {
	const surfaces = mesh.surfaces.map((surface, face) =>
		ofModel[face] < 0 ? surface : walkmesh.surfaces[ofModel[face]],
	);
	const { order } = walkableFirstOrder(walkableFaces(table, surfaces));
	let last = -1;
	for (const face of order) {
		const counterpart = ofModel[face];
		if (counterpart < 0) continue;
		if (counterpart < last) return counterpart;
		last = counterpart;
	}
	return undefined;
}

/** Descends both trees at once. @param offset what to add to the boxes of the model; undefined where they cannot be compared */
function compareTrees(
	{ tree: model }: MdlWalkmesh,
	walkmesh: AabbTree,
	ofModel: Int32Array,
	offset: Vec3 | undefined,
	tolerance: number,
): TreeDifference | undefined {
	if (model === undefined || walkmesh.nodeCount === 0)
		return (model?.nodeCount ?? 1) === walkmesh.nodeCount ? undefined : { kind: 'shape', nodes: 1, node: 0 };
	if (model.nodeCount === 0) return { kind: 'shape', nodes: 1, node: 0 };
	const found = { box: [] as number[], plane: [] as number[] };
	const waiting: [number, number][] = [[0, 0]];
	let visits = 0;
	for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
		const [a, b] = next;
		if (!(a >= 0 && a < model.nodeCount && b >= 0 && b < walkmesh.nodeCount) || visits++ >= model.nodeCount)
			return { kind: 'shape', nodes: 1, node: Math.max(0, b) };
		const [wa, wb] = [a * NODE_WORDS, b * NODE_WORDS];
		const face = model.i32[wa + FACE];
		if ((face < 0 ? -1 : ofModel[face]) !== walkmesh.i32[wb + FACE]) return { kind: 'shape', nodes: 1, node: b };
		if (offset !== undefined && !boxesAgree(model.f32, wa, walkmesh.f32, wb, offset, tolerance)) found.box.push(b);
		if (face >= 0) continue;
		if (model.i32[wa + PLANE] !== walkmesh.i32[wb + PLANE] && !isNearTie(walkmesh, wb, tolerance)) found.plane.push(b);
		waiting.push([model.i32[wa + RIGHT], walkmesh.i32[wb + RIGHT]], [model.i32[wa + LEFT], walkmesh.i32[wb + LEFT]]);
	}
	for (const kind of ['box', 'plane'] as const)
		if (found[kind].length > 0) return { kind, nodes: found[kind].length, node: Math.min(...found[kind]) };
	return undefined;
}

/** Compares the boxes without their margins, which differ. @param wa @param wb words that the nodes of model and walkmesh begin at */
function boxesAgree(
	a: Float32Array,
	wa: number,
	b: Float32Array,
	wb: number,
	offset: Vec3,
	tolerance: number,
): boolean {
	return [0, 1, 2].every(
		(axis) =>
			Math.abs(b[wb + axis] + LOW_MARGIN - a[wa + axis] - offset[axis]) <= tolerance &&
			Math.abs(b[wb + 3 + axis] - HIGH_MARGIN - (a[wa + 3 + axis] - TREE_MARGIN) - offset[axis]) <= tolerance,
	);
}

/** True where the children of a node are equally far apart along two axes, or not apart at all: there rounding decides which plane it has. */
function isNearTie({ f32, i32 }: AabbTree, word: number, tolerance: number): boolean {
	const left = i32[word + LEFT] * NODE_WORDS;
	const right = i32[word + RIGHT] * NODE_WORDS;
	const [first, second] = [0, 1, 2]
		.map((axis) => Math.abs(f32[right + axis] + f32[right + 3 + axis] - f32[left + axis] - f32[left + 3 + axis]) / 2)
		.sort((a, b) => b - a);
	return !(first - second > 2 * tolerance);
}
