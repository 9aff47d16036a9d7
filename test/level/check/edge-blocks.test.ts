import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EdgeBlocks } from '../../../check/facts/edge-blocks.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import { createWalkmesh } from '../../../src/model/walkmesh.ts';
import { gatherPerimeterEdges } from '../../../src/seams/perimeter-edges.ts';
import { isFolded, overlapOf, reverseDistance, runsOpposite } from '../../../src/seams/seams.ts';
import { levelOf } from '../../support/levels.ts';
import { runs } from '../../support/thorough.ts';

const coordinate = fc.oneof(fc.integer({ min: -20, max: 20 }), fc.constant(NaN));
const anywhere = fc.tuple(...Array.from({ length: 9 }, () => coordinate));
/** Small ones far from each other: their blocks are apart. */
const scattered = fc
	.tuple(fc.nat(900), fc.nat(50), ...Array.from({ length: 9 }, () => fc.nat(4)))
	.map(([x, y, ...corners]) => corners.map((value, i) => value + [x, y, 0][i % 3]));
/** Triangles by themselves, enough of them for several blocks. */
const room = fc
	.oneof(fc.array(anywhere, { minLength: 1, maxLength: 90 }), fc.array(scattered, { minLength: 60, maxLength: 150 }))
	.map((triangles) =>
		createWalkmesh({
			positions: Float32Array.from(triangles.flat()),
			faces: Uint32Array.from({ length: triangles.length * 3 }, (_, i) => i),
			surfaces: new Uint32Array(triangles.length).fill(4),
		}),
	);

it('find what a look at every edge finds', () => {
	fc.assert(
		fc.property(room, room, (one, other) => {
			const perimeter = gatherPerimeterEdges(levelOf(one, other), K1);
			const { points, starts } = perimeter;
			const blocks = new EdgeBlocks(perimeter, 1);
			const others = [...blocksRange(starts[1], starts[2])];
			for (let index = 0; index < Math.min(starts[1], 12); index++) {
				const facing = others.filter((edge) => runsOpposite(points, index, edge) && !isFolded(points, index, edge));
				const distances = facing.map((edge) => reverseDistance(points, index, edge)).filter((d) => !Number.isNaN(d));
				expect(blocks.nearest(index)?.distance ?? Infinity).toBe(Math.min(...distances));
				const beside = others.filter((edge) => overlapOf(points, index, edge, 0.5, 0.2) !== undefined);
				expect(blocks.beside(index, 0.5, 0.2)).toEqual(beside);
			}
		}),
		{ numRuns: runs(60) },
	);
});

function* blocksRange(from: number, to: number): Iterable<number> {
	for (let edge = from; edge < to; edge++) yield edge;
}
