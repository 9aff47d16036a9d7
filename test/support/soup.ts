import fc from 'fast-check';

/** Faces over a few vertices: many share edges, coincide, repeat an index. */
export interface Soup {
	readonly faces: Uint32Array;
	readonly vertexCount: number;
}

/** Small-integer soups, the hardest inputs for everything that looks at shared edges. */
export const soup: fc.Arbitrary<Soup> = fc
	.integer({ min: 3, max: 9 })
	.chain((vertexCount) =>
		fc
			.array(fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: 0, max: vertexCount - 1 }))), { maxLength: 14 })
			.map((faces) => ({ faces: Uint32Array.from(faces.flat()), vertexCount })),
	);
