import type { Vec3 } from '../math/vec3.ts';

/** Things in an area: doors, placeables, creatures and so on, from its GIT, the placements of a scene, or the door hooks of its layout. */

export const THING_KINDS = [
	'creature',
	'door',
	'encounter',
	'sound',
	'store',
	'trigger',
	'waypoint',
	'placeable',
	'camera',
] as const;
/** Kinds of things. */
export type ThingKind = (typeof THING_KINDS)[number];

/** A thing with its position. */
export interface Thing {
	readonly kind: ThingKind;
	/** Its number among those of its kind. */
	readonly index: number;
	/** Name of its template, or of its model where a scene shows it. */
	readonly template: string;
	/** Empty where it has none. */
	readonly tag: string;
	/** Area space, metres. */
	readonly position: Vec3;
	/** Degrees about +z, counter-clockwise from above; of creatures, waypoints and stores from +x to where they look. */
	readonly bearing?: number;
	/** Of triggers and encounters: the corners of their ground, area space. */
	readonly corners?: readonly Vec3[];
	/** Of encounters: where their creatures appear, area space. */
	readonly spawns?: readonly Vec3[];
	/** Model of a door or placeable, where it is known: its walkmesh is called like it. */
	readonly model?: string;
}

/** What a person calls it: its tag or template, and where it stands in its list. */
export function nameOf({ kind, index, tag, template }: Pick<Thing, 'kind' | 'index' | 'tag' | 'template'>): string {
	const name = tag === '' ? template : tag;
	return name === '' ? `${kind} ${index}` : `${kind} ${index} "${name}"`;
}
