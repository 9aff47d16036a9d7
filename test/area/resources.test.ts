import { beforeAll, describe, expect, test } from 'vitest';
import { encodeBwm } from '../../exporters/bwm/index.ts';
import { writeGltf } from '../../exporters/gltf/write.ts';
import { readArchive } from '../../game/archives/read-archive.ts';
import { emptyGit, entryOfIfo, newAre, newIfo, placeInGit } from '../../game/area/area-resources.ts';
import { pathsOfPth, thingsOfGit, writePth } from '../../game/area/things.ts';
import { type Gff, numberOf, readGff, structOf, TOP_STRUCT, textOf } from '../../game/gff/gff.ts';
import { writeGff } from '../../game/gff/write.ts';
import { gltfImporter } from '../../importers/gltf/index.ts';
import { checkSource } from '../../jobs/check.ts';
import { createRegistry } from '../../jobs/default-registry.ts';
import { gitBeside, placedBeside, readPlacements } from '../../jobs/level/area-files.ts';
import { areWithMap, mapOfLevel, minimapOf } from '../../jobs/level/module.ts';
import { writeLyt } from '../../level/formats/write.ts';
import { deriveBwm } from '../../src/bwm/derive.ts';
import { type Finding, InputError, Report } from '../../src/findings/report.ts';
import { bytesSource, type InputSource } from '../../src/formats/contracts.ts';
import type { ObjectPlacement } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import { readTga, type Tga } from '../exporters/minimap/reading.ts';
import { gitWith, makeArea, triggerStruct } from '../support/area-maker.ts';
import { corpusFiles, corpusPresent } from '../support/corpus.ts';
import { EAST, layoutOf, levelOf, rectangle, withTransitions } from '../support/levels.ts';
import { pictureText } from '../support/svg.ts';
import { binaryTable } from '../support/tables.ts';

describe('templates', () => {
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
			expect(await lost({ 'door0.utd': template('UTD ', 'GenericType', 99) })).toMatchObject({
				names: 'door0 (row 99)',
			});
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
});

