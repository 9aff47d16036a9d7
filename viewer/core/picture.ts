import { localToWorld, type PlacedObject, type Placement } from '../../level/query/placed.ts';
import { edgeMiddle, FACE_KINDS, faceKind, faceSlope, perimeterEdges } from '../../src/geometry/faces.ts';
import { edgeEnd } from '../../src/geometry/half-edges.ts';
import { mapped, middleBetween, minus, plus, type Vec3 } from '../../src/math/vec3.ts';
import { type Level, nameOf, type ObjectPlacement, type Thing, type ThingKind } from '../../src/model/level.ts';
import { type SurfaceTable, walkableFaces } from '../../src/model/surfaces.ts';
import type { DoorState, Walkmesh } from '../../src/model/walkmesh.ts';
import { hookNames } from '../../src/scene/inspection.ts';

/** The data that a level is drawn from: flat arrays, which are transferred from the worker to the page without a copy. */
export interface Picture {
	readonly name: string;
	/** Subtracted from all coordinates here, so that float32 is precise enough far from 0, 0, 0. */
	readonly origin: Vec3;
	/** Area space. */
	readonly min: Vec3;
	readonly max: Vec3;
	readonly parts: readonly PicturePart[];
	/** 9 a face: its corners. */
	readonly corners: Float32Array;
	/** 1 a face: surface id. */
	readonly surfaces: Uint16Array;
	/** 1 a face: one of `FACE_KINDS`. */
	readonly kinds: Uint8Array;
	/** 1 a face: degrees from level, 0 to 180. */
	readonly slopes: Uint8Array;
	/** 6 an edge: perimeter edges without a link. */
	readonly perimeters: Float32Array;
	/** 6 an edge: edges that link. */
	readonly linkEdges: Float32Array;
	readonly links: readonly PictureLink[];
	readonly hooks: readonly PictureHook[];
	readonly places: readonly PicturePlace[];
	/** What the GIT puts into the area. */
	readonly things: readonly PictureThing[];
	/** Doors and placeables without a known placement. */
	readonly unplaced: readonly string[];
}

/** A room, or a door or placeable where it stands. */
export interface PicturePart {
	readonly kind: 'room' | 'placeable' | 'door';
	readonly name: string;
	/** Index into the rooms of the layout, or into the placed objects. */
	readonly index: number;
	readonly state?: DoorState;
	/** Its first face in the picture, and how many it has. */
	readonly first: number;
	readonly count: number;
	/** The middle, area space; undefined without faces. */
	readonly middle?: Vec3;
}

/** All edges of one room that lead to another. */
export interface PictureLink {
	readonly room: number;
	readonly target: number;
	/** Name of the target, where the layout has it. */
	readonly name: string;
	readonly edges: number;
	/** The middle of the longest edge, area space. */
	readonly at: Vec3;
	/** Out of the room, a unit vector seen from above. */
	readonly out: readonly [x: number, y: number];
}

export interface PictureHook {
	readonly name: string;
	readonly at: Vec3;
}

/** A line of the layout. */
export interface PicturePlace {
	readonly kind: 'room' | 'door hook' | 'track' | 'obstacle';
	readonly name: string;
	readonly at: Vec3;
}

/** A creature, waypoint, trigger or other thing of an area. */
export interface PictureThing {
	readonly kind: ThingKind;
	readonly name: string;
	readonly at: Vec3;
	/** Lines in area space: the direction it faces, the outline of a trigger. */
	readonly lines: readonly (readonly [Vec3, Vec3])[];
}

/** Makes the picture of a level. @param objects doors and placeables with their placements */
export function drawLevel(level: Level, objects: readonly PlacedObject[], table: SurfaceTable): Picture {
	const meshes: { mesh: Walkmesh; placement?: Placement; kind: PicturePart['kind']; index: number }[] = [];
	for (const [index, { walkmesh }] of level.rooms.entries()) {
		if (walkmesh !== undefined)
			meshes.push({ mesh: walkmesh, kind: walkmesh.kind === 'area' ? 'room' : walkmesh.kind, index });
	}
	for (const [index, { walkmesh, ...placement }] of objects.entries())
		if (walkmesh.kind !== 'area') meshes.push({ mesh: walkmesh, placement, kind: walkmesh.kind, index });
	const faceTotal = meshes.reduce((sum, { mesh }) => sum + mesh.surfaces.length, 0);
	const { min, max } = boundsOfAll(meshes);
	const origin = mapped(middleBetween(min, max), Math.round);
	const corners = new Float32Array(faceTotal * 9);
	const surfaces = new Uint16Array(faceTotal);
	const kinds = new Uint8Array(faceTotal);
	const slopes = new Uint8Array(faceTotal);
	const parts: PicturePart[] = [];
	let first = 0;
	for (const { mesh, placement, kind, index } of meshes) {
		const points = pointsOf(mesh, placement);
		writeCorners(points, mesh.faces, origin, corners.subarray(first * 9));
		const walkable = walkableFaces(table, mesh.surfaces);
		for (let face = 0; face < mesh.surfaces.length; face++) {
			const degrees = faceSlope(points, mesh.faces, face);
			slopes[first + face] = Math.round(degrees);
			kinds[first + face] = faceKind(walkable[face] === 1, degrees);
			surfaces[first + face] = mesh.surfaces[face];
		}
		const middle = labelPoint(corners, kinds, first, mesh.surfaces.length, origin);
		parts.push({
			kind,
			name: mesh.name === '' ? (level.rooms[index]?.name ?? '') : mesh.name,
			index,
			...(mesh.doorState === undefined ? {} : { state: mesh.doorState }),
			first,
			count: mesh.surfaces.length,
			...(middle === undefined ? {} : { middle }),
		});
		first += mesh.surfaces.length;
	}
	return {
		name: level.name,
		origin,
		min,
		max,
		parts,
		corners,
		surfaces,
		kinds,
		slopes,
		...drawEdges(level, origin, table),
		hooks: hooksOf(level, objects),
		places: placesOf(level),
		things: (level.things ?? []).map(pictureOf),
		unplaced: unplacedNames(level),
	};
}

