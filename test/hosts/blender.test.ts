import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readLyt } from '../../level/formats/read-lyt.ts';
import { readWalkmesh, writeWalkmesh } from '../../pipeline/bytes.ts';
import { Report } from '../../src/findings/report.ts';
import type { Layout } from '../../src/model/level.ts';
import { createWalkmesh, DOOR_STATES, NO_HOOKS, type Walkmesh } from '../../src/model/walkmesh.ts';
import { FIXTURES, ROOT, scratchFolder, wokflow } from '../support/cli.ts';
import { differences, EXACT, measure } from '../support/measured.ts';
import { smallQuayGlb } from '../support/small-quay.ts';
import { THOROUGH } from '../support/thorough.ts';

const SCRIPT = join(FIXTURES, 'blender/round-trip.py');
// Blender starts for seconds, so it belongs to the tests that may take long; what it once exported is read always.
const hasBlender = THOROUGH && spawnSync('blender', ['--version']).status === 0;
if (THOROUGH && !hasBlender) console.warn('Blender is not installed: its round trips are not tried.');
const folder = scratchFolder();
const at = (...names: string[]): string => join(folder, ...names);

/** Imports and exports in Blender, with the settings that its dialogues begin with. */
function throughBlender(source: string, target: string, ...flags: string[]): void {
	const args = ['-b', '--python-exit-code', '1', '--python', SCRIPT, '--', ...flags, source, target];
	const { status, stdout, stderr } = spawnSync('blender', args, { encoding: 'utf8' });
	if (status !== 0 || !existsSync(target))
		throw new Error(`Blender failed: ${stdout.slice(-1500)}${stderr.slice(-1500)}`);
}

async function run(...args: string[]): Promise<void> {
	const { code, stderr } = await wokflow(args, { cwd: ROOT });
	expect({ args, code, stderr: code === 0 ? '' : stderr }).toMatchObject({ code: 0 });
}

function read(path: string): Walkmesh {
	return readWalkmesh(readFileSync(path), path).walkmesh;
}

function layoutIn(path: string): Layout {
	const name = readdirSync(path).find((file) => file.endsWith('.lyt')) as string;
	return readLyt(readFileSync(join(path, name)), new Report());
}

/** What a walkmesh means, without the order of vertices and faces, and with rooms by name. */
function meaning({ kind, positions, faces, surfaces, transitions, hooks }: Walkmesh, layout?: Layout): unknown {
	// Objects stand turned in a level, and Blender composes transforms in float32: 0.02 mm at 150 m.
	const near = (v: number): number => (kind === 'area' ? v : Math.round(v * 1e4) / 1e4) + 0;
	const corner = (at: number): string => String([...positions.subarray(faces[at] * 3, faces[at] * 3 + 3)].map(near));
	const shown = Array.from(surfaces, (surface, face) => {
		const edges = [0, 1, 2].map((k) => {
			const room = transitions[face * 3 + k];
			return `${corner(face * 3 + k)} > ${room < 0 ? '' : (layout?.rooms[room].model ?? room)}`;
		});
		const first = edges.indexOf([...edges].sort()[0]);
		return `${surface}: ${[...edges.slice(first), ...edges.slice(0, first)].join(' | ')}`;
	});
	const rounded = Object.entries(hooks).map(([name, hook]) => [name, hook.map(near)]);
	return { kind, hooks: rounded, faces: shown.sort() };
}

function doorHook({ room, door, position, orientation }: Layout['doorHooks'][number]): unknown {
	return { room, door, place: [...position, ...orientation].map((value) => Number(value.toFixed(4)) + 0) };
}

/** A level with links, as files, and its GLB as Blender exports it. */
async function expectSameLevel(made: string, exported: string): Promise<void> {
	const back = `${made}-back`;
	await run('level', exported, back, '--name', 'back');
	const [before, after] = [layoutIn(made), layoutIn(back)];
	expect(after.rooms).toStrictEqual(before.rooms);
	expect(after.doorHooks.map(doorHook)).toStrictEqual(before.doorHooks.map(doorHook));
	const files = readdirSync(made).filter((name) => /\.[wpd][ow]k$/.test(name));
	expect(readdirSync(back).filter((name) => /\.[wpd][ow]k$/.test(name))).toStrictEqual(files);
	for (const file of files)
		expect(meaning(read(join(back, file)), after), file).toStrictEqual(meaning(read(join(made, file)), before));
}

const FLOOR = {
	positions: Float32Array.of(0.1, 0.2, 0, 1.2345678, 0.2, 0, 1.1, 1.3, 0.3, 0, 1, 0, 2, 2, 2),
	faces: Uint32Array.of(0, 1, 2, 0, 2, 3, 4, 2, 1),
	surfaces: Uint32Array.of(4, 10, 7),
};
const hook1 = [0, -1.25, 0] as const;
const hook2 = [0.5, 1.25, 0.125] as const;

