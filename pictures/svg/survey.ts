import { type Bounds, boundsOf, faceArea } from '../../src/geometry/triangles.ts';
import { MAKE_ANEW, type Recall } from '../../src/model/recall.ts';
import { isWalkable, type SurfaceTable } from '../../src/model/surfaces.ts';
import { type DoorState, NONE, type Walkmesh } from '../../src/model/walkmesh.ts';
import type { PlanRoom } from './options.ts';
import { CUT, planTurn } from './outline.ts';
import { hooksOf, type PlanHook } from './things.ts';
import { metres } from './words.ts';

/** A room with a walkmesh without non-finite coordinates. */
export interface DrawnRoom extends RoomSurvey {
	readonly name: string;
	/** Index into the LYT, or −1. */
	readonly index: number;
	/** In area space, without faces that have a corner that is not finite. */
	readonly mesh: Walkmesh;
	/** The walkmesh that it was made of, for which builds keep its drawing. */
	readonly source: Walkmesh;
}

/** Sizes and counts of a room. */
export interface RoomSurvey {
	readonly faces: number;
	/** Number of faces that were left out. */
	readonly unplaced: number;
	/** min x, y, z, max x, y, z of its corners. */
	readonly bounds: Bounds;
	/** Sum of the areas of the faces' boxes in plan, m². */
	readonly spread: number;
	/** Number of edges with a transition, and whether one of them is a cut between floors. */
	readonly links: number;
	readonly hasCuts: boolean;
	/** Surfaces that occur, the lowest first. */
	readonly surfaces: readonly RoomSurface[];
	/** Mean height of the walkable faces, or of all faces if none is walkable, in metres. */
	readonly height: number;
	readonly walkableFaces: number;
	/** Side in metres of a square with the area of its bounding rectangle. */
	readonly size: number;
	readonly hooks: readonly PlanHook[];
}

export interface RoomSurface {
	readonly surface: number;
	readonly walkable: boolean;
	faces: number;
	/** Number of vertical faces, which are lines from above. */
	upright: number;
	/** Square metres, along the faces. */
	area: number;
	/** Mean of the corners' z. */
	height: number;
}

/** The content of a picture. */
export interface PlanSurvey {
	readonly rooms: readonly DrawnRoom[];
	/** Rooms without a walkmesh or without a face. */
	readonly empty: readonly { readonly name: string; readonly index: number }[];
	/** Number of faces left out because a corner is not finite. */
	readonly unplaced: number;
	/** min x, y, z, max x, y, z of all drawn corners and hooks; undefined where nothing is drawn. */
	readonly bounds?: Bounds;
	/** Over all rooms, by id. */
	readonly totals: readonly RoomSurface[];
}

/** Counts and bounds of all rooms. */
export function surveyRooms(rooms: readonly PlanRoom[], table: SurfaceTable, recall: Recall = MAKE_ANEW): PlanSurvey {
	const drawn: DrawnRoom[] = [];
	const empty: { name: string; index: number }[] = [];
	const totals = new Map<number, RoomSurface>();
	const bounds: [...Bounds] = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
	let unplaced = 0;
	rooms.forEach((room, place) => {
		const { name, index = place, walkmesh } = room;
		const each = walkmesh === undefined ? undefined : surveyedRoom(name, index, walkmesh, table, recall);
		unplaced += each?.unplaced ?? 0;
		if (each === undefined || each.faces === 0) {
			empty.push({ name, index });
			return;
		}
		const own = each.bounds;
		for (let axis = 0; axis < 3; axis++) {
			bounds[axis] = Math.min(bounds[axis], own[axis]);
			bounds[axis + 3] = Math.max(bounds[axis + 3], own[axis + 3]);
		}
		for (const { x, y } of each.hooks) {
			bounds[0] = Math.min(bounds[0], x);
			bounds[1] = Math.min(bounds[1], y);
			bounds[3] = Math.max(bounds[3], x);
			bounds[4] = Math.max(bounds[4], y);
		}
		for (const surface of each.surfaces) addTo(totals, surface);
		drawn.push(each);
	});
	return {
		rooms: drawn,
		empty,
		unplaced,
		...(drawn.length === 0 ? {} : { bounds }),
		totals: [...totals.values()].sort((a, b) => a.surface - b.surface),
	};
}

