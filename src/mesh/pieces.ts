import { buildAdjacency } from './half-edges.ts';
import { faceArea } from './triangles.ts';

/** The connected pieces of the walkable faces, over shared edges, in the order of their first face. */
export interface Pieces {
	/** 1 a face: its piece; −1 for faces that are not walkable. */
	readonly of: Int32Array;
	/** 1 a piece: its first face. */
	readonly firstFaces: readonly number[];
	/** 1 a piece: square metres. */
	readonly areas: readonly number[];
}

/**
 * @param mesh 3 values a vertex, 3 vertex indices a face @param walkable 1 a walkable face, 0 another
 * @param neighbours of the walkable faces, and the areas of faces, where they are known
 */
export function piecesOf(
	{ positions, faces }: { readonly positions: Float32Array; readonly faces: Uint32Array },
	walkable: Uint8Array,
	neighbours: Int32Array = buildAdjacency(faces, walkable, Math.floor(positions.length / 3)).neighbours,
	areaOf: (face: number) => number = (face) => faceArea(positions, faces, face),
): Pieces {
	const of = new Int32Array(walkable.length).fill(-1);
	const firstFaces: number[] = [];
	const areas: number[] = [];
	for (let first = 0; first < walkable.length; first++) {
		if (walkable[first] === 0 || of[first] >= 0) continue;
		const piece = firstFaces.push(first) - 1;
		let area = 0;
		const stack = [first];
		of[first] = piece;
		for (let face = stack.pop(); face !== undefined; face = stack.pop()) {
			const own = areaOf(face);
			if (own > 0) area += own;
			for (let edge = face * 3; edge < face * 3 + 3; edge++) {
				const next = Math.floor(neighbours[edge] / 3);
				if (next < 0 || of[next] >= 0) continue;
				of[next] = piece;
				stack.push(next);
			}
		}
		areas.push(area);
	}
	return { of, firstFaces, areas };
}
