import { join } from 'node:path';
import type { RoomVerdict } from '../../src/facts/context.ts';
import type { KeptFacts } from '../../src/facts/room-facts.ts';
import type { Captured } from '../../src/findings/report.ts';
import { type Layout, PLACEHOLDER_ROOM, type Thing, type Visibility } from '../../src/model/level.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import type { SceneMarker } from '../../src/scene/scene.ts';

/** The values ("packs") that one step of a level passes to the next, and the files that hold them when steps run as separate commands. */

/** A value and the findings of making it. */
export interface Found<T> {
	readonly value: T;
	readonly captured: Captured;
}

/** A marker of a scene whose room is known. */
export interface RoomMarker {
	readonly kind: SceneMarker['kind'];
	/** 3 doubles a point: area axes, metres. */
	readonly positions: Float64Array;
	/** Index into the layout. */
	readonly room: number;
	/** The room as written, and where it is, for findings. */
	readonly written: string;
	readonly node: string;
}

/** `level.pack`: the content of the scene or layout apart from the rooms. */
export interface LevelPack {
	readonly name: string;
	readonly layout: Layout;
	readonly visibility?: Visibility;
	/** Things placed by the GIT beside a layout. */
	readonly things?: readonly Thing[];
	/** The scene or layout, for findings. */
	readonly file: string;
	/** Stems of rooms, in the order of the layout, and of objects. */
	readonly rooms: readonly string[];
	readonly objects: readonly string[];
	readonly captured: Captured;
}

/** `names.pack`: what a room of a layout may need to know about the others. */
export interface NamesPack {
	readonly names: readonly string[];
	readonly stems: readonly string[];
}

/** `STEM.room.pack`: for a scene the room or object as it was modelled; for a layout the entry of the room. */
export type RoomPack = { readonly mesh: Walkmesh } | Layout['rooms'][number];

/** `STEM.prepared.pack`: a room before it is linked, or an object. */
export interface PreparedRoom {
	/** Undefined for placeholders, and rooms without file or ground. */
	readonly walkmesh?: Walkmesh;
	/** Indices of the markers at an edge of it. */
	readonly matched: readonly number[];
	/** For rooms: the findings of checking it by itself. */
	readonly verdict?: RoomVerdict;
	/** For rooms: facts that linking and checking need. */
	readonly facts?: KeptFacts;
}

/**
 * `STEM.linked.pack`: the result of linking a room. Usually only the transitions change, and the pack holds only these; otherwise, and for objects, it
 * holds the whole walkmesh, or none for a room without one.
 */
export type LinkedMesh = { readonly transitions: Int32Array } | { readonly mesh?: Walkmesh };

/** `joined.pack`: which rooms are linked with which, and where their results are. */
export interface JoinedLevel {
	readonly visibility?: Visibility;
	readonly things?: readonly Thing[];
	readonly rooms: readonly JoinedRoom[];
	readonly objects: readonly JoinedRoom[];
	/** Pairs of rooms that are linked, lower index first. */
	readonly links: readonly (readonly [number, number])[];
	/** Pairs of rooms that see each other through doorways, lower index first. */
	readonly doorways: readonly (readonly [number, number])[];
}

export interface JoinedRoom {
	readonly name: string;
	/** STEM of its `STEM.linked.pack`; undefined for a room without a walkmesh. */
	readonly stem?: string;
	/** The file name of its walkmesh. */
	readonly output?: string;
}

/** `layout.pack`: the layout of the joined level, for the files about the whole level. */
export interface LayoutPack {
	readonly name: string;
	readonly layout: Layout;
}

/** The files between the steps of a level, all in one folder. */
export const PACKS = {
	/** The options of the target that each kind of step needs: `StepOptions`. */
	prepareOptions: 'prepare.pack',
	linkOptions: 'link.pack',
	finishOptions: 'finish.pack',
	gatherOptions: 'gather.pack',
	/** Only for levels that become modules. */
	moduleOptions: 'module.pack',
	level: 'level.pack',
	names: 'names.pack',
	markers: 'markers.pack',
	room: (stem: string): string => `${stem}.room.pack`,
	prepared: (stem: string): string => `${stem}.prepared.pack`,
	linked: (stem: string): string => `${stem}.linked.pack`,
	/** Its walkmesh file, for a module. */
	walkmesh: (stem: string): string => `${stem}.walkmesh.pack`,
	/** The text about the room in the report. */
	facts: (stem: string): string => `${stem}.facts.pack`,
	/** Findings of finishing it. */
	found: (stem: string): string => `${stem}.found.pack`,
	/** Findings of drawing the GLB. */
	drawn: 'level.drawn.pack',
	/** Findings of making the module. */
	module: 'module.found.pack',
	layout: 'layout.pack',
	joined: 'joined.pack',
	/** All findings up to linking, those of each room apart. */
	findings: 'findings.pack',
} as const;

