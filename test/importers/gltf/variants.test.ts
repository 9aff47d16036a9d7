import { beforeAll, describe, expect, test } from 'vitest';
import type { Scene } from '../../../src/scene/scene.ts';
import { makeVariants, type Variant } from '../../support/gltf-variants.ts';
import { cornersOf, readScene } from '../../support/read-gltf.ts';
import { smallQuayGlb } from '../../support/small-quay.ts';

const LEVEL = smallQuayGlb();

interface Triangle {
	readonly corners: readonly number[];
	readonly surface: number;
}

function trianglesOf(scene: Scene): Triangle[] {
	return scene.parts.flatMap((part) => cornersOf(part).map((corners, t) => ({ corners, surface: part.surfaces[t] })));
}

/** True when one triangle is the other, begun at any corner, with the same winding. */
function isSame(a: Triangle, b: Triangle, tolerance: number): boolean {
	if (a.surface !== b.surface) return false;
	return [0, 3, 6].some((shift) =>
		a.corners.every((value, i) => Math.abs(value - b.corners[(i + shift) % 9]) <= tolerance),
	);
}

const CELL = 0.5;

function centre({ corners: c }: Triangle): number[] {
	return [0, 1, 2].map((axis) => (c[axis] + c[axis + 3] + c[axis + 6]) / 3);
}

/** Pairs every triangle of one scene with one of the other; what finds none. */
function unpaired(expected: readonly Triangle[], actual: readonly Triangle[], tolerance: number): Triangle[] {
	const cells = new Map<string, Triangle[]>();
	const keyOf = (cell: readonly number[]): string => cell.join();
	for (const triangle of actual) {
		const key = keyOf(centre(triangle).map((value) => Math.floor(value / CELL)));
		const known = cells.get(key);
		if (known === undefined) cells.set(key, [triangle]);
		else known.push(triangle);
	}
	const near = (value: number): number[] => [
		...new Set([Math.floor((value - tolerance) / CELL), Math.floor((value + tolerance) / CELL)]),
	];
	return expected.filter((triangle) => {
		const [x, y, z] = centre(triangle);
		for (const i of near(x)) {
			for (const j of near(y)) {
				for (const k of near(z)) {
					const cell = cells.get(keyOf([i, j, k])) ?? [];
					const at = cell.findIndex((other) => isSame(triangle, other, tolerance));
					if (at < 0) continue;
					cell.splice(at, 1);
					return false;
				}
			}
		}
		return true;
	});
}

describe('the level in every encoding', () => {
	let plain: Triangle[];
	let variants: readonly Variant[];

	beforeAll(async () => {
		// Encoders move meshes to nodes of their own, away from the tags of the rooms: so all nodes are asked for.
		plain = trianglesOf((await readScene(LEVEL, { node: ['*'] })).scene);
		variants = await makeVariants(LEVEL);
	});

	test('has the triangles that were drawn', () => {
		expect(plain).toHaveLength(1202);
		expect(variants).toHaveLength(10);
	});

	test.each([
		...['written again', 'sparse', 'strips', 'mirrored twice', 'quantized', 'Draco, edgebreaker', 'Draco, sequential'],
		...['meshopt', 'meshopt with filters', 'instanced'],
	])('%s', async (name) => {
		const variant = variants.find((candidate) => candidate.name === name);
		if (variant === undefined) throw new Error(`There is no variant ${name}.`);
		const { scene, report } = await readScene(variant.bytes, { node: ['*'] });
		const triangles = trianglesOf(scene);
		expect(triangles).toHaveLength(plain.length);
		if (variant.ordered) {
			expect(triangles.filter((triangle, i) => !isSame(plain[i], triangle, variant.tolerance))).toEqual([]);
		} else expect(unpaired(plain, triangles, variant.tolerance)).toEqual([]);
		expect(report.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
		expect(scene.hooks).toHaveLength(6);
	});
});
