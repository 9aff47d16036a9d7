import { type GltfDocument, VISIBILITY } from '../document.ts';
import type { Hierarchy } from './hierarchy.ts';

/** 1 for nodes of a scene that `KHR_node_visibility` hides: by their own `visible`, or that of a node above. */
export function hiddenNodes(document: GltfDocument, hierarchy: Hierarchy): Uint8Array {
	const nodes = document.nodes ?? [];
	const hidden = new Uint8Array(hierarchy.nodes.length);
	for (let index = 0; index < hidden.length; index++) {
		const parent = hierarchy.parents[index];
		const own = nodes[hierarchy.nodes[index]].extensions?.[VISIBILITY]?.['visible'] === false;
		if (own || (parent >= 0 && hidden[parent] === 1)) hidden[index] = 1;
	}
	return hidden;
}
