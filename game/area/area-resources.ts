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
	fieldsAlike,
	fieldsOf,
	type Gff,
	type GffField,
	type GffStruct,
	type GffTexts,
	listOf,
	numberOf,
	structOf,
	TOP_STRUCT,
	textOf,
	vectorOf,
	withField,
} from '../gff/gff.ts';
import { THING_LISTS } from './things.ts';

/** A text that is not in the talk table. */
function textOnly(text: string): GffTexts {
	return { reference: 0xffffffff, texts: text === '' ? [] : [{ id: 0, text }] };
}

/** An existing door or placeable of the same template within this distance is moved instead of adding another; metres. */
const SAME = 1;

/** A GIT of an area in which nothing stands. */
export function emptyGit(): Gff {
	const silence = [
		...fieldsAlike('int', 0, 'AmbientSndDay', 'AmbientSndNight'),
		...fieldsAlike('int', 127, 'AmbientSndDayVol', 'AmbientSndNitVol'),
		...fieldsAlike('int', 0, 'EnvAudio', 'MusicBattle', 'MusicDay', 'MusicNight'),
		...fieldsOf('int', { MusicDelay: 20000 }),
	];
	const fields = [
		...fieldsOf('byte', { UseTemplates: 1 }),
		...fieldsOf('struct', { AreaProperties: { id: 100, fields: silence } }),
		...fieldsAlike('list', [], ...GIT_LISTS),
	];
	return { type: 'GIT ', root: { id: TOP_STRUCT, fields } };
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
	const fields = fieldsOf('resref', { TemplateResRef: template.toLowerCase() });
	if (kind === 'door')
		fields.push(
			...fieldsOf('string', { Tag: template }),
			...fieldsOf('resref', { LinkedToModule: '' }),
			...fieldsOf('string', { LinkedTo: '' }),
			...fieldsOf('byte', { LinkedToFlags: 0 }),
			...fieldsOf('texts', { TransitionDestin: textOnly('') }),
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

/** An ARE by day, without weather, grass and scripts: fields and values as those of the game have them. */
export function newAre(tag: string): Gff {
	const light = (name: string): GffField[] => [
		...fieldsAlike('dword', 0, `${name}AmbientColor`, `${name}DiffuseColor`),
		...fieldsOf('byte', { [`${name}FogOn`]: 0 }),
		...fieldsOf('float', { [`${name}FogNear`]: 99, [`${name}FogFar`]: 100 }),
		...fieldsOf('dword', { [`${name}FogColor`]: 0 }),
		...fieldsOf('byte', { [`${name}Shadows`]: 0 }),
	];
	const fields = [
		...fieldsAlike('int', 0, 'ID', 'Creator_ID'),
		...fieldsOf('dword', { Version: 0 }),
		...fieldsOf('string', { Tag: tag }),
		...fieldsOf('texts', { Name: textOnly(tag) }),
		...fieldsOf('string', { Comments: '' }),
		...fieldsOf('struct', { Map: { id: 0, fields: [] } }),
		...fieldsOf('list', { Expansion_List: [] }),
		...fieldsOf('dword', { Flags: 0 }),
		...fieldsAlike('int', 0, 'ModSpotCheck', 'ModListenCheck'),
		...fieldsOf('float', { AlphaTest: Math.fround(0.2) }),
		...fieldsOf('int', { CameraStyle: 0 }),
		...fieldsAlike('resref', '', 'DefaultEnvMap', 'Grass_TexName'),
		...fieldsAlike('float', 0, 'Grass_Density', 'Grass_QuadSize'),
		...fieldsAlike('dword', 0, 'Grass_Ambient', 'Grass_Diffuse'),
		...fieldsAlike('float', 0.25, 'Grass_Prob_LL', 'Grass_Prob_LR', 'Grass_Prob_UL', 'Grass_Prob_UR'),
		...['Moon', 'Sun'].flatMap(light),
		...fieldsOf('dword', { DynAmbientColor: 0x808080 }),
		...fieldsOf('byte', { IsNight: 0, LightingScheme: 0, ShadowOpacity: 205, DayNightCycle: 0 }),
		...fieldsAlike('int', 0, 'ChanceRain', 'ChanceSnow', 'ChanceLightning', 'WindPower'),
		...fieldsOf('word', { LoadScreenID: 0 }),
		...fieldsOf('byte', { PlayerVsPlayer: 3 }),
		...fieldsAlike('byte', 0, 'NoRest', 'NoHangBack', 'PlayerOnly', 'Unescapable', 'StealthXPEnabled'),
		...fieldsAlike('dword', 0, 'StealthXPLoss', 'StealthXPMax'),
		...fieldsOf('list', { Rooms: [] }),
		...fieldsAlike('resref', '', 'OnEnter', 'OnExit', 'OnHeartbeat', 'OnUserDefined'),
	];
	return { type: 'ARE ', root: { id: TOP_STRUCT, fields } };
}

/** Gives an ARE the map and the rooms of a level. Rooms that it has already keep their values, and everything else stays. */
export function withLevel(are: Gff, map: AreaMap, layout: Layout): Gff {
	const known = new Map(listOf(are.root, 'Rooms').map((room) => [textOf(room, 'RoomName').toLowerCase(), room]));
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
	const fields = [
		...fieldsOf('string', { RoomName: name }),
		...fieldsOf('int', { EnvAudio: 0 }),
		...fieldsOf('float', { AmbientScale: 0 }),
	];
	return { id: 0, fields };
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
	const [x, y, z] = position.map(Math.fround);
	const [dirX, dirY] = direction.map(Math.fround);
	const areaOf: GffStruct = { id: AREA, fields: fieldsOf('resref', { Area_Name: area }) };
	const fields = [
		...fieldsOf('void', { Mod_ID: idOf(area) }),
		...fieldsOf('int', { Mod_Creator_ID: 2 }),
		...fieldsOf('dword', { Mod_Version: 3 }),
		...fieldsOf('string', { Mod_VO_ID: '' }),
		...fieldsOf('word', { Expansion_Pack: 0 }),
		...fieldsOf('texts', { Mod_Name: textOnly(area) }),
		...fieldsOf('string', { Mod_Tag: area, Mod_Hak: '' }),
		...fieldsOf('texts', { Mod_Description: textOnly('') }),
		...fieldsOf('byte', { Mod_IsSaveGame: 0 }),
		...fieldsOf('resref', { Mod_Entry_Area: area }),
		...fieldsOf('float', { Mod_Entry_X: x, Mod_Entry_Y: y, Mod_Entry_Z: z }),
		...fieldsOf('float', { Mod_Entry_Dir_X: dirX, Mod_Entry_Dir_Y: dirY }),
		...fieldsOf('list', { Mod_Expan_List: [] }),
		...fieldsOf('byte', { Mod_DawnHour: 6, Mod_DuskHour: 18, Mod_MinPerHour: 2 }),
		...fieldsOf('byte', { Mod_StartMonth: 6, Mod_StartDay: 1, Mod_StartHour: 13 }),
		...fieldsOf('dword', { Mod_StartYear: 1372 }),
		...fieldsOf('byte', { Mod_XPScale: 10 }),
		...fieldsAlike('resref', '', ...SCRIPTS, 'Mod_StartMovie'),
		...fieldsAlike('list', [], 'Mod_CutSceneList', 'Mod_GVar_List'),
		...fieldsOf('list', { Mod_Area_list: [areaOf] }),
	];
	return { type: 'IFO ', root: { id: TOP_STRUCT, fields } };
}

/** Where the player enters a module; undefined where he enters another area of it than this one. */
export function entryOfIfo({ root }: Gff, area: string): Vec3 | undefined {
	if (textOf(root, 'Mod_Entry_Area').toLowerCase() !== area.toLowerCase()) return undefined;
	return [numberOf(root, 'Mod_Entry_X'), numberOf(root, 'Mod_Entry_Y'), numberOf(root, 'Mod_Entry_Z')];
}

const SCRIPTS = [
	...['Heartbeat', 'ModLoad', 'ModStart', 'ClientEntr', 'ClientLeav', 'ActvtItem', 'AcquirItem', 'UsrDefined'],
	...['UnAqreItem', 'PlrDeath', 'PlrDying', 'PlrLvlUp', 'SpawnBtnDn', 'PlrRest'],
].map((event) => `Mod_On${event}`);

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
