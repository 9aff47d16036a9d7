import { type AreaMap, MAP_WIDTH } from '../../pictures/minimap.ts';
import type { Layout } from '../../src/model/level.ts';
import { PLACEHOLDER_ROOM } from '../../src/model/level.ts';
import {
	byteField,
	type Gff,
	type GffField,
	type GffStruct,
	resourceField,
	structOf,
	TOP_STRUCT,
	withField,
} from '../gff/gff.ts';
import { NO_TEXT } from './git.ts';

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
