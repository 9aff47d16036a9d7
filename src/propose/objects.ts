import { areaInPlan, type Bounds, boundsOf, faceVector, middleOfBox } from '../geometry/triangles.ts';
import { addTo, groupBy } from '../math/arrays.ts';
import { middleOf, vec3At } from '../math/vec3.ts';
import { LONGEST_NAME } from '../model/level.ts';
import type { Confidence, ObjectDecision, ObjectRole, RoomDecision } from '../scene/decisions.ts';
import { isSkyName, nodeMeanings, plainName } from '../scene/roles.ts';
import type { Scene, ScenePart } from '../scene/scene.ts';
import { counted, decimal } from '../text/numbers.ts';
import type { Ground } from './ground.ts';
import { hasStairs, isRamp } from './sides.ts';
import { DEFAULT_NAME, isCalled, roomNameOf } from './words.ts';

/** An object of a scene: a node with geometry of its own. */
export interface SceneObject {
	readonly node: number;
	readonly name: string;
	readonly parts: readonly ScenePart[];
	readonly bounds: Bounds;
}

/** What is proposed of an object. */
export interface Role {
	readonly role: ObjectRole;
	readonly room?: string;
	readonly confidence: Confidence;
	readonly reason: string;
}

/** A door is no thicker than this, and no wider; metres. */
const DOOR: readonly [number, number] = [0.6, 5];
/** A thing on the floor is no wider and no higher than this, and no flatter; metres. */
const THING_WIDTH = 3;
const THING_HEIGHT: readonly [number, number] = [0.15, 2.2];
/** A dome reaches this many times as far as all else. */
const DOME = 1.25;
/** So much of a sphere faces up, by 60°, and a little more. */
const MOST_UP = 0.3;
/** A share of the ground of an object that is none. */
const SLIVER = 0.03;

export function objectsOf({ parts }: Scene): SceneObject[] {
	const areas = parts.filter(({ kind }) => kind === 'area');
	return [...groupBy(areas, ({ node }) => node)].map(([node, own]) => ({
		node,
		name: own[0].name,
		parts: own,
		bounds: boundsOf(own.flatMap(({ positions }) => [...(boundsOf(positions) ?? [])])) ?? [0, 0, 0, 0, 0, 0],
	}));
}

const sizeOf = ({ bounds }: SceneObject): number[] => [0, 1, 2].map((axis) => bounds[axis + 3] - bounds[axis]);

/** What is around a level and no part of it, as its name says. */
export function outsideRole({ name }: SceneObject): Role | undefined {
	if (isSkyName(name))
		return { role: 'none', confidence: 'high', reason: 'It is called like the sky, which is around the level.' };
	if (!isCalled(name, 'collider')) return undefined;
	const reason = 'It is called like a shape for collision beside what is drawn.';
	return { role: 'none', confidence: 'medium', reason };
}

/** What the walkmeshes of doors and placeables, and their looks beside them, are by their names. */
export function namedRoles({ nodes, parts }: Scene, objects: readonly SceneObject[]): Map<number, Role> {
	const roles = new Map<number, Role>();
	const kinds = nodeMeanings(nodes).map(({ kind }) => kind);
	const models = new Map<string, 'door' | 'placeable'>();
	for (const { kind, node, model } of parts) {
		if (kind === 'area') continue;
		if (model !== undefined) models.set(model.toLowerCase(), kind);
		let root = node;
		while (kinds[nodes[root].parent] === kind) root = nodes[root].parent;
		const reason = `Its name says so: it is the walkmesh of a ${kind}.`;
		roles.set(root, { role: kind, confidence: 'high', reason });
	}
	for (const object of objects) {
		const role = models.get(plainName(object.name).toLowerCase());
		if (role === undefined || Math.max(...sizeOf(object)) > DOOR[1]) continue;
		const reason = `It is called like the ${role} that has a walkmesh beside it: a model of its own.`;
		roles.set(object.node, { role, confidence: 'high', reason });
	}
	return roles;
}

/** True for what reaches beyond all other objects, of which one is larger than a thing. */
export function encloses(object: SceneObject, all: readonly SceneObject[]): boolean {
	const others = all.filter((each) => each !== object && !isSkyName(each.name));
	if (!others.some((each) => sizeOf(each).filter((size) => size > 2 * THING_WIDTH).length > 1)) return false;
	const rest = boundsOf(others.flatMap(({ bounds }) => [...bounds])) as Bounds;
	const size = sizeOf(object);
	return [0, 1, 2].every((axis) => size[axis] >= DOME * (rest[axis + 3] - rest[axis]));
}

