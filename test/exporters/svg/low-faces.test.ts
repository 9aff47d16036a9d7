import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lowFacesOverGround } from '../../../pictures/svg/rooms.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import { createWalkmesh, PERSON, type Walkmesh } from '../../../src/model/walkmesh.ts';
import { rectangle } from '../../support/levels.ts';
import { merged } from '../../support/own-floors.ts';
import { gridFloor } from '../../support/soups.ts';
import { runs } from '../../support/thorough.ts';

const NONWALK = 7;

function unwalkable(mesh: Walkmesh): Walkmesh {
	return { ...mesh, surfaces: mesh.surfaces.map(() => NONWALK) };
}

/** A disc of triangles about its middle. */
function disc(x: number, y: number, z: number, radius: number, sides: number): Walkmesh {
	const positions = [x, y, z];
	const faces: number[] = [];
	for (let i = 0; i < sides; i++) {
		const angle = (i * 2 * Math.PI) / sides;
		positions.push(x + radius * Math.cos(angle), y + radius * Math.sin(angle), z);
		faces.push(0, 1 + i, 1 + ((i + 1) % sides));
	}
	return createWalkmesh({
		positions: Float32Array.from(positions),
		faces: Uint32Array.from(faces),
		surfaces: new Uint32Array(sides).fill(NONWALK),
	});
}

/** A square metre at a height over the middle of the ground, whose eastern side is higher by `rise`. */
function top(z: number, rise = 0): Walkmesh {
	const level = rectangle(3, 3, 1, 1, z);
	return unwalkable({
		...level,
		positions: level.positions.map((value, i) => (isEast(level, i) ? value + rise : value)),
	});
}

function isEast({ positions }: Walkmesh, i: number): boolean {
	return i % 3 === 2 && positions[i - 2] === 4;
}

const GROUND = rectangle(0, 0, 8, 8);

/** How many unwalkable faces are low. */
function lowCount(...meshes: readonly Walkmesh[]): number {
	return lowFacesOverGround(merged(...meshes), K1)?.reduce((sum, each) => sum + each, 0) ?? 0;
}

describe('low faces over ground', () => {
	it.each([
		['a little over the ground', 0.001, 2],
		['on the ground', 0, 0],
		['a little below the ground', -0.001, 0],
		['just lower than a person', PERSON.height - 0.001, 2],
		['as high as a person', PERSON.height + 0.001, 0],
	])('are those that lie lower over it than a person is high: %s', (_, z, count) => {
		expect(lowCount(GROUND, top(z))).toBe(count);
	});

	it('count from their lowest corner', () => {
		expect(lowCount(GROUND, top(PERSON.height - 0.001, 1))).toBe(2);
		expect(lowCount(GROUND, top(PERSON.height + 0.001, 1))).toBe(0);
	});

	it('are no walls: no steeper than 60 degrees', () => {
		expect(lowCount(GROUND, top(0.1, Math.tan((59.9 / 180) * Math.PI)))).toBe(2);
		expect(lowCount(GROUND, top(0.1, Math.tan((60.1 / 180) * Math.PI)))).toBe(0);
	});

	it('face up', () => {
		const table = top(0.9);
		expect(lowCount(GROUND, { ...table, faces: table.faces.toReversed() })).toBe(0);
	});

	it('are hidden by ground above them, if it covers more than a strip of them', () => {
		const above = (width: number): Walkmesh => rectangle(3, 2, width, 3, 1.4);
		expect(lowCount(GROUND, top(0.9), above(1))).toBe(0);
		// Of the two triangles the strip covers all of one's western side, and the other's corner.
		expect(lowCount(GROUND, top(0.9), above(0.1))).toBe(2);
	});

	it.each([
		['no more than a strip', 0.1, 0],
		['more than a strip', 0.11, 1],
	])('lie over the ground with %s of theirs', (_, width, count) => {
		// One triangle of 2 by 1 m whose longer side lies over the ground, which begins south of it: a strip of 0.1 m by its longest side.
		const ground = rectangle(-4, -8, 12, 8);
		const positions = Float32Array.of(0, -width, 0.5, 2, -width, 0.5, 1, 1 - width, 0.5);
		const faces = Uint32Array.of(0, 1, 2);
		const slope = createWalkmesh({ positions, faces, surfaces: Uint32Array.of(NONWALK) });
		const covered = width * (2 - width);
		expect(covered > 0.1 * 2).toBe(count === 1);
		expect(lowCount(ground, slope)).toBe(count);
	});

	it('may be narrow themselves, where half of them lies over the ground', () => {
		// A bar 6 cm wide, of which the ground holds all, more than half, or less.
		const bar = unwalkable(rectangle(3, 2, 0.06, 2, 0.9));
		expect(lowCount(GROUND, bar)).toBe(2);
		expect(lowCount(rectangle(0, 0, 3.045, 8), bar)).toBe(2);
		expect(lowCount(rectangle(0, 0, 3.015, 8), bar)).toBe(0);
	});

	it.each([3, 16, 64])('are all triangles of a round table with %i sides', (sides) => {
		expect(lowCount(GROUND, disc(4, 4, 0.9, 0.5, sides))).toBe(sides);
	});

	it.each([1, 5])('are the same over ground of %i faces a metre', (cells) => {
		const grid = gridFloor(8 * cells);
		const fine = { ...grid, positions: grid.positions.map((value) => value / cells) };
		expect(lowCount(fine, top(0.9))).toBe(2);
		expect(lowCount(fine, disc(4.05, 4.05, 0.9, 0.3, 16))).toBe(16);
		expect(lowCount(fine, top(PERSON.height + 0.1))).toBe(0);
	});

	it('are those that points all over them tell', () => {
		const half = fc.integer({ min: 0, max: 12 }).map((value) => value / 2);
		const heights = fc.constantFrom(undefined, 0, 0, 2.5);
		const triangles = fc.record({
			corners: fc.array(fc.tuple(half, half), { minLength: 3, maxLength: 3 }),
			z: fc.constantFrom(-1, 0.9, 1.7, 1.9, 3, 4.2, 4.4),
		});
		fc.assert(
			fc.property(
				fc.array(heights, { minLength: 36, maxLength: 36 }),
				fc.array(triangles, { minLength: 1, maxLength: 6 }),
				(cells, tops) => {
					const ground = cells.flatMap((z, i) =>
						z === undefined ? [] : [rectangle(i % 6, Math.floor(i / 6), 1, 1, z)],
					);
					const faces = tops.map(({ corners, z }) => upTriangle(corners, z));
					const mesh = merged(...ground, ...faces.flatMap((each) => each ?? []));
					const low = lowFacesOverGround(mesh, K1) ?? new Uint8Array(mesh.surfaces.length);
					let face = mesh.surfaces.indexOf(NONWALK);
					for (const [i, each] of faces.entries()) {
						if (each === undefined) continue;
						const expected = sampled(cells, each, tops[i].z);
						if (expected !== undefined) expect(low[face] === 1, `face ${face}`).toBe(expected);
						face++;
					}
					expect(low.subarray(0, ground.length * 2)).not.toContain(1);
				},
			),
			{ numRuns: runs(60, 2000) },
		);
	});
});