/** A room to draw. Its mesh is made when it is needed: what was kept of it may be enough. */
function surveyedRoom(name: string, index: number, source: Walkmesh, table: SurfaceTable, recall: Recall): DrawnRoom {
	let placed: Walkmesh | undefined;
	const mesh = (): Walkmesh => {
		placed ??= placedMesh(source);
		return placed;
	};
	const kept = recall(source, {
		kind: 'plan',
		part: { name: 'survey', isLast: false },
		of: [],
		isSound: isKeptSurvey,
		make: () => keptSurvey(surveyMesh(mesh(), table, source.surfaces.length - mesh().surfaces.length)),
	});
	const { doorState } = source;
	return {
		...surveyFrom(kept),
		name: doorState === undefined ? name : `${name} (${DOOR_STATE_WORDS[doorState]})`,
		index,
		source,
		get mesh() {
			return mesh();
		},
	};
}

/** A survey in the form that builds keep: flat arrays are read faster than named values. */
interface KeptSurvey {
	/** What `keptSurvey` lists first, and then 6 values for each surface. */
	readonly numbers: Float64Array;
	readonly hooks: readonly PlanHook[];
}

/** Of a survey without surfaces, and of a surface. */
const SURVEY_NUMBERS = 14;
const SURFACE_NUMBERS = 6;

function keptSurvey({ hooks, surfaces, ...own }: RoomSurvey): KeptSurvey {
	const { faces, unplaced, bounds, spread, links, hasCuts, height, walkableFaces, size } = own;
	const ofSurfaces = surfaces.flatMap(({ surface, walkable, faces: count, upright, area, height: mean }) => {
		return [surface, Number(walkable), count, upright, area, mean];
	});
	const ofRoom = [faces, unplaced, ...bounds, spread, links, Number(hasCuts), height, walkableFaces, size];
	return { numbers: Float64Array.from([...ofRoom, ...ofSurfaces]), hooks };
}

function surveyFrom({ numbers, hooks }: KeptSurvey): RoomSurvey {
	const surfaces: RoomSurface[] = [];
	for (let at = SURVEY_NUMBERS; at < numbers.length; at += SURFACE_NUMBERS) {
		surfaces.push({
			surface: numbers[at],
			walkable: numbers[at + 1] === 1,
			faces: numbers[at + 2],
			upright: numbers[at + 3],
			area: numbers[at + 4],
			height: numbers[at + 5],
		});
	}
	return {
		faces: numbers[0],
		unplaced: numbers[1],
		bounds: [numbers[2], numbers[3], numbers[4], numbers[5], numbers[6], numbers[7]],
		spread: numbers[8],
		links: numbers[9],
		hasCuts: numbers[10] === 1,
		surfaces,
		height: numbers[11],
		walkableFaces: numbers[12],
		hooks,
		size: numbers[13],
	};
}

function isKeptSurvey(value: unknown): value is KeptSurvey {
	const { numbers, hooks } = (value ?? {}) as Partial<KeptSurvey>;
	if (!(numbers instanceof Float64Array && Array.isArray(hooks))) return false;
	return numbers.length >= SURVEY_NUMBERS && (numbers.length - SURVEY_NUMBERS) % SURFACE_NUMBERS === 0;
}

/** How large a level is, and between which heights it lies. */
export function extentText([minX, minY, minZ, maxX, maxY, maxZ]: Bounds): string {
	const [low, high] = [size(minZ), size(maxZ)];
	return `${size(maxX - minX)} × ${size(maxY - minY)} m, z ${low === high ? low : `${low} to ${high}`} m`;
}

function size(length: number): string {
	return metres(Math.abs(length) < 1e9 ? Math.round(length * 100) / 100 : length);
}

/** A part of a room as a room to draw. @param mesh in area space, every corner finite, with at least one face */
export function drawnRoom(name: string, index: number, mesh: Walkmesh, table: SurfaceTable): DrawnRoom {
	return { ...surveyMesh(mesh, table, 0), name, index, mesh, source: mesh };
}

