import { withinHalfTurn } from '../../src/math/affine.ts';
import type { Layout, LayoutDoorHook, ObjectPlacement, Thing } from '../../src/model/level.ts';

const DEGREES = 180 / Math.PI;

/** The doors and placeables that a scene shows. */
export function thingsOfPlacements(placements: readonly ObjectPlacement[]): Thing[] {
	const counts = { door: 0, placeable: 0 };
	return placements.map(({ kind, model, position, bearing }) => ({
		kind,
		index: counts[kind]++,
		template: model,
		tag: '',
		position,
		bearing,
		model,
	}));
}

/** The door hooks of a layout. */
export function thingsOfHooks({ doorHooks }: Pick<Layout, 'doorHooks'>): Thing[] {
	return doorHooks.map((hook, index) => ({
		kind: 'door',
		index,
		template: hook.door,
		tag: '',
		position: hook.position,
		bearing: bearingOfHook(hook),
	}));
}

/** How far a door hook is turned about the vertical, degrees. */
function bearingOfHook({ orientation: [w, x, y, z] }: LayoutDoorHook): number {
	return withinHalfTurn(Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)) * DEGREES);
}
