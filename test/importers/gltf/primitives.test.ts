import { WebIO } from '@gltf-transform/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { topology } from '../../../importers/gltf/topology.ts';
import { UNRESOLVED_SURFACE } from '../../../src/scene/surfaces.ts';
import { GltfMaker, type Json, SQUARE, SQUARE_INDICES, squareDocument } from '../../support/gltf-maker.ts';
import { cornersOf, found, readScene } from '../../support/read-gltf.ts';

interface Clues {
	readonly material?: string;
	readonly materialExtras?: Json;
	readonly primitiveExtras?: Json;
	readonly meshExtras?: Json;
	readonly nodeExtras?: Json;
	readonly attribute?: readonly number[];
	readonly attributeName?: string;
}

function surfaced(clues: Clues): GltfMaker {
	const maker = new GltfMaker();
	const attributes: Json = { POSITION: maker.points(SQUARE) };
	if (clues.attribute !== undefined) {
		attributes[clues.attributeName ?? '_SURFACE'] = maker.accessor(Float32Array.from(clues.attribute), 'SCALAR');
	}
	const material =
		clues.material === undefined ? undefined : maker.material(clues.material, { extras: clues.materialExtras });
	const primitive = { attributes, indices: maker.indices(SQUARE_INDICES), material, extras: clues.primitiveExtras };
	maker.node({ name: 'floor', mesh: maker.mesh([primitive], { extras: clues.meshExtras }), extras: clues.nodeExtras });
	return maker;
}

async function surfacesOf(clues: Clues, mapping?: readonly [string, string]): Promise<number[]> {
	const mappings = mapping === undefined ? [] : [{ pattern: mapping[0], surface: mapping[1] }];
	const { scene } = await readScene(surfaced(clues).glb(), {}, { mappings });
	return [...scene.parts[0].surfaces];
}

describe('the surface of a primitive', () => {
	test('is what material, primitive, mesh or node say in extras, in this order, then the name, then the mapping', async () => {
		const all: Clues = {
			material: 'Grass',
			materialExtras: { surface: 'Dirt' },
			primitiveExtras: { surface: 'Wood' },
			meshExtras: { surfaceMaterial: 9 },
			nodeExtras: { kotor_surface: 'Metal' },
		};
		expect(await surfacesOf(all)).toEqual([1, 1]);
		expect(await surfacesOf({ ...all, materialExtras: undefined })).toEqual([5, 5]);
		expect(await surfacesOf({ ...all, materialExtras: undefined, primitiveExtras: undefined })).toEqual([9, 9]);
		expect(await surfacesOf({ material: 'Grass', nodeExtras: { kotor_surface: 'Metal' } })).toEqual([10, 10]);
		expect(await surfacesOf({ material: 'Grass' })).toEqual([3, 3]);
		expect(await surfacesOf({ material: 'lambert1' }, ['lambert*', 'Mud'])).toEqual([13, 13]);
	});

	test('without any it is an error that counts the triangles and names the node; never the slot', async () => {
		const { scene, report } = await readScene(surfaced({ material: 'lambert1' }).glb());
		expect([...scene.parts[0].surfaces]).toEqual([UNRESOLVED_SURFACE, UNRESOLVED_SURFACE]);
		expect(found(report, 'SURFACE_UNKNOWN')).toMatchObject([
			{ severity: 'error', data: { material: 'lambert1', triangles: 2 }, location: { node: 'floor' } },
		]);
		const bare = await readScene(surfaced({}).glb());
		expect(found(bare.report, 'SURFACE_UNKNOWN')).toMatchObject([
			{ data: { material: '', triangles: 2, object: 'floor' } },
		]);
	});

	test('an object that is without a material in part is not named: all of it would get the surface', async () => {
		const maker = surfaced({ material: 'Stone' });
		const [{ primitives }] = maker.json.meshes;
		primitives.push({ ...primitives[0], material: undefined });
		const { report } = await readScene(maker.glb());
		const [{ data }] = found(report, 'SURFACE_UNKNOWN');
		expect(data).toEqual({ material: '', triangles: 2 });
	});
});

describe('the attribute _SURFACE', () => {
	test.each(['_SURFACE', '_surface', '_Surface'])('decides each face (%s)', async (attributeName) => {
		expect(await surfacesOf({ attribute: [4, 4, 4, 4], attributeName, material: 'Grass' })).toEqual([4, 4]);
	});

	test('of faces that share no vertices, each its own', async () => {
		const maker = new GltfMaker();
		const points = SQUARE_INDICES.flatMap((v) => SQUARE.slice(v * 3, v * 3 + 3));
		const attributes = {
			POSITION: maker.points(points),
			_SURFACE: maker.accessor(Uint16Array.of(4, 4, 4, 7, 7, 7), 'SCALAR'),
		};
		maker.node({ mesh: maker.mesh([{ attributes }]) });
		const { scene, report } = await readScene(maker.glb());
		expect([...scene.parts[0].surfaces]).toEqual([4, 7]);
		expect(found(report, 'SURFACE_UNKNOWN')).toEqual([]);
	});

	test('leaves to the material what it does not say', async () => {
		expect(await surfacesOf({ attribute: [4, 4, 4, -1], material: 'Grass' })).toEqual([4, 3]);
		const { scene, report } = await readScene(surfaced({ attribute: [-1, -1, -1, -1] }).glb());
		expect([...scene.parts[0].surfaces]).toEqual([UNRESOLVED_SURFACE, UNRESOLVED_SURFACE]);
		expect(found(report, 'GLTF_SURFACE_ATTRIBUTE')).toEqual([]);
	});

	test('counts only those faces for an error that need the material', async () => {
		const { report } = await readScene(surfaced({ attribute: [4, 4, 4, -1], material: 'lambert1' }).glb());
		expect(found(report, 'SURFACE_UNKNOWN')).toMatchObject([{ data: { triangles: 1 } }]);
	});
});

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

