import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRegistry } from '../../../jobs/default-registry.ts';
import { MESH_STAGES } from '../../../pipeline/conversion-entries.ts';
import { convertRecipe, resolveRecipe, stagesOf } from '../../../pipeline/recipe.ts';
import { Report } from '../../../src/findings/report.ts';
import { faceArea } from '../../../src/geometry/triangles.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../../src/model/walkmesh.ts';
import { runStage } from '../../support/run-stage.ts';
import { runs } from '../../support/thorough.ts';

/** How cells of a floor are cut by the corners along their edges. */
interface FloorChoice {
	readonly columns: readonly number[];
	readonly rows: readonly number[];
	/** Where edges have corners of their own, for each edge of the grid, as parts of its length. */
	readonly along: readonly (readonly number[])[];
	/** For each cell the corner that its triangles begin at. */
	readonly apexes: readonly number[];
	readonly slope: readonly [number, number];
	readonly at: number;
}

/**
 * A floor of rectangles with corners along their edges, which both sides of an edge have, each cut into a fan as modelling programs may cut it: fans
 * begin at a corner of the rectangle, so that triangles along its two edges have no area.
 */
function floorOf({ columns, rows, along, apexes, slope, at }: FloorChoice): Walkmesh {
	const [xs, ys] = [columns, rows].map((steps) => {
		let sum = 0;
		return [0, ...steps.map((step) => (sum += step))];
	});
	const positions: number[] = [];
	const known = new Map<string, number>();
	const vertex = (x: number, y: number): number => {
		const key = `${x} ${y}`;
		const there = known.get(key);
		if (there !== undefined) return there;
		known.set(key, positions.length / 3);
		positions.push(at + x, at + y, slope[0] * x + slope[1] * y);
		return positions.length / 3 - 1;
	};
	/** The corners of an edge of the grid but for its end, from its lower end or back. */
	let edges = 0;
	const partsOf = new Map<string, readonly number[]>();
	const edge = (x0: number, y0: number, x1: number, y1: number): number[] => {
		const isBack = x1 < x0 || y1 < y0;
		const [ax, ay, bx, by] = isBack ? [x1, y1, x0, y0] : [x0, y0, x1, y1];
		const key = `${ax} ${ay} ${bx} ${by}`;
		const parts = partsOf.get(key) ?? along[edges++ % along.length];
		partsOf.set(key, parts);
		const inner = [...new Set(parts)].sort((p, q) => p - q).map((t) => vertex(ax + (bx - ax) * t, ay + (by - ay) * t));
		return [vertex(x0, y0), ...(isBack ? inner.reverse() : inner)];
	};
	const faces: number[] = [];
	for (let row = 0; row + 1 < ys.length; row++) {
		for (let column = 0; column + 1 < xs.length; column++) {
			const [x0, x1, y0, y1] = [xs[column], xs[column + 1], ys[row], ys[row + 1]];
			const sides = [edge(x0, y0, x1, y0), edge(x1, y0, x1, y1), edge(x1, y1, x0, y1), edge(x0, y1, x0, y0)];
			const first = apexes[(row * columns.length + column) % apexes.length];
			const ring = [0, 1, 2, 3].flatMap((side) => sides[(first + side) % 4]);
			for (let corner = 1; corner + 1 < ring.length; corner++) faces.push(ring[0], ring[corner], ring[corner + 1]);
		}
	}
	return createWalkmesh({
		name: 'floor',
		kind: 'area',
		positions: Float32Array.from(positions),
		faces: Uint32Array.from(faces),
		surfaces: new Uint32Array(faces.length / 3).fill(4),
	});
}

