import type { Report } from '../../src/findings/report.ts';
import { TRIANGLES } from '../../src/formats/gltf.ts';
import {
	type Affine,
	areWithinReach,
	collapsesAreas,
	fromMatrix,
	hasFiniteValues,
	isMirroring,
	isShearing,
	localTransform,
	multiply,
} from '../../src/math/affine.ts';
import { surfaceByName } from '../../src/model/surfaces.ts';
import { placeOfNode, type ScenePins } from '../../src/pins/vocabulary.ts';
import { type FrameOptions, toAreaAxes } from '../../src/scene/frame.ts';
import { SIGN_MATERIALS, TRANSITION_MATERIAL } from '../../src/scene/inspection.ts';
import { isIgnoredName, type NodeMeaning, nodeMeanings, nodeRole, plainName } from '../../src/scene/roles.ts';
import type { ImportContext } from '../../src/scene/scene.ts';
import { type Selection, selectNodes } from '../../src/scene/select.ts';
import { hasMappings } from '../../src/scene/surface-mappings.ts';
import { surfaceOfObject } from '../../src/scene/surfaces.ts';
import {
	colliderOf,
	extrasOf,
	findNamed,
	type GltfDocument,
	type GltfNode,
	type GltfPrimitive,
	isNavigationMesh,
	materialOf,
	nameOf,
	namesOf,
	nodeLocation,
	refuse,
	tellFault,
	textOf,
	VISIBILITY,
} from './document.ts';
import { GLTF_FINDINGS } from './findings.ts';
import { type GltfOptions, limitsOf } from './options.ts';

/** The nodes of the scene that is read, depth-first, and which of them are walkmesh. */
export interface SceneTree {
	readonly document: GltfDocument;
	readonly nodes: readonly TreeNode[];
	/** True where pins tell what triangles mean, and names are not asked. */
	readonly isPinned: boolean;
	/** The rule by which nodes were selected. */
	readonly rule: Selection['rule'];
	/** As in a selection. */
	readonly hasLeft: boolean;
}

/** A node of the scene, with everything that is known before data is decoded. */
export interface TreeNode {
	readonly definition: GltfNode;
	/** Index in the document. */
	readonly index: number;
	/** Index of the parent in `SceneTree.nodes`; −1 for roots. */
	readonly parent: number;
	/** Name of the node, or of its mesh where it has none. */
	readonly name: string;
	/** Transform from the node's own space to that of the scene. */
	readonly world: Affine;
	/** True when `world` mirrors, which reverses the winding of triangles. */
	readonly mirrored: boolean;
	/**
	 * Index in `SceneTree.nodes` of the node that makes `world` unusable, this one or one above it: its transform scales to zero, is not affine, or has
	 * a rotation of length 0. −1 for a usable transform.
	 */
	readonly culprit: number;
	/** True when `KHR_node_visibility` hides the node and hidden nodes are not read. */
	readonly isHidden: boolean;
	readonly meaning: NodeMeaning;
	/** True when the node's triangles are walkmesh. */
	readonly isTaken: boolean;
	/** True when the node may be a mark or hook: any node, unless its name excludes it or patterns select other nodes. */
	readonly mayMark: boolean;
}

type TreeContext = Pick<ImportContext, 'report' | 'surfaces' | 'mappings' | 'decisions'>;

/** Chooses the scene, walks its nodes and decides which are walkmesh. @throws InputError for a broken node tree */
export function readTree(
	document: GltfDocument,
	options: GltfOptions,
	context: TreeContext,
	pins?: ScenePins,
): SceneTree {
	const { report } = context;
	const { maxNodeDepth } = limitsOf(options);
	const parents = nodeParents(document, maxNodeDepth, report);
	const walked = walkNodes(document, sceneRoots(document, parents, options.scene, report));
	const isHidden = hiddenNodes(walked, options.hidden === true);
	const ofMeshes = new Map<number, boolean>();
	const selectable = walked.map(({ definition, name, parent }, place) => {
		const extras = extrasOf(definition);
		const role = nodeRole(name)?.role;
		const isShape = !isHidden[place] && showsTriangles(document, definition) && role !== 'hook';
		const empty = !isHidden[place] && definition.mesh === undefined && role !== 'hook' && role !== 'marker';
		const surface = namesSurface(document, definition, context, ofMeshes);
		const tagged = isNavigationMesh(definition);
		return { name, parent, geometry: isShape, empty, surface, tagged, ...(extras === undefined ? {} : { extras }) };
	});
	const patterns = options.node === undefined ? {} : { node: options.node };
	const isChosen = options.node !== undefined && options.node.length > 0;
	const { taken, ignored, rule, hasLeft } =
		pins === undefined || isChosen
			? selectNodes(selectable, patterns, report, context.decisions)
			: pinnedNodes(walked, pins);
	reportHidden(walked, isHidden, report);
	// Patterns and pins say what is meant.
	if (rule !== 'patterns' && pins === undefined) reportColliders(document, walked, isHidden, report);
	const transforms = worldTransforms(walked, report);
	const meanings: NodeMeaning[] =
		pins === undefined ? nodeMeanings(selectable) : selectable.map(() => ({ kind: 'area' }));
	const nodes = walked.map((node, place) => ({
		...node,
		...transforms[place],
		isHidden: isHidden[place],
		meaning: meanings[place],
		isTaken: taken[place] === 1,
		mayMark:
			pins === undefined && !isHidden[place] && (rule === 'patterns' ? taken[place] === 1 : ignored[place] === 0),
	}));
	return { document, nodes, isPinned: pins !== undefined, rule, hasLeft };
}

