import { describe, expect, test } from 'vitest';
import {
	emptyGit,
	mapFileName,
	mapValues,
	newAre,
	newIfo,
	placeInGit,
	withLevel,
	withMap,
} from '../../game/area/area-resources.ts';
import { MODEL_SOURCES, modelInTable, modelRow, pathsOfPth, THING_LISTS, thingsOfGit } from '../../game/area/things.ts';
import { type Gff, type GffField, type GffStruct, listOf, numberOf, structOf, textOf } from '../../game/gff/gff.ts';
import { thingsOfHooks, thingsOfPlacements } from '../../level/rooms/placements.ts';
import { mapOf } from '../../pictures/minimap.ts';
import { Report } from '../../src/findings/report.ts';
import { withinHalfTurn } from '../../src/math/affine.ts';
import { nameOf } from '../../src/model/level.ts';
import { layoutOf } from '../support/levels.ts';

/** Fields as text: type, label and value. */
function said(fields: readonly GffField[]): string[] {
	return fields.map(({ label, type, value }) => {
		const struct = (each: GffStruct): string => `${each.id} { ${said(each.fields).join(', ')} }`;
		if (type === 'struct') return `${type} ${label} ${struct(value)}`;
		if (type === 'list') return `${type} ${label} [${value.map(struct).join(', ')}]`;
		return `${type} ${label} ${type === 'texts' ? `${value.reference} ${JSON.stringify(value.texts)}` : JSON.stringify(value)}`;
	});
}

const linesOf = (text: string): string[] => text.trim().split(/\n\t*/);
const float = (label: string, value: number): GffField => ({ label, type: 'float', value });
const text = (label: string, value: string): GffField => ({ label, type: 'resref', value });
const gff = (...fields: GffField[]): Gff => ({ type: 'GIT ', root: { id: 0xffffffff, fields } });

