import { describe, expect, test } from 'vitest';
import { encodeBwm } from '../../exporters/bwm/index.ts';
import { emptyGit, placeInGit } from '../../game/area/area-resources.ts';
import { TOP_STRUCT } from '../../game/gff/gff.ts';
import { writeGff } from '../../game/gff/write.ts';
import { checkSource } from '../../jobs/check.ts';
import { createRegistry } from '../../jobs/default-registry.ts';
import { gitBeside, placedBeside } from '../../jobs/level/area-files.ts';
import { writeLyt } from '../../level/formats/write.ts';
import { deriveBwm } from '../../src/bwm/derive.ts';
import { type Finding, Report } from '../../src/findings/report.ts';
import { bytesSource, type InputSource } from '../../src/formats/contracts.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import { gitWith, makeArea } from '../support/area-maker.ts';
import { layoutOf, rectangle } from '../support/levels.ts';
import { binaryTable } from '../support/tables.ts';

const made = makeArea(() => 0.3, 0, 2);
const [door] = made.doors;
const names = made.level.rooms.map(({ name }) => name);

/** Its leaf begins at its origin, as that of a door that turns about its edge. */
const leaf: Walkmesh = createWalkmesh({
	...rectangle(0, -0.1, 3, 0.2),
	name: 'dor_hinged',
	kind: 'door',
	doorState: 'closed',
});
const bytesOf = (mesh: Walkmesh): Uint8Array => encodeBwm(deriveBwm(mesh, K1, new Report()));
const template = (type: string, label: string, value: number): Uint8Array =>
	writeGff({
		type,
		root: { id: TOP_STRUCT, fields: [{ label, type: label === 'Appearance' ? 'dword' : 'byte', value }] },
	});
const table = (...models: string[]): Uint8Array =>
	binaryTable({ columns: ['label', 'ModelName'], rows: models.map((model) => ({ label: 'x', cells: ['', model] })) });

/** An area whose one door hangs by its edge: only who knows its walkmesh sees that it fills its doorway. */
const stands = { ...door, x: door.x - Math.cos(door.bearing) * 1.5, y: door.y - Math.sin(door.bearing) * 1.5 };
const area: Readonly<Record<string, Uint8Array>> = {
	'area.git': writeGff(gitWith({ doors: [stands] })),
	'area.lyt': writeLyt(layoutOf(...names)),
	...Object.fromEntries(
		made.level.rooms.map(({ name, walkmesh }) => [`${name}.wok`, bytesOf({ ...(walkmesh as Walkmesh), name })]),
	),
};
const own = { 'door0.utd': template('UTD ', 'GenericType', 2) };
const ofGame = { 'genericdoors.2da': table('', 'dor_other', 'DOR_Hinged'), 'dor_hinged0.dwk': bytesOf(leaf) };

type Files = Readonly<Record<string, Uint8Array>>;

function layoutAmong(files: Files): InputSource {
	const sibling = async (name: string): Promise<Uint8Array> => {
		if (files[name] === undefined) throw new Error(`no ${name}`);
		return files[name];
	};
	return { ...bytesSource(area['area.lyt'], 'area.lyt'), path: 'area.lyt', sibling };
}

async function check(files: Files, game?: Files): Promise<readonly Finding[]> {
	const find = async (room: string) => bytesSource(area[`${room}.wok`], `${room}.wok`);
	const resource = game === undefined ? {} : { resource: async (name: string) => game[name] };
	return checkSource(
		layoutAmong({ ...area, ...files }),
		{ roomFiles: { looked: '', find } },
		{ surfaces: K1, mappings: [], report: new Report(), ...resource },
		createRegistry(),
	);
}
const codes = async (...args: Parameters<typeof check>): Promise<string[]> =>
	(await check(...args)).map(({ code }) => code).filter((code) => /^(?:DOOR|TEMPLATE|THING)/.test(code));

describe('the model of a door', () => {
	test('is that of its template, and where its leaf is says whether it fills its doorway', async () => {
		expect(await codes({})).toEqual(['DOOR_OFF_DOORWAY']);
		expect(await codes({ ...own, ...ofGame })).toEqual([]);
	});

	test('is found in the game that is named, where the module does not bring the table and the walkmesh', async () => {
		expect(await codes(own, ofGame)).toEqual([]);
		expect(await codes({}, { ...own, ...ofGame })).toEqual([]);
	});

	test('is the one called like the template whose walkmesh lies beside, where no table tells', async () => {
		expect(await codes({ 'door00.dwk': bytesOf(leaf) })).toEqual([]);
	});

	test('is told to be missing with its template, or where its row has none; without the tables of a game nobody knows', async () => {
		const lost = async (files: Files): Promise<unknown> =>
			(await check(files, ofGame)).find(({ code }) => code === 'TEMPLATE_WITHOUT_MODEL')?.data;
		expect(await lost({})).toEqual({ kind: 'door', count: 1, names: 'door0' });
		expect(await lost({ 'door0.utd': template('UTD ', 'GenericType', 0) })).toMatchObject({ names: 'door0 (row 0)' });
		expect(await lost({ 'door0.utd': template('UTD ', 'GenericType', 99) })).toMatchObject({ names: 'door0 (row 99)' });
		expect(await lost({ 'door0.utd': new Uint8Array(7) })).toMatchObject({ names: 'door0' });
		expect(await lost({ 'door0.utd': template('UTP ', 'GenericType', 2) })).toMatchObject({ names: 'door0' });
		expect(await lost(own)).toBeUndefined();
		expect((await codes({})).includes('TEMPLATE_WITHOUT_MODEL')).toBe(false);
	});
});

test('a placeable has the model of its appearance, and questions of a level find its walkmesh where it stands', async () => {
	const crate = createWalkmesh({ ...rectangle(-1, -1, 2, 2), name: 'plc_crate', kind: 'placeable' });
	const box = { kind: 'placeable', model: 'box', position: [stands.x, stands.y, stands.z], bearing: 30 } as const;
	const files = {
		'area.git': writeGff(placeInGit(emptyGit(), [box])),
		'box.utp': template('UTP ', 'Appearance', 1),
		'placeables.2da': table('plc_other', 'plc_crate'),
		'plc_crate.pwk': bytesOf(crate),
	};
	const context = { report: new Report() };
	expect(await gitBeside(layoutAmong(files), context)).toMatchObject([{ kind: 'placeable', model: 'plc_crate' }]);
	const [placed] = await placedBeside(layoutAmong(files), layoutOf(...names), context);
	expect(placed.walkmesh.name).toBe('plc_crate');
	expect(placed.position[0]).toBeCloseTo(stands.x);
});
