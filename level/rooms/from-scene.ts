import { choice, type GivenOf, text } from '../../src/findings/options.ts';
import type { Report } from '../../src/findings/report.ts';
import { checkRooms, ROOM_LIMIT_OPTIONS } from '../../src/formats/limits.ts';
import { faceVector } from '../../src/geometry/triangles.ts';
import { addTo } from '../../src/math/arrays.ts';
import { toFloat32, type Vec3, ZERO } from '../../src/math/vec3.ts';
import {
	checkModelName,
	findDuplicateNames,
	type Layout,
	LONGEST_NAME,
	PLACEHOLDER_ROOM,
} from '../../src/model/level.ts';
import { isWalkable, K1, type SurfaceTable } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { DEFAULT_NAME, isCalled } from '../../src/propose/words.ts';
import { mergeParts } from '../../src/scene/assemble.ts';
import { SCENE_FINDINGS } from '../../src/scene/findings.ts';
import { isIgnoredName, nodeRole, plainName } from '../../src/scene/roles.ts';
import type { Scene, ScenePart } from '../../src/scene/scene.ts';
import { UNRESOLVED_SURFACE } from '../../src/scene/surfaces.ts';
import { ROOMS_FINDINGS } from '../../src/seams/room-findings.ts';
import { namePattern } from '../../src/text/pattern.ts';
import { listed } from '../../src/text/quote.ts';

/** How rooms are told apart in a scene that holds a whole level. */
export const ROOM_OPTIONS = {
	roomBy: choice(
		'What makes a node a room: its name, its extras (`room`), or being one of the highest nodes that stand side by side; auto: the first of these that applies. collection: the highest nodes without geometry of their own that hold objects; parent: the nearest above each object; prefix: the highest nodes whose names are alike up to their last `_`, such as `hall_floor` and `hall_walls`, together; scene: all of it is one room, called like its file.',
		['auto', 'pattern', 'extras', 'top-level', 'collection', 'parent', 'prefix', 'scene'],
		'auto',
	),
	roomPattern: text('Nodes that are rooms, by name.', { placeholder: 'pattern' }),
	...ROOM_LIMIT_OPTIONS,
};
export type RoomOptions = GivenOf<typeof ROOM_OPTIONS>;

/** A room found in a scene. */
export interface SceneRoom {
	/** A valid model name, unless a finding says otherwise. */
	readonly name: string;
	/** Index into the scene's nodes. */
	readonly node: number;
	/** Position of the room in the area: the origin of its node, float32 metres. */
	readonly position: Vec3;
	readonly parts: readonly ScenePart[];
}

/**
 * Splits the area parts of a scene into rooms. A room has the name and the position of its node. Parts that belong to no room are reported as an
 * error, because their ground would be missing from the level.
 *
 * @throws InputError for more rooms than the limit
 */
export function roomsOfScene(
	scene: Scene,
	options: RoomOptions,
	report: Report,
	surfaces: SurfaceTable = K1,
): SceneRoom[] {
	const { nodes, assumed, roomOf, stems, isWhole = false } = roomNodes(scene, options, report, surfaces);
	const triangles = scene.parts.reduce((sum, part) => sum + part.triangles.length / 3, 0);
	checkRooms(nodes.length, triangles, options.maxRooms, report);
	const parts: ScenePart[][] = nodes.map(() => []);
	for (const part of scene.parts) {
		if (part.kind !== 'area') continue;
		const room = nearestRoom(scene, part.node, roomOf);
		if (room === undefined)
			report.add(ROOMS_FINDINGS.LEVEL_PART_OUTSIDE, { node: part.name }, { triangles: part.triangles.length / 3 });
		else parts[room].push(part);
	}
	const names = nodes.map((node, index) => roomName(scene, node, stems?.[index], isWhole));
	reportNames(scene, nodes, names, isWhole, report);
	for (const { name, indices } of findDuplicateNames(names)) {
		report.add(
			ROOMS_FINDINGS.LEVEL_ROOM_DUPLICATE,
			{ node: scene.nodes[nodes[indices[1]]].name },
			{
				name,
				count: indices.length,
				nodes: indices.slice(0, NAMES_SHOWN).map((index) => scene.nodes[nodes[index]].name),
				ways: waysToTell(scene, surfaces),
			},
		);
	}
	const rooms = nodes.map((node, index) => ({
		name: names[index],
		node,
		position: isWhole ? ZERO : toFloat32(scene.nodes[node].origin),
		parts: parts[index],
	}));
	if (assumed) reportAssumed(scene, withoutDoors(scene, rooms, report), surfaces, report);
	return rooms;
}

