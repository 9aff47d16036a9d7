import type { Vec3 } from '../geometry/vec3.ts';
import type { Walkmesh } from '../walkmesh/index.ts';
import type { HeaderDifference } from './result.ts';

/** Kind, door state, position and hooks that differ. A door state that one side does not tell is no difference. */
export function compareHeaders(a: Walkmesh, b: Walkmesh, tolerance: number): HeaderDifference[] {
	const differences: HeaderDifference[] = [];
	if (a.kind !== b.kind) differences.push({ what: 'kind', a: a.kind, b: b.kind });
	if (a.doorState !== undefined && b.doorState !== undefined && a.doorState !== b.doorState) {
		differences.push({ what: 'doorState', a: a.doorState, b: b.doorState });
	}
	if (!isNear(a.position, b.position, tolerance)) differences.push({ what: 'position', a: a.position, b: b.position });
	for (const what of ['relative1', 'relative2', 'absolute1', 'absolute2'] as const) {
		const [before, after] = [a.hooks[what], b.hooks[what]];
		if (!isNear(before, after, tolerance)) differences.push({ what, a: before, b: after });
	}
	return differences;
}

function isNear(a: Vec3, b: Vec3, tolerance: number): boolean {
	// Equal first: headers may hold infinities and NaN, which have no distance.
	if (a.every((value, axis) => value === b[axis] || Object.is(value, b[axis]))) return true;
	return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) <= tolerance;
}
