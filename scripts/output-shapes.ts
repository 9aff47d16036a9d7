import * as z from 'zod';
import { EXIT_CODES } from '../cli/shared/ending.ts';
import { JSON_VERSION } from '../cli/shared/json.ts';
import { DOOR_STATES, WALKMESH_KINDS } from '../src/model/walkmesh.ts';

/**
 * Shapes of `--json` that several commands have in common. The JSON Schema of the package (`schema/output.schema.json`) is generated from these and
 * `output-schema.ts`, and a test compares every command with it. Not loaded otherwise.
 */

export const point = z.tuple([z.number(), z.number(), z.number()]).describe('x y z in area space, metres, Z up.');

export const index = z.int().nonnegative();

const kind = z.enum(WALKMESH_KINDS);

const doorState = z.enum(DOOR_STATES).optional();

export const severity = z.enum(['error', 'warning', 'note']);

const location = z
	.strictObject({
		file: z.string().optional().describe('As the user named it.'),
		room: z.string().optional().describe('The room or model.'),
		kind: z.enum(['placeable', 'door']).optional().describe('What that is, if it is no room.'),
		otherRoom: z.string().optional().describe('The other room, of what lies between two.'),
		line: index.optional().describe('Line of a text, from 1.'),
		column: index.optional().describe('Column of a text, from 1.'),
		offset: index.optional().describe('Byte of a binary, from 0.'),
		pointer: z.string().optional().describe('JSON pointer into a document.'),
		node: z.string().optional().describe('Node or object of a scene.'),
		face: index.optional().describe('From 0.'),
		edge: index.optional().describe('3 × face + corner, from 0.'),
		at: point.optional(),
	})
	.describe('Where it is, as far as it is known.');

const option = z.strictObject({
	option: z.string().describe('The option, by its name in a config.'),
	value: z.unknown().optional().describe('True without this and without a placeholder.'),
	placeholder: z.string().optional().describe('Stands for a value that only the user knows.'),
});

export const action = z.union([
	option,
	z.strictObject({
		command: z.string(),
		arguments: z.array(z.string()).optional().describe('FILE stands for the file of the finding.'),
		options: z.array(option).optional(),
	}),
]);

const finding = z.strictObject({
	code: z.string().describe('Never means anything else in a later version.'),
	severity,
	message: z.string().describe('What is wrong, for people.'),
	help: z.string().describe('What it means and what can be done, for people.'),
	location,
	values: z.record(z.string(), z.unknown()).optional().describe('What the message was made from.'),
	actions: z.array(action).optional().describe('What can be set or run; alternatives.'),
});

export const envelope = {
	version: z.literal(JSON_VERSION).describe('Of this shape: it grows when a key is removed or means something else.'),
	wokflow: z.string().describe('The version of wokflow.'),
	ok: z.boolean().describe('True with exit code 0.'),
	exitCode: z
		.int()
		.describe('0 fine, 1 findings of severity error, 2 wrong use, 3 input that cannot be read, 130 Ctrl-C.'),
	error: z
		.strictObject({
			kind: z.enum(Object.keys(EXIT_CODES)),
			message: z.string(),
			code: z.string().optional().describe('Of the finding that ended it.'),
		})
		.optional()
		.describe('Why the command ended early, where no finding says it.'),
	text: z.string().optional().describe('With --help or --version: what they say.'),
	findings: z.array(finding).describe('At most 50 of a code in each file and room.'),
	counts: z
		.array(
			z.strictObject({
				code: z.string(),
				severity,
				location: z.strictObject({ file: z.string().optional(), room: z.string().optional() }),
				total: index,
				kept: index.describe('Of these, how many are in the list of findings.'),
			}),
		)
		.describe('How often each code was found, in each file and room.'),
	errors: index,
	warnings: index,
	notes: index,
};

export const backups = z.array(z.string()).optional().describe('Older files that were kept.');

export const output = z.strictObject({ path: z.string(), bytes: index.describe('Length.') });

