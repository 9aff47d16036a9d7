import { checkAabbTree } from '../aabb/check.ts';
import type { AabbCheck, AabbCheckLists } from '../aabb/check-lists.ts';
import { type AabbTree, NODE_WORDS } from '../aabb/tree.ts';
import { type BwmFile, TYPE_AREA } from '../bwm/bwm-file.ts';
import { edgeMiddle } from '../bwm/derive.ts';
import { DERIVE_FINDINGS } from '../bwm/findings.ts';
import type { Location, Report } from '../findings/report.ts';
import { coincidentVertices } from '../mesh/coincident.ts';
import { buildAdjacency, walkPerimeters } from '../mesh/half-edges.ts';
import { facePlace } from '../mesh/locations.ts';
import { faceArea, faceNormals, planarDistances } from '../mesh/triangles.ts';
import { type Vec3, vec3At } from '../mesh/vec3.ts';
import { sortWalkableFirst } from '../walkmesh/face-order.ts';
import { type SurfaceTable, walkableFaces } from '../walkmesh/surfaces.ts';
import type { Walkmesh } from '../walkmesh/walkmesh.ts';
import { countIslands } from './facts.ts';
import { SURVEY_FINDINGS } from './findings.ts';

/** How a tree is built. */
export interface TreeFacts {
	readonly nodes: number;
	/** Levels below the root, the longest way down. */
	readonly depth: number;
	/** The depth that no tree over as many faces can do without. */
	readonly leastDepth: number;
	/** Every face can be found through it. */
	readonly complete: boolean;
	/** Least margin of leaf boxes about their faces, metres; 0.01 and 0.0101 in the game's files. */
	readonly marginBelow: number;
	readonly marginAbove: number;
}

/** @param mesh with its faces in the order that the leaves number them */
export function treeFacts(tree: AabbTree, mesh: Walkmesh): TreeFacts {
	const { depth, complete, marginBelow, marginAbove } = checkAabbTree(tree, mesh.positions, mesh.faces);
	const leastDepth = Math.ceil(Math.log2(Math.max(1, mesh.surfaces.length)));
	return { nodes: tree.nodeCount, depth, leastDepth, complete, marginBelow, marginAbove };
}

/** Boxes of the game reach 0.01 m beyond their face; some tools leave nothing, and flat faces then have empty boxes. */
const LEAST_MARGIN = 0.005;

/** What each list of a check means for who reads it; in the order of harm. */
const PROBLEMS: Readonly<Record<Exclude<keyof AabbCheckLists, 'planesOther'>, (count: number) => string>> = {
	childrenUnknown: (n) => `${n} children are no nodes of it: characters cannot move there`,
	nodesShared: (n) => `${n} nodes have more than one parent`,
	nodesUnreachable: (n) => `${n} nodes cannot be reached from its root`,
	facesMissing: (n) => `${n} faces are not in it: nothing stands or stops there`,
	facesRepeated: (n) => `${n} faces are in it more than once`,
	facesUnknown: (n) => `${n} leaves name faces that do not exist`,
	leavesWithChildren: (n) => `${n} leaves have children`,
	leavesTooSmall: (n) => `${n} leaf boxes do not hold their face`,
	boxesTooSmall: (n) => `${n} boxes do not hold those of their children`,
	planesUnknown: (n) => `${n} nodes have a split plane that no file of the game has`,
	fixedOther: (n) => `${n} nodes do not have 4 in their fixed field`,
	leftNotNext: (n) => `${n} left children are not the next node`,
	notPreOrder: (n) => `${n} nodes are not in pre-order`,
};

/** Lists that are about faces, so that a place can be named. */
const ABOUT_FACES = new Set<keyof AabbCheckLists>(['facesMissing', 'facesRepeated']);

/** Reports what is wrong with the tree of a file. @param mesh with its faces in the order that the leaves number them */
export function surveyTree(file: BwmFile, mesh: Walkmesh, report: Report): void {
	const check: AabbCheck = checkAabbTree(file.aabb, mesh.positions, mesh.faces);
	for (const [list, describe] of Object.entries(PROBLEMS) as [keyof typeof PROBLEMS, (count: number) => string][]) {
		const { count, first } = check[list];
		if (count === 0) continue;
		const place = ABOUT_FACES.has(list) && first.length > 0 ? facePlace(mesh, first[0]) : {};
		report.add(SURVEY_FINDINGS.TABLE_TREE, place, { problem: describe(count) });
	}
	if (check.planesOther.count > 0) report.add(SURVEY_FINDINGS.TABLE_TREE_PLANE, {}, { count: check.planesOther.count });
	const margin = Math.min(check.marginBelow, check.marginAbove);
	if (margin >= 0 && margin < LEAST_MARGIN) {
		const problem = `its leaf boxes leave ${Number(margin.toFixed(4))} m around their faces; the game leaves 0.01`;
		report.add(SURVEY_FINDINGS.TABLE_TREE, {}, { problem });
	}
}

