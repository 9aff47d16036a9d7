import type { Report } from '../findings/report.ts';
import { boundsOf, flipCorners, flipEdges } from '../geometry/triangles.ts';
import { toFloat32, type Vec3, ZERO } from '../math/vec3.ts';
import type { PlacedModel } from '../model/level.ts';
import { createWalkmesh, type DoorState, modelOfFile, type Walkmesh, type WalkmeshKind } from '../model/walkmesh.ts';
import { SCENE_FINDINGS } from './findings.ts';
import { distanceFromOrigin, FARTHEST_OBJECT, HookMatcher, reportUnknownHooks } from './hooks.ts';
import { bearingAt, type LocalSpace, localSpace, toLocal, wrappingNodes } from './local-space.ts';
import { distinctObjects, type FoundObject, nodeMeanings, nodeRole, type ObjectGroup } from './roles.ts';
import type { Scene, ScenePart } from './scene.ts';

/** The walkmeshes of a scene, unwelded and unordered. */
export interface SceneWalkmeshes {
	/** The parts that belong to the area, as one walkmesh; undefined without such parts. */
	readonly area?: Walkmesh;
	/** Placeables and doors, each in its model's space; a door has one walkmesh a state, in the order of the game's files. */
	readonly objects: readonly Walkmesh[];
	/** The placements of placeables and doors in the scene: every copy of every model. */
	readonly placements: readonly PlacedModel[];
}

/**
 * Gathers the parts of a scene into walkmeshes: everything of the area into one, every placeable and every state of every door
 * into one of its own, with its hooks, in the model's own space. A model with several copies has one walkmesh.
 * Coordinates are rounded to float32 once, here.
 *
 * @param report gets what was undone to make models local, copies that differ, and hooks that belong to nothing
 */
export function assembleScene(scene: Scene, report?: Report): SceneWalkmeshes {
	const made = objectsOfScene(scene, report);
	const areaParts = scene.parts.filter((part) => part.kind === 'area');
	return areaParts.length === 0 ? made : { area: mergeParts(areaParts, ZERO, { name: scene.name }), ...made };
}

/** As `assembleScene`, without the area: that of a level is taken room by room. */
export function objectsOfScene(scene: Scene, report?: Report): Omit<SceneWalkmeshes, 'area'> {
	const groups = objectGroups(scene);
	const objects = distinctObjects(assembleObjects(scene, groups, report), report);
	return { objects, placements: placedModels(scene, groups, objects) };
}

/**
 * The parts of a scene as one walkmesh of a kind, whatever their names say, in the scene's own space. Hooks of the scene go with
 * a placeable or door.
 */
export function assembleWhole(scene: Scene, kind: WalkmeshKind, doorState?: DoorState, report?: Report): Walkmesh {
	if (kind === 'area') return mergeParts(scene.parts, ZERO, { name: scene.name });
	const group: ObjectGroup = {
		kind,
		model: scene.name,
		...(kind === 'door' ? { doorState: doorState ?? 'closed' } : {}),
		root: -1,
		parts: [...scene.parts],
	};
	return assembleObjects(scene, [group], report)[0].walkmesh;
}

/** Joins parts: vertices and faces in the order of the source, relative to `origin`. */
export function mergeParts(parts: readonly ScenePart[], origin: Vec3, identity: Partial<Walkmesh>): Walkmesh {
	const vertexTotal = parts.reduce((sum, part) => sum + part.positions.length, 0);
	const cornerTotal = parts.reduce((sum, part) => sum + part.triangles.length, 0);
	const positions = new Float32Array(vertexTotal);
	const faces = new Uint32Array(cornerTotal);
	const surfaces = new Uint32Array(cornerTotal / 3);
	const transitions = new Int32Array(cornerTotal).fill(-1);
	let vertexAt = 0;
	let cornerAt = 0;
	for (const part of parts) {
		copyRelative(part.positions, origin, positions, vertexAt);
		const firstVertex = vertexAt / 3;
		for (let i = 0; i < part.triangles.length; i++) faces[cornerAt + i] = part.triangles[i] + firstVertex;
		surfaces.set(part.surfaces, cornerAt / 3);
		if (part.paintedRooms !== undefined) transitions.set(part.paintedRooms, cornerAt);
		vertexAt += part.positions.length;
		cornerAt += part.triangles.length;
	}
	return createWalkmesh({ positions, faces, surfaces, transitions, ...identity });
}