const NAMES_SHOWN = 6;
/** What is called a door and covers more than this seen from above, top and bottom counted, may be a room; square metres. */
const MOST_OF_DOOR = 4;

/** True for a door rather than a room: it has the name of one, and covers as little ground. */
function isDoor({ name, parts }: SceneRoom): boolean {
	if (!isCalled(name, 'door')) return false;
	const vector: [number, number, number] = [0, 0, 0];
	let area = 0;
	for (const { positions, triangles } of parts)
		for (let triangle = 0; triangle < triangles.length / 3; triangle++) {
			faceVector(positions, triangles, triangle, vector);
			area += Math.abs(vector[2]) / 2;
		}
	return area <= MOST_OF_DOOR;
}

/** Reports objects that were taken for rooms and are doors. @returns the other rooms */
function withoutDoors(scene: Scene, rooms: readonly SceneRoom[], report: Report): readonly SceneRoom[] {
	const doors = rooms.filter(isDoor);
	if (doors.length === 0) return rooms;
	const names = doors.map(({ name }) => name);
	report.add(ROOMS_FINDINGS.LEVEL_ROOM_DOOR, { node: scene.nodes[doors[0].node].name }, { names });
	return rooms.filter((room) => !doors.includes(room));
}

type MayBeGround = (surface: number) => boolean;

/** Whether a surface is walkable or may become so: materials without a surface have a finding of their own, and are assigned later. */
function groundIn(table: SurfaceTable, report?: Report): MayBeGround {
	const hasUnknown = report?.findings.some(({ code }) => code === SCENE_FINDINGS.SURFACE_UNKNOWN.code) ?? false;
	return (surface) => isWalkable(table, surface) || (hasUnknown && surface === UNRESOLVED_SURFACE);
}

/** Reports that each top-level node was taken for a room; as a warning if at least one of them is hardly a room. */
function reportAssumed(scene: Scene, rooms: readonly SceneRoom[], table: SurfaceTable, report: Report): void {
	const isNamed = ({ node }: SceneRoom): boolean => nodeRole(scene.nodes[node].name)?.role === 'geometry';
	if (rooms.length < 2 || rooms.every(isNamed)) return;
	const names = listed(rooms.map(({ name }) => name));
	const mayBeGround = groundIn(table, report);
	const why = (room: SceneRoom): 'name' | 'default' | 'ground' | undefined => {
		if (checkModelName(room.name).length > 0) return 'name';
		if (DEFAULT_NAME.test(room.name)) return 'default';
		return room.parts.some((part) => part.surfaces.some(mayBeGround)) ? undefined : 'ground';
	};
	const reasons = rooms.map(why);
	// While only a few names are invalid, each of them has a finding of its own, and the choice of rooms is not in doubt.
	const isNameDoubtful = reasons.filter((reason) => reason === 'name').length * 2 > rooms.length;
	for (const [index, room] of rooms.entries()) {
		const reason = reasons[index];
		if (reason === undefined || (reason === 'name' && !isNameDoubtful)) continue;
		const ways = waysToTell(scene, table);
		const data = { count: rooms.length, names, doubtful: room.name, why: reason, ways };
		report.add(ROOMS_FINDINGS.LEVEL_ROOMS_DOUBTFUL, { node: scene.nodes[room.node].name }, data);
		return;
	}
	report.add(ROOMS_FINDINGS.LEVEL_ROOMS_ASSUMED, {}, { count: rooms.length, names });
}

/** The walkmesh of a room in area space, unwelded and unordered. */
export function roomWalkmesh(room: SceneRoom): Walkmesh {
	return mergeParts(room.parts, ZERO, { name: room.name });
}

/** Makes a layout of the rooms of a scene, in their order. */
export function layoutOfRooms(rooms: readonly Pick<SceneRoom, 'name' | 'position'>[]): Layout {
	return {
		rooms: rooms.map(({ name, position }) => ({ model: name, position })),
		tracks: [],
		obstacles: [],
		doorHooks: [],
	};
}

/** Nodes that were chosen as rooms. */
interface RoomNodes {
	readonly nodes: readonly number[];
	/** True where nothing in the scene says that these nodes are rooms. */
	readonly assumed: boolean;
	/** Index of the room by index of the node. Several nodes may form one room. */
	readonly roomOf: ReadonlyMap<number, number>;
	/** 1 entry a room: its name, where that is not the name of its node. */
	readonly stems?: readonly string[];
	/** True where the whole scene is one room, at the origin. */
	readonly isWhole?: boolean;
}

