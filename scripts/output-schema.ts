import * as z from 'zod';
import { QUERY_OPS } from '../level/query/answers.ts';
import {
	action,
	backups,
	counts,
	diff,
	envelope,
	facts,
	identity,
	index,
	installed,
	link,
	made,
	material,
	output,
	point,
	queryHit,
	severity,
	staleTables,
	summary,
	surface,
	tree,
} from './output-shapes.ts';

/** The keys of the result of each command, some missing where it ended early, by its name; of one that became a part of another, by its former name. */
const OWN_RESULTS: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>> = {
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
				z.strictObject({
					room: z.string(),
					model: z.string(),
					walkmesh: z.string(),
					inStep: z.boolean(),
					position: point
						.optional()
						.describe(
							'Position of the room in the area: that of its layout, or else the one in which most of its faces fit.',
						),
					distance: z.number().optional().describe('How far corners of faces that agree are apart at most, metres.'),
					farCorners: index.optional().describe('How many of those corners are more than a millimetre apart.'),
					offset: point.optional().describe('From where model and layout put the room to its walkmesh.'),
					nodeMoved: z.boolean().optional().describe('The offset comes from the node of the model.'),
					missing: z.array(index).optional().describe('Faces that the model lacks.'),
					extra: z.array(index).optional().describe('Faces of the model that the walkmesh lacks.'),
					moved: z
						.array(z.strictObject({ face: index, distance: z.number() }))
						.optional()
						.describe('Faces that lie elsewhere in the model, and how far their farthest corner is away, metres.'),
					surfaces: z.array(index).optional().describe('Faces with another surface in the model.'),
					order: index.optional().describe('The first face that stands elsewhere in the order of the model.'),
					tree: z
						.strictObject({ kind: z.enum(['shape', 'box', 'plane']), nodes: index, node: index })
						.optional()
						.describe('How the trees differ, on how many nodes, and the first of them.'),
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
		removed: z.array(z.string()).optional().describe('Files of former targets; with --clean, of all.'),
		outputs: z.array(output).optional().describe('With --emit: the rules, and the files that they use.'),
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
						candidates: z
							.array(z.strictObject({ tool: z.string(), name: z.string(), fit: z.number() }))
							.describe('Best first.'),
						evidence: z.array(z.string()),
						traits: z.record(z.string(), z.unknown()),
					}),
				]),
			)
			.optional(),
	},
	view: { ...made, url: z.string().optional().describe('Where it is served.') },
	plan: made,
	minimap: {
		...made,
		map: z.record(z.string(), z.number()).optional().describe('Values of the field Map of the ARE.'),
	},
	paths: {
		...made,
		points: z
			.array(z.strictObject({ x: z.number(), y: z.number(), links: z.array(index) }))
			.optional()
			.describe('Path points, each with the points that it is linked with.'),
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
				joinedArea: z
					.number()
					.describe('What edges and links lead to, whether or not a body gets through, square metres.'),
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

const RESULTS: typeof OWN_RESULTS = {
	...OWN_RESULTS,
	collision: made,
	inspect: { ...OWN_RESULTS.inspect, ...OWN_RESULTS.stats, ...OWN_RESULTS.identify },
	plan: { ...OWN_RESULTS.plan, ...OWN_RESULTS.minimap },
	assemble: {
		...OWN_RESULTS.assemble,
		rooms: z.union([OWN_RESULTS.assemble.rooms, OWN_RESULTS.kit.rooms]).describe('With --list those of the kit.'),
	},
	game: {
		...OWN_RESULTS.game,
		...OWN_RESULTS.place,
		...OWN_RESULTS.sync,
	},
};

/** Commands whose JSON is declared. */
export const DECLARED: readonly string[] = Object.keys(RESULTS);

/** The schema of the JSON of a command; without a name, of a command line that failed before any command ran. */
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
