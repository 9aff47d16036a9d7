import { edgeMiddle, sortWalkableFirst } from '../derive/index.ts';
import type { FindingCode, Place, Report } from '../findings/index.ts';
import { buildAdjacency } from '../geometry/adjacency.ts';
import { faceArea } from '../geometry/measure.ts';
import { faceNormals } from '../geometry/normals.ts';
import { vec3At } from '../geometry/vec3.ts';
import { coincidentVertices } from '../mesh/coincident.ts';
import { type SurfaceTable, walkableFaces } from '../surfaces/index.ts';
import type { Walkmesh } from '../walkmesh/index.ts';
import { countIslands } from './facts.ts';

/** Below this many square metres a face counts as having no area. */
const NO_AREA = 1e-9;
/** A walkable face whose normal is less than this far from the horizontal counts as vertical. */
const VERTICAL = 1e-4;

/** Reports the habits of a walkmesh's geometry that a reader must survive and a level maker may want to know of. */
export function surveyMesh(mesh: Walkmesh, table: SurfaceTable, report: Report): void {
	if (mesh.surfaces.length === 0) {
		report.add('MESH_WITHOUT_FACES', {}, {});
		return;
	}
	const walk = walkableFaces(table, mesh.surfaces);
	surveyFaces(mesh, walk, report);
	surveySurfaces(mesh, table, report);
	surveyVertices(mesh, report);
	if (mesh.kind !== 'area') return;
	if (!walk.includes(1)) report.add('MESH_NOT_WALKABLE', {}, { faces: walk.length });
	const islands = countIslands(mesh, table);
	if (islands > 1) report.add('WALKABLE_ISLANDS', {}, { count: islands });
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
	} satisfies Partial<Record<FindingCode, Habit>>;
	const normals = faceNormals(mesh.positions, mesh.faces);
	for (let face = 0; face < walk.length; face++) {
		const [a, b, c] = vec3At(mesh.faces, face);
		if (a === b || b === c || c === a) habits.FACES_REPEAT_VERTEX.see(face);
		else if (faceArea(mesh.positions, mesh.faces, face) < NO_AREA) habits.FACES_WITHOUT_AREA.see(face);
		else if (walk[face] === 1 && normals[face * 3 + 2] < -VERTICAL) habits.FACES_WALKABLE_DOWN.see(face);
		else if (walk[face] === 1 && normals[face * 3 + 2] < VERTICAL) habits.FACES_WALKABLE_VERTICAL.see(face);
	}
	for (const [code, { count, first }] of Object.entries(habits)) {
		if (count > 0) report.add(code as keyof typeof habits, facePlace(mesh, first), { count });
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
		report.add('SURFACE_BEYOND_TABLE', facePlace(mesh, first), { surface, count, table: table.name });
	}
}

function surveyVertices(mesh: Walkmesh, report: Report): void {
	const { positions, faces } = mesh;
	const used = new Uint8Array(positions.length / 3);
	for (const vertex of faces) used[vertex] = 1;
	const unused = used.reduce((sum, flag) => sum + 1 - flag, 0);
	if (unused > 0) report.add('VERTICES_UNUSED', { at: vec3At(positions, used.indexOf(0)) }, { count: unused });

	const coincident = new Habit();
	for (const [vertex, first] of coincidentVertices(positions).entries()) if (first !== vertex) coincident.see(vertex);
	if (coincident.count > 0) {
		report.add('VERTICES_COINCIDE', { at: vec3At(positions, coincident.first) }, { count: coincident.count });
	}
}

function surveyEdges(source: Walkmesh, table: SurfaceTable, report: Report): void {
	const { mesh, walkableCount } = sortWalkableFirst(source, table);
	for (const { edge, faces } of buildAdjacency(mesh.faces, walkableCount, mesh.positions.length / 3).overfull) {
		report.add('EDGE_OVERFULL', { at: edgeMiddle(mesh, edge) }, { faces });
	}
}

function facePlace(mesh: Walkmesh, face: number): Place {
	const corner = (k: number) => vec3At(mesh.positions, mesh.faces[face * 3 + k]);
	const [a, b, c] = [corner(0), corner(1), corner(2)];
	return { face, at: [(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3, (a[2] + b[2] + c[2]) / 3] };
}