/** Normals of other tools' files differ by rounding; more than this is another normal. */
const NORMAL_TOLERANCE = 1e-3;
/** Planar distances are compared relative to the coordinates, in metres. */
const DISTANCE_TOLERANCE = 1e-3;

/** Reports every table of a file that disagrees with what its geometry says. Nothing is changed. */
export function surveyBwm(file: BwmFile, mesh: Walkmesh, table: SurfaceTable, report: Report): void {
	surveyNormals(file, report);
	if (file.type !== TYPE_AREA) return;
	const walk = walkableFaces(table, file.materials);
	const walkableCount = walk.reduce((sum, flag) => sum + flag, 0);
	if (walk.lastIndexOf(1) >= walkableCount) report.add(SURVEY_FINDINGS.TABLE_FACE_ORDER, { face: walk.indexOf(0) }, {});
	else surveyLinks(file, walkableCount, report);
	if (file.aabbRoot !== 0) report.add(SURVEY_FINDINGS.TABLE_ROOT, {}, { root: file.aabbRoot });
	surveyTree(file, mesh, report);
}

function surveyNormals(file: BwmFile, report: Report): void {
	const expected = faceNormals(file.vertices, file.faces);
	let count = 0;
	let zero = 0;
	for (let i = 0; i < expected.length; i += 3) {
		const [x, y, z] = vec3At(file.normals, i / 3);
		if (Math.hypot(x - expected[i], y - expected[i + 1], z - expected[i + 2]) <= NORMAL_TOLERANCE) continue;
		// Without area there is no normal to agree with.
		if (!hasArea(file, i / 3)) continue;
		count++;
		if (x === 0 && y === 0 && z === 0) zero++;
	}
	if (count > 0) report.add(SURVEY_FINDINGS.TABLE_NORMALS, {}, { count, zero });
	const distances = planarDistances(file.vertices, file.faces, file.normals);
	let wrong = 0;
	for (let face = 0; face < distances.length; face++) {
		const tolerance = DISTANCE_TOLERANCE + Math.abs(distances[face]) * 1e-6;
		if (!(Math.abs(distances[face] - file.distances[face]) <= tolerance)) wrong++;
	}
	if (wrong > 0) report.add(SURVEY_FINDINGS.TABLE_DISTANCES, {}, { count: wrong });
}

function hasArea(file: BwmFile, face: number): boolean {
	const [a, b, c] = [0, 1, 2].map((corner) => vec3At(file.vertices, file.faces[face * 3 + corner]));
	const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
	const v = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
	return Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) > 1e-5;
}

function surveyLinks(file: BwmFile, walkableCount: number, report: Report): void {
	const { neighbours } = buildAdjacency(file.faces, walkableCount, file.vertices.length / 3);
	const rows = file.adjacency.length / 3;
	let count = 0;
	if (rows === walkableCount)
		for (let i = 0; i < neighbours.length; i++) if (neighbours[i] !== file.adjacency[i]) count++;
	if (count > 0 || rows !== walkableCount)
		report.add(SURVEY_FINDINGS.TABLE_ADJACENCY, {}, { count, rows, expected: walkableCount });

	const { edges, ends } = walkPerimeters(neighbours);
	const sameEdges = edges.length * 2 === file.edges.length && edges.every((edge, row) => edge === file.edges[row * 2]);
	if (!sameEdges) report.add(SURVEY_FINDINGS.TABLE_EDGES, {}, { rows: file.edges.length / 2, expected: edges.length });
	const sameEnds = ends.length === file.perimeters.length && ends.every((end, loop) => end === file.perimeters[loop]);
	if (!sameEnds)
		report.add(SURVEY_FINDINGS.TABLE_PERIMETERS, {}, { rows: file.perimeters.length, expected: ends.length });
}

/** Below this many square metres a face counts as having no area. */
const NO_AREA = 1e-9;
/** A walkable face whose normal is less than this far from the horizontal counts as vertical. */
const VERTICAL = 1e-4;

/** Reports the habits of a walkmesh's geometry that a reader must survive and a level maker may want to know of. */
export function surveyMesh(mesh: Walkmesh, table: SurfaceTable, report: Report): void {
	if (mesh.surfaces.length === 0) {
		report.add(SURVEY_FINDINGS.MESH_WITHOUT_FACES, {}, {});
		return;
	}
	const walk = walkableFaces(table, mesh.surfaces);
	surveyFaces(mesh, walk, report);
	surveySurfaces(mesh, table, report);
	surveyVertices(mesh, report);
	if (mesh.kind !== 'area') return;
	if (!walk.includes(1)) report.add(SURVEY_FINDINGS.MESH_NOT_WALKABLE, {}, { faces: walk.length });
	const islands = countIslands(mesh, table);
	if (islands > 1) report.add(SURVEY_FINDINGS.WALKABLE_ISLANDS, {}, { count: islands });
	surveyEdges(mesh, table, report);
}

