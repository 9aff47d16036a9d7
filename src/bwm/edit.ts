import { type Report, UsageError } from '../findings/report.ts';
import { reportLostTransition } from '../geometry/edges.ts';
import { dropUnusedVertices, flipFaces, perimeterEdges, removeFaces, walkableFirstOrder } from '../geometry/faces.ts';
import { closestOnTriangle } from '../geometry/near-triangle.ts';
import { triangulate } from '../geometry/triangulate.ts';
import { middleOf, vec3At } from '../math/vec3.ts';
import { type SurfaceTable, walkableFaces } from '../model/surfaces.ts';
import { type Hooks, NONE, type Walkmesh } from '../model/walkmesh.ts';
import { doublePlanArea, type PlanTriangle, planOverlap, planWidth } from '../plan/plan-overlap.ts';
import { rangesOf } from '../text/numbers.ts';
import { type BwmFile, type BwmTableName, TABLES, TYPE_AREA, tableWords } from './bwm-file.ts';
import { deriveBwm } from './derive.ts';

/** New values for single entries of a file; faces and edges are numbered as in the file. */
export interface BwmEdits {
	/** Surface id by face. */
	readonly surfaces?: ReadonlyMap<number, number>;
	/** Transition by perimeter edge: the room as an index into the layout, or −1. */
	readonly transitions?: ReadonlyMap<number, number>;
	readonly hooks?: Partial<Hooks>;
	/** Faces whose corners go the other way round. */
	readonly flipped?: readonly number[];
	/** Faces that are removed. */
	readonly deleted?: readonly number[];
	/** An edge of each hole that is filled with ground. */
	readonly filled?: readonly number[];
}

/** The order of the hooks in the header. */
const HOOK_NAMES: readonly (keyof Hooks)[] = ['relative1', 'relative2', 'absolute1', 'absolute2'];

/**
 * Changes some values of a file. A surface or a transition is one word. Only where faces become walkable, or stop being so, other tables change with
 * them: faces are reordered together with their normals and distances, to the bit; the tree keeps its nodes; adjacency, edges and perimeters are
 * derived again. Everything else stays as it was, byte for byte. Where faces are flipped, deleted or added, all tables are derived again. All numbers are those
 * of the file as it is given.
 *
 * @param mesh the meaning of the file, as `walkmeshFromBwm` gives it
 * @param report gets transitions whose edges are not on the perimeter any more
 * @throws UsageError for a face, edge or transition that the file cannot have
 */
export function editBwm(file: BwmFile, mesh: Walkmesh, edits: BwmEdits, table: SurfaceTable, report: Report): BwmFile {
	const { surfaces = new Map(), transitions = new Map(), hooks = {}, flipped = [], deleted = [], filled = [] } = edits;
	requireFaces([...surfaces.keys(), ...flipped, ...deleted], file.materials.length);
	const materials = file.materials.slice();
	for (const [face, surface] of surfaces) materials[face] = surface;
	if (flipped.length + deleted.length + filled.length > 0) {
		const relinked = { ...mesh, surfaces: materials, transitions: relinkedBy(mesh, transitions) };
		const solid = withHolesFilled(relinked, filled, new Set(deleted), table, report);
		const turned = flipFaces(solid, Uint32Array.from(new Set(flipped)));
		const gone = new Uint8Array(turned.surfaces.length);
		for (const face of deleted) gone[face] = 1;
		const left = dropUnusedVertices(removeFaces(turned, gone)).mesh;
		const derived = deriveBwm(left, table, report);
		return { ...derived, position: file.position, hooks: withHooks(file.hooks, hooks) };
	}
	const [before, after] = [walkableFaces(table, file.materials), walkableFaces(table, materials)];
	const sameGround = file.type !== TYPE_AREA || before.every((walkable, face) => walkable === after[face]);
	const changed = sameGround
		? { ...file, materials }
		: withOtherGround({ ...file, materials }, { ...mesh, surfaces: materials }, transitions, table, report);
	const linked = sameGround ? withTransitions(changed, transitions) : changed;
	return { ...linked, hooks: withHooks(file.hooks, hooks) };
}

function requireFaces(faces: readonly number[], count: number): void {
	const beyond = faces.find((face) => face >= count);
	if (beyond === undefined) return;
	const has = count === 0 ? 'The walkmesh has none.' : `The walkmesh has faces 0 to ${count - 1}.`;
	throw new UsageError(`Face ${beyond} does not exist. ${has}`);
}

/** Sets words of the edge table. */
function withTransitions(file: BwmFile, transitions: ReadonlyMap<number, number>): BwmFile {
	const edges = file.edges.slice();
	const rows = new Map<number, number>();
	for (let row = 0; row < edges.length; row += 2) rows.set(edges[row], row);
	for (const [edge, room] of transitions) {
		const row = rows.get(edge);
		if (row === undefined) refuseEdge(edge, file.faces.length, rows);
		edges[row + 1] = room;
	}
	return { ...file, edges };
}

