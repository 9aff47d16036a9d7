import type { Document, Node, Property, Scene } from '@gltf-transform/core';
import { Drawing } from '../../exporters/gltf/drawing.ts';
import { addWalkmesh, type InspectionOptions } from '../../exporters/gltf/inspection.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { FRAME_DEFAULTS, type FrameOptions } from '../../src/scene/frame.ts';
import { type InspectionStamp, walkmeshNodeName } from '../../src/scene/inspection.ts';
import { METRES_PER_UNIT } from '../../src/scene/units.ts';

/** The mark of a node between the scene and a walkmesh, for documents that are not Y up in metres. */
const FRAME_MARK = 'wokflowFrame';

/**
 * Adds walkmeshes to the scene that is shown, on the geometry that they were made of. They replace walkmeshes of earlier runs, together with everything
 * that only those used: an area replaces the area, an object that of the same name.
 *
 * @returns names of the nodes that were replaced
 */
export function showWalkmeshes(
	document: Document,
	walkmeshes: readonly Walkmesh[],
	surfaces: SurfaceTable,
	frame: FrameOptions,
	options: InspectionOptions,
): string[] {
	const old = document
		.getRoot()
		.listNodes()
		.filter((node) => isStamped(node.getExtras()));
	const isOld = (node: Node, mesh: Walkmesh): boolean => {
		const { kind } = node.getExtras()['wokflow'] as InspectionStamp;
		// There is one area, whatever it was called; objects are known by their names.
		return kind === mesh.kind && (kind === 'area' || node.getName() === walkmeshNodeName(mesh));
	};
	const scene = shownScene(document);
	const replaced: string[] = [];
	for (const mesh of walkmeshes) {
		const node = addWalkmesh(new Drawing(document), mesh, surfaces, options);
		for (const before of old.filter((each) => !each.isDisposed() && isOld(each, mesh))) {
			replaced.push(before.getName());
			remove(before);
		}
		scene.addChild(framed(document, node, frame));
	}
	return replaced;
}

/** The scenes and nodes of a document as the JSON of a file has them, as far as they matter here. */
export interface DocumentJson {
	readonly scenes?: { nodes?: readonly number[] }[];
	readonly nodes?: { readonly mesh?: number; readonly extras?: Extras; children?: readonly number[] }[];
}

type Extras = Readonly<Record<string, unknown>>;

/**
 * Removes walkmeshes of earlier runs from a document's JSON, if it has any other mesh to make new ones of.
 */
export function setAsideAdded({ scenes = [], nodes = [] }: DocumentJson): void {
	const stamped = nodes.map(({ extras = {} }) => isStamped(extras));
	const below = new Set<number>();
	const pending = [...stamped.keys()].filter((index) => stamped[index]);
	for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
		if (below.has(index)) continue;
		below.add(index);
		for (const child of nodes[index].children ?? []) pending.push(child);
	}
	if (!nodes.some(({ mesh }, index) => mesh !== undefined && !below.has(index))) return;
	const withoutAdded = (list: readonly number[]): number[] => list.filter((index) => !stamped[index]);
	for (const scene of scenes) if (scene.nodes !== undefined) scene.nodes = withoutAdded(scene.nodes);
	for (const node of nodes) {
		if (node.children === undefined) continue;
		const children = withoutAdded(node.children);
		if (children.length > 0) node.children = children;
		else delete node.children;
	}
}

function isStamped(extras: Extras): boolean {
	return (extras['wokflow'] as { version?: unknown } | undefined)?.version === 1;
}

function shownScene(document: Document): Scene {
	const root = document.getRoot();
	const scene = root.getDefaultScene() ?? root.listScenes()[0];
	if (scene !== undefined) return scene;
	const made = document.createScene();
	root.setDefaultScene(made);
	return made;
}

/** The node of a walkmesh, which is Y up in metres as in glTF. For a document in another frame it is put below a node that transforms it. */
function framed(document: Document, node: Node, options: FrameOptions): Node {
	const { up, unit, scale } = { ...FRAME_DEFAULTS, ...options };
	const factor = 1 / (METRES_PER_UNIT[unit] * scale);
	if (up === 'y' && factor === 1) return node;
	const holder = document
		.createNode('frame')
		.setExtras({ [FRAME_MARK]: true })
		.setScale([factor, factor, factor]);
	// A quarter turn about x takes Y up to Z up.
	if (up === 'z') holder.setRotation([Math.SQRT1_2, 0, 0, Math.SQRT1_2]);
	// One back about z takes it to X up.
	if (up === 'x') holder.setRotation([0, 0, -Math.SQRT1_2, Math.SQRT1_2]);
	return holder.addChild(node);
}

/** Disposes of a node and all below it, and of what nothing else refers to any more. */
function remove(node: Node): void {
	const nodes: Node[] = [];
	node.traverse((each) => nodes.push(each));
	const meshes = new Set(nodes.map((each) => each.getMesh()).filter((mesh) => mesh !== null));
	const primitives = new Set([...meshes].flatMap((mesh) => mesh.listPrimitives()));
	const parts = [...primitives].flatMap((primitive): (Property | null)[] => [
		...primitive.listAttributes(),
		primitive.getIndices(),
		primitive.getMaterial(),
	]);
	const holder = node.getParentNode();
	for (const each of nodes) each.dispose();
	if (holder?.getExtras()[FRAME_MARK] === true && holder.listChildren().length === 0) holder.dispose();
	// Users before what they use: a property can only be disposed of after its last user.
	for (const each of [...meshes, ...primitives, ...parts]) if (each !== null && !isUsed(each)) each.dispose();
}

function isUsed(property: Property): boolean {
	return property.listParents().some(({ propertyType }) => propertyType !== 'Root');
}
