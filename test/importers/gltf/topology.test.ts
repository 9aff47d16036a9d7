import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { topology } from '../../../importers/gltf/topology.ts';
import { squareDocument } from '../../support/gltf-maker.ts';
import { cornersOf, readScene } from '../../support/read-gltf.ts';

const [TRIANGLES, STRIP, FAN] = [4, 5, 6];

/** The definitions of glTF, 3.7.2.1, word by word. */
function naive(mode: number, order: readonly number[]): number[][] {
	const triangles: number[][] = [];
	if (mode === TRIANGLES) {
		for (let i = 0; i + 2 < order.length; i += 3) triangles.push([order[i], order[i + 1], order[i + 2]]);
	} else if (mode === STRIP) {
		for (let i = 0; i + 2 < order.length; i++) {
			triangles.push([order[i], order[i + (1 + (i % 2))], order[i + (2 - (i % 2))]]);
		}
	} else for (let i = 0; i + 2 < order.length; i++) triangles.push([order[i + 1], order[i + 2], order[0]]);
	return triangles;
}

function triples(triangles: Uint32Array): number[][] {
	return Array.from({ length: triangles.length / 3 }, (_, t) => [...triangles.subarray(t * 3, t * 3 + 3)]);
}

describe('lists, strips and fans', () => {
	test('draw what glTF says, less what is of no use', () => {
		fc.assert(
			fc.property(
				fc.constantFrom(TRIANGLES, STRIP, FAN),
				fc.array(fc.nat(9), { maxLength: 40 }),
				fc.integer({ min: 0, max: 10 }),
				(mode, indices, vertexCount) => {
					const all = naive(mode, indices);
					const inRange = all.filter((triangle) => triangle.every((index) => index < vertexCount));
					const expected = inRange.filter((triangle) => mode === TRIANGLES || new Set(triangle).size === 3);
					const result = topology(mode, indices, vertexCount, 255, false);
					expect(triples(result.triangles)).toEqual(expected);
					expect(result.total).toBe(all.length);
					expect(result.outOfRange).toBe(all.length - inRange.length);
					const numbers = result.drawn === undefined ? all.map((_, i) => i) : [...result.drawn];
					expect(numbers.map((number) => all[number])).toEqual(expected);
				},
			),
		);
	});

	test('a restart breaks strips, fans and lists into runs', () => {
		fc.assert(
			fc.property(
				fc.constantFrom(TRIANGLES, STRIP, FAN),
				fc.array(fc.array(fc.nat(5), { maxLength: 7 }), { minLength: 2, maxLength: 5 }),
				(mode, runs) => {
					const indices = runs.flatMap((run, i) => (i === 0 ? run : [255, ...run]));
					const expected = runs
						.flatMap((run) => naive(mode, run))
						.filter((triangle) => mode === TRIANGLES || new Set(triangle).size === 3);
					const result = topology(mode, indices, 6, 255, false);
					expect(triples(result.triangles)).toEqual(expected);
					expect(result.restarts).toBe(runs.length - 1);
				},
			),
		);
	});

	test('the highest index is a vertex where there is one, unless the document says that it restarts', () => {
		expect(topology(STRIP, [253, 254, 255], 256, 255, false)).toMatchObject({ ambiguous: true, restarts: 0, total: 1 });
		expect(topology(STRIP, [253, 254, 255], 256, 255, true)).toMatchObject({ ambiguous: false, restarts: 1, total: 0 });
		expect(topology(STRIP, [0, 1, 255], 3, 65535, false)).toMatchObject({ outOfRange: 1, badIndex: 255 });
	});

	test('without indices the vertices are drawn in order', () => {
		expect(triples(topology(FAN, undefined, 4, undefined, false).triangles)).toEqual([
			[1, 2, 0],
			[2, 3, 0],
		]);
		expect(topology(TRIANGLES, undefined, 5, undefined, false)).toMatchObject({ total: 1, incomplete: 2 });
	});
});

describe('in a document', () => {
	/** The square as some mode, with indices of some type or without. */
	async function read(
		mode: number,
		order: readonly number[],
		type?: typeof Uint8Array | typeof Uint16Array | typeof Uint32Array,
	) {
		const maker = squareDocument();
		const primitive = maker.json.meshes[0].primitives[0];
		primitive.mode = mode;
		if (type === undefined) {
			const points = [0, 0, 0, 0, 0, 1, 1, 0, 1, 1, 0, 0];
			primitive.attributes.POSITION = maker.points(order.flatMap((v) => points.slice(v * 3, v * 3 + 3)));
			primitive.indices = undefined;
		} else primitive.indices = maker.indices(order, type as new (values: number[]) => Uint8Array);
		const { scene } = await readScene(maker.glb());
		return new Set(cornersOf(scene.parts[0]).map((c) => rotated(c)));
	}
	/** A triangle written from its least corner on, so that only winding and place count. */
	function rotated(c: readonly number[]): string {
		const points = [c.slice(0, 3), c.slice(3, 6), c.slice(6, 9)].map((p) => p.join(' '));
		const first = points.indexOf([...points].sort()[0]);
		return [0, 1, 2].map((i) => points[(first + i) % 3]).join(', ');
	}

	test('the square is the same in every mode and with every type of index', async () => {
		const plain = await read(TRIANGLES, [0, 1, 2, 0, 2, 3], Uint16Array);
		expect(plain.size).toBe(2);
		for (const type of [undefined, Uint8Array, Uint16Array, Uint32Array]) {
			expect(await read(TRIANGLES, [0, 1, 2, 0, 2, 3], type)).toEqual(plain);
			expect(await read(FAN, [0, 1, 2, 3], type)).toEqual(plain);
			expect(await read(STRIP, [1, 2, 0, 3], type)).toEqual(plain);
			if (type !== undefined) expect(await read(STRIP, [1, 2, 0, 3, 3], type)).toEqual(plain);
		}
	});
});
