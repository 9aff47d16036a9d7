import type { Vec3 } from '../../src/math/vec3.ts';
import { byteField, type Gff, type GffField, numberOf, resourceField, TOP_STRUCT, textOf } from '../gff/gff.ts';
import { NO_TEXT } from './git.ts';

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