/** @param mesh in area space, every corner finite @param unplaced number of faces that were left out */
function surveyMesh(mesh: Walkmesh, table: SurfaceTable, unplaced: number): RoomSurvey {
	const own = boundsOfDrawn(mesh);
	const surfaces = surfacesOf(mesh, table);
	const counted = surfaces.some(({ walkable }) => walkable) ? surfaces.filter(({ walkable }) => walkable) : surfaces;
	const faces = counted.reduce((sum, each) => sum + each.faces, 0);
	return {
		faces: mesh.surfaces.length,
		unplaced,
		bounds: own,
		spread: spreadOf(mesh),
		links: mesh.transitions.reduce((links, room) => (room === NONE ? links : links + 1), 0),
		hasCuts: mesh.transitions.includes(CUT),
		surfaces,
		height: counted.reduce((sum, each) => sum + (each.height * each.faces) / faces, 0),
		walkableFaces: surfaces.reduce((sum, each) => sum + (each.walkable ? each.faces : 0), 0),
		hooks: hooksOf(mesh),
		size: Math.sqrt((own[3] - own[0]) * (own[4] - own[1])),
	};
}

/** The states of a door, for people. */
export const DOOR_STATE_WORDS: Readonly<Record<DoorState, string>> = {
	closed: 'closed',
	open1: 'open 1',
	open2: 'open 2',
};

/** The walkmesh in area space without faces that have a non-finite corner, which arrays of a caller may contain. */
function placedMesh(mesh: Walkmesh): Walkmesh {
	const { faces, surfaces, transitions, kind, position } = mesh;
	let { positions } = mesh;
	if (kind !== 'area') positions = positions.map((value, i) => value + position[i % 3]);
	const hasPlace = (face: number): boolean => {
		let sum = 0;
		for (let corner = face * 3; corner < face * 3 + 3; corner++) {
			const at = faces[corner] * 3;
			sum += positions[at] * 0 + positions[at + 1] * 0 + positions[at + 2] * 0;
		}
		return sum === 0;
	};
	let first = 0;
	while (first < surfaces.length && hasPlace(first)) first++;
	if (first === surfaces.length) return { ...mesh, positions };
	const kept: number[] = [];
	for (let face = 0; face < surfaces.length; face++) if (hasPlace(face)) kept.push(face);
	const corners = kept.flatMap((face) => [face * 3, face * 3 + 1, face * 3 + 2]);
	return {
		...mesh,
		positions,
		faces: Uint32Array.from(corners, (corner) => faces[corner]),
		surfaces: Uint32Array.from(kept, (face) => surfaces[face]),
		transitions: Int32Array.from(corners, (corner) => transitions[corner] ?? NONE),
	};
}

function spreadOf({ positions, faces }: Walkmesh): number {
	let spread = 0;
	for (let corner = 0; corner < faces.length; corner += 3) {
		const [a, b, c] = [faces[corner] * 3, faces[corner + 1] * 3, faces[corner + 2] * 3];
		const width =
			Math.max(positions[a], positions[b], positions[c]) - Math.min(positions[a], positions[b], positions[c]);
		const [p, q, r] = [positions[a + 1], positions[b + 1], positions[c + 1]];
		spread += width * (Math.max(p, q, r) - Math.min(p, q, r));
	}
	return spread;
}

/** The box around the faces; all zero without any, since such a room is not drawn. */
function boundsOfDrawn({ positions, faces }: Walkmesh): Bounds {
	return boundsOf(positions, faces) ?? [0, 0, 0, 0, 0, 0];
}

function surfacesOf({ positions, faces, surfaces }: Walkmesh, table: SurfaceTable): RoomSurface[] {
	const found = new Map<number, RoomSurface>();
	let sum: RoomSurface | undefined;
	for (let face = 0; face < surfaces.length; face++) {
		const surface = surfaces[face];
		// Faces of one surface follow each other for the most part.
		if (sum?.surface !== surface) sum = found.get(surface);
		if (sum === undefined) {
			sum = { surface, walkable: isWalkable(table, surface), faces: 0, upright: 0, area: 0, height: 0 };
			found.set(surface, sum);
		}
		sum.faces++;
		if (planTurn(positions, faces[face * 3], faces[face * 3 + 1], faces[face * 3 + 2]) === 0) sum.upright++;
		sum.area += faceArea(positions, faces, face);
		for (let corner = face * 3; corner < face * 3 + 3; corner++) sum.height += positions[faces[corner] * 3 + 2];
	}
	for (const each of found.values()) each.height /= each.faces * 3;
	return [...found.values()].sort((a, b) => a.height - b.height || a.surface - b.surface);
}

function addTo(totals: Map<number, RoomSurface>, { faces, upright, area, ...rest }: RoomSurface): void {
	const total = totals.get(rest.surface);
	if (total === undefined) totals.set(rest.surface, { faces, upright, area, ...rest });
	else {
		total.faces += faces;
		total.upright += upright;
		total.area += area;
	}
}
