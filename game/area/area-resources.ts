import { type AreaMap, MAP_WIDTH } from '../../pictures/minimap.ts';
import { UsageError } from '../../src/findings/report.ts';
import { distanceBetween, type Vec3 } from '../../src/math/vec3.ts';
import {
	type Layout,
	LONGEST_NAME,
	type ObjectPlacement,
	PLACEHOLDER_ROOM,
	THING_KINDS,
} from '../../src/model/level.ts';
import { excerpt } from '../../src/text/text.ts';
import {
	byteField,
	type Gff,
	type GffField,
	type GffStruct,
	listOf,
	numberOf,
	resourceField,
	structOf,
	TOP_STRUCT,
	textOf,
	vectorOf,
	withField,
} from '../gff/gff.ts';
import { THING_LISTS } from './things.ts';

/** No row of the talk table. */
const NO_TEXT = { reference: 0xffffffff, texts: [] } as const;

/** An existing door or placeable of the same template within this distance is moved instead of adding another; metres. */
const SAME = 1;

/** A GIT of an area in which nothing stands. */
export function emptyGit(): Gff {
	return {
		type: 'GIT ',
		root: {
			id: TOP_STRUCT,
			fields: [
				{ label: 'UseTemplates', type: 'byte', value: 1 },
				{
					label: 'AreaProperties',
					type: 'struct',
					value: {
						id: 100,
						fields: [
							...['AmbientSndDay', 'AmbientSndNight'].map((label): GffField => ({ label, type: 'int', value: 0 })),
							...['AmbientSndDayVol', 'AmbientSndNitVol'].map(
								(label): GffField => ({ label, type: 'int', value: 127 }),
							),
							...['EnvAudio', 'MusicBattle', 'MusicDay', 'MusicNight'].map(
								(label): GffField => ({ label, type: 'int', value: 0 }),
							),
							{ label: 'MusicDelay', type: 'int', value: 20000 },
						],
					},
				},
				...GIT_LISTS.map((label): GffField => ({ label, type: 'list', value: [] })),
			],
		},
	};
}

/** The lists of a GIT; `List` holds items that lie about. */
const GIT_LISTS = THING_KINDS.map((kind) => THING_LISTS[kind].label).toSpliced(3, 0, 'List');

export interface PlaceOptions {
	/** Names of templates by models, without regard to case. Default: the template is called like the model. */
	readonly template?: Readonly<Record<string, string | number>>;
}

/**
 * Puts doors and placeables into a GIT. One of the same template that stands within a metre already is moved, with all that it says; others are
 * added. Nothing else changes.
 *
 * @throws UsageError for a template whose name the game does not take
 */
export function placeInGit(
	git: Gff,
	placements: readonly ObjectPlacement[],
	{ template = {} }: PlaceOptions = {},
): Gff {
	const templates = new Map(Object.entries(template).map(([model, name]) => [model.toLowerCase(), String(name)]));
	let { root } = git;
	for (const kind of ['door', 'placeable'] as const) {
		const { label } = THING_LISTS[kind];
		const structs = [...listOf(root, label)];
		const taken = new Set<number>();
		for (const placement of placements.filter((each) => each.kind === kind)) {
			const name = templates.get(placement.model.toLowerCase()) ?? placement.model;
			checkTemplate(name);
			const known = nearest(structs, name, placement, taken);
			const index = known ?? structs.length;
			taken.add(index);
			structs[index] = moved(known === undefined ? newThing(kind, name) : structs[known], placement);
		}
		root = withField(root, label, { type: 'list', value: structs });
	}
	return { ...git, root };
}

function checkTemplate(name: string): void {
	if (/^[A-Za-z0-9_]+$/.test(name) && name.length <= LONGEST_NAME) return;
	throw new UsageError(
		`"${excerpt(name)}" cannot be the name of a template: it has at most ${LONGEST_NAME} letters, digits and "_". Name another with template "${excerpt(name)}=NAME".`,
	);
}

function nearest(
	structs: readonly GffStruct[],
	name: string,
	{ position }: ObjectPlacement,
	taken: ReadonlySet<number>,
): number | undefined {
	let best: number | undefined;
	let least = SAME;
	for (const [index, struct] of structs.entries()) {
		if (taken.has(index) || textOf(struct, 'TemplateResRef').toLowerCase() !== name.toLowerCase()) continue;
		const distance = distanceBetween(vectorOf(struct, 'X', 'Y', 'Z'), position);
		if (distance > least) continue;
		least = distance;
		best = index;
	}
	return best;
}

function newThing(kind: 'door' | 'placeable', template: string): GffStruct {
	const id = THING_LISTS[kind].id;
	const fields: GffField[] = [{ label: 'TemplateResRef', type: 'resref', value: template.toLowerCase() }];
	if (kind === 'door')
		fields.push(
			{ label: 'Tag', type: 'string', value: template },
			{ label: 'LinkedToModule', type: 'resref', value: '' },
			{ label: 'LinkedTo', type: 'string', value: '' },
			{ label: 'LinkedToFlags', type: 'byte', value: 0 },
			{ label: 'TransitionDestin', type: 'texts', value: NO_TEXT },
		);
	return { id, fields };
}

