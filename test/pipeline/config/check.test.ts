import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkConfig, defineConfig } from '../../../jobs/config/config.ts';
import { configJson, configTemplate, type InitFacts } from '../../../jobs/config/config-template.ts';
import { LEVEL_OPTIONS } from '../../../jobs/config/level-options.ts';
import { CONVERT_OPTIONS } from '../../../pipeline/options.ts';
import { configJsonSchema } from '../../../scripts/config-schema.ts';
import type { GivenOf, Option, Options } from '../../../src/findings/options.ts';

const LEVEL = { level: 'a.glb', out: 'out' };

function problemsOf(config: unknown): string[] {
	try {
		checkConfig(config, 'c');
		return [];
	} catch (error) {
		return (error as Error).message.split('\n');
	}
}

describe('faults are reported with the path of the key and what is allowed there', () => {
	test.each<[string, unknown, string[]]>([
		['nothing', null, ['c: must be an object, is null']],
		['no targets', {}, ['c: targets: must be an object, is missing']],
		[
			'a misspelt key',
			{ targets: {}, target: {} },
			[
				'c: target: unknown key. Did you mean "targets"? Known here: $schema, targets, plugin, cache, timeout, maxMemory, ignore, severity.',
			],
		],
		[
			'a name with a blank',
			{ targets: { 'a b': LEVEL } },
			['c: targets.a b: names of targets have letters, digits, "_", "-" and "." only, and at most 100 of them.'],
		],
		[
			'a target of no kind',
			{ targets: { a: { name: 'x' } } },
			['c: targets.a: a target must have "level" or "levels" and "out", or "input" and "output"'],
		],
		[
			'a target that is none',
			{ targets: { a: 7 } },
			['c: targets.a: a target must have "level" or "levels" and "out", or "input" and "output"'],
		],
		[
			'a level without folder',
			{ targets: { a: { level: 'a.glb' } } },
			['c: targets.a.out: must be a text, is missing'],
		],
		[
			'a key of the other kind',
			{ targets: { a: { ...LEVEL, input: 'b' } } },
			[
				`c: targets.a.input: unknown key. Known here: ${['level', 'out', ...Object.keys(LEVEL_OPTIONS), 'recipe'].join(', ')}.`,
			],
		],
		[
			'a value that is not allowed',
			{ targets: { a: { ...LEVEL, up: 'w', tree: 'bvh' } } },
			[
				'c: targets.a.up: must be one of x, y, z, is "w"',
				'c: targets.a.tree: must be one of best, fast, median, is "bvh"',
			],
		],
		[
			'a number out of range',
			{ targets: { a: { ...LEVEL, snap: 2, scale: 0, minArea: -1 } } },
			[
				'c: targets.a.snap: must be a number from 0 to 0.1, is 2',
				'c: targets.a.scale: must be a number above 0, is 0',
				'c: targets.a.minArea: must be a number from 0, is -1',
			],
		],
		[
			'a text of another form',
			{ targets: { a: { ...LEVEL, vis: 'hops' } } },
			['c: targets.a.vis: must be doorways, linked, hops:n, all or false, is "hops"'],
		],
		[
			'a value of one of two types',
			{ targets: { a: { ...LEVEL, weld: true } } },
			['c: targets.a.weld: must be a number from 0 or false, is true'],
		],
		[
			'inputs',
			{ targets: { a: { input: 3, output: 'x.wok' } } },
			['c: targets.a.input: must be a path or a list of paths, is 3'],
		],
		[
			'a step that is none',
			{ targets: { a: { ...LEVEL, recipe: ['weld', 3] } } },
			["c: targets.a.recipe[1]: must be a stage's name or [name, { options }], is 3"],
		],
		['an empty name', { targets: { a: { level: '', out: 'x' } } }, ['c: targets.a.level: must be a text, is ""']],
	])('%s', (_, config, problems) => {
		expect(problemsOf(config).sort()).toStrictEqual([...problems].sort());
	});
});

/** A value for every option. */
function valuesOf(options: Options): Record<string, unknown> {
	return Object.fromEntries(Object.entries<Option>(options).map(([name, option]) => [name, sampleOf(option)]));
}

function sampleOf({ type, choices = [], length = 0, orFalse, limits = {} }: Option): unknown {
	if (orFalse === true) return false;
	return {
		number: limits.integer === true ? 7 : 0.05,
		boolean: true,
		text: 'a',
		texts: ['a'],
		pairs: { 'Floor*': 'Stone', Wall: 7 },
		choice: choices.at(-1),
		vector: Array.from({ length }, () => 1),
		value: 1,
	}[type];
}

const EVERY = valuesOf(LEVEL_OPTIONS);
const EVERY_OF_CONVERSIONS = valuesOf(CONVERT_OPTIONS);

test('a config with every key is taken as it is', () => {
	const config = defineConfig({
		$schema: 'x',
		cache: '.cache',
		plugin: ['./a.mjs', { stages: [] }],
		targets: {
			level: {
				level: 'a.lyt',
				out: 'out',
				...(EVERY as GivenOf<typeof LEVEL_OPTIONS>),
				recipe: ['weld', ['sort', {}]],
			},
			convert: {
				input: ['a.glb', 'b.glb'],
				output: 'c.wok',
				...(EVERY_OF_CONVERSIONS as GivenOf<typeof CONVERT_OPTIONS>),
				recipe: ['weld', ['sort', {}]],
			},
		},
	});
	expect(checkConfig(config, 'c')).toBe(config);
});

test('the published JSON Schema is fresh: tsx scripts/write-schema.ts writes it', () => {
	const published = readFileSync(new URL('../../../schema/wokflow.schema.json', import.meta.url), 'utf8');
	expect(JSON.parse(published)).toStrictEqual(JSON.parse(JSON.stringify(configJsonSchema())));
});

describe('what `wokflow init` writes', () => {
	const facts: InitFacts = {
		input: "it's.glb",
		name: 'it-s',
		kind: 'scene-level',
		rooms: ['a', 'b'],
		by: 'extras',
		extent: 88.123,
		layout: 'x.lyt',
	};

	test.each(['scene-level', 'layout-level', 'conversion'] as const)('of a %s is a config', async (kind) => {
		const text = configTemplate({ ...facts, kind, folder: 'rooms' }, false);
		const module = await import(`data:text/javascript,${encodeURIComponent(text)}`);
		expect(problemsOf(module.default)).toStrictEqual([]);
		// Every commented key is one that there is.
		const uncommented = text.replace(/^(\s*)\/\/ (\w+: (?:[{['\d].*|true|false),)$/gm, '$1$2');
		const filled = await import(`data:text/javascript,${encodeURIComponent(uncommented)}`);
		expect(problemsOf(filled.default)).toStrictEqual([]);
		expect(Object.keys(filled.default)).toContain('plugin');
		expect(problemsOf(JSON.parse(configJson({ ...facts, kind })))).toStrictEqual([]);
	});

	test('as TypeScript calls defineConfig', () => {
		expect(configTemplate(facts, true)).toMatch(
			/import \{ defineConfig \} from 'wokflow\/node';[\s\S]*export default defineConfig\(\{[\s\S]*\}\);\n$/,
		);
	});
});
