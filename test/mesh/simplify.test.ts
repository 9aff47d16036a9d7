import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { simplifyMesh } from '../../src/clean/simplify.ts';
import { UsageError } from '../../src/findings/report.ts';
import { edgeEnd, openWalkableEdges } from '../../src/geometry/half-edges.ts';
import { squaredDistanceToTriangle } from '../../src/geometry/near-triangle.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { gridFloor, integerSoups, planAreas } from '../support/soups.ts';
import { runs } from '../support/thorough.ts';

function walkable(mesh: Walkmesh): Uint8Array {
	return Uint8Array.from(mesh.surfaces, (surface) => (surface === 7 ? 0 : 1));
}

/** Edges of the walkable rim, and between faces of two surfaces, by the places of their ends, with what lies behind. */
function borders(mesh: Walkmesh): string[] {
	const place = (vertex: number): string => mesh.positions.subarray(vertex * 3, vertex * 3 + 3).join();
	const surfaceAt = new Map<string, number>();
	const name = (edge: number): string => `${place(mesh.faces[edge])} ${place(mesh.faces[edgeEnd(edge)])}`;
	const reverse = (edge: number): string => `${place(mesh.faces[edgeEnd(edge)])} ${place(mesh.faces[edge])}`;
	for (let edge = 0; edge < mesh.faces.length; edge++) surfaceAt.set(name(edge), mesh.surfaces[Math.floor(edge / 3)]);
	const lines: string[] = [];
	for (let edge = 0; edge < mesh.faces.length; edge++) {
		const surface = mesh.surfaces[Math.floor(edge / 3)];
		const behind = surfaceAt.get(reverse(edge));
		if (behind !== surface) lines.push(`${name(edge)}: ${surface} ${behind} ${mesh.transitions[edge]}`);
	}
	return lines.sort();
}

/** Hills with patches of three surfaces, and links on the southern rim. */
function hills(side: number, height: number, seed: number): Walkmesh {
	const floor = gridFloor(side, (x, y) => height * Math.sin(x * 0.7 + seed) * Math.cos(y * 0.5));
	const surfaces = floor.surfaces.map((_, face) => {
		const [x, y] = [Math.floor(face / 2) % side, Math.floor(face / 2 / side)];
		return x * 2 < side ? 4 : y * 2 < side ? 3 : 7;
	});
	const transitions = floor.transitions.map((_, edge) => (edge < side * 6 && edge % 6 === 0 ? edge : -1));
	return { ...floor, surfaces, transitions };
}