/** A dome hardly faces up: ground does. */
export function isDome({ parts }: SceneObject): boolean {
	const vector: [number, number, number] = [0, 0, 0];
	let [up, all] = [0, 0];
	for (const { positions, triangles } of parts)
		for (let triangle = 0; triangle < triangles.length / 3; triangle++) {
			const size = faceVector(positions, triangles, triangle, vector);
			all += size;
			if (vector[2] > size / 2) up += size;
		}
	return up <= MOST_UP * all;
}

/** The surface of water is so flat, and ground lies so far below it; metres. */
const FLAT = 0.02;
const LEAST_DEPTH = 0.05;
/** So many square metres of ground lie below a surface of water that is called otherwise, and run through it. */
const LEAST_SHORE = 20;

/** What lies flat over the ground of other objects: water, by its name or where ground on a slope runs through it. */
export function waterRole(object: SceneObject, all: readonly SceneObject[]): Role | undefined {
	const [x0, y0, z0, x1, y1, z1] = object.bounds;
	if (z1 - z0 > FLAT) return undefined;
	let [below, through] = [0, 0];
	const vector: [number, number, number] = [0, 0, 0];
	for (const { positions, triangles } of all.flatMap((other) => (other === object ? [] : other.parts)))
		for (let corner = 0; corner < triangles.length; corner += 3) {
			const size = faceVector(positions, triangles, corner / 3, vector);
			const points = [0, 1, 2].map((k) => vec3At(positions, triangles[corner + k]));
			const [x, y] = middleOf(points);
			if (vector[2] < size / 2 || x < x0 || x > x1 || y < y0 || y > y1) continue;
			const heights = points.map((point) => point[2]);
			const [low, high] = [Math.min(...heights) - z0, Math.max(...heights) - z0];
			if (low < -LEAST_DEPTH) below += size / 2;
			if (low < FLAT && high > -FLAT && high - low > LEAST_DEPTH) through += size / 2;
		}
	if (isCalled(object.name, 'water')) {
		if (below > 0)
			return { role: 'none', confidence: 'high', reason: 'It is called like water and lies over other ground.' };
		const reason =
			'It is called like water, and nothing lies below: make it a room with the surface Water where people wade.';
		return { role: 'none', confidence: 'medium', reason };
	}
	if (Math.min(below, through) < LEAST_SHORE) return undefined;
	return { role: 'none', confidence: 'medium', reason: 'It is flat, and ground runs through it: it may be water.' };
}

export const DOME_ROLE: Role = {
	role: 'none',
	confidence: 'high',
	reason: 'It encloses everything else and hardly faces up, as the dome of a sky.',
};

/** The leaf of a door is no thicker than this, no wider and no higher than these; metres. */
const LEAF_THICK = 0.35;
const LEAF_WIDTH: readonly [number, number] = [0.4, 4];
const LEAF_HEIGHT: readonly [number, number] = [1.7, 4];

/** True for what has the shape of a leaf: a door where it closes a doorway, whatever it is called. */
export function mayBeLeaf(object: SceneObject): boolean {
	const [x, y, z] = sizeOf(object);
	const [thin, wide] = [Math.min(x, y), Math.max(x, y)];
	const isIn = (size: number, [least, most]: readonly [number, number]): boolean => size >= least && size <= most;
	return thin <= LEAF_THICK && isIn(wide, LEAF_WIDTH) && isIn(z, LEAF_HEIGHT);
}

/** What is a door or a thing on the floor by its shape and name, before the ground is known. */
export function thingRole(object: SceneObject): 'door' | 'thing' | undefined {
	const [x, y, z] = sizeOf(object);
	const [thin, wide] = [Math.min(x, y), Math.max(x, y)];
	if (isCalled(object.name, 'door') && thin <= DOOR[0] && wide <= DOOR[1]) return 'door';
	const isSmall = wide <= THING_WIDTH && z <= THING_HEIGHT[1] && z >= THING_HEIGHT[0];
	const isBroad = thin >= THING_HEIGHT[0];
	if (!isSmall || hasStairs(object.parts)) return undefined;
	return isCalled(object.name, 'thing') || (isBroad && !isRamp(object.parts)) ? 'thing' : undefined;
}

/** A thing on the floor begins no higher over it, metres. */
const HANGING = 1.5;

/** True for what is as small as a thing, but hangs over the ground without being called one: a lintel, a beam. */
export function hangs({ name, bounds: [x0, y0, z0, x1, y1] }: SceneObject, ground: Ground): boolean {
	if (isCalled(name, 'thing')) return false;
	return z0 - ground.heightBelow([(x0 + x1) / 2, (y0 + y1) / 2, z0]) > HANGING;
}

