import type { Report } from '../findings/index.ts';
import { isWalkable, type SurfaceTable } from '../surfaces/index.ts';
import type { UpAxis } from './frame.ts';
import type { Scene } from './scene.ts';

/** A scene whose walkable area stands upright by more than this share is lying on its side. */
export const UPRIGHT_SHARE = 0.9;

/** Faces that are looked at, at the most. */
const SAMPLE = 20_000;

/** Faces steeper than 60° count as upright: the vertical part of their unit normal is less than this. */
const UPRIGHT = 0.5;
/** Faces up to 45° steep count as level. */
const LEVEL = Math.SQRT1_2;

/**
 * Reports a scene of which nearly all walkable area stands upright, but would lie level if the other axis pointed up: floors that
 * were modelled with Z up and read with Y up, or the other way round. Both mistakes turn the floor by a right angle about x, so it
 * looks along y of area axes.
 *
 * @param up the axis that was taken to point up
 */
export function checkUp(scene: Scene, up: UpAxis, table: SurfaceTable, report: Report): void {
	const parts = scene.parts.filter(({ kind }) => kind === 'area');
	const faceTotal = parts.reduce((sum, { surfaces }) => sum + surfaces.length, 0);
	// A sample tells as much: of a million faces every fiftieth is looked at.
	const step = Math.max(1, Math.ceil(faceTotal / SAMPLE));
	let total = 0;
	let upright = 0;
	let turned = 0;
	let next = 0;
	for (const { positions, triangles, surfaces } of parts) {
		for (; next < surfaces.length; next += step) {
			if (!isWalkable(table, surfaces[next])) continue;
			const a = triangles[next * 3] * 3;
			const b = triangles[next * 3 + 1] * 3;
			const c = triangles[next * 3 + 2] * 3;
			const [ux, uy, uz] = [
				positions[b] - positions[a],
				positions[b + 1] - positions[a + 1],
				positions[b + 2] - positions[a + 2],
			];
			const [vx, vy, vz] = [
				positions[c] - positions[a],
				positions[c + 1] - positions[a + 1],
				positions[c + 2] - positions[a + 2],
			];
			const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
			// Twice the area; shares need no halves.
			const size = Math.hypot(x, y, z);
			if (!(size > 0)) continue;
			total += size;
			if (Math.abs(z) < size * UPRIGHT) upright += size;
			if (Math.abs(y) >= size * LEVEL) turned += size;
		}
		next -= surfaces.length;
	}
	if (!(upright > total * UPRIGHT_SHARE && turned > total * UPRIGHT_SHARE)) return;
	report.add('SCENE_UP_SUSPICIOUS', {}, { share: upright / total, up, other: up === 'y' ? 'z' : 'y' });
}