/** Sets position and bearing; values that are right already keep their bits. */
function moved(struct: GffStruct, { position, bearing }: ObjectPlacement): GffStruct {
	const radians = Math.fround((bearing * Math.PI) / 180);
	const wanted = { X: position[0], Y: position[1], Z: position[2], Bearing: radians };
	return Object.entries(wanted).reduce((result, [label, value]) => {
		if (numberOf(result, label, Number.NaN) === Math.fround(value)) return result;
		return withField(result, label, { type: 'float', value: Math.fround(value) });
	}, struct);
}

/** The game uncovers the map in squares of about this many pixels. */
const FOG = 10;

const float = (label: string, value: number): GffField => ({ label, type: 'float', value: Math.fround(value) });
const int = (label: string, value: number): GffField => ({ label, type: 'int', value });
const dword = (label: string, value: number): GffField => ({ label, type: 'dword', value });

/** An ARE by day, without weather, grass and scripts: fields and values as those of the game have them. */
export function newAre(tag: string): Gff {
	const fields: GffField[] = [
		int('ID', 0),
		int('Creator_ID', 0),
		dword('Version', 0),
		{ label: 'Tag', type: 'string', value: tag },
		{ label: 'Name', type: 'texts', value: { reference: NO_TEXT.reference, texts: [{ id: 0, text: tag }] } },
		{ label: 'Comments', type: 'string', value: '' },
		{ label: 'Map', type: 'struct', value: { id: 0, fields: [] } },
		{ label: 'Expansion_List', type: 'list', value: [] },
		dword('Flags', 0),
		int('ModSpotCheck', 0),
		int('ModListenCheck', 0),
		float('AlphaTest', 0.2),
		int('CameraStyle', 0),
		resourceField('DefaultEnvMap'),
		resourceField('Grass_TexName'),
		float('Grass_Density', 0),
		float('Grass_QuadSize', 0),
		dword('Grass_Ambient', 0),
		dword('Grass_Diffuse', 0),
		...['LL', 'LR', 'UL', 'UR'].map((corner) => float(`Grass_Prob_${corner}`, 0.25)),
		...['Moon', 'Sun'].flatMap((light) => [
			dword(`${light}AmbientColor`, 0),
			dword(`${light}DiffuseColor`, 0),
			byteField(`${light}FogOn`, 0),
			float(`${light}FogNear`, 99),
			float(`${light}FogFar`, 100),
			dword(`${light}FogColor`, 0),
			byteField(`${light}Shadows`, 0),
		]),
		dword('DynAmbientColor', 0x808080),
		byteField('IsNight', 0),
		byteField('LightingScheme', 0),
		byteField('ShadowOpacity', 205),
		byteField('DayNightCycle', 0),
		...['ChanceRain', 'ChanceSnow', 'ChanceLightning', 'WindPower'].map((label) => int(label, 0)),
		{ label: 'LoadScreenID', type: 'word', value: 0 },
		byteField('PlayerVsPlayer', 3),
		...['NoRest', 'NoHangBack', 'PlayerOnly', 'Unescapable', 'StealthXPEnabled'].map((label) => byteField(label, 0)),
		dword('StealthXPLoss', 0),
		dword('StealthXPMax', 0),
		{ label: 'Rooms', type: 'list', value: [] },
		...['OnEnter', 'OnExit', 'OnHeartbeat', 'OnUserDefined'].map((label) => resourceField(label)),
	];
	return { type: 'ARE ', root: { id: TOP_STRUCT, fields } };
}

/** Gives an ARE the map and the rooms of a level. Rooms that it has already keep their values, and everything else stays. */
export function withLevel(are: Gff, map: AreaMap, layout: Layout): Gff {
	const known = new Map<string, GffStruct>();
	for (const field of are.root.fields) {
		if (field.label !== 'Rooms' || field.type !== 'list') continue;
		for (const room of field.value) {
			const name = room.fields.find(({ label }) => label === 'RoomName')?.value;
			if (typeof name === 'string') known.set(name.toLowerCase(), room);
		}
	}
	const rooms = layout.rooms
		.filter(({ model }) => model !== PLACEHOLDER_ROOM)
		.map(({ model }) => known.get(model.toLowerCase()) ?? newRoom(model));
	const { root } = withMap(are, map);
	return { ...are, root: withField(root, 'Rooms', { type: 'list', value: rooms }) };
}

/** The fields of an ARE about its map, by label. */
export function mapValues({ world, picture }: AreaMap): Readonly<Record<string, number>> {
	const points = {
		WorldPt1X: world[0],
		WorldPt1Y: world[1],
		WorldPt2X: world[2],
		WorldPt2Y: world[3],
		MapPt1X: picture[0],
		MapPt1Y: picture[1],
		MapPt2X: picture[2],
		MapPt2Y: picture[3],
	};
	const floats = Object.entries(points).map(([label, value]) => [label, Math.fround(value)] as const);
	return { MapResX: Math.round(MAP_WIDTH / FOG), NorthAxis: 0, ...Object.fromEntries(floats), MapZoom: 1 };
}