/** Roles of doors and things, once the ground is known. */
export function standingRole(
	object: SceneObject,
	kind: 'door' | 'thing',
	roomOf: (object: SceneObject) => string,
): Role {
	const [x, y, z] = sizeOf(object).map((size) => decimal(size, 1));
	const size = `${x} × ${y} × ${z} m`;
	if (kind === 'door') {
		const why = isCalled(object.name, 'door') ? 'is called like a door' : 'closes a doorway';
		return { role: 'door', confidence: 'high', reason: `It ${why} and is ${size} large: a model of its own.` };
	}
	if (isCalled(object.name, 'used'))
		return {
			role: 'placeable',
			confidence: 'medium',
			reason: `It is called like something that is used, ${size} large: a model of its own.`,
		};
	if (isCalled(object.name, 'stairs')) {
		const reason = 'It is called like stairs, but its steps are not joined: give it risers, or lay a ramp over it.';
		return { role: 'obstacle', room: roomOf(object), confidence: 'low', reason };
	}
	const isNamed = isCalled(object.name, 'thing');
	const reason = isNamed
		? `It is called like a thing and is ${size} large.`
		: `It is ${size} large, as things on the floor are.`;
	return { role: 'obstacle', room: roomOf(object), confidence: 'high', reason };
}

/** The rooms of a scene: what of its objects is which, and the rooms of objects that hold several. */
export interface ProposedRooms {
	readonly roles: ReadonlyMap<number, Role>;
	readonly rooms: readonly RoomDecision[];
	/** By room of the ground, its name. */
	readonly names: readonly string[];
}

/** Proposes which objects are which rooms. @param parts those that the ground was found in */
export function proposeRooms(
	scene: Scene,
	objects: readonly SceneObject[],
	parts: readonly ScenePart[],
	ground: Ground,
): ProposedRooms {
	const own = new Map(objects.map((object) => [object, groundOf(object, parts, ground)]));
	const floors = objects.filter((object) => (own.get(object)?.length ?? 0) > 0);
	const groups = collectionsOf(scene, objects);
	const names = nameRooms(scene, ground, floors, (object) => own.get(object) ?? [], groups);
	const isSure = (rooms: readonly number[]): Confidence =>
		rooms.every((room) => ground.rooms[room].sure) ? 'high' : 'medium';
	const divided = new Set<number>();
	const roles = new Map<number, Role>();
	const roleOf = (object: SceneObject): Role => {
		const rooms = own.get(object) ?? [];
		if (rooms.length === 1) {
			const [room] = rooms;
			const reason = `${decimal(ground.rooms[room].area, 0)} m² of ground between walls and doorways.`;
			return { role: 'room', room: names[room], confidence: isSure(rooms), reason };
		}
		const inside = rooms.length > 0 ? rooms : roomsWithin(object, ground);
		const [only] = inside;
		if (rooms.length === 0 && inside.length <= 1) {
			const room = groupRoom(object) ?? names[only ?? ground.roomAt(middleOfBox(object.bounds))];
			return { role: 'room', room, confidence: 'high', reason: 'It has no ground; it is about that of the room.' };
		}
		for (const room of inside) divided.add(room);
		return {
			role: 'rooms',
			confidence: isSure(inside),
			reason: `It spans ${counted(inside.length, 'room')}, divided at walls and doorways.`,
		};
	};
	const groupRoom = (object: SceneObject): string | undefined => {
		const group = groups.get(object.node);
		const floor = group === undefined ? undefined : floors.find((each) => groups.get(each.node) === group);
		const [room] = (floor && own.get(floor)) ?? [];
		return room === undefined ? undefined : names[room];
	};
	for (const object of objects) roles.set(object.node, ground.rooms.length === 0 ? NO_GROUND : roleOf(object));
	const rooms = [...divided]
		.sort((a, b) => a - b)
		.map((room): RoomDecision => {
			const { area, at, sure } = ground.rooms[room];
			const point = at.map((value) => Number(value.toFixed(3))) as [number, number, number];
			const reason = `${decimal(area, 0)} m² of ground between walls and doorways.`;
			return { name: names[room], at: point, confidence: sure ? 'high' : 'medium', reason, confirmed: false };
		});
	return { roles, rooms, names };
}

const NO_GROUND: Role = { role: 'none', confidence: 'low', reason: 'Nothing in the scene looks like ground.' };

/** The rooms that an object has ground of, without slivers. */
function groundOf({ parts: own }: SceneObject, parts: readonly ScenePart[], ground: Ground): number[] {
	const counts = new Map<number, number>();
	for (const part of own) {
		const roomOf = ground.roomOf[parts.indexOf(part)];
		for (const [triangle, room] of roomOf?.entries() ?? [])
			if (room >= 0) counts.set(room, (counts.get(room) ?? 0) + areaInPlan(part.positions, part.triangles, triangle));
	}
	const total = [...counts.values()].reduce((sum, area) => sum + area, 0);
	return [...counts].filter(([, area]) => area >= total * SLIVER).map(([room]) => room);
}

