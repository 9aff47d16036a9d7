import { edgeEnd } from '../geometry/half-edges.ts';
import { vec3At } from '../math/vec3.ts';
import { THRESHOLDS } from '../model/thresholds.ts';
import type { RoomFacts } from './room-facts.ts';

/** A hole in the ground of a room, as seen from above. */
export interface Hole {
	/** Its open edges in the walkmesh, in a row. */
	readonly edges: Uint32Array;
	/** 3 values for the start of each of them, metres. */
	readonly outline: readonly number[];
}

/** Finds small holes: perimeter loops that run clockwise, so that the ground lies around them. */
export function smallHoles({ mesh: { positions, faces }, perimeters }: RoomFacts): Hole[] {
	const { edges, ends } = perimeters;
	const holes: Hole[] = [];
	for (let loop = 0; loop < ends.length; loop++) {
		const own = edges.subarray(loop === 0 ? 0 : ends[loop - 1], ends[loop]);
		let twice = 0;
		let length = 0;
		const [originX, originY] = vec3At(positions, faces[own[0]]);
		for (const edge of own) {
			const [from, to] = [faces[edge] * 3, faces[edgeEnd(edge)] * 3];
			const [x, y] = [positions[from] - originX, positions[from + 1] - originY];
			const [nextX, nextY] = [positions[to] - originX, positions[to + 1] - originY];
			twice += x * nextY - y * nextX;
			length += Math.hypot(nextX - x, nextY - y);
		}
		if (!(twice < 0 && -twice <= 2 * THRESHOLDS.holeArea && -twice > THRESHOLDS.holeWidth * length)) continue;
		holes.push({ edges: own, outline: Array.from(own).flatMap((edge) => [...vec3At(positions, faces[edge])]) });
	}
	return holes;
}

/** True when a point lies in a hole, as seen from above. */
export function isInHole({ outline }: Hole, x: number, y: number): boolean {
	let isIn = false;
	for (let i = 0, j = outline.length - 3; i < outline.length; j = i, i += 3) {
		const [ax, ay, bx, by] = [outline[i], outline[i + 1], outline[j], outline[j + 1]];
		if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isIn = !isIn;
	}
	return isIn;
}
