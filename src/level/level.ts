import type { Thing } from '../area/thing.ts';
import type { Vec3 } from '../mesh/vec3.ts';
import type { PlacedModel } from '../scene/scene.ts';
import type { Walkmesh } from '../walkmesh/walkmesh.ts';

/** A room of a level and its walkmesh in area space. */
export interface Room {
	readonly name: string;
	/** Undefined for placeholders and for rooms whose walkmesh is not there. */
	readonly walkmesh?: Walkmesh;
}

/** An area: rooms in the order of the layout, and the doors and placeables found with them. */
export interface Level {
	readonly name: string;
	readonly layout: Layout;
	/** Room `i` is the layout's room `i`. */
	readonly rooms: readonly Room[];
	/** Walkmeshes of doors and placeables, each in its own space. */
	readonly objects: readonly Walkmesh[];
	/** Which rooms are seen from which, where the level came with that. */
	readonly visibility?: Visibility;
	/** What stands in it, where that is said beside the layout; otherwise the objects of the layout stand in it. */
	readonly things?: readonly Thing[];
}

/** A room, track or obstacle line of a layout. */
export interface LayoutEntry {
	/** Model name as written; names are compared without regard to case. */
	readonly model: string;
	/** Place in the area, metres. */
	readonly position: Vec3;
}

/** A door hook line of a layout. */
export interface LayoutDoorHook {
	readonly room: string;
	readonly door: string;
	/** The number between door name and position; 0 in the game's files. */
	readonly flag: number;
	readonly position: Vec3;
	/** Quaternion in the order of the file: w, x, y, z. */
	readonly orientation: readonly [number, number, number, number];
}

/** A placeable or door where it stands in an area: what a GIT says of it. */
export interface ObjectPlacement extends Omit<PlacedModel, 'node'> {
	/** The room it stands in, where that is known. */
	readonly room?: string;
}

/** An area layout (`.lyt`). The order of rooms is meaning: transitions are indices into it, `****` included. */
export interface Layout {
	/** What `filedependancy` names, if anything. */
	readonly dependency?: string;
	readonly rooms: readonly LayoutEntry[];
	readonly tracks: readonly LayoutEntry[];
	readonly obstacles: readonly LayoutEntry[];
	readonly doorHooks: readonly LayoutDoorHook[];
	/** Doors and placeables where a scene shows them. Not part of the file. */
	readonly objects?: readonly ObjectPlacement[];
}

/** The name that stands for no room. */
export const PLACEHOLDER_ROOM = '****';

/** Index of a room by name, without regard to case; −1 when the layout does not have it. */
export function roomIndex(layout: Layout, name: string): number {
	const wanted = name.toLowerCase();
	return layout.rooms.findIndex((room) => room.model.toLowerCase() === wanted);
}

/** Resource names of the engine have 16 bytes, without a terminator. */
export const LONGEST_NAME = 16;

/** What can be wrong with the name of a model or room. */
export type NameProblem = 'empty' | 'length' | 'characters';

/**
 * What is wrong with a name: the engine takes up to 16 letters, digits and `_`. The placeholder `****` is no name but allowed
 * wherever a room is named. Nothing is wrong when the list is empty.
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
 * What is wrong with the name of a file that the game is to load, `quay_01a.wok` or `gate0.dwk`, to stand behind "it"; undefined for a name
 * that the game takes, and for files that it does not load. The name of a door may have one character less: the digit of its state counts.
 * Layouts and visibility files are called after their level, see `gameNameProblem`.
 */
export function gameFileProblem(fileName: string): string | undefined {
	const [, stem, extension] = /^(.*)\.(wok|pwk|dwk|pth)$/i.exec(fileName) ?? [];
	if (stem === undefined) return undefined;
	return gameNameProblem(stem, extension.toLowerCase() === 'dwk' ? ', the digit of the door state included' : '');
}

/**
 * What is wrong with the name of a file without its extension, or of a level, whose layout, visibility file and path points are called after it.
 * @param counted what counts as well
 */
export function gameNameProblem(name: string, counted: string = ''): string | undefined {
	const [problem] = checkModelName(name);
	if (problem === undefined) return undefined;
	if (problem === 'characters') return 'has characters other than letters, digits and "_"';
	if (problem === 'empty') return 'has no name before its extension';
	return `has ${name.length} characters before its extension${counted}; the game accepts ${LONGEST_NAME}`;
}

/** A name that stands more than once in a list. */
export interface DuplicateName {
	/** As it is written the first time. */
	readonly name: string;
	/** Where it stands, in order; two or more. */
	readonly indices: readonly number[];
}

/** Names that occur more than once, letter case aside, in the order of their first occurrence. Placeholders may repeat. */
export function findDuplicateNames(names: readonly string[]): readonly DuplicateName[] {
	const places = new Map<string, number[]>();
	for (const [index, name] of names.entries()) {
		if (name === PLACEHOLDER_ROOM) continue;
		const key = name.toLowerCase();
		const indices = places.get(key);
		if (indices === undefined) places.set(key, [index]);
		else indices.push(index);
	}
	return [...places.values()]
		.filter((indices) => indices.length > 1)
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
 * What a visibility file (`.vis`) says, in its order. The game makes every pair mutual: a room sees the rooms of its own entry
 * and all rooms whose entries name it.
 */
export interface Visibility {
	readonly entries: readonly VisibilityEntry[];
}

/** A room by itself, as seams are looked for between rooms and within one alike. */
export function levelOfRoom(walkmesh: Walkmesh): Level {
	const { name } = walkmesh;
	const layout = { rooms: [], tracks: [], obstacles: [], doorHooks: [] };
	return { name, layout, rooms: [{ name, walkmesh }], objects: [] };
}
