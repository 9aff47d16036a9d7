import * as z from 'zod';
import { CONFIDENCES, OBJECT_ROLES } from '../src/scene/decisions.ts';
import { FRAME_OPTIONS } from '../src/scene/frame.ts';

/** The zod schema of a file of decisions. A module of its own, because zod is slow to load, and loaded as a whole where it is imported by a call. */

const name = z.string();
const entry = <T extends Parameters<typeof z.strictObject>[0]>(shape: T) =>
	z.strictObject({
		...shape,
		confidence: z.enum(CONFIDENCES).describe('How sure the proposal is.'),
		reason: z.string().describe('Why it was proposed.'),
		confirmed: z.boolean().describe('Nothing is made of what nobody has confirmed.'),
	});
const frame = entry({
	up: z.enum(FRAME_OPTIONS.up.choices as ['x', 'y', 'z']).describe(FRAME_OPTIONS.up.text),
	unit: z.enum(FRAME_OPTIONS.unit.choices as ['m']).describe(FRAME_OPTIONS.unit.text),
	scale: z.number().positive().optional().describe(FRAME_OPTIONS.scale.text),
});
const material = entry({
	name: name.describe('Name of the material; empty for triangles without one.'),
	surface: z.union([z.string().min(1), z.int().nonnegative()]).describe('Name or number of a surface.'),
	groundOnly: z
		.boolean()
		.optional()
		.describe('Only its ground has the surface: what faces down becomes Obscuring, walls with their tops Nonwalk.'),
});
const object = entry({
	name: name.describe('Name of the object, or of its mesh where it has none.'),
	nth: z.int().positive().optional().describe('Which of several objects of that name, from 1.'),
	role: z.enum(OBJECT_ROLES).describe('What it is: none, door and placeable are left out of rooms.'),
	room: name.optional().describe('The room that it is part of.'),
});
const room = entry({
	name: name.describe('Name of the room.'),
	at: z.tuple([z.number(), z.number(), z.number()]).describe('A point on its ground, metres, z up.'),
});
const sills = entry({ reach: z.union([z.literal('auto'), z.number().positive()]).describe('Widest gap, metres.') });
export const decisionsSchema = z
	.strictObject({
		$schema: z.string().optional(),
		version: z.literal(1),
		scene: name.min(1).describe('Name of the file of the scene, which lies beside this one.'),
		frame: frame.optional().describe('Which way is up, and how long a unit is.'),
		materials: z.array(material).describe('Surfaces of materials.'),
		objects: z.array(object).describe('What objects are.'),
		rooms: z.array(room).describe('Rooms of objects that hold several.'),
		sills: sills.optional().describe('Ground across gaps between rooms, as --sills lays it.'),
	})
	.describe('What was decided of a scene, beside it as NAME.wokflow.json.');

/** The JSON Schema of files of decisions. */
export function decisionsJsonSchema(): Record<string, unknown> {
	const { $schema, ...schema } = z.toJSONSchema(decisionsSchema) as Record<string, unknown>;
	return { $schema, title: 'NAME.wokflow.json', ...schema };
}