describe('a new file of an area has the fields of those of the game', () => {
	test('ARE', () => {
		const { type, root } = newAre('m99');
		expect([type, root.id]).toEqual(['ARE ', 0xffffffff]);
		expect(said(root.fields)).toEqual(
			linesOf(`
				int ID 0
				int Creator_ID 0
				dword Version 0
				string Tag "m99"
				texts Name 4294967295 [{"id":0,"text":"m99"}]
				string Comments ""
				struct Map 0 {  }
				list Expansion_List []
				dword Flags 0
				int ModSpotCheck 0
				int ModListenCheck 0
				float AlphaTest 0.20000000298023224
				int CameraStyle 0
				resref DefaultEnvMap ""
				resref Grass_TexName ""
				float Grass_Density 0
				float Grass_QuadSize 0
				dword Grass_Ambient 0
				dword Grass_Diffuse 0
				float Grass_Prob_LL 0.25
				float Grass_Prob_LR 0.25
				float Grass_Prob_UL 0.25
				float Grass_Prob_UR 0.25
				dword MoonAmbientColor 0
				dword MoonDiffuseColor 0
				byte MoonFogOn 0
				float MoonFogNear 99
				float MoonFogFar 100
				dword MoonFogColor 0
				byte MoonShadows 0
				dword SunAmbientColor 0
				dword SunDiffuseColor 0
				byte SunFogOn 0
				float SunFogNear 99
				float SunFogFar 100
				dword SunFogColor 0
				byte SunShadows 0
				dword DynAmbientColor 8421504
				byte IsNight 0
				byte LightingScheme 0
				byte ShadowOpacity 205
				byte DayNightCycle 0
				int ChanceRain 0
				int ChanceSnow 0
				int ChanceLightning 0
				int WindPower 0
				word LoadScreenID 0
				byte PlayerVsPlayer 3
				byte NoRest 0
				byte NoHangBack 0
				byte PlayerOnly 0
				byte Unescapable 0
				byte StealthXPEnabled 0
				dword StealthXPLoss 0
				dword StealthXPMax 0
				list Rooms []
				resref OnEnter ""
				resref OnExit ""
				resref OnHeartbeat ""
				resref OnUserDefined ""
			`),
		);
	});

	test('GIT', () => {
		const { type, root } = emptyGit();
		expect([type, root.id]).toEqual(['GIT ', 0xffffffff]);
		expect(said(root.fields)).toEqual(
			linesOf(`
				byte UseTemplates 1
				struct AreaProperties 100 { int AmbientSndDay 0, int AmbientSndNight 0, int AmbientSndDayVol 127, int AmbientSndNitVol 127, int EnvAudio 0, int MusicBattle 0, int MusicDay 0, int MusicNight 0, int MusicDelay 20000 }
				list Creature List []
				list Door List []
				list Encounter List []
				list List []
				list SoundList []
				list StoreList []
				list TriggerList []
				list WaypointList []
				list Placeable List []
				list CameraList []
			`),
		);
	});

	test('IFO, with an id that follows from the name', () => {
		const { type, root } = newIfo('M99', { position: [1, 2.5, -3], direction: [0, 1] });
		expect([type, root.id]).toEqual(['IFO ', 0xffffffff]);
		const [id, ...fields] = root.fields;
		expect(said(fields)).toEqual(
			linesOf(`
				int Mod_Creator_ID 2
				dword Mod_Version 3
				string Mod_VO_ID ""
				word Expansion_Pack 0
				texts Mod_Name 4294967295 [{"id":0,"text":"M99"}]
				string Mod_Tag "M99"
				string Mod_Hak ""
				texts Mod_Description 4294967295 []
				byte Mod_IsSaveGame 0
				resref Mod_Entry_Area "M99"
				float Mod_Entry_X 1
				float Mod_Entry_Y 2.5
				float Mod_Entry_Z -3
				float Mod_Entry_Dir_X 0
				float Mod_Entry_Dir_Y 1
				list Mod_Expan_List []
				byte Mod_DawnHour 6
				byte Mod_DuskHour 18
				byte Mod_MinPerHour 2
				byte Mod_StartMonth 6
				byte Mod_StartDay 1
				byte Mod_StartHour 13
				dword Mod_StartYear 1372
				byte Mod_XPScale 10
				resref Mod_OnHeartbeat ""
				resref Mod_OnModLoad ""
				resref Mod_OnModStart ""
				resref Mod_OnClientEntr ""
				resref Mod_OnClientLeav ""
				resref Mod_OnActvtItem ""
				resref Mod_OnAcquirItem ""
				resref Mod_OnUsrDefined ""
				resref Mod_OnUnAqreItem ""
				resref Mod_OnPlrDeath ""
				resref Mod_OnPlrDying ""
				resref Mod_OnPlrLvlUp ""
				resref Mod_OnSpawnBtnDn ""
				resref Mod_OnPlrRest ""
				resref Mod_StartMovie ""
				list Mod_CutSceneList []
				list Mod_GVar_List []
				list Mod_Area_list [6 { resref Area_Name "M99" }]
			`),
		);
		// FNV-1a, on and on over the name and 0, the name and 1, ….
		let hash = 0x811c9dc5n;
		const bytes = Array.from({ length: 16 }, (_, i) => {
			for (const letter of `m99${i}`) hash = ((hash ^ BigInt(letter.charCodeAt(0))) * 0x01000193n) & 0xffffffffn;
			return Number(hash >> 24n);
		});
		expect(id).toMatchObject({ label: 'Mod_ID', type: 'void' });
		expect([...(id.value as Uint8Array)]).toEqual(bytes);
		expect(said(newIfo('', { position: [0, 0, 0], direction: [1, 0] }).root.fields)).toContain(
			'texts Mod_Name 4294967295 []',
		);
	});
});