/** So far below something its room may be: it may be the ceiling. */
const CEILING = 8;

/** The rooms whose ground lies within the bounds of an object. */
function roomsWithin({ bounds: [x0, y0, z0, x1, y1, z1] }: SceneObject, { rooms }: Ground): number[] {
	const isWithin = ([x, y, z]: readonly number[]): boolean =>
		x >= x0 && x <= x1 && y >= y0 && y <= y1 && z >= z0 - CEILING && z <= z1 + 1;
	return [...rooms.keys()].filter((room) => isWithin(rooms[room].at));
}

/** The topmost node without geometry above each object, of those that do not hold all of them. */
function collectionsOf({ nodes }: Scene, objects: readonly SceneObject[]): ReadonlyMap<number, number> {
	const own = new Set(objects.map(({ node }) => node));
	const above = (node: number): number[] => {
		const found: number[] = [];
		for (let at = nodes[node].parent; at >= 0; at = nodes[at].parent) if (!own.has(at)) found.unshift(at);
		return found;
	};
	const chains = objects.map(({ node }) => above(node));
	const shared = new Set(chains[0]?.filter((node) => chains.every((chain) => chain.includes(node))));
	return new Map(
		objects.flatMap(({ node }, index) => {
			const group = chains[index].find((each) => !shared.has(each));
			return group === undefined ? [] : [[node, group] as const];
		}),
	);
}

/** A name for each room: that of its collection, or of its objects, or of the scene with a number. */
function nameRooms(
	scene: Scene,
	ground: Ground,
	floors: readonly SceneObject[],
	roomsOf: (object: SceneObject) => readonly number[],
	groups: ReadonlyMap<number, number>,
): string[] {
	const byRoom = new Map<number, string[]>();
	for (const floor of floors) {
		const rooms = roomsOf(floor);
		const group = groups.get(floor.node);
		const text = group === undefined ? plainName(floor.name).replace(FLOOR, '') : scene.nodes[group].name;
		for (const room of rooms) addTo(byRoom, room, rooms.length === 1 ? text : '');
	}
	const wanted = ground.rooms.map((_, room) => {
		const texts = new Set(byRoom.get(room));
		const common = texts.size === 1 ? [...texts][0] : sharedStart([...texts]);
		return DEFAULT_NAME.test(plainName(common)) ? '' : roomNameOf(common);
	});
	const stem = roomNameOf(scene.name).slice(0, LONGEST_NAME - 3) || 'room';
	const times = groupBy(wanted, (name) => name.toLowerCase());
	return wanted.map((name, room) =>
		name !== '' && times.get(name.toLowerCase())?.length === 1 ? name : `${stem}_${String(room + 1).padStart(2, '0')}`,
	);
}

/** What the floor of a room is called after the name of the room. */
const FLOOR = /[\s_.-]*(?:floors?|ground|boden|fu(?:ss|ß)boden|suelo|piso|sol)\d*$/i;

/** What names begin with alike, up to a separator. */
function sharedStart(texts: readonly string[]): string {
	const [first = '', ...others] = texts;
	let length = first.length;
	for (const text of others) while (!text.startsWith(first.slice(0, length))) length--;
	return first
		.slice(0, length)
		.replace(/[^_.\- ]*$/, '')
		.replace(/[_.\- ]+$/, '');
}

/** True where rooms are called as the highest nodes that stand side by side, which need no entries. */
export function sayTheirRooms(
	scene: Scene,
	objects: readonly SceneObject[],
	roles: ReadonlyMap<number, Role>,
): boolean {
	const groups = collectionsOf(scene, objects);
	return objects.every(({ node }) => {
		const role = roles.get(node);
		return role?.role === 'room' && role.room === plainName(scene.nodes[groups.get(node) ?? node].name);
	});
}

/** Entries of objects; of several with one name each has its number. */
export function objectEntries(
	{ nodes }: Scene,
	objects: readonly SceneObject[],
	roles: ReadonlyMap<number, Role>,
): ObjectDecision[] {
	const counts = new Map<string, number>();
	const nth = nodes.map(({ name }) => {
		counts.set(name, (counts.get(name) ?? 0) + 1);
		return counts.get(name) as number;
	});
	return [...new Set([...objects.map(({ node }) => node), ...roles.keys()])].flatMap((node): ObjectDecision[] => {
		const role = roles.get(node);
		const { name } = nodes[node];
		const which = counts.get(name) === 1 ? {} : { nth: nth[node] };
		return role === undefined ? [] : [{ name, ...which, ...role, confirmed: false }];
	});
}
