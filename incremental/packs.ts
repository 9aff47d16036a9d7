import type { Thing } from '../src/area/thing.ts';
import type { RoomVerdict } from '../src/check/mesh.ts';
import type { KeptFacts } from '../src/check/room-facts.ts';
import type { Captured } from '../src/findings/report.ts';
import { type Layout, PLACEHOLDER_ROOM, type Visibility } from '../src/level/level.ts';
import type { SceneMarker } from '../src/scene/scene.ts';
import type { Walkmesh } from '../src/walkmesh/walkmesh.ts';

/** The values that one step of a level hands to the next, by the file that they are in when the steps are commands of their own. */

/** A value and what was found on the way to it. */
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

/** `level.pack`: what the scene or the layout says, before any room is made. */
export interface LevelPack {
	readonly name: string;
	readonly layout: Layout;
	readonly visibility?: Visibility;
	/** What the GIT beside a layout puts into its area. */
	readonly things?: readonly Thing[];
	/** The scene or layout, for findings. */
	readonly file: string;
	/** Stems of rooms, in the order of the layout, and of objects. */
	readonly rooms: readonly string[];
	readonly objects: readonly string[];
	readonly captured: Captured;
}

/** `names.pack`: all that a room of a layout may have to know of the others. */
export interface NamesPack {
	readonly names: readonly string[];
	readonly stems: readonly string[];
}

/** `STEM.room.pack`: of a scene the room or object as it was modelled, of a layout what stands there. */
export type RoomPack = { readonly mesh: Walkmesh } | Layout['rooms'][number];

/** `STEM.prepared.pack`: a room before it is linked, or an object. */
export interface PreparedRoom {
	/** Undefined for placeholders, and rooms without file or ground. */
	readonly walkmesh?: Walkmesh;
	/** The markers that lie at an edge of it, by index. */
	readonly matched: readonly number[];
	/** What checking finds in it alone, for rooms. */
	readonly verdict?: RoomVerdict;
	/** What checking and linking ask of it, likewise. */
	readonly facts?: KeptFacts;
}

/**
 * `STEM.linked.pack`: what linking made of a room. Most often that is other transitions alone; otherwise, and for objects, it is the whole
 * walkmesh; nothing
 * for a room without one.
 */
export type LinkedMesh = { readonly transitions: Int32Array } | { readonly mesh?: Walkmesh };

/** `joined.pack` */
export interface JoinedLevel {
	readonly visibility?: Visibility;
	readonly things?: readonly Thing[];
	readonly rooms: readonly JoinedRoom[];
	readonly objects: readonly JoinedRoom[];
	/** Pairs of rooms that are linked, lower index first. */
	readonly links: readonly (readonly [number, number])[];
	/** Pairs of rooms that see each other through doorways, likewise. */
	readonly doorways: readonly (readonly [number, number])[];
}

export interface JoinedRoom {
	readonly name: string;
	/** Of `STEM.linked.pack`; undefined for rooms without walkmesh. */
	readonly stem?: string;
	/** The file name of its walkmesh. */
	readonly output?: string;
}

/** `layout.pack` */
export interface LayoutPack {
	readonly name: string;
	readonly layout: Layout;
}

/** The files between the steps of a level, all in one folder. */
export const PACKS = {
	/** What each kind of step has to know of the target: `StepOptions`. */
	prepareOptions: 'prepare.pack',
	linkOptions: 'link.pack',
	finishOptions: 'finish.pack',
	gatherOptions: 'gather.pack',
	/** Only of levels that become modules. */
	moduleOptions: 'module.pack',
	level: 'level.pack',
	names: 'names.pack',
	markers: 'markers.pack',
	room: (stem: string): string => `${stem}.room.pack`,
	prepared: (stem: string): string => `${stem}.prepared.pack`,
	linked: (stem: string): string => `${stem}.linked.pack`,
	/** Its walkmesh file, for a module. */
	walkmesh: (stem: string): string => `${stem}.walkmesh.pack`,
	/** What the report says of it, a text. */
	facts: (stem: string): string => `${stem}.facts.pack`,
	/** What finishing it found. */
	found: (stem: string): string => `${stem}.found.pack`,
	/** What drawing the GLB found. */
	drawn: 'level.drawn.pack',
	/** What making the module found. */
	module: 'module.found.pack',
	layout: 'layout.pack',
	joined: 'joined.pack',
	/** All that was found up to linking. */
	findings: 'findings.pack',
} as const;

/** True for packs that hold what making a file found. */
export function holdsFindings(pack: string): boolean {
	return /\.(?:found|drawn)\.pack$/.test(pack);
}

/**
 * Stems of rooms and objects: their names, as far as they can be names of files. Several of one name count on, in any letter case; so a
 * room keeps its stem when others come and go.
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
 * True for a room as `STEM.prepared.pack` must have it: faces that name vertices that there are. A cache is a folder that anybody may have
 * written into; what is wrong in other packs ends a step, which a whole one does not.
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

/** A loop, as every value of thousands of rooms is looked at. @param end the first number that is none of them */
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
