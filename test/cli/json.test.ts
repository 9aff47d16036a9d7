import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import dns from 'node:dns';
import { readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { join } from 'node:path';
import tls from 'node:tls';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allCommands } from '../../cli/program.ts';
import { DECLARED, outputJsonSchema, outputSchema } from '../../scripts/output-schema.ts';
import { FIXTURES, scratchFolder, wokflow } from '../support/cli.ts';
import { makeGame } from '../support/made-game.ts';
import { smallQuayGlb } from '../support/small-quay.ts';

const out = scratchFolder();
const at = (name: string): string => join(out, name);
const cube = join(FIXTURES, 'small/cube-room.obj');
const quay = at('quay.glb');
const unknown = join(FIXTURES, 'small/unknown-material.glb');

const validate = new Ajv2020({ strict: false }).compile(outputJsonSchema());

/** Runs a command and gives its JSON, which has to fit the schema of the package and that of its command. */
async function json(args: readonly string[], cwd: string = out): Promise<Record<string, unknown>> {
	const { stdout, code } = await wokflow(args, { cwd });
	const value = JSON.parse(stdout) as Record<string, unknown>;
	expect(outputSchema((value['command'] as string | null) ?? undefined).safeParse(value).error).toBeUndefined();
	expect(validate(value), JSON.stringify(validate.errors, null, 1)).toBe(true);
	expect(value).toMatchObject({ version: 1, ok: code === 0, exitCode: code });
	return value;
}

beforeAll(async () => {
	await wokflow(['convert', cube, at('cube.wok'), '-q']);
	writeFileSync(quay, smallQuayGlb(undefined, false));
	await wokflow(['level', quay, at('quay'), '-q']);
	await wokflow(['convert', join(FIXTURES, 'small/room_01a.mdl'), at('room_01a.wok'), '--origin', '10,20,0', '-q']);
	await wokflow(['convert', at('room_01a.wok'), at('moved/room_01a.wok'), '--translate', '1,0,0', '-q']);
	await wokflow(['edit', at('moved/room_01a.wok'), '--surface', '0=Carpet', '-i', '-q']);
	writeFileSync(at('wokflow.config.json'), JSON.stringify({ targets: { one: { input: cube, output: 'built.wok' } } }));
	writeFileSync(at('bytes.bin'), new Uint8Array(8));
	writeFileSync(at('plan.json'), JSON.stringify({ name: 'm99aa', rooms: [{ room: 'quay_02a' }] }));
	makeGame(at('kotor'), { areas: 1, rooms: 2 });
});

test('a help text and the version are JSON as well where JSON is asked for', async () => {
	expect((await json(['convert', '--help', '--json']))['text']).toContain('Usage: wokflow convert');
	expect((await json(['--json', '--help']))['text']).toContain('Make levels');
	expect((await json(['--version', '--json']))['text']).toMatch(/^\d+\.\d+\.\d+\s*$/);
});

