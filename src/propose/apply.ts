import type { Report } from '../findings/report.ts';
import { faceVector } from '../geometry/triangles.ts';
import { indicesOf } from '../geometry/vertices.ts';
import { addTo } from '../math/arrays.ts';
import { middleOf, type Vec3, vec3At } from '../math/vec3.ts';
import { type SurfaceTable, surfaceByName } from '../model/surfaces.ts';
import { type Decided, type Decisions, decisionsOfNodes, type ObjectDecision } from '../scene/decisions.ts';
import { SCENE_FINDINGS } from '../scene/findings.ts';
import { runsOf } from '../scene/material-uses.ts';
import type { Scene, SceneNode, ScenePart } from '../scene/scene.ts';
import { findGround, type Ground } from './ground.ts';
import { SIDE } from './sides.ts';

/** Confirmed roles of whose objects faces are sorted out with those of rooms. */
const isThing = (entry: ObjectDecision | undefined): boolean => entry?.confirmed === true && entry.role === 'obstacle';

/**
 * The scene as it was decided: obstacles are Nonwalk, objects of several rooms are divided, and rooms have their nodes. What is left out was not read, and
 * materials have their surfaces already. Reports what the scene has and nobody has decided.
 *
 * @example
 * const decisions = proposeDecisions(scene, 'quay.glb', { up: 'y', unit: 'm', scale: 1 }, K1);
 * const decided = applyDecisions(scene, acceptDecisions(decisions, 'high'), K1, report);
 */
export function applyDecisions(scene: Scene, decisions: Decisions, table: SurfaceTable, report: Report): Scene {
	const entries = decisionsOfNodes(
		scene.nodes.map(({ name }) => name),
		decisions,
	);
	tellOpen(scene, decisions, entries, report);
	const groundOnly = new Set(
		decisions.materials.filter(({ confirmed, groundOnly: only }) => confirmed && only).map(({ name }) => name),
	);
	const isDivided = entries.some((entry) => entry?.confirmed && entry.role === 'rooms');
	const sorted = scene.parts.filter(({ kind, node }) => kind === 'area' && !isThing(entries[node]));
	const ground = isDivided || groundOnly.size > 0 ? findGround(sorted) : undefined;
	const walls = (label: string): number => surfaceByName(table, label)?.surface ?? 7;
	const parts = scene.parts.map((part): ScenePart => {
		const isArea = part.kind === 'area';
		if (isArea && isThing(entries[part.node]))
			return { ...part, surfaces: new Uint32Array(part.surfaces.length).fill(walls('Nonwalk')) };
		const index = sorted.indexOf(part);
		if (ground === undefined || groundOnly.size === 0) return part;
		const surfaces = part.surfaces.slice();
		for (const { material, first, end } of runsOf(part)) {
			if (!groundOnly.has(material)) continue;
			for (let triangle = first; triangle < end; triangle++) {
				if (isArea && ground.roomOf[index][triangle] >= 0) continue;
				const isCeiling = isArea && ground.sides[index][triangle] === SIDE.down;
				surfaces[triangle] = walls(isCeiling ? 'Obscuring' : 'Nonwalk');
			}
		}
		return { ...part, surfaces };
	});
	return withRooms(
		{ ...scene, parts },
		decisions,
		entries,
		ground,
		sorted.map((part) => scene.parts.indexOf(part)),
	);
}

