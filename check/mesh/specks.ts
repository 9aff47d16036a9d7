import { MESH_FINDINGS } from '../../src/clean/findings.ts';
import type { CheckContext } from '../../src/facts/context.ts';
import type { RoomFacts } from '../../src/facts/room-facts.ts';
import { faceLocation } from '../../src/geometry/faces.ts';
import { buildAdjacency, edgeEnd } from '../../src/geometry/half-edges.ts';
import { surfaceLabel } from '../../src/model/surfaces.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import { vertexCount } from '../../src/model/walkmesh.ts';

/** Reports single small faces of another surface amid ground of one surface: a slip of the mouse in an editor. */
export function checkSpecks({ mesh, surfaces, report, facts }: CheckContext): void {
	if (mesh.kind !== 'area') return;
	const small = withoutKnown(smallAmidOthers(facts), facts);
	if (small.length === 0) return;
	const around = buildAdjacency(
		mesh.faces,
		facesBeside(mesh.faces, small, vertexCount(mesh)),
		vertexCount(mesh),
	).neighbours;
	for (const face of small) {
		const [a, b, c] = [around[face * 3], around[face * 3 + 1], around[face * 3 + 2]];
		if (a < 0 || b < 0 || c < 0) continue;
		const one = mesh.surfaces[Math.floor(a / 3)];
		if (one === mesh.surfaces[face] || mesh.surfaces[Math.floor(b / 3)] !== one) continue;
		if (mesh.surfaces[Math.floor(c / 3)] !== one) continue;
		const [surface, amid] = [mesh.surfaces[face], one].map((each) => surfaceLabel(surfaces, each));
		report.add(MESH_FINDINGS.SURFACE_SPECK, faceLocation(mesh, face), { surface, amid });
	}
}

/** Small faces of which each corner also belongs to faces of other surfaces, as those of every face amid another surface do. Ascending. */
function smallAmidOthers(facts: RoomFacts): number[] {
	const { faces, surfaces, positions } = facts.mesh;
	/** The surface of the faces around each vertex, plus one; 0 before the first face, −1 where there are several. */
	const about = new Int32Array(positions.length / 3);
	for (let face = 0; face < surfaces.length; face++) {
		const own = surfaces[face] + 1;
		noteSurface(about, faces[face * 3], own);
		noteSurface(about, faces[face * 3 + 1], own);
		noteSurface(about, faces[face * 3 + 2], own);
	}
	const small: number[] = [];
	for (let face = 0; face < surfaces.length; face++) {
		const at = face * 3;
		if ((about[faces[at]] & about[faces[at + 1]] & about[faces[at + 2]]) < 0 && facts.area(face) < THRESHOLDS.speckArea)
			small.push(face);
	}
	return small;
}

/** Leaves out walkable faces of which their walkable neighbours say that they do not lie amid one surface. */
function withoutKnown(small: readonly number[], { mesh, walkable, adjacency }: RoomFacts): readonly number[] {
	const { faces, surfaces } = mesh;
	const { neighbours, overfull } = adjacency;
	// Where more than two faces share an edge, which are linked depends on all of them.
	if (small.length === 0 || overfull.length > 0) return small;
	const besideOthers = new Uint8Array(vertexCount(mesh));
	for (let face = 0; face < walkable.length; face++) {
		if (walkable[face] === 1) continue;
		for (let corner = face * 3; corner < face * 3 + 3; corner++) besideOthers[faces[corner]] = 1;
	}
	return small.filter((face) => {
		if (walkable[face] === 0) return true;
		let one = -1;
		for (let edge = face * 3; edge < face * 3 + 3; edge++) {
			// A face that is not walkable may lie beyond it.
			if (besideOthers[faces[edge]] + besideOthers[faces[edgeEnd(edge)]] === 2) continue;
			if (neighbours[edge] < 0) return false;
			const surface = surfaces[Math.floor(neighbours[edge] / 3)];
			if (surface === surfaces[face] || (one >= 0 && surface !== one)) return false;
			one = surface;
		}
		return true;
	});
}

function noteSurface(about: Int32Array, vertex: number, own: number): void {
	const other = about[vertex];
	about[vertex] = other === 0 || other === own ? own : -1;
}

/** 1 a face with two corners of some faces or more, as all that share an edge with them have, and 0 another. */
function facesBeside(faces: Uint32Array, of: readonly number[], vertices: number): Uint8Array {
	const marked = new Uint8Array(vertices);
	for (const face of of) for (let corner = face * 3; corner < face * 3 + 3; corner++) marked[faces[corner]] = 1;
	const beside = new Uint8Array(faces.length / 3);
	for (let face = 0, at = 0; face < beside.length; face++, at += 3)
		beside[face] = Number(marked[faces[at]] + marked[faces[at + 1]] + marked[faces[at + 2]] > 1);
	return beside;
}