function copyRelative(source: Float64Array, [x, y, z]: Vec3, target: Float32Array, at: number): void {
	for (let i = 0; i < source.length; i += 3) {
		// + 0 turns −0 into 0, so that the bytes do not depend on how a coordinate was computed.
		target[at + i] = source[i] - x + 0;
		target[at + i + 1] = source[i + 1] - y + 0;
		target[at + i + 2] = source[i + 2] - z + 0;
	}
}

/**
 * Parts of objects by model, root and door state, in the order they are first met. Without a root, pieces of a model that touch are one
 * object, and those that stand apart are copies of it.
 */
function objectGroups(scene: Scene): ObjectGroup[] {
	const meanings = nodeMeanings(scene.nodes);
	const unnamed = unnamedModel(scene);
	const groups = new Map<string, ObjectGroup[]>();
	for (const part of scene.parts) {
		if (part.kind === 'area') continue;
		const root = rootOf(scene, part.node, (node) => meanings[node].role?.role === 'root');
		const model = part.model ?? unnamed;
		const doorState = part.kind === 'door' ? (part.doorState ?? 'closed') : undefined;
		const key = `${part.kind}\n${model.toLowerCase()}\n${root}\n${doorState ?? ''}`;
		const state = doorState === undefined ? {} : { doorState };
		const group: ObjectGroup = { kind: part.kind, model, ...state, root, parts: [part] };
		const before = groups.get(key);
		if (before === undefined) groups.set(key, [group]);
		else if (root >= 0) before[0].parts.push(part);
		else groups.set(key, withTouching(before, group));
	}
	return [...groups.values()].flat();
}

/** The name of parts of objects that no node names. If others have the name of the scene, theirs is the same. */
function unnamedModel({ name, parts }: Scene): string {
	const isTaken = parts.some(({ model }) => model?.toLowerCase() === name.toLowerCase());
	return isTaken ? name : modelOfFile(name, parts);
}

/** Parts at most this far apart belong to one object; metres. */
const TOUCHING = 0.01;

/** Adds a part to the group that it touches; where it touches several, they are joined. */
function withTouching(groups: readonly ObjectGroup[], added: ObjectGroup): ObjectGroup[] {
	const touching = groups.filter((group) => group.parts.some((part) => areTouching(part, added.parts[0])));
	if (touching.length === 0) return [...groups, added];
	const joined = { ...touching[0], parts: [...touching.flatMap(({ parts }) => parts), ...added.parts] };
	return groups.flatMap((group) => (group === touching[0] ? [joined] : touching.includes(group) ? [] : [group]));
}

function areTouching(a: ScenePart, b: ScenePart): boolean {
	const [first, second] = [boundsOf(a.positions), boundsOf(b.positions)];
	if (first === undefined || second === undefined) return true;
	return [0, 1, 2].every(
		(axis) => first[axis] <= second[axis + 3] + TOUCHING && second[axis] <= first[axis + 3] + TOUCHING,
	);
}

function rootOf(scene: Scene, node: number, isRoot: (node: number) => boolean): number {
	let root = -1;
	for (let at = node; at >= 0; at = scene.nodes[at].parent) if (isRoot(at)) root = at;
	return root;
}

function assembleObjects(scene: Scene, groups: readonly ObjectGroup[], report?: Report): FoundObject[] {
	const spaces = localSpaces(scene, groups, report);
	const hooks = new HookMatcher(scene, groups);
	const objects = groups.map((group): FoundObject => {
		const space = spaces.get(group.root) as LocalSpace;
		const walkmesh = mergeParts(localParts(group.parts, space), space.turn === undefined ? space.origin : ZERO, {
			name: group.model,
			kind: group.kind,
			...(group.doorState === undefined ? {} : { doorState: group.doorState }),
			hooks: hooks.of(group, space),
		});
		const node = group.root < 0 ? group.parts[0]?.node : group.root;
		return { walkmesh, node: node === undefined ? group.model : scene.nodes[node].name };
	});
	if (report !== undefined) {
		reportPlaces(scene, groups, objects, report);
		hooks.report(report);
		reportUnknownHooks(scene, report);
	}
	return objects;
}

