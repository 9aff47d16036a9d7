import { describe, expect, test } from 'vitest';
import { resourceFileName } from '../../game/archives/archive.ts';
import { readArchive } from '../../game/archives/read-archive.ts';
import { newAre } from '../../game/area/area-resources.ts';
import type { ModuleOptions } from '../../game/area/module-options.ts';
import { pathsOfPth, thingsOfGit } from '../../game/area/things.ts';
import { type Gff, listOf, numberOf, readGff, structOf, textOf, withField } from '../../game/gff/gff.ts';
import { writeGff } from '../../game/gff/write.ts';
import { levelFiles } from '../../jobs/level/level-files.ts';
import { type ModuleParts, moduleFiles } from '../../jobs/level/module.ts';
import { readLyt } from '../../level/formats/read-lyt.ts';
import { LevelQuery } from '../../level/query/level-query.ts';
import { MAP_HEIGHT, MAP_WIDTH } from '../../pictures/minimap.ts';
import { Report, UsageError } from '../../src/findings/report.ts';
import type { OutputFile } from '../../src/formats/contracts.ts';
import type { Level } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { makeArea } from '../support/area-maker.ts';
import { corpusPresent } from '../support/corpus.ts';

const made = makeArea(() => 0.3, 0, 2);
const [stand] = made.doors;
const gate = {
	kind: 'door',
	model: 'gate',
	state: 'closed',
	position: [stand.x, stand.y, stand.z],
	bearing: (stand.bearing * 180) / Math.PI,
} as const;
const crate = {
	kind: 'placeable',
	model: 'crate',
	position: [made.spots[0].x, made.spots[0].y, made.spots[0].z],
	bearing: 0,
} as const;
const level: Level = { ...made.level, name: 'tar_m99', layout: { ...made.level.layout, objects: [gate, crate] } };

async function moduleOf(options: ModuleOptions = {}, parts?: ModuleParts, report = new Report()) {
	const context = { surfaces: K1, report };
	const outputs = await levelFiles(level, 'out', { glb: false, plan: false }, context);
	const files = await moduleFiles(level, outputs, 'out', { module: 'tar_m99', ...options }, parts, context);
	return { outputs, files, report };
}

const fileOf = (files: readonly OutputFile[], name: string): Uint8Array => {
	const file = files.find(({ path }) => path === `out/${name}`);
	if (file === undefined) throw new Error(`no ${name} among ${files.map(({ path }) => path).join(', ')}`);
	return file.bytes;
};
const gffOf = (files: readonly OutputFile[], name: string): Gff => readGff(fileOf(files, name), new Report());

async function entriesOf(mod: Uint8Array): Promise<Map<string, Uint8Array>> {
	const source = {
		name: 'tar_m99.mod',
		size: mod.length,
		read: async (at: number, size: number) => mod.slice(at, at + size),
	};
	const { entries } = await readArchive(source);
	return new Map(entries.map((entry) => [resourceFileName(entry), mod.slice(entry.offset, entry.offset + entry.size)]));
}

function partsOf(files: Readonly<Record<string, Uint8Array>>): ModuleParts {
	return { names: async () => Object.keys(files), read: async (name) => files[name] };
}

