import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import dns from 'node:dns';
import { cpSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { allCommands, FORMER } from '../../cli/program.ts';
import { FIXTURES, scratchFolder, wokflow } from '../support/cli.ts';
import { makeGame } from '../support/made-game.ts';
import { smallQuayGlb } from '../support/small-quay.ts';

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

/** A run of every command, in order: later ones use what earlier ones wrote. */
const LINES: readonly string[] = [
	'init level/quay.glb',
	'build --config own.json',
	'graph --config own.json',
	'convert level/quay.glb quay.wok',
	'convert quay.wok quay.svg',
	'view quay.wok -o quay.html',
	'level level/quay.glb out',
	'link out/quay.lyt --check',
	'inspect quay.wok',
	'inspect --stats out/quay.lyt',
	'check out/quay.lyt',
	'fix out/quay.lyt',
	'edit quay.wok --surface 0=Carpet -o edited.wok',
	'graph --config own.json',
	'explain SURFACE_UNKNOWN',
	'completion bash',
	'query quay.wok room 106,-111',
	'level small/two-rooms-seam.glb two',
	'paths two/two-rooms-seam.lyt -o two/two.pth',
	'plan --compare two/two-rooms-seam.lyt two/two-rooms-seam.lyt -o two/plan.png --width 500',
	'plan --minimap two/two-rooms-seam.lyt -o two/lbl_maptwo.tga',
	'convert kit/hall.obj kit/corridor.obj kit/ramp.obj kit/corner.obj kit/end.obj -o pieces --to wok',
	'assemble --list pieces',
	'assemble kit/plan.json assembled --kit pieces',
	'diff quay.wok quay.wok',
	'inspect --writer quay.wok',
	'convert small/room_01a.mdl room_01a.wok --origin 10,20,0',
	'game sync check room_01a.wok --model-folder small',
	'game place out/quay.placements.json -o quay.git',
	'collision --hull small/placeable.glb crate.pwk',
	'collision --door small/door.glb gate.dwk',
	'rebuild quay.wok -o rebuilt',
	'run convert level/quay.glb recipe.wok',
	'game kotor areas',
	'surfaces',
];
/** What builds and Ninja start, not people; `build` runs the same. */
const NOT_RUN = ['step', ...FORMER.map(({ name }) => name)];

const folder = scratchFolder();
const tried: string[] = [];
const before: { object: object; name: string; value: unknown }[] = [];

beforeAll(() => {
	cpSync(FIXTURES, folder, { recursive: true });
	writeFileSync(join(folder, 'level/quay.glb'), smallQuayGlb());
	makeGame(join(folder, 'kotor'), { areas: 1, rooms: 2 });
	writeFileSync(
		join(folder, 'own.json'),
		JSON.stringify({ targets: { quay: { level: 'level/quay.glb', out: 'built' } } }),
	);
	for (const [object, names] of WAYS_OUT)
		for (const name of names) {
			before.push({ object, name, value: Reflect.get(object, name) });
			Object.defineProperty(object, name, {
				configurable: true,
				writable: true,
				value: () => {
					tried.push(name);
					throw new Error(`refused: ${name}`);
				},
			});
		}
	syncBuiltinESMExports();
});

afterAll(() => {
	for (const { object, name, value } of before)
		Object.defineProperty(object, name, { configurable: true, writable: true, value });
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

test.each(LINES)('%s needs no network and no other program', async (line) => {
	const { code, stderr } = await wokflow(line.split(' '), { cwd: folder });
	expect({ tried, code, stderr: code === 0 ? '' : stderr }).toStrictEqual({ tried: [], code: 0, stderr: '' });
});

test('no command is forgotten', () => {
	const run = new Set(LINES.map((line) => line.split(' ')[0]));
	expect(
		allCommands()
			.map(({ name }) => name)
			.filter((name) => !run.has(name)),
	).toStrictEqual(NOT_RUN);
});
