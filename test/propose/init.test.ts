import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readWalkmesh } from '../../pipeline/bytes.ts';
import type { Decisions } from '../../src/scene/decisions.ts';
import { BUILT_COMMAND } from '../support/built.ts';
import { FIXTURES, scratchFolder, wokflow } from '../support/cli.ts';
import { THOROUGH } from '../support/thorough.ts';
import {
	asGltf,
	asObj,
	DEFAULTS,
	furniture,
	type MadeObject,
	makeBox,
	makeRooms,
	PREPARED,
} from '../support/unprepared.ts';

const root = scratchFolder();
let folders = 0;

/** A folder with a scene: rooms without prepared materials, a door and a table. */
function project(bytes = asGltf([...makeRooms(), ...furniture(['Door', 'Door.001'], ['Table'])], DEFAULTS)) {
	const folder = join(root, String(folders++));
	mkdirSync(folder);
	writeFileSync(join(folder, 'level.glb'), bytes);
	const at = (name: string): string => join(folder, name);
	return {
		at,
		run: (...args: string[]) => wokflow(args, { cwd: folder }),
		decisions: () => JSON.parse(readFileSync(at('level.wokflow.json'), 'utf8')) as Decisions,
		write: (text: string) => writeFileSync(at('level.wokflow.json'), text),
	};
}

