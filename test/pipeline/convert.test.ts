import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { encodeBwm } from '../../exporters/bwm/index.ts';
import { decodeBwm } from '../../importers/bwm/decode.ts';
import { createRegistry } from '../../jobs/default-registry.ts';
import { readLevel } from '../../jobs/level/level.ts';
import { type ConvertOptions, convert } from '../../pipeline/convert.ts';
import { convertRecipe } from '../../pipeline/recipe.ts';
import { deriveBwm } from '../../src/bwm/derive.ts';
import { InputError, Report } from '../../src/findings/report.ts';
import { bytesSource, type InputSource } from '../../src/formats/contracts.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { FIXTURES } from '../support/cli.ts';
import { codesOf } from '../support/codes.ts';
import { smallQuayGlb } from '../support/small-quay.ts';
import { floor } from '../support/walkmeshes.ts';

const fixture = (path: string): InputSource =>
	bytesSource(readFileSync(join(FIXTURES, path)), path.replace(/^.*\//, ''));
const file = (mesh: Walkmesh, name: string): InputSource =>
	bytesSource(encodeBwm(deriveBwm(mesh, K1, new Report())), name);

async function run(sources: InputSource[], output: string, options: Partial<ConvertOptions> = {}) {
	const report = new Report();
	const context = { report, surfaces: K1, mappings: [] };
	const conversion = await convert(sources, output, { recipe: convertRecipe(), ...options }, context, createRegistry());
	return { ...conversion, report, codes: codesOf(report) };
}

describe('convert', () => {
	test('a scene of room, placeable and door gives what the output is for and names what it leaves', async () => {
		const quay = bytesSource(smallQuayGlb(), 'quay.glb');
		const wok = await run([quay], 'quay.wok');
		expect(wok.files.map(({ path }) => path)).toEqual(['quay.wok']);
		expect(wok.codes).toContain('OBJECTS_LEFT');
		const pwk = await run([quay], 'console.pwk');
		expect(pwk.walkmeshes.map(({ name, kind }) => [name, kind])).toEqual([['quay_console', 'placeable']]);
		const dwk = await run([quay], 'gate.dwk');
		expect(dwk.files.map(({ path }) => path)).toEqual(['gate0.dwk', 'gate1.dwk', 'gate2.dwk']);
	});

	test('a door whose model ends in a digit, as those of the game do, gets all of its files', async () => {
		const names = async (source: InputSource, output: string) => {
			const { files, codes } = await run([source], output);
			return [files.map(({ path }) => path), codes.filter((code) => code.startsWith('DOOR_'))];
		};
		const all = ['dor_lhr020.dwk', 'dor_lhr021.dwk', 'dor_lhr022.dwk'];
		// By its states, where the scene calls it otherwise; by its name, where that is the output's.
		expect(await names(bytesSource(smallQuayGlb(), 'quay.glb'), 'dor_lhr02.dwk')).toEqual([all, ['DOOR_NAME_DIGIT']]);
		const text = new TextDecoder().decode((await run([fixture('small/door.glb')], 'door.ascii')).files[0].bytes);
		const named = bytesSource(new TextEncoder().encode(text), 'DOR_lhr02.ascii');
		expect(await names(named, 'dor_lhr02.dwk')).toEqual([all, []]);
	});

	test('geometry taken for one state of a door by a name that could be that of a model is reported', async () => {
		const { codes } = await run([fixture('small/cube-room.obj')], 'dor_lhr02.dwk');
		expect(codes).toContain('DOOR_STATE_ASSUMED');
		const own = await run([fixture('small/cube-room.obj')], 'cube-room2.dwk');
		expect(own.codes).toContain('KIND_ASSUMED');
		expect(own.codes).not.toContain('DOOR_STATE_ASSUMED');
	});

	test('geometry that no name claims can be a placeable or one state of a door', async () => {
		const cube = fixture('small/cube-room.obj');
		const pwk = await run([cube], 'cube.pwk');
		expect(pwk.codes).toContain('KIND_ASSUMED');
		expect(pwk.walkmeshes[0].kind).toBe('placeable');
		const closed = await run([cube], 'cube0.dwk');
		expect(closed.walkmeshes[0]).toMatchObject({ kind: 'door', doorState: 'closed' });
		const door = await run([cube], 'cube.dwk');
		expect(door.codes).toContain('NOTHING_FOR_OUTPUT');
		expect(door.files).toEqual([]);
	});

	test('several rooms do not fit into one walkmesh, but into one glTF', async () => {
		const rooms = [file(floor(), 'a.wok'), file(floor(), 'b.wok')];
		expect((await run(rooms, 'x.wok')).codes).toEqual(['SEVERAL_FOR_OUTPUT']);
		expect((await run(rooms, 'x.glb')).walkmeshes.length).toBe(2);
	});

	test('a walkmesh is copied, whatever the recipe for scenes', async () => {
		const unwelded = {
			...floor(),
			positions: Float32Array.of(0, 0, 0, 9, 0, 0, 9, 9, 0, 0, 0, 0),
			surfaces: Uint32Array.of(7, 4),
		};
		const source = file(unwelded, 'a.wok');
		const { files, codes } = await run([source], 'b.wok');
		expect(Buffer.compare(files[0].bytes, await source.bytes())).toBe(0);
		expect(codes).toEqual([]);
	});

	test('options about scenes are idle for walkmeshes, and said to be', async () => {
		const { codes } = await run([file(floor(), 'a.wok')], 'b.wok', { read: { up: 'z' } });
		expect(codes).toEqual(['OPTION_WITHOUT_EFFECT']);
	});

	test('options about another format of output are idle, and said to be', async () => {
		const wok = await run([fixture('small/cube-room.obj')], 'b.wok', { write: { dialect: 'mdlops', tree: 'median' } });
		const idle = wok.report.findings.filter(({ code }) => code === 'WRITE_OPTION_WITHOUT_EFFECT');
		expect(idle).toMatchObject([{ data: { option: 'dialect', format: 'bwm', formats: 'ascii' } }]);
		expect(wok.files).toHaveLength(1);
		const picture = await run([file(floor(), 'a.wok')], 'b.svg', { write: { tree: 'median' } });
		expect(picture.codes).toEqual(['WRITE_OPTION_WITHOUT_EFFECT']);
		const text = await run([file(floor(), 'a.wok')], 'b.ascii', { write: { dialect: 'mdlops', to: 'ascii' } });
		expect(text.codes).toEqual([]);
	});

	test('stages that are asked for change a walkmesh, and its tables with it', async () => {
		const { files } = await run([file(floor(), 'a.wok')], 'b.wok', {
			walkmeshRecipe: [['translate', { by: [1, 2, 3] }]],
		});
		const moved = decodeBwm(files[0].bytes, new Report());
		expect([...moved.vertices.slice(0, 3)]).toEqual([1, 2, 3]);
		expect(moved.aabb.f32[0]).toBeCloseTo(0.99, 5);
	});
});

test('a walkmesh is no level', async () => {
	const report = new Report();
	const reading = readLevel(
		file(floor(), 'a.wok'),
		{ recipe: [] },
		{ report, surfaces: K1, mappings: [] },
		createRegistry(),
	);
	await expect(reading).rejects.toThrow(InputError);
	await expect(reading).rejects.toMatchObject({ finding: { code: 'LEVEL_OF_WALKMESHES' } });
});
