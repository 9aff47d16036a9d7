import { z } from 'zod';

/**
 * The config as zod checks it; the published JSON Schema is made from it. Loading this costs 50 ms, so it is only imported when a config
 * is read. `config.ts` has the types; a test holds the two to each other.
 */

const text = z.string().min(1);
const length = z.number().nonnegative();

const limit = z.int().positive().optional();

const limits = z
	.strictObject({
		maxTriangles: limit.describe('Triangles with all copies of meshes.'),
		maxInstances: limit.describe('Copies of a node by instancing.'),
		maxPrimitives: limit.describe('Primitives with all copies of meshes.'),
		maxElements: limit.describe('Elements of accessors without data.'),
		maxDecodedBytes: limit.describe('Bytes of decoded values.'),
		maxNodeDepth: limit.describe('Nodes below nodes.'),
	})
	.describe('Limits that a glTF document may not pass.');

const read = z
	.strictObject({
		format: text.optional().describe('Format of the input, where name and content do not tell.'),
		nodes: z.array(text).optional().describe('Nodes or objects to take, by pattern, with all below them.'),
		scene: text.optional().describe('glTF scene to read, by name or index.'),
		hidden: z.boolean().optional().describe('Read hidden glTF nodes too.'),
		limits: limits.optional(),
		up: z.enum(['y', 'z']).optional().describe('Axis that points up. Default: y.'),
		unit: z.enum(['m', 'cm', 'in']).optional().describe('Length of one unit. Default: m.'),
		scale: z.number().positive().optional().describe('Further factor on all lengths.'),
		objParser: z.enum(['scanner', 'obj-file-parser']).optional().describe('Reader of OBJ files.'),
		space: z.enum(['auto', 'relative', 'area']).optional().describe('Space of vertices in ASCII walkmeshes.'),
		keepTree: z.boolean().optional().describe('Keep the tree of an ASCII walkmesh.'),
	})
	.describe('How the input is read.');

const mesh = z
	.strictObject({
		weld: z
			.union([length, z.literal(false)])
			.optional()
			.describe('Merge vertices closer than this, metres; false leaves them alone. Default: 0.0001.'),
		minArea: length.optional().describe('Drop faces of this area or less, square metres. Default: 0.000001.'),
		orient: z.enum(['flip', 'keep', 'refuse']).optional().describe('Walkable faces that look down. Default: keep.'),
		fixTJunctions: z.boolean().optional().describe('Split long walkable edges where other vertices lie on them.'),
		simplify: z
			.strictObject({
				ratio: z.number().min(0).max(1).optional().describe('Part of the triangles to keep.'),
				error: length.optional().describe('How far the simplified ground may lie from the old, metres.'),
			})
			.optional()
			.describe('Keep fewer triangles.'),
	})
	.describe('What scenes go through, lengths in metres.');

/** Stages that are programs: only in configs that are programs too, and not in the JSON Schema. */
const stageObject = z.custom<object>(
	(value) => typeof value === 'object' && value !== null && typeof (value as { run?: unknown }).run === 'function',
);

const named = [text, z.tuple([text, z.record(z.string(), z.unknown())])] as const;

const common = (steps: z.ZodType) => ({
	read: read.optional(),
	surfaces: z
		.record(z.string(), z.union([z.string(), z.int().nonnegative()]))
		.optional()
		.describe('Surfaces of materials whose names mean none, by pattern: { "Floor*": "Stone" }.'),
	surfacemat: text.optional().describe('Surface table: k1, k2, or a surfacemat.2da file.'),
	mesh: mesh.optional(),
	recipe: z
		.array(steps)
		.optional()
		.describe('All stages in order, by name or as [name, options], instead of those that mesh and link stand for.'),
	tree: z.enum(['sah', 'median']).optional().describe('Split of the tree: cheap to walk, or as the game does.'),
});

