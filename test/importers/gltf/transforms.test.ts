import { WebIO } from '@gltf-transform/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Json, SQUARE, squareDocument } from '../../support/gltf-maker.ts';
import { cornersOf, found, normalOf, readScene } from '../../support/read-gltf.ts';

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

	test('a mirrored node keeps its floor facing the same side as the floor it mirrors', async () => {
		for (const scale of [
			[-1, 1, 1],
			[1, 1, -1],
			[-1, 1, -1],
			[-2, 3, 0.5],
		]) {
			const { scene } = await readScene(chained([], { scale }));
			for (const corners of cornersOf(scene.parts[0])) expect(normalOf(corners)[2]).toBeGreaterThan(0);
		}
		const { scene } = await readScene(chained([], { scale: [1, -1, 1] }));
		for (const corners of cornersOf(scene.parts[0])) expect(normalOf(corners)[2]).toBeLessThan(0);
	});

	test('a matrix is the same as its parts', async () => {
		const matrix = [0, 0, -2, 0, 0, 3, 0, 0, 4, 0, 0, 0, 5, 6, 7, 1];
		const parts = { translation: [5, 6, 7], rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2], scale: [2, 3, 4] };
		const a = (await readScene(chained([], { matrix }))).scene.parts[0].positions;
		const b = (await readScene(chained([], parts))).scene.parts[0].positions;
		for (let i = 0; i < a.length; i++) expect(a[i]).toBeCloseTo(b[i], 12);
	});

	test('a matrix that shears is applied exactly, and told', async () => {
		const { scene, report } = await readScene(
			chained([], { name: 'leaning', matrix: [1, 0, 0, 0, 0.5, 1, 0, 0, 0.25, 0, 1, 0, 0, 0, 0, 1] }),
		);
		// x' = x + 0.5 y + 0.25 z of (0,0,1) and (1,0,1); then (x, y, z) becomes (x, −z, y).
		expect(cornersOf(scene.parts[0])[0]).toEqual([0, 0, 0, 0.25, -1, 0, 1.25, -1, 0]);
		expect(found(report, 'GLTF_SHEARED')).toMatchObject([
			{ severity: 'warning', location: { node: 'leaning', pointer: '/nodes/0' } },
		]);
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