function refuseEdge(edge: number, count: number, perimeter: Pick<ReadonlySet<number>, 'has'>): never {
	if (edge >= count) {
		const has = count === 0 ? 'The walkmesh has none.' : `The walkmesh has edges 0 to ${count - 1}, three a face.`;
		throw new UsageError(`Edge ${edge} does not exist. ${has}`);
	}
	const face = Math.floor(edge / 3);
	const own = [face * 3, face * 3 + 1, face * 3 + 2].filter((each) => perimeter.has(each));
	const other =
		own.length === 0
			? `Face ${face} has no perimeter edge.`
			: `Of face ${face} the perimeter has ${own.length === 1 ? 'edge' : 'edges'} ${own.join(' and ')}.`;
	throw new UsageError(
		`Edge ${edge} (face ${face}) is not on the perimeter, and only perimeter edges link to rooms. ${other}`,
	);
}

/** The file after the set of walkable faces has changed. Transitions are set before faces are reordered, as their edges are numbered as in the file. */
function withOtherGround(
	file: BwmFile,
	mesh: Walkmesh,
	transitions: ReadonlyMap<number, number>,
	table: SurfaceTable,
	report: Report,
): BwmFile {
	const all = relinkedBy(mesh, transitions);
	const { order } = walkableFirstOrder(walkableFaces(table, mesh.surfaces));
	const derived = deriveBwm({ ...mesh, transitions: all }, table, report, { keptTree: file.aabb });
	requirePerimeter(transitions, order, derived);
	const normals = new Float32Array(file.normals.length);
	const distances = new Float32Array(file.distances.length);
	for (const [face, old] of order.entries()) {
		normals.set(file.normals.subarray(old * 3, old * 3 + 3), face * 3);
		distances[face] = file.distances[old];
	}
	return { ...derived, normals, distances, position: file.position, aabbRoot: file.aabbRoot };
}

function relinkedBy(mesh: Walkmesh, transitions: ReadonlyMap<number, number>): Int32Array {
	const all = mesh.transitions.slice();
	for (const [edge, room] of transitions) {
		if (edge >= all.length) refuseEdge(edge, all.length, new Set());
		all[edge] = room;
	}
	return all;
}

/** Vertices about a hole, the other way round than the faces beside it have the edges. */
const ringWithin = ({ faces }: Walkmesh, around: Uint32Array): number[] =>
	[...around].map((each) => faces[each]).reverse();

/** Whether ground lies all around, and not within. What is seen from below runs the other way round: its outside is no hole. */
const isHole = ({ positions, faces }: Walkmesh, around: Uint32Array, ring: readonly number[]): boolean =>
	planArea(positions, ring) > 0 &&
	[...around].every((edge) => planArea(positions, [...faces.subarray(edge - (edge % 3)).subarray(0, 3)]) >= 0);

/** What begins higher than this above the border of a hole hangs over it, metres: people are not as high. */
const HANGING = 2;
/** An upright face this near to the border of a hole stands on it, and faces that share less in plan stand beside each other; metres, square metres. */
const ON_BORDER = 1e-3;
const LEAST_SHARED = 1e-5;

/** The faces that stand in a hole or lie below it: a pillar, a pit, another storey. @param triangles those that would fill it */
function facesWithin({ positions, faces }: Walkmesh, ring: readonly number[], triangles: readonly number[]): number[] {
	const points = ring.map((vertex) => vec3At(positions, vertex));
	const range = [0, 1, 2].map((axis) => points.map((point) => point[axis]));
	const [[x0, x1], [y0, y1], [, top]] = range.map((values) => [Math.min(...values), Math.max(...values)]);
	const patches = Array.from({ length: triangles.length / 3 }, (_, k) => planTriangle(positions, triangles, k));
	const shared = { area: 0, extent: 0, x: 0, y: 0 };
	return Array.from({ length: faces.length / 3 }, (_, face) => face).filter((face) => {
		const corners = [0, 1, 2].map((k) => vec3At(positions, faces[face * 3 + k]));
		const isBeside = ([a, b]: readonly [axis: number, end: readonly [number, number]]): boolean =>
			corners.every((point) => point[a] < b[0] - ON_BORDER) || corners.every((point) => point[a] > b[1] + ON_BORDER);
		if (isBeside([0, [x0, x1]]) || isBeside([1, [y0, y1]])) return false;
		if (corners.every((point) => point[2] > top + HANGING)) return false;
		const own = planTriangle(positions, faces, face);
		if (patches.some((patch) => planOverlap(patch, own, shared) && shared.area > LEAST_SHARED)) return true;
		if (planWidth(own) > ON_BORDER) return false;
		const [x, y] = middleOf(corners);
		return patches.some((patch) => closestOnTriangle(patch, [0, 1, 2], [x, y, Number.NaN], [0, 0, 0]) < ON_BORDER ** 2);
	});
}

/** A face as counter-clockwise in plan. */
function planTriangle(positions: ArrayLike<number>, faces: ArrayLike<number>, face: number): PlanTriangle {
	const corners = [0, 1, 2].map((k) => vec3At(positions, faces[face * 3 + k]));
	const own = Float64Array.from(corners.flat());
	return doublePlanArea(own) < 0 ? Float64Array.from(corners.toReversed().flat()) : own;
}

