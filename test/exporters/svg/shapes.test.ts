import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { perimeterEdges } from '../../../src/geometry/faces.ts';
import { isWalkable, K1 } from '../../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../../src/model/walkmesh.ts';
import { withTransitions } from '../../support/levels.ts';
import { pictureText } from '../../support/svg.ts';
import { runs } from '../../support/thorough.ts';
import { areaFromPixels, byId, type Point, readPath, readXml, signedArea, surfaceLoops, winding } from './reading.ts';

/** Area of each surface's faces as seen from above, by plain summing. */
function planAreas({ positions, faces, surfaces }: Walkmesh): Map<number, number> {
	const areas = new Map<number, number>();
	surfaces.forEach((surface, face) => {
		const corners = [0, 1, 2].map((corner): Point => {
			const vertex = faces[face * 3 + corner];
			return [positions[vertex * 3], positions[vertex * 3 + 1]];
		});
		areas.set(surface, (areas.get(surface) ?? 0) + Math.abs(signedArea(corners)));
	});
	return areas;
}

function planOf(mesh: Walkmesh): ReturnType<typeof readXml> {
	// One sheet, as ground over ground would have several.
	return readXml(pictureText([{ name: 'room', walkmesh: mesh }], K1, { floor: 'one' }));
}

function layerOf(surface: number): string {
	return isWalkable(K1, surface) ? 'walkable' : 'not-walkable';
}

/** A grid of squares, halved, each with a surface of its own; corners of each face are its own vertices if `soup`. */
function patchwork(surfaces: readonly number[], columns: number, soup: boolean, down: boolean): Walkmesh {
	const positions: number[] = [];
	const faces: number[] = [];
	const ids: number[] = [];
	const shared = new Map<string, number>();
	const vertex = (x: number, y: number): number => {
		const key = `${x} ${y}`;
		const known = soup ? undefined : shared.get(key);
		if (known !== undefined) return known;
		shared.set(key, positions.length / 3);
		positions.push(x * 1.25, y * 1.25 + x * 0.25, x - y);
		return positions.length / 3 - 1;
	};
	surfaces.forEach((surface, cell) => {
		const [x, y] = [cell % columns, Math.floor(cell / columns)];
		const [a, b, c, d, e, f] = [
			vertex(x, y),
			vertex(x + 1, y),
			vertex(x + 1, y + 1),
			vertex(x, y),
			vertex(x + 1, y + 1),
			vertex(x, y + 1),
		];
		faces.push(...(down ? [c, b, a, f, e, d] : [a, b, c, d, e, f]));
		ids.push(surface, surface);
	});
	return createWalkmesh({
		positions: Float32Array.from(positions),
		faces: Uint32Array.from(faces),
		surfaces: Uint32Array.from(ids),
	});
}

describe('shapes of surfaces', () => {
	it('have the area of their faces, welded or not, up or down, holes left out', () => {
		fc.assert(
			fc.property(
				fc.array(fc.constantFrom(1, 3, 4, 7, 17), { minLength: 1, maxLength: 40 }),
				fc.integer({ min: 1, max: 7 }),
				fc.boolean(),
				fc.boolean(),
				(surfaces, columns, soup, down) => {
					const mesh = patchwork(surfaces, columns, soup, down);
					const root = planOf(mesh);
					for (const [surface, area] of planAreas(mesh)) {
						const loops = surfaceLoops(root, layerOf(surface), surface);
						const drawn = loops.reduce((sum, loop) => sum + signedArea(loop), 0);
						// A hundredth of a pixel is far below a millimetre here.
						expect(Math.abs(drawn - area)).toBeLessThan(0.01 + area * 1e-3);
					}
				},
			),
			{ numRuns: runs(20, 300) },
		);
	});

	it('cover what any face covers and nothing else, however faces lie over each other', () => {
		const coordinate = fc.integer({ min: 0, max: 6 });
		const corner = fc.tuple(coordinate, coordinate, coordinate);
		fc.assert(
			fc.property(fc.array(fc.tuple(corner, corner, corner), { minLength: 1, maxLength: 12 }), (triangles) => {
				const mesh = createWalkmesh({
					positions: Float32Array.from(triangles.flat(2)),
					faces: Uint32Array.from(triangles.flat(), (_, i) => i),
					surfaces: new Uint32Array(triangles.length).fill(4),
				});
				const loops = surfaceLoops(planOf(mesh), 'walkable', 4);
				for (let x = 0.2137; x < 6; x += 0.5) {
					for (let y = 0.3191; y < 6; y += 0.5) {
						if (triangles.some((triangle) => nearRim(triangle, [x, y]))) continue;
						const covered = triangles.some((triangle) => winding([triangle.map(([a, b]) => [a, b])], [x, y]) !== 0);
						expect(winding(loops, [x, y]) !== 0, `${x} ${y}`).toBe(covered);
					}
				}
			}),
			{ numRuns: runs(20, 300) },
		);
	});
});

describe('the perimeter', () => {
	it('is drawn along all open edges of walkable faces that lead nowhere', () => {
		fc.assert(
			fc.property(fc.array(fc.constantFrom(3, 4, 7), { minLength: 1, maxLength: 24 }), fc.nat(5), (surfaces, links) => {
				const mesh = patchwork(surfaces, 4, false, false);
				const { edges } = perimeterEdges(mesh, K1);
				const linked = withTransitions(mesh, Object.fromEntries([...edges.slice(0, links)].map((edge) => [edge, 9])));
				const expected = [...edges.slice(links)].reduce((sum, edge) => sum + planLength(mesh, edge), 0);
				const root = planOf(linked);
				const path = byId(root, 'room-0-perimeter');
				const lines = path === undefined ? [] : readPath(path.attributes['d']);
				const toArea = areaFromPixels(root);
				const drawn = lines.reduce((sum, { points, closed }) => sum + lengthOf(points.map(toArea), closed), 0);
				expect(Math.abs(drawn - expected)).toBeLessThan(0.01);
			}),
			{ numRuns: runs(20, 300) },
		);
	});
});

function lengthOf(points: readonly Point[], closed: boolean): number {
	const ring = closed ? [...points, points[0]] : points;
	return ring.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - ring[i][0], y - ring[i][1]), 0);
}

function planLength({ positions, faces }: Walkmesh, edge: number): number {
	const [a, b] = [faces[edge], faces[edge % 3 === 2 ? edge - 2 : edge + 1]];
	return Math.hypot(positions[a * 3] - positions[b * 3], positions[a * 3 + 1] - positions[b * 3 + 1]);
}

/** Within the rounding of the picture, or so near to the side of a sliver that its side is anyone's guess. */
function nearRim(triangle: readonly (readonly [number, number, number])[], [x, y]: Point): boolean {
	return triangle.some(([ax, ay], i) => {
		const [bx, by] = triangle[(i + 1) % 3];
		const length = Math.hypot(bx - ax, by - ay);
		if (length === 0) return false;
		return Math.abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length < 0.02;
	});
}
