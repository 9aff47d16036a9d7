import type { Report } from '../src/findings/report.ts';
import type { InputSource } from '../src/formats/contracts.ts';
import { CONFIDENCES, type Decisions, decisionsFileName, OBJECT_ROLES } from '../src/scene/decisions.ts';
import { FRAME_OPTIONS } from '../src/scene/frame.ts';
import { BUILD_FINDINGS } from './findings.ts';

/** The zod schema of a file of decisions; loaded only where there is one, as zod is slow to load. */
async function schemaOf() {
	const z = await import('zod');
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
	const decisions = z
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
	return { z, decisions };
}

/** The JSON Schema of files of decisions. */
export async function decisionsJsonSchema(): Promise<Record<string, unknown>> {
	const { z, decisions } = await schemaOf();
	const { $schema, ...schema } = z.toJSONSchema(decisions) as Record<string, unknown>;
	return { $schema, title: 'NAME.wokflow.json', ...schema };
}

/**
 * Reads a file of decisions. @throws InputError for what is none
 *
 * @example
 * const decisions = proposeDecisions(scene, 'quay.glb', { up: 'y', unit: 'm', scale: 1 }, K1);
 * const again = await readDecisions(new TextEncoder().encode(decisionsText(decisions)), report);
 */
export async function readDecisions(bytes: Uint8Array, report: Report): Promise<Decisions> {
	const fail = (problem: string): never => report.fail(BUILD_FINDINGS.DECISIONS_INVALID, {}, { problem });
	let value: unknown;
	try {
		value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
	} catch (error) {
		return fail((error as Error).message);
	}
	const { decisions } = await schemaOf();
	const { data, error } = decisions.safeParse(value);
	if (data !== undefined) return data as Decisions;
	const [issue] = error?.issues ?? [];
	return fail(`${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'is not valid'}`);
}

/**
 * The text of a file of decisions, an entry a line.
 *
 * @example
 * const decisions = proposeDecisions(scene, 'quay.glb', { up: 'y', unit: 'm', scale: 1 }, K1);
 * console.log(decisionsText(decisions));
 */
export function decisionsText({ materials, objects, rooms, ...rest }: Decisions): string {
	const { version, scene, frame, sills } = rest;
	const list = (name: string, entries: readonly object[]): string =>
		`\t"${name}": [${entries.map((each) => `\n\t\t${JSON.stringify(each)}`).join(',')}${entries.length === 0 ? '' : '\n\t'}]`;
	const lines = [
		`\t"$schema": "./node_modules/wokflow/schema/decisions.schema.json"`,
		`\t"version": ${version}`,
		`\t"scene": ${JSON.stringify(scene)}`,
		...(frame === undefined ? [] : [`\t"frame": ${JSON.stringify(frame)}`]),
		list('objects', objects),
		list('rooms', rooms),
		list('materials', materials),
		...(sills === undefined ? [] : [`\t"sills": ${JSON.stringify(sills)}`]),
	];
	return `{\n${lines.join(',\n')}\n}\n`;
}

/** The decisions that lie beside a scene; undefined where there are none. @throws InputError for a file that is none of ours */
export async function decisionsBeside(
	source: Pick<InputSource, 'fileName' | 'sibling'>,
	report: Report,
): Promise<Decisions | undefined> {
	const file = decisionsFileName(source.fileName);
	const bytes = await source.sibling?.(file).catch(() => undefined);
	if (bytes === undefined) return undefined;
	const within = report.within({ file });
	const decisions = await readDecisions(bytes, within);
	if (decisions.scene === source.fileName) return decisions;
	within.add(BUILD_FINDINGS.DECISIONS_OF_OTHER, {}, { scene: decisions.scene });
	return undefined;
}