/** The local space of each root. Transforms that are undone are reported once for the states of a door, which have the same parent. */
function localSpaces(scene: Scene, groups: readonly ObjectGroup[], report?: Report): Map<number, LocalSpace> {
	const spaces = new Map<number, LocalSpace>();
	const wrapping = wrappingNodes(scene);
	const told = new Set<string>();
	for (const { root, model, kind } of groups) {
		if (spaces.has(root)) continue;
		const door = root < 0 || kind !== 'door' ? `${root}` : `${model.toLowerCase()} below ${scene.nodes[root].parent}`;
		const isFirst = !told.has(door) || scene.nodes[root].parent < 0;
		told.add(door);
		spaces.set(root, localSpace(scene, root, wrapping, isFirst ? report : undefined));
	}
	return spaces;
}

/** Reports objects whose local space is not known or seems wrong, once for all states of a door. */
function reportPlaces(
	scene: Scene,
	groups: readonly ObjectGroup[],
	objects: readonly FoundObject[],
	report: Report,
): void {
	const isAlone =
		scene.parts.every(({ kind }) => kind !== 'area') && new Set(groups.map(({ model }) => model)).size < 2;
	const told = new Set<string>();
	for (const [index, { kind, model, root }] of groups.entries()) {
		if (told.has(`${kind} ${model.toLowerCase()} ${root}`)) continue;
		const { walkmesh, node } = objects[index];
		const distance = distanceFromOrigin(walkmesh.positions);
		const data = { kind, name: model, distance };
		if (root < 0 && (!isAlone || distance > FARTHEST_OBJECT))
			report.add(SCENE_FINDINGS.OBJECT_ROOT_MISSING, { node }, data);
		else if (distance > FARTHEST_OBJECT) report.add(SCENE_FINDINGS.OBJECT_FAR, { node }, data);
		else continue;
		told.add(`${kind} ${model.toLowerCase()} ${root}`);
	}
}

/** The parts in the local space of a model that is rotated. For others only the origin is subtracted, in `mergeParts`. */
function localParts(parts: readonly ScenePart[], space: LocalSpace): readonly ScenePart[] {
	if (space.turn === undefined) return parts;
	return parts.map((part) => {
		const positions = new Float64Array(part.positions.length);
		for (let i = 0; i < positions.length; i += 3) {
			const point: Vec3 = [part.positions[i], part.positions[i + 1], part.positions[i + 2]];
			positions.set(toLocal(point, space), i);
		}
		return space.mirrors ? turnedOver({ ...part, positions }) : { ...part, positions };
	});
}

/** Flips the triangles of a part that is mirrored. */
function turnedOver(part: ScenePart): ScenePart {
	const { triangles, paintedRooms: rooms } = part;
	return {
		...part,
		triangles: flipCorners(triangles),
		...(rooms === undefined ? {} : { paintedRooms: flipEdges(rooms) }),
	};
}

/**
 * The placements of each model in a scene. The states of a door count as one copy, and so do state roots below one parent, wherever they are
 * shown.
 *
 * @param objects the walkmeshes that were made of the groups, for the models' names
 */
function placedModels(scene: Scene, groups: readonly ObjectGroup[], objects: readonly Walkmesh[]): PlacedModel[] {
	const placed = new Map<string, PlacedModel>();
	const keyOf = (kind: string, model: string): string => `${kind} ${model.toLowerCase()}`;
	const names = new Map(objects.map(({ kind, name }) => [keyOf(kind, name), name]).reverse() as [string, string][]);
	for (const { kind, model, root, doorState, parts } of groups) {
		const position = root < 0 ? ZERO : toFloat32(scene.nodes[root].origin);
		const bearing = bearingAt(scene, root);
		const parent = root >= 0 && isStateRoot(scene.nodes[root].name) ? scene.nodes[root].parent : -1;
		const spot = `${position.map((value) => value.toFixed(3)).join(' ')} ${bearing.toFixed(2)}`;
		const key = `${kind} ${model.toLowerCase()} ${parent >= 0 ? `below ${parent}` : spot}`;
		if (placed.has(key) && doorState !== 'closed') continue;
		const state = doorState === undefined ? {} : { state: doorState };
		const node = root < 0 ? parts[0].node : root;
		placed.set(key, { node, kind, model: names.get(keyOf(kind, model)) ?? model, ...state, position, bearing });
	}
	return [...placed.values()];
}

/** True for kotorblender's `<model>_dwk_closed`, which stands below a node of the model. */
function isStateRoot(name: string): boolean {
	const role = nodeRole(name);
	return role?.role === 'root' && role.doorState !== undefined;
}
