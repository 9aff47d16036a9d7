import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allCommands, createProgram } from '../../cli/program.ts';
import { COMMON_OPTIONS } from '../../cli/shared/session.ts';
import { addCommandOptions, type HostCommand } from '../../hosts/gltf-transform/commands.ts';
import { checkSettings, HOST_OPTIONS } from '../../hosts/settings.ts';
import { LEVEL_OPTIONS, OWN_OPTIONS } from '../../jobs/config/level-options.ts';
import { createRegistry } from '../../jobs/default-registry.ts';
import { CONVERT_OPTIONS } from '../../pipeline/options.ts';
import { configJsonSchema, optionSchema } from '../../scripts/config-schema.ts';
import {
	defaultsOf,
	defaultText,
	docsRow,
	flagOf,
	kebab,
	type Option,
	type Options,
} from '../../src/findings/options.ts';
import { ioOf, ROOT } from '../support/cli.ts';

/** Every option is declared once; here each place that shows options is held to the declarations. */
const registry = createRegistry();
const page = (name: string): string => readFileSync(join(ROOT, 'docs', name), 'utf8');
const SILENT = ioOf();

function names(options: Options): string[] {
	return Object.keys(options).sort();
}

describe.each(allCommands().map((command) => [command.name, command] as const))(
	'the command %s',
	(name, declaration) => {
		const program = createProgram(SILENT, async () => undefined, registry);
		const command = program.commands.find((each) => each.name() === name);
		const flags = new Map(command?.options.map((each) => [each.long, each.description]));
		const options: Options = { ...declaration.options(registry), ...COMMON_OPTIONS };

		test('has a flag for each declared option and no other, with its sentence and default', () => {
			for (const [option, declared] of Object.entries<Option>(options)) {
				const text = flags.get(flagOf(option, declared));
				expect(text, option).toBeDefined();
				expect(text?.toLowerCase()).toContain(declared.text.toLowerCase());
				if (declared.type !== 'boolean' && defaultText(declared) !== undefined)
					expect(text).toContain(`Default: ${defaultText(declared)}.`);
				if (declared.unit === 'm' && declared.type === 'number')
					expect(command?.options.find(({ long }) => long === `--${kebab(option)}`)?.flags).toMatch(/[<[]m[>\]]/);
				flags.delete(flagOf(option, declared));
				// What is on by default may be said as well, though help does not list it.
				if (declared.type === 'boolean' && declared.default === true)
					expect(flags.delete(`--${kebab(option)}`), option).toBe(true);
				if (declared.orFalse === true) expect(flags.delete(`--no-${kebab(option)}`), option).toBe(true);
			}
			expect([...flags.keys()]).toEqual([]);
		});
	},
);

describe('the schema of a config', () => {
	interface ObjectSchema {
		readonly properties: Readonly<Record<string, { description: string; default?: unknown }>>;
	}
	const json = configJsonSchema() as {
		properties: { targets: { additionalProperties: { anyOf: ObjectSchema[] } } };
	};
	const [level, levels, convert] = json.properties.targets.additionalProperties.anyOf;
	const shared: Options = Object.fromEntries(
		Object.entries<Option>(LEVEL_OPTIONS).filter(([name]) => !OWN_OPTIONS.some((own) => own === name)),
	);

	test.each([
		['a level', level, LEVEL_OPTIONS as Options, ['level', 'out', 'recipe']],
		['several levels', levels, shared, ['levels', 'out', 'recipe']],
		['a conversion', convert, CONVERT_OPTIONS as Options, ['input', 'output', 'recipe']],
	])('has a key for each option of %s, with sentence, unit and default', (_, schema, options, own) => {
		expect(Object.keys(schema.properties).sort()).toEqual([...names(options), ...own].sort());
		for (const [name, option] of Object.entries<Option>(options)) {
			const { description } = schema.properties[name];
			expect(description).toContain(option.text);
			if (option.unit === 'm') expect(description).toContain('In metres.');
			if (defaultText(option) !== undefined) expect(description).toContain(`Default: ${defaultText(option)}.`);
		}
	});

	test('takes every default', () => {
		for (const [name, option] of Object.entries<Option>({ ...LEVEL_OPTIONS, ...CONVERT_OPTIONS })) {
			expect(optionSchema(option).safeParse(option.default).success, name).toBe(true);
		}
	});
});

test('hosts have the options of conversions, and take every default', () => {
	const flags: string[] = [];
	const command = {
		option(flag: string, text: string) {
			flags.push(flag.split(' ')[0]);
			expect(text).not.toBe('');
			return command;
		},
	};
	addCommandOptions(command as unknown as HostCommand);
	expect(flags.sort()).toEqual(
		names(HOST_OPTIONS)
			.map((name) => `--${kebab(name)}`)
			.sort(),
	);
	const { strict: _, ...shared } = HOST_OPTIONS;
	for (const name of Object.keys(shared)) expect(Object.keys(CONVERT_OPTIONS)).toContain(name);
	expect(() => checkSettings(defaultsOf(HOST_OPTIONS), 'host', {})).not.toThrow();
});

test('the docs have a row for each option of commands and stages', () => {
	const options = page('options.md');
	for (const [name, option] of Object.entries<Option>({ ...CONVERT_OPTIONS, ...LEVEL_OPTIONS }))
		if (name !== 'name') expect(options).toContain(docsRow(name, option));
	const stages = page('stages.md');
	for (const { options: declared } of registry.stages)
		for (const [name, option] of Object.entries<Option>(declared)) expect(stages).toContain(docsRow(name, option));
});

test('one name means one thing: options of one name are declared once for all of reading, writing, levels and conversions', () => {
	const groups: Options[] = [
		LEVEL_OPTIONS,
		CONVERT_OPTIONS,
		HOST_OPTIONS,
		...registry.importers.map(({ options = {} }) => options as Options),
		...registry.exporters.map(({ options = {} }) => options as Options),
	];
	const seen = new Map<string, Option>();
	for (const [name, option] of groups.flatMap((group) => Object.entries<Option>(group))) {
		expect(seen.get(name) ?? option, name).toBe(option);
		seen.set(name, option);
	}
});

test('stages check their values by the declarations', () => {
	for (const { stageName, options, ...factory } of registry.stages) {
		expect(factory).toBeDefined();
		const make = registry.stage(stageName);
		expect(make(defaultsOf(options as Options)).options).toEqual(defaultsOf(options as Options));
		expect(() => make({ nosuch: 1 })).toThrow(`stage "${stageName}" has no option "nosuch"`);
	}
});
