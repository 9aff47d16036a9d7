import type { ObjectPlacement } from '../../src/level/level.ts';
import { halfTurn } from '../../src/level/placements.ts';
import { copySuffix, objectRootName, type PlacementStamp } from '../../src/scene/inspection.ts';
import type { Walkmesh } from '../../src/walkmesh/walkmesh.ts';
import type { GltfDocument, GltfNode } from './target.ts';

/**
 * Puts the nodes of placeables and doors where they stand, below a root for each place: at the first the walkmeshes themselves, at further
 * ones copies that share their meshes.
 *
 * @param nodes one a walkmesh, in the same order
 * @returns the nodes of the scene
 */
export function placeNodes(
	document: GltfDocument,
	meshes: readonly Walkmesh[],
	nodes: readonly GltfNode[],
	placements: readonly ObjectPlacement[],
): GltfNode[] {
	const idOf = ({ kind, name }: Pick<Walkmesh, 'kind' | 'name'>): string => `${kind} ${name.toLowerCase()}`;
	const placesOf = new Map<string, ObjectPlacement[]>();
	for (const placement of placements) {
		const id = idOf({ kind: placement.kind, name: placement.model });
		placesOf.set(id, [...(placesOf.get(id) ?? []), placement]);
	}
	const rootsOf = new Map<string, GltfNode[]>();
	return meshes.flatMap((mesh, index) => {
		const node = nodes[index];
		const id = idOf(mesh);
		const places = mesh.kind === 'area' ? [] : (placesOf.get(id) ?? []);
		if (places.length === 0) return [node];
		const known = rootsOf.get(id);
		const roots = known ?? places.map((placement, copy) => rootNode(document, mesh, placement, copy));
		rootsOf.set(id, roots);
		for (const [copy, root] of roots.entries()) root.addChild(copy === 0 ? node : copyOf(document, node, copy));
		return known === undefined ? roots : [];
	});
}

function rootNode(
	document: GltfDocument,
	mesh: Walkmesh,
	{ position, bearing }: ObjectPlacement,
	copy: number,
): GltfNode {
	const [x, y, z] = position;
	const [sine, cosine] = halfTurn(bearing);
	const stamp: PlacementStamp = { version: 1, placed: { position, bearing } };
	return document
		.createNode(objectRootName(mesh, copy))
		.setTranslation([x, z, -y + 0])
		.setRotation([0, sine, 0, cosine])
		.setExtras({ wokflow: stamp });
}

/** The same mesh once more, with its hooks, but without lines. */
function copyOf(document: GltfDocument, node: GltfNode, copy: number): GltfNode {
	const copied = document
		.createNode(`${node.getName()}${copySuffix(copy)}`)
		.setTranslation(node.getTranslation())
		.setMesh(node.getMesh())
		.setExtras({ wokflow: { version: 1, copy } });
	for (const child of node.listChildren()) {
		if (child.getMesh() !== null) continue;
		copied.addChild(
			document.createNode(`${child.getName()}${copySuffix(copy)}`).setTranslation(child.getTranslation()),
		);
	}
	return copied;
}
