import type { Vec3 } from '../geometry/vec3.ts';
import type { Walkmesh } from '../walkmesh/index.ts';

/** Name of the node of a walkmesh, by the conventions of the game's models, so that it is known again. */
export function walkmeshNodeName(mesh: Walkmesh): string {
	const name = mesh.name === '' ? 'walkmesh' : mesh.name;
	if (mesh.kind === 'area') return `${name}_wok`;
	return mesh.kind === 'placeable' ? `${name}_pwk_wg` : `${name}_DWK_wg_${mesh.doorState ?? 'closed'}`;
}

/** Nodes for the use hooks of placeables and doors; the places are relative to the walkmesh's own node. */
export function hookNames(mesh: Walkmesh): { name: string; hook: Vec3 }[] {
	const { relative1, relative2 } = mesh.hooks;
	if (mesh.kind === 'area') return [];
	if (mesh.kind === 'placeable') {
		return [
			{ name: 'pwk_use01', hook: relative1 },
			{ name: 'pwk_use02', hook: relative2 },
		];
	}
	const state = mesh.doorState ?? 'closed';
	const first = { name: `DWK_dp_${state}_01`, hook: relative1 };
	// Open doors have one hook only.
	return state === 'closed' ? [first, { name: `DWK_dp_${state}_02`, hook: relative2 }] : [first];
}