describe('wokflow init of a scene that nobody prepared', () => {
	test('proposes beside it; nothing is made of what is not confirmed', async () => {
		const { run, decisions, at } = project();
		const { code, stderr } = await run('init', 'level.glb');
		expect(code).toBe(0);
		expect(stderr).toContain('wrote level.wokflow.json: 14 entries, 0 confirmed.');
		expect(stderr).toContain('wokflow init level.glb --accept high');
		expect(stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(12);
		const { scene, objects, materials } = decisions();
		expect(scene).toBe('level.glb');
		expect(objects.map(({ name, role }) => `${name} ${role}`)).toEqual([
			...makeRooms().map(({ name }) => `${name} room`),
			'Door door',
			'Door.001 door',
			'Table obstacle',
		]);
		expect(materials.map(({ name, surface }) => `${name} ${surface}`)).toEqual([
			'Material Stone',
			'Material.001 Nonwalk',
			'Material.002 Obscuring',
			'Material.003 Nonwalk',
		]);
		expect([...objects, ...materials].every(({ confirmed, reason }) => !confirmed && reason.length > 10)).toBe(true);
		const level = await run('level', 'level.glb', 'out');
		expect(level.code).toBe(1);
		expect(level.stderr).toContain('Not decided yet');
		expect(existsSync(at('out'))).toBe(false);
	});

	test('lists what is to be decided before what is sure', async () => {
		const stage = { name: 'Podest', pieces: [{ kind: 'sky' as const, triangles: makeBox([2, 1, 0], [4, 3, 0.6]) }] };
		const { run } = project(
			asGltf([...makeRooms(), ...furniture(['Door'], ['Table']), stage], { ...DEFAULTS, sky: 'Holz' }),
		);
		const { stderr } = await run('init', 'level.glb');
		const lines = stderr.split('\n').filter((line) => line.startsWith('  '));
		expect(lines[0]).toMatch(/^ {2}medium: material "Holz" is Nonwalk\./);
		expect(lines.slice(1, 6).every((line) => line.startsWith('  high: '))).toBe(true);
		expect(lines[6]).toMatch(/^ {2}… \d+ more in the file, all of high confidence$/);
	});

	test('--accept confirms what is sure, which every command follows and says so', async () => {
		const { run, at } = project();
		await run('init', 'level.glb', '--accept', 'high');
		const level = await run('level', 'level.glb', 'out');
		expect([level.code, level.stderr]).toEqual([
			0,
			expect.stringContaining('Following level.wokflow.json: 14 entries.'),
		]);
		expect(existsSync(at('out/can_vault.wok'))).toBe(true);
		expect(existsSync(at('out/Door.wok'))).toBe(false);
		const convert = await run('convert', 'level.glb', 'level.wok');
		expect([convert.code, convert.stderr]).toEqual([0, expect.stringContaining('Following level.wokflow.json')]);
	});

	test('only what is new is reported and asked again', async () => {
		const { run, at, decisions } = project();
		await run('init', 'level.glb', '--accept', 'high');
		const chair = { name: 'Rock', pieces: [{ kind: 'sky' as const, triangles: makeBox([8, 8, 0], [1, 1, 1]) }] };
		const objects = [...makeRooms(), ...furniture(['Door', 'Door.001'], ['Table']), chair];
		writeFileSync(at('level.glb'), asGltf(objects, DEFAULTS));
		const { code, stderr } = await run('level', 'level.glb', 'out');
		expect([code, stderr]).toEqual([
			1,
			expect.stringContaining('Not decided yet: 1 material: "Material.005"; 1 object: "Rock".'),
		]);
		expect(stderr).not.toContain('SURFACE_UNKNOWN');
		expect(stderr).toContain('wokflow init level.glb');
		expect((await run('init', 'level.glb')).stderr).toContain('16 entries, 14 confirmed.');
		expect(
			decisions()
				.objects.filter(({ confirmed }) => !confirmed)
				.map(({ name }) => name),
		).toEqual(['Rock']);
	});

	test('what was confirmed otherwise stays so', async () => {
		const { run, decisions, write } = project();
		await run('init', 'level.glb', '--accept', 'high');
		write(JSON.stringify(decisions()).replace('"surface":"Stone"', '"surface":"Metal"'));
		expect((await run('init', 'level.glb', '--accept', 'low')).code).toBe(0);
		expect(decisions().materials[0]).toMatchObject({ name: 'Material', surface: 'Metal', confirmed: true });
		expect((await run('level', 'level.glb', 'out')).stderr).toMatch(/Material +Metal/);
	});

	test('a file that is not ours is neither followed nor written over', async () => {
		const { run, write, at } = project();
		for (const text of ['{ "hello": 1 }', 'no json', '{"version":7}']) {
			write(text);
			for (const args of [
				['init', 'level.glb'],
				['level', 'level.glb', 'out'],
			]) {
				const { code, stderr } = await run(...args);
				expect([code, stderr]).toEqual([3, expect.stringContaining('[DECISIONS_INVALID]')]);
				// What is advised would end in the same error.
				expect(stderr).not.toContain('wokflow init');
			}
			expect(readFileSync(at('level.wokflow.json'), 'utf8')).toBe(text);
		}
	});

	test('decisions about another scene are reported and not followed', async () => {
		const { run, decisions, write } = project(asGltf(makeRooms(), PREPARED));
		const other = project();
		await other.run('init', 'level.glb', '--accept', 'high');
		write(JSON.stringify({ ...other.decisions(), scene: 'quay.glb' }));
		const { code, stderr } = await run('level', 'level.glb', 'out');
		expect([code, stderr]).toEqual([0, expect.stringContaining('[DECISIONS_OF_OTHER]')]);
		expect(decisions().scene).toBe('quay.glb');
		const before = readFileSync(other.at('level.wokflow.json'), 'utf8');
		expect(before).toContain('"scene": "level.glb"');
	});

	test('a flag says more than a decision', async () => {
		const { run } = project();
		await run('init', 'level.glb', '--accept', 'high');
		const { stderr } = await run('level', 'level.glb', 'out', '--surface', 'Material=Grass');
		expect(stderr).toMatch(/Material +Grass/);
	});

	test('what was decided of a pinned scene does not count against its pins, and is reported', async () => {
		const { run, at } = project(asGltf(makeRooms(), PREPARED));
		await run('convert', 'level.glb', 'pinned.glb', '--pin');
		const material = { confidence: 'high', reason: 'So we decided.', confirmed: true };
		const decide = (surface: string): void =>
			writeFileSync(
				at('pinned.wokflow.json'),
				JSON.stringify({
					version: 1,
					scene: 'pinned.glb',
					materials: [{ name: 'Stone', surface, ...material }],
					objects: [],
					rooms: [],
				}),
			);
		decide('Stone');
		expect((await run('level', 'pinned.glb', 'same')).stderr).not.toContain('PINS_CONTRADICTED');
		decide('Metal');
		const { code, stderr } = await run('level', 'pinned.glb', 'out');
		expect([code, stderr]).toEqual([0, expect.stringContaining('[PINS_CONTRADICTED]')]);
		expect(stderr).toContain('"Stone" was decided to be Metal, but 52 of its triangles are pinned as Stone');
		expect(readFileSync(at('out/can_vault.wok'))).toEqual(readFileSync(at('same/can_vault.wok')));
	});

	test('a decided sill is laid by level and by build alike, and not once it is taken out', async () => {
		const { run, at, decisions, write } = project(asGltf(makeRooms({ thick: 0.2, lintels: true }), DEFAULTS));
		await run('init', 'level.glb', '--accept', 'high');
		expect(decisions().sills).toMatchObject({ reach: 'auto', confirmed: true });
		const config = { targets: { level: { level: 'level.glb', out: 'built' } } };
		writeFileSync(at('wokflow.config.json'), JSON.stringify(config));
		await run('level', 'level.glb', 'out');
		expect((await run('build')).code).toBe(0);
		const made = (folder: string): Buffer => readFileSync(at(`${folder}/can_main.wok`));
		expect(made('built')).toEqual(made('out'));
		const { sills, ...others } = decisions();
		write(JSON.stringify(others));
		await run('level', 'level.glb', 'without');
		await run('build');
		expect(made('built')).toEqual(made('without'));
		expect(made('without')).not.toEqual(made('out'));
		// A key or a flag says more than what was decided.
		await run('level', 'level.glb', 'reached', '--sills', '0.25');
		expect(made('reached')).toEqual(made('out'));
	});

	test('a scene that says everything itself needs no decisions: a config is written', async () => {
		const { run, at } = project(asGltf(makeRooms(), PREPARED));
		expect((await run('init', 'level.glb')).stderr).toContain('wrote wokflow.config.mjs: level.glb, 7 rooms.');
		expect(existsSync(at('level.wokflow.json'))).toBe(false);
	});

	test('floors that lie against each other at other vertices have no gap between them', async () => {
		const { run, at } = project(readFileSync(join(FIXTURES, 'blender/outpost.glb')));
		expect((await run('init', 'level.glb')).stderr).toContain('wrote wokflow.config.mjs: level.glb, 2 rooms.');
		expect(existsSync(at('level.wokflow.json'))).toBe(false);
	});

	test('what it says to type is a line for a shell', async () => {
		const { run, at } = project();
		writeFileSync(at('my level.glb'), readFileSync(at('level.glb')));
		expect((await run('init', 'my level.glb')).stderr).toContain('wokflow init "my level.glb" --accept high');
		expect((await run('init', 'my level.glb', '--accept', 'low')).stderr).toContain('wokflow level "my level.glb" OUT');
	});

	/** Runs init at a terminal of its own, and answers the question with a key. */
	async function answered(folder: string, key: string): Promise<{ shown: string; code: number | null }> {
		const command = `stty cols 100 rows 40; "${process.execPath}" "${BUILT_COMMAND}" init level.glb`;
		const child = spawn('script', ['-qec', command, '/dev/null'], { cwd: folder });
		let shown = '';
		child.stdout.on('data', (chunk: Buffer) => {
			const isAsked = shown.includes('What applies?');
			shown = stripVTControlCharacters(shown + chunk);
			if (!isAsked && shown.includes('What applies?')) child.stdin.write(key);
		});
		const [code] = (await once(child, 'close')) as [number | null];
		return { shown, code };
	}

	describe.skipIf(spawnSync('script', ['--version']).status !== 0)('at a terminal', () => {
		test('Enter confirms what is sure', async () => {
			const { at, decisions } = project();
			const { shown, code } = await answered(at(''), '\r');
			expect(shown).toContain('object "Table" is an obstacle in');
			expect([code, decisions().objects.every(({ confirmed }) => confirmed)]).toEqual([0, true]);
		});

		test.runIf(THOROUGH)('Ctrl-C writes nothing and says so', async () => {
			const { at } = project();
			const { shown, code } = await answered(at(''), '\u0003');
			expect([code, shown]).toEqual([130, expect.stringContaining('Interrupted; nothing more was written.')]);
			expect(existsSync(at('level.wokflow.json'))).toBe(false);
		});
	});

	test('what is not confirmed is named, and what follows from it is not told', async () => {
		const { run, decisions, write } = project(asGltf(makeRooms({ lintels: true }), DEFAULTS, false));
		await run('init', 'level.glb', '--accept', 'high');
		const { frame, ...rest } = decisions();
		write(JSON.stringify({ ...rest, frame: { ...frame, confirmed: false } }));
		const { code, stderr } = await run('level', 'level.glb', 'out');
		expect([code, stderr]).toEqual([1, expect.stringContaining('Not decided yet: the up axis and unit.')]);
		expect(stderr).not.toMatch(/SCENE_UP_SUSPICIOUS|LEVEL_PART_OUTSIDE/);
		expect((await run('init', 'level.glb')).stderr).toContain('Z is up, lengths are in m.');
	});
});

describe('a scene in which only doors or placeables are named', () => {
	const box = (name: string, at: readonly number[], size: readonly number[]): MadeObject => ({
		name,
		pieces: [{ kind: 'door', triangles: makeBox(at, size) }],
	});
	const crate = box('crate_pwk', [8, 8, 0], [1, 1, 1]);
	const door = ['closed', 'open1', 'open2'].map((state) => box(`gate_dwk_${state}`, [12, 2, 0], [0.2, 1, 2]));

	test('objects that name surfaces do not settle what the others are', async () => {
		const [first, ...others] = makeRooms();
		const objects = [
			{ ...first, name: 'Stone' },
			...others.map((room, k) => ({ ...room, name: `Cube.00${k + 1}` })),
			...door,
		];
		const { run, decisions, at } = project(asGltf(objects, DEFAULTS));
		const before = await run('level', 'level.glb', 'out', '-v');
		expect(before.stderr).toMatch(/6 objects without a material .*"Cube.001".* \[NODES_LEFT\]/);
		expect(before.stderr).toContain('\nNext: wokflow init level.glb\n');
		await run('init', 'level.glb');
		expect(decisions().objects.map(({ role }) => role)).toEqual([
			...objects.slice(0, 7).map(() => 'room'),
			...door.map(() => 'door'),
		]);
		expect(decisions().materials.map(({ name }) => name)).toContain('Material.004');
		await run('init', 'level.glb', '--accept', 'high');
		const { code } = await run('level', 'level.glb', 'out');
		expect([code, readdirSync(at('out')).filter((name) => name.endsWith('.wok')).length]).toEqual([0, 7]);
	});

	test('prepared ground beside the looks of a door needs no decisions', async () => {
		const looks = box('gate_leaf', [12, 2, 0], [0.2, 1, 2]);
		const solid = door.map(({ name, pieces }) => ({ name, pieces: [{ ...pieces[0], kind: 'wall' as const }] }));
		const { run, at } = project(asGltf([...makeRooms(), ...solid, looks], { ...PREPARED, door: 'Texture' }));
		const level = await run('level', 'level.glb', 'out', '-v');
		expect(level.stderr).not.toContain('NODES_LEFT');
		expect(level.stderr).not.toContain('Next:');
		expect(existsSync(at('out'))).toBe(true);
	});

	const named: [string, MadeObject[], string[]][] = [
		['crate and crate_pwk', [box('crate', [8, 8, 0], [1, 1, 1]), crate], ['crate placeable', 'crate_pwk placeable']],
		['gate_dwk', door, ['gate_dwk_closed door', 'gate_dwk_open1 door', 'gate_dwk_open2 door']],
		['crate_pwk', [crate], ['crate_pwk placeable']],
	];
	test.each(named.slice(0, THOROUGH ? 3 : 2))(
		'%s: the rest is proposed like that of any other scene',
		async (_, named, roles) => {
			const objects = [...makeRooms(), ...furniture([], ['Table']), ...named];
			const { run, decisions, at } = project(asGltf(objects, DEFAULTS));
			const before = await run('level', 'level.glb', 'out');
			expect([before.code, before.stderr]).toEqual([1, expect.stringContaining('[LEVEL_WITHOUT_ROOMS]')]);
			expect(before.stderr).toContain('wokflow init level.glb');
			await run('init', 'level.glb');
			const proposed = decisions();
			expect(proposed.objects.map(({ name, role }) => `${name} ${role}`)).toEqual([
				...makeRooms().map(({ name }) => `${name} room`),
				'Table obstacle',
				...roles,
			]);
			const last = proposed.objects.at(-1);
			expect([last?.confidence, last?.reason]).toEqual(['high', expect.stringContaining('Its name says so')]);
			const unconfirmed = await run('level', 'level.glb', 'out');
			expect([unconfirmed.code, unconfirmed.stderr]).toEqual([1, expect.stringContaining('Not decided yet')]);
			await run('init', 'level.glb', '--accept', 'high');
			const { code, stderr } = await run('level', 'level.glb', 'out');
			expect([code, stderr]).toEqual([0, expect.stringContaining('Following level.wokflow.json')]);
			expect(readdirSync(at('out')).filter((name) => name.endsWith('.wok'))).toHaveLength(makeRooms().length);
			const ofModels = readdirSync(at('out')).filter((name) => /\.[dp]wk$/.test(name));
			expect(ofModels).toEqual(named === door ? ['gate0.dwk', 'gate1.dwk', 'gate2.dwk'] : ['crate.pwk']);
			// The rooms are those of the scene without what is named.
			const other = project(asGltf([...makeRooms(), ...furniture([], ['Table'])], DEFAULTS));
			await other.run('init', 'level.glb', '--accept', 'high');
			await other.run('level', 'level.glb', 'out');
			for (const { name } of makeRooms())
				expect(readFileSync(at(`out/${name}.wok`))).toEqual(readFileSync(other.at(`out/${name}.wok`)));
		},
	);

	test('a placeable of the material of floors is not walkable', async () => {
		const objects = [...makeRooms(), { name: 'crate_pwk', pieces: [{ ...crate.pieces[0], kind: 'floor' as const }] }];
		const { run, decisions, at } = project(asGltf(objects, DEFAULTS));
		await run('init', 'level.glb', '--accept', 'high');
		expect(decisions().materials[0]).toMatchObject({ name: 'Material', surface: 'Stone', groundOnly: true });
		expect((await run('level', 'level.glb', 'out')).code).toBe(0);
		const { surfaces } = readWalkmesh(readFileSync(at('out/crate.pwk'))).walkmesh;
		expect(new Set(surfaces)).toEqual(new Set([7]));
	});

	test('what is left out by decision stays so, whatever it is called', async () => {
		const { run, decisions, write, at } = project(asGltf([...makeRooms(), crate], DEFAULTS));
		await run('init', 'level.glb', '--accept', 'high');
		write(JSON.stringify(decisions()).replace('"role":"placeable"', '"role":"none"'));
		expect((await run('level', 'level.glb', 'out')).code).toBe(0);
		expect(existsSync(at('out/crate.pwk'))).toBe(false);
	});

	test('in OBJ as well', async () => {
		const { run, at } = project();
		writeFileSync(at('level.obj'), asObj([...makeRooms(), crate], DEFAULTS));
		await run('init', 'level.obj', '--accept', 'high');
		expect((await run('level', 'level.obj', 'out')).code).toBe(0);
		const made = readdirSync(at('out')).filter((name) => /\.[wp](?:ok|wk)$/.test(name));
		expect(made).toHaveLength(makeRooms().length + 1);
	});

	test('where materials say what is ground, the rest is still the looks of models', async () => {
		const looks = { name: 'crate', pieces: [{ kind: 'sky' as const, triangles: makeBox([8, 8, 0], [1, 1, 1]) }] };
		const { run, at } = project(asGltf([...makeRooms(), looks, crate], { ...PREPARED, sky: 'Texture' }));
		expect((await run('init', 'level.glb')).stderr).toContain('wrote wokflow.config.mjs: level.glb, 7 rooms.');
		expect(existsSync(at('level.wokflow.json'))).toBe(false);
		expect((await run('level', 'level.glb', 'out')).code).toBe(0);
	});

	test('a placeable without anything beside it is no level, and nothing is to be proposed', async () => {
		const { run } = project(asGltf([crate], DEFAULTS));
		const { code, stderr } = await run('level', 'level.glb', 'out');
		expect([code, stderr]).toEqual([1, expect.stringContaining('The input has no rooms. [LEVEL_WITHOUT_ROOMS]')]);
		expect(stderr).not.toContain('wokflow init');
	});

	test('the scene of a model alone is proposed nothing', async () => {
		const { run, at } = project(
			asGltf([box('crate', [0, 0, 0], [1, 1, 1]), { ...crate, name: 'crate_pwk' }], DEFAULTS),
		);
		expect((await run('init', 'level.glb')).stderr).toContain('wrote wokflow.config.mjs');
		expect(existsSync(at('level.wokflow.json'))).toBe(false);
	});
});