describe('the map of an area', () => {
	test.each([
		['wide', [100, -50, 0, 299, -30, 9], 396 / 199],
		['deep', [-40, 10, 0, -30, 210, 9], 230.4 / 200],
		['a point', [5, 6, 0, 5, 6, 0], 230.4 / 10],
		['a line', [5, 6, 0, 105, 6, 0], 396 / 100],
	] as const)('%s lies in its middle, north up', (_, bounds, scale) => {
		const map = mapOf(bounds);
		expect(map.scale).toBeCloseTo(scale, 9);
		const [x1, y1, x2, y2] = map.world;
		expect([(x1 + x2) / 2, (y1 + y2) / 2]).toEqual([(bounds[0] + bounds[3]) / 2, (bounds[1] + bounds[4]) / 2]);
		expect(x2 - x1).toBeCloseTo(Math.max(10, bounds[3] - bounds[0]), 9);
		expect(y1 - y2).toBeCloseTo(Math.max(10, bounds[4] - bounds[1]), 9);
		const [u1, v1, u2, v2] = map.picture;
		expect([u1 + u2, v1 + v2]).toEqual([expect.closeTo(1, 12), expect.closeTo(1, 12)]);
		expect((u2 - u1) * 440).toBeCloseTo((x2 - x1) * scale, 9);
		expect((v2 - v1) * 256).toBeCloseTo((y1 - y2) * scale, 9);
		expect(Math.max(u2 - u1, v2 - v1)).toBeCloseTo(0.9, 9);
	});

	const map = { scale: 1, world: [1, 2, 3, 4.1], picture: [0.1, 0.2, 0.3, 0.4] } as const;
	const values = {
		...{ MapResX: 44, NorthAxis: 0, WorldPt1X: 1, WorldPt1Y: 2, WorldPt2X: 3, WorldPt2Y: Math.fround(4.1) },
		...{ MapPt1X: Math.fround(0.1), MapPt1Y: Math.fround(0.2), MapPt2X: Math.fround(0.3), MapPt2Y: Math.fround(0.4) },
		MapZoom: 1,
	};

	test('is written into an ARE, whose other fields stay', () => {
		expect(mapValues(map)).toEqual(values);
		for (const are of [
			gff(),
			gff({ label: 'Map', type: 'struct', value: { id: 3, fields: [text('Own', 'x'), float('MapPt1X', 9)] } }),
		]) {
			const own = structOf(withMap(are, map).root, 'Map') as GffStruct;
			for (const [label, value] of Object.entries(values)) {
				expect(numberOf(own, label, Number.NaN)).toBe(value);
				const whole = /^(?:MapResX|NorthAxis|MapZoom)$/.test(label);
				expect(own.fields.find((field) => field.label === label)?.type).toBe(whole ? 'int' : 'float');
			}
			const before = structOf(are.root, 'Map');
			expect([own.id, textOf(own, 'Own')]).toEqual([before?.id ?? 0, before === undefined ? '' : 'x']);
			expect(own.fields).toHaveLength(before === undefined ? 11 : 12);
		}
		expect(mapFileName('m01aa')).toBe('lbl_mapm01aa.tga');
	});

	test('comes with the rooms of the layout; those that are known keep what is said of them', () => {
		const room = (name: string, ...fields: GffField[]): GffStruct => ({
			id: 0,
			fields: [...fields, { label: 'RoomName', type: 'string', value: name }],
		});
		const are = gff(
			{ label: 'Others', type: 'list', value: [room('hall', float('AmbientScale', 7))] },
			{
				label: 'Rooms',
				type: 'list',
				value: [room('Hall', float('AmbientScale', 2)), room('gone'), { id: 0, fields: [] }],
			},
		);
		const { root } = withLevel(are, map, layoutOf('yard', 'HALL', '****'));
		expect(listOf(root, 'Rooms').map(({ id, fields }) => [id, said(fields)])).toEqual([
			[0, ['string RoomName "yard"', 'int EnvAudio 0', 'float AmbientScale 0']],
			[0, ['float AmbientScale 2', 'string RoomName "Hall"']],
		]);
		expect(numberOf(structOf(root, 'Map') as GffStruct, 'MapPt1X')).toBe(Math.fround(0.1));
		expect(listOf(root, 'Others')).toHaveLength(1);
	});
});

