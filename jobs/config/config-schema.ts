import * as z from 'zod';
import { CONVERT_OPTIONS, RUN_LIMIT_OPTIONS } from '../../pipeline/options.ts';
import type { Registry } from '../../pipeline/registry.ts';
import { FILTER_OPTIONS } from '../../src/findings/filter.ts';
import { allowed, defaultText, type Option, type Options, wholly } from '../../src/findings/options.ts';
import { LEVEL_OPTIONS, OWN_OPTIONS } from './level-options.ts';

/**
 * The zod schema of the config, made from the declarations of the options. The published JSON Schema is made from it. Loading this module takes
 * 50 ms, so it is only imported when a config is read.
 */

const text = z.string().min(1);

/** Stages themselves: possible only in a config that is a program (.ts, .js, .mjs), and absent from the JSON Schema. */
const stageObject = z.custom<object>((value) => typeof (value as { run?: unknown } | null)?.run === 'function');
const namedSteps = [text, z.tuple([text, z.record(z.string(), z.unknown())])] as const;

/** The schema of an option's values. */
export function optionSchema(option: Option): z.ZodType {
	const { type, choices = [], orFalse } = option;
	const others = [
		...(type === 'number' || type === 'vector' ? choices.map((word) => z.literal(word)) : []),
		...(orFalse === true ? [z.literal(false)] : []),
	];
	const values = valueSchema(option);
	const whole = others.length === 0 ? values : z.union([values, ...others]);
	const unit = { m: ' In metres.', 'm²': ' In square metres.', degrees: ' In degrees.' };
	const fallback = defaultText(option);
	const described = `${option.text}${option.unit === undefined ? '' : unit[option.unit]}${fallback === undefined ? '' : ` Default: ${fallback}.`}`;
	return whole.optional().describe(described);
}

function valueSchema(option: Option): z.ZodType {
	const { type, choices = [], limits = {}, length = 0, pattern } = option;
	switch (type) {
		case 'number': {
			const { minimum, above, maximum, integer = false } = limits;
			let schema = integer ? z.int() : z.number();
			if (minimum !== undefined) schema = schema.min(minimum);
			if (above !== undefined) schema = schema.gt(above);
			return maximum === undefined ? schema : schema.max(maximum);
		}
		case 'boolean':
			return z.boolean();
		case 'text':
			return pattern === undefined ? text : z.string().regex(wholly(pattern), `must be ${allowed(option)}`);
		case 'texts':
			return z.array(text);
		case 'pairs':
			return z.record(z.string(), z.union([z.string(), z.int().nonnegative()]));
		case 'choice':
			return choices.every((each) => typeof each === 'string') ? z.enum(choices) : z.literal([...choices]);
		case 'vector':
			return z.array(z.number()).length(length);
		case 'value':
			return z.unknown();
	}
}

function optionSchemas(options: Options): Record<string, z.ZodType> {
	return Object.fromEntries(Object.entries(options).map(([name, option]) => [name, optionSchema(option)]));
}

/** Schemas of a config, and of each kind of target by itself: for a target that fits neither, a union would list the faults of both. */
export interface ConfigSchemas {
	readonly config: z.ZodType;
	readonly targets: { readonly level: z.ZodType; readonly levels: z.ZodType; readonly convert: z.ZodType };
	/** The JSON Schema of `wokflow.config.json`. */
	json(): Record<string, unknown>;
}

/** @param registry includes the options of formats that plugins added */
export function configSchemas(registry?: Registry): ConfigSchemas {
	const targetsWith = (steps: z.ZodType) => {
		const recipe = z
			.array(steps)
			.optional()
			.describe('All stages in order, by name or as [name, options], instead of those that options stand for.');
		const options = optionSchemas({ ...LEVEL_OPTIONS, ...registry?.readOptions });
		const level = z
			.strictObject({
				level: text.describe('A scene with a node for each room, or a layout (.lyt) with a file for each room.'),
				out: text.describe('The folder to write into.'),
				...options,
				recipe,
			})
			.describe('A whole level.');
		const shared = Object.entries(options).filter(([name]) => !OWN_OPTIONS.some((own) => own === name));
		const levels = z
			.strictObject({
				levels: z
					.union([text, z.array(text).min(1)])
					.describe(
						'Scenes and layouts: paths, and patterns such as "levels/*.glb". Each is a target named like its file.',
					),
				out: text.describe('The folder with a folder for each level to write into.'),
				...Object.fromEntries(shared),
				recipe,
			})
			.describe('Many levels with the same options.');
		const convert = z
			.strictObject({
				input: z.union([text, z.array(text).min(1)]).describe('One input or several.'),
				output: text.describe('The output; its extension says the format.'),
				...optionSchemas({ ...CONVERT_OPTIONS, ...registry?.readOptions, ...registry?.writeOptions }),
				recipe,
			})
			.describe('A single conversion.');
		return { level, levels, convert };
	};
	const configWith = ({ level, levels, convert }: ConfigSchemas['targets'], plugin: z.ZodType) =>
		z.strictObject({
			$schema: z.string().optional(),
			targets: z
				.record(
					z
						.string()
						.regex(
							/^[\w.-]{1,100}$/,
							'names of targets have letters, digits, "_", "-" and "." only, and at most 100 of them.',
						),
					z.union([level, levels, convert]),
				)
				.describe('What to build, by name; built in this order.'),
			plugin: z
				.array(plugin)
				.optional()
				.describe('Modules that export own importers, exporters and stages under these names.'),
			cache: text.optional().describe('Folder of manifest and cache. Default: .wokflow.'),
			timeout: optionSchema(RUN_LIMIT_OPTIONS.timeout),
			maxMemory: optionSchema(RUN_LIMIT_OPTIONS.maxMemory),
			ignore: optionSchema(FILTER_OPTIONS.ignore),
			severity: z
				.record(z.string(), z.enum(['error', 'warning', 'note']))
				.optional()
				.describe(FILTER_OPTIONS.severity.text),
		});
	const targets = targetsWith(z.union([...namedSteps, stageObject]));
	const entries = z.custom<object>((value) => typeof value === 'object' && value !== null);
	return {
		targets,
		config: configWith(targets, z.union([text, entries])),
		json() {
			const plain = configWith(targetsWith(z.union([...namedSteps])), text);
			const { $schema, ...schema } = z.toJSONSchema(plain) as Record<string, unknown>;
			return { $schema, title: 'wokflow.config.json', ...schema };
		},
	};
}