/** What reaches another machine, or starts another program. */
const WAYS_OUT: readonly (readonly [object: object, names: readonly string[]])[] = [
	[childProcess, ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork']],
	[net, ['connect', 'createConnection']],
	[net.Socket.prototype, ['connect']],
	[tls, ['connect']],
	[http, ['request', 'get']],
	[https, ['request', 'get']],
	[dns, ['lookup', 'resolve']],
	[dns.promises, ['lookup', 'resolve']],
	[dgram, ['createSocket']],
	[globalThis, ['fetch', 'WebSocket']],
];

describe('what every command prints fits its schema, and none needs a network or another program', () => {
	const tried: string[] = [];
	const before = WAYS_OUT.flatMap(([object, names]) =>
		names.map((name) => ({ object, name, value: Reflect.get(object, name) as unknown })),
	);
	const set = (object: object, name: string, value: unknown) =>
		Object.defineProperty(object, name, { configurable: true, writable: true, value });

	beforeAll(() => {
		for (const { object, name } of before)
			set(object, name, () => {
				tried.push(name);
				throw new Error(`refused: ${name}`);
			});
		syncBuiltinESMExports();
	});

	afterAll(() => {
		for (const { object, name, value } of before) set(object, name, value);
		syncBuiltinESMExports();
	});

	beforeEach(() => {
		tried.length = 0;
	});

	test('the ways out are closed', () => {
		expect(() => childProcess.spawn('true')).toThrow('refused');
		expect(() => fetch('http://127.0.0.1:1/')).toThrow('refused');
		expect(() => net.connect(1)).toThrow('refused');
		expect(tried).toHaveLength(3);
	});

	const runs: readonly (readonly [string, readonly string[], readonly string[]])[] = [
		['convert', ['convert', cube, 'a.wok'], ['outputs', 'walkmeshes', 'materials']],
		['convert with errors', ['convert', unknown, 'b.wok'], ['outputs']],
		['hull', ['hull', cube, 'crate.pwk'], ['outputs', 'walkmeshes']],
		['door', ['door', cube, 'gate'], ['outputs', 'walkmeshes']],
		['collision', ['collision', '--hull', cube, 'box.pwk'], ['outputs', 'walkmeshes']],
		['rebuild', ['rebuild', 'cube.wok', '-o', 'fixed'], ['outputs']],
		['run', ['run', 'convert', cube, 'c.wok'], ['outputs', 'walkmeshes']],
		['level', ['level', quay, 'level'], ['outputs', 'rooms']],
		['link', ['link', 'quay/quay.lyt', '--check'], ['links', 'outputs', 'stale']],
		['sync', ['sync', 'check', 'room_01a.wok', '--model-folder', join(FIXTURES, 'small')], ['rooms', 'outputs']],
		[
			'sync of a room that was moved',
			['sync', 'check', 'moved/room_01a.wok', '--model-folder', join(FIXTURES, 'small')],
			['rooms.0.position', 'rooms.0.moved', 'rooms.0.surfaces', 'rooms.0.distance'],
		],
		['place', ['place', 'quay/quay.placements.json', '-o', 'quay.git'], ['outputs', 'doors', 'placeables']],
		['init', ['init', quay, '--force', '--as', 'json'], ['config', 'rooms']],
		['view', ['view', cube, '-o', 'cube.html'], ['outputs']],
		['inspect', ['inspect', 'cube.wok', quay], ['walkmeshes']],
		['stats', ['stats', 'quay/quay.lyt'], ['stats']],
		['diff', ['diff', 'cube.wok', 'quay/quay_02a.wok'], ['same', 'pairs']],
		['check', ['check', 'quay/quay.lyt', 'cube.wok'], ['checked', 'known']],
		['fix', ['fix', 'quay/quay.lyt'], ['files', 'written', 'mended']],
		['kit', ['kit', 'cube.wok'], ['rooms']],
		['assemble', ['assemble', 'plan.json', 'assembled', '--kit', 'quay/quay_02a.wok'], ['outputs', 'rooms', 'joints']],
		['edit', ['edit', 'cube.wok', '--surface', '0=Carpet', '-o', 'edited.wok'], ['outputs', 'tables', 'renumbered']],
		['identify', ['identify', 'cube.wok'], ['files']],
		['paths', ['paths', 'quay/quay.lyt', '-o', 'quay.pth'], ['outputs', 'points']],
		['plan', ['plan', 'quay/quay.lyt', '-o', 'drawn.png', '--width', '500'], ['outputs']],
		['minimap', ['minimap', 'quay/quay.lyt', '-o', 'lbl_mapquay.tga'], ['outputs', 'map']],
		['query', ['query', 'cube.wok', 'height', '0,0'], ['op', 'hit']],
		['query of a route', ['query', 'cube.wok', 'route', '0,0', '0.5,0.5'], ['arrived', 'points']],
		['query of a walk', ['query', 'cube.wok', 'walk', '0,0', '0.5,0.5'], ['arrived', 'distance']],
		['several inputs', ['convert', cube, quay, '-o', 'many', '--to', 'wok'], ['outputs', 'failed']],
		['explain', ['explain', 'T_JUNCTION'], ['codes']],
		['explain of all', ['explain'], ['codes']],
		['completion', ['completion', 'fish'], ['script']],
		['game list', ['game', 'kotor', 'list', 'a00*'], ['game', 'resources']],
		['game areas', ['game', 'kotor', 'areas'], ['game', 'areas']],
		['game export', ['game', 'kotor', 'export', 'a00', '-o', 'a00.obj'], ['outputs', 'walkmeshes']],
		['game extract', ['game', 'kotor', 'extract', 'a00.lyt', '-o', 'extracted'], ['outputs']],
		['game check', ['game', 'kotor', 'check', 'a00'], ['game', 'checked']],
		['game install', ['game', 'kotor', 'install', 'cube.wok'], ['installed']],
		['game uninstall', ['game', 'kotor', 'uninstall'], ['uninstalled']],
		['surfaces', ['surfaces'], ['table', 'surfaces']],
		['graph', ['graph'], ['actions']],
		['an input that cannot be read', ['inspect', 'nowhere.wok'], ['walkmeshes']],
		['a file of no format', ['convert', 'bytes.bin', 'x.wok'], []],
	];

	test.each(runs)('%s', async (_, args, keys) => {
		const value = await json([...args, '--json']);
		expect([value['command'], tried]).toEqual([args[0], []]);
		for (const key of keys) expect(value, key).toHaveProperty(key);
	});

	test('no command is forgotten', () => {
		const names = allCommands().map(({ name }) => name);
		expect(names.filter((name) => !DECLARED.includes(name))).toEqual([]);
		// A step prints its failure only.
		const run = new Set(['build', ...runs.map(([, [name]]) => name)]);
		expect(names.filter((name) => !run.has(name))).toEqual(['step']);
	});

	test('build, and build --clean', async () => {
		writeFileSync(
			at('wokflow.config.json'),
			JSON.stringify({ targets: { one: { input: cube, output: 'built.wok' } } }),
		);
		expect(await json(['build', '--json'])).toHaveProperty('targets');
		expect(await json(['build', '--clean', '--json'])).toHaveProperty('removed');
		expect(tried).toEqual([]);
	});
});

describe('wrong use', () => {
	test.each([
		['an unknown option', ['inspect', '--nonsense', '--json'], 'inspect'],
		['a missing argument', ['diff', '--json'], 'diff'],
		['wrong use that the command finds', ['link', 'x.lyt', '--rename', 'a=b', '--json'], 'link'],
		['an unknown command', ['convrt', '--json'], null],
		['an unknown code', ['inspect', 'x.wok', '--ignore', 'NONSENSE', '--json'], 'inspect'],
		['a plugin that is missing', ['inspect', 'x.wok', '--plugin', 'nowhere.mjs', '--json'], 'inspect'],
	] as const)('%s is JSON, too', async (_, args, command) => {
		const value = await json(args);
		expect(value).toMatchObject({ ok: false, exitCode: 2, command, error: { kind: 'usage' } });
		expect((value['error'] as { message: string }).message).not.toMatch(/^error:|\\u/);
	});
});

describe('standard output', () => {
	test('holds a file or JSON, not both', async () => {
		const run = await wokflow(['convert', cube, '-', '--to', 'bwm', '--json']);
		expect(run.code).toBe(2);
		expect(JSON.parse(run.stdout)).toMatchObject({
			ok: false,
			error: { message: expect.stringContaining('--json=FILE') },
		});
	});

	test.each([
		['--json=FILE', ['--json=report.json']],
		['--json FILE', ['--json', 'report.json']],
	])('%s writes the JSON beside a file on standard output', async (_, flags) => {
		await wokflow(['convert', cube, at('direct.wok'), '-q']);
		const run = await wokflow(['convert', cube, '-', '--to', 'bwm', ...flags], { cwd: out });
		expect(run.code).toBe(0);
		expect(Buffer.from(run.bytes).equals(readFileSync(at('direct.wok')))).toBe(true);
		expect(JSON.parse(readFileSync(at('report.json'), 'utf8'))).toMatchObject({
			ok: true,
			outputs: [{ path: '-', bytes: run.bytes.length }],
		});
	});

	test('JSON is not written over an argument', async () => {
		const before = readFileSync(at('cube.wok'));
		const run = await wokflow(['inspect', 'cube.wok', '--json=cube.wok'], { cwd: out });
		expect(run.code).toBe(2);
		expect(readFileSync(at('cube.wok')).equals(before)).toBe(true);
	});

	test('--json before an argument does not swallow it', async () => {
		expect(await json(['inspect', '--json', 'cube.wok'])).toMatchObject({ walkmeshes: [{ file: 'cube.wok' }] });
		writeFileSync(at('recipe.json'), '["weld"]');
		expect(await json(['run', '--json', 'recipe.json', cube, 'r.wok'])).toHaveProperty('outputs');
	});
});

test('numbers are as short as their float32', async () => {
	writeFileSync(at('tenth.obj'), 'usemtl Stone\nv 0.1 0 0.3\nv 1.7 0 0.3\nv 0.1 0 -1.2\nf 1 2 3\n');
	const { stdout } = await wokflow(['inspect', at('tenth.obj'), '--json']);
	expect(stdout).not.toMatch(/\d\.\d{10,}/);
	expect(JSON.parse(stdout).walkmeshes[0].facts.bounds).toEqual([0.1, -0.3, 0, 1.7, 1.2, 0]);
});

test('what is no number in a header is told as such', async () => {
	const bytes = readFileSync(at('cube.wok'));
	for (const [offset, number] of [
		[12, Number.NaN],
		[64, Number.NEGATIVE_INFINITY],
	])
		bytes.writeFloatLE(number, offset);
	writeFileSync(at('odd.wok'), bytes);
	const { walkmeshes } = await json(['inspect', 'odd.wok', '--json']);
	expect(walkmeshes).toMatchObject([{ facts: { position: [0, '-Infinity', 0], hooks: { relative1: ['NaN', 0, 0] } } }]);
	const { pairs } = await json(['diff', 'cube.wok', 'odd.wok', '--json']);
	expect(pairs).toMatchObject([{ diff: { header: [{ b: [0, '-Infinity', 0] }, { a: [0, 0, 0], b: ['NaN', 0, 0] }] } }]);
});

test('findings have code, severity, message, location, values and actions', async () => {
	const { findings } = (await json(['convert', unknown, 'u.wok', '--json'])) as { findings: { code: string }[] };
	expect(findings.find(({ code }) => code === 'SURFACE_UNKNOWN')).toMatchObject({
		severity: 'error',
		message: expect.stringContaining('Stoen'),
		location: { file: unknown },
		values: expect.objectContaining({ material: 'Stoen' }),
		actions: expect.arrayContaining([expect.objectContaining({ command: 'init' })]),
	});
});