describe('what is placed into a GIT', () => {
	const door = { kind: 'door', model: 'Gate', state: 'closed', position: [1, 2, 3], bearing: 90 } as const;
	const crate = { ...door, kind: 'placeable', model: 'Crate' } as const;
	const doorsOf = (git: Gff): readonly GffStruct[] => listOf(git.root, 'Door List');

	test('has the fields of a new door, and fewer for a placeable', () => {
		const git = placeInGit(emptyGit(), [door, crate]);
		const at = ['float X 1', 'float Y 2', 'float Z 3', `float Bearing ${Math.fround(Math.PI / 2)}`];
		expect(doorsOf(git).map(({ id, fields }) => [id, said(fields)])).toEqual([
			[
				8,
				[
					...['resref TemplateResRef "gate"', 'string Tag "Gate"', 'resref LinkedToModule ""', 'string LinkedTo ""'],
					...['byte LinkedToFlags 0', 'texts TransitionDestin 4294967295 []', ...at],
				],
			],
		]);
		expect(listOf(git.root, 'Placeable List').map(({ id, fields }) => [id, said(fields)])).toEqual([
			[9, ['resref TemplateResRef "crate"', ...at]],
		]);
	});

	test('is the nearest of its template within a metre, each once', () => {
		const start = placeInGit(emptyGit(), [door, { ...door, model: 'other' }, { ...door, position: [1.6, 2, 3] }]);
		const xs = (...positions: readonly number[]): unknown =>
			doorsOf(
				placeInGit(
					start,
					positions.map((x) => ({ ...door, model: 'GATE', position: [x, 2, 3] as const })),
				),
			).map((each) => [textOf(each, 'TemplateResRef'), numberOf(each, 'X')]);
		expect(xs(1.25)).toEqual([['gate', 1.25], ['other', 1], ['gate', Math.fround(1.6)]]); // biome-ignore format: one row
		expect(xs(1.5)).toEqual([['gate', 1], ['other', 1], ['gate', 1.5]]); // biome-ignore format: one row
		expect(xs(0)).toEqual([['gate', 0], ['other', 1], ['gate', Math.fround(1.6)]]); // biome-ignore format: one row
		expect(xs(-0.125)).toEqual([['gate', 1], ['other', 1], ['gate', Math.fround(1.6)], ['gate', -0.125]]); // biome-ignore format: one row
		expect(xs(1.25, 1.125)).toEqual([['gate', 1.25], ['other', 1], ['gate', 1.125]]); // biome-ignore format: one row
	});

	test.each([0, 1, 2])('and no farther away along axis %d', (axis) => {
		const at = (off: number) =>
			[1, 2, 3].map((value, k) => (k === axis ? value + off : value)) as unknown as typeof door.position;
		const start = placeInGit(emptyGit(), [door]);
		for (const [off, count] of [[1, 1], [-1, 1], [1.125, 2]]) // biome-ignore format: one row
			expect(doorsOf(placeInGit(start, [{ ...door, position: at(off) }]))).toHaveLength(count);
	});

	test.each(['a gate', '', 'a-b', 'a'.repeat(17)])('has no template called %j', (model) => {
		expect(() => placeInGit(emptyGit(), [{ ...door, model }])).toThrow('cannot be the name of a template');
	});

	test('may be called otherwise than its model', () => {
		const git = placeInGit(emptyGit(), [door, { ...door, model: 'a gate', position: [9, 9, 9] }], {
			template: { GATE: 'steel', 'A Gate': 7 },
		});
		expect(doorsOf(git).map((each) => textOf(each, 'TemplateResRef'))).toEqual(['steel', '7']);
		expect(doorsOf(placeInGit(emptyGit(), [{ ...door, model: 'a'.repeat(16) }]))).toHaveLength(1);
	});
});