/** An unwalkable triangle that faces up; undefined without area. */
function upTriangle(corners: readonly (readonly [number, number])[], z: number): Walkmesh | undefined {
	const [[ax, ay], [bx, by], [cx, cy]] = corners;
	const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
	if (area === 0) return undefined;
	return createWalkmesh({
		positions: Float32Array.from(corners.flatMap(([x, y]) => [x, y, z])),
		faces: area > 0 ? Uint32Array.of(0, 1, 2) : Uint32Array.of(0, 2, 1),
		surfaces: Uint32Array.of(NONWALK),
	});
}

const STEPS = 40;

/** Whether a level triangle is low over squares of ground, by many points of it; undefined where so few points cannot tell. */
function sampled(cells: readonly (number | undefined)[], { positions }: Walkmesh, z: number): boolean | undefined {
	const corners = [0, 3, 6].map((at) => [positions[at], positions[at + 1]]);
	let [over, below, count] = [0, 0, 0];
	for (let u = 0; u < STEPS; u++) {
		for (let v = 0; u + v < STEPS; v++) {
			const weights = [(u + 1 / 3) / STEPS, (v + 1 / 3) / STEPS];
			weights.push(1 - weights[0] - weights[1]);
			const [x, y] = [0, 1].map((axis) => corners.reduce((sum, corner, k) => sum + corner[axis] * weights[k], 0));
			const ground = cells[Math.floor(y) * 6 + Math.floor(x)];
			count++;
			if (ground === undefined) continue;
			if (ground > z) below++;
			else if (z - ground < PERSON.height) over++;
		}
	}
	const sides = corners.map(([x, y], k) => Math.hypot(corners[(k + 1) % 3][0] - x, corners[(k + 1) % 3][1] - y));
	const longest = Math.max(...sides);
	const [[ax, ay], [bx, by], [cx, cy]] = corners;
	const area = Math.abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / 2;
	// A strip of a tenth of a metre along the longest side, or half of what is narrower than four times that.
	const least = Math.min(0.1 * longest, area / 2) / area;
	const parts = [over / count, below / count];
	if (parts.some((part) => Math.abs(part - least) < 0.05)) return undefined;
	return parts[0] > least && parts[1] < least;
}
