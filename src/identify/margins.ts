import type { AabbTree } from '../aabb/index.ts';
import { FACE, NODE_WORDS } from '../aabb/tree.ts';

/** How far boxes reach beyond the faces below them, metres: medians over all nodes of a sort, which single odd boxes do not move. */
export interface Margins {
	/** Below in x and y, and in z; above likewise. */
	readonly leaf: MarginMedians;
	readonly inner: MarginMedians;
	/** True where coordinates are too large for float32 to tell 0.0100 from 0.0101. */
	readonly coarse: boolean;
}

export interface MarginMedians {
	readonly low: number;
	readonly high: number;
	readonly lowZ: number;
	readonly highZ: number;
}

/** @param boxes 6 floats a node: the box around its faces without margin, NaN where it has none */
export function marginsOf({ f32, i32, nodeCount }: AabbTree, boxes: Float32Array): Margins {
	const leaf = new Samples();
	const inner = new Samples();
	let largest = 0;
	for (let node = 0; node < nodeCount; node++) {
		if (Number.isNaN(boxes[node * 6])) continue;
		const samples = i32[node * NODE_WORDS + FACE] >= 0 ? leaf : inner;
		for (let axis = 0; axis < 3; axis++) {
			const low = boxes[node * 6 + axis];
			const high = boxes[node * 6 + axis + 3];
			samples.low[axis === 2 ? 1 : 0].push(low - f32[node * NODE_WORDS + axis]);
			samples.high[axis === 2 ? 1 : 0].push(f32[node * NODE_WORDS + axis + 3] - high);
			largest = Math.max(largest, Math.abs(low), Math.abs(high));
		}
	}
	return { leaf: leaf.medians(), inner: inner.medians(), coarse: largest > COARSE };
}

/** From here on neighbouring floats are 0.00003 m apart, a third of what is to be told. */
const COARSE = 512;

/** Margins along x and y together, then along z. */
class Samples {
	readonly low: [number[], number[]] = [[], []];
	readonly high: [number[], number[]] = [[], []];

	medians(): MarginMedians {
		return {
			low: median(this.low[0]),
			high: median(this.high[0]),
			lowZ: median(this.low[1]),
			highZ: median(this.high[1]),
		};
	}
}

function median(values: number[]): number {
	return values.length === 0 ? 0 : values.sort((a, b) => a - b)[values.length >> 1];
}
