import * as z from 'zod';

/**
 * The zod schema of a plan of rooms to assemble, from which the published JSON Schema is made. A module of its own, because zod is slow to load and
 * only reading plans needs it.
 */

const name = z.string().min(1).max(16).regex(/^\w+$/, 'must be letters, digits and "_"');
const reference = z.string().min(3).describe('A room before this one and its doorway: name:number.');

const room = z.strictObject({
	name: name.optional().describe('Its name in the level. Default: that of the level, "_" and two digits.'),
	room: z.string().min(1).describe('The room of the kit.'),
	mirror: z.boolean().optional().describe('Mirrored from left to right, before it is turned.'),
	turn: z.number().optional().describe('Degrees counter-clockwise from above; for a room that joins nothing.'),
	position: z
		.tuple([z.number(), z.number(), z.number()])
		.optional()
		.describe('Of its origin, metres; for a room that joins nothing.'),
	doorway: z.int().min(1).optional().describe('Its doorway that is put against another one.'),
	joins: reference.optional(),
	closes: z
		.record(z.string().regex(/^[1-9]\d*$/, 'must be the number of a doorway'), reference)
		.optional()
		.describe('Further doorways of its own, by number, that have to meet others.'),
});

export const PLAN: z.ZodType<Plan> = z.strictObject({
	$schema: z.string().optional(),
	version: z.literal(1).optional(),
	name: name.describe('Name of the level.'),
	kit: z
		.string()
		.min(1)
		.optional()
		.describe('Folder or layout with the rooms, relative to the plan. Default: the folder of the plan.'),
	rooms: z.array(room).min(1).describe('In the order of the layout.'),
}) as z.ZodType<Plan>;

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

/** The JSON Schema of plans. */
export function planJsonSchema(): Record<string, unknown> {
	const { $schema, ...schema } = z.toJSONSchema(PLAN) as Record<string, unknown>;
	return { $schema, title: 'Plan of a level for wokflow assemble', ...schema };
}
