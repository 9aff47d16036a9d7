import { packGlb } from '../support/gltf-maker.ts';
import type { Random } from './random.ts';

/** Points of area space and faces over them that lie on one another in a way that makes some search compare all with all. */
export interface Heap {
	readonly points: readonly (readonly number[])[];
	readonly faces: readonly (readonly number[])[];
	/** Faces that cannot be walked on; none where it is absent. */
	readonly blocked?: (face: number) => boolean;
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
	slabs: (count, random) => {
		const step = 10 ** -Math.floor(random() * 5);
		return soup(count, (face, k) => [10 * CORNERS[k][0], 10 * CORNERS[k][1], face * step]);
	},
	crossing: (count, random) => {
		const rays = indices(count).map(() => [random() * 100, random() * 100, random() * 7]);
		return soup(count, (face, k) => {
			const [x, y, angle] = rays[face];
			const along = k === 0 ? 50 : -50;
			return [x + along * Math.cos(angle) + (k === 2 ? 0.05 : 0), y + along * Math.sin(angle), 0];
		});
	},
	slivers: (count, random) => soup(count, (_, k) => [k === 0 ? 0 : 1000, random() * 10, random() * 0.1]),
	walls: (count, random) => {
		const feet = indices(count).map(() => [random() * 10, random() * 10]);
		return soup(count, (face, k) => [feet[face][0] + (k === 1 ? 0.5 : 0), feet[face][1], k === 2 ? 2 : 0]);
	},
	oneSpot: (count, random) => soup(count, () => [random() * 2e-4, random() * 2e-4, random() * 2e-4]),
	spotOnGround: (count, random) =>
		soup(count, (_, k) => (k === 0 ? [random() * 1e-4, random() * 1e-4, 0] : [random() * 4 - 2, random() * 4 - 2, 0])),
	spheres: (count) => {
		const side = 12;
		const ring = (shell: number, i: number, j: number): number[] => {
			const [radius, up, about] = [1 + shell * 0.01, (i * Math.PI) / side, (j * Math.PI) / side];
			const flat = radius * Math.sin(up);
			return [flat * Math.cos(about), flat * Math.sin(about), radius * Math.cos(up)];
		};
		return grids(Math.ceil(count / (4 * side * side)), side, 2 * side, ring);
	},
	spiral: (count, random) => {
		const [turn, step] = [32, 0.05 + random() * 3];
		const ramp = (_: number, i: number, j: number): number[] => {
			const [radius, about] = [3 + j, (i * 2 * Math.PI) / turn];
			return [radius * Math.cos(about), radius * Math.sin(about), (i * step) / turn];
		};
		return grids(1, Math.ceil(count / 2), 1, ramp);
	},
	comb: (count) => ({
		points: indices(count + 2).map((i) => (i % 2 === 0 ? [i * 0.5, 0, 0] : [i * 0.5, 40, 0])),
		faces: indices(count).flatMap((i) => (i % 4 === 0 ? [[i, i + 2, i + 1]] : i % 4 === 2 ? [[i, i + 2, i + 1]] : [])),
	}),
	ground: (count, random) => {
		const side = Math.ceil(Math.sqrt(count / 2));
		return grids(1, side, side, (_, i, j) => [i * 0.2, j * 0.2, random() * 0.02]);
	},
	holes: (count) => {
		const side = Math.ceil(Math.sqrt((count / 2) * (4 / 3)));
		const { points, faces } = grids(1, side, side, (_, i, j) => [i, j, 0]);
		return {
			points,
			faces: faces.filter((_, face) => (face >> 1) % 2 === 0 || Math.floor((face >> 1) / side) % 2 === 0),
		};
	},
	maze: (count) => {
		const side = Math.ceil(Math.sqrt(count));
		const { points, faces } = grids(1, side, side, (_, i, j) => [i, j, 0]);
		const open = (i: number, j: number): boolean => i % 2 === 0 || j === (i % 4 === 1 ? 0 : side - 1);
		return { points, faces: faces.filter((_, face) => open(Math.floor((face >> 1) / side), (face >> 1) % side)) };
	},
	// About as many open edges as a megabyte may have: the dearest that no limit refuses.
	leavesOnGround: (count, random) => {
		const side = Math.ceil(Math.sqrt((count * 0.95) / 2));
		const ground = grids(1, side, side, (_, i, j) => [i, j, 0]);
		const leaves = soup(Math.floor(count / 20), () => []);
		const middles = leaves.faces.map(() => [random() * 60, random() * 60, random() * 4]);
		const corner = (i: number): number[] => middles[Math.floor(i / 3)].map((value) => value + random() * 2 - 1);
		const first = ground.points.length;
		return {
			points: [...ground.points, ...leaves.points.map((_, i) => corner(i))],
			faces: [...ground.faces, ...leaves.faces.map((face) => face.map((vertex) => vertex + first))],
		};
	},
	blockedHeap: (count, random) => ({
		...soup(count, () => [random(), random(), random() * 0.1]),
		blocked: (face) => face % 2 === 0,
	}),
	heapOnFloors: (count, random) => soup(count, (face) => [random(), random(), (face % 2) * 5 + random() * 0.1]),
};

