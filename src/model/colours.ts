import type { Vec3 } from '../math/vec3.ts';

/** A linear component (0 to 1) in sRGB, 0 to 1 as well. */
export function linearToSrgb(c: number): number {
	return c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055;
}

/** The inverse of `linearToSrgb`. */
export function srgbToLinear(c: number): number {
	return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
}

/** Linear component to an sRGB byte (0 to 255); what is outside 0 to 1 is cut off. */
export function linearToSrgbByte(linear: number): number {
	return Math.round(255 * linearToSrgb(Math.min(1, Math.max(0, linear))));
}

/** Linear RGB as the sRGB `#rrggbb` of pictures and terminals. */
export function toHexColour(colour: Vec3): string {
	return `#${colour.map((c) => linearToSrgbByte(c).toString(16).padStart(2, '0')).join('')}`;
}

/** Linear RGB of `#rrggbb`. */
export function fromHexColour(hex: string): Vec3 {
	const channel = (at: number): number => srgbToLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255);
	return [channel(1), channel(3), channel(5)];
}
