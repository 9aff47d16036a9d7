import { RoomFacts } from '../facts/room-facts.ts';
import { piecesOf } from '../geometry/half-edges.ts';
import { faceVector } from '../geometry/triangles.ts';
import { representatives } from '../geometry/weld.ts';
import { ZERO } from '../math/vec3.ts';
import { K1, surfaceByName } from '../model/surfaces.ts';
import { createWalkmesh } from '../model/walkmesh.ts';
import { mergeParts } from '../scene/assemble.ts';
import type { ScenePart } from '../scene/scene.ts';

/** Which way triangles face, and which of them are stairs. */

export const SIDE = { up: 0, down: 1, upright: 2, none: 3 } as const;

/** Faces steeper than 60° are upright. */
const UPRIGHT = 0.5;
/** Vertices this close are one, metres. */
export const WELD = 1e-3;
/** Stairs have this many risers, none higher, metres: fewer or higher ones are things to sit or lie on. */
const LEAST_RISERS = 3;
const HIGHEST_RISER = 0.35;

/** True for stairs, which may be as large as things on a floor. */
export function hasStairs(parts: readonly ScenePart[]): boolean {
	const { positions, faces, side } = sidesOf(parts);
	return risersOfStairs(positions, faces, maskOf(side)).includes(1);
}

/** A ramp rises by at least this, and at most by so much, for each metre: 4° to 45°. */
const RAMP: readonly [number, number] = [0.07, 1];

/** True where most of what faces up slopes as a ramp does. */
export function isRamp(parts: readonly ScenePart[]): boolean {
	const vector: [number, number, number] = [0, 0, 0];
	let [sloping, up] = [0, 0];
	for (const { positions, triangles } of parts)
		for (let triangle = 0; triangle < triangles.length / 3; triangle++) {
			const size = faceVector(positions, triangles, triangle, vector);
			if (!(vector[2] > size * UPRIGHT)) continue;
			const rise = Math.hypot(vector[0], vector[1]) / vector[2];
			up += vector[2];
			if (rise >= RAMP[0] && rise <= RAMP[1]) sloping += vector[2];
		}
	return sloping > up / 2;
}

/** For each face whether it faces up. */
export const maskOf = (side: Uint8Array): Uint8Array => side.map((each) => Number(each === SIDE.up));

/** The triangles of parts as one mesh, and which way each faces. */
export function sidesOf(parts: readonly ScenePart[]): {
	positions: Float32Array;
	faces: Uint32Array;
	side: Uint8Array;
} {
	const { positions, faces: loose } = mergeParts(parts, ZERO, {});
	const welded = representatives(positions, WELD);
	const faces = loose.map((vertex) => welded[vertex]);
	const vector: [number, number, number] = [0, 0, 0];
	const side = Uint8Array.from({ length: faces.length / 3 }, (_, face) => {
		const size = faceVector(positions, faces, face, vector);
		const slope = vector[2] / size;
		return !(size > 0) ? SIDE.none : slope >= UPRIGHT ? SIDE.up : slope <= -UPRIGHT ? SIDE.down : SIDE.upright;
	});
	return { positions, faces, side };
}

/** For each face whether it is a riser of stairs, which is walked on as its treads are. @param isUp for each face whether it faces up */
export function risersOfStairs(positions: Float32Array, faces: Uint32Array, isUp: Uint8Array): Uint8Array {
	const surfaces = new Uint32Array(isUp.length).fill(surfaceByName(K1, 'Stone')?.surface ?? 4);
	const mesh = createWalkmesh({ kind: 'area', positions, faces, surfaces });
	const risers = new RoomFacts(mesh, K1).risers.filter(({ height }) => height <= HIGHEST_RISER);
	const chosen = isUp.slice();
	for (const riser of risers) for (const face of riser.faces) chosen[face] = 1;
	const { of } = piecesOf(mesh, chosen);
	const counts = new Map<number, number>();
	for (const {
		faces: [first],
	} of risers)
		counts.set(of[first], (counts.get(of[first]) ?? 0) + 1);
	const found = new Uint8Array(isUp.length);
	for (const riser of risers)
		if ((counts.get(of[riser.faces[0]]) as number) >= LEAST_RISERS) for (const face of riser.faces) found[face] = 1;
	return found;
}