function roomNodes(
	scene: Scene,
	{ roomBy: by = ROOM_OPTIONS.roomBy.default, roomPattern: pattern }: RoomOptions,
	report: Report,
	surfaces: SurfaceTable,
): RoomNodes {
	const said = (nodes: number[], assumed = false): RoomNodes => ({
		nodes,
		assumed,
		roomOf: new Map(nodes.map((node, index) => [node, index])),
	});
	if (by === 'auto' && pattern === undefined && scene.rooms !== undefined) return decidedRooms(scene.rooms);
	if (by === 'scene') return wholeScene(scene);
	if (by === 'prefix') return prefixNodes(scene, surfaces);
	if (by === 'pattern' || (by === 'auto' && pattern !== undefined))
		return said(nodesByPattern(scene, pattern ?? '*', report));
	if (by === 'extras') return said(nodesByExtras(scene));
	if (by === 'collection' || by === 'parent') {
		const nodes = by === 'parent' ? parentNodes(scene) : collectionNodes(scene);
		if (nodes.length === 0) report.add(ROOMS_FINDINGS.LEVEL_ROOMS_UNGROUPED, {}, { by });
		return said(nodes);
	}
	const tagged = by === 'auto' ? nodesByExtras(scene) : [];
	if (tagged.length > 0) return said(tagged);
	const nodes = topLevelNodes(scene, groundIn(surfaces, report));
	reportEmptyNodes(scene, nodes, report);
	return said(nodes, by === 'auto');
}

/** Rooms as they were decided, each at the origin of its first node. */
function decidedRooms(rooms: NonNullable<Scene['rooms']>): RoomNodes {
	return {
		nodes: rooms.map(({ nodes }) => nodes[0]),
		assumed: false,
		roomOf: new Map(rooms.flatMap(({ nodes }, room) => nodes.map((node) => [node, room] as const))),
		stems: rooms.map(({ name }) => name),
	};
}

/** All of the scene as one room, called like the scene. */
function wholeScene(scene: Scene): RoomNodes {
	const holders = holdersOfParts(scene);
	const roots = [...scene.nodes.keys()].filter((node) => scene.nodes[node].parent < 0 && holders[node] > 0);
	return {
		nodes: roots.slice(0, 1),
		assumed: false,
		roomOf: new Map(roots.map((node) => [node, 0])),
		stems: [scene.name],
		isWhole: true,
	};
}

/**
 * Groups the top-level nodes whose names are equal up to their last `_` into one room each. The room has the position of the first of its nodes. Walls
 * by themselves are no room: a group without ground, of `hall_wall_n` and `hall_wall_s`, joins the one that its name begins with, that of `hall_floor`.
 */
function prefixNodes(scene: Scene, table: SurfaceTable): RoomNodes & { readonly stems: readonly string[] } {
	const members = new Map<string, number[]>();
	for (const node of topLevelNodes(scene, groundIn(table))) {
		const name = plainName(scene.nodes[node].name);
		addTo(members, prefixOf(name) ?? name, node);
	}
	const stems = [...members.keys()];
	const withGround = roomsWithGround(scene, groupsOf(members), table);
	const isRoom = new Set(stems.filter((_, group) => withGround.has(group)));
	for (const [stem, nodes] of members) {
		let home = isRoom.has(stem) ? undefined : prefixOf(stem);
		while (home !== undefined && !isRoom.has(home)) home = prefixOf(home);
		if (home === undefined) continue;
		members.get(home)?.push(...nodes);
		members.delete(stem);
	}
	return {
		nodes: [...members.values()].map(([first]) => first),
		assumed: false,
		roomOf: groupsOf(members),
		stems: [...members.keys()],
	};
}

/** A name up to its last `_`. */
function prefixOf(name: string): string | undefined {
	const end = name.lastIndexOf('_');
	return end > 0 ? name.slice(0, end) : undefined;
}

function groupsOf(members: ReadonlyMap<string, readonly number[]>): Map<number, number> {
	return new Map([...members.values()].flatMap((own, group) => own.map((node) => [node, group] as const)));
}

/** Values of `roomBy` that would find rooms in this scene, the most likely first. */
function waysToTell(scene: Scene, table: SurfaceTable): string[] {
	const ways = [
		['prefix', prefixRoomsWithGround(scene, table)] as const,
		['collection', collectionNodes(scene).length] as const,
		['parent', parentNodes(scene).length] as const,
		['scene', 1] as const,
	];
	return ways.flatMap(([way, rooms]) => (rooms > 0 ? [way] : []));
}