const number = (bound: number): fc.Arbitrary<number> => fc.double({ min: -bound, max: bound, noNaN: true });

/** A quaternion of length 1. */
const rotation = fc.tuple(number(1), number(1), number(1), number(1)).map((q) => {
	const length = Math.hypot(...q);
	return length < 0.1 ? [0, 0, 0, 1] : q.map((value) => value / length);
});

const factor = fc.double({ min: 0.2, max: 4, noNaN: true }).chain((s) => fc.constantFrom(s, -s));

/** A chain of nodes, the innermost last; scales are the same in all directions but in the last node, so that nothing shears. */
const chain = fc.tuple(
	fc.array(
		fc.record({
			translation: fc.tuple(number(100), number(100), number(100)),
			rotation,
			scale: factor.map((s) => [s, s, s]),
		}),
		{ maxLength: 4 },
	),
	fc.record({
		translation: fc.tuple(number(9), number(9), number(9)),
		rotation,
		scale: fc.tuple(factor, factor, factor),
	}),
);

function chained(outer: readonly Json[], inner: Json): Uint8Array {
	const maker = squareDocument();
	Object.assign(maker.json.nodes[0], inner);
	let child = 0;
	for (const node of [...outer].reverse()) child = maker.node({ ...node, children: [child] }, true);
	maker.json.scenes[0].nodes = [child];
	return maker.glb();
}

describe('nodes', () => {
	test('stand where glTF-Transform has them, and look up where it has them look up', async () => {
		await fc.assert(
			fc.asyncProperty(chain, async ([outer, inner]) => {
				const bytes = chained(outer, inner);
				const { scene } = await readScene(bytes);
				const document = await new WebIO().readBinary(bytes);
				const node = document.getRoot().listNodes()[0];
				const m = node.getWorldMatrix();
				const world = (v: number): number[] => {
					const [x, y, z] = SQUARE.slice(v * 3, v * 3 + 3);
					const at = (row: number): number => m[row] * x + m[row + 4] * y + m[row + 8] * z + m[row + 12];
					return [at(0), -at(2), at(1)];
				};
				const size = Math.max(...m.map(Math.abs), 1);
				const corners = cornersOf(scene.parts[0]);
				const mirrored = inner.scale.concat(...outer.map(({ scale }) => scale)).filter((s) => s < 0).length % 2 === 1;
				const order = mirrored ? [0, 2, 1] : [0, 1, 2];
				expect(corners[0]).toHaveLength(9);
				for (const [i, value] of order.flatMap(world).entries())
					expect(Math.abs(corners[0][i] - value)).toBeLessThan(1e-9 * size);
			}),
		);
	});

	test('a matrix is the same as its parts', async () => {
		const matrix = [0, 0, -2, 0, 0, 3, 0, 0, 4, 0, 0, 0, 5, 6, 7, 1];
		const parts = { translation: [5, 6, 7], rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2], scale: [2, 3, 4] };
		const a = (await readScene(chained([], { matrix }))).scene.parts[0].positions;
		const b = (await readScene(chained([], parts))).scene.parts[0].positions;
		for (let i = 0; i < a.length; i++) expect(a[i]).toBeCloseTo(b[i], 12);
	});

	test('turned parts of a stretched parent shear as they do in viewers, which is no fault', async () => {
		const turned = { rotation: [0, Math.sin(Math.PI / 8), 0, Math.cos(Math.PI / 8)] };
		const { scene, report } = await readScene(chained([{ scale: [2, 1, 1] }], turned));
		const h = Math.SQRT1_2;
		const expected = [0, 0, 0, 2 * h, -h, 0, 2 * h + 2 * h, -h + h, 0];
		for (const [i, value] of cornersOf(scene.parts[0])[0].entries()) expect(value).toBeCloseTo(expected[i], 12);
		expect(found(report, 'GLTF_SHEARED')).toEqual([]);
	});

	test('far from the origin nothing is lost to float32', async () => {
		const { scene } = await readScene(
			chained([{ translation: [1e6, 0, 0] }, { translation: [-1e6, 0, 0] }], { translation: [0.1, 0, 0] }),
		);
		expect(scene.parts[0].positions[0]).toBeCloseTo(0.1, 9);
	});
});

describe('axes and units', () => {
	test('Y up becomes Z up, metres stay metres', async () => {
		const { scene } = await readScene(chained([], { translation: [1, 2, 3] }));
		expect([...scene.parts[0].positions.subarray(0, 3)]).toEqual([1, -3, 2]);
		expect(scene.nodes[0].origin).toEqual([1, -3, 2]);
	});

	test('options say otherwise', async () => {
		const { scene } = await readScene(chained([], { translation: [1, 2, 3] }), { up: 'z', unit: 'cm', scale: 10 });
		expect([...scene.parts[0].positions.subarray(0, 3)].map((v) => Number(v.toFixed(9)))).toEqual([0.1, 0.2, 0.3]);
	});

	test('there is no negative zero', async () => {
		const { scene } = await readScene(squareDocument().glb());
		for (const value of scene.parts[0].positions) expect(Object.is(value, -0)).toBe(false);
	});
});
