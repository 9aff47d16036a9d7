import { z } from 'zod';
import { QUERY_OPS } from '../src/query/answers.ts';
import { JSON_VERSION } from './json.ts';

/**
 * What `--json` prints, as a schema: what every command has, and what each has found out. The JSON Schema of the package is made from it
 * (`schema/output.schema.json`), and a test holds every command to it. Loaded for that alone.
 */

const point = z.tuple([z.number(), z.number(), z.number()]).describe('x y z in area space, metres, Z up.');
const index = z.int().nonnegative();
const kind = z.enum(['area', 'placeable', 'door']);
const doorState = z.enum(['closed', 'open1', 'open2']).optional();
const severity = z.enum(['error', 'warning', 'note']);

const location = z
	.strictObject({
		file: z.string().optional().describe('As the user named it.'),
		room: z.string().optional().describe('The room or model.'),
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
const action = z.union([
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

const envelope = {
	version: z.literal(JSON_VERSION).describe('Of this shape: it grows when a key is removed or means something else.'),
	wokflow: z.string().describe('The version of wokflow.'),
	ok: z.boolean().describe('True with exit code 0.'),
	exitCode: z
		.int()
		.describe('0 fine, 1 findings of severity error, 2 wrong use, 3 input that cannot be read, 130 Ctrl-C.'),
	error: z
		.strictObject({
			kind: z.enum(['usage', 'input', 'interrupted', 'limit', 'system', 'internal']),
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

const backups = z.array(z.string()).optional().describe('Older files that were kept.');
const output = z.strictObject({ path: z.string(), bytes: index.describe('Length.') });
const hooks = z.record(z.string(), point);

const summary = z.strictObject({
	name: z.string(),
	kind,
	doorState,
	vertices: index,
	faces: index,
	walkableFaces: index,
	surfaces: index.describe('How many occur.'),
	transitions: index.describe('Edges that lead to another room.'),
	hooks: hooks.optional(),
});

const material = z.strictObject({
	material: z.string().describe('Empty for faces without one.'),
	surface: index,
	label: z.string().optional(),
	walkable: z.boolean().optional(),
	faces: index,
	area: z.number().describe('Square metres.'),
	unknown: z.boolean().describe('Nothing said which surface it is.'),
});

const made = {
	outputs: z.array(output).optional().describe('What was written.'),
	walkmeshes: z.array(summary).optional(),
	materials: z.array(material).optional().describe('What the materials of scenes became.'),
};

const surfaceFacts = z.array(
	z.strictObject({ surface: index, label: z.string(), walkable: z.boolean(), faces: index, area: z.number() }),
);

const link = z.strictObject({
	from: z.string(),
	to: z.string(),
	width: z.number().describe('Metres, jambs included.'),
	at: point,
});

const counts = {
	faces: index,
	walkableFaces: index,
	walkableArea: z.number().describe('Square metres.'),
	reachableArea: z.number().describe('Of these, what is reached from the main part of the level over faces and links.'),
	surfaces: surfaceFacts,
};

const facts = z.strictObject({
	name: z.string(),
	kind,
	doorState,
	vertices: index,
	faces: index,
	walkableFaces: index,
	walkableArea: z.number().describe('Square metres.'),
	surfaces: surfaceFacts,
	bounds: z.array(z.number()).length(6).optional().describe('min x y z, max x y z.'),
	islands: index.describe('Pieces of walkable ground that share no edge.'),
	perimeterEdges: index,
	loops: index,
	links: z.array(z.strictObject({ room: index, edges: index, length: z.number().describe('Metres.') })),
	position: point,
	hooks,
});

const tree = z.strictObject({
	nodes: index,
	depth: index,
	leastDepth: index,
	complete: z.boolean().describe('Every face can be found through it.'),
	marginBelow: z.number(),
	marginAbove: z.number(),
});

const identity = z.strictObject({ name: z.string(), kind, doorState });
const list = z.looseObject({ count: index, first: z.array(z.record(z.string(), z.unknown())) });

const diff = z.strictObject({
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
const staleTables = z.array(z.record(z.string(), z.unknown())).optional();

const queryHit = {
	room: z.string().nullable().optional(),
	face: index.nullable().optional(),
	surface: index.nullable().optional(),
	at: z.array(z.number()).nullable().optional(),
	normal: z.array(z.number()).nullable().optional(),
	distance: z.number().nullable().optional().describe('Metres.'),
};

const surface = z.strictObject({
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

const installed = z.strictObject({
	path: z.string().describe('In the folder of the game.'),
	replaced: z.boolean().describe('There was a file before.'),
});

/** What each command has beside the envelope; keys are missing where it ended early. */
const RESULTS: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>> = {
	convert: {
		...made,
		failed: z.array(z.string()).optional().describe('With --output FOLDER: inputs without an output.'),
	},
	hull: made,
	door: made,
	run: made,
	rebuild: {
		outputs: z.array(output.extend({ changed: z.boolean() })).optional(),
		backups,
	},
	level: {
		...made,
		rooms: z
			.array(summary.partial().extend({ index, name: z.string() }))
			.optional()
			.describe('In the order of the layout; without figures where a room has no walkmesh.'),
		removed: z.array(z.string()).optional().describe('With --prune: walkmeshes of former rooms.'),
	},
	link: {
		links: z
			.array(
				z.strictObject({
					roomA: z.string(),
					edgeA: index,
					roomB: z.string(),
					edgeB: index,
					distance: z.number().describe('How far apart the edges are, metres.'),
				}),
			)
			.optional(),
		outputs: z.array(output).optional(),
		backups,
		stale: z.array(z.string()).optional().describe('Rooms whose file has other links.'),
	},
	place: {
		outputs: z.array(output).optional(),
		doors: z.number().optional(),
		placeables: z.number().optional(),
	},
	sync: {
		rooms: z
			.array(
				z.looseObject({
					room: z.string(),
					model: z.string(),
					walkmesh: z.string(),
					inStep: z.boolean(),
					distance: z.number().optional().describe('How far corners of faces that agree are apart at most, metres.'),
					offset: z.array(z.number()).optional().describe('From where model and layout put the room to its walkmesh.'),
					missing: z.array(index).optional().describe('Faces that the model lacks.'),
					extra: z.array(index).optional().describe('Faces of the model that the walkmesh lacks.'),
					surfaces: z.array(index).optional().describe('Faces with another surface in the model.'),
				}),
			)
			.optional(),
		outputs: z.array(output).optional(),
		backups,
	},
	init: {
		config: z.string().optional().describe('The file that was written.'),
		input: z.string().optional(),
		name: z.string().optional(),
		kind: z.enum(['scene-level', 'layout-level', 'conversion']).optional(),
		rooms: z.array(z.string()).optional(),
		by: z.string().optional().describe('What tells rooms apart.'),
		folder: z.string().optional(),
		layout: z.string().optional(),
		plugin: z.array(z.string()).optional(),
		extent: z.number().optional().describe('Metres.'),
		surfaces: z.string().optional().describe('With --surfaces: the file that was written.'),
		materials: z.array(material).optional(),
	},
	build: {
		targets: z
			.array(
				z.strictObject({
					name: z.string(),
					kind: z.enum(['level', 'convert']),
					status: z.enum(['built', 'up-to-date', 'failed']),
					outputs: z.array(
						z.strictObject({
							path: z.string(),
							status: z.enum(['written', 'unchanged', 'kept', 'removed']),
							reasons: z.array(z.string()),
							room: z.string().optional(),
						}),
					),
					inputs: z.array(z.string()),
					found: z.strictObject({ errors: index, warnings: index, notes: index }),
					failed: z.boolean(),
				}),
			)
			.optional(),
		dryRun: z.boolean().optional(),
		removed: z.array(z.string()).optional().describe('With --clean.'),
	},
	inspect: {
		walkmeshes: z.array(z.strictObject({ file: z.string(), facts, tree: tree.optional() })).optional(),
	},
	diff: {
		a: z.string().optional(),
		b: z.string().optional(),
		same: z.boolean().optional(),
		pairs: z
			.array(
				z.strictObject({
					a: identity,
					b: identity,
					diff,
					tables: z.strictObject({ a: staleTables, b: staleTables }),
					tablesDiffer: z.boolean(),
				}),
			)
			.optional(),
		onlyA: z.array(identity).optional(),
		onlyB: z.array(identity).optional(),
	},
	check: {
		checked: z.array(z.string()).optional().describe('Layouts and files, as the user named them.'),
		outputs: z.array(output).optional(),
		known: index.optional().describe('Findings that the baseline knows.'),
	},
	fix: {
		files: z
			.array(
				z.strictObject({ path: z.string(), steps: z.array(z.string()).describe('What mends them, in this order.') }),
			)
			.optional()
			.describe('Files that change.'),
		written: z.array(z.string()).optional().describe('Empty where no output is given.'),
		backups: z.array(z.string()).optional(),
		mended: z
			.array(z.strictObject({ code: z.string(), before: index, after: index }))
			.optional()
			.describe('How many findings of each code there were, and are left.'),
	},
	edit: {
		outputs: z.array(output).optional(),
		backups,
		tables: z.array(z.string()).optional().describe('Tables of the file that differ, and hooks.'),
		renumbered: z.boolean().optional().describe('Faces have other numbers than before.'),
	},
	game: {
		game: z
			.strictObject({
				title: z.enum(['k1', 'k2']),
				toldBy: z.string().nullable().describe('The file or folder that told; null where KotOR 1 is assumed.'),
			})
			.optional(),
		resources: z
			.array(
				z.strictObject({
					fileName: z.string(),
					size: index.describe('Bytes.'),
					from: z.string().describe('Override, the archive or the BIF, as a path in the game.'),
					hiddenBy: z.string().optional().describe('Where the game finds another one of this name first.'),
				}),
			)
			.optional(),
		areas: z
			.array(
				z.strictObject({
					name: z.string(),
					module: z.string().nullable(),
					layout: z.string().nullable().describe('The path that leads to its layout.'),
					rooms: z.array(z.string()),
					missing: z.array(z.string()).describe('Rooms without a walkmesh.'),
				}),
			)
			.optional(),
		...made,
		checked: z.array(z.string()).optional(),
		installed: z.array(installed).optional(),
		uninstalled: z.array(installed).optional(),
	},
	kit: {
		rooms: z
			.array(
				z.strictObject({
					name: z.string(),
					doorways: z.array(
						z.strictObject({
							number: index.describe('From 1, by bearing.'),
							width: z.number().describe('Metres.'),
							height: z.number().nullable().describe('Metres; null where it is open above.'),
							at: point.describe('The middle of its sill, about the origin of the room.'),
							left: point.describe('The end of its sill to the left of who leaves.'),
							right: point,
							bearing: z.number().describe('Degrees, counter-clockwise from +x, in which one leaves.'),
							by: z.enum(['transition', 'hook', 'no wall', 'outermost edge']).describe('What tells that it is one.'),
						}),
					),
				}),
			)
			.optional(),
	},
	assemble: {
		...made,
		rooms: z.array(z.strictObject({ name: z.string(), position: point })).optional(),
		joints: z
			.array(
				z.strictObject({
					room: z.string(),
					doorway: index,
					other: z.string(),
					otherDoorway: index,
					misfit: z.record(z.string(), z.number()).describe('Metres, and degrees for the turn.'),
				}),
			)
			.optional()
			.describe('Doorways that the plan puts against each other.'),
	},
	identify: {
		files: z
			.array(
				z.union([
					z.strictObject({
						file: z.string(),
						format: z.literal('ascii'),
						walkmeshes: z.array(z.strictObject({ name: z.string(), dialect: z.string() })),
					}),
					z.strictObject({
						file: z.string(),
						format: z.literal('bwm'),
						tool: z.string().optional(),
						name: z.string().optional(),
						confidence: z.enum(['high', 'medium', 'low', 'none']),
						candidates: z.array(z.looseObject({ name: z.string(), fit: z.number() })).describe('Best first.'),
						evidence: z.array(z.string()),
						traits: z.record(z.string(), z.unknown()),
					}),
				]),
			)
			.optional(),
	},
	view: { ...made, url: z.string().optional().describe('Where it is served.') },
	paths: {
		...made,
		points: z.array(z.looseObject({})).optional().describe('Path points, each with the points that it is linked with.'),
		links: z.number().optional(),
		unreached: z.array(z.unknown()).optional().describe('Walkable faces from which no point can be walked to.'),
	},
	query: {
		op: z.enum(QUERY_OPS).optional(),
		hit: z.boolean().optional(),
		arrived: z.boolean().optional().describe('Of a walk.'),
		why: z.string().nullable().optional().describe('Of a walk: why not farther.'),
		points: z.array(point).optional().describe('Of a route: where it turns, its ends included.'),
		...queryHit,
		hits: z.array(z.strictObject(queryHit)).optional().describe('With --hit all, nearest first.'),
		id: z.union([z.string(), z.number()]).optional(),
	},
	stats: {
		stats: z
			.strictObject({
				level: z.string(),
				rooms: z.array(
					z.strictObject({
						index: index.describe('In the layout.'),
						name: z.string(),
						...counts,
						pieces: index.describe('Of walkable ground.'),
						narrowest: z.number().optional().describe('Its narrowest doorway, metres.'),
						links: z.array(index).describe('Rooms that it is linked with.'),
					}),
				),
				...counts,
				links: z.array(link).describe('Doorways, each once.'),
				narrowest: link.optional(),
				reachableShare: z.number().describe('Of the walkable area, from 0 to 1.'),
			})
			.optional(),
	},
	surfaces: { table: z.string().optional(), surfaces: z.array(surface).optional() },
	explain: {
		codes: z
			.array(
				z.strictObject({
					code: z.string(),
					topic: z.string(),
					severity,
					message: z.string().optional().describe('With the names of values in capitals.'),
					meaning: z.string().optional().describe('What was seen, and why it matters in the game.'),
					help: z.string(),
					actions: z.array(action),
				}),
			)
			.optional(),
	},
	completion: { shell: z.string().optional(), script: z.string().optional() },
	step: {},
	graph: {
		actions: z
			.array(
				z.strictObject({
					id: z.string().describe('Unique in the graph.'),
					command: z.array(z.string()).describe('The program and its arguments; run in the folder of the config.'),
					inputs: z.array(z.string()).describe('All that has to be there, relative to the folder of the config.'),
					outputs: z.array(z.string()).describe('All that it writes, besides what `inputs` of others never name.'),
				}),
			)
			.optional()
			.describe('Each after those that make its inputs.'),
	},
};

/** Commands whose JSON is declared. */
export const DECLARED: readonly string[] = Object.keys(RESULTS);

/** The schema of what a command prints; of an end before any command without a name. */
export function outputSchema(command?: string): z.ZodType {
	const { version, wokflow, ok, exitCode, error, ...found } = envelope;
	const name = command === undefined ? z.null().describe('The command line names no command.') : z.literal(command);
	const result = command === undefined ? {} : RESULTS[command];
	return z.strictObject({ version, wokflow, command: name, ok, exitCode, error, ...result, ...found });
}

/** The JSON Schema of what every command prints. */
export function outputJsonSchema(): Record<string, unknown> {
	const { $schema, ...schema } = z.toJSONSchema(z.union([undefined, ...DECLARED].map(outputSchema)), {
		reused: 'ref',
	});
	return { $schema, title: 'What wokflow --json prints', ...schema };
}
