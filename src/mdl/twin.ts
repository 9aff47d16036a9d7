import { type AabbTree, FACE, HIGH_MARGIN, LEFT, LOW_MARGIN, NODE_WORDS, PLANE, RIGHT } from '../aabb/tree.ts';
import { boundsOf } from '../mesh/triangles.ts';
import type { Vec3 } from '../mesh/vec3.ts';
import { plus } from '../mesh/vec3.ts';
import { metres } from '../options/options.ts';
import { walkableFirstOrder } from '../walkmesh/faces.ts';
import { type SurfaceTable, walkableFaces } from '../walkmesh/surfaces.ts';
import type { Walkmesh } from '../walkmesh/walkmesh.ts';
import { type Mdl, type MdlWalkmesh, placementOf, TREE_MARGIN, toModel } from './mdl.ts';

/** Corners and faces, whatever they belong to. */
interface Triangles {
	readonly positions: ArrayLike<number>;
	readonly faces: ArrayLike<number>;
}

/** A face with the same corners. */
export interface FoundFace {
	readonly face: number;
	/** How far apart each of the corners is. */
	readonly distances: readonly number[];
}

/** So many free faces at one place are looked at, and so many in all: heaps of faces are no reason to look at each for each. */
const MOST_AT_ONE_PLACE = 64;
const MOST_LOOKED_AT = 4096;

/** Faces by where their middle is, to find the one with given corners. */
class FaceIndex {
	readonly #mesh: Triangles;
	readonly #tolerance: number;
	readonly #cells = new Map<string, number[]>();

