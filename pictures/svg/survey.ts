import { reorderFaces } from '../../src/geometry/faces.ts';
import { type Bounds, boundsOf, faceArea } from '../../src/geometry/triangles.ts';
import { isWalkable, type SurfaceTable } from '../../src/model/surfaces.ts';
import { type DoorState, NONE, type Walkmesh } from '../../src/model/walkmesh.ts';
import type { PlanRoom } from './options.ts';
import { CUT, planTurn } from './outline.ts';
import { hooksOf, type PlanHook } from './things.ts';
import { metres } from './words.ts';

/** A room with a walkmesh without non-finite coordinates, its sizes and counts. */
export interface DrawnRoom {
	readonly name: string;
	/** Index into the LYT, or −1. */
	readonly index: number;
	/** In area space, without faces that have a corner that is not finite. */
	readonly mesh: Walkmesh;
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
export function surveyRooms(rooms: readonly PlanRoom[], table: SurfaceTable): PlanSurvey {
	const drawn: DrawnRoom[] = [];
	const empty: { name: string; index: number }[] = [];
	const totals = new Map<number, RoomSurface>();
	const bounds: [...Bounds] = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
	let unplaced = 0;
	rooms.forEach((room, place) => {
		const { name, index = place, walkmesh } = room;
		const each = walkmesh === undefined ? undefined : surveyedRoom(name, index, walkmesh, table);
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

function surveyedRoom(name: string, index: number, source: Walkmesh, table: SurfaceTable): DrawnRoom {
	const mesh = placedMesh(source);
	const { doorState } = source;
	const shown = doorState === undefined ? name : `${name} (${DOOR_STATE_WORDS[doorState]})`;
	return drawnRoom(shown, index, mesh, table, source.surfaces.length - mesh.surfaces.length);
}

/** How large a level is, and between which heights it lies. */
export function extentText([minX, minY, minZ, maxX, maxY, maxZ]: Bounds): string {
	const [low, high] = [size(minZ), size(maxZ)];
	return `${size(maxX - minX)} × ${size(maxY - minY)} m, z ${low === high ? low : `${low} to ${high}`} m`;
}

function size(length: number): string {
	return metres(Math.abs(length) < 1e9 ? Math.round(length * 100) / 100 : length);
}

/** A room to draw. @param mesh in area space, every corner finite @param unplaced number of faces that were left out */
export function drawnRoom(name: string, index: number, mesh: Walkmesh, table: SurfaceTable, unplaced = 0): DrawnRoom {
	// Without faces a room is not drawn.
	const own = boundsOf(mesh.positions, mesh.faces) ?? [0, 0, 0, 0, 0, 0];
	const surfaces = surfacesOf(mesh, table);
	const counted = surfaces.some(({ walkable }) => walkable) ? surfaces.filter(({ walkable }) => walkable) : surfaces;
	const faces = counted.reduce((sum, each) => sum + each.faces, 0);
	return {
		...{ name, index, mesh },
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
	const { faces, surfaces, kind, position } = mesh;
	const positions = kind === 'area' ? mesh.positions : mesh.positions.map((value, i) => value + position[i % 3]);
	const hasPlace = (corner: number): boolean =>
		[0, 1, 2].every((axis) => Number.isFinite(positions[faces[corner] * 3 + axis]));
	const kept = [...surfaces.keys()].filter((face) => [0, 1, 2].every((corner) => hasPlace(face * 3 + corner)));
	return reorderFaces({ ...mesh, positions }, Uint32Array.from(kept));
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

function surfacesOf({ positions, faces, surfaces }: Walkmesh, table: SurfaceTable): RoomSurface[] {
	const found = new Map<number, RoomSurface>();
	for (let face = 0; face < surfaces.length; face++) {
		const surface = surfaces[face];
		const none = { surface, walkable: isWalkable(table, surface), faces: 0, upright: 0, area: 0, height: 0 };
		const sum: RoomSurface = found.get(surface) ?? none;
		found.set(surface, sum);
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