/** Values of the map that are whole numbers; the others are floats. */
const WHOLE = ['MapResX', 'NorthAxis', 'MapZoom'];

/** Gives an ARE another map; everything else stays. */
export function withMap(are: Gff, map: AreaMap): Gff {
	let own: GffStruct = structOf(are.root, 'Map') ?? { id: 0, fields: [] };
	for (const [label, value] of Object.entries(mapValues(map)))
		own = withField(own, label, { type: WHOLE.includes(label) ? 'int' : 'float', value });
	return { ...are, root: withField(are.root, 'Map', { type: 'struct', value: own }) };
}

/** The longest name of an area that can have a map: the name of the picture is `lbl_map` and the area's, 16 characters at most. */
export const LONGEST_MAPPED = 9;

/** `lbl_mapm01aa.tga` */
export function mapFileName(area: string): string {
	return `lbl_map${area}.tga`;
}

function newRoom(name: string): GffStruct {
	return {
		id: 0,
		fields: [{ label: 'RoomName', type: 'string', value: name }, int('EnvAudio', 0), float('AmbientScale', 0)],
	};
}

/** Where the player comes in, and which way he looks. */
export interface ModuleEntry {
	readonly position: Vec3;
	/** x, y of length 1. */
	readonly direction: readonly [number, number];
}

const AREA = 6;

/** The IFO of a module of one area. Its id follows from its name: the same module is the same bytes. */
export function newIfo(area: string, { position, direction }: ModuleEntry): Gff {
	const texts = (label: string, text: string): GffField => ({
		label,
		type: 'texts',
		value: { reference: NO_TEXT.reference, texts: text === '' ? [] : [{ id: 0, text }] },
	});
	const floats = (labels: readonly string[], values: readonly number[]): GffField[] =>
		labels.map((label, i) => ({ label, type: 'float', value: Math.fround(values[i]) }));
	const fields: GffField[] = [
		{ label: 'Mod_ID', type: 'void', value: idOf(area) },
		{ label: 'Mod_Creator_ID', type: 'int', value: 2 },
		{ label: 'Mod_Version', type: 'dword', value: 3 },
		{ label: 'Mod_VO_ID', type: 'string', value: '' },
		{ label: 'Expansion_Pack', type: 'word', value: 0 },
		texts('Mod_Name', area),
		{ label: 'Mod_Tag', type: 'string', value: area },
		{ label: 'Mod_Hak', type: 'string', value: '' },
		texts('Mod_Description', ''),
		byteField('Mod_IsSaveGame', 0),
		resourceField('Mod_Entry_Area', area),
		...floats(['Mod_Entry_X', 'Mod_Entry_Y', 'Mod_Entry_Z'], position),
		...floats(['Mod_Entry_Dir_X', 'Mod_Entry_Dir_Y'], direction),
		{ label: 'Mod_Expan_List', type: 'list', value: [] },
		byteField('Mod_DawnHour', 6),
		byteField('Mod_DuskHour', 18),
		byteField('Mod_MinPerHour', 2),
		byteField('Mod_StartMonth', 6),
		byteField('Mod_StartDay', 1),
		byteField('Mod_StartHour', 13),
		{ label: 'Mod_StartYear', type: 'dword', value: 1372 },
		byteField('Mod_XPScale', 10),
		...SCRIPTS.map((label) => resourceField(label)),
		resourceField('Mod_StartMovie'),
		{ label: 'Mod_CutSceneList', type: 'list', value: [] },
		{ label: 'Mod_GVar_List', type: 'list', value: [] },
		{ label: 'Mod_Area_list', type: 'list', value: [{ id: AREA, fields: [resourceField('Area_Name', area)] }] },
	];
	return { type: 'IFO ', root: { id: TOP_STRUCT, fields } };
}

/** Where the player enters a module; undefined where he enters another area of it than this one. */
export function entryOfIfo({ root }: Gff, area: string): Vec3 | undefined {
	if (textOf(root, 'Mod_Entry_Area').toLowerCase() !== area.toLowerCase()) return undefined;
	return [numberOf(root, 'Mod_Entry_X'), numberOf(root, 'Mod_Entry_Y'), numberOf(root, 'Mod_Entry_Z')];
}

const SCRIPTS = [
	'Mod_OnHeartbeat',
	'Mod_OnModLoad',
	'Mod_OnModStart',
	'Mod_OnClientEntr',
	'Mod_OnClientLeav',
	'Mod_OnActvtItem',
	'Mod_OnAcquirItem',
	'Mod_OnUsrDefined',
	'Mod_OnUnAqreItem',
	'Mod_OnPlrDeath',
	'Mod_OnPlrDying',
	'Mod_OnPlrLvlUp',
	'Mod_OnSpawnBtnDn',
	'Mod_OnPlrRest',
];

/** 16 bytes that follow from a name (FNV-1a). */
function idOf(name: string): Uint8Array {
	const bytes = new Uint8Array(16);
	let hash = 0x811c9dc5;
	for (let i = 0; i < 16; i++) {
		for (const letter of `${name.toLowerCase()}${i}`) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
		bytes[i] = hash >>> 24;
	}
	return bytes;
}