/** Gives the nodes of rooms to the scene, and divides what holds several. @param indices of the parts that the ground was found in */
function withRooms(
	scene: Scene,
	decisions: Decisions,
	entries: readonly (ObjectDecision | undefined)[],
	ground: Ground | undefined,
	indices: readonly number[],
): Scene {
	const rooms = new Map<string, number[]>();
	for (const [node, entry] of entries.entries())
		if (entry?.confirmed && entry.room !== undefined && ['room', 'obstacle'].includes(entry.role))
			addTo(rooms, entry.room, node);
	const nodes: SceneNode[] = [...scene.nodes];
	const names = new Map<number, string>();
	const divided = new Set<number>();
	for (const { name, at, confirmed } of decisions.rooms) {
		const room = ground?.roomAt(at) ?? -1;
		divided.add(room);
		if (confirmed && room >= 0 && !names.has(room)) names.set(room, name);
	}
	// Walls of an object of several rooms may face the ground of an object that is one room.
	for (const [at, index] of indices.entries()) {
		const entry = entries[scene.parts[index].node];
		if (!entry?.confirmed || entry.role !== 'room' || entry.room === undefined) continue;
		for (const room of ground?.roomOf[at] ?? [])
			if (room >= 0 && !names.has(room) && !divided.has(room)) names.set(room, entry.room);
	}
	const pieces = new Map<string, number>();
	const parts = scene.parts.flatMap((part, index): ScenePart[] => {
		const entry = entries[part.node];
		const at = indices.indexOf(index);
		if (ground === undefined || at < 0 || !entry?.confirmed || entry.role !== 'rooms') return [part];
		const own = roomsOfTriangles(part, ground, at);
		return [...new Set(own)].map((room) => {
			const chosen = indicesOf(
				Uint8Array.from(own, (each) => (each === room ? 1 : 0)),
				1,
			);
			const name = names.get(room);
			return { ...pick(part, chosen), node: name === undefined ? part.node : nodeOf(part.node, name) };
		});
	});
	return rooms.size === 0 ? { ...scene, nodes, parts } : { ...scene, nodes, parts, rooms: listed() };

	function nodeOf(object: number, name: string): number {
		const key = `${object} ${name}`;
		const known = pieces.get(key);
		if (known !== undefined) return known;
		const node = nodes.push({ name, parent: object, origin: scene.nodes[object].origin }) - 1;
		pieces.set(key, node);
		addTo(rooms, name, node);
		return node;
	}
	function listed() {
		return [...rooms].map(([name, own]) => ({ name, nodes: own }));
	}
}

/**
 * For each triangle its room: what is no ground belongs to that which it faces, and what lies over several, as a ceiling may, to the last of them: the game
 * finds the ground of those before it first.
 */
function roomsOfTriangles({ positions, triangles }: ScenePart, ground: Ground, index: number): Int32Array {
	const vector: [number, number, number] = [0, 0, 0];
	return ground.roomOf[index].map((room, triangle) => {
		if (room >= 0) return room;
		const size = faceVector(positions, triangles, triangle, vector) || 1;
		const corners = [0, 1, 2].map((k) => vec3At(positions, triangles[triangle * 3 + k]));
		const middle = middleOf(corners);
		const before = (point: Vec3): number =>
			ground.roomAt(point.map((value, axis) => value + (vector[axis] / size) * BEFORE) as unknown as Vec3);
		if (ground.sides[index][triangle] === SIDE.upright) return before(middle);
		const sides = corners.map((corner, k) => middleOf([corner, corners[(k + 1) % 3]]));
		return Math.max(...[middle, ...[...corners, ...sides].map((point) => middleOf([middle, point]))].map(before));
	});
}

/** So far before a wall is the room that it belongs to, metres. */
const BEFORE = 0.1;

function pick(part: ScenePart, chosen: Uint32Array): ScenePart {
	const { triangles, surfaces, paintedRooms, materials, ...rest } = part;
	const runs = materials?.map((run) => ({ ...run, end: chosen.filter((triangle) => triangle < run.end).length }));
	const corners = Uint32Array.from({ length: chosen.length * 3 }, (__, i) => chosen[Math.floor(i / 3)] * 3 + (i % 3));
	return {
		...rest,
		triangles: corners.map((corner) => triangles[corner]),
		surfaces: chosen.map((triangle) => surfaces[triangle]),
		...(runs === undefined ? {} : { materials: runs }),
		...(paintedRooms === undefined ? {} : { paintedRooms: Int32Array.from(corners, (corner) => paintedRooms[corner]) }),
	};
}

/** Reports materials and objects that nothing was decided of. */
function tellOpen(
	{ parts, takenWhole }: Scene,
	{ scene: file, objects, rooms, frame, sills }: Decisions,
	entries: readonly (ObjectDecision | undefined)[],
	report: Report,
): void {
	const used = parts.filter(({ kind, node }) => kind === 'area' && !isThing(entries[node]));
	const runs = used.flatMap((part) => part.materials ?? []);
	const unknown = [...new Set(runs.filter((run) => run.unknown).map(({ material }) => material))];
	const areas = parts.filter(({ kind }) => kind === 'area');
	const loose = takenWhole && objects.length > 0 ? areas.filter(({ node }) => entries[node]?.confirmed !== true) : [];
	const undecided = [...new Set(loose.map(({ name }) => name))];
	const isOpen = (each: Decided | undefined): boolean => each?.confirmed === false;
	const openRooms = rooms.filter(isOpen).map(({ name }) => name);
	const [hasFrame, hasSills] = [isOpen(frame), isOpen(sills)];
	if (unknown.length + undecided.length + openRooms.length === 0 && !hasFrame && !hasSills) return;
	const open = { materials: unknown, objects: undecided, rooms: openRooms, hasFrame, hasSills, file };
	report.add(SCENE_FINDINGS.DECISIONS_OPEN, {}, open);
}
