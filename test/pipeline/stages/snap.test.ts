import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { snap } from '../../../pipeline/stages/motions.ts';
import { type SnapOptions, snapPositions } from '../../../src/bwm/ascii.ts';
import { Report, UsageError } from '../../../src/findings/report.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import type { Walkmesh } from '../../../src/model/walkmesh.ts';
import { runs } from '../../support/thorough.ts';
import { anyWalkmesh, bitsOf, float32 } from '../../support/walkmeshes.ts';

async function run(mesh: Walkmesh, options: SnapOptions = {}, report = new Report()): Promise<Walkmesh> {
	return await snap(options).run(mesh, { report, surfaces: K1 });
}

const snapped = (value: number, rule: 'nearest' | 'engine'): number =>
	snapPositions(Float32Array.of(value), rule).positions[0];

describe('snap', () => {
	it.each([
		[3.0005, 3, 3],
		[2.9995, 3, 3],
		[3.001, 3.001, 3.001],
		[2.999, 2.999, 2.999],
		[0.0005, 0, 0],
		[0.25, 0.25, 0.25],
		// Below zero the engine's window lies askew: it cuts towards zero.
		[-2.9995, -3, -2.9995],
		[-3.0005, -3, -3.0005],
		[-3.002, -3.002, -3],
		[-3.003, -3.003, -3.003],
		[-0.002, -0.002, 0],
		[-0.0003, 0, 0],
		[-3, -3, -3],
		// Halfway between the whole number and the next step, and one float32 beside it.
		[3 + 1 / 1024, 3 + 1 / 1024, 3 + 1 / 1024],
		[3 + 1 / 1024 - 2 ** -22, 3, 3],
		[3 - 1 / 1024, 3 - 1 / 1024, 3],
		[3 - 1 / 1024 - 2 ** -22, 3 - 1 / 1024 - 2 ** -22, 3 - 1 / 1024 - 2 ** -22],
		[3 - 1 / 1024 + 2 ** -22, 3, 3],
		[-3 - 3 / 1024, -3 - 3 / 1024, -3 - 3 / 1024],
		[-3 - 3 / 1024 + 2 ** -22, -3 - 3 / 1024 + 2 ** -22, -3],
		[-3 - 1 / 1024, -3 - 1 / 1024, -3],
		// From 2^16 on float32s are coarser than the steps.
		[65535.99609375, 65535.99609375, 65535.99609375],
		[65536.0078125, 65536.0078125, 65536.0078125],
		[1e7, 1e7, 1e7],
		[-3e38, -3e38, -3e38],
	])("puts %d at %d, and at %d by the engine's arithmetic", (value, nearest, engine) => {
		expect(snapped(value, 'nearest')).toBe(Math.fround(nearest));
		expect(snapped(value, 'engine')).toBe(Math.fround(engine));
	});

	it.each(['nearest', 'engine'] as const)('changes nothing the second time: %s', (rule) => {
		const near = fc
			.tuple(fc.integer({ min: -300, max: 300 }), fc.integer({ min: -2000, max: 2000 }))
			.map(([n, d]) => Math.fround(n + d / 1e6));
		fc.assert(
			fc.property(fc.oneof(near, float32), (value) => {
				const once = snapPositions(Float32Array.of(value), rule).positions;
				const twice = snapPositions(once, rule);
				expect(twice.positions).toBe(once);
				expect(Math.abs(once[0] - value)).toBeLessThanOrEqual(rule === 'nearest' ? 1 / 1024 : 3 / 1024);
			}),
			{ numRuns: runs(2000) },
		);
	});

	it('counts coordinates and the vertices that they belong to, and knows the longest way', () => {
		const [near, nearer] = [2 + 2 ** -11, 5 - 2 ** -12].map(Math.fround);
		const positions = Float32Array.of(0.5, -0, 7, near, nearer, 0.25, 1, 2, 3, near, near, near);
		expect(snapPositions(positions, 'nearest')).toEqual({
			positions: Float32Array.of(0.5, -0, 7, 2, 5, 0.25, 1, 2, 3, 2, 2, 2),
			coordinates: 5,
			vertices: 2,
			farthest: 2 ** -11,
		});
		expect(snapPositions(positions.slice(0, 3), 'engine')).toEqual({
			positions: positions.slice(0, 3),
			coordinates: 0,
			vertices: 0,
			farthest: 0,
		});
	});

	it('says how much it moved and leaves all else alone', async () => {
		const [mesh] = fc.sample(anyWalkmesh({ coordinate: fc.constant(2.9995) }), { numRuns: 1, seed: 3 });
		const report = new Report();
		const before = bitsOf(mesh.positions);
		const after = await run(mesh, {}, report);
		expect(bitsOf(mesh.positions)).toEqual(before);
		expect(new Set(after.positions)).toEqual(new Set([3]));
		expect({ ...after, positions: mesh.positions }).toEqual(mesh);
		const count = mesh.positions.length;
		expect(report.findings.map(({ code }) => code)).toEqual(['VERTICES_SNAPPED']);
		expect(report.findings.map((finding) => finding.message)).toEqual([
			`Rounded ${count} coordinates of ${count / 3} vertices to whole numbers, moving them by up to 0.0005 m.`,
		]);
	});

	it('gives the very walkmesh back where nothing is to be done', async () => {
		const [mesh] = fc.sample(anyWalkmesh({ coordinate: fc.constantFrom(0.5, -0, 7) }), { numRuns: 1, seed: 3 });
		expect(await run(mesh)).toBe(mesh);
	});

	it('knows two rules', () => {
		const [mesh] = fc.sample(anyWalkmesh(), { numRuns: 1, seed: 3 });
		expect(() => snap({ rule: 'other' as 'engine' }).run(mesh, { report: new Report(), surfaces: K1 })).toThrow(
			UsageError,
		);
	});
});