/** A room whose links lead to rooms that nobody has at hand; a placeable; a door. None of them is a level. */
const MODELS: Readonly<Record<string, Readonly<Record<string, Walkmesh>>>> = {
	room: {
		'room.wok': createWalkmesh({ ...FLOOR, transitions: Int32Array.of(16, 3, -1, -1, -1, 0, -1, -1, -1) }),
	},
	crate: {
		'crate.pwk': createWalkmesh({
			...FLOOR,
			kind: 'placeable',
			hooks: { ...NO_HOOKS, relative1: hook1, relative2: hook2 },
		}),
	},
	gate: Object.fromEntries(
		DOOR_STATES.map((doorState, state) => {
			const hooks = { ...NO_HOOKS, relative1: hook1, absolute1: hook1 };
			const both = { ...hooks, relative2: hook2, absolute2: hook2 };
			const walkmesh = { ...FLOOR, kind: 'door', doorState, hooks: state === 0 ? both : hooks } as const;
			return [`gate${state}.dwk`, createWalkmesh(walkmesh)];
		}),
	),
};
const OUTPUTS = { room: 'room.wok', crate: 'crate.pwk', gate: 'gate.dwk' };

describe.each(['fixtures', 'blender'] as const)('what Blender exports with no box ticked (%s)', (from) => {
	/** What came back: lies in the fixtures, or is made now, with WOKFLOW_BLENDER_FIXTURES=1 for the fixtures. */
	const isKept = from === 'fixtures' || process.env['WOKFLOW_BLENDER_FIXTURES'] === '1';
	const exported = (name: string): string => join(isKept ? join(FIXTURES, 'blender') : folder, name);
	const isSkipped = from === 'blender' && !hasBlender;

	test.skipIf(isSkipped)('is still a level of linked rooms', async () => {
		const made = at(`two-${from}`);
		await run('level', 'fixtures/level/quay.glb', made, '--node', 'quay_02b*', '--node', 'quay_03a*', '--name', 'two');
		const rooms = layoutIn(made).rooms.map(({ model }) => read(join(made, `${model}.wok`)));
		expect(rooms.map(({ transitions }) => transitions.some((room) => room >= 0))).toStrictEqual([true, true]);
		if (from === 'blender') throughBlender(join(made, 'two.glb'), exported('two-rooms.glb'));
		await expectSameLevel(made, exported('two-rooms.glb'));
	});

	test.skipIf(isSkipped).each(Object.entries(OUTPUTS))('is still the same %s', async (model, output) => {
		const files = Object.entries(MODELS[model]);
		for (const [name, walkmesh] of files) writeFileSync(at(name), writeWalkmesh(walkmesh));
		if (from === 'blender') {
			await run('convert', ...files.map(([name]) => at(name)), at(`${model}-own.glb`));
			throughBlender(at(`${model}-own.glb`), exported(`${model}.glb`));
		}
		const back = at(`back-${from}-${model}`);
		mkdirSync(back);
		await run('convert', exported(`${model}.glb`), join(back, output));
		for (const [name, walkmesh] of files)
			expect(meaning(read(join(back, name))), name).toStrictEqual(meaning(walkmesh));
	});
});

test.skipIf(!hasBlender)('a whole level with doors and placeables goes through Blender', async () => {
	await run('level', 'fixtures/level/quay.glb', at('quay'));
	throughBlender(at('quay/quay.glb'), at('quay.glb'));
	await expectSameLevel(at('quay'), at('quay.glb'));
});

describe.skipIf(!hasBlender)('a pinned scene in Blender', () => {
	const FILES = [
		'level/quay',
		'small/extras',
		'small/door',
		'small/placeable',
		'small/markers',
		'small/two-rooms-seam',
	];

	test.each(FILES)(
		'%s keeps its meaning with Custom Properties, and loses none of it in silence without',
		async (file) => {
			const name = file.replace('/', '-');
			const pinned = at(`${name}-pinned.glb`);
			await run('convert', join(FIXTURES, `${file}.glb`), pinned, '--pin');
			const before = await measure(readFileSync(pinned));
			expect(before.error).toBeUndefined();
			throughBlender(pinned, at(`${name}-extras.glb`), '--extras');
			const kept = await measure(readFileSync(at(`${name}-extras.glb`)));
			expect(kept.error).toBeUndefined();
			expect(differences(before, kept, EXACT)).toEqual([]);
			throughBlender(pinned, at(`${name}-plain.glb`));
			const plain = await measure(readFileSync(at(`${name}-plain.glb`)));
			const lost = differences(before, plain, EXACT);
			if (plain.error === undefined && plain.told.length === 0) expect(lost).toEqual([]);
		},
	);
});

test('a level’s own GLB is a level before anybody has edited it', async () => {
	const whole = readFileSync(join(FIXTURES, 'level/quay.glb'));
	writeFileSync(at('quay.glb'), THOROUGH ? whole : smallQuayGlb());
	await run('level', at('quay.glb'), at('unedited'));
	await expectSameLevel(at('unedited'), at('unedited/quay.glb'));
});
