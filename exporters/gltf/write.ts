import type { Mesh, Node } from '@gltf-transform/core';
import type { Report } from '../../src/findings/report.ts';
import { halfTurn } from '../../src/math/affine.ts';
import { groupBy } from '../../src/math/arrays.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { nameOf, type ObjectPlacement, type Thing, type ThingKind } from '../../src/model/level.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { copySuffix, objectRootName, type PlacementStamp } from '../../src/scene/inspection.ts';
import { Drawing, toGltfAxes } from './drawing.ts';
import { addWalkmesh, type InspectionOptions } from './inspection.ts';
import { findingNode, leakNode } from './signs.ts';
import { gltfText } from './text.ts';

export interface GltfWriteOptions extends InspectionOptions {
	/** `glb`, the default: one binary file; `gltf`: JSON with the data in a data URI. */
	readonly format?: 'glb' | 'gltf';
	/** Positions of placeables and doors: each is shown there below a root node; those without a position are at the origin. */
	readonly placements?: readonly ObjectPlacement[];
	/** Things placed in the area, shown as signs of lines below a root node of their own. */
	readonly things?: readonly Thing[];
}

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
	const { Document, Logger, WebIO } = await import('@gltf-transform/core');
	const document = new Document();
	document.getRoot().getAsset().generator = 'wokflow';
	const scene = document.createScene('walkmesh');
	document.getRoot().setDefaultScene(scene);
	for (const node of drawWalkmeshes(new Drawing(document), meshes, options, context.surfaces)) scene.addChild(node);
	const io = new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT));
	return options.format === 'gltf' ? gltfText(document, io, '\t') : io.writeBinary(document);
}

/** Draws walkmeshes, things of the area, lines and findings. @returns the nodes of the scene */
function drawWalkmeshes(
	drawing: Drawing,
	meshes: readonly Walkmesh[],
	options: GltfWriteOptions,
	surfaces: SurfaceTable,
): Node[] {
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
	nodes: readonly Node[],
	placements: readonly ObjectPlacement[],
): Node[] {
	const idOf = ({ kind, name }: Pick<Walkmesh, 'kind' | 'name'>): string => `${kind} ${name.toLowerCase()}`;
	const placesOf = groupBy(placements, ({ kind, model }) => idOf({ kind, name: model }));
	const rootsOf = new Map<string, Node[]>();
	return meshes.flatMap((mesh, index) => {
		const node = nodes[index];
		const id = idOf(mesh);
		const places = mesh.kind === 'area' ? [] : (placesOf.get(id) ?? []);
		if (places.length === 0) return [node];
		const known = rootsOf.get(id);
		const roots = known ?? places.map((placement, copy) => rootNode(drawing, mesh, placement, copy));
		rootsOf.set(id, roots);
		for (const [copy, root] of roots.entries()) root.addChild(copy === 0 ? node : copyOf(drawing, node, copy));
		return known === undefined ? roots : [];
	});
}

