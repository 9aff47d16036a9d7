import { flag, number, text, value, vector } from '../../src/findings/options.ts';
import { isObject } from '../../src/text/quote.ts';

/** The keys of a plan of rooms to assemble, declared like options. */

const NAME = { pattern: '\\w{1,16}', placeholder: 'up to 16 letters, digits and "_"' };
const DOORWAY = { pattern: '.{3,}', placeholder: 'a room before this one and its doorway, name:number' };

export const PLAN_KEYS = {
	$schema: text('For editors.'),
	version: value<1 | undefined>('Of this form.', undefined, { placeholder: '1', allows: (each) => each === 1 }),
	name: text('Name of the level.', NAME),
	kit: text('Folder or layout with the rooms, relative to the plan. Default: the folder of the plan.'),
	rooms: value<readonly PlanRoom[] | undefined>('In the order of the layout.', undefined, {
		placeholder: 'a list of at least 1 room',
		allows: (each) => Array.isArray(each) && each.length > 0 && each.every(isObject),
	}),
};

export const PLAN_ROOM_KEYS = {
	name: text('Its name in the level. Default: that of the level, "_" and two digits.', NAME),
	room: text('The room of the kit.'),
	mirror: flag('Mirrored from left to right, before it is turned.', false),
	turn: number('Degrees counter-clockwise from above; for a room that joins nothing.', undefined),
	position: vector('Of its origin; for a room that joins nothing.', 3, undefined),
	doorway: number('Its doorway that is put against another one.', undefined, { limits: { minimum: 1, integer: true } }),
	joins: text('A room before this one and its doorway: name:number.', DOORWAY),
	closes: value<PlanRoom['closes']>('Further doorways of its own, by number, that have to meet others.', undefined, {
		placeholder: 'an object of doorways, { "2": "name:number" }',
		allows: (each) =>
			isObject(each) &&
			Object.entries(each).every(
				([key, other]) => /^[1-9]\d*$/.test(key) && typeof other === 'string' && other.length > 2,
			),
	}),
};

/** A plan as it is in the file. */
export interface Plan {
	readonly name: string;
	readonly kit?: string;
	readonly rooms: readonly PlanRoom[];
}

/** A room of a plan as it is in the file. */
export interface PlanRoom {
	readonly name?: string;
	readonly room: string;
	readonly mirror?: boolean;
	readonly turn?: number;
	readonly position?: readonly [number, number, number];
	readonly doorway?: number;
	readonly joins?: string;
	readonly closes?: Readonly<Record<string, string>>;
}