describe('a module of a level', () => {
	const plain = moduleOf();

	test('holds rooms, layout, visibility, path points, GIT, ARE and IFO, each as its file is', async () => {
		const { outputs, files } = await plain;
		const entries = await entriesOf(fileOf(files, 'tar_m99.mod'));
		const rooms = level.rooms.map(({ name }) => `${name}.wok`);
		expect([...entries.keys()].sort()).toEqual(
			[
				...['module.ifo', 'lbl_maptar_m99.tga'],
				...['are', 'git', 'pth', 'lyt', 'vis'].map((extension) => `tar_m99.${extension}`),
				...rooms,
			].sort(),
		);
		for (const [name, bytes] of entries)
			expect(Buffer.compare(bytes, fileOf([...outputs, ...files], name)), name).toBe(0);
	});

	test('has the doors and placeables of the scene, and lets the player in on the ground', async () => {
		const { files } = await moduleOf({ template: { gate: 'metal_door' } });
		expect(thingsOfGit(gffOf(files, 'tar_m99.git'))).toMatchObject([
			{ kind: 'door', template: 'metal_door' },
			{ kind: 'placeable', template: 'crate' },
		]);
		const { root } = gffOf(files, 'module.ifo');
		expect(textOf(root, 'Mod_Entry_Area')).toBe('tar_m99');
		expect(listOf(root, 'Mod_Area_list').map((area) => textOf(area, 'Area_Name'))).toEqual(['tar_m99']);
		const [x, y, z] = ['X', 'Y', 'Z'].map((axis) => numberOf(root, `Mod_Entry_${axis}`));
		const query = new LevelQuery(level, { surfaces: K1 });
		expect(query.isWalkableAt(x, y)).toBe(true);
		expect(query.heightAt(x, y)).toBeCloseTo(z, 3);
		expect([numberOf(root, 'Mod_Entry_Dir_X'), numberOf(root, 'Mod_Entry_Dir_Y')]).toEqual([0, 1]);
		expect(pathsOfPth(gffOf(files, 'tar_m99.pth'), new Report()).length).toBeGreaterThan(0);
	});

	test('lists its rooms, and has the area in the middle of its map, to one scale', async () => {
		const { files, outputs } = await plain;
		const { root } = gffOf(files, 'tar_m99.are');
		const names = readLyt(fileOf(outputs, 'tar_m99.lyt'), new Report()).rooms.map(({ model }) => model);
		expect(listOf(root, 'Rooms').map((room) => textOf(room, 'RoomName'))).toEqual(names);
		const map = structOf(root, 'Map');
		const at = (label: string): number => (map === undefined ? Number.NaN : numberOf(map, label));
		const scaleX = ((at('MapPt2X') - at('MapPt1X')) * MAP_WIDTH) / (at('WorldPt2X') - at('WorldPt1X'));
		const scaleY = ((at('MapPt2Y') - at('MapPt1Y')) * MAP_HEIGHT) / (at('WorldPt1Y') - at('WorldPt2Y'));
		expect(scaleX / scaleY).toBeCloseTo(1, 4);
		expect(at('MapPt1X') + at('MapPt2X')).toBeCloseTo(1, 5);
		for (const label of ['MapPt1X', 'MapPt1Y', 'MapPt2X', 'MapPt2Y']) {
			expect(at(label)).toBeGreaterThanOrEqual(0);
			expect(at(label)).toBeLessThanOrEqual(1);
		}
	});

	test('takes in what its folder has, and brings area files in it up to date', async () => {
		const are = newAre('tar_m99');
		const foggy: Gff = { ...are, root: withField(are.root, 'SunFogOn', { type: 'byte', value: 1 }) };
		const parts = partsOf({
			'grid_0000.mdl': new Uint8Array([1]),
			'grid_0000.mdx': new Uint8Array([2]),
			'GATE.utd': new Uint8Array([3]),
			'readme.txt': new Uint8Array([4]),
			'notes.unknown': new Uint8Array([5]),
			'tar_m99.mod': new Uint8Array([6]),
			'tar_m99.are': writeGff(foggy),
		});
		const { files, report } = await moduleOf({}, parts);
		const entries = await entriesOf(fileOf(files, 'tar_m99.mod'));
		expect([...(entries.get('grid_0000.mdl') ?? [])]).toEqual([1]);
		expect([...entries.keys()]).not.toContain('notes.unknown');
		expect([...entries.keys()]).not.toContain('tar_m99.mod');
		const { root } = gffOf(files, 'tar_m99.are');
		expect(numberOf(root, 'SunFogOn')).toBe(1);
		expect(listOf(root, 'Rooms')).toHaveLength(level.rooms.length);
		expect(report.findings).toMatchObject([
			{
				code: 'MODULE_PARTS_MISSING',
				severity: 'warning',
				data: { modelCount: 1, models: 'grid_0001', templateCount: 1, templates: 'crate.utp' },
				message: 'The module lacks the models (.mdl, .mdx) of 1 room: grid_0001; and 1 template: crate.utp.',
			},
		]);
	});

	test('lacks no template that the game has which is named', async () => {
		const report = new Report();
		const resource = async (name: string) => (name === 'gate.utd' ? new Uint8Array(1) : undefined);
		await moduleFiles(level, [], 'out', {}, undefined, { surfaces: K1, report, resource });
		const told = report.findings.find(({ code }) => code === 'MODULE_PARTS_MISSING');
		expect(told?.data).toMatchObject({ modelCount: 2, templateCount: 1, templates: 'crate.utp' });
	});

	test('has a picture of its map, unless somebody drew one, or its name is too long for the game', async () => {
		const own = await moduleOf({}, partsOf({ 'LBL_MAPtar_m99.tpc': new Uint8Array([7]) }));
		const entries = await entriesOf(fileOf(own.files, 'tar_m99.mod'));
		expect([...entries.keys()].filter((name) => /lbl_map/i.test(name))).toEqual(['LBL_MAPtar_m99.tpc']);
		const report = new Report();
		const context = { surfaces: K1, report };
		const long = await moduleFiles({ ...level, name: 'tar_m99_and' }, [], 'out', {}, undefined, context);
		expect(long.filter(({ path }) => path.endsWith('.tga'))).toEqual([]);
		expect(report.findings.map(({ code }) => code)).toContain('MODULE_MAP_NAME_LONG');
		const { report: plainReport } = await plain;
		expect(plainReport.findings.map(({ code }) => code)).not.toContain('MODULE_MAP_NAME_LONG');
	});

	test('says where the player would fall, and which names the game does not take', async () => {
		const off = await moduleOf({ entry: [made.outside[0], 0, 0] });
		expect(off.report.findings.map(({ code }) => code)).toContain('MODULE_ENTRY_OFF_GROUND');
		const { x, y, z } = made.spots[0];
		const on = await moduleOf({ entry: [x, y, z], entryBearing: 180 });
		expect(on.report.findings.map(({ code }) => code)).not.toContain('MODULE_ENTRY_OFF_GROUND');
		expect(numberOf(gffOf(on.files, 'module.ifo').root, 'Mod_Entry_Dir_X')).toBe(-1);
		for (const module of ['', 'a module', 'a'.repeat(17), '../m'])
			await expect(moduleOf({ module })).rejects.toThrow(UsageError);
	});

	test('takes as many steps to find its path points as it may', async () => {
		await expect(moduleOf({ maxSteps: 10 })).rejects.toMatchObject({ finding: { code: 'SEARCH_TOO_LONG' } });
		const [{ files }, { files: usual }] = await Promise.all([moduleOf({ maxSteps: 50_000_000 }), plain]);
		expect(fileOf(files, 'tar_m99.pth')).toEqual(fileOf(usual, 'tar_m99.pth'));
	});
});

test.skipIf(!corpusPresent)('a real map has the size of picture that ours counts with', async () => {
	const { corpusFiles } = await import('../support/corpus.ts');
	const [{ bytes }] = corpusFiles('archives', '.rim');
	const source = {
		name: 'capsule.rim',
		size: bytes.length,
		read: async (at: number, size: number) => bytes.slice(at, at + size),
	};
	const { entries } = await readArchive(source);
	const are = entries.find(({ type }) => type === 2012);
	if (are === undefined) throw new Error('no ARE in the archive');
	const map = structOf(readGff(bytes.slice(are.offset, are.offset + are.size), new Report()).root, 'Map');
	const of = (label: string): number => (map === undefined ? Number.NaN : numberOf(map, label));
	// Its north lies along x: across the picture is along y.
	const across = (Math.abs(of('MapPt2X') - of('MapPt1X')) * MAP_WIDTH) / Math.abs(of('WorldPt2Y') - of('WorldPt1Y'));
	const down = (Math.abs(of('MapPt2Y') - of('MapPt1Y')) * MAP_HEIGHT) / Math.abs(of('WorldPt2X') - of('WorldPt1X'));
	expect(across / down).toBeCloseTo(1, 2);
});
