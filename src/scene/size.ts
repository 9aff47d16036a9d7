import type { Report } from '../findings/index.ts';
import { boundsOf } from '../geometry/measure.ts';
import type { Scene } from './scene.ts';

/** A room wider than this, in metres, is probably in another unit. */
export const WIDEST_ROOM = 500;
/** And so is one narrower than this. */
export const NARROWEST_ROOM = 0.5;

/** Units that scenes arrive in, by the factor that makes metres of them. */
const FACTORS: readonly (readonly [factor: number, unit: string])[] = [
	[0.01, 'centimetres, or a gmax scene'],
	[0.0254, 'inches'],
	[0.001, 'millimetres'],
	[100, 'metres divided by 100'],
	[39.37, 'metres divided by an inch'],
];

/**
 * Reports a scene whose size says that its unit is not what was assumed, and proposes the factor that gives it a plausible one.
 * Whole levels may be wide: what counts is the narrowest part that belongs to the ground.
 */
export function checkSize(scene: Scene, report: Report): void {
	const areaParts = scene.parts.filter((part) => part.kind === 'area');
	if (areaParts.length === 0) return;
	const all = sizeOf(areaParts.flatMap((part) => cornersOf(part.positions)));
	const widest = roomWidth(scene) ?? all;
	if (widest > WIDEST_ROOM) propose(widest, report);
	else if (all > 0 && all < NARROWEST_ROOM) propose(all, report);
}

function propose(size: number, report: Report): void {
	const fits = FACTORS.find(([factor]) => size * factor >= 2 && size * factor <= WIDEST_ROOM);
	report.add(
		'SCENE_SIZE_SUSPICIOUS',
		{},
		{
			size,
			...(fits === undefined ? {} : { factor: fits[0], unit: fits[1], becomes: size * fits[0] }),
		},
	);
}

/** The width of the widest single part: a level of many rooms is wide without any of them being so. */
function roomWidth(scene: Scene): number | undefined {
	const widths = scene.parts.filter((part) => part.kind === 'area').map((part) => sizeOf(cornersOf(part.positions)));
	return widths.length < 2 ? undefined : Math.max(...widths);
}

function cornersOf(positions: Float64Array): number[] {
	return [...(boundsOf(positions) ?? [])];
}

/** The greater of the two horizontal extents. */
function sizeOf(points: ArrayLike<number>): number {
	const bounds = boundsOf(points);
	return bounds === undefined ? 0 : Math.max(bounds[3] - bounds[0], bounds[4] - bounds[1]);
}
