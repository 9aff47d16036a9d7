import { rmSync, statSync, utimesSync } from 'node:fs';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { scratchFolder } from '../support/cli.ts';
import { THOROUGH } from '../support/thorough.ts';
import { outputsOf, Project, type RowRoom, roomGlb, row, rowGlb, rowLyt, walkmeshesOf } from './support.ts';

const folder = scratchFolder();
let count = 0;
let project: Project;

const SCENE = { targets: { row: { level: 'row.glb', out: 'out' } } };
const LAYOUT = { targets: { row: { level: 'row.lyt', out: 'out', roomFolder: 'rooms', roomSpace: 'room' } } };

function write(rooms: readonly RowRoom[]): void {
	project.write('row.glb', rowGlb(rooms));
	project.write('row.lyt', rowLyt(rooms));
	for (const room of rooms) project.write(`rooms/${room.name}.glb`, roomGlb(room));
}

/** What builds from nothing made, by config and inputs: several tests come to the same level. */
const fromNothing = new Map<string, Record<string, string>>();

/** What was built in the folder, and what is built from nothing beside it, have to agree, byte for byte. */
async function expectAsFromNothing(config: unknown): Promise<void> {
	const before = project.files('out');
	const inputs = Object.entries(project.files('.')).filter(([path]) => !/^(out|\.wokflow)\//.test(path));
	const key = JSON.stringify([config, inputs]);
	const known = fromNothing.get(key) ?? (await builtFromNothing(config, inputs));
	fromNothing.set(key, known);
	expect(Object.keys(before)).toStrictEqual(Object.keys(known));
	for (const [path, content] of Object.entries(known)) expect(before[path] === content, path).toBe(true);
}

async function builtFromNothing(config: unknown, inputs: readonly [string, string][]): Promise<Record<string, string>> {
	const whole = new Project(`${folder}/${count++}-whole`, config);
	for (const [path, content] of inputs) whole.write(path, Buffer.from(content, 'latin1'));
	await whole.build();
	return whole.files('out');
}

describe.each([
	['a scene', SCENE],
	['a layout and a file for each room', LAYOUT],
])('a level from %s', (_, config) => {
	const isScene = config === SCENE;
	/** What depends on rooms and options only, wherever they come from. */
	const ofEither = test.runIf(isScene || THOROUGH);
	let built: Project;

	beforeAll(async () => {
		project = new Project(`${folder}/${count++}`, config);
		write(row(5));
		await project.build();
		built = project;
	});

	beforeEach(() => {
		project = built.copied(`${folder}/${count++}`);
	});

	test('is not built a second time', async () => {
		const before = project.read('.wokflow/manifest.json');
		const second = await project.build();
		expect(second.status).toBe('up-to-date');
		expect(new Set(second.outputs.map(({ status }) => status))).toStrictEqual(new Set(['kept']));
		expect(project.read('.wokflow/manifest.json').equals(before)).toBe(true);
		expect(second.outputs.length).toBe(10);
	});

	test('a file that keeps size and time is read again', async () => {
		const humped = (hump: number): void =>
			write(row(5).map((room) => (room.name === 'row_02' ? { ...room, hump } : room)));
		humped(1);
		await project.build();
		const path = isScene ? 'row.glb' : 'rooms/row_02.glb';
		const { atime, mtime, size } = statSync(project.at(path));
		humped(2);
		expect(statSync(project.at(path)).size).toBe(size);
		utimesSync(project.at(path), atime, mtime);
		expect((await project.build()).status).toBe('built');
	});

	test('a room changed inside is built, and no other', async () => {
		write(row(5).map((room) => (room.name === 'row_02' ? { ...room, hump: 1 } : room)));
		const result = await project.build();
		const input = isScene ? 'row.glb' : 'rooms/row_02.glb';
		expect(walkmeshesOf(result, 'written')).toStrictEqual([`row_02.wok: input changed: ${input}`]);
		expect(walkmeshesOf(result, 'kept')).toStrictEqual(['row_00.wok', 'row_01.wok', 'row_03.wok', 'row_04.wok']);
		expect(outputsOf(result, 'written').filter((line) => !line.includes('.wok'))).toStrictEqual([
			'row.glb: rooms changed: row_02',
			'row.svg: rooms changed: row_02',
			'row.report.json: rooms changed: row_02',
		]);
		expect(outputsOf(result, 'kept')).toContain('row.lyt');
		await expectAsFromNothing(config);
	});

	test('a border divided again is also divided in the room that it is shared with', async () => {
		write(row(5).map((room) => (room.name === 'row_02' ? { ...room, cut: 1 } : room)));
		const result = await project.build();
		const input = isScene ? 'row.glb' : 'rooms/row_02.glb';
		expect(walkmeshesOf(result, 'written')).toStrictEqual([
			`row_02.wok: input changed: ${input}`,
			'row_03.wok: neighbour row_02 changed its border',
		]);
		await expectAsFromNothing(config);
	});

	test('a room that moves is built with its neighbours, old and new', async () => {
		write(row(5).map((room) => (room.name === 'row_04' ? { ...room, x: -10 } : room)));
		const result = await project.build();
		const input = isScene ? 'row.glb' : 'row.lyt';
		expect(walkmeshesOf(result, 'written')).toStrictEqual([
			'row_00.wok: neighbour row_04 changed its border',
			'row_03.wok: neighbour row_04 changed its border',
			`row_04.wok: input changed: ${input}`,
		]);
		expect(outputsOf(result, 'written')).toContain(`row.lyt: rooms changed: row_04`);
		await expectAsFromNothing(config);
	});

	test('a room taken out of the middle goes, its file too, and those after it count again', async () => {
		write(row(5).filter(({ name }) => name !== 'row_01'));
		const result = await project.build();
		expect(outputsOf(result, 'removed')).toStrictEqual(['row_01.wok: no longer made']);
		expect(Object.keys(project.files('out'))).not.toContain('row_01.wok');
		expect(walkmeshesOf(result, 'kept')).toStrictEqual([]);
		await expectAsFromNothing(config);
	});

	ofEither(
		'rooms are not prepared and linked again for an output that is missing, whatever was found in them',
		async () => {
			rmSync(project.at('out/row_01.wok'));
			const steps: string[] = [];
			await project.build({ onStep: ({ step }) => steps.push(step) });
			expect(steps).toContain('finish');
			expect(steps).not.toContain('link');
		},
	);

	ofEither('an option of linking prepares no room again', async () => {
		const [target] = Object.values(config.targets);
		const changed = { targets: { row: { ...target, snap: 0.01 } } };
		const dry = await project.build({ dryRun: true }, changed);
		const result = await project.build({}, changed);
		expect(walkmeshesOf(result, 'kept')).toHaveLength(5);
		expect(dry.outputs).toStrictEqual(result.outputs);
	});

	ofEither('an option that concerns every room is named', async () => {
		const [target] = Object.values(config.targets);
		const changed = { targets: { row: { ...target, tree: 'median' } } };
		const result = await project.build({}, changed);
		expect(result.outputs.filter(({ status }) => status !== 'kept').map(({ reasons }) => reasons[0])).toStrictEqual(
			Array.from({ length: 5 }, () => 'option changed: tree'),
		);
		await expectAsFromNothing(changed);
	});

	ofEither('another version builds everything, and what is the same is not written', async () => {
		const result = await project.build({ version: '99.0.0' });
		expect(walkmeshesOf(result, 'unchanged')).toHaveLength(5);
		expect(outputsOf(result, 'written')).toStrictEqual([]);
		expect(result.outputs[0].reasons[0]).toMatch(/^wokflow .* → 99\.0\.0$/);
		expect((await project.build({ version: '99.0.0' })).status).toBe('up-to-date');
	});

	ofEither('outputs that were deleted are made again, and only those; edited ones only with force', async () => {
		rmSync(project.at('out/row_01.wok'));
		expect(outputsOf(await project.build(), 'written')).toStrictEqual(['row_01.wok: output missing']);
		project.write('out/row.svg', 'edited');
		const refused = await project.build();
		expect(refused.status).toBe('failed');
		expect(refused.report.findings.find(({ code }) => code === 'BUILD_OUTPUT_FOREIGN')?.data).toEqual({ edited: true });
		expect(String(project.read('out/row.svg'))).toBe('edited');
		const result = await project.build({ force: true });
		expect(outputsOf(result, 'written').map((each) => each.split(':')[0])).toContain('row.svg');
		await expectAsFromNothing(config);
	});

	ofEither.each(['deleted', 'damaged', 'torn'])('a cache that was %s is made again', async (how) => {
		for (const path of Object.keys(project.files('.wokflow/cache'))) {
			const bytes = project.read(`.wokflow/cache/${path}`);
			if (how === 'deleted') rmSync(project.at(`.wokflow/cache/${path}`));
			else if (how === 'torn') project.write(`.wokflow/cache/${path}`, bytes.subarray(0, bytes.length / 2));
			else {
				bytes[bytes.length >> 1] ^= 1;
				project.write(`.wokflow/cache/${path}`, bytes);
			}
		}
		expect((await project.build()).status).toBe('up-to-date');
		write(row(5).map((room) => (room.name === 'row_02' ? { ...room, hump: 1 } : room)));
		const result = await project.build();
		expect(walkmeshesOf(result, 'written')).toHaveLength(1);
		// What was not damaged counts.
		expect([...walkmeshesOf(result, 'unchanged'), ...walkmeshesOf(result, 'kept')]).toHaveLength(4);
		await expectAsFromNothing(config);
	});

	ofEither('--force writes everything, a dry run nothing', async () => {
		const before = project.files('.');
		const dry = await project.build({ dryRun: true, force: true });
		expect(project.files('.')).toStrictEqual(before);
		expect(new Set(dry.outputs.map(({ reasons }) => reasons.join()))).toStrictEqual(new Set(['forced']));
		const result = await project.build({ force: true });
		expect(outputsOf(result, 'written')).toHaveLength(10);
		expect(project.files('out')).toStrictEqual(
			Object.fromEntries(
				Object.entries(before).flatMap(([path, text]) => (path.startsWith('out/') ? [[path.slice(4), text]] : [])),
			),
		);
	});

	ofEither('the cache holds one build, whatever was built before', async () => {
		const before = Object.keys(project.files('.wokflow/cache')).length;
		for (const hump of [1, 2, 3]) {
			write(row(5).map((room) => ({ ...room, hump })));
			await project.build();
		}
		expect(Object.keys(project.files('.wokflow/cache'))).toHaveLength(before);
	});

	ofEither('the manifest is the same in any folder and whatever came before', async () => {
		write(row(5).map((room) => ({ ...room, hump: 1 })));
		await project.build();
		write(row(5));
		await project.build();
		const other = new Project(`${project.folder}-other`, config);
		for (const [path, content] of Object.entries(project.files('.'))) {
			if (!/^(out|\.wokflow)\//.test(path)) other.write(path, Buffer.from(content, 'latin1'));
		}
		await other.build();
		expect(other.read('.wokflow/manifest.json').toString()).toBe(project.read('.wokflow/manifest.json').toString());
		expect(other.read('.wokflow/manifest.json').toString()).not.toContain(folder);
	});

	test('an input that cannot be read leaves what was built, and the next build repairs it', async () => {
		const before = project.files('out');
		const input = isScene ? 'row.glb' : 'rooms/row_03.glb';
		const bytes = project.read(input);
		project.write(input, bytes.subarray(0, 200));
		const broken = await project.build();
		expect(broken.status).toBe('failed');
		expect(broken.failure?.location.file).toBe(input);
		expect(project.files('out')).toStrictEqual(before);
		project.write(input, bytes);
		expect((await project.build()).status).toBe('up-to-date');
	});

	ofEither('a warning of the last build is an error with --strict, also when nothing changed', async () => {
		write([...row(3), { name: 'row_99', x: 500 }]);
		const result = await project.build();
		expect(result.found.warnings).toBeGreaterThan(0);
		expect((await project.build()).status).toBe('up-to-date');
		const before = project.files('out');
		expect((await project.build({ strict: true })).status).toBe('failed');
		expect(project.files('out')).toStrictEqual(before);
	});
});

describe('files of rooms', () => {
	let built: Project;

	beforeAll(async () => {
		project = new Project(`${folder}/${count++}`, LAYOUT);
		write(row(3));
		await project.build();
		built = project;
	});

	beforeEach(() => {
		project = built.copied(`${folder}/${count++}`);
	});

	test('one that goes makes its room one without walkmesh, and its output goes', async () => {
		rmSync(project.at('rooms/row_01.glb'));
		const result = await project.build();
		expect(result.report.findings.map(({ code }) => code)).toContain('LEVEL_ROOM_FILE_MISSING');
		expect(outputsOf(result, 'removed')).toStrictEqual(['row_01.wok: no longer made']);
		await expectAsFromNothing(LAYOUT);
		write(row(3));
		await project.build();
		await expectAsFromNothing(LAYOUT);
	});

	test('one that comes to be found before another is taken', async () => {
		const obj = 'usemtl Stone\nv 0 0 0\nv 10 0 0\nv 10 0 -6\nv 0 0 -6\nf 1 2 3 4\n';
		rmSync(project.at('rooms/row_02.glb'));
		project.write('rooms/row_02.obj', obj);
		await project.build();
		project.write('rooms/row_02.glb', roomGlb({ name: 'row_02', x: 20, hump: 1 }));
		const result = await project.build();
		expect(walkmeshesOf(result, 'written')[0]).toContain('input changed: rooms/row_02.glb');
		await expectAsFromNothing(LAYOUT);
	});

	test('a material library that comes counts, although the OBJ stays as it is', async () => {
		const obj = 'mtllib row.mtl\nusemtl Stone\nv 0 0 0\nv 10 0 0\nv 10 0 -6\nv 0 0 -6\nf 1 2 3 4\n';
		rmSync(project.at('rooms/row_02.glb'));
		project.write('rooms/row_02.obj', obj);
		await project.build();
		expect((await project.build()).status).toBe('up-to-date');
		project.write('rooms/row.mtl', 'newmtl Stone\n');
		expect((await project.build()).status).toBe('built');
		expect((await project.build()).inputs).toContain('rooms/row.mtl');
	});

	test('an output that was edited is left when its room goes', async () => {
		project.write('out/row_01.wok', 'mine');
		write(row(3).filter(({ name }) => name !== 'row_01'));
		rmSync(project.at('rooms/row_01.glb'));
		const result = await project.build();
		expect(result.report.findings.map(({ code }) => code)).toContain('BUILD_OUTPUT_LEFT');
		expect(project.read('out/row_01.wok').toString()).toBe('mine');
	});

	test('a build that would write over its input does nothing', async () => {
		const config = { targets: { row: { level: 'row.lyt', out: 'rooms', roomFolder: 'rooms', roomSpace: 'area' } } };
		for (const { name } of row(3)) {
			project.write(`rooms/${name}.wok`, project.read(`out/${name}.wok`));
			rmSync(project.at(`rooms/${name}.glb`));
		}
		const before = project.files('rooms');
		const result = await project.build({}, config);
		expect(result.status).toBe('failed');
		expect(result.report.findings.map(({ code }) => code)).toContain('BUILD_OUTPUT_IS_INPUT');
		expect(project.files('rooms')).toStrictEqual(before);
	});
});