/** Sheets of so many squares each, two faces a square. */
function grids(
	sheets: number,
	rows: number,
	columns: number,
	point: (sheet: number, row: number, column: number) => number[],
): Heap {
	const wide = columns + 1;
	const each = (rows + 1) * wide;
	return {
		points: indices(sheets * each).map((i) =>
			point(Math.floor(i / each), Math.floor((i % each) / wide), (i % each) % wide),
		),
		faces: indices(sheets * rows * columns).flatMap((i) => {
			const within = i % (rows * columns);
			const at = Math.floor(i / (rows * columns)) * each + Math.floor(within / columns) * wide + (within % columns);
			return [
				[at, at + wide, at + 1],
				[at + 1, at + wide, at + wide + 1],
			];
		}),
	};
}

/** A heap as OBJ with Y up, of at most so many bytes. */
export function objOfHeap({ points, faces, blocked }: Heap, most: number): Uint8Array {
	const short = (value: number): string => String(Number(value.toFixed(4)));
	const vertices = points.map(([x, y, z]) => `v ${short(x)} ${short(z)} ${short(-y)}`);
	const face = (corners: readonly number[]): string => `f ${corners.map((i) => i + 1).join(' ')}`;
	const lines = [...vertices, 'usemtl Stone'];
	for (const corners of faces.filter((_, i) => blocked?.(i) !== true)) lines.push(face(corners));
	if (blocked !== undefined) lines.push('usemtl NonWalk');
	for (const corners of faces.filter((_, i) => blocked?.(i) === true)) lines.push(face(corners));
	const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`);
	return bytes.length <= most ? bytes : bytes.subarray(0, bytes.lastIndexOf(10, most) + 1);
}

const MOST_SHORT = 32_767;

/**
 * A heap as GLB of at most so many bytes: positions as short integers, and indices as narrow as they can be, since the more faces a byte has, the
 * harder they are to bear.
 */
export function glbOfHeap(heap: Heap, most: number): Uint8Array {
	const { points, faces, blocked } = heap;
	const room = most - 1200;
	const sizeOf = (count: number): number => {
		const used = faces.slice(0, count).reduce((least, corners) => Math.max(least, ...corners), 0) + 1;
		return used * 8 + count * 3 * indexWidth(used);
	};
	let [low, high] = [0, faces.length];
	if (sizeOf(high) > room) {
		while (low + 1 < high) {
			const middle = (low + high) >> 1;
			if (sizeOf(middle) > room) high = middle;
			else low = middle;
		}
	} else low = high;
	const kept = faces.slice(0, low);
	const used = kept.reduce((least, corners) => Math.max(least, ...corners), 0) + 1;
	const extent = points.slice(0, used).reduce((far, point) => Math.max(far, ...point.map(Math.abs)), 1e-9);
	const short = (value: number): number => Math.round((value / extent) * MOST_SHORT);
	const shorts = new Int16Array(used * 4);
	for (let i = 0; i < used; i++) {
		const [x, y, z] = points[i];
		shorts.set([short(x), short(z), short(-y)], i * 4);
	}
	const axis = (at: number): number[] => indices(used).map((i) => shorts[i * 4 + at]);
	const bound = (of: (a: number, b: number) => number): number[] =>
		[0, 1, 2].map((at) => axis(at).reduce((a, b) => of(a, b)));
	const width = indexWidth(used);
	const lists = [false, true].map((isBlocked) => kept.filter((_, i) => (blocked?.(i) ?? false) === isBlocked).flat());
	const data = new Uint8Array(
		shorts.byteLength + lists.reduce((sum, list) => sum + Math.ceil((list.length * width) / 4) * 4, 0),
	);
	data.set(new Uint8Array(shorts.buffer));
	const views: object[] = [{ buffer: 0, byteLength: shorts.byteLength, byteStride: 8 }];
	const accessors: object[] = [
		{ bufferView: 0, componentType: 5122, type: 'VEC3', count: used, min: bound(Math.min), max: bound(Math.max) },
	];
	const primitives: object[] = [];
	let byteOffset = shorts.byteLength;
	for (const [material, list] of lists.entries()) {
		if (list.length === 0) continue;
		const array = width === 1 ? Uint8Array.from(list) : width === 2 ? Uint16Array.from(list) : Uint32Array.from(list);
		data.set(new Uint8Array(array.buffer), byteOffset);
		primitives.push({ attributes: { POSITION: 0 }, indices: accessors.length, material });
		accessors.push({
			bufferView: views.length,
			componentType: [0, 5121, 5123, 0, 5125][width],
			type: 'SCALAR',
			count: list.length,
		});
		views.push({ buffer: 0, byteOffset, byteLength: array.byteLength });
		byteOffset += Math.ceil(array.byteLength / 4) * 4;
	}
	const scale = extent / MOST_SHORT;
	const json = {
		asset: { version: '2.0' },
		scene: 0,
		scenes: [{ nodes: [0] }],
		extensionsUsed: ['KHR_mesh_quantization'],
		extensionsRequired: ['KHR_mesh_quantization'],
		nodes: [{ name: 'heap', mesh: 0, scale: [scale, scale, scale] }],
		meshes: [{ primitives }],
		materials: [{ name: 'Stone' }, { name: 'NonWalk' }],
		accessors,
		bufferViews: views,
		buffers: [{ byteLength: data.length }],
	};
	return packGlb(json, data);
}

const indexWidth = (points: number): number => (points <= 256 ? 1 : points <= 65_536 ? 2 : 4);

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
