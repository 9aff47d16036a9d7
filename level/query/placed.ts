import { directionOf } from '../../src/math/affine.ts';
import { type Vec3, ZERO } from '../../src/math/vec3.ts';
import type { DoorState, Walkmesh } from '../../src/model/walkmesh.ts';
import type { IndexedMesh } from '../../src/plan/face-index.ts';

/** Position and bearing of a door or placeable in its area, as in a GIT. */
export interface Placement {
	/** Metres, area space. */
	readonly position: Vec3;
	/** Radians about +z, counter-clockwise as seen from above. */
	readonly bearing: number;
}

/** A door or placeable in its position in an area. Each state of a door is an object of its own. */
export interface PlacedObject extends Placement {
	readonly walkmesh: Walkmesh;
}

/** Objects that take part in a query: placeables, and doors in one of their states. */
export type ObjectKind = 'placeable' | DoorState;

/** The kind of an object; undefined for walkmeshes of rooms. Doors without a state count as closed. */
export function kindOf({ walkmesh: { kind, doorState = 'closed' } }: PlacedObject): ObjectKind | undefined {
	if (kind === 'area') return undefined;
	return kind === 'door' ? doorState : 'placeable';
}

/**
 * Transforms a point from the space of an object's model to area space, metres.
 *
 * @example
 * const gate = { position: [12, 30, 0], bearing: Math.PI / 2 } as const;
 * console.log(localToWorld(gate, [1, 0, 0])); // [12, 31, 0]
 */
export function localToWorld({ position, bearing }: Placement, [x, y, z]: Vec3): Vec3 {
	const [cosine, sine] = directionOf((bearing * 180) / Math.PI);
	return [position[0] + x * cosine - y * sine, position[1] + x * sine + y * cosine, position[2] + z];
}

/**
 * Transforms a point from area space to the space of an object's model, metres.
 *
 * @example
 * const gate = { position: [12, 30, 0], bearing: Math.PI / 2 } as const;
 * console.log(worldToLocal(gate, [12, 31, 0])); // [1, 0, 0]
 */
export function worldToLocal({ position, bearing }: Placement, point: Vec3): Vec3 {
	const [cosine, sine] = directionOf((bearing * 180) / Math.PI);
	const [x, y] = [point[0] - position[0], point[1] - position[1]];
	return [x * cosine + y * sine, y * cosine - x * sine, point[2] - position[2]];
}

/** Transforms the faces of an object to area space. The walkmesh's own `position` is added to its vertices first. */
export function placedMesh({ walkmesh, ...placement }: PlacedObject): IndexedMesh {
	const { positions, faces, surfaces, position = ZERO } = walkmesh;
	const moved = new Float64Array(positions.length);
	for (let i = 0; i < positions.length; i += 3) {
		const point = localToWorld(placement, [
			positions[i] + position[0],
			positions[i + 1] + position[1],
			positions[i + 2] + position[2],
		]);
		moved.set(point, i);
	}
	return { positions: moved, faces, surfaces };
}