describe('things of a GIT', () => {
	const standing = (x: number, y: number): GffField[] => [float('XOrientation', x), float('YOrientation', y)];
	const struct = (...fields: GffField[]): GffStruct => ({ id: 0, fields });
	const one = (label: string, ...fields: GffField[]) =>
		thingsOfGit(gff({ label, type: 'list', value: [struct(...fields)] }))[0];
	const at = [float('XPosition', 1), float('YPosition', 2), float('ZPosition', 3)];

	test.each([
		[1, 0, 0],
		[0, 1, 90],
		[-1, 0, 180],
		[0, -1, -90],
		[3, 3, 45],
	])('look along %d, %d', (x, y, bearing) => {
		for (const label of ['Creature List', 'StoreList', 'WaypointList'])
			expect(one(label, ...at, ...standing(x, y))).toMatchObject({ position: [1, 2, 3], bearing });
	});

	test('look nowhere without a direction, or where they have none', () => {
		expect(one('Creature List', ...at)).not.toHaveProperty('bearing');
		expect(one('SoundList', ...at, ...standing(1, 0))).not.toHaveProperty('bearing');
		expect(one('Door List', float('Bearing', Math.PI * 1.5)).bearing).toBeCloseTo(-90, 9);
	});

	test('are called by their template; a camera by its number, a store by its own', () => {
		expect(
			one(
				'CameraList',
				{ label: 'CameraID', type: 'int', value: 12 },
				{ label: 'Position', type: 'vector', value: [4, 5, 6] },
			),
		).toEqual({
			...{ kind: 'camera', index: 0, template: '12', tag: '', position: [4, 5, 6] },
		});
		expect(one('StoreList', text('ResRef', 'shop'), text('TemplateResRef', 'no'))).toMatchObject({ template: 'shop' });
		expect(
			one('WaypointList', text('TemplateResRef', 'wp'), { label: 'Tag', type: 'string', value: 'WP' }),
		).toMatchObject({ template: 'wp', tag: 'WP' });
	});

	test('have corners about their position, encounters besides where creatures appear', () => {
		const xyz = (x: string, y: string, z: string): GffStruct => struct(float(x, 10), float(y, 20), float(z, 30));
		const encounter = one(
			'Encounter List',
			...at,
			{ label: 'Geometry', type: 'list', value: [xyz('X', 'Y', 'Z')] },
			{ label: 'SpawnPointList', type: 'list', value: [xyz('X', 'Y', 'Z')] },
		);
		expect(encounter).toMatchObject({ kind: 'encounter', corners: [[11, 22, 33]], spawns: [[10, 20, 30]] });
		const trigger = one('TriggerList', ...at, {
			label: 'Geometry',
			type: 'list',
			value: [xyz('PointX', 'PointY', 'PointZ')],
		});
		expect(trigger).toMatchObject({ kind: 'trigger', corners: [[11, 22, 33]] });
		expect(trigger).not.toHaveProperty('spawns');
		expect(one('SoundList', ...at)).not.toHaveProperty('corners');
	});

	test('are numbered by list, in the order of the game’s lists', () => {
		const labels = Object.values(THING_LISTS).map(({ label }) => label);
		const all = gff(
			...labels.toReversed().map((label): GffField => ({ label, type: 'list', value: [struct(), struct()] })),
		);
		expect(thingsOfGit(all).map(({ kind, index }) => `${kind} ${index}`)).toEqual(
			Object.keys(THING_LISTS).flatMap((kind) => [`${kind} 0`, `${kind} 1`]),
		);
	});
});

test('things of a scene are numbered by kind, and have their model', () => {
	const placed = { model: 'gate', position: [1, 2, 3], bearing: 45 } as const;
	const list = [{ ...placed, kind: 'door' }, { ...placed, kind: 'placeable' }, { ...placed, kind: 'door' }] as const; // biome-ignore format: one row
	expect(thingsOfPlacements(list)).toEqual(
		([['door', 0], ['placeable', 0], ['door', 1]] as const).map(([kind, index]) => ({ ...placed, kind, index, template: 'gate', tag: '' })), // biome-ignore format: one row
	);
});