/** Number of rooms that prefixes of names would make; 0 if one of them has no walkable face or no valid room name. */
function prefixRoomsWithGround(scene: Scene, table: SurfaceTable): number {
	const { roomOf, stems } = prefixNodes(scene, table);
	const hasGround = roomsWithGround(scene, roomOf, table);
	const isRoom = stems.every((stem, room) => hasGround.has(room) && checkModelName(stem).length === 0);
	return isRoom && stems.length < roomOf.size ? stems.length : 0;
}

/** The rooms that have walkable faces. @param roomOf index of the room by index of the node */
function roomsWithGround(scene: Scene, roomOf: ReadonlyMap<number, number>, table: SurfaceTable): Set<number> {
	const found = new Set<number>();
	for (const part of scene.parts) {
		const room = part.kind === 'area' ? nearestRoom(scene, part.node, roomOf) : undefined;
		if (room !== undefined && part.surfaces.some((surface) => isWalkable(table, surface))) found.add(room);
	}
	return found;
}

/** For each object, its nearest ancestor without ground of its own, in the order of the scene. */
function parentNodes(scene: Scene): number[] {
	const own = ownGround(scene);
	const found = new Set<number>();
	for (const node of own) {
		let at = scene.nodes[node].parent;
		while (at >= 0 && own.has(at)) at = scene.nodes[at].parent;
		if (at >= 0) found.add(at);
	}
	return [...found].sort((a, b) => a - b);
}

/**
 * The highest nodes without ground of their own that hold objects: collections and groups. A single such node that holds only further ones is a
 * wrapper of the whole scene, and is skipped.
 */
function collectionNodes(scene: Scene): number[] {
	const own = ownGround(scene);
	const holders = holdersOfParts(scene);
	const groupsBelow = (parent: number): number[] =>
		holdersBelow(scene, holders, parent).filter((node) => !own.has(node));
	let level = groupsBelow(NO_NODE);
	while (level.length === 1) {
		const below = groupsBelow(level[0]);
		if (below.length === 0) break;
		level = below;
	}
	return level;
}

/** Nodes with area geometry of their own. */
function ownGround(scene: Scene): Set<number> {
	return new Set(scene.parts.filter(({ kind }) => kind === 'area').map(({ node }) => node));
}

function nodesByPattern(scene: Scene, pattern: string, report: Report): number[] {
	const matches = namePattern(pattern);
	const holders = holdersOfParts(scene);
	const found = [...scene.nodes.keys()].filter((node) => holders[node] > 0 && matches(scene.nodes[node].name));
	if (found.length === 0) report.add(ROOMS_FINDINGS.LEVEL_ROOMS_UNMATCHED, {}, { pattern });
	// A match below another match belongs to the upper one.
	const chosen = new Set(found);
	return found.filter((node) => !hasAncestorIn(scene, node, chosen));
}

function nodesByExtras(scene: Scene): number[] {
	return [...scene.nodes.keys()].filter((node) => {
		const room = scene.nodes[node].extras?.['room'];
		return room === true || (typeof room === 'string' && room !== '');
	});
}

/**
 * The highest nodes with ground in or below them that have siblings. A single root, or a chain of them, is skipped, because many exporters wrap the
 * scene in one, unless what is below it are the parts of one room.
 */
function topLevelNodes(scene: Scene, mayBeGround: MayBeGround): number[] {
	const holders = holdersOfParts(scene);
	const own = ownGround(scene);
	let level = holdersBelow(scene, holders, NO_NODE);
	while (level.length === 1) {
		const [only] = level;
		const below = holdersBelow(scene, holders, only);
		if (own.has(only) || below.length === 0) break;
		// A scene of a single room: the node that holds `quay_01a_wok` is called `quay_01a` and has the position of the room.
		const role = below.length === 1 ? nodeRole(scene.nodes[below[0]].name) : undefined;
		if (role?.role === 'geometry' && role.model === plainName(scene.nodes[only].name)) break;
		if (holdsParts(scene, only, below, mayBeGround)) break;
		level = below;
	}
	return level;
}

/** Nodes that tools wrap a scene in. */
const WRAPPER_NAME =
	/^(?:.*\.(?:fbx|glb|gltf|obj|dae|blend|skp|max)|(?:gltf_)?scene\w*|root\w*|world|level|area|sketchfab\w*|collection|armature)[\s_.-]*\d*$/i;
/** What artists call the parts of a room, in common languages. */
const PART_NAME =
	/^(?:.*[-_. ])?(?:floor|ground|walls?|ceiling|roof|stairs?|steps|ramp|boden|w[aä]nde?|decke|dach|treppe|rampe|suelo|piso|pared(?:es)?|techo|escaleras?|rampa|sol|murs?|plafond|toit|escalier)(?:[-_. ]?\d+)?$/i;