const headerNumber = z.union([z.number(), z.enum(['NaN', 'Infinity', '-Infinity'])]);
const headerPoint = z
	.tuple([headerNumber, headerNumber, headerNumber])
	.describe('x y z in area space, metres, Z up. A header may hold numbers that JSON does not have.');
const hooks = z.record(z.string(), headerPoint);

/** What every description of a walkmesh begins with. */
const counted = {
	name: z.string(),
	kind,
	doorState,
	vertices: index,
	faces: index,
	walkableFaces: index,
};

export const summary = z.strictObject({
	...counted,
	surfaces: index.describe('How many occur.'),
	transitions: index.describe('Edges that lead to another room.'),
	hooks: hooks.optional(),
});

export const material = z.strictObject({
	material: z.string().describe('Empty for faces without one.'),
	surface: index,
	label: z.string().optional(),
	walkable: z.boolean().optional(),
	faces: index,
	area: z.number().describe('Square metres.'),
	unknown: z.boolean().describe('Nothing said which surface it is.'),
});

export const made = {
	outputs: z.array(output).optional().describe('What was written.'),
	walkmeshes: z.array(summary).optional(),
	materials: z.array(material).optional().describe('What the materials of scenes became.'),
};

const surfaceFacts = z.array(
	z.strictObject({ surface: index, label: z.string(), walkable: z.boolean(), faces: index, area: z.number() }),
);

export const link = z.strictObject({
	from: z.string(),
	to: z.string(),
	width: z.number().describe('Metres, jambs included.'),
	at: point,
});

export const counts = {
	faces: index,
	walkableFaces: index,
	walkableArea: z.number().describe('Square metres.'),
	reachableArea: z.number().describe('Of these, what people reach on foot from the main part of the level.'),
	surfaces: surfaceFacts,
};

export const facts = z.strictObject({
	...counted,
	walkableArea: z.number().describe('Square metres.'),
	surfaces: surfaceFacts,
	bounds: z.array(z.number()).length(6).optional().describe('min x y z, max x y z.'),
	islands: index.describe('Pieces of walkable ground that share no edge.'),
	perimeterEdges: index,
	loops: index,
	links: z.array(z.strictObject({ room: index, edges: index, length: z.number().describe('Metres.') })),
	position: headerPoint,
	hooks,
});

export const tree = z.strictObject({
	nodes: index,
	depth: index,
	leastDepth: index,
	complete: z.boolean().describe('Every face can be found through it.'),
	marginBelow: z.number(),
	marginAbove: z.number(),
});

export const identity = z.strictObject({ name: z.string(), kind, doorState });

const list = z.looseObject({ count: index, first: z.array(z.record(z.string(), z.unknown())) });

export const diff = z.strictObject({
	same: z.boolean(),
	faces: z.strictObject({ a: index, b: index, paired: index }),
	shift: point.optional().describe('By how much all of B lies elsewhere.'),
	moved: list,
	added: list,
	removed: list,
	resurfaced: list,
	flipped: list,
	links: list,
	joins: list,
	header: z.array(z.record(z.string(), z.unknown())),
});

export const staleTables = z.array(z.record(z.string(), z.unknown())).optional();

export const queryHit = {
	room: z.string().nullable().optional(),
	face: index.nullable().optional(),
	surface: index.nullable().optional(),
	at: z.array(z.number()).nullable().optional(),
	normal: z.array(z.number()).nullable().optional(),
	distance: z.number().nullable().optional().describe('Metres.'),
};

export const surface = z.strictObject({
	id: index,
	label: z.string(),
	walk: z.boolean(),
	walkCheck: z.boolean(),
	lineOfSight: z.boolean(),
	grass: z.boolean(),
	sound: z.string(),
	colour: point.describe('Linear RGB from 0 to 1.'),
	hex: z.string(),
});

export const installed = z.strictObject({
	path: z.string().describe('In the folder of the game.'),
	replaced: z.boolean().describe('There was a file before.'),
});
