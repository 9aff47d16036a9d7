import { ZERO } from '../../src/mesh/vec3.ts';
import { type NodeMeaning, type NodeRole, nodeMeanings, nodeRole, parentsFirst } from '../../src/scene/roles.ts';
import type { SceneNode } from '../../src/scene/scene.ts';
import type { ObjNode } from './model.ts';

/** The nodes of a file as a scene has them. */
export interface ObjTree {
	/** Parents before children. */
	readonly nodes: readonly SceneNode[];
	readonly meanings: readonly NodeMeaning[];
	/** By node of the file: the node of the scene. */
	readonly sceneNode: Uint32Array;
	/**
	 * By node of the file: the node of the scene whose name says what its elements are. That is the node itself, but for the groups of an
	 * object named as a hook or a marker.
	 */
	readonly holder: Uint32Array;
}

/**
 * Makes a tree of objects and groups. OBJ has no nesting beyond that, so hooks and geometry of a placeable or door are put below the object
 * that is named as its root, as they would be in the scene that was exported.
 */
export function objTree(list: readonly ObjNode[]): ObjTree {
	const roles = list.map((node) => nodeRole(node.name));
	const rootOf = rootFinder(list, roles);
	const parents = list.map((node, index) => ({ parent: node.parent >= 0 ? node.parent : rootOf(roles[index]) }));
	const order = parentsFirst(parents);
	const sceneNode = new Uint32Array(list.length);
	for (const [place, index] of order.entries()) sceneNode[index] = place;
	const nodes = Array.from(order, (index): SceneNode => {
		const { parent } = parents[index];
		return { name: list[index].name, parent: parent < 0 ? -1 : sceneNode[parent], origin: ZERO };
	});
	const meanings = nodeMeanings(nodes);
	const holder = sceneNode.map((node) => {
		const { parent } = nodes[node];
		const above = parent < 0 ? undefined : meanings[parent].role?.role;
		return meanings[node].role === undefined && (above === 'hook' || above === 'marker') ? parent : node;
	});
	return { nodes, meanings, sceneNode, holder };
}

/** A door may have a root for each of its states. */
function kindKey(kind: string, doorState: string | undefined): string {
	return doorState === undefined ? kind : `${kind} ${doorState}`;
}

/** Finds the one root that a role belongs to: of its kind, and of its model where the role names one. −1 without, or with several. */
function rootFinder(
	list: readonly ObjNode[],
	roles: readonly (NodeRole | undefined)[],
): (role: NodeRole | undefined) => number {
	const SEVERAL = -2;
	const roots = new Map<string, number>();
	const add = (key: string, index: number): void => {
		roots.set(key, roots.has(key) ? SEVERAL : index);
	};
	for (const [index, role] of roles.entries()) {
		if (role?.role !== 'root' || list[index].parent >= 0) continue;
		const kind = kindKey(role.kind, role.doorState);
		add(kind, index);
		if (role.model !== undefined) add(`${kind} ${role.model.toLowerCase()}`, index);
	}
	const find = (kind: string, model: string | undefined): number => {
		return Math.max(-1, roots.get(model === undefined ? kind : `${kind} ${model.toLowerCase()}`) ?? -1);
	};
	return (role) => {
		if (role === undefined || role.role === 'marker' || role.role === 'root') return -1;
		if (role.role === 'hook' || role.kind !== 'area') {
			const ofState = role.doorState === undefined ? -1 : find(kindKey(role.kind, role.doorState), role.model);
			return Math.max(ofState, ofState >= 0 ? -1 : find(role.kind, role.model));
		}
		return role.open === true ? Math.max(find('placeable', role.model), find('door', role.model)) : -1;
	};
}
