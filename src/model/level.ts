import { groupBy } from '../math/arrays.ts';
import type { Vec3 } from '../math/vec3.ts';
import { stemOf } from '../text/paths.ts';
import { type DoorState, kindOfFileName, type Walkmesh } from './walkmesh.ts';

/** A room of a level and its walkmesh in area space. */
export interface Room {
	readonly name: string;
	/** In area space. Undefined for placeholders and for rooms without a walkmesh. */
	readonly walkmesh?: Walkmesh;
}

/** An area: its rooms in the order of the layout, and the doors and placeables that were found with them. */
export interface Level {
	readonly name: string;
	readonly layout: Layout;
	/** Room `i` is the layout's room `i`. */
	readonly rooms: readonly Room[];
	/** Walkmeshes of doors and placeables, each in its own space. */
	readonly objects: readonly Walkmesh[];
	/** Which rooms are seen from which, if a visibility file was read. */
	readonly visibility?: Visibility;
	/** Things that stand in the area, if a source other than the layout gives them; otherwise they are the objects of the layout. */
	readonly things?: readonly Thing[];
}

/** A room, track or obstacle line of a layout. */
export interface LayoutEntry {
	/** Model name as written; names are compared without regard to case. */
	readonly model: string;
	/** Position in the area, metres. */
	readonly position: Vec3;
}

/** A door hook line of a layout. */
export interface LayoutDoorHook {
	readonly room: string;
	readonly door: string;
	/** The number between the door's name and its position; 0 in the game's files. */
	readonly flag: number;
	readonly position: Vec3;
	/** Quaternion in the order of the file: w, x, y, z. */
	readonly orientation: readonly [number, number, number, number];
}

/** A placeable or door where it stands in a scene. A model may stand there several times. */
export interface PlacedModel {
	/** Index of the node that is the model's origin there. */
	readonly node: number;
	readonly kind: 'placeable' | 'door';
	/** Name of the model, which its walkmesh files are called after. */
	readonly model: string;
	/** Of doors: `closed`, unless this one is shown in an open state only. */
	readonly state?: DoorState;
	/** Area axes, float32 metres. */
	readonly position: Vec3;
	/** Degrees about +z, counter-clockwise from above, above −180 up to 180. */
	readonly bearing: number;
}

/** A placeable or door with its position and bearing in an area, as a GIT has it. */
export interface ObjectPlacement extends Omit<PlacedModel, 'node'> {
	/** The room that it stands in, if known. */
	readonly room?: string;
}

/** An area layout (`.lyt`). The order of its rooms matters: transitions are indices into it, placeholders (`****`) included. */
export interface Layout {
	/** The value of `filedependancy`, if the file has that line. */
	readonly dependency?: string;
	readonly rooms: readonly LayoutEntry[];
	/** Pieces and paths of swoop and turret games; empty in most areas. */
	readonly tracks: readonly LayoutEntry[];
	readonly obstacles: readonly LayoutEntry[];
	/** Where doors hang, by room. */
	readonly doorHooks: readonly LayoutDoorHook[];
	/** Doors and placeables that a scene places in the area. Not part of the file. */
	readonly objects?: readonly ObjectPlacement[];
}

/** Name of layout rows that are no room. */
export const PLACEHOLDER_ROOM = '****';

/** Index of a room by name, ignoring case; −1 if the layout does not have it. */
export function roomIndex(layout: Layout, name: string): number {
	const wanted = name.toLowerCase();
	return layout.rooms.findIndex((room) => room.model.toLowerCase() === wanted);
}

/** Longest resource name that the engine accepts: 16 bytes without a terminator. */
export const LONGEST_NAME = 16;

/** What can be wrong with the name of a model or room. */
export type NameProblem = 'empty' | 'length' | 'characters';

/**
 * Checks a name of a model or room: the engine accepts up to 16 letters, digits and `_`. The placeholder `****` is accepted wherever a room is named.
 *
 * @returns all problems; empty for a valid name
 */
export function checkModelName(name: string): readonly NameProblem[] {
	if (name === PLACEHOLDER_ROOM) return [];
	if (name === '') return ['empty'];
	const problems: NameProblem[] = [];
	if (name.length > LONGEST_NAME) problems.push('length');
	if (/[^A-Za-z0-9_]/.test(name)) problems.push('characters');
	return problems;
}

/**
 * Describes what is wrong with the name of a file that the game should load, such as `quay_01a.wok` or `gate0.dwk`. The name of a door's model may
 * have one character less, as the digit of its state is part of the file name. Layouts and visibility files have the name of their level, see
 * `gameNameProblem`.
 *
 * @returns the end of a sentence that begins with "it"; undefined for a valid name and for files that the game does not load
 */
