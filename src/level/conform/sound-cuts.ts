import { edgeEnd } from '../../geometry/adjacency.ts';
import { splitTriangle } from '../../mesh/split-triangle.ts';
import type { Walkmesh } from '../../walkmesh/index.ts';
import type { Level } from '../level.ts';
import { groupBy } from '../seams/group.ts';
import type { PerimeterEdges } from '../seams/perimeter-edges.ts';
import type { Cut } from './find-cuts.ts';

/**
 * How far the parts of a cut face may lean away from it: 75°. A part is as narrow as its piece of the edge, so one of a few millimetres
 * leans visibly for a point a tenth of a millimetre off, and nothing but its normal shows it; turned over it must not be.
 */
const LEAST_COSINE = 0.25;

/**
 * Parts cuts into those that leave every face sound, and those that would turn over a part of a face or leave it without area, be
 * it the walkable face or another on the same edge. Of the points of such a part the one farthest from its edge is given up.
 */
export function soundCuts(
	level: Level,
	perimeter: PerimeterEdges,
	cuts: readonly Cut[],
): { sound: Cut[]; spoiling: Cut[] } {
	const spoiling = new Set<Cut>();
	for (const [room, own] of groupBy(cuts, (cut) => perimeter.rooms[cut.edge])) {
		const { walkmesh } = level.rooms[room];
		if (walkmesh === undefined) continue;
		let left = own;
		for (;;) {
			const found = spoilingIn(walkmesh, perimeter, left);
			if (found.size === 0) break;
			for (const cut of found) spoiling.add(cut);
			left = left.filter((cut) => !found.has(cut));
		}
	}
	return { sound: cuts.filter((cut) => !spoiling.has(cut)), spoiling: [...spoiling] };
}

function spoilingIn(mesh: Walkmesh, perimeter: PerimeterEdges, cuts: readonly Cut[]): Set<Cut> {
	const vertexCount = mesh.positions.length / 3;
	const byKey = new Map<number, Cut[]>();
	for (const [edge, own] of groupBy(cuts, (cut) => perimeter.edges[cut.edge])) {
		const [from, to] = [mesh.faces[edge], mesh.faces[edgeEnd(edge)]];
		// Two perimeter edges can have the same ends, where more than two faces meet. They get the same cuts.
		const key = Math.min(from, to) * vertexCount + Math.max(from, to);
		byKey.set(key, from < to ? own : own.toReversed());
	}
	const touched = new Uint8Array(vertexCount);
	for (const key of byKey.keys()) {
		touched[Math.floor(key / vertexCount)] = 1;
		touched[key % vertexCount] = 1;
	}
	const alongEdge = (edge: number): readonly Cut[] => {
		const from = mesh.faces[edge];
		const to = mesh.faces[edgeEnd(edge)];
		const own = byKey.get(Math.min(from, to) * vertexCount + Math.max(from, to)) ?? [];
		return from < to ? own : own.toReversed();
	};
	const spoiling = new Set<Cut>();
	for (let edge = 0; edge < mesh.faces.length; edge += 3) {
		if (touched[mesh.faces[edge]] + touched[mesh.faces[edge + 1]] + touched[mesh.faces[edge + 2]] < 2) continue;
		const along = [alongEdge(edge), alongEdge(edge + 1), alongEdge(edge + 2)] as const;
		if (along.every((own) => own.length === 0)) continue;
		const cut = spoilingFace(mesh, perimeter.points, edge, along);
		if (cut !== undefined) spoiling.add(cut);
	}
	return spoiling;
}

/** Cuts a face on trial. @param edge its first edge @returns the cut to give up, if a part would not be sound */
function spoilingFace(
	mesh: Walkmesh,
	points: Float64Array,
	edge: number,
	along: readonly [readonly Cut[], readonly Cut[], readonly Cut[]],
): Cut | undefined {
	const trial: number[] = [];
	const cutAt = new Map<number, Cut>();
	const add = (source: ArrayLike<number>, at: number): number =>
		trial.push(source[at], source[at + 1], source[at + 2]) / 3 - 1;
	const corner = (k: number): number => add(mesh.positions, mesh.faces[edge + k] * 3);
	const corners = [corner(0), corner(1), corner(2)] as const;
	const onEdge = (k: number): number[] =>
		along[k].map((cut) => {
			const vertex = add(points, cut.point);
			cutAt.set(vertex, cut);
			return vertex;
		});
	const whole = normal(trial, ...corners);
	const size = Math.hypot(...whole);
	if (!(size > 0)) return undefined;
	let worst: Cut | undefined;
	splitTriangle(corners, [onEdge(0), onEdge(1), onEdge(2)], (a, b, c) => {
		const part = normal(trial, a, b, c);
		const cosine = (part[0] * whole[0] + part[1] * whole[1] + part[2] * whole[2]) / (Math.hypot(...part) * size);
		if (cosine >= LEAST_COSINE) return;
		for (const vertex of [a, b, c]) {
			const cut = cutAt.get(vertex);
			if (cut !== undefined && cut.offset >= (worst?.offset ?? 0)) worst = cut;
		}
	});
	return worst;
}

function normal(p: readonly number[], a: number, b: number, c: number): [number, number, number] {
	const [i, j, k] = [a * 3, b * 3, c * 3];
	const [ux, uy, uz] = [p[j] - p[i], p[j + 1] - p[i + 1], p[j + 2] - p[i + 2]];
	const [vx, vy, vz] = [p[k] - p[i], p[k + 1] - p[i + 1], p[k + 2] - p[i + 2]];
	return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}
