import { toFloat32, type Vec3, ZERO } from '../geometry/vec3.ts';
import {
	createWalkmesh,
	type DoorState,
	type Hooks,
	NO_HOOKS,
	type Walkmesh,
	type WalkmeshKind,
} from '../walkmesh/index.ts';
import { nodeMeanings } from './node-roles.ts';
import type { Scene, ScenePart } from './scene.ts';

/** The walkmeshes of a scene, unwelded and unordered. */
export interface SceneWalkmeshes {
	/** The parts that belong to the area, as one walkmesh; undefined without such parts. */
	readonly area?: Walkmesh;
	/** Placeables and doors, each in its model's space; a door has one walkmesh a state, in the order of the game's files. */
	readonly objects: readonly Walkmesh[];
}

/**
 * Gathers the parts of a scene into walkmeshes: everything of the area into one, every placeable and every state of every door
 * into one of its own, with its hooks. Coordinates are rounded to float32 once, here.
 */
export function assembleScene(scene: Scene): SceneWalkmeshes {
	const areaParts = scene.parts.filter((part) => part.kind === 'area');
	const objects = objectGroups(scene).map((group) => assembleObject(scene, group));
	if (areaParts.length === 0) return { objects };
	return { area: mergeParts(areaParts, ZERO, { name: scene.name }), objects };
}

/**
 * The parts of a scene as one walkmesh of a kind, whatever their names say, in the scene's own space. Hooks of the scene go with
 * a placeable or door.
 */
export function assembleWhole(scene: Scene, kind: WalkmeshKind, doorState?: DoorState): Walkmesh {
	if (kind === 'area') return mergeParts(scene.parts, ZERO, { name: scene.name });
	return assembleObject(scene, {
		kind,
		model: scene.name,
		...(kind === 'door' ? { doorState: doorState ?? 'closed' } : {}),
		root: -1,
		parts: [...scene.parts],
	});
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
		// + 0 turns −0 into 0, so that the bytes do not depend on the way a coordinate came.
		target[at + i] = source[i] - x + 0;
		target[at + i + 1] = source[i + 1] - y + 0;
		target[at + i + 2] = source[i + 2] - z + 0;
	}
}

interface ObjectGroup {
	readonly kind: 'placeable' | 'door';
	readonly model: string;
	readonly doorState?: DoorState;
	/** Index of the node whose place is the model's origin, −1 where the scene's own origin is. */
	readonly root: number;
	readonly parts: ScenePart[];
}

/** Parts of objects by model, root and door state, in the order they are first met. */
function objectGroups(scene: Scene): ObjectGroup[] {
	const meanings = nodeMeanings(scene.nodes);
	const groups = new Map<string, ObjectGroup>();
	for (const part of scene.parts) {
		if (part.kind === 'area') continue;
		const root = rootOf(scene, part.node, (node) => meanings[node].role?.role === 'root');
		const model = part.model ?? scene.name;
		const doorState = part.kind === 'door' ? (part.doorState ?? 'closed') : undefined;
		const key = `${part.kind}\n${model.toLowerCase()}\n${root}\n${doorState ?? ''}`;
		const group = groups.get(key) ?? {
			kind: part.kind,
			model,
			...(doorState === undefined ? {} : { doorState }),
			root,
			parts: [],
		};
		group.parts.push(part);
		groups.set(key, group);
	}
	return [...groups.values()];
}

function rootOf(scene: Scene, node: number, isRoot: (node: number) => boolean): number {
	let root = -1;
	for (let at = node; at >= 0; at = scene.nodes[at].parent) if (isRoot(at)) root = at;
	return root;
}

function assembleObject(scene: Scene, group: ObjectGroup): Walkmesh {
	const origin = group.root < 0 ? ZERO : scene.nodes[group.root].origin;
	return mergeParts(group.parts, origin, {
		name: group.model,
		kind: group.kind,
		...(group.doorState === undefined ? {} : { doorState: group.doorState }),
		hooks: objectHooks(scene, group, origin),
	});
}

/**
 * Hooks as the game's files have them: a door's absolute hooks are the relative ones plus the position, which is zero here;
 * a placeable's are zero.
 */
function objectHooks(scene: Scene, group: ObjectGroup, origin: Vec3): Hooks {
	const find = (slot: 1 | 2): Vec3 => {
		const hook = scene.hooks.find(
			(candidate) =>
				candidate.kind === group.kind &&
				candidate.slot === slot &&
				(group.kind === 'placeable' || (candidate.doorState ?? 'closed') === group.doorState) &&
				(group.root < 0 || isBelow(scene, candidate.node, group.root)) &&
				(group.root >= 0 || candidate.model === undefined || sameName(candidate.model, group.model)),
		);
		return hook === undefined
			? ZERO
			: toFloat32([hook.at[0] - origin[0], hook.at[1] - origin[1], hook.at[2] - origin[2]]);
	};
	const relative1 = find(1);
	const relative2 = find(2);
	if (group.kind === 'placeable') return { ...NO_HOOKS, relative1, relative2 };
	return { relative1, relative2, absolute1: relative1, absolute2: relative2 };
}

function sameName(a: string, b: string): boolean {
	return a.toLowerCase() === b.toLowerCase();
}

function isBelow(scene: Scene, node: number, ancestor: number): boolean {
	for (let at = node; at >= 0; at = scene.nodes[at].parent) if (at === ancestor) return true;
	return false;
}
