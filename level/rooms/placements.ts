import { type Bounds, boundsOf } from '../../src/geometry/triangles.ts';
import { halfTurn, withinHalfTurn } from '../../src/math/affine.ts';
import { least } from '../../src/math/arrays.ts';
import { toFloat32, type Vec3, vec3At } from '../../src/math/vec3.ts';
import type { Layout, LayoutDoorHook, ObjectPlacement, PlacedModel, Thing } from '../../src/model/level.ts';
import type { Scene } from '../../src/scene/scene.ts';
import type { SceneRoom } from './from-scene.ts';

/**
 * Adds the doors and placeables of a scene to a layout, each with its room: the room that its node is below; otherwise the first room with ground at
 * that point, as the game looks it up; otherwise the nearest room. Each door also gets a door hook.
 */
export function placeObjects(
	layout: Layout,
	scene: Scene,
	rooms: readonly SceneRoom[],
	models: readonly PlacedModel[],
): Layout {
	if (models.length === 0) return layout;
	const finder = new RoomFinder(scene, rooms);
	return withObjects(
		layout,
		models.map(({ node, ...placed }) => {
			const room = finder.of(node, placed.position);
			return { ...placed, ...(room === undefined ? {} : { room: layout.rooms[room].model }) };
		}),
	);
}

/** Adds objects to a layout, and a door hook for each door that stands in a room. */
function withObjects(layout: Layout, objects: readonly ObjectPlacement[]): Layout {
	const doors = objects.filter(({ kind, room }) => kind === 'door' && room !== undefined);
	return { ...layout, objects, doorHooks: [...layout.doorHooks, ...doors.map(doorHook)] };
}

/** Door hooks have the name of the model; the second and further ones of a model also have a number, such as `gate_02`. */
function doorHook(
	{ model, room, position, bearing }: ObjectPlacement,
	index: number,
	doors: readonly ObjectPlacement[],
): LayoutDoorHook {
	const alike = (other: ObjectPlacement): boolean => other.model.toLowerCase() === model.toLowerCase();
	const before = doors.slice(0, index).filter(alike).length;
	return {
		room: room ?? '',
		door: before === 0 ? model : `${model}_${String(before + 1).padStart(2, '0')}`,
		flag: 0,
		position,
		orientation: orientationOf(bearing),
	};
}

/** A bearing in degrees, counter-clockwise, as a quaternion about z: w, x, y, z in float32. */
function orientationOf(bearing: number): [number, number, number, number] {
	const [sine, cosine] = halfTurn(bearing);
	return [cosine, 0, 0, sine];
}

class RoomFinder {
	readonly #scene: Scene;
	readonly #rooms: readonly SceneRoom[];
	readonly #roomOf: ReadonlyMap<number, number>;

	constructor(scene: Scene, rooms: readonly SceneRoom[]) {
		this.#scene = scene;
		this.#rooms = rooms;
		this.#roomOf = new Map(rooms.map(({ node }, index) => [node, index]));
	}

	/** Index of the room that a node at a point stands in; undefined if there are no rooms. */
	of(node: number, [x, y]: Vec3): number | undefined {
		for (let at = node; at >= 0; at = this.#scene.nodes[at].parent) {
			const room = this.#roomOf.get(at);
			if (room !== undefined) return room;
		}
		const under = this.#rooms.findIndex(({ parts }) =>
			parts.some(({ positions, triangles }) => hasFaceAt(positions, triangles, x, y)),
		);
		if (under >= 0) return under;
		const distances = this.#rooms.map(({ parts }) =>
			least(parts.map(({ positions }) => distanceInPlan(boundsOf(positions), x, y))),
		);
		return distances.length === 0 ? undefined : Math.max(0, distances.indexOf(least(distances)));
	}
}

/** True where a point lies inside a face or on its border, in plan. */
function hasFaceAt(positions: Float64Array, triangles: Uint32Array, x: number, y: number): boolean {
	for (let i = 0; i < triangles.length; i += 3) {
		const [a, b, c] = [0, 1, 2].map((corner) => vec3At(positions, triangles[i + corner]));
		const sides = [side(a, b, x, y), side(b, c, x, y), side(c, a, x, y)];
		const isFlat = sides.every((value) => value === 0);
		if (!isFlat && (sides.every((value) => value >= 0) || sides.every((value) => value <= 0))) return true;
	}
	return false;
}

/** Positive where a point lies to the left of the line from a to b, in plan. */
function side(a: Vec3, b: Vec3, x: number, y: number): number {
	return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
}

function distanceInPlan(bounds: Bounds | undefined, x: number, y: number): number {
	if (bounds === undefined) return Infinity;
	const beside = [Math.max(bounds[0] - x, x - bounds[3], 0), Math.max(bounds[1] - y, y - bounds[4], 0)];
	return Math.hypot(...beside);
}

/** Transforms the objects of a room's file from the room's own space to area space. @param offset where the room's origin is in the area, metres */
export function movedModels(models: readonly PlacedModel[], room: string, offset: Vec3): ObjectPlacement[] {
	const [x, y, z] = offset;
	return models.map(({ node: _, ...placed }) => {
		const [px, py, pz] = placed.position;
		return { ...placed, room, position: toFloat32([px + x, py + y, pz + z]) };
	});
}

const DEGREES = 180 / Math.PI;

/** The doors and placeables that a scene shows. */
export function thingsOfPlacements(placements: readonly ObjectPlacement[]): Thing[] {
	const counts = { door: 0, placeable: 0 };
	return placements.map(({ kind, model, position, bearing }) => ({
		kind,
		index: counts[kind]++,
		template: model,
		tag: '',
		position,
		bearing,
		model,
	}));
}

/** The door hooks of a layout. */
export function thingsOfHooks({ doorHooks }: Pick<Layout, 'doorHooks'>): Thing[] {
	return doorHooks.map((hook, index) => ({
		kind: 'door',
		index,
		template: hook.door,
		tag: '',
		position: hook.position,
		bearing: bearingOfHook(hook),
	}));
}

/** How far a door hook is turned about the vertical, degrees. */
function bearingOfHook({ orientation: [w, x, y, z] }: LayoutDoorHook): number {
	return withinHalfTurn(Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)) * DEGREES);
}
