import type { Vec3 } from '../geometry/vec3.ts';

/** Linear RGB by surface id: kotorblender's list, which people of the field know by sight. */
const KNOWN: readonly Vec3[] = [
	[0.4, 0.4, 0.4],
	[0.61, 0.235, 0.05],
	[0.1, 0.1, 0.1],
	[0, 0.6, 0],
	[0.162, 0.216, 0.279],
	[0.258, 0.059, 0.007],
	[0, 0, 1],
	[1, 0, 0],
	[1, 1, 1],
	[1, 0, 1],
	// biome-ignore lint/suspicious/noApproximativeNumericConstant: a shade of metal, not a logarithm.
	[0.434, 0.552, 0.73],
	[0.509, 0.474, 0.147],
	[0.216, 0.216, 0],
	[0.091, 0.147, 0.028],
	[1, 0.262, 0],
	[0.3, 0, 0],
	[0, 0, 0],
	[0, 0, 0.216],
	[0, 0, 0],
	[0.8, 0.8, 0.8],
	[1, 1, 0],
	[0.5, 0.5, 0.1],
	[0.081, 0.108, 0.139],
];

/** The colour of a surface id, linear RGB; ids without one of their own get a shade by golden-ratio hue. */
export function surfaceColour(id: number): Vec3 {
	return KNOWN[id] ?? hue((id * 0.618033988749895) % 1);
}

/** Linear component (0 to 1) to an sRGB byte (0 to 255). */
export function linearToSrgbByte(linear: number): number {
	const c = Math.min(1, Math.max(0, linear));
	return Math.round(255 * (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055));
}

/** Linear RGB as the sRGB `#rrggbb` of pictures and terminals. */
export function toHexColour(colour: Vec3): string {
	return `#${colour.map((c) => linearToSrgbByte(c).toString(16).padStart(2, '0')).join('')}`;
}

function hue(turn: number): Vec3 {
	const channel = (offset: number): number => 0.15 + 0.5 * Math.max(0, Math.cos((turn + offset) * 2 * Math.PI));
	return [channel(0), channel(1 / 3), channel(2 / 3)];
}
