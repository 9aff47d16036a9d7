import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { convertBytes } from '../../jobs/convert-bytes.ts';
import { type NamedDoor, stateOfOutput } from '../../pipeline/wanted.ts';
import type { OutputFile } from '../../src/formats/contracts.ts';
import { DOOR_STATES, type DoorState } from '../../src/model/walkmesh.ts';
import { FIXTURES } from '../support/cli.ts';

const states = (name: string, ...of: readonly DoorState[]): NamedDoor[] => of.map((doorState) => ({ name, doorState }));
const all = (name: string): NamedDoor[] => states(name, ...DOOR_STATES);
const fileCalled = (name: string): NamedDoor => ({ name });

describe('the digit at the end of an output', () => {
	test.each<[string, string, readonly NamedDoor[], DoorState | undefined]>([
		['is of a model that is called so', 'door01', all('door01'), undefined],
		['is of a model that is called so, also of one state', 'door01', states('door01', 'open1'), undefined],
		['is of a model, whatever letter case', 'DOOR01', states('door01', 'open1'), undefined],
		['is of a model beside another door', 'door01', [...all('door0'), ...all('door01')], undefined],
		['is the state of a door without it', 'door011', all('door01'), 'open1'],
		['is the state of a door whose file has it', 'gate1', [...states('gate', 'open1'), fileCalled('gate1')], 'open1'],
		['is the only state of a door of another name', 'gate1', [...states('lid', 'open1'), fileCalled('gate1')], 'open1'],
		['is none of several in a file of that name', 'gate1', [...all('gate'), fileCalled('gate1')], undefined],
		['is not another state than the only one', 'dor2', [...states('lid', 'closed'), fileCalled('dor2')], undefined],
		['is the state of a door of a file without it', 'gate1', [...all('lid'), fileCalled('gate')], 'open1'],
		['is of a name where there are several states', 'dor_lhr02', [...all('lid'), fileCalled('scene')], undefined],
		['is a state where there is one', 'dor_lhr02', [...states('lid', 'closed'), fileCalled('scene')], 'open2'],
		['is none from 3 on', 'gate3', states('gate', 'open1'), undefined],
	])('%s: %s.dwk', (_, stem, doors, state) => {
		expect(stateOfOutput(`out/${stem}.dwk`, doors)).toBe(state);
	});
});

/** The fixture's door under another name: its three files, which have the names of the game. */
async function doorFiles(name: string): Promise<readonly OutputFile[]> {
	const scene = readFileSync(join(FIXTURES, 'small/door.glb'));
	const text = Buffer.from((await convertBytes(scene, 'door.glb', 'door.ascii')).files[0].bytes).toString();
	const renamed = Buffer.from(text.replaceAll('small_door', name));
	const { files } = await convertBytes(renamed, `${name}.ascii`, `${name}.dwk`);
	return files;
}

async function pathsOf(bytes: Uint8Array, from: string, to: string): Promise<string[]> {
	const { files, report } = await convertBytes(bytes, from, to);
	expect(report.total('error')).toBe(0);
	return files.map(({ path }) => path);
}

/** The nodes of a GLB without the extras from which wokflow reads its own files. */
function withoutExtras(glb: Uint8Array): Uint8Array {
	const bytes = Buffer.from(glb);
	const size = bytes.readUInt32LE(12);
	const json = JSON.parse(bytes.toString('utf8', 20, 20 + size), (key, value) =>
		key === 'extras' ? undefined : value,
	);
	const text = JSON.stringify(json);
	bytes.fill(' ', 20, 20 + size).write(text, 20);
	return bytes;
}

describe.each(['small_door', 'door01', 'dor_lhr0'])('the files of a door %s', (name) => {
	const own = DOOR_STATES.map((_, digit) => `${name}${digit}.dwk`);

	test('have its name and the digits of its states', async () => {
		expect((await doorFiles(name)).map(({ path }) => path)).toEqual(own);
	});

	test.each(['ascii', 'obj', 'glb'])('come back under the same names by way of .%s', async (format) => {
		for (const { path, bytes } of await doorFiles(name)) {
			const between = path.replace('.dwk', `.${format}`);
			const made = (await convertBytes(bytes, path, between)).files[0].bytes;
			expect(await pathsOf(made, between, path)).toEqual([path]);
			if (format === 'glb') expect(await pathsOf(withoutExtras(made), between, path)).toEqual([path]);
		}
	});

	test.each(['mdlops', 'nwmax'] as const)('come back from texts for %s', async (dialect) => {
		for (const { path, bytes } of await doorFiles(name)) {
			const between = path.replace('.dwk', '.ascii');
			const [made] = (await convertBytes(bytes, path, between, { dialect })).files;
			const text = Buffer.from(made.bytes)
				.toString()
				.replace(/^# wokflow.*\n/gm, '');
			const { files } = await convertBytes(Buffer.from(text), between, path);
			expect(files.map((file) => file.path)).toEqual([path]);
			expect(Buffer.compare(files[0].bytes, bytes)).toBe(0);
		}
	});

	test('come back where no node names the door', async () => {
		for (const { path, bytes } of await doorFiles(name)) {
			const between = path.replace('.dwk', '.obj');
			const text = Buffer.from((await convertBytes(bytes, path, between)).files[0].bytes).toString();
			const unnamed = Buffer.from(text.replaceAll(`${name}_DWK`, 'DWK'));
			expect(await pathsOf(unnamed, between, path)).toEqual([path]);
		}
	});

	test('are all three where a file has all of its states, and one where a file of its name has one', async () => {
		for (const format of ['ascii', 'obj', 'glb']) {
			const files = await doorFiles(name);
			const texts = files.map(({ path, bytes }) => convertBytes(bytes, path, path.replace('.dwk', '.ascii')));
			const [closed, ...others] = (await Promise.all(texts)).map((each) => Buffer.from(each.files[0].bytes));
			const whole = Buffer.concat([closed, ...others]);
			const made = (await convertBytes(whole, `${name}.ascii`, `${name}.${format}`)).files[0].bytes;
			expect(await pathsOf(made, `${name}.${format}`, `${name}.dwk`)).toEqual(own);
			const [one] = (await convertBytes(others[0], `${name}.ascii`, `${name}.${format}`)).files;
			expect(await pathsOf(one.bytes, `${name}.${format}`, `${name}.dwk`)).toEqual([own[1]]);
		}
	});
});