	constructor(mesh: Triangles, tolerance: number) {
		this.#mesh = mesh;
		this.#tolerance = tolerance;
		for (let face = 0; face < mesh.faces.length / 3; face++) {
			const key = middleOf(mesh, face)
				.map((value) => Math.floor(value / this.#size))
				.join(' ');
			const cell = this.#cells.get(key);
			if (cell === undefined) this.#cells.set(key, [face]);
			else cell.push(face);
		}
	}

	get #size(): number {
		return this.#tolerance * 4;
	}

	/** The first free face that has the corners of a face of another mesh, in the same sense, each within the tolerance. @param taken −1 for free ones */
	find(mesh: Triangles, face: number, taken: Int32Array): FoundFace | undefined {
		const middle = middleOf(mesh, face);
		const low = middle.map((value) => Math.floor((value - this.#tolerance) / this.#size));
		const high = middle.map((value) => Math.floor((value + this.#tolerance) / this.#size));
		let best: FoundFace | undefined;
		let looked = 0;
		let free = 0;
		for (let x = low[0]; x <= high[0]; x++)
			for (let y = low[1]; y <= high[1]; y++)
				for (let z = low[2]; z <= high[2]; z++)
					for (const other of this.#cells.get(`${x} ${y} ${z}`) ?? []) {
						if (looked++ > MOST_LOOKED_AT) return best;
						if (taken[other] >= 0) continue;
						if (free++ > MOST_AT_ONE_PLACE) return best;
						const distances = this.#distances(other, mesh, face);
						if (distances !== undefined && (best === undefined || other < best.face)) best = { face: other, distances };
					}
		return best;
	}

	/** Undefined unless all are within the tolerance, begun at whichever corner. */
	#distances(other: number, mesh: Triangles, face: number): number[] | undefined {
		for (let turn = 0; turn < 3; turn++) {
			const distances = [0, 1, 2].map((corner) => {
				const a = this.#mesh.faces[other * 3 + ((corner + turn) % 3)] * 3;
				const b = mesh.faces[face * 3 + corner] * 3;
				const p = this.#mesh.positions;
				const q = mesh.positions;
				return Math.hypot(p[a] - q[b], p[a + 1] - q[b + 1], p[a + 2] - q[b + 2]);
			});
			if (distances.every((distance) => distance <= this.#tolerance)) return distances;
		}
		return undefined;
	}
}

function middleOf({ positions, faces }: Triangles, face: number): [number, number, number] {
	const [a, b, c] = [faces[face * 3] * 3, faces[face * 3 + 1] * 3, faces[face * 3 + 2] * 3];
	return [0, 1, 2].map((axis) => (positions[a + axis] + positions[b + axis] + positions[c + axis]) / 3) as [
		number,
		number,
		number,
	];
}

export const TWIN_OPTIONS = {
	tolerance: metres(
		0.002,
		'Corners of model and walkmesh up to this far apart are the same; rooms of the game have up to 1.3 mm.',
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

/** Where two trees part. */
export interface TreeDifference {
	/** What differs: which faces and branches a node has, its box, or its plane. */
	readonly kind: 'shape' | 'box' | 'plane';
	/** Nodes that differ so; at the first one of another shape comparing ends. */
	readonly nodes: number;
	/** The first of them, in the walkmesh. */
	readonly node: number;
}

/** How the walkmesh within a model and the walkmesh of its room differ. Faces are those of the walkmesh unless said otherwise. */
export interface TwinComparison {
	/** True when nothing differs beyond the tolerance. */
	readonly inStep: boolean;
	/** How far the corners of faces that agree are apart at most, metres, and how many are farther than 1 mm. */
	readonly distance: number;
	readonly farCorners: number;
	/** The way from where model and layout put the room to where its walkmesh is; absent where that is no difference. */
	readonly offset?: Vec3;
	/** True when the node of the model was moved by that since the walkmesh was made. */
	readonly nodeMoved: boolean;
	/** Faces that the model does not have. */
	readonly missing: readonly number[];
	/** Faces of the model that the walkmesh does not have. */
	readonly extra: readonly number[];
	readonly moved: readonly MovedFace[];
	/** Faces with another surface in the model. */
	readonly surfaces: readonly number[];
	/** The first face that stands elsewhere in the order of the model. */
	readonly order?: number;
	readonly tree?: TreeDifference;
	/** Where the room is taken to be in the area: by its layout, or else where most of its faces fit. */
	readonly place: Vec3;
	/** Where a face is, for findings: its first corner, area space. */
	at(face: number): Vec3;
	/** The surface that the model has for a face; that of the walkmesh where it lacks the face. */
	surfaceOf(face: number): number;
}

/** A corner of a face of the game's own rooms is hardly ever farther away. */
const FAR = 0.001;
/** Faces whose corners lie no farther from those of the model than this count as moved, not as other faces. */
const MOST_MOVED = 0.5;
/** So many faces that have no fellow are compared with each other. */
const MOST_COMPARED = 1000;

/**
 * Compares the AABB node of a room's model with the room's walkmesh: faces in order (once those of the model that can be walked on stand first),
 * surfaces, tree with its boxes and planes, and the place.
 *
 * @param at the position of the room in its layout; without it the place is not compared
 */
export function compareTwin(
	mdl: Mdl,
	twin: MdlWalkmesh,
	{ walkmesh, tree }: TwinRoom,
	at: Vec3 | undefined,
	table: SurfaceTable,
	tolerance: number = TWIN_OPTIONS.tolerance.default,
): TwinComparison {
	const placement = placementOf(mdl, twin.node);
	const local = { positions: toModel(placement, twin.mesh.positions), faces: twin.mesh.faces };
	const place = at ?? placeByGeometry(local, walkmesh, tolerance);
	const placed = moved(local, place);
	const direct = match(placed, walkmesh, tolerance);
	const shift =
		direct.matched * 2 >= walkmesh.surfaces.length
			? undefined
			: commonOffset(placed, walkmesh, tolerance, direct.matched);
	const found = shift === undefined ? direct : match(moved(placed, shift), walkmesh, tolerance);
	const { ofWalkmesh, ofModel } = found;
	const aligned = shift === undefined ? placed : moved(placed, shift);
	const { missing, extra, pairs } = leftOver(aligned, walkmesh, ofWalkmesh, ofModel);
	for (const { face, other } of pairs) {
		ofWalkmesh[face] = other;
		ofModel[other] = face;
	}
	const surfaces: number[] = [];
	ofWalkmesh.forEach((other, face) => {
		if (other >= 0 && twin.mesh.surfaces[other] !== walkmesh.surfaces[face]) surfaces.push(face);
	});
	const order = firstOutOfOrder(twin, walkmesh, ofModel, table);
	const isComplete = missing.length === 0 && extra.length === 0;
	const isTurned = placement.axes.some((value, i) => Math.abs(value - (i % 4 === 0 ? 1 : 0)) > 1e-6);
	const boxAt = isTurned ? undefined : plus(plus(placement.origin, place), shift ?? [0, 0, 0]);
	// Boxes follow moved corners, which are told already.
	const boxTolerance = pairs.reduce((most, { distance }) => Math.max(most, distance), 0) + tolerance;
	const treeDifference = isComplete ? compareTrees(twin, tree, ofModel, boxAt, boxTolerance) : undefined;
	const inStep =
		shift === undefined &&
		isComplete &&
		pairs.length === 0 &&
		surfaces.length === 0 &&
		order === undefined &&
		treeDifference === undefined;
	const nodeMoved =
		shift !== undefined &&
		[0, 1, 2].every((axis) => Math.abs(walkmesh.position[axis] - placement.origin[axis] - shift[axis]) <= tolerance);
	return {
		inStep,
		distance: found.distance,
		farCorners: found.farCorners,
		...(shift === undefined ? {} : { offset: shift }),
		nodeMoved,
		missing,
		extra,
		moved: pairs.map(({ face, distance }) => ({ face, distance })),
		surfaces,
		...(order === undefined ? {} : { order }),
		...(treeDifference === undefined ? {} : { tree: treeDifference }),
		place,
		at: (face) => cornerAt(walkmesh, face),
		surfaceOf: (face) => (ofWalkmesh[face] < 0 ? walkmesh.surfaces[face] : twin.mesh.surfaces[ofWalkmesh[face]]),
	};
}

function cornerAt({ positions, faces }: Triangles, face: number): Vec3 {
	const v = faces[face * 3] * 3;
	return [positions[v], positions[v + 1], positions[v + 2]];
}

function moved({ positions, faces }: Triangles, by: Vec3): Triangles {
	return { positions: Float64Array.from(positions, (value, i) => value + by[i % 3]), faces };
}

interface Match {
	/** Of each face of the walkmesh its fellow in the model, and the other way round; −1 for none. */
	readonly ofWalkmesh: Int32Array;
	readonly ofModel: Int32Array;
	readonly matched: number;
	readonly distance: number;
	readonly farCorners: number;
}

/** Finds the fellow of each face: the one with the same corners, begun at any of them. */
function match(model: Triangles, walkmesh: Triangles, tolerance: number): Match {
	const index = new FaceIndex(model, tolerance);
	const ofWalkmesh = new Int32Array(walkmesh.faces.length / 3).fill(-1);
	const ofModel = new Int32Array(model.faces.length / 3).fill(-1);
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

/** The offset that brings more faces together, where one does. */
function commonOffset(model: Triangles, walkmesh: Triangles, tolerance: number, matched: number): Vec3 | undefined {
	let best: Vec3 | undefined;
	let most = Math.max(matched, walkmesh.faces.length / 6);
	for (const offset of candidates(model, walkmesh)) {
		const found = match(moved(model, offset), walkmesh, tolerance).matched;
		if (found <= most) continue;
		most = found;
		best = offset;
	}
	return best;
}

/** Where a room of no layout would be for its model to fit: where most of the faces do. */
function placeByGeometry(model: Triangles, walkmesh: Triangles, tolerance: number): Vec3 {
	return commonOffset(model, walkmesh, tolerance, -1) ?? candidates(model, walkmesh)[0] ?? [0, 0, 0];
}

/** Ways from the model to the walkmesh: by their boxes, and by faces that look alike. */
function candidates(model: Triangles, walkmesh: Triangles): Vec3[] {
	const a = boundsOf(model.positions);
	const b = boundsOf(walkmesh.positions);
	if (a === undefined || b === undefined) return [];
	const low: Vec3 = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
	const high: Vec3 = [b[3] - a[3], b[4] - a[4], b[5] - a[5]];
	const offsets = [low, high];
	const alike = new FaceIndex(shapes(model), 0.004);
	const own = shapes(walkmesh);
	const free = new Int32Array(model.faces.length / 3).fill(-1);
	const faces = walkmesh.faces.length / 3;
	// Some faces of all parts of the room; one that looks like no other is enough.
	for (let i = 0; i < Math.min(16, faces); i++) {
		const face = Math.floor((i * faces) / Math.min(16, faces));
		const found = alike.find(own, face, free);
		if (found === undefined) continue;
		const from = cornerAt(model, found.face);
		const to = cornerAt(walkmesh, face);
		offsets.push([to[0] - from[0], to[1] - from[1], to[2] - from[2]]);
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

interface LeftOver {
	readonly missing: number[];
	readonly extra: number[];
	readonly pairs: { readonly face: number; readonly other: number; readonly distance: number }[];
}

/** Of faces without a fellow those that are each other's, moved. */
function leftOver(model: Triangles, walkmesh: Triangles, ofWalkmesh: Int32Array, ofModel: Int32Array): LeftOver {
	const missing = alone(ofWalkmesh);
	const extra = alone(ofModel);
	const pairs: LeftOver['pairs'] = [];
	if (missing.length > MOST_COMPARED || extra.length > MOST_COMPARED) return { missing, extra, pairs };
	const taken = new Set<number>();
	const left = missing.filter((face) => {
		let best: { other: number; distance: number } | undefined;
		for (const other of extra) {
			if (taken.has(other)) continue;
			const distance = Math.max(...cornerDistances(model, other, walkmesh, face));
			if (distance <= MOST_MOVED && (best === undefined || distance < best.distance)) best = { other, distance };
		}
		if (best === undefined) return true;
		taken.add(best.other);
		pairs.push({ face, ...best });
		return false;
	});
	return { missing: left, extra: extra.filter((face) => !taken.has(face)), pairs };
}

function alone(fellows: Int32Array): number[] {
	return [...fellows.keys()].filter((face) => fellows[face] < 0);
}

function cornerDistances(model: Triangles, other: number, walkmesh: Triangles, face: number): number[] {
	return [0, 1, 2].map((corner) => {
		const a = model.faces[other * 3 + corner] * 3;
		const b = walkmesh.faces[face * 3 + corner] * 3;
		return Math.hypot(...[0, 1, 2].map((axis) => model.positions[a + axis] - walkmesh.positions[b + axis]));
	});
}

/** The model's faces in the order that a walkmesh would have them in; faces of one have to come in the order of the other. */
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
		const fellow = ofModel[face];
		if (fellow < 0) continue;
		if (fellow < last) return fellow;
		last = fellow;
	}
	return undefined;
}

/** Down both trees at once. @param at what to add to the boxes of the model; undefined where they cannot be compared */
function compareTrees(
	{ tree: model }: MdlWalkmesh,
	walkmesh: AabbTree,
	ofModel: Int32Array,
	at: Vec3 | undefined,
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
		if (at !== undefined && !boxesAgree(model.f32, wa, walkmesh.f32, wb, at, tolerance)) found.box.push(b);
		if (face >= 0) continue;
		if (model.i32[wa + PLANE] !== walkmesh.i32[wb + PLANE] && !isNearTie(walkmesh, wb, tolerance)) found.plane.push(b);
		waiting.push([model.i32[wa + RIGHT], walkmesh.i32[wb + RIGHT]], [model.i32[wa + LEFT], walkmesh.i32[wb + LEFT]]);
	}
	for (const kind of ['box', 'plane'] as const)
		if (found[kind].length > 0) return { kind, nodes: found[kind].length, node: Math.min(...found[kind]) };
	return undefined;
}

function boxesAgree(a: Float32Array, wa: number, b: Float32Array, wb: number, at: Vec3, tolerance: number): boolean {
	return [0, 1, 2].every(
		(axis) =>
			Math.abs(b[wb + axis] + LOW_MARGIN - a[wa + axis] - at[axis]) <= tolerance &&
			Math.abs(b[wb + 3 + axis] - HIGH_MARGIN - (a[wa + 3 + axis] - TREE_MARGIN) - at[axis]) <= tolerance,
	);
}

/** True where the children of a node are as far apart along two axes, or at one place: rounding decides which plane it has. */
function isNearTie({ f32, i32 }: AabbTree, word: number, tolerance: number): boolean {
	const left = i32[word + LEFT] * NODE_WORDS;
	const right = i32[word + RIGHT] * NODE_WORDS;
	const [first, second] = [0, 1, 2]
		.map((axis) => Math.abs(f32[right + axis] + f32[right + 3 + axis] - f32[left + axis] - f32[left + 3 + axis]) / 2)
		.sort((a, b) => b - a);
	return !(first - second > 2 * tolerance);
}