function rootNode(drawing: Drawing, mesh: Walkmesh, { position, bearing }: ObjectPlacement, copy: number): Node {
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
function copyOf(drawing: Drawing, node: Node, copy: number): Node {
	const named = (each: Node, extras?: Record<string, unknown>): Node =>
		drawing.node(`${each.getName()}${copySuffix(copy)}`, {
			translation: each.getTranslation(),
			mesh: each.getMesh() ?? undefined,
			...(extras === undefined ? {} : { extras }),
		});
	const copied = named(node, { wokflow: { version: 1, copy } });
	for (const child of node.listChildren()) if (child.getMesh() === null) copied.addChild(named(child));
	return copied;
}

/** Name of the root node. The importers ignore nodes with this prefix, so that signs are not read as geometry. */
const ROOT = 'ignore_things';
const SIZE = 0.4;

/** How each kind is shown: linear colour, and lines relative to its position (z up, metres). */
const SIGNS: Readonly<Record<ThingKind, { readonly colour: Vec3; readonly lines: readonly Vec3[] }>> = {
	creature: { colour: [0.9, 0.3, 0.05], lines: [...ring(SIZE), [0, 0, 0], [0, 0, 1.8], [0, 0, 1], [SIZE * 2, 0, 1]] },
	door: { colour: [0.05, 0.4, 0.9], lines: frame(1, 2.2) },
	encounter: { colour: [0.8, 0.05, 0.3], lines: ring(SIZE) },
	sound: { colour: [0.3, 0.3, 0.3], lines: [...ring(SIZE / 2), [0, 0, -0.2], [0, 0, 0.2]] },
	store: { colour: [0.7, 0.6, 0.05], lines: [...ring(SIZE), [0, 0, 0], [0, 0, 1.2]] },
	trigger: { colour: [0.8, 0.05, 0.8], lines: ring(SIZE / 2) },
	waypoint: {
		colour: [0.05, 0.6, 0.2],
		lines: [
			[0, 0, 0],
			[0, 0, 1.2],
			[0, 0, 1.2],
			[SIZE, 0, 1],
			[SIZE, 0, 1],
			[0, 0, 0.8],
		],
	},
	placeable: { colour: [0.45, 0.25, 0.05], lines: [...ring(SIZE), ...frame(SIZE, 0.8)] },
	camera: {
		colour: [0.05, 0.5, 0.6],
		lines: [
			[0, 0, 0],
			[SIZE, SIZE / 2, 0],
			[0, 0, 0],
			[SIZE, -SIZE / 2, 0],
		],
	},
};

function ring(radius: number): Vec3[] {
	const corners: Vec3[] = [
		[radius, 0, 0],
		[0, radius, 0],
		[-radius, 0, 0],
		[0, -radius, 0],
	];
	return corners.flatMap((corner, i) => [corner, corners[(i + 1) % 4]]);
}

function frame(half: number, height: number): Vec3[] {
	const corners: Vec3[] = [
		[-half, 0, 0],
		[half, 0, 0],
		[half, 0, height],
		[-half, 0, height],
	];
	return corners.flatMap((corner, i) => [corner, corners[(i + 1) % 4]]);
}

/** A node for each thing of an area below one root, drawn in lines; its extras hold kind, template and tag. Undefined without things. */
function thingNodes(drawing: Drawing, things: readonly Thing[]): Node | undefined {
	if (things.length === 0) return undefined;
	const root = drawing.node(ROOT, { extras: { walkmesh: false } });
	const meshes = new Map<ThingKind, Mesh>();
	for (const thing of things) {
		const { kind, template, tag, position, bearing, corners = [] } = thing;
		const known = meshes.get(kind) ?? lineMesh(drawing, kind, SIGNS[kind].lines);
		meshes.set(kind, known);
		const [x, y, z] = position;
		const turned = bearing === undefined ? undefined : Number(bearing.toFixed(3));
		const [sine, cosine] = halfTurn(turned ?? 0);
		const node = drawing.node(nameOf(thing), {
			translation: [x, z, -y + 0],
			...(turned === undefined ? {} : { rotation: [0, sine, 0, cosine] }),
			mesh: known,
			extras: { thing: { kind, template, tag, ...(turned === undefined ? {} : { bearing: turned }) } },
		});
		if (corners.length > 1) {
			const outline = corners.flatMap((corner, i) => [corner, corners[(i + 1) % corners.length]]);
			const local = outline.map(([cx, cy, cz]): Vec3 => [cx - x, cy - y, cz - z]);
			node.addChild(drawing.node(`${nameOf(thing)} outline`, { mesh: lineMesh(drawing, kind, local) }));
		}
		root.addChild(node);
	}
	return root;
}

function lineMesh(drawing: Drawing, kind: ThingKind, lines: readonly Vec3[]): Mesh {
	const name = `thing ${kind}`;
	const material = drawing.material(name, { colour: SIGNS[kind].colour, metallic: 1, isDoubleSided: false });
	return drawing.mesh(name, [drawing.lines(lines.map(toGltfAxes), material)]);
}
