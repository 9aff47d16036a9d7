import * as z from 'zod';
import { CONFIG_KEYS, TARGET_NAME, type TargetKind, targetKeys } from '../jobs/config/config-keys.ts';
import { PLAN_KEYS, PLAN_ROOM_KEYS } from '../jobs/level/plan-keys.ts';
import { allowed, defaultText, type Option, type Options, wholly } from '../src/findings/options.ts';

/** The published JSON Schema of the config, made from the declarations of its keys. Only what writes it loads this module, and with it zod. */

const text = z.string().min(1);

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

/** The JSON Schema of `wokflow.config.json`. */
export function configJsonSchema(): Record<string, unknown> {
	const some = z.union([text, z.array(text).min(1)]);
	const steps = z.array(z.union([text, z.tuple([text, z.record(z.string(), z.unknown())])]));
	const own = (option: Option, schema: z.ZodType): z.ZodType => schema.describe(option.text);
	const keys = targetKeys();
	const target = (kind: TargetKind, about: string): z.ZodType => {
		const options = keys[kind];
		const [what, where] = Object.keys(options);
		return z
			.strictObject({
				...optionSchemas(options),
				[what]: own(options[what], options[what].type === 'text' ? text : some),
				[where]: own(options[where], text),
				recipe: own(options['recipe'], steps.optional()),
			})
			.describe(about);
	};
	const targets = z.union([
		target('level', 'A whole level.'),
		target('levels', 'Many levels with the same options.'),
		target('convert', 'A single conversion.'),
	]);
	const { $schema, ...schema } = z.toJSONSchema(
		z.strictObject({
			...optionSchemas(CONFIG_KEYS),
			$schema: z.string().optional(),
			targets: own(CONFIG_KEYS.targets, z.record(z.string().regex(TARGET_NAME), targets)),
			plugin: own(CONFIG_KEYS.plugin, z.array(text).optional()),
			severity: own(CONFIG_KEYS.severity, z.record(z.string(), z.enum(['error', 'warning', 'note'])).optional()),
		}),
	) as Record<string, unknown>;
	return { $schema, title: 'wokflow.config.json', ...schema };
}

/** The JSON Schema of plans. */
export function planJsonSchema(): Record<string, unknown> {
	const rooms = z.array(
		z.strictObject({
			...optionSchemas(PLAN_ROOM_KEYS),
			room: text.describe(PLAN_ROOM_KEYS.room.text),
			closes: z
				.record(z.string().regex(/^[1-9]\d*$/), z.string().min(3))
				.optional()
				.describe(PLAN_ROOM_KEYS.closes.text),
		}),
	);
	const { $schema, ...schema } = z.toJSONSchema(
		z.strictObject({
			...optionSchemas(PLAN_KEYS),
			$schema: z.string().optional(),
			version: z.literal(1).optional(),
			name: z
				.string()
				.regex(/^\w{1,16}$/)
				.describe(PLAN_KEYS.name.text),
			rooms: rooms.min(1).describe(PLAN_KEYS.rooms.text),
		}),
	) as Record<string, unknown>;
	return { $schema, title: 'Plan of a level for wokflow assemble', ...schema };
}
