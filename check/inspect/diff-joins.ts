import { edgeEnd } from '../../src/geometry/half-edges.ts';
import { mix } from '../../src/geometry/vertices.ts';
import { vec3At } from '../../src/math/vec3.ts';
import { isWalkable, type SurfaceTable } from '../../src/model/surfaces.ts';
import { edgeChains, firstCorner, type Pairing, type Side } from './diff-pairing.ts';
import { type ChangedJoin, Collected, type DiffList } from './differences.ts';

/**
 * Finds edges of paired faces that can be crossed on one side only, because the vertices there are welded in one walkmesh and not in the other. Only
 * faces count that are walkable and the same way up on both sides; what follows from added, removed, flipped or resurfaced faces is not listed.
 *
 * An edge counts as joined if another face uses its two vertex indices in the opposite direction. Unlike the adjacency table, this does not depend on
 * the order of faces where more than two of them meet.
 *
 * @param positions 3 floats a place
 */
export function compareJoins(
	positions: Float32Array,
	a: Side,
	b: Side,
	pairing: Pairing,
	table: SurfaceTable,
	keep: number,
): DiffList<ChangedJoin> {
	const changed = new Collected<ChangedJoin>(keep);
	if (a.mesh.kind !== 'area' || b.mesh.kind !== 'area') return changed.list();
	const facesA = keptFaces(a, b, pairing, table);
	const facesB = facesA.map((face) => pairing.ofA[face]);
	const joinedA = joinedEdges(a, facesA);
	const joinedB = joinedEdges(b, facesB);
	const places = positions.length / 3;
	const keyOf = ({ corners }: Side, edge: number): number => {
		const [p, q] = [corners[edge], corners[edgeEnd(edge)]];
		return Math.min(p, q) * places + Math.max(p, q);
	};
	// Faces at the same places may be paired crosswise, so the number of joined edges at the same ends is compared.
	const balance = new Map<number, { edge: number; a: number; b: number }>();
	for (let i = 0; i < facesA.length; i++) {
		for (let corner = 0; corner < 3; corner++) {
			const edge = facesA[i] * 3 + corner;
			if (joinedA[i * 3 + corner] !== joinedB[partnerCorner(a, b, facesA[i], facesB[i], corner, i)]) {
				balance.set(keyOf(a, edge), { edge, a: 0, b: 0 });
			}
		}
	}
	if (balance.size === 0) return changed.list();
	for (let i = 0; i < facesA.length; i++) {
		for (let corner = 0; corner < 3; corner++) {
			const sum = balance.get(keyOf(a, facesA[i] * 3 + corner));
			if (sum !== undefined) sum.a += joinedA[i * 3 + corner];
			const sumB = balance.get(keyOf(b, facesB[i] * 3 + corner));
			if (sumB !== undefined) sumB.b += joinedB[i * 3 + corner];
		}
	}
	for (const { edge, a: inA, b: inB } of balance.values()) {
		if (inA === inB) continue;
		const ends: ChangedJoin['ends'] = [vec3At(positions, a.corners[edge]), vec3At(positions, a.corners[edgeEnd(edge)])];
		changed.add(() => ({ joinedIn: inA > inB ? 'a' : 'b', ends }));
	}
	return changed.list();
}

/** Faces of A that are walkable and have a walkable partner with the same winding, except those with two corners at one place. */
function keptFaces(a: Side, b: Side, { ofA, flipped }: Pairing, table: SurfaceTable): Uint32Array {
	const kept: number[] = [];
	for (let face = 0; face < ofA.length; face++) {
		if (ofA[face] < 0 || flipped[face] === 1) continue;
		if (!isWalkable(table, a.mesh.surfaces[face]) || !isWalkable(table, b.mesh.surfaces[ofA[face]])) continue;
		const [p, q, r] = [a.corners[face * 3], a.corners[face * 3 + 1], a.corners[face * 3 + 2]];
		if (p !== q && q !== r && r !== p) kept.push(face);
	}
	return Uint32Array.from(kept);
}

/** 3 bytes an entry of `list`: 1 where another face of the list uses the edge's two vertices in the opposite direction. */
function joinedEdges({ mesh: { faces } }: Side, list: Uint32Array): Uint8Array {
	const from = new Uint32Array(list.length * 3);
	const to = new Uint32Array(list.length * 3);
	for (let i = 0; i < list.length; i++) {
		for (let corner = 0; corner < 3; corner++) {
			from[i * 3 + corner] = faces[list[i] * 3 + corner];
			to[i * 3 + corner] = faces[edgeEnd(list[i] * 3 + corner)];
		}
	}
	const { heads, next, mask } = edgeChains(from, to);
	const joined = new Uint8Array(from.length);
	for (let entry = 0; entry < from.length; entry++) {
		let other = heads[mix(to[entry], from[entry], 0) & mask];
		while (other >= 0 && (from[other] !== to[entry] || to[other] !== from[entry])) other = next[other];
		if (other >= 0) joined[entry] = 1;
	}
	return joined;
}

/**
 * The entry of B for the edge of A that begins at `corner`. On both sides, corners are counted from the one that gives the lowest order of places.
 */
function partnerCorner(a: Side, b: Side, face: number, partner: number, corner: number, entry: number): number {
	const startA = firstCorner(a.corners, face * 3, false);
	const startB = firstCorner(b.corners, partner * 3, false);
	return entry * 3 + ((corner - startA + startB + 3) % 3);
}