export function gameFileProblem(fileName: string): string | undefined {
	const kind = kindOfFileName(fileName);
	if (kind === undefined && !/\.pth$/i.test(fileName)) return undefined;
	const name = stemOf(fileName);
	if (kind === 'door' && /^[0-2]$/.test(name)) return 'has no name before the digit of the door state';
	return gameNameProblem(name, kind === 'door' ? ', the digit of the door state included' : '');
}

/** True for the name of a file of a level that the game loads; pictures and reports are for people. */
export function isGameFile(fileName: string): boolean {
	return kindOfFileName(fileName) !== undefined || /\.(?:lyt|vis|pth)$/i.test(fileName);
}

/**
 * Describes what is wrong with the name of a file without its extension, or with the name of a level, after which its layout, visibility file and
 * path points are named.
 *
 * @param counted words about what else counts for the length
 * @returns the end of a sentence that begins with "it"; undefined for a valid name
 */
export function gameNameProblem(name: string, counted: string = ''): string | undefined {
	const [problem] = checkModelName(name);
	if (problem === undefined) return undefined;
	if (problem === 'characters') return 'has characters other than letters, digits and "_"';
	if (problem === 'empty') return 'has no name before its extension';
	return `has ${name.length} characters before its extension${counted}; the game accepts ${LONGEST_NAME}`;
}

/** A name that occurs more than once in a list. */
export interface DuplicateName {
	/** As written the first time. */
	readonly name: string;
	/** Indices of its occurrences in order; two or more. */
	readonly indices: readonly number[];
}

/** Finds names that occur more than once, ignoring case, in the order of their first occurrence. Placeholders may repeat. */
export function findDuplicateNames(names: readonly string[]): readonly DuplicateName[] {
	return [...groupBy(names.keys(), (index) => names[index].toLowerCase()).values()]
		.filter((indices) => indices.length > 1 && names[indices[0]] !== PLACEHOLDER_ROOM)
		.map((indices) => ({ name: names[indices[0]], indices }));
}

/** A room and the rooms that are drawn while the camera is in it. */
export interface VisibilityEntry {
	/** Name as written; names are compared without regard to case. */
	readonly room: string;
	/** The room itself is always drawn and need not be listed: 5 of 1,250 entries of the game do. */
	readonly visible: readonly string[];
}

/**
 * A visibility file (`.vis`) with its entries in order. The game makes every pair mutual: from a room one sees the rooms of its own entry and all
 * rooms whose entries list it.
 */
export interface Visibility {
	readonly entries: readonly VisibilityEntry[];
}

/** A level of a single room, for functions that look for seams between rooms as well as within one. */
export function levelOfRoom(walkmesh: Walkmesh): Level {
	const { name } = walkmesh;
	const layout = { rooms: [], tracks: [], obstacles: [], doorHooks: [] };
	return { name, layout, rooms: [{ name, walkmesh }], objects: [] };
}

/** Things in an area: doors, placeables, creatures and so on, from its GIT, the placements of a scene, or the door hooks of its layout. */

export const THING_KINDS = [
	'creature',
	'door',
	'encounter',
	'sound',
	'store',
	'trigger',
	'waypoint',
	'placeable',
	'camera',
] as const;
/** Kinds of things. */
export type ThingKind = (typeof THING_KINDS)[number];

/** A thing with its position. */
export interface Thing {
	readonly kind: ThingKind;
	/** Its number among those of its kind. */
	readonly index: number;
	/** Name of its template, or of its model where a scene shows it. */
	readonly template: string;
	/** Empty where it has none. */
	readonly tag: string;
	/** Area space, metres. */
	readonly position: Vec3;
	/** Degrees about +z, counter-clockwise from above; of creatures, waypoints and stores from +x to where they look. */
	readonly bearing?: number;
	/** Of triggers and encounters: the corners of their ground, area space. */
	readonly corners?: readonly Vec3[];
	/** Of encounters: where their creatures appear, area space. */
	readonly spawns?: readonly Vec3[];
	/** Model of a door or placeable, where it is known: its walkmesh is called like it. */
	readonly model?: string;
}

/** What a person calls it: its tag or template, and where it stands in its list. */
export function nameOf({ kind, index, tag, template }: Pick<Thing, 'kind' | 'index' | 'tag' | 'template'>): string {
	const name = tag === '' ? template : tag;
	return name === '' ? `${kind} ${index}` : `${kind} ${index} "${name}"`;
}
