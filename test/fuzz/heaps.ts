import type { Random } from './random.ts';

/** Points of area space and faces over them that lie on one another in a way that makes some search compare all with all. */
export interface Heap {
	readonly points: readonly (readonly number[])[];
	readonly faces: readonly (readonly number[])[];
}

const indices = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
/** Faces of three corners of their own each. */
const soup = (count: number, corner: (face: number, k: number) => readonly number[]): Heap => ({
	points: indices(count * 3).map((i) => corner(Math.floor(i / 3), i % 3)),
	faces: indices(count).map((face) => [face * 3, face * 3 + 1, face * 3 + 2]),
});
const CORNERS = [
	[0, 0, 0],
	[1, 0, 0],
	[0, 1, 0],
];

/** Ways to heap a number of faces. */
export const HEAPS: Readonly<Record<string, (count: number, random: Random) => Heap>> = {
	sameCorners: (count) => ({ points: CORNERS, faces: indices(count).map(() => [0, 1, 2]) }),
	copies: (count) => soup(count, (_, k) => CORNERS[k]),
	oneEdge: (count, random) => ({
		points: [...CORNERS.slice(0, 2), ...indices(count).map(() => [random(), 1 + random(), random()])],
		faces: indices(count).map((face) => [0, 1, face + 2]),
	}),
	stacked: (count, random) => {
		const [step, shift] = [random() < 0.5 ? 0.01 : 0.0005, random() < 0.5 ? 0 : 0.2];
		return soup(count, (face, k) =>
			CORNERS[k].map((value, axis) => (axis < 2 ? value + shift * random() : face * step)),
		);
	},
	needles: (count, random) => {
		const angles = indices(count).map(() => random() * 7);
		return soup(count, (face, k) => {
			const [x, y] = [Math.cos(angles[face]), Math.sin(angles[face])];
			return k === 0 ? [x, y, 0] : k === 1 ? [-x, -y, 0] : [0.01 - x, 0.01 - y, 0];
		});
	},
	star: (count, random) => ({
		points: [[0, 0, 0], ...indices(count).map(() => [random() * 2 - 1, random() * 2 - 1, random()])],
		faces: indices(count).map((face) => [0, 1 + face, 1 + ((face + 1) % count)]),
	}),
	soup: (count, random) => {
		const size = random() < 0.5 ? 1 : 100;
		return soup(count, () => [random() * size, random() * size, random() * 0.1]);
	},
	fewCorners: (count, random) => {
		const corners = 40 * 10 ** Math.floor(random() * 3);
		return {
			points: indices(corners).map(() => [random() * 10, random() * 10, random()]),
			faces: indices(count).map(() => [0, 1, 2].map(() => Math.floor(random() * corners))),
		};
	},
	onOneEdge: (count) => ({
		points: [
			[0, 0, 0],
			[100, 0, 0],
			[50, -50, 0],
			...indices(count).map((i) => [(100 * (i + 1)) / (count + 2), 0, 0]),
			[50, 50, 0],
		],
		faces: [[0, 1, 2], ...indices(count - 1).map((i) => [i + 4, i + 3, count + 3])],
	}),
	islands: (count, random) => {
		const step = 1 + random() * random() * 3;
		const row = Math.ceil(Math.sqrt(count));
		return soup(count, (face, k) => [
			CORNERS[k][0] + step * (face % row),
			CORNERS[k][1] + step * Math.floor(face / row),
			0,
		]);
	},
	twoClusters: (count, random) =>
		soup(count, (face, k) => [
			CORNERS[k][0] + random() + (face % 2) * 100,
			CORNERS[k][1] + random() + (face % 2) * 100,
			0,
		]),
	nearlyOne: (count, random) => soup(count, (_, k) => CORNERS[k].map((value) => value + random() * 0.02)),
	wide: (count, random) => soup(count, (_, k) => CORNERS[k].map((value) => value * 100 + random() * 2)),
	upright: (count, random) => soup(count, () => [0, random(), random()]),
};

/** A heap as OBJ with Y up, of at most so many bytes. */
export function objOfHeap({ points, faces }: Heap, most: number): Uint8Array {
	const short = (value: number): string => String(Number(value.toFixed(4)));
	const vertices = points.map(([x, y, z]) => `v ${short(x)} ${short(z)} ${short(-y)}`);
	const lines = ['usemtl Stone', ...vertices, ...faces.map((corners) => `f ${corners.map((i) => i + 1).join(' ')}`)];
	const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`);
	return bytes.length <= most ? bytes : bytes.subarray(0, bytes.lastIndexOf(10, most) + 1);
}

/** Rooms of a level, each a square of its own node: in one spot, in a row, at rising heights, or about one of them. */
export function heapOfRooms(count: number, kind: 'spot' | 'row' | 'rising' | 'around', random: Random): unknown {
	const place = (room: number): number[] => {
		if (kind === 'row') return [room * 2, 0, 0];
		if (kind === 'rising') return [0, room * 0.5, 0];
		return kind === 'around' ? [random() * 40, 0, random() * 40] : [0, 0, 0];
	};
	return {
		asset: { version: '2.0' },
		scene: 0,
		scenes: [{ nodes: indices(count) }],
		nodes: indices(count).map((room) => ({ name: `r${room.toString(36)}`, mesh: 0, translation: place(room) })),
		meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, material: 0 }] }],
		materials: [{ name: 'Stone' }],
		accessors: [
			{ bufferView: 0, componentType: 5126, type: 'VEC3', count: 4, min: [-1, 0, -1], max: [1, 0, 1] },
			{ bufferView: 1, componentType: 5123, type: 'SCALAR', count: 6 },
		],
		bufferViews: [
			{ buffer: 0, byteLength: 48 },
			{ buffer: 0, byteOffset: 48, byteLength: 12 },
		],
		buffers: [{ byteLength: 60 }],
	};
}

/** The data of `heapOfRooms`. */
export function squareData(): Uint8Array {
	const points = Float32Array.of(-1, 0, -1, -1, 0, 1, 1, 0, 1, 1, 0, -1);
	const bytes = new Uint8Array(60);
	bytes.set(new Uint8Array(points.buffer));
	bytes.set(new Uint8Array(Uint16Array.of(0, 1, 2, 0, 2, 3).buffer), 48);
	return bytes;
}
