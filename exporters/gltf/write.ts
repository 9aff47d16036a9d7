import type { Report } from '../../src/findings/report.ts';
import { halfTurn } from '../../src/math/angles.ts';
import { groupBy, joinedBytes } from '../../src/math/arrays.ts';
import type { ObjectPlacement } from '../../src/model/level.ts';
import type { Recall } from '../../src/model/recall.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import type { Thing } from '../../src/model/thing.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { copySuffix, objectRootName, type PlacementStamp } from '../../src/scene/inspection.ts';
import { addWalkmesh, type InspectionOptions, placeOf } from './inspection.ts';
import { PlainDocument, type PlainNode } from './plain-document.ts';
import { type PlainFile, plainFile, plainGlb } from './plain-file.ts';
import { addPiece, drawPiece, isPiece } from './plain-pieces.ts';
import { findingNode, leakNode } from './signs.ts';
import type { GltfDocument, GltfNode } from './target.ts';
import { thingNodes } from './things.ts';

export interface GltfWriteOptions extends InspectionOptions {
	/** `glb`: one binary file; `gltf`: JSON with the data in a data URI. */
	readonly format?: 'glb' | 'gltf';
	/** Positions of placeables and doors: each is shown there below a root node; those without a position are at the origin. */
	readonly placements?: readonly ObjectPlacement[];
	/** Things placed in the area, shown as signs of lines below a root node of their own. */
	readonly things?: readonly Thing[];
	/** Pieces of an earlier run, for rooms that did not change. @internal */
	readonly recall?: Recall;
}

const GLTF_WRITE_DEFAULTS: Required<Pick<GltfWriteOptions, 'format'>> = { format: 'glb' };

/**
 * Writes walkmeshes as glTF for inspection: Y up, metres, a node for each kind of face of a room, a primitive per surface, perimeter and transitions as
 * ribbons. Reading the unedited file gives the same walkmeshes, bit for bit.
 *
 * @returns the bytes of one self-contained file
 */
export async function writeGltf(
	meshes: readonly Walkmesh[],
	options: GltfWriteOptions,
	context: { readonly surfaces: SurfaceTable; readonly report: Report },
): Promise<Uint8Array> {
	const document = new PlainDocument();
	const nodes = drawWalkmeshes(document, meshes, options, context.surfaces) as PlainNode[];
	const file = plainFile(document, { name: 'walkmesh', nodes }, 'wokflow');
	return (options.format ?? GLTF_WRITE_DEFAULTS.format) === 'glb' ? plainGlb(file) : plainText(file);
}

/** Draws walkmeshes, things of the area, lines and findings into a document. @returns the nodes of the scene */
export function drawWalkmeshes(
	document: GltfDocument,
	meshes: readonly Walkmesh[],
	options: GltfWriteOptions,
	surfaces: SurfaceTable,
): GltfNode[] {
	// Objects may be copied to several positions, which a stored piece does not allow, so only rooms are recalled.
	const nodes = meshes.map((mesh) =>
		options.recall !== undefined && mesh.kind === 'area' && document instanceof PlainDocument
			? recallWalkmesh(document, mesh, surfaces, options, options.recall)
			: addWalkmesh(document, mesh, surfaces, options),
	);
	const shown = placeNodes(document, meshes, nodes, options.placements ?? []);
	const signs = thingNodes(document, options.things ?? []);
	if (signs !== undefined) shown.push(signs);
	if (options.lines !== undefined && options.lines.length > 0) shown.push(leakNode(document, options.lines));
	const pins = findingNode(document, options.findings ?? []);
	if (pins !== undefined) shown.push(pins);
	return shown;
}

/** Adds a walkmesh, from a stored piece if there is one. */
function recallWalkmesh(
	document: PlainDocument,
	mesh: Walkmesh,
	surfaces: SurfaceTable,
	options: GltfWriteOptions,
	recall: Recall,
): GltfNode {
	const { perimeter = null, transitions = null } = options;
	const piece = recall(mesh, {
		kind: 'gltf',
		of: [perimeter, transitions, placeOf(mesh, options) ?? null],
		isSound: isPiece,
		make: () => drawPiece((own) => addWalkmesh(own, mesh, surfaces, options)),
	});
	return addPiece(document, piece);
}

/** JSON with the data of the buffer in a data URI. */
function plainText({ text, data: arrays }: PlainFile): Uint8Array {
	const data = joinedBytes(arrays);
	const json = JSON.parse(text) as Record<string, unknown>;
	const inside = `data:application/octet-stream;base64,${toBase64(data)}`;
	const buffers = data.length === 0 ? {} : { buffers: [{ uri: inside, byteLength: data.length }] };
	return new TextEncoder().encode(`${JSON.stringify({ ...json, ...buffers }, null, '\t')}\n`);
}

export function toBase64(bytes: Uint8Array): string {
	let binary = '';
	const step = 0x8000;
	for (let i = 0; i < bytes.length; i += step) binary += String.fromCharCode(...bytes.subarray(i, i + step));
	return btoa(binary);
}

/**
 * Puts the nodes of placeables and doors at their positions, below a root for each position: the walkmeshes themselves at the first one, copies
 * that share their meshes at the others.
 *
 * @param nodes one node for each walkmesh, in the same order
 * @returns the nodes of the scene
 */
function placeNodes(
	document: GltfDocument,
	meshes: readonly Walkmesh[],
	nodes: readonly GltfNode[],
	placements: readonly ObjectPlacement[],
): GltfNode[] {
	const idOf = ({ kind, name }: Pick<Walkmesh, 'kind' | 'name'>): string => `${kind} ${name.toLowerCase()}`;
	const placesOf = groupBy(placements, ({ kind, model }) => idOf({ kind, name: model }));
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

/** A copy of a node that shares its mesh, with hooks, but without ribbons. */
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
