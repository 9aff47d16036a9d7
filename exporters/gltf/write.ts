import type { Report } from '../../src/findings/report.ts';
import { halfTurn } from '../../src/math/angles.ts';
import { groupBy } from '../../src/math/arrays.ts';
import type { ObjectPlacement } from '../../src/model/level.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import type { Thing } from '../../src/model/thing.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { copySuffix, objectRootName, type PlacementStamp } from '../../src/scene/inspection.ts';
import { Drawing, type DrawnNode } from './drawing.ts';
import { glbFile, gltfFile } from './file.ts';
import { addWalkmesh, type InspectionOptions } from './inspection.ts';
import { findingNode, leakNode } from './signs.ts';
import { thingNodes } from './things.ts';

export interface GltfWriteOptions extends InspectionOptions {
	/** `glb`: one binary file; `gltf`: JSON with the data in a data URI. */
	readonly format?: 'glb' | 'gltf';
	/** Positions of placeables and doors: each is shown there below a root node; those without a position are at the origin. */
	readonly placements?: readonly ObjectPlacement[];
	/** Things placed in the area, shown as signs of lines below a root node of their own. */
	readonly things?: readonly Thing[];
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
	const drawing = new Drawing();
	const nodes = drawWalkmeshes(drawing, meshes, options, context.surfaces);
	const write = (options.format ?? GLTF_WRITE_DEFAULTS.format) === 'glb' ? glbFile : gltfFile;
	return write(drawing, { name: 'walkmesh', nodes });
}

/** Draws walkmeshes, things of the area, lines and findings. @returns the nodes of the scene */
function drawWalkmeshes(
	drawing: Drawing,
	meshes: readonly Walkmesh[],
	options: GltfWriteOptions,
	surfaces: SurfaceTable,
): DrawnNode[] {
	const nodes = meshes.map((mesh) => addWalkmesh(drawing, mesh, surfaces, options));
	const shown = placeNodes(drawing, meshes, nodes, options.placements ?? []);
	const signs = thingNodes(drawing, options.things ?? []);
	if (signs !== undefined) shown.push(signs);
	if (options.lines !== undefined && options.lines.length > 0) shown.push(leakNode(drawing, options.lines));
	const pins = findingNode(drawing, options.findings ?? []);
	if (pins !== undefined) shown.push(pins);
	return shown;
}

/**
 * Puts the nodes of placeables and doors at their positions, below a root for each position: the walkmeshes themselves at the first one, copies
 * that share their meshes at the others.
 *
 * @param nodes one node for each walkmesh, in the same order
 * @returns the nodes of the scene
 */
function placeNodes(
	drawing: Drawing,
	meshes: readonly Walkmesh[],
	nodes: readonly DrawnNode[],
	placements: readonly ObjectPlacement[],
): DrawnNode[] {
	const idOf = ({ kind, name }: Pick<Walkmesh, 'kind' | 'name'>): string => `${kind} ${name.toLowerCase()}`;
	const placesOf = groupBy(placements, ({ kind, model }) => idOf({ kind, name: model }));
	const rootsOf = new Map<string, DrawnNode[]>();
	return meshes.flatMap((mesh, index) => {
		const node = nodes[index];
		const id = idOf(mesh);
		const places = mesh.kind === 'area' ? [] : (placesOf.get(id) ?? []);
		if (places.length === 0) return [node];
		const known = rootsOf.get(id);
		const roots = known ?? places.map((placement, copy) => rootNode(drawing, mesh, placement, copy));
		rootsOf.set(id, roots);
		for (const [copy, root] of roots.entries()) root.children.push(copy === 0 ? node : copyOf(drawing, node, copy));
		return known === undefined ? roots : [];
	});
}

function rootNode(drawing: Drawing, mesh: Walkmesh, { position, bearing }: ObjectPlacement, copy: number): DrawnNode {
	const [x, y, z] = position;
	const [sine, cosine] = halfTurn(bearing);
	const stamp: PlacementStamp = { version: 1, placed: { position, bearing } };
	return drawing.node(objectRootName(mesh, copy), {
		translation: [x, z, -y + 0],
		rotation: [0, sine, 0, cosine],
		extras: { wokflow: stamp },
	});
}

/** A copy of a node that shares its mesh, with hooks, but without ribbons. */
function copyOf(drawing: Drawing, node: DrawnNode, copy: number): DrawnNode {
	const { index: _, name: own, children, ...rest } = node;
	const copied = drawing.node(`${own}${copySuffix(copy)}`, { ...rest, extras: { wokflow: { version: 1, copy } } });
	for (const { index: _, name, mesh, ...rest } of children)
		if (mesh === undefined) copied.children.push(drawing.node(`${name}${copySuffix(copy)}`, rest));
	return copied;
}