/** All nodes where triangles are pinned; otherwise those that are not pinned as no walkmesh. */
function pinnedNodes(nodes: readonly WalkedNode[], { byFace }: ScenePins): Selection {
	const taken = Uint8Array.from(nodes, ({ definition }) => (byFace || placeOfNode(definition) !== -1 ? 1 : 0));
	return { taken, ignored: new Uint8Array(nodes.length), rule: 'tagged', hasLeft: false };
}

/** Parents of all nodes of a document, −1 without one. */
function nodeParents({ nodes }: GltfDocument, maxDepth: number, report: Report): Int32Array {
	const parents = new Int32Array(nodes.length).fill(-1);
	for (const [index, node] of nodes.entries()) {
		for (const [at, child] of (node.children ?? []).entries()) {
			if (parents[child] >= 0) {
				const problem = `names node ${child}, which is a child of node ${parents[child]} already`;
				refuse(report, `/nodes/${index}/children/${at}`, problem);
			}
			parents[child] = index;
		}
	}
	checkDepth(parents, maxDepth, report);
	return parents;
}

function checkDepth(parents: Int32Array, maxDepth: number, report: Report): void {
	const fail = (node: number, problem: string): never => refuse(report, `/nodes/${node}`, problem);
	const depths = new Uint32Array(parents.length);
	for (let start = 0; start < parents.length; start++) {
		let steps = 0;
		let top = start;
		while (parents[top] >= 0 && depths[top] === 0 && steps <= parents.length) {
			top = parents[top];
			steps++;
		}
		if (steps > parents.length) fail(start, 'lies below itself');
		const depth = depths[top] + steps;
		if (depth > maxDepth) fail(start, `lies more than ${maxDepth} levels deep`);
		for (let at = start, left = depth; left > depths[top]; at = parents[at], left--) depths[at] = left;
	}
}

/** The scene that is asked for or shown by default, as an index; undefined where there is none. */
export function sceneIndex({ scene, scenes }: GltfDocument, wanted: string | undefined): number | undefined {
	if (wanted !== undefined) return findNamed(scenes, wanted);
	return scene ?? (scenes.length === 1 ? 0 : undefined);
}

/** Root nodes of the requested scene, or else of the default one, or else of the only one; otherwise all nodes without a parent. */
function sceneRoots(document: GltfDocument, parents: Int32Array, wanted: string | undefined, report: Report): number[] {
	const { scenes } = document;
	const chosen = sceneIndex(document, wanted);
	if (wanted !== undefined && chosen === -1) {
		report.fail(GLTF_FINDINGS.GLTF_SCENE_UNKNOWN, {}, { scene: wanted, names: namesOf(scenes) });
	}
	if (chosen === undefined) {
		const none = scenes.length === 0 ? 'no scene' : `the scenes ${namesOf(scenes)}, but no default`;
		if (parents.length > 0)
			report.add(GLTF_FINDINGS.GLTF_SCENE_CHOSEN, {}, { taken: `The document has ${none}; all nodes were read` });
		return [...parents.keys()].filter((node) => parents[node] < 0);
	}
	if (scenes.length > 1) {
		const others = scenes.map(nameOf).filter((_, index) => index !== chosen);
		const names = others.slice(0, 8).join(', ') + (others.length > 8 ? ', …' : '');
		const pointer = `/scenes/${chosen}`;
		const taken = `Using scene ${nameOf(scenes[chosen], chosen)}; ignoring ${names}`;
		report.add(GLTF_FINDINGS.GLTF_SCENE_CHOSEN, { pointer }, { taken });
	}
	const roots = new Set(scenes[chosen].nodes ?? []);
	const isReached = (node: number): boolean => {
		let above = parents[node];
		while (above >= 0 && !roots.has(above)) above = parents[above];
		return above >= 0;
	};
	return [...roots].filter((node, at) => {
		if (parents[node] < 0) return true;
		const reached = isReached(node);
		const taken = reached ? 'read as that child' : 'read as a root, for that node is not in the scene';
		const problem = `names node ${node} as a root, which is a child of node ${parents[node]}; it was ${taken}`;
		tellFault(report, `/scenes/${chosen}/nodes/${at}`, problem);
		return !reached;
	});
}

