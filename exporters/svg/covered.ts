import { edgeEnd } from '../../src/mesh/half-edges.ts';
import type { PlacedRoom } from './interior.ts';
import type { Theme } from './patterns.ts';
import type { RoomDrawing } from './rooms.ts';
import { element, pixels } from './xml.ts';

/** Perimeters that higher rooms hide are dashed lines over these. */

/** So far apart a perimeter is asked whether it is hidden, pixels. */
const STEP = 3;

/** As many places are asked in a picture; heaps of rooms in one spot would cost their square. */
const MOST_STEPS = 200_000;

/** Whatever of the perimeters of some rooms lies below higher ones. */
export function drawCovered(rooms: readonly (RoomDrawing & PlacedRoom)[], theme: Theme, scale: number): string {
	let left = MOST_STEPS;
	const lines: string[] = [];
	for (const { room, plan, perimeters, isHidden } of rooms) {
		if (isHidden === undefined) continue;
		for (const edge of perimeters.edges) {
			const [p, q] = [plan.places[room.mesh.faces[edge]], plan.places[room.mesh.faces[edgeEnd(edge)]]];
			const [ax, ay] = [plan.xs[p] / 100, plan.ys[p] / 100];
			const [bx, by] = [plan.xs[q] / 100, plan.ys[q] / 100];
			const steps = Math.max(1, Math.ceil(Math.hypot(bx - ax, by - ay) / STEP));
			if ((left -= steps) < 0) break;
			const at = (step: number): [number, number] => [ax + ((bx - ax) * step) / steps, ay + ((by - ay) * step) / steps];
			let from = -1;
			for (let step = 0; step <= steps; step++) {
				const hidden = step < steps && isWellHidden(isHidden, ...at(step + 0.5));
				if (hidden && from < 0) from = step;
				if (hidden || from < 0) continue;
				lines.push(`M${at(from).map(pixels).join(' ')}L${at(step).map(pixels).join(' ')}`);
				from = -1;
			}
		}
	}
	if (lines.length === 0) return '';
	const style = { stroke: theme.perimeter, 'stroke-width': Math.max(0.6, 1.3 * scale), 'stroke-opacity': '.75' };
	return element('path', { d: lines.join(''), fill: 'none', 'stroke-dasharray': '4 3', ...style });
}

/** True where all ground about a place is hidden: at a seam the higher of two rooms only begins. */
function isWellHidden(isHidden: (x: number, y: number) => boolean, x: number, y: number): boolean {
	return [-STEP, STEP].every((aside) => isHidden(x + 2 * aside, y) && isHidden(x, y + 2 * aside));
}
