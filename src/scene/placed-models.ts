import { toFloat32, ZERO } from '../mesh/vec3.ts';
import type { Walkmesh } from '../walkmesh/walkmesh.ts';
import { bearingAt } from './local-space.ts';
import { nodeRole, type ObjectGroup } from './roles.ts';
import type { PlacedModel, Scene } from './scene.ts';

/**
 * Where each copy of each model stands in a scene. The states of a door are one; so are state roots below one parent, wherever they are
 * shown.
 *
 * @param objects the walkmeshes that were made of the groups, for the models' names
 */
export function placedModels(
	scene: Scene,
	groups: readonly ObjectGroup[],
	objects: readonly Walkmesh[],
): PlacedModel[] {
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