/** Counts faces of one habit and remembers the first. */
class Habit {
	count = 0;
	first = -1;

	see(face: number): void {
		if (this.count++ === 0) this.first = face;
	}
}

function surveyFaces(mesh: Walkmesh, walk: Uint8Array, report: Report): void {
	const habits = {
		FACES_REPEAT_VERTEX: new Habit(),
		FACES_WITHOUT_AREA: new Habit(),
		FACES_WALKABLE_DOWN: new Habit(),
		FACES_WALKABLE_VERTICAL: new Habit(),
	};
	const normals = faceNormals(mesh.positions, mesh.faces);
	for (let face = 0; face < walk.length; face++) {
		const [a, b, c] = vec3At(mesh.faces, face);
		if (a === b || b === c || c === a) habits.FACES_REPEAT_VERTEX.see(face);
		else if (faceArea(mesh.positions, mesh.faces, face) < NO_AREA) habits.FACES_WITHOUT_AREA.see(face);
		else if (walk[face] === 1 && normals[face * 3 + 2] < -VERTICAL) habits.FACES_WALKABLE_DOWN.see(face);
		else if (walk[face] === 1 && normals[face * 3 + 2] < VERTICAL) habits.FACES_WALKABLE_VERTICAL.see(face);
	}
	for (const [code, { count, first }] of Object.entries(habits)) {
		if (count > 0)
			report.add(SURVEY_FINDINGS[code as keyof typeof habits], facePlaceOfSurveyMesh(mesh, first), { count });
	}
}

function surveySurfaces(mesh: Walkmesh, table: SurfaceTable, report: Report): void {
	const beyond = new Map<number, Habit>();
	for (let face = 0; face < mesh.surfaces.length; face++) {
		const surface = mesh.surfaces[face];
		if (surface < table.surfaces.length) continue;
		const habit = beyond.get(surface) ?? new Habit();
		habit.see(face);
		beyond.set(surface, habit);
	}
	for (const [surface, { count, first }] of beyond) {
		report.add(SURVEY_FINDINGS.SURFACE_BEYOND_TABLE, facePlaceOfSurveyMesh(mesh, first), {
			surface,
			count,
			table: table.name,
		});
	}
}

function surveyVertices(mesh: Walkmesh, report: Report): void {
	const { positions, faces } = mesh;
	const used = new Uint8Array(positions.length / 3);
	for (const vertex of faces) used[vertex] = 1;
	const unused = used.reduce((sum, flag) => sum + 1 - flag, 0);
	if (unused > 0)
		report.add(SURVEY_FINDINGS.VERTICES_UNUSED, { at: vec3At(positions, used.indexOf(0)) }, { count: unused });

	const coincident = new Habit();
	for (const [vertex, first] of coincidentVertices(positions).entries()) if (first !== vertex) coincident.see(vertex);
	if (coincident.count > 0) {
		report.add(
			SURVEY_FINDINGS.VERTICES_COINCIDE,
			{ at: vec3At(positions, coincident.first) },
			{ count: coincident.count },
		);
	}
}

function surveyEdges(source: Walkmesh, table: SurfaceTable, report: Report): void {
	const { mesh, walkableCount } = sortWalkableFirst(source, table);
	for (const { edge, faces } of buildAdjacency(mesh.faces, walkableCount, mesh.positions.length / 3).overfull) {
		report.add(DERIVE_FINDINGS.EDGE_OVERFULL, { at: edgeMiddle(mesh, edge) }, { faces });
	}
}

function facePlaceOfSurveyMesh(mesh: Walkmesh, face: number): Location {
	const corner = (k: number) => vec3At(mesh.positions, mesh.faces[face * 3 + k]);
	const [a, b, c] = [corner(0), corner(1), corner(2)];
	return { face, at: [(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3, (a[2] + b[2] + c[2]) / 3] };
}

/** One node of a tree, for looking at it; queries work on the flat arrays. */
export interface AabbNode {
	readonly min: Vec3;
	readonly max: Vec3;
	/** The face of a leaf, −1 in inner nodes. */
	readonly face: number;
	/** 1, 2, 4 for +x, +y, +z, 8, 16, 32 for −x, −y, −z; 0 in leaves. */
	readonly plane: number;
	/** Node numbers, −1 in leaves. */
	readonly left: number;
	readonly right: number;
}

/** The node of a tree with a number. @throws RangeError for a number that is no node's */
export function aabbNode({ f32, i32, nodeCount }: AabbTree, node: number): AabbNode {
	if (!Number.isInteger(node) || node < 0 || node >= nodeCount)
		throw new RangeError(`There is no node ${node} of ${nodeCount}.`);
	const at = node * NODE_WORDS;
	return {
		min: [f32[at], f32[at + 1], f32[at + 2]],
		max: [f32[at + 3], f32[at + 4], f32[at + 5]],
		face: i32[at + 6],
		plane: i32[at + 8],
		left: i32[at + 9],
		right: i32[at + 10],
	};
}
