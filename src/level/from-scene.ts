import type { Report } from '../findings/report.ts';
import { toFloat32, type Vec3, ZERO } from '../mesh/vec3.ts';
import { choice, type GivenOf, text } from '../options/options.ts';
import { mergeParts } from '../scene/assemble.ts';
import { nodeRole, plainName } from '../scene/roles.ts';
import type { Scene, ScenePart } from '../scene/scene.ts';
import { namePattern } from '../text/pattern.ts';
import type { Walkmesh } from '../walkmesh/walkmesh.ts';
import { ROOMS_FINDINGS } from './findings.ts';
import { checkModelName, findDuplicateNames, type Layout, LONGEST_NAME, PLACEHOLDER_ROOM } from './level.ts';

/** How the rooms of one scene are told apart. */
export const ROOM_OPTIONS = {
	roomBy: choice(
		['auto', 'pattern', 'extras', 'top-level'],
		'auto',
		'What makes a node a room: its name, its extras (`room`), or being one of the highest nodes that stand side by side; auto: the first that applies.',
	),
	roomPattern: text('Nodes that are rooms, by name.', { placeholder: 'pattern' }),
};
export type RoomOptions = GivenOf<typeof ROOM_OPTIONS>;

/** A room as a scene shows it. */
export interface SceneRoom {
	/** Valid as a model name. */
	readonly name: string;
	/** Index into the scene's nodes. */
	readonly node: number;
	/** Place of the room in the area, float32 metres: the node's own origin. */
	readonly position: Vec3;
	readonly parts: readonly ScenePart[];
}

/**
 * Splits the area parts of a scene into rooms. The node of a room gives its name and its place; parts that lie in no room are
 * reported as an error, because ground would be missing from the level.
 */
export function roomsOfScene(scene: Scene, options: RoomOptions, report: Report): SceneRoom[] {
	const nodes = roomNodes(scene, options, report);
	const roomOf = new Map(nodes.map((node, index) => [node, index]));
	const parts: ScenePart[][] = nodes.map(() => []);
	for (const part of scene.parts) {
		if (part.kind !== 'area') continue;
		const room = nearestRoom(scene, part.node, roomOf);
		if (room === undefined)
			report.add(ROOMS_FINDINGS.LEVEL_PART_OUTSIDE, { node: part.name }, { triangles: part.triangles.length / 3 });
		else parts[room].push(part);
	}
	const names = nodes.map((node) => roomName(scene, node, report));
	for (const { name, indices } of findDuplicateNames(names)) {
		report.add(
			ROOMS_FINDINGS.LEVEL_ROOM_DUPLICATE,
			{ node: scene.nodes[nodes[indices[1]]].name },
			{ name, count: indices.length },
		);
	}
	return nodes.map((node, index) => ({
		name: names[index],
		node,
		position: toFloat32(scene.nodes[node].origin),
		parts: parts[index],
	}));
}

/** The walkmesh of a room in area space, unwelded and unordered. */
export function roomWalkmesh(room: SceneRoom): Walkmesh {
	return mergeParts(room.parts, ZERO, { name: room.name });
}

/** The layout that the rooms of a scene make, in their order. */
export function layoutOfRooms(rooms: readonly Pick<SceneRoom, 'name' | 'position'>[]): Layout {
	return {
		rooms: rooms.map(({ name, position }) => ({ model: name, position })),
		tracks: [],
		obstacles: [],
		doorHooks: [],
	};
}

function roomNodes(
	scene: Scene,
	{ roomBy: by = ROOM_OPTIONS.roomBy.default, roomPattern: pattern }: RoomOptions,
	report: Report,
): number[] {
	if (by === 'pattern' || (by === 'auto' && pattern !== undefined))
		return nodesByPattern(scene, pattern ?? '*', report);
	if (by === 'extras') return nodesByExtras(scene);
	if (by === 'auto') {
		const tagged = nodesByExtras(scene);
		if (tagged.length > 0) return tagged;
	}
	return topLevelNodes(scene);
}

function nodesByPattern(scene: Scene, pattern: string, report: Report): number[] {
	const matches = namePattern(pattern);
	const holders = holdersOfParts(scene);
	const found = [...scene.nodes.keys()].filter((node) => holders[node] > 0 && matches(scene.nodes[node].name));
	if (found.length === 0) report.add(ROOMS_FINDINGS.LEVEL_ROOMS_UNMATCHED, {}, { pattern });
	// A match inside a match belongs to the outer one.
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
 * The highest nodes with ground in them that stand side by side: a single root (or a chain of them) is gone through, as exporters
 * wrap what they write.
 */
function topLevelNodes(scene: Scene): number[] {
	const holders = holdersOfParts(scene);
	let level = [...scene.nodes.keys()].filter((node) => scene.nodes[node].parent < 0 && holders[node] > 0);
	while (level.length === 1) {
		const [only] = level;
		const hasOwnParts = scene.parts.some((part) => part.kind === 'area' && part.node === only);
		const below = [...scene.nodes.keys()].filter((node) => scene.nodes[node].parent === only && holders[node] > 0);
		if (hasOwnParts || below.length === 0) break;
		// A single room: what holds `quay_01a_wok` is called `quay_01a`, and stands where the room does.
		const role = below.length === 1 ? nodeRole(scene.nodes[below[0]].name) : undefined;
		if (role?.role === 'geometry' && role.model === plainName(scene.nodes[only].name)) break;
		level = below;
	}
	return level;
}

/** For each node how many area parts it and the nodes below it have. */
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

/** The name that extras give, or the node's own without what marks it as walkmesh. A name the engine does not take is an error. */
function roomName(scene: Scene, node: number, report: Report): string {
	const { name, extras } = scene.nodes[node];
	const given = extras?.['room'];
	const role = nodeRole(name);
	const model = role !== undefined && role.role !== 'hook' && role.role !== 'marker' ? role.model : undefined;
	const wanted = typeof given === 'string' && given !== '' ? given : (model ?? plainName(name));
	const problems = checkModelName(wanted);
	if (problems.length > 0 || wanted === PLACEHOLDER_ROOM)
		report.add(ROOMS_FINDINGS.LEVEL_ROOM_NAME, { node: name }, { name: wanted, longest: LONGEST_NAME });
	return wanted;
}