type WalkedNode = Pick<TreeNode, 'definition' | 'index' | 'parent' | 'name'>;

/** The nodes below some roots, depth-first, in the order of the document. */
function walkNodes({ nodes, meshes }: GltfDocument, roots: readonly number[]): WalkedNode[] {
	const walked: WalkedNode[] = [];
	const waiting = roots.map((index) => ({ index, parent: -1 })).reverse();
	for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
		const definition = nodes[next.index];
		const { mesh, children = [] } = definition;
		const name = textOf(definition.name) ?? textOf(mesh === undefined ? undefined : meshes[mesh].name) ?? '';
		const parent = walked.push({ definition, name, ...next }) - 1;
		for (let i = children.length - 1; i >= 0; i--) waiting.push({ index: children[i], parent });
	}
	return walked;
}

/** For each node whether `KHR_node_visibility` hides it, by its own `visible` or that of a node above. */
function hiddenNodes(nodes: readonly WalkedNode[], readsHidden: boolean): boolean[] {
	const isHidden: boolean[] = [];
	for (const { definition, parent } of nodes) {
		const visibility = definition.extensions?.[VISIBILITY] as { visible?: boolean } | undefined;
		const own = visibility?.visible === false;
		isHidden.push(!readsHidden && (own || (parent >= 0 && isHidden[parent])));
	}
	return isHidden;
}

function reportHidden(nodes: readonly WalkedNode[], isHidden: readonly boolean[], report: Report): void {
	const affected = nodes.filter(({ definition, name }, place) => {
		return isHidden[place] && definition.mesh !== undefined && !isIgnoredName(name);
	});
	if (affected.length === 0) return;
	const shown = affected.slice(0, 8).map(({ name }) => JSON.stringify(name.slice(0, 60)));
	const rest = affected.length > shown.length ? ', …' : '';
	report.add(GLTF_FINDINGS.GLTF_HIDDEN, {}, { nodes: affected.length, names: shown.join(', ') + rest });
}

/** Reports meshes that only a physics extension names, as the colliders of nodes. */
function reportColliders(
	document: GltfDocument,
	nodes: readonly WalkedNode[],
	isHidden: readonly boolean[],
	report: Report,
): void {
	const shown = new Set(nodes.map(({ definition }) => definition.mesh));
	const found = nodes.flatMap(({ definition, index, name }, place) => {
		const collider = isHidden[place] ? undefined : colliderOf(document, definition);
		return collider === undefined || shown.has(collider.mesh) ? [] : [{ ...collider, definition, index, name }];
	});
	const [first] = found;
	if (first === undefined) return;
	const names = found.slice(0, 8).map(({ name }) => JSON.stringify(name.slice(0, 60)));
	const list = names.join(', ') + (found.length > names.length ? ', …' : '');
	const data = { nodes: found.length, names: list, extension: first.extension };
	report.add(GLTF_FINDINGS.GLTF_COLLIDERS_UNUSED, nodeLocation(first.definition, first.index), data);
}

/** Modes that draw triangles. */
export function drawsTriangles(mode: number): boolean {
	return mode >= TRIANGLES;
}

/** True for ribbons that show links in an inspection file, which are not ground. */
export function isRibbon(document: GltfDocument, { name }: GltfNode, primitive: GltfPrimitive): boolean {
	const material = textOf(materialOf(document, primitive)?.name);
	if (material === undefined || plainName(material) !== TRANSITION_MATERIAL) return false;
	return nodeRole(textOf(name) ?? '')?.role === 'marker';
}

const SIGNS: ReadonlySet<string> = new Set(Object.values(SIGN_MATERIALS));

/** True for triangles of an inspection file that show leaks or findings. */
export function isSign(document: GltfDocument, primitive: GltfPrimitive): boolean {
	const material = textOf(materialOf(document, primitive)?.name);
	return material !== undefined && SIGNS.has(plainName(material));
}

/** True when a node draws triangles that may be ground. */
export function showsTriangles(document: GltfDocument, node: GltfNode): boolean {
	const { mesh } = node;
	if (mesh === undefined) return false;
	return document.meshes[mesh].primitives.some(
		(primitive) =>
			drawsTriangles(primitive.mode ?? TRIANGLES) &&
			!isSign(document, primitive) &&
			!isRibbon(document, node, primitive),
	);
}