/** The paths of packs in a folder, by their names. Asked for thousands at a time. */
export function packsIn(folder: string): (pack: string) => string {
	return folder === '.' ? (pack) => pack : (pack) => join(folder, pack);
}

/** True for packs with the findings of making a file. */
export function holdsFindings(pack: string): boolean {
	return /\.(?:found|drawn)\.pack$/.test(pack);
}

/**
 * File name stems of rooms and objects: their names, with characters replaced that file names cannot have. Repeated names, in any letter case, get a
 * number. A room keeps its stem when others are added or removed.
 */
export function stemsOf(names: readonly string[], taken: readonly string[] = []): string[] {
	const used = new Set(taken.map((stem) => stem.toLowerCase()));
	return names.map((name) => {
		const plain = name === PLACEHOLDER_ROOM ? 'placeholder' : name.replace(/[^\w-]/g, '_').slice(0, 32);
		let stem = plain;
		for (let count = 2; used.has(stem.toLowerCase()); count++) stem = `${plain}.${count}`;
		used.add(stem.toLowerCase());
		return stem;
	});
}

/** Stems of the objects of a joined level. */
export function objectStems(
	objects: readonly Walkmesh[],
	{ rooms, objects: made }: Pick<LevelPack, 'rooms' | 'objects'>,
): string[] {
	return stemsOf(
		objects.map(({ name }) => `object-${name}`),
		[...rooms, ...made],
	);
}

/**
 * True for a valid prepared room, whose faces only refer to existing vertices. Anybody may have written into the cache. Faults in other packs make a
 * step fail, but an invalid vertex index would go unnoticed.
 */
export function isPrepared(value: unknown): value is Found<PreparedRoom> {
	const { walkmesh, matched, verdict, facts } = (value as Partial<Found<Partial<PreparedRoom>>> | null)?.value ?? {};
	if (!Array.isArray(matched)) return false;
	if (walkmesh === undefined) return verdict === undefined && facts === undefined;
	const { name, positions, faces, surfaces, transitions } = walkmesh as Partial<Walkmesh>;
	if (typeof name !== 'string' || !(positions instanceof Float32Array && faces instanceof Uint32Array)) return false;
	if (!(surfaces instanceof Uint32Array && transitions instanceof Int32Array)) return false;
	if (faces.length !== 3 * surfaces.length || transitions.length !== faces.length) return false;
	if (verdict !== undefined && !isVerdict(verdict, surfaces.length)) return false;
	if (facts !== undefined && !areFacts(facts, surfaces.length)) return false;
	return positions.length % 3 === 0 && areWithin(faces, 0, positions.length / 3);
}

/** True when all values are at least `least` and less than `end`. A plain loop, because it runs over all values of thousands of rooms. */
function areWithin(values: Uint32Array | Int32Array, least: number, end: number): boolean {
	for (let i = 0; i < values.length; i++) if (values[i] < least || values[i] >= end) return false;
	return true;
}

function areFacts({ open, pieces }: Partial<KeptFacts>, faces: number): boolean {
	const { of, firstFaces, areas } = (pieces ?? {}) as Partial<KeptFacts['pieces']>;
	if (!(open instanceof Uint32Array && of instanceof Int32Array && of.length === faces)) return false;
	if (!(Array.isArray(firstFaces) && Array.isArray(areas) && firstFaces.length === areas.length)) return false;
	const isFace = (face: unknown): boolean => Number.isInteger(face) && Number(face) >= 0 && Number(face) < faces;
	return (
		open.every((edge, i) => edge < faces * 3 && (i === 0 || edge > open[i - 1]) && of[Math.floor(edge / 3)] >= 0) &&
		areWithin(of, -1, areas.length) &&
		firstFaces.every(isFace) &&
		areas.every((area: unknown) => typeof area === 'number')
	);
}

function isVerdict({ found, cracks }: Partial<RoomVerdict>, faces: number): boolean {
	const isPiece = (piece: unknown): boolean => Number.isInteger(piece) && Number(piece) >= 0 && Number(piece) < faces;
	if (!(Array.isArray(found?.findings) && Array.isArray(found.more) && Array.isArray(cracks))) return false;
	return cracks.every((pair: unknown) => Array.isArray(pair) && pair.length === 2 && pair.every(isPiece));
}
