import type { RoomFacts } from '../facts/room-facts.ts';
import { faceMiddle } from '../geometry/faces.ts';
import { FACING } from '../geometry/triangles.ts';
import { THRESHOLDS } from '../model/thresholds.ts';
import { PERSON } from '../model/walkmesh.ts';

/** What faces that face down are, by the ground of the room that lies above or below them. */
export interface Hanging {
	/** `underside`: ground lies so little above that nobody would fit between the two. `ceiling`: ground lies below. */
	readonly kind: 'underside' | 'ceiling';
	/** From these faces to that ground, metres, at the largest of them. */
	readonly height: number;
}

/**
 * What a connected patch of walkable faces that face down is, where more than half of it hangs below or above walkable ground of the same room: turned
 * over, it would be a floor that nobody can stand on, or one above another. Undefined for a floor that has only been turned over.
 */
export function hangingOf(facts: RoomFacts, patch: readonly number[]): Hanging | undefined {
	const areas = { underside: 0, ceiling: 0 };
	let left = patch.reduce((sum, face) => sum + facts.area(face), 0);
	const half = left / 2;
	let shown: number | undefined;
	// The largest first: of most patches, the ground about half of the area tells what they are.
	for (const face of [...patch].sort((a, b) => facts.area(b) - facts.area(a))) {
		if (Math.max(areas.underside, areas.ceiling) + left <= half) return undefined;
		const area = facts.area(face);
		left -= area;
		const height = heightOverGround(facts, face);
		if (height === undefined) continue;
		shown ??= Math.abs(height);
		const kind = height < 0 ? 'underside' : 'ceiling';
		areas[kind] += area;
		if (areas[kind] > half) return { kind, height: shown };
	}
	return undefined;
}

/** How far the middle of a face lies above ground that faces up, or, less than 0, below it; undefined where there is none that counts. */
function heightOverGround(facts: RoomFacts, face: number): number | undefined {
	const { ground, facings, mesh } = facts;
	const [x, y, z] = faceMiddle(mesh, face);
	let [nearestAbove, nearestBelow] = [-Infinity, Infinity];
	for (const id of ground.at(x, y)) {
		if (facings[ground.faces[id]] !== FACING.up) continue;
		const height = z - ground.heightAt(id, x, y);
		if (height > THRESHOLDS.sameFloor) nearestBelow = Math.min(nearestBelow, height);
		else if (height < -THRESHOLDS.sameFloor && height > -PERSON.height) nearestAbove = Math.max(nearestAbove, height);
	}
	if (nearestAbove > -Infinity) return nearestAbove;
	return nearestBelow < Infinity ? nearestBelow : undefined;
}