function isOf({ kind, name }: Walkmesh, placement: Pick<ObjectPlacement, 'kind' | 'model'>): boolean {
	return kind === placement.kind && name.toLowerCase() === placement.model.toLowerCase();
}

function unplacedNames({ objects, layout }: Level): string[] {
	const lone = objects.filter((object) => !(layout.objects ?? []).some((placement) => isOf(object, placement)));
	return [...new Set(lone.map(({ name }) => name))];
}

/** 3 values a vertex, in the area. */
function pointsOf({ positions, position }: Walkmesh, placement: Placement | undefined): ArrayLike<number> {
	if (placement === undefined) return positions;
	const moved = new Float64Array(positions.length);
	for (let i = 0; i < positions.length; i += 3) {
		const own: Vec3 = [positions[i] + position[0], positions[i + 1] + position[1], positions[i + 2] + position[2]];
		moved.set(localToWorld(placement, own), i);
	}
	return moved;
}

/** Writes the corners of faces. A face with a coordinate that is not finite becomes a point, which is not drawn. */
function writeCorners(points: ArrayLike<number>, faces: Uint32Array, origin: Vec3, out: Float32Array): void {
	for (let edge = 0; edge < faces.length; edge += 3) {
		let hasPlace = true;
		for (let corner = 0; corner < 3; corner++) {
			const at = faces[edge + corner] * 3;
			for (let axis = 0; axis < 3; axis++) {
				const value = points[at + axis] - origin[axis];
				if (!Number.isFinite(value)) hasPlace = false;
				out[(edge + corner) * 3 + axis] = value;
			}
		}
		if (!hasPlace) out.fill(0, edge * 3, edge * 3 + 9);
	}
}

function boundsOfAll(meshes: readonly { mesh: Walkmesh; placement?: Placement }[]): { min: Vec3; max: Vec3 } {
	const low = [Infinity, Infinity, Infinity];
	const high = [-Infinity, -Infinity, -Infinity];
	for (const { mesh, placement } of meshes) {
		const points = pointsOf(mesh, placement);
		for (let i = 0; i < points.length; i++) {
			const value = points[i];
			if (!Number.isFinite(value)) continue;
			if (value < low[i % 3]) low[i % 3] = value;
			if (value > high[i % 3]) high[i % 3] = value;
		}
	}
	if (low[0] > high[0]) return { min: [0, 0, 0], max: [1, 1, 1] };
	return { min: [low[0], low[1], low[2]], max: [high[0], high[1], high[2]] };
}

/** A point for a label: the middle of the face nearest to the middle of all faces, of ground where there is any. */
function labelPoint(
	corners: Float32Array,
	kinds: Uint8Array,
	first: number,
	count: number,
	origin: Vec3,
): Vec3 | undefined {
	if (count === 0) return undefined;
	const low: [number, number, number] = [Infinity, Infinity, Infinity];
	const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
	for (let i = first * 9; i < (first + count) * 9; i++) {
		const axis = i % 3;
		if (corners[i] < low[axis]) low[axis] = corners[i];
		if (corners[i] > high[axis]) high[axis] = corners[i];
	}
	const middle = middleBetween(low, high);
	let nearest = -1;
	let least = Infinity;
	for (let face = first; face < first + count; face++) {
		if (kinds[face] !== FACE_KINDS.ground) continue;
		const [dx, dy] = minus(centre(corners, face), middle);
		const away = dx * dx + dy * dy;
		if (away < least) [nearest, least] = [face, away];
	}
	return plus(nearest < 0 ? middle : centre(corners, nearest), origin);
}

function centre(corners: Float32Array, face: number): Vec3 {
	const mean = (at: number): number => (corners[at] + corners[at + 3] + corners[at + 6]) / 3;
	return [mean(face * 9), mean(face * 9 + 1), mean(face * 9 + 2)];
}

