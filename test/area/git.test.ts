import { describe, expect, test } from 'vitest';
import { writeGltf } from '../../exporters/gltf/write.ts';
import { readArchive } from '../../game/archives/read-archive.ts';
import { emptyGit, placeInGit } from '../../game/area/area-resources.ts';
import { pathsOfPth, thingsOfGit, writePth } from '../../game/area/things.ts';
import { type Gff, readGff, textOf } from '../../game/gff/gff.ts';
import { writeGff } from '../../game/gff/write.ts';
import { gltfImporter } from '../../importers/gltf/index.ts';
import { readPlacements } from '../../jobs/level/area-files.ts';
import { InputError, Report, UsageError } from '../../src/findings/report.ts';
import { bytesSource } from '../../src/formats/contracts.ts';
import type { ObjectPlacement } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { gitWith, makeArea, triggerStruct } from '../support/area-maker.ts';
import { corpusFiles, corpusPresent } from '../support/corpus.ts';
import { pictureText } from '../support/svg.ts';

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

	test('takes no template that the game cannot name', () => {
		expect(() => placeInGit(emptyGit(), [{ ...door, model: 'a gate' }])).toThrow(UsageError);
		expect(() => placeInGit(emptyGit(), [{ ...door, model: 'a'.repeat(17) }])).toThrow(/at most 16/);
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

	test('of a stranger does not make more of it than it holds', () => {
		const field = (label: string, value: number) => ({ label, type: 'dword' as const, value });
		const point = { id: 2, fields: [field('Conections', 0xffffffff), field('First_Conection', 0)] };
		const link = { id: 3, fields: [field('Destination', 9)] };
		const root = {
			id: 0xffffffff,
			fields: [
				{ label: 'Path_Points', type: 'list' as const, value: [point] },
				{ label: 'Path_Conections', type: 'list' as const, value: [link] },
			],
		};
		expect(pathsOfPth({ type: 'PTH ', root }, new Report())).toEqual([{ x: 0, y: 0, links: [] }]);
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