describe('git', () => {
	const read = (bytes: Uint8Array): Gff => readGff(bytes, new Report());

	const door = { kind: 'door', model: 'Gate', state: 'closed', position: [10, 20, 1.5], bearing: 90 } as const;
	const crate = { kind: 'placeable', model: 'crate', position: [1, 2, 3], bearing: -45 } as const;

	describe('a GIT', () => {
		test('says of everything in it where it stands, which way, and on what ground', () => {
			const stand = { x: 1, y: 2, z: 3, bearing: Math.PI / 2 };
			const things = thingsOfGit(
				read(
					writeGff(
						gitWith({ doors: [stand], creatures: [stand], waypoints: [stand], triggers: [triggerStruct(stand, 2)] }),
					),
				),
			);
			expect(things.map(({ kind, position, bearing }) => [kind, position, bearing && Math.round(bearing)])).toEqual([
				['creature', [1, 2, 3], 90],
				['door', [1, 2, 3], 90],
				['trigger', [1, 2, 3], undefined],
				['waypoint', [1, 2, 3], 90],
			]);
			expect(things[2].corners).toEqual([
				[1, 2, 3],
				[3, 2, 3],
				[3, 4, 3],
				[1, 4, 3],
			]);
		});

		test('gets the doors and placeables of a level, and comes back with them', () => {
			const git = read(writeGff(placeInGit(emptyGit(), [door, crate], { template: { gate: 'metal_door' } })));
			expect(git.type).toBe('GIT ');
			expect(thingsOfGit(git)).toMatchObject([
				{ kind: 'door', template: 'metal_door', position: [10, 20, 1.5] },
				{ kind: 'placeable', template: 'crate', position: [1, 2, 3] },
			]);
			expect(thingsOfGit(git).map(({ bearing }) => bearing?.toFixed(4))).toEqual(['90.0000', '-45.0000']);
		});

		test('that is placed into twice does not change, and keeps all that it said', () => {
			const first = placeInGit(gitWith({ creatures: [{ x: 0, y: 0, z: 0, bearing: 1 }] }), [door, crate]);
			const named: Gff = JSON.parse(JSON.stringify(first).replace('"value":"Gate"', '"value":"MainGate"'));
			expect(placeInGit(named, [door, crate])).toEqual(named);
			const moved = placeInGit(named, [{ ...door, position: [10, 20.5, 1.5] }]);
			const doors = thingsOfGit(moved).filter(({ kind }) => kind === 'door');
			expect(doors).toMatchObject([{ tag: 'MainGate', position: [10, 20.5, 1.5] }]);
			expect(thingsOfGit(moved).filter(({ kind }) => kind === 'creature')).toHaveLength(1);
			expect(
				thingsOfGit(placeInGit(named, [{ ...door, position: [10, 30, 1.5] }])).filter(({ kind }) => kind === 'door'),
			).toHaveLength(2);
		});

		test('is shown in an inspection file, which reads back as if it were not there', async () => {
			const { level } = makeArea(() => 0.4);
			const rooms = level.rooms.flatMap(({ walkmesh }) => walkmesh ?? []);
			const stand = { x: 1, y: 2, z: 3, bearing: 1 };
			const things = thingsOfGit(gitWith({ doors: [stand], waypoints: [stand], triggers: [triggerStruct(stand, 2)] }));
			const context = { surfaces: K1, report: new Report() };
			const bytes = await writeGltf(rooms, { things }, context);
			const text = new TextDecoder('latin1').decode(bytes);
			expect(text).toContain('"thing":{"kind":"waypoint","template":"wp0","tag":"","bearing":57.296}');
			const loaded = await gltfImporter.read(bytesSource(bytes, 'level.glb'), {}, { ...context, mappings: [] });
			expect(loaded.kind === 'walkmeshes' && loaded.walkmeshes.map(({ walkmesh }) => [...walkmesh.positions])).toEqual(
				rooms.map(({ positions }) => [...positions]),
			);
		});

		test('is shown in a plan, with a legend', () => {
			const { level } = makeArea(() => 0.4);
			const stand = { x: 1, y: 2, z: 3, bearing: 1 };
			const things = thingsOfGit(
				gitWith({ doors: [stand], waypoints: [stand, stand], triggers: [triggerStruct(stand, 2)] }),
			);
			const svg = pictureText(level.rooms, K1, { things });
			expect(svg).toContain('<title>waypoint 1 &quot;wp1&quot;</title>');
			expect(svg).toContain('2 waypoints');
			expect(svg).toContain('stroke-dasharray="5 3"');
			expect(pictureText(level.rooms, K1)).not.toContain('In the area');
		});
	});

	describe('a path graph', () => {
		test('reads back with its links', () => {
			const points = [
				{ x: 0, y: 1, links: [1] },
				{ x: 2, y: 3, links: [0, 2] },
				{ x: 4, y: 5, links: [1] },
			];
			expect(pathsOfPth(read(writePth(points)), new Report())).toEqual(points);
		});
	});

	test('placements are checked before they are believed', () => {
		const parse = (value: unknown) => readPlacements(new TextEncoder().encode(JSON.stringify(value)), new Report());
		const good: ObjectPlacement[] = [door, crate];
		expect(parse({ version: 1, level: 'quay', placements: good }).placements).toEqual(good);
		for (const bad of [
			null,
			[],
			{ version: 2, placements: [] },
			{ version: 1, placements: [{ ...door, position: [1, 2] }] },
			{ version: 1, placements: [{ ...door, bearing: null }] },
			{ version: 1, placements: [{ ...door, kind: 'wall' }] },
		])
			expect(() => parse(bad)).toThrow(InputError);
	});

	describe.skipIf(!corpusPresent)('the files of the two capsules', () => {
		/** Which come back byte for byte: those whose tables stand in the order in which the game's tools write them. The others have the same values. */
		const EXACT = ['ARE ', 'GIT ', 'ARE ', 'IFO '];

		test('all six come back, four of them byte for byte', async () => {
			const source = (name: string) => {
				const [file] = corpusFiles('archives', name);
				return {
					name,
					size: file.bytes.length,
					read: async (start: number, size: number) => file.bytes.slice(start, start + size),
				};
			};
			const archives = [await readArchive(source('.mod')), await readArchive(source('.rim'))];
			const exact: string[] = [];
			let count = 0;
			for (const { entries, parts } of archives) {
				for (const entry of entries) {
					const bytes = new Uint8Array(await parts[0].source.read(entry.offset, entry.size));
					const gff = read(bytes);
					const written = writeGff(gff);
					expect(read(written)).toEqual(gff);
					if (Buffer.compare(written, bytes) === 0) exact.push(gff.type);
					count++;
					if (gff.type === 'PTH ') expect(read(writePth(pathsOfPth(gff, new Report()))).root.fields).toHaveLength(2);
					if (gff.type === 'GIT ')
						expect(thingsOfGit(gff).every(({ position }) => position.every(Number.isFinite))).toBe(true);
					if (gff.type === 'IFO ') expect(textOf(gff.root, 'Mod_Entry_Area')).toMatch(/^\w+$/);
				}
			}
			expect([count, exact]).toEqual([6, EXACT]);
		});
	});
});

