import { type Outline, outlineArea, type Point, turn } from './outline.ts';

/**
 * An outline of at most so many corners that still holds the whole of another one: as long as there are too many, the edge goes
 * whose neighbours can be made longer until they meet with the least area added. Stops where no edge can go: a triangle, a
 * parallelogram.
 */
export function simplifyOutline(outline: Outline, corners: number): Outline {
	const kept = [...outline];
	while (kept.length > Math.max(3, corners)) {
		let best = -1;
		let least = Infinity;
		let meeting: Point = [0, 0];
		for (let i = 0; i < kept.length; i++) {
			const point = meetingBeyond(kept, i);
			if (point === undefined) continue;
			const added = Math.abs(turn(kept[i], kept[(i + 1) % kept.length], point));
			if (added >= least) continue;
			[best, least, meeting] = [i, added, point];
		}
		if (best < 0) break;
		kept[best] = meeting;
		kept.splice((best + 1) % kept.length, 1);
	}
	return kept;
}

/** Square metres that a simplified outline has more. */
export function areaAdded(before: Outline, after: Outline): number {
	return outlineArea(after) - outlineArea(before);
}

/** Where the edges before and behind edge `i` meet when they are made longer; undefined where they never do. */
function meetingBeyond(outline: Outline, i: number): Point | undefined {
	const count = outline.length;
	const a = outline[(i + count - 1) % count];
	const b = outline[i];
	const c = outline[(i + 1) % count];
	const d = outline[(i + 2) % count];
	const [ux, uy] = [b[0] - a[0], b[1] - a[1]];
	const [vx, vy] = [c[0] - d[0], c[1] - d[1]];
	const cross = ux * -vy - uy * -vx;
	const lengths = Math.sqrt((ux * ux + uy * uy) * (vx * vx + vy * vy));
	// Nearly parallel edges meet far away.
	if (cross <= lengths * 1e-6) return undefined;
	const t = ((c[0] - b[0]) * vy - (c[1] - b[1]) * vx) / (ux * vy - uy * vx);
	return [b[0] + ux * t, b[1] + uy * t];
}