const rooms = z
	.strictObject({
		by: z.enum(['auto', 'pattern', 'extras', 'top-level']).optional().describe('Scenes: what makes a node a room.'),
		pattern: text.optional().describe('Scenes: nodes that are rooms, by name.'),
		folder: text.optional().describe('Layouts: where the files of the rooms lie. Default: beside the layout.'),
		space: z.enum(['auto', 'room', 'area']).optional().describe('Layouts: space of the vertices in room files.'),
	})
	.describe('What the rooms are.');

const link = z
	.strictObject({
		conform: z.boolean().optional().describe('Divide rooms alike along their seams. Default: true.'),
		snap: z
			.number()
			.min(0)
			.max(0.1)
			.optional()
			.describe('Link edges up to this far apart by moving them together, metres. Default: 0.'),
	})
	.describe('How rooms are linked.');

const outputs = z
	.strictObject({
		lyt: z.boolean().optional().describe('Layout.'),
		vis: z.boolean().optional().describe('Visibility file to start from.'),
		glb: z.boolean().optional().describe('Inspection GLB of everything.'),
		plan: z.boolean().optional().describe('Plan from above, SVG.'),
		report: z.boolean().optional().describe('Report, JSON.'),
	})
	.describe('What is written besides the walkmeshes; everything by default.');

const levelTarget = (steps: z.ZodType) =>
	z
		.strictObject({
			level: text.describe('A scene with a node for each room, or a layout (.lyt) with a file for each room.'),
			out: text.describe('The folder to write into.'),
			name: text.optional().describe('Name of the level. Default: that of the input.'),
			rooms: rooms.optional(),
			link: link.optional(),
			outputs: outputs.optional(),
			...common(steps),
		})
		.describe('A whole level.');

const convertTarget = (steps: z.ZodType) =>
	z
		.strictObject({
			input: z.union([text, z.array(text).min(1)]).describe('One input or several.'),
			output: text.describe('The output; its ending says the format.'),
			write: z
				.strictObject({
					format: text.optional().describe('Format of the output, where its name does not tell.'),
					rebuild: z.boolean().optional().describe('Derive every table anew, even where a binary came in.'),
					dialect: z.enum(['engine', 'nwmax', 'mdlops']).optional().describe('Dialect of ASCII outputs.'),
					aabbOnOwnLine: z.boolean().optional().describe('First tree node of ASCII outputs on a line of its own.'),
				})
				.optional()
				.describe('How the output is written.'),
			lyt: text.optional().describe('Layout that the room belongs to: places it, and names the rooms of markers.'),
			room: text.optional().describe('Which room of the layout it is. Default: by name.'),
			...common(steps),
		})
		.describe('A single conversion.');

const config = (steps: z.ZodType, plugin: z.ZodType) =>
	z.strictObject({
		$schema: z.string().optional(),
		targets: z
			.record(z.string().regex(/^[\w.-]+$/), z.union([levelTarget(steps), convertTarget(steps)]))
			.describe('What to build, by name; built in this order.'),
		plugins: z
			.array(plugin)
			.optional()
			.describe('Modules that export own importers, exporters and stages under these names.'),
		cache: text.optional().describe('Folder of manifest and cache. Default: .wokflow.'),
	});

/** For what a config file gives when it is loaded. */
export const CONFIG_SCHEMA: z.ZodType = config(
	z.union([...named, stageObject]),
	z.union([text, z.custom<object>((value) => typeof value === 'object' && value !== null)]),
);

/** One kind of target, for messages about it alone: a union would speak of both. */
export const TARGET_SCHEMAS: { readonly level: z.ZodType; readonly convert: z.ZodType } = {
	level: levelTarget(z.union([...named, stageObject])),
	convert: convertTarget(z.union([...named, stageObject])),
};

/** The JSON Schema of `wokflow.config.json`. */
export function configJsonSchema(): Record<string, unknown> {
	const { $schema, ...schema } = z.toJSONSchema(config(z.union([...named]), text)) as Record<string, unknown>;
	return { $schema, title: 'wokflow.config.json', ...schema };
}