/** True when a material of a node names a surface, directly or by a mapping. @param known results by mesh, since many nodes may use one */
function namesSurface(
	document: GltfDocument,
	{ mesh, name: node }: GltfNode,
	{ surfaces, mappings }: TreeContext,
	known: Map<number, boolean>,
): boolean {
	if (mesh === undefined) return false;
	if (surfaceOfObject(surfaces, textOf(node) ?? '') !== undefined) return true;
	const { name: own, primitives } = document.meshes[mesh];
	const inMesh =
		known.get(mesh) ??
		(surfaceOfObject(surfaces, textOf(own) ?? '') !== undefined ||
			primitives.some((primitive) => {
				const name = textOf(materialOf(document, primitive)?.name);
				return (
					hasMappings({ surfaces, mappings }) || (name !== undefined && surfaceByName(surfaces, name) !== undefined)
				);
			}));
	known.set(mesh, inMesh);
	return inMesh;
}

/** World transforms in float64, composed from matrices, so that shear comes out exactly. Odd transforms become findings. */
function worldTransforms(nodes: readonly WalkedNode[], report: Report): WorldTransform[] {
	const transforms: WorldTransform[] = [];
	for (const [place, { definition, index, parent }] of nodes.entries()) {
		const local = localTransform(definition);
		reportOdd(definition, index, report);
		const above = parent < 0 ? undefined : transforms[parent];
		const world = above === undefined ? local : multiply(above.world, local);
		const mirrored = isMirroring(definition) !== (above?.mirrored ?? false);
		const isUsable =
			transformFault(definition, local) === undefined && hasFiniteValues(world) && !collapsesAreas(world);
		const inherited = above?.culprit ?? -1;
		transforms.push({ world, mirrored, culprit: inherited >= 0 || isUsable ? inherited : place });
	}
	return transforms;
}

type WorldTransform = Pick<TreeNode, 'world' | 'mirrored' | 'culprit'>;

/** Why a node's own transform is unusable; undefined for a valid one, which may still scale to zero. */
function transformFault(node: GltfNode, local: Affine = localTransform(node)): string | undefined {
	const { matrix: m, rotation } = node;
	if (m !== undefined && (m[3] !== 0 || m[7] !== 0 || m[11] !== 0 || m[15] !== 1)) {
		return 'has a matrix that is no affine transform';
	}
	if (m === undefined && rotation !== undefined && Math.hypot(...rotation) === 0) return 'has a rotation of length 0';
	return hasFiniteValues(local) ? undefined : 'has a transform with non-finite values';
}

/** Reports nodes with unusable transforms, once for each, with the number of nodes with meshes that are left out for it. */
export function reportCulprits(
	nodes: readonly TreeNode[],
	affected: ReadonlyMap<number, number>,
	report: Report,
): void {
	for (const [culprit, count] of affected) {
		const { definition, index, world } = nodes[culprit];
		const place = nodeLocation(definition, index);
		const problem = transformFault(definition);
		if (problem === undefined && hasFiniteValues(world)) {
			report.add(GLTF_FINDINGS.GLTF_SCALED_TO_NOTHING, place, { nodes: count });
		} else {
			const data = { problem: problem ?? 'has a transform with non-finite values' };
			report.add(GLTF_FINDINGS.GLTF_TRANSFORM, place, data);
		}
	}
}

/** How far from length 1 a quaternion may be without being reported. */
const UNIT_TOLERANCE = 1e-3;

function reportOdd(node: GltfNode, index: number, report: Report): void {
	const { matrix, translation, rotation, scale } = node;
	if (matrix !== undefined) {
		if (translation !== undefined || rotation !== undefined || scale !== undefined) {
			tellFault(report, nodeLocation(node, index), 'has a matrix besides translation, rotation or scale');
		}
		const isOdd = isShearing(fromMatrix(matrix)) && transformFault(node) === undefined;
		if (isOdd) report.add(GLTF_FINDINGS.GLTF_SHEARED, nodeLocation(node, index), {});
		return;
	}
	const length = rotation === undefined ? 1 : Math.hypot(...rotation);
	if (length === 0 || Math.abs(length - 1) <= UNIT_TOLERANCE) return;
	const problem = `has a rotation of length ${length.toPrecision(4)} instead of 1; only its direction is used`;
	tellFault(report, nodeLocation(node, index), problem);
}

/** The origin of a node in area axes; undefined for an unusable transform. */
export function originOf({ world }: TreeNode, frame: FrameOptions): [number, number, number] | undefined {
	const origin = Float64Array.from(world.slice(9, 12));
	toAreaAxes(origin, frame);
	return areWithinReach(origin) ? [origin[0], origin[1], origin[2]] : undefined;
}
