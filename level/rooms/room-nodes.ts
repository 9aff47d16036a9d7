import { choice, type GivenOf, text } from '../../src/findings/options.ts';
import type { Report } from '../../src/findings/report.ts';
import { ROOM_LIMIT_OPTIONS } from '../../src/formats/limits.ts';
import { addTo } from '../../src/math/arrays.ts';
import { checkModelName } from '../../src/model/level.ts';
import { isWalkable, type SurfaceTable } from '../../src/model/surfaces.ts';
import { DEFAULT_NAME, isCalled, WRAPPER_NAME } from '../../src/propose/words.ts';
import { SCENE_FINDINGS } from '../../src/scene/findings.ts';
import { isIgnoredName, nodeRole, plainName } from '../../src/scene/roles.ts';
import type { Scene } from '../../src/scene/scene.ts';
import { UNRESOLVED_SURFACE } from '../../src/scene/surfaces.ts';
import { ROOMS_FINDINGS } from '../../src/seams/findings.ts';
import { namePattern } from '../../src/text/pattern.ts';

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

export type MayBeGround = (surface: number) => boolean;

/** Whether a surface is walkable or may become so: materials without a surface have a finding of their own, and are assigned later. */
export function groundIn(table: SurfaceTable, report?: Report): MayBeGround {
	const hasUnknown = report?.findings.some(({ code }) => code === SCENE_FINDINGS.SURFACE_UNKNOWN.code) ?? false;
	return (surface) => isWalkable(table, surface) || (hasUnknown && surface === UNRESOLVED_SURFACE);
}

/** Nodes that were chosen as rooms. */
export interface RoomNodes {
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

export function roomNodes(
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
		return isCalled(own, 'part') || DEFAULT_NAME.test(own);
	};
	return grounds.size > 0 && [...grounds].every(isPart);
}

/** Reports nodes beside the rooms that hold nothing, where the rooms are collections: rooms whose objects were not exported. */
function reportEmptyNodes(scene: Scene, rooms: readonly number[], report: Report): void {
	const own = ownGround(scene);
	if (rooms.length === 0 || rooms.some((room) => own.has(room))) return;
	const { parent } = scene.nodes[rooms[0]];
	for (const { name, parent: above, isEmpty = false } of scene.nodes) {
		const plain = plainName(name);
		if (above !== parent || !isEmpty || isCalled(plain, 'helper') || DEFAULT_NAME.test(plain)) continue;
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

export function nearestRoom(scene: Scene, node: number, roomOf: ReadonlyMap<number, number>): number | undefined {
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