/** An L of three rooms, far from the origin, one of them higher; the ground between its arms is nobody's. */
const level = levelOf(
	withTransitions(rectangle(100, -50, 20, 10), { [EAST]: 1 }),
	rectangle(120, -50, 10, 10),
	rectangle(100, -40, 10, 30, 6),
);
const map = mapOfLevel(level);

/** Where the game puts a point of the area, by what the ARE says: 440 × 256 pixels. */
function pixelByAre(are: Uint8Array): (x: number, y: number) => [number, number] {
	const own = structOf(readGff(are, new Report()).root, 'Map');
	const at = (label: string): number => (own === undefined ? Number.NaN : numberOf(own, label));
	expect([at('NorthAxis'), at('MapZoom')]).toEqual([0, 1]);
	const along = (axis: 'X' | 'Y', value: number): number => {
		const share = (value - at(`WorldPt1${axis}`)) / (at(`WorldPt2${axis}`) - at(`WorldPt1${axis}`));
		return at(`MapPt1${axis}`) + share * (at(`MapPt2${axis}`) - at(`MapPt1${axis}`));
	};
	return (x, y) => [along('X', x) * 440, along('Y', y) * 256];
}

describe('the map of an area', () => {
	let picture: Tga;
	beforeAll(async () => {
		picture = readTga(await minimapOf(level, map, K1));
	});
	const are = areWithMap(writeGff(newAre('m99')), map, new Report());
	const pixelOf = pixelByAre(are);
	const colourAt = (x: number, y: number): number[] =>
		picture.at(...(pixelOf(x, y).map(Math.round) as [number, number]));

	test('has the size that the game reads, and is the same every time', async () => {
		expect([picture.width, picture.height]).toEqual([512, 256]);
		const [once, again] = [await minimapOf(level, map, K1), await minimapOf(level, mapOfLevel(level), K1)];
		expect(Buffer.compare(once, again)).toBe(0);
	});

	test('shows ground where the values of the ARE say that it is, and nothing beside it', () => {
		const back = picture.at(2, 2);
		for (const [x, y] of [
			[105, -45],
			[128, -48],
			[119, -42],
			[102, -12],
			[108, -30],
		]) {
			expect(colourAt(x, y), `${x} ${y}`).not.toEqual(back);
		}
		for (const [x, y] of [
			[115, -35],
			[129, -12],
			[98, -45],
			[132, -45],
			[105, -8],
		]) {
			expect(colourAt(x, y), `${x} ${y}`).toEqual(back);
		}
		expect(picture.at(500, 128)).toEqual(back);
	});

	test('has its corners and passages where they are to the pixel', () => {
		const back = picture.at(2, 2);
		const [left, low] = pixelOf(100, -50);
		// The line about the ground is 1.4 pixels wide.
		expect(picture.at(Math.floor(left) + 3, Math.floor(low) - 3)).not.toEqual(back);
		expect(picture.at(Math.floor(left) - 3, Math.floor(low) - 3)).toEqual(back);
		const [x, y] = pixelOf(120, -45).map(Math.floor);
		const [red, , blue] = picture.at(x, y);
		expect(red).toBeGreaterThan(blue);
	});

	test('shows higher ground lighter', () => {
		const light = (x: number, y: number): number => colourAt(x, y).reduce((sum, each) => sum + each, 0);
		expect(light(105, -20)).toBeGreaterThan(light(105, -45));
	});

	test('is put into an ARE of which everything else stays', () => {
		const { root } = readGff(are, new Report());
		expect(textOf(root, 'Tag')).toBe('m99');
		expect(root.fields.map(({ label }) => label)).toEqual(newAre('m99').root.fields.map(({ label }) => label));
		expect(() => areWithMap(writeGff({ ...newAre('a'), type: 'IFO ' }), map, new Report())).toThrow(InputError);
	});

	test('of a level without ground is empty', async () => {
		const empty = levelOf(undefined);
		const blank = readTga(await minimapOf(empty, mapOfLevel(empty), K1));
		expect(blank.at(220, 128)).toEqual(blank.at(2, 2));
	});
});

test('where the player enters is that of the area he enters, in any letter case', () => {
	const ifo = newIfo('M01aa', { position: [1.5, -2, 3], direction: [0, 1] });
	expect(entryOfIfo(ifo, 'm01AA')).toEqual([1.5, -2, 3]);
	expect(entryOfIfo(ifo, 'm01ab')).toBeUndefined();
});