const steps = fc.array(fc.integer({ min: 2, max: 9 }), { minLength: 1, maxLength: 3 });
const floors: fc.Arbitrary<FloorChoice> = fc.record({
	columns: steps,
	rows: steps,
	along: fc.array(fc.array(fc.constantFrom(0.25, 1 / 3, 0.5, 0.7), { maxLength: 3 }), { minLength: 1, maxLength: 24 }),
	apexes: fc.array(fc.nat(3), { minLength: 1, maxLength: 9 }),
	slope: fc.constantFrom([0, 0] as const, [0.1, 0.3] as const, [-0.25, 0] as const),
	at: fc.constantFrom(0, -37.3, 200),
});

/** The oracle: vertices that lie within a millimetre of an edge that one face has alone, and between its ends. */
function tJunctions({ positions, faces }: Walkmesh): string[] {
	const uses = new Map<string, [number, number][]>();
	for (let i = 0; i < faces.length; i++) {
		const [a, b] = [faces[i], faces[i % 3 === 2 ? i - 2 : i + 1]];
		const key = [a, b].sort((p, q) => p - q).join();
		uses.set(key, [...(uses.get(key) ?? []), [a, b]]);
	}
	const found: string[] = [];
	const used = new Set(faces);
	for (const [[a, b], ...others] of uses.values()) {
		if (others.length > 0) continue;
		const at = (vertex: number): number[] => [...positions.subarray(vertex * 3, vertex * 3 + 3)];
		const [p, q] = [at(a), at(b)];
		const length = Math.hypot(q[0] - p[0], q[1] - p[1], q[2] - p[2]);
		for (const vertex of used) {
			if (vertex === a || vertex === b) continue;
			const r = at(vertex);
			const t = [0, 1, 2].reduce((sum, k) => sum + (r[k] - p[k]) * (q[k] - p[k]), 0) / length;
			const off = Math.hypot(...[0, 1, 2].map((k) => r[k] - p[k] - (t / length) * (q[k] - p[k])));
			if (t > 1e-3 && t < length - 1e-3 && off < 1e-3) found.push(`${vertex} on ${a} ${b}`);
		}
	}
	return found;
}

function areaOf({ positions, faces, surfaces }: Walkmesh): number {
	return surfaces.reduce((sum, _, face) => sum + faceArea(positions, faces, face), 0);
}

/** Stages that change where things are, or that are told what to do by what is beside a mesh. */
const ELSEWHERE = new Set(['place', 'place-room', 'snap', 'translate', 'rotate', 'mirror', 'scale']);

describe('a floor whose edges all meet', () => {
	const registry = createRegistry();

	it('has no T-junction after any stage, and its area', async () => {
		await fc.assert(
			fc.asyncProperty(floors, async (choice) => {
				const floor = floorOf(choice);
				expect(tJunctions(floor)).toEqual([]);
				for (const factory of MESH_STAGES) {
					const stage = factory();
					if (stage.subject !== 'walkmesh' || ELSEWHERE.has(stage.name)) continue;
					const { value } = await runStage(stage, floor);
					expect([stage.name, tJunctions(value as Walkmesh)]).toEqual([stage.name, []]);
					expect(areaOf(value as Walkmesh)).toBeCloseTo(areaOf(floor), 2);
				}
			}),
			{ numRuns: runs(40, 300) },
		);
	});

	it('has none after the whole of a conversion, whatever its options', async () => {
		const options = [{}, { fixTJunctions: true }, { simplify: 0.5 }, { snap: 0.05 }, { orient: 'flip' }] as const;
		await fc.assert(
			fc.asyncProperty(floors, fc.constantFrom(...options), async (choice, wanted) => {
				const floor = floorOf(choice);
				let mesh = floor;
				const report = new Report();
				for (const stage of stagesOf(resolveRecipe(convertRecipe(wanted), registry), 'walkmesh'))
					mesh = await stage.run(mesh, { report, surfaces: K1 });
				expect(tJunctions(mesh)).toEqual([]);
				expect(areaOf(mesh)).toBeCloseTo(areaOf(floor), 2);
				expect(report.findings.map(({ code }) => code).filter((code) => code.startsWith('T_JUNCTION'))).toEqual([]);
			}),
			{ numRuns: runs(60, 300) },
		);
	});
});