/** The edges around holes in the ground with nothing in or below them, which can be filled, and not those around the whole of it. */
export function edgesOfHoles(mesh: Walkmesh, table: SurfaceTable): ReadonlySet<number> {
	const { edges, ends } = perimeterEdges(mesh, table);
	const loops = [...ends].map((end, loop) => edges.subarray(loop === 0 ? 0 : ends[loop - 1], end));
	const isEmpty = (loop: Uint32Array): boolean => {
		const ring = ringWithin(mesh, loop);
		if (!isHole(mesh, loop, ring)) return false;
		const { triangles, problem } = triangulate(mesh.positions, ring);
		return problem === undefined && facesWithin(mesh, ring, triangles).length === 0;
	};
	return new Set(loops.flatMap((loop) => (isEmpty(loop) ? [...loop] : [])));
}

/** Lays faces into holes, behind all others, each with the surface of the face at the edge that names its hole. */
function withHolesFilled(
	mesh: Walkmesh,
	named: readonly number[],
	deleted: ReadonlySet<number>,
	table: SurfaceTable,
	report: Report,
): Walkmesh {
	if (named.length === 0) return mesh;
	const { edges, ends } = perimeterEdges(mesh, table);
	const faces = [...mesh.faces];
	const surfaces = [...mesh.surfaces];
	const transitions = [...mesh.transitions];
	const done = new Set<number>();
	for (const edge of named) {
		const at = edges.indexOf(edge);
		if (at < 0) refuseEdge(edge, mesh.faces.length, new Set(edges));
		const loop = ends.findIndex((end) => at < end);
		if (done.has(loop)) continue;
		done.add(loop);
		const around = edges.subarray(loop === 0 ? 0 : ends[loop - 1], ends[loop]);
		const ring = ringWithin(mesh, around);
		if (!isHole(mesh, around, ring))
			throw new UsageError(
				`Edge ${edge} lies on the outside of the ground, not on a hole. A hole has ground all around it.`,
			);
		const { triangles, problem } = triangulate(mesh.positions, ring);
		if (problem !== undefined)
			throw new UsageError(`The hole at edge ${edge} cannot be filled: its outline is no proper polygon (${problem}).`);
		const within = facesWithin(mesh, ring, triangles).filter((face) => !deleted.has(face));
		if (within.length > 0)
			throw new UsageError(
				`The hole at edge ${edge} is not empty: face${within.length === 1 ? '' : 's'} ${rangesOf(within).join(', ')} stand in it or below it. Delete them with it, or leave it open.`,
			);
		for (const inner of around) {
			if (transitions[inner] !== NONE) reportLostTransition(mesh, inner, report);
			transitions[inner] = NONE;
		}
		faces.push(...triangles);
		transitions.push(...triangles.map(() => NONE));
		surfaces.push(...Array.from({ length: triangles.length / 3 }, () => mesh.surfaces[Math.floor(edge / 3)]));
	}
	return {
		...mesh,
		faces: Uint32Array.from(faces),
		surfaces: Uint32Array.from(surfaces),
		transitions: Int32Array.from(transitions),
	};
}

/** Twice the area of a ring seen from above, negative where it runs clockwise. */
function planArea(positions: Float32Array, ring: readonly number[]): number {
	return ring.reduce((sum, a, i) => {
		const b = ring[(i + 1) % ring.length];
		return sum + positions[a * 3] * positions[b * 3 + 1] - positions[b * 3] * positions[a * 3 + 1];
	}, 0);
}

/** Refuses links on edges that are not on the perimeter of the new ground. */
function requirePerimeter(
	transitions: ReadonlyMap<number, number>,
	order: Uint32Array,
	{ edges, faces }: BwmFile,
): void {
	const perimeter = new Set<number>();
	for (let row = 0; row < edges.length; row += 2)
		perimeter.add(order[Math.floor(edges[row] / 3)] * 3 + (edges[row] % 3));
	for (const [edge, room] of transitions)
		if (room !== NONE && !perimeter.has(edge)) refuseEdge(edge, faces.length, perimeter);
}

function withHooks(before: Float32Array, hooks: Partial<Hooks>): Float32Array {
	const after = before.slice();
	for (const [at, name] of HOOK_NAMES.entries()) {
		const point = hooks[name];
		if (point !== undefined) after.set(point, at * 3);
	}
	return after;
}

/** The parts of a file that differ: its tables by name, and `hooks` and `position` of the header. */
export function changedTables(before: BwmFile, after: BwmFile): (BwmTableName | 'hooks' | 'position')[] {
	const tables = TABLES.map(({ name }) => name).filter(
		(name) => !areSame(tableWords(before, name), tableWords(after, name)),
	);
	const header = (['hooks', 'position'] as const).filter(
		(name) => !areSame(wordsOf(before[name]), wordsOf(after[name])),
	);
	return [...header, ...tables];
}

function wordsOf({ buffer, byteOffset, length }: Float32Array): Uint32Array {
	return new Uint32Array(buffer, byteOffset, length);
}

function areSame(a: Uint32Array, b: Uint32Array): boolean {
	return a.length === b.length && a.every((word, i) => word === b[i]);
}