/** True for a node that is a room, with the parts of it below: a single floor beside walls, or ground called a floor or by default. */
function holdsParts(scene: Scene, node: number, below: readonly number[], mayBeGround: MayBeGround): boolean {
	const name = plainName(scene.nodes[node].name);
	if (WRAPPER_NAME.test(name) || DEFAULT_NAME.test(name) || checkModelName(name).length > 0) return false;
	const roomOf = new Map(below.map((each, index) => [each, index]));
	const grounds = new Set<number>();
	for (const part of scene.parts) {
		const room = part.kind === 'area' && part.surfaces.some(mayBeGround) && nearestRoom(scene, part.node, roomOf);
		if (typeof room === 'number') grounds.add(below[room]);
	}
	if (grounds.size === 1 && below.length > 1) return true;
	const isPart = (each: number): boolean => {
		const own = plainName(scene.nodes[each].name);
		return PART_NAME.test(own) || DEFAULT_NAME.test(own);
	};
	return grounds.size > 0 && [...grounds].every(isPart);
}

/** Empty nodes that mark something, in any scene. */
const HELPER_NAME = /target|start|spawn|origin|pivot|waypoint|camera|light/i;

/** Reports nodes beside the rooms that hold nothing, where the rooms are collections: rooms whose objects were not exported. */
function reportEmptyNodes(scene: Scene, rooms: readonly number[], report: Report): void {
	const own = ownGround(scene);
	if (rooms.length === 0 || rooms.some((room) => own.has(room))) return;
	const { parent } = scene.nodes[rooms[0]];
	for (const { name, parent: above, isEmpty = false } of scene.nodes) {
		const plain = plainName(name);
		if (above !== parent || !isEmpty || HELPER_NAME.test(plain) || DEFAULT_NAME.test(plain)) continue;
		if (checkModelName(plain).length > 0 || nodeRole(name) !== undefined || isIgnoredName(name)) continue;
		report.add(ROOMS_FINDINGS.LEVEL_ROOM_EMPTY, { node: name }, { name: plain });
	}
}

/** What roots have for a parent. */
const NO_NODE = -1;

/** The children of a node, or the roots, that hold ground. @param holders as `holdersOfParts` gives them */
function holdersBelow(scene: Scene, holders: Uint32Array, parent: number): number[] {
	return [...scene.nodes.keys()].filter((node) => scene.nodes[node].parent === parent && holders[node] > 0);
}

/** For each node, the number of area parts in it and below it. */
function holdersOfParts(scene: Scene): Uint32Array {
	const counts = new Uint32Array(scene.nodes.length);
	for (const part of scene.parts) {
		if (part.kind !== 'area') continue;
		for (let node = part.node; node >= 0; node = scene.nodes[node].parent) counts[node]++;
	}
	return counts;
}

function nearestRoom(scene: Scene, node: number, roomOf: ReadonlyMap<number, number>): number | undefined {
	for (let at = node; at >= 0; at = scene.nodes[at].parent) {
		const room = roomOf.get(at);
		if (room !== undefined) return room;
	}
	return undefined;
}

function hasAncestorIn(scene: Scene, node: number, chosen: ReadonlySet<number>): boolean {
	for (let at = scene.nodes[node].parent; at >= 0; at = scene.nodes[at].parent) if (chosen.has(at)) return true;
	return false;
}

/** Name of a room: the property "room" of its node, or the node's own name without its walkmesh suffix. */
function roomName(scene: Scene, node: number, stem: string | undefined, isWhole: boolean): string {
	const { name, extras } = scene.nodes[node];
	const given = isWhole ? undefined : extras?.['room'];
	const role = nodeRole(name);
	const model = role !== undefined && role.role !== 'hook' && role.role !== 'marker' ? role.model : undefined;
	return typeof given === 'string' && given !== '' ? given : (stem ?? model ?? plainName(name));
}

/** Reports names that the engine does not accept. @param names of the rooms of the nodes */
function reportNames(
	scene: Scene,
	nodes: readonly number[],
	names: readonly string[],
	isWhole: boolean,
	report: Report,
): void {
	const isWrong = (name: string): boolean => checkModelName(name).length > 0 || name === PLACEHOLDER_ROOM;
	const first = names.findIndex(isWrong);
	if (first < 0) return;
	const data = { names: [...new Set(names.filter(isWrong))], longest: LONGEST_NAME };
	report.add(ROOMS_FINDINGS.LEVEL_ROOM_NAME, isWhole ? {} : { node: scene.nodes[nodes[first]].name }, data);
}
