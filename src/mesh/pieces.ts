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

/** @param mesh 3 values a vertex, 3 vertex indices a face @param walkable 1 a walkable face, 0 another */
export function piecesOf(
	{ positions, faces }: { readonly positions: Float32Array; readonly faces: Uint32Array },
	walkable: Uint8Array,
): Pieces {
	const { neighbours } = buildAdjacency(faces, walkable, Math.floor(positions.length / 3));
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
			const own = faceArea(positions, faces, face);
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
