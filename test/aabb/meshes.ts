import fc from 'fast-check';
import type { AabbTree } from '../../src/tree/tree.ts';
import { NODE_WORDS } from '../../src/tree/tree.ts';

/** What a tree is built over. */
export interface Mesh {
	/** 3 floats a vertex. */
	readonly positions: Float32Array;
	/** 3 indices a face. */
	readonly faces: Uint32Array;
}

/** Even numbers in [0, 1) from a seed. */
export function randomFrom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 2 ** 32;
	};
}

/** A wavy floor of `side` × `side` squares, two faces each. */
export function terrain(side: number): Mesh {
	const positions = new Float32Array((side + 1) ** 2 * 3);
	for (let i = 0; i < (side + 1) ** 2; i++) {
		const x = i % (side + 1);
		const y = Math.floor(i / (side + 1));
		positions.set([x, y, 3 * Math.sin(x / 17) * Math.cos(y / 23)], i * 3);
	}
	const faces: number[] = [];
	for (let y = 0; y < side; y++) {
		for (let x = 0; x < side; x++) {
			const a = y * (side + 1) + x;
			faces.push(a, a + 1, a + side + 2, a, a + side + 2, a + side + 1);
		}
	}
	return { positions, faces: Uint32Array.from(faces) };
}

/** Scattered faces of their own corners, `spread` metres wide, about two metres large. */
export function scattered(count: number, spread = Math.cbrt(count), seed = 1): Mesh {
	const random = randomFrom(seed);
	const positions = new Float32Array(count * 9);
	for (let face = 0; face < count; face++) {
		const middle = [random() * spread, random() * spread, random() * spread];
		for (let i = 0; i < 9; i++) positions[face * 9 + i] = middle[i % 3] + random() * 2 - 1;
	}
	return { positions, faces: Uint32Array.from({ length: count * 3 }, (_, i) => i) };
}

/** The same face again and again. */
export function coincident(count: number): Mesh {
	return {
		positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
		faces: Uint32Array.from({ length: count * 3 }, (_, i) => i % 3),
	};
}

/** Faces that lie ever farther out, each twice as far as the one before: the worst for grids, and for splits by place. */
export function runningAway(count: number): Mesh {
	const positions = new Float32Array(count * 9);
	for (let face = 0; face < count; face++) {
		const far = 2 ** (100 - (face % 200));
		positions.set([far, far, far, far, far, far * 1.5, far, far * 1.5, far], face * 9);
	}
	return { positions, faces: Uint32Array.from({ length: count * 3 }, (_, i) => i) };
}

/** Many sizes of faces about one centre. */
export function concentric(count: number): Mesh {
	const mesh = scattered(count, 0);
	for (let i = 0; i < mesh.positions.length; i++) {
		const size = (1 + (Math.floor(i / 9) % 97)) / 64;
		mesh.positions[i] = [-size, -size, -size, size, size, size, 0, size, -size][i % 9];
	}
	return mesh;
}

/** Faces in a row along an axis, as many of them in each spot. */
export function row(count: number, axis: number, inOneSpot: number): Mesh {
	const mesh = coincident(count);
	const positions = new Float32Array(count * 9);
	for (let i = 0; i < positions.length; i++) {
		const step = Math.floor(i / 9 / inOneSpot);
		positions[i] = mesh.positions[i % 9] + (i % 3 === axis ? step : 0);
	}
	return { positions, faces: Uint32Array.from({ length: count * 3 }, (_, i) => i) };
}

/** A dense heap, of which two of five faces are strewn in seven lumps farther and farther away. */
export function lumps(count: number): Mesh {
	const mesh = scattered(count, 0.01);
	for (let face = 0; face < count * 0.4; face++) {
		for (let i = face * 9; i < face * 9 + 9; i++) mesh.positions[i] += 10 ** (face % 7);
	}
	return mesh;
}

/** Few points in few places, any faces over them: doubles, faces without area, centroids in common. */
export const integerMeshes: fc.Arbitrary<Mesh> = meshesOf(fc.integer({ min: -3, max: 3 }), 60);

/** Anything a file may hold: infinities, no numbers, subnormal and absurd coordinates. */
export const hostileMeshes: fc.Arbitrary<Mesh> = meshesOf(
	fc.oneof(fc.integer({ min: -3, max: 3 }), fc.float(), fc.constantFrom(Infinity, -Infinity, NaN, 3.4e38, -0)),
	60,
);

/** Any floats, but finite ones. */
export const finiteMeshes: fc.Arbitrary<Mesh> = meshesOf(
	fc.oneof(fc.float({ min: -50, max: 50, noNaN: true }), fc.float({ noNaN: true, noDefaultInfinity: true })),
	60,
);

function meshesOf(coordinate: fc.Arbitrary<number>, mostFaces: number): fc.Arbitrary<Mesh> {
	return fc
		.record({
			points: fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 1, maxLength: 40 }),
			corners: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { maxLength: mostFaces }),
		})
		.map(({ points, corners }) => ({
			positions: Float32Array.from(points.flat()),
			faces: Uint32Array.from(corners.flat(), (corner: number) => corner % points.length),
		}));
}

/** ⌈log₂ n⌉. */
export function leastDepth(faceCount: number): number {
	return faceCount === 0 ? 0 : 32 - Math.clz32(faceCount - 1);
}

/** The faces below a node, in order of their numbers. */
export function facesBelow({ i32 }: AabbTree, root: number): number[] {
	const found: number[] = [];
	const stack = [root];
	while (stack.length > 0) {
		const word = stack.pop()! * NODE_WORDS;
		if (i32[word + 6] >= 0) found.push(i32[word + 6]);
		else stack.push(i32[word + 9], i32[word + 10]);
	}
	return found.sort((a, b) => a - b);
}
