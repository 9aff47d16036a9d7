import { type BwmFile, TYPE_AREA } from '../bwm/index.ts';
import type { Report } from '../findings/index.ts';
import { buildAdjacency } from '../geometry/adjacency.ts';
import { faceNormals, planarDistances } from '../geometry/normals.ts';
import { walkPerimeters } from '../geometry/perimeters.ts';
import { vec3At } from '../geometry/vec3.ts';
import { type SurfaceTable, walkableFaces } from '../surfaces/index.ts';
import type { Walkmesh } from '../walkmesh/index.ts';
import { surveyTree } from './survey-tree.ts';

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
	if (walk.lastIndexOf(1) >= walkableCount) report.add('TABLE_FACE_ORDER', { face: walk.indexOf(0) }, {});
	else surveyLinks(file, walkableCount, report);
	if (file.aabbRoot !== 0) report.add('TABLE_ROOT', {}, { root: file.aabbRoot });
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
	if (count > 0) report.add('TABLE_NORMALS', {}, { count, zero });
	const distances = planarDistances(file.vertices, file.faces, file.normals);
	let wrong = 0;
	for (let face = 0; face < distances.length; face++) {
		const tolerance = DISTANCE_TOLERANCE + Math.abs(distances[face]) * 1e-6;
		if (!(Math.abs(distances[face] - file.distances[face]) <= tolerance)) wrong++;
	}
	if (wrong > 0) report.add('TABLE_DISTANCES', {}, { count: wrong });
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
	if (count > 0 || rows !== walkableCount) report.add('TABLE_ADJACENCY', {}, { count, rows, expected: walkableCount });

	const { edges, ends } = walkPerimeters(neighbours);
	const sameEdges = edges.length * 2 === file.edges.length && edges.every((edge, row) => edge === file.edges[row * 2]);
	if (!sameEdges) report.add('TABLE_EDGES', {}, { rows: file.edges.length / 2, expected: edges.length });
	const sameEnds = ends.length === file.perimeters.length && ends.every((end, loop) => end === file.perimeters[loop]);
	if (!sameEnds) report.add('TABLE_PERIMETERS', {}, { rows: file.perimeters.length, expected: ends.length });
}
