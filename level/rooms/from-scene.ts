import type { Report } from '../../src/findings/report.ts';
import { checkRooms } from '../../src/formats/limits.ts';
import { faceVector } from '../../src/geometry/triangles.ts';
import { toFloat32, type Vec3, ZERO } from '../../src/math/vec3.ts';
import {
	checkModelName,
	findDuplicateNames,
	type Layout,
	LONGEST_NAME,
	PLACEHOLDER_ROOM,
} from '../../src/model/level.ts';
import { K1, type SurfaceTable } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { DEFAULT_NAME, isCalled } from '../../src/propose/words.ts';
import { mergeParts } from '../../src/scene/assemble.ts';
import { nodeRole, plainName } from '../../src/scene/roles.ts';
import type { Scene, ScenePart } from '../../src/scene/scene.ts';
import { ROOMS_FINDINGS } from '../../src/seams/findings.ts';
import { listed } from '../../src/text/quote.ts';
import { groundIn, nearestRoom, type RoomOptions, roomNodes } from './room-nodes.ts';

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

/** Reports doors that became rooms. @returns the other rooms */
function withoutDoors(scene: Scene, rooms: readonly SceneRoom[], report: Report): readonly SceneRoom[] {
	const doors = rooms.filter(isDoor);
	if (doors.length === 0) return rooms;
	const names = doors.map(({ name }) => name);
	report.add(ROOMS_FINDINGS.LEVEL_ROOM_DOOR, { node: scene.nodes[doors[0].node].name }, { names });
	return rooms.filter((room) => !doors.includes(room));
}

/** Reports that each top-level node became a room; as a warning if at least one of them is hardly a room. */
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
		const data = { count: rooms.length, names, doubtful: room.name, why: reason };
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
