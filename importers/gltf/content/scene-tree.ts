import type { Report } from '../../../src/findings/report.ts';
import { isIgnoredName, type NodeMeaning, nodeMeanings, nodeRole } from '../../../src/scene/roles.ts';
import type { ImportContext } from '../../../src/scene/scene.ts';
import { type Selection, selectNodes } from '../../../src/scene/select.ts';
import { surfaceByName } from '../../../src/walkmesh/surface-names.ts';
import { extrasOf, type GltfDocument, type GltfNode, TRIANGLES } from '../document.ts';
import { GLTF_FINDINGS } from '../findings.ts';
import type { GltfOptions } from '../options.ts';
import { type Hierarchy, nodeParents, walkHierarchy } from '../tree/hierarchy.ts';
import { sceneRoots } from '../tree/scene.ts';
import { hiddenNodes } from '../tree/visibility.ts';
import { type Worlds, worldTransforms } from '../tree/worlds.ts';
import { drawsTriangles } from './topology.ts';

/** The nodes of the scene that is read and all there is to know of them before any data is decoded. */
export interface SceneTree {
	readonly document: GltfDocument;
	readonly hierarchy: Hierarchy;
	/** By index in the scene, like everything below. */
	readonly nodes: readonly GltfNode[];
	/** Name of the node, or of its mesh where it has none. */
	readonly names: readonly string[];
	readonly worlds: Worlds;
	/** 1 where `KHR_node_visibility` hides the node and hidden ones are not read. */
	readonly hidden: Uint8Array;
	readonly meanings: readonly NodeMeaning[];
	readonly selection: Selection;
}

type TreeContext = Pick<ImportContext, 'report' | 'surfaces' | 'mappings'>;

/** Chooses the scene, walks its nodes and decides what of it is walkmesh. @throws InputError for a broken node tree */
export function readTree(document: GltfDocument, options: GltfOptions, context: TreeContext): SceneTree {
	const { report } = context;
	const parents = nodeParents(document, report);
	const hierarchy = walkHierarchy(document, sceneRoots(document, parents, options.scene, report));
	const nodes = Array.from(hierarchy.nodes, (index) => (document.nodes ?? [])[index]);
	const names = nodes.map((node) => textOf(node.name) ?? meshName(document, node) ?? '');
	const hidden = options.hidden === true ? new Uint8Array(nodes.length) : hiddenNodes(document, hierarchy);
	const selectable = nodes.map((node, index) => ({
		name: names[index],
		parent: hierarchy.parents[index],
		geometry: hidden[index] === 0 && showsTriangles(document, node) && nodeRole(names[index])?.role !== 'hook',
		surface: namesSurface(document, node, context),
		...withExtras(node),
	}));
	const selection = selectNodes(selectable, options.nodes === undefined ? {} : { nodes: options.nodes }, report);
	reportHidden(nodes, names, hidden, report);
	return {
		document,
		hierarchy,
		nodes,
		names,
		worlds: worldTransforms(document, hierarchy, report),
		hidden,
		meanings: nodeMeanings(selectable),
		selection,
	};
}

function reportHidden(nodes: readonly GltfNode[], names: readonly string[], hidden: Uint8Array, report: Report): void {
	const affected = names.filter((name, index) => {
		return hidden[index] === 1 && nodes[index].mesh !== undefined && !isIgnoredName(name);
	});
	if (affected.length === 0) return;
	const shown = affected.slice(0, 8).map((name) => JSON.stringify(name.slice(0, 60)));
	const rest = affected.length > shown.length ? ', …' : '';
	report.add(GLTF_FINDINGS.GLTF_HIDDEN, {}, { nodes: affected.length, names: shown.join(', ') + rest });
}

function showsTriangles(document: GltfDocument, { mesh }: GltfNode): boolean {
	const primitives = mesh === undefined ? [] : (document.meshes?.[mesh].primitives ?? []);
	return primitives.some(({ mode = TRIANGLES }) => drawsTriangles(mode));
}

/** True where a material of a node names a surface. Mappings make surfaces of any name. */
function namesSurface(document: GltfDocument, { mesh }: GltfNode, { surfaces, mappings }: TreeContext): boolean {
	const primitives = mesh === undefined ? [] : (document.meshes?.[mesh].primitives ?? []);
	return primitives.some(({ material }) => {
		const name = material === undefined ? undefined : textOf(document.materials?.[material]?.name);
		return mappings.length > 0 || (name !== undefined && surfaceByName(surfaces, name) !== undefined);
	});
}

function withExtras(node: GltfNode): { extras: Readonly<Record<string, unknown>> } | undefined {
	const extras = extrasOf(node);
	return extras === undefined ? undefined : { extras };
}

function meshName(document: GltfDocument, { mesh }: GltfNode): string | undefined {
	return mesh === undefined ? undefined : textOf(document.meshes?.[mesh].name);
}

/** A name, where there is one worth the word. */
export function textOf(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}