describe('simplifyMesh', () => {
	it('tells how many faces the ratio asks for, of each surface', async () => {
		const floor = gridFloor(10);
		const surfaces = floor.surfaces.map((_, face) => (face < 5 ? 3 : 4));
		const mesh = { ...floor, surfaces };
		expect((await simplifyMesh(mesh, walkable(mesh), { ratio: 0.5 })).wanted).toBe(3 + 98);
		expect((await simplifyMesh(mesh, walkable(mesh))).wanted).toBe(0);
	});

	it('leaves a flat floor its rim only, in one run', async () => {
		const floor = gridFloor(20);
		const { mesh, deviation } = await simplifyMesh(floor, walkable(floor));
		expect(mesh.surfaces.length).toBeLessThan(100);
		expect(borders(mesh)).toEqual(borders(floor));
		expect(deviation).toBeCloseTo(0, 12);
		expect(planAreas(mesh).reduce((sum, area) => sum + area, 0)).toBe(400);
		expect((await simplifyMesh(mesh, walkable(mesh))).mesh).toBe(mesh);
	});

	it('keeps borders and transitions, faces up, the plan, and every vertex within the error', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 4, max: 9 }),
				fc.constantFrom(0, 0.1, 1),
				fc.nat(50),
				fc.constantFrom(0.001, 0.05, 0.4, 3),
				async (side, height, seed, error) => {
					const floor = hills(side, height, seed);
					const { mesh, deviation } = await simplifyMesh(floor, walkable(floor), { error });
					expect(borders(mesh)).toEqual(borders(floor));
					const areas = planAreas(mesh);
					for (const [face, area] of areas.entries()) if (walkable(mesh)[face] === 1) expect(area).toBeGreaterThan(0);
					expect(areas.reduce((sum, area) => sum + area, 0)).toBeCloseTo(side * side, 6);
					expect(worstDistance(floor, mesh)).toBeLessThanOrEqual(error + 1e-6);
					expect(worstDistance(floor, mesh)).toBeCloseTo(deviation, 6);
					expect(deviation).toBeLessThanOrEqual(error);
				},
			),
			{ numRuns: runs(3, 100) },
		);
	});

	it('leaves fewer faces the more error is allowed, and keeps the ratio', async () => {
		const floor = hills(24, 1, 1);
		const counts: number[] = [];
		for (const error of [0.001, 0.02, 0.1, 0.5]) {
			counts.push((await simplifyMesh(floor, walkable(floor), { error })).mesh.surfaces.length);
		}
		expect(counts).toEqual([...counts].sort((a, b) => b - a));
		expect(counts[3]).toBeLessThan(floor.surfaces.length / 2);
		const half = await simplifyMesh(floor, walkable(floor), { error: Infinity, ratio: 0.5 });
		expect(half.mesh.surfaces.length / floor.surfaces.length).toBeGreaterThanOrEqual(0.5);
		expect(half.mesh.surfaces.length / floor.surfaces.length).toBeLessThan(0.52);
	});

	it('gives the same answer twice', async () => {
		const floor = hills(16, 0.5, 3);
		const [one, two] = [await simplifyMesh(floor, walkable(floor)), await simplifyMesh(floor, walkable(floor))];
		expect(two).toEqual(one);
	});

	it('survives any soup: borders stay, and no walkable face turns down that was not', async () => {
		await fc.assert(
			fc.asyncProperty(integerSoups, async (soup) => {
				const { mesh } = await simplifyMesh(soup, walkable(soup), { error: 1 });
				const open = (each: Walkmesh): number =>
					openWalkableEdges(each.faces, walkable(each), each.positions.length / 3).length;
				expect(open(mesh)).toBe(open(soup));
				for (const vertex of mesh.faces) expect(vertex).toBeLessThan(mesh.positions.length / 3);
				const down = (each: Walkmesh): number => planAreas(each).filter((area) => area < 0).length;
				expect(down(mesh)).toBeLessThanOrEqual(down(soup));
			}),
		);
	});

	it('keeps transitions on edges amid the floor, too', async () => {
		const floor = gridFloor(8);
		const transitions = floor.transitions.map((_, edge) => (edge === 150 || edge === 215 ? edge : -1));
		const { mesh } = await simplifyMesh({ ...floor, transitions }, walkable(floor));
		expect(mesh.surfaces.length).toBeLessThan(64);
		expect([...mesh.transitions].filter((room) => room >= 0).sort()).toEqual([150, 215]);
	});

	it('leaves surfaces alone that have a vertex which is no point', async () => {
		const floor = gridFloor(6);
		const positions = floor.positions.slice();
		positions[24 * 3] = Number.NaN;
		const odd = { ...floor, positions };
		expect((await simplifyMesh(odd, walkable(odd))).mesh).toBe(odd);
	});

	it('refuses options that make no sense', async () => {
		const floor = gridFloor(2);
		for (const options of [
			{ error: -1 },
			{ error: Number.NaN },
			{ ratio: 2 },
			{ ratio: -0.1 },
			{ ratio: Number.NaN },
		]) {
			await expect(simplifyMesh(floor, walkable(floor), options)).rejects.toThrow(UsageError);
		}
	});
});

/** The farthest that a vertex of one mesh lies from the other of the same surface. */
function worstDistance(from: Walkmesh, to: Walkmesh): number {
	let worst = 0;
	for (let i = 0; i < from.faces.length; i++) {
		const point = [...from.positions.subarray(from.faces[i] * 3, from.faces[i] * 3 + 3)];
		let nearest = Infinity;
		for (let face = 0; face < to.surfaces.length; face++) {
			if (to.surfaces[face] !== from.surfaces[Math.floor(i / 3)]) continue;
			const corners = [0, 1, 2].flatMap((k) => {
				const vertex = to.faces[face * 3 + k];
				return [...to.positions.subarray(vertex * 3, vertex * 3 + 3)];
			});
			nearest = Math.min(nearest, squaredDistanceToTriangle([...point, ...corners], 0, 1, 2, 3));
		}
		worst = Math.max(worst, Math.sqrt(nearest));
	}
	return worst;
}