function drawEdges(
	level: Level,
	origin: Vec3,
	table: SurfaceTable,
): Pick<Picture, 'perimeters' | 'linkEdges' | 'links'> {
	const perimeters: number[] = [];
	const linkEdges: number[] = [];
	const links: PictureLink[] = [];
	for (const [room, { walkmesh: mesh }] of level.rooms.entries()) {
		if (mesh === undefined) continue;
		const longest = new Map<number, { edge: number; length: number; edges: number }>();
		const { edges } = perimeterEdges(mesh, table);
		const ends = (edge: number) => [mesh.faces[edge] * 3, mesh.faces[edgeEnd(edge)] * 3];
		const push = (list: number[], edge: number): void => {
			for (const at of ends(edge))
				for (let axis = 0; axis < 3; axis++) list.push(mesh.positions[at + axis] - origin[axis]);
		};
		for (const edge of edges) if (mesh.transitions[edge] < 0) push(perimeters, edge);
		for (let edge = 0; edge < mesh.transitions.length; edge++) {
			const target = mesh.transitions[edge];
			if (target < 0) continue;
			push(linkEdges, edge);
			const [a, b] = ends(edge);
			const length = Math.hypot(...[0, 1, 2].map((axis) => mesh.positions[b + axis] - mesh.positions[a + axis]));
			const known = longest.get(target);
			if (known === undefined) longest.set(target, { edge, length, edges: 1 });
			else {
				known.edges++;
				if (length > known.length) Object.assign(known, { edge, length });
			}
		}
		for (const [target, { edge, edges: count }] of longest) {
			const name = level.rooms[target]?.name ?? '';
			links.push({ room, target, name, edges: count, ...acrossEdge(mesh, edge) });
		}
	}
	return { perimeters: Float32Array.from(perimeters), linkEdges: Float32Array.from(linkEdges), links };
}

/** The middle of an edge and the direction out of its face: to the right of the edge, or to the left for a face that faces down. */
function acrossEdge(mesh: Walkmesh, edge: number): Pick<PictureLink, 'at' | 'out'> {
	const { positions, faces } = mesh;
	const third = faces[edge - (edge % 3) + ((edge + 2) % 3)] * 3;
	const a = faces[edge] * 3;
	const b = faces[edgeEnd(edge)] * 3;
	const at = edgeMiddle(mesh, edge);
	let [x, y] = [positions[b + 1] - positions[a + 1], positions[a] - positions[b]];
	const inwards = (positions[third] - at[0]) * x + (positions[third + 1] - at[1]) * y;
	if (inwards > 0) [x, y] = [-x, -y];
	const length = Math.hypot(x, y) || 1;
	return { at, out: [x / length, y / length] };
}

function hooksOf(level: Level, objects: readonly PlacedObject[]): PictureHook[] {
	const hooks: PictureHook[] = [];
	const add = (mesh: Walkmesh, toArea: (at: Vec3) => Vec3): void => {
		for (const { name, hook } of hookNames(mesh)) {
			if (!hook.every(Number.isFinite) || hook.every((value) => value === 0)) continue;
			const { position } = mesh;
			hooks.push({ name: `${mesh.name} ${name}`.trim(), at: toArea(plus(hook, position)) });
		}
	};
	for (const { walkmesh, ...placement } of objects) add(walkmesh, (at) => localToWorld(placement, at));
	// A file of its own is drawn as its vertices are, without the model's offset.
	for (const { walkmesh } of level.rooms) {
		if (walkmesh !== undefined && walkmesh.kind !== 'area') add(walkmesh, (at) => minus(at, walkmesh.position));
	}
	return hooks;
}

/** Length of the line that shows the direction of a thing; metres. */
const LOOK = 0.8;

function pictureOf(thing: Thing): PictureThing {
	const { kind, position: at, bearing, corners = [], spawns = [] } = thing;
	const outline = corners.map((corner, i) => [corner, corners[(i + 1) % corners.length]] as const);
	const angle = ((bearing ?? 0) * Math.PI) / 180;
	const ahead: Vec3 = [at[0] + Math.cos(angle) * LOOK, at[1] + Math.sin(angle) * LOOK, at[2]];
	const look = bearing === undefined ? [] : [[at, ahead] as const];
	return {
		kind,
		name: nameOf(thing),
		at,
		lines: [...look, ...outline, ...spawns.map((spawn) => [at, spawn] as const)],
	};
}

function placesOf({ layout }: Level): PicturePlace[] {
	return [
		...layout.rooms.map(({ model, position }) => ({ kind: 'room' as const, name: model, at: position })),
		...layout.doorHooks.map(({ door, position }) => ({ kind: 'door hook' as const, name: door, at: position })),
		...layout.tracks.map(({ model, position }) => ({ kind: 'track' as const, name: model, at: position })),
		...layout.obstacles.map(({ model, position }) => ({ kind: 'obstacle' as const, name: model, at: position })),
	];
}
