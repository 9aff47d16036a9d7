import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { type ConvertTarget, checkConfig, defineConfig, type LevelTarget } from '../../../pipeline/config.ts';
import { CONFIG_SCHEMA, configJsonSchema, TARGET_SCHEMAS } from '../../../pipeline/config-schema.ts';
import { configJson, configTemplate, type InitFacts } from '../../../pipeline/config-template.ts';

const LEVEL = { level: 'a.glb', out: 'out' };

async function problemsOf(config: unknown): Promise<string[]> {
	const error = await checkConfig(config, 'c').catch((reason: Error) => reason);
	return error instanceof Error ? error.message.split('\n') : [];
}

describe('faults are told with the path of the key and what is allowed there', () => {
	test.each<[string, unknown, string[]]>([
		['nothing', null, ['c: the config: null is no object.']],
		['no targets', {}, ['c: targets: nothing is no object.']],
		[
			'a misspelt key',
			{ targets: {}, target: {} },
			['c: target: there is no such key. Known here: $schema, targets, plugins, cache.'],
		],
		[
			'a name with a blank',
			{ targets: { 'a b': LEVEL } },
			['c: targets.a b: names of targets have letters, digits, "_", "-" and "." only.'],
		],
		[
			'a target of no kind',
			{ targets: { a: { name: 'x' } } },
			['c: targets.a: a target has "level" and "out", or "input" and "output".'],
		],
		[
			'a target that is none',
			{ targets: { a: 7 } },
			['c: targets.a: a target has "level" and "out", or "input" and "output".'],
		],
		['a level without folder', { targets: { a: { level: 'a.glb' } } }, ['c: targets.a.out: nothing is no string.']],
		[
			'a key of the other kind',
			{ targets: { a: { ...LEVEL, input: 'b' } } },
			[
				'c: targets.a.input: there is no such key. Known here: level, out, name, rooms, link, outputs, read, surfaces, surfacemat, mesh, recipe, tree.',
			],
		],
		[
			'a value that is not allowed',
			{ targets: { a: { ...LEVEL, read: { up: 'x' }, tree: 'bvh' } } },
			['c: targets.a.read.up: "x" is not one of "y", "z".', 'c: targets.a.tree: "bvh" is not one of "sah", "median".'],
		],
		[
			'a number out of range',
			{ targets: { a: { ...LEVEL, link: { snap: 2 }, read: { scale: 0 }, mesh: { minArea: -1 } } } },
			[
				'c: targets.a.link.snap: 2 is too large; at most 0.1.',
				'c: targets.a.read.scale: 0 is too small; above 0.',
				'c: targets.a.mesh.minArea: -1 is too small; at least 0.',
			],
		],
		[
			'a key deeper down',
			{ targets: { a: { ...LEVEL, mesh: { simplify: { ration: 1 } } } } },
			['c: targets.a.mesh.simplify.ration: there is no such key. Known here: ratio, error.'],
		],
		[
			'a value of one of two types',
			{ targets: { a: { ...LEVEL, mesh: { weld: true } } } },
			['c: targets.a.mesh.weld: true does not fit; allowed: a number, or false.'],
		],
		[
			'inputs',
			{ targets: { a: { input: 3, output: 'x.wok' } } },
			['c: targets.a.input: 3 does not fit; allowed: a string, or an array of a string.'],
		],
		[
			'a step that is none',
			{ targets: { a: { ...LEVEL, recipe: ['weld', 3] } } },
			['c: targets.a.recipe[1]: 3 does not fit; allowed: a string, or [name, { options }].'],
		],
		[
			'an empty name',
			{ targets: { a: { level: '', out: 'x' } } },
			['c: targets.a.level: "" is too short; at least 1.'],
		],
	])('%s', async (_, config, problems) => {
		expect((await problemsOf(config)).sort()).toStrictEqual([...problems].sort());
	});
});

test('a config with every key is taken as it is', async () => {
	const config = defineConfig({
		$schema: 'x',
		cache: '.cache',
		plugins: ['./a.mjs', { stages: [] }],
		targets: {
			level: {
				level: 'a.lyt',
				out: 'out',
				name: 'n',
				rooms: { by: 'pattern', pattern: 'm*', folder: 'rooms', space: 'room' },
				link: { conform: false, snap: 0.05 },
				outputs: { lyt: true, vis: true, glb: false, plan: false, report: true },
				read: {
					format: 'gltf',
					nodes: ['a'],
					scene: '0',
					hidden: true,
					up: 'z',
					unit: 'cm',
					scale: 2,
					limits: { maxTriangles: 20_000_000 },
					objParser: 'scanner',
					space: 'area',
					keepTree: true,
				},
				surfaces: { 'Floor*': 'Stone', Wall: 7 },
				surfacemat: 'k2',
				mesh: { weld: false, minArea: 0, orient: 'flip', fixTJunctions: true, simplify: { ratio: 0.5, error: 0.1 } },
				recipe: ['weld', ['sort', {}]],
				tree: 'median',
			},
			convert: {
				input: ['a.glb', 'b.glb'],
				output: 'c.wok',
				lyt: 'a.lyt',
				room: 'a',
				write: { format: 'bwm', rebuild: true, dialect: 'nwmax' },
			},
		},
	});
	expect(await checkConfig(config, 'c')).toBe(config);
});

test('the types and the schema are of one mind', () => {
	type Keys<T> = { [K in keyof Required<T>]: true };
	const level: Keys<LevelTarget> = {
		level: true,
		out: true,
		name: true,
		rooms: true,
		link: true,
		outputs: true,
		read: true,
		surfaces: true,
		surfacemat: true,
		mesh: true,
		recipe: true,
		tree: true,
	};
	const convert: Keys<ConvertTarget> = {
		input: true,
		output: true,
		write: true,
		lyt: true,
		room: true,
		read: true,
		surfaces: true,
		surfacemat: true,
		mesh: true,
		recipe: true,
		tree: true,
	};
	expect(Object.keys((TARGET_SCHEMAS.level as z.ZodObject).shape).sort()).toStrictEqual(Object.keys(level).sort());
	expect(Object.keys((TARGET_SCHEMAS.convert as z.ZodObject).shape).sort()).toStrictEqual(Object.keys(convert).sort());
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
		expect(CONFIG_SCHEMA.safeParse(module.default).success).toBe(true);
		// Every commented key is one that there is.
		const uncommented = text
			.replace(/^(\s*)\/\/ (\w+: [{[].*,)$/gm, '$1$2')
			.replace(/^\s*rooms: .*\n(?=[\s\S]*rooms:)/m, '');
		const filled = await import(`data:text/javascript,${encodeURIComponent(uncommented)}`);
		expect(await problemsOf(filled.default)).toStrictEqual([]);
		expect(Object.keys(filled.default)).toContain('plugins');
		expect(CONFIG_SCHEMA.safeParse(JSON.parse(configJson({ ...facts, kind }))).success).toBe(true);
	});

	test('as TypeScript calls defineConfig', () => {
		expect(configTemplate(facts, true)).toMatch(
			/import \{ defineConfig \} from 'wokflow\/node';[\s\S]*export default defineConfig\(\{[\s\S]*\}\);\n$/,
		);
	});
});
