import { FRAME_DEFAULTS } from '../../src/scene/frame.ts';
import type { ImportContext, Scene, SceneNode } from '../../src/scene/scene.ts';
import { parseJson } from './container/json.ts';
import { openContainer } from './container/open.ts';
import { DeclaredBounds } from './content/declared-bounds.ts';
import { type Jobs, listJobs } from './content/jobs.ts';
import { emptyMarkers, originOf, readHooks, readMarkers } from './content/markers.ts';
import { PositionSurveys } from './content/position-surveys.ts';
import { makeParts, requestContent } from './content/read-content.ts';
import { readTree, type SceneTree } from './content/scene-tree.ts';
import { checkBounds } from './data/bounds.ts';
import { loadBuffers } from './data/buffers.ts';
import { decodeAccessors } from './data/decode.ts';
import { Reducer } from './data/reduce.ts';
import { extrasOf } from './document.ts';
import { GLTF_FINDINGS } from './findings.ts';
import type { GltfOptions } from './options.ts';
import { type CheckedDocument, checkDocument } from './schema/check.ts';
import { checkExtensions } from './schema/extensions.ts';
import { checkUsage } from './schema/usage.ts';

/** A document that was checked as far as that goes without its data. */
export interface OpenedGltf extends CheckedDocument {
	/** The binary chunk of a GLB. */
	readonly binary?: Uint8Array;
}

/**
 * Takes a GLB or glTF apart and checks its JSON: shape, references, bounds, extensions. Nothing is decoded or opened.
 *
 * @throws InputError for a file that is no glTF 2.0, or is broken where it matters
 */
export function openGltf(bytes: Uint8Array, context: Pick<ImportContext, 'report'>): OpenedGltf {
	const { report } = context;
	const container = openContainer(bytes, report);
	const checked = checkDocument(parseJson(container, report), report);
	checkExtensions(checked, report);
	checkBounds(checked.document, report);
	checkUsage(checked.document, report);
	return container.binary === undefined ? checked : { ...checked, binary: container.binary };
}

/**
 * Reads a scene from a GLB or from glTF JSON, told apart by content: what of it is walkmesh, with surfaces, marks and hooks, in area axes.
 *
 * Only buffers that are needed are read, and only out of the document's own folder, by `context.readSibling`.
 *
 * @throws InputError for a file that cannot be read, and for one with nothing to convert
 */
export async function readGltfScene(bytes: Uint8Array, options: GltfOptions, context: ImportContext): Promise<Scene> {
	return sceneOf(openGltf(bytes, context), options, context);
}

/** Reads the scene of a document that is open already. */
export async function sceneOf(opened: OpenedGltf, options: GltfOptions, context: ImportContext): Promise<Scene> {
	const { report } = context;
	const { document, isSound, binary } = opened;
	const tree = readTree(document, options, context);
	const jobs = listJobs(tree, report);
	const reducer = new Reducer(document);
	const requests = requestContent(tree, jobs, reducer, isSound, report);
	const reduced = reducer.finish();
	const buffers = await loadBuffers(document, new Set(reduced.buffers.values()), binary, context);
	context.signal?.throwIfAborted();
	const accessors = await decodeAccessors(reduced, buffers, report);
	context.signal?.throwIfAborted();
	const bounds = new DeclaredBounds(document);
	const decoded = { accessors, surveys: new PositionSurveys(document, accessors, bounds, report), bounds };
	const parts = makeParts(tree, jobs, requests, decoded, options, context);
	const markers = [
		...readMarkers(tree, requests.markers, decoded, options, report),
		...emptyMarkers(tree, options),
	].sort((a, b) => a.node - b.node);
	bounds.report(report);
	const hooks = readHooks(tree, options);
	if (parts.length === 0 && hooks.length === 0)
		report.fail(GLTF_FINDINGS.GLTF_NOTHING, {}, { found: describe(tree, jobs) });
	return {
		name: context.name,
		nodes: sceneNodes(tree, options),
		parts,
		markers,
		hooks,
		takenWhole: tree.selection.rule === 'everything',
	};
}

function sceneNodes(tree: SceneTree, options: GltfOptions): SceneNode[] {
	return tree.nodes.map((node, index) => {
		const [x, y, z] = originOf(tree, index, options) ?? [0, 0, 0];
		const extras = extrasOf(node);
		return {
			name: tree.names[index],
			parent: tree.hierarchy.parents[index],
			origin: [x, y, z],
			axes: axesOf(tree, index, options),
			...(extras === undefined ? {} : { extras }),
		};
	});
}

/** The columns of a node's transform in area axes, for a node whose own axes are turned to Z up as well. */
function axesOf(tree: SceneTree, index: number, { up = FRAME_DEFAULTS.up }: GltfOptions): number[] {
	const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = tree.worlds.transforms[index];
	return up === 'z' ? [xx, xy, xz, yx, yy, yz, zx, zy, zz] : [xx, -xz, xy, -zx, zz, -zy, yx, -yz, yy].map((v) => v + 0);
}

/** What there is in a scene without triangles to convert. */
function describe(tree: SceneTree, jobs: Jobs): string {
	const { nodes = [] } = tree.document;
	const shown = tree.nodes.filter((node) => node.mesh !== undefined).length;
	const taken = tree.nodes.filter((node, index) => node.mesh !== undefined && tree.selection.taken[index] === 1).length;
	const hidden = tree.hidden.reduce((sum, flag) => sum + flag, 0);
	const facts = [
		`${shown} of the ${tree.nodes.length} nodes in the scene show a mesh`,
		...(tree.nodes.length < nodes.length ? [`${nodes.length - tree.nodes.length} nodes are not in the scene`] : []),
		...(hidden > 0 ? [`${hidden} are hidden`] : []),
		...(taken < shown ? [`${taken} of those with a mesh are taken`] : []),
		...(jobs.triangles.length > 0 ? ['no triangle of them can be used'] : []),
	];
	return facts.join(', ');
}
