import { type Vec3, ZERO } from '../geometry/vec3.ts';
import type { Hooks, WalkmeshKind } from '../walkmesh/index.ts';

/** What the engine adds to either side of every box of an aabb block: the float32 nearest to 0.01 m. */
export const AABB_GROWTH: number = Math.fround(0.01);

/** Bytes of a line after which the engine cuts. */
export const LONGEST_LINE = 255;

/**
 * All four hooks from the relative ones, as the game's files have them: absolute is relative plus position for doors
 * (so an absent second hook of an open state is the position itself), and zero for placeables and rooms.
 */
export function hooksByRule(kind: WalkmeshKind, relative1: Vec3, relative2: Vec3, position: Vec3): Hooks {
	if (kind !== 'door') return { relative1, relative2, absolute1: ZERO, absolute2: ZERO };
	return { relative1, relative2, absolute1: sum(relative1, position), absolute2: sum(relative2, position) };
}

function sum(a: Vec3, b: Vec3): Vec3 {
	return [Math.fround(a[0] + b[0]), Math.fround(a[1] + b[1]), Math.fround(a[2] + b[2])];
}