test.each([
	[[1, 0, 0, 0], 0],
	[[Math.SQRT1_2, 0, 0, Math.SQRT1_2], 90],
	[[Math.SQRT1_2, 0, 0, -Math.SQRT1_2], -90],
	[[0, 0, 0, 1], 180],
	[[Math.cos(0.2), 0, 0, Math.sin(0.2)], (0.4 * 180) / Math.PI],
	// Lying on its side: a quarter about x, then so much about z.
	[[0.5, 0.5, 0.5, 0.5], 90],
	[[0, 1, 0, 0], 0],
	[[0, 0, 1, 0], 180],
	[[0, Math.SQRT1_2, Math.SQRT1_2, 0], 90],
	[[Math.cos(0.3) * Math.cos(0.2), Math.sin(0.3) * Math.cos(0.2), Math.sin(0.3) * Math.sin(0.2), Math.cos(0.3) * Math.sin(0.2)], (0.4 * 180) / Math.PI],
] as const)('a door hook turned by the quaternion %j has a bearing', (orientation, bearing) => {
	const hook = { room: 'r', door: 'gate', position: [1, 2, 3], orientation } as never;
	const [thing] = thingsOfHooks({ doorHooks: [hook] });
	expect(thing).toMatchObject({ kind: 'door', index: 0, template: 'gate', tag: '', position: [1, 2, 3] });
	expect(thing.bearing).toBeCloseTo(bearing, 9);
}); // biome-ignore format: rows

test.each([
	[0, 0],
	[180, 180],
	[-180, 180],
	[180.5, -179.5],
	[-179.5, -179.5],
	[720, 0],
	[-450, -90],
])('%d degrees are %d', (degrees, same) => {
	expect(withinHalfTurn(degrees)).toBe(same);
});

test('a thing is called by its tag, else its template, else its number', () => {
	const thing = { kind: 'door', index: 3, tag: '', template: '' } as const;
	expect(nameOf(thing)).toBe('door 3');
	expect(nameOf({ ...thing, template: 'gate' })).toBe('door 3 "gate"');
	expect(nameOf({ ...thing, template: 'gate', tag: 'Main' })).toBe('door 3 "Main"');
});

test('links of path points that lead nowhere are left out', () => {
	const dword = (label: string, value: number): GffField => ({ label, type: 'dword', value });
	const point = (first: number, count: number): GffStruct => ({
		id: 2,
		fields: [dword('First_Conection', first), dword('Conections', count), float('X', first), float('Y', count)],
	});
	const links = [1, 0, 2, -1].map(
		(to): GffStruct => ({ id: 3, fields: [{ label: 'Destination', type: 'int', value: to }] }),
	);
	const pth = gff(
		{ label: 'Path_Points', type: 'list', value: [point(0, 1), point(1, 0xffffffff)] },
		{ label: 'Path_Conections', type: 'list', value: [...links, { id: 3, fields: [] }] },
	);
	expect(pathsOfPth(pth, new Report())).toEqual([
		{ x: 0, y: 1, links: [1] },
		{ x: 1, y: 0xffffffff, links: [0] },
	]);
});

test('the model of a template is that of its row in the table', () => {
	const table = {
		columns: ['label', 'modelname'],
		labels: ['0', '1', '2'],
		cells: ['a', ' Gate_01 ', 'b', ' ', 'c', ''],
	};
	expect(modelInTable(table as never, 0)).toBe('gate_01');
	expect(modelInTable(table as never, 1)).toBeUndefined();
	expect(modelInTable(table as never, 2)).toBeUndefined();
	expect(modelInTable(table as never, 9)).toBeUndefined();
	const { door, placeable } = MODEL_SOURCES;
	expect([door, placeable]).toEqual([
		{ extension: 'utd', type: 'UTD ', row: 'GenericType', table: 'genericdoors.2da' },
		{ extension: 'utp', type: 'UTP ', row: 'Appearance', table: 'placeables.2da' },
	]);
	const row: GffField = { label: 'GenericType', type: 'byte', value: 7 };
	expect(modelRow(gff(row), door as never)).toBe(7);
	expect(modelRow(gff(), door as never)).toBe(0);
});
