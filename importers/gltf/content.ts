import type { Location, Report } from '../../src/findings/report.ts';
import { POINTS, TRIANGLES, UNSIGNED_BYTE, UNSIGNED_INT, UNSIGNED_SHORT } from '../../src/formats/gltf.ts';
import {
	COPIED_TRIANGLES,
	FEW_COPIES,
	INPUT_FINDINGS,
	LIMIT_OPTIONS,
	STORED_TRIANGLES,
} from '../../src/formats/limits.ts';
import { pinAttribute } from '../../src/pins/vocabulary.ts';
import { nodeRole } from '../../src/scene/roles.ts';
import { isSound } from './accessors.ts';
import type { NeededPrimitive } from './decode.ts';
import { defaultWeights, followsJoints, type Influences, influencesOf, morphTargets } from './deformations.ts';
import {
	extrasOf,
	type GltfAccessor,
	type GltfDocument,
	type GltfPrimitive,
	instancingOf,
	materialOf,
	nodeLocation,
	refuse,
	tellFault,
	textOf,
	tooLarge,
} from './document.ts';
import { GLTF_FINDINGS } from './findings.ts';
import { drawsTriangles, isRibbon, isSign, reportCulprits, type SceneTree, type TreeNode } from './nodes.ts';
import type { GltfLimits } from './options.ts';
import { triangleCount } from './topology.ts';

/** The parts of a scene that are read. */
export interface Content {
	/** Selected nodes that show triangles. */
	readonly shown: readonly ShownNode[];
	readonly marks: readonly MarkingPrimitive[];
	/** All primitives of triangles, each once, however many nodes use it. */
	readonly primitives: readonly WantedPrimitive[];
	/** Accessors of the morph targets whose weight is not 0. */
	readonly morphs: ReadonlySet<number>;
	/** True where a selected node draws triangles, usable or not. */
	readonly drawsTriangles: boolean;
}

export interface ShownNode {
	/** Index of the node in `SceneTree.nodes`. */
	readonly node: number;
	readonly primitives: readonly WantedPrimitive[];
}

/** Lines or points at a node that mark a transition. */
export interface MarkingPrimitive extends Mark {
	readonly node: number;
	readonly primitive: WantedPrimitive;
}

export interface Mark {
	readonly name: string;
	/** Index or name of the room, as written. */
	readonly room: string;
}

/** A primitive and its accessors that are read. */
export interface WantedPrimitive extends NeededPrimitive {
	readonly mesh: number;
	readonly mode: number;
	/** Accessors of `POSITION`, of `COLOR_0`, `COLOR_1` and so on, and of `_SURFACE`. */
	readonly position: number;
	readonly colours: readonly number[];
	readonly surface?: number;
	/** Accessor of the attribute that pins what triangles mean. */
	readonly pins?: number;
	/** Accessors of the displacements of each morph target, −1 for a target that has none. */
	readonly targets: readonly number[];
	/** Joints and weights, where a node shows it with a skin. */
	readonly influences: Influences;
	/** The location for findings about it, with the name of the first node that uses it. */
	readonly location: Location;
}

/**
 * Lists the parts of a scene to read: triangles of the selected nodes, and marks of transitions.
 *
 * @param dataBytes size of the data of the document, in bytes
 * @throws InputError for more than the limits allow, positions that are not 3D points, indices that are not integers
 */
export function listContent(tree: SceneTree, dataBytes: number, limits: GltfLimits, report: Report): Content {
	const { document, nodes } = tree;
	checkPrimitives(tree, limits, report);
	/** Each checked once, however many nodes use it. */
	const wanted = new Map<GltfPrimitive, readonly WantedPrimitive[]>();
	const posed = nodes.filter(({ definition }) => followsJoints(document, definition));
	const skinned = new Set(posed.map(({ definition }) => definition.mesh));
	const shown: ShownNode[] = [];
	const marks: MarkingPrimitive[] = [];
	const drawn: Drawn[] = [];
	/** Nodes with unusable transforms, and the number of visible nodes that each affects. */
	const culprits = new Map<number, number>();
	const unused = new Map<'points' | 'lines', { primitives: number; readonly node: TreeNode }>();
	const inherited = inheritedFrom(tree);
	for (const [index, node] of nodes.entries()) {
		const { mesh } = node.definition;
		if (mesh === undefined || node.isHidden) continue;
		const own: WantedPrimitive[] = [];
		let isLost = false;
		for (const [at, primitive] of document.meshes[mesh].primitives.entries()) {
			const use = useOf(tree, node, primitive, inherited[index]);
			if (use === undefined) continue;
			if (use === 'points' || use === 'lines') {
				const known = unused.get(use) ?? { primitives: 0, node };
				known.primitives++;
				unused.set(use, known);
				continue;
			}
			if (node.culprit >= 0 && !followsJoints(document, node.definition)) {
				isLost = true;
				continue;
			}
			drawn.push({ node, primitive });
			const pointer = `/meshes/${mesh}/primitives/${at}`;
			const parts = wanted.get(primitive) ?? wantedOf(document, primitive, mesh, pointer, node.name, skinned, report);
			wanted.set(primitive, parts);
			if (use === 'triangles') own.push(...parts);
			else marks.push(...parts.map((part) => ({ ...use, node: index, primitive: part })));
		}
		if (isLost) culprits.set(node.culprit, (culprits.get(node.culprit) ?? 0) + 1);
		if (own.length > 0) shown.push({ node: index, primitives: own });
	}
	reportCulprits(nodes, culprits, report);
	for (const [kind, { primitives, node }] of unused) {
		report.add(GLTF_FINDINGS.GLTF_NOT_TRIANGLES, nodeLocation(node.definition, node.index), { kind, primitives });
	}
	checkAmount(document, drawn, dataBytes, limits, report);
	const primitives = [...new Set(shown.flatMap((each) => each.primitives))];
	return {
		shown,
		marks,
		primitives,
		morphs: activeTargets(tree, shown, limits, report),
		drawsTriangles: drawn.some(({ node, primitive }) => isSolid(document, node, primitive)),
	};
}

/** How a primitive at a node is used: as triangles, as a mark of a transition, or not, with unused points or lines to report; undefined for none of these. */
function useOf(
	tree: SceneTree,
	node: TreeNode,
	primitive: GltfPrimitive,
	inherited: Inherited,
): 'triangles' | Mark | 'points' | 'lines' | undefined {
	const { document } = tree;
	if (isSign(document, primitive)) return undefined;
	const showsTriangles = node.isTaken && node.meaning.role?.role !== 'hook';
	if (isSolid(document, node, primitive)) return showsTriangles ? 'triangles' : undefined;
	const mark = node.mayMark ? (markOf(document, node, primitive) ?? inherited.mark) : undefined;
	if (mark !== undefined) return mark;
	if (!showsTriangles || tree.isPinned || inherited.isOurs || isPerimeter(tree, node, primitive)) return undefined;
	return primitive.mode === POINTS ? 'points' : 'lines';
}

/** True for triangles that are ground or walls, false for ribbons that only draw a line. */
function isSolid(document: GltfDocument, { definition }: TreeNode, primitive: GltfPrimitive): boolean {
	return drawsTriangles(primitive.mode ?? TRIANGLES) && !isRibbon(document, definition, primitive);
}

/** Morph targets whose default weight is not 0. */
function activeTargets(
	{ document, nodes }: SceneTree,
	shown: readonly ShownNode[],
	{ maxDecodedBytes }: GltfLimits,
	report: Report,
): ReadonlySet<number> {
	const active = new Set<number>();
	let moved = 0;
	for (const { node, primitives } of shown) {
		const weights = defaultWeights(document, nodes[node].definition);
		for (const { targets, position } of primitives) {
			const own = targets.filter((index, at) => index >= 0 && (weights[at] ?? 0) !== 0);
			for (const index of own) active.add(index);
			moved += own.length * document.accessors[position].count;
		}
	}
	const bytes = moved * 3 * Float64Array.BYTES_PER_ELEMENT;
	if (bytes > maxDecodedBytes) {
		tooLarge(report, 'maxDecodedBytes', 'bytes of points moved by morph targets', bytes, maxDecodedBytes);
	}
	return active;
}

/** A primitive at a node. */
interface Drawn {
	readonly node: TreeNode;
	readonly primitive: GltfPrimitive;
}

/** Properties that a node inherits from the nodes above it. */
interface Inherited {
	readonly mark: Mark | undefined;
	/** True when one of them has the stamp of an inspection file, so that lines and points were written by wokflow. */
	readonly isOurs: boolean;
}

function inheritedFrom({ nodes }: SceneTree): Inherited[] {
	const inherited: Inherited[] = [];
	for (const { definition, parent, name, meaning } of nodes) {
		const above = parent < 0 ? undefined : inherited[parent];
		const own = meaning.role?.role === 'marker' ? { name, room: meaning.role.room } : undefined;
		const isStamped = extrasOf(definition)?.['wokflow'] !== undefined;
		inherited.push({ mark: own ?? above?.mark, isOurs: isStamped || above?.isOurs === true });
	}
	return inherited;
}

/** The room behind marking lines, from the extras or names of the primitive, node, mesh or material. */
function markOf(document: GltfDocument, { definition, name }: TreeNode, primitive: GltfPrimitive): Mark | undefined {
	const mesh = document.meshes[definition.mesh as number];
	const material = materialOf(document, primitive);
	for (const owner of [primitive, definition, mesh, material]) {
		const room = roomOfExtras(extrasOf(owner));
		if (room !== undefined) return { name, room };
	}
	for (const candidate of [extrasOf(primitive)?.['name'], name, mesh.name, material?.name]) {
		const text = textOf(candidate);
		const role = text === undefined ? undefined : nodeRole(text);
		if (role?.role === 'marker') return { name: text as string, room: role.room };
	}
	return undefined;
}

/** The room in `extras.transition` or `extras.link`: an index or a name. */
export function roomOfExtras(extras: Readonly<Record<string, unknown>> | undefined): string | undefined {
	const room = extras?.['transition'] ?? extras?.['link'];
	if (typeof room === 'number') return Number.isInteger(room) && room >= 0 ? String(room) : undefined;
	return textOf(room);
}

/** True for perimeter lines of wokflow's inspection files, wherever they were moved in the scene. */
function isPerimeter({ document }: SceneTree, { name }: TreeNode, primitive: GltfPrimitive): boolean {
	const names = [name, textOf(materialOf(document, primitive)?.name) ?? ''];
	return names.some((each) => /^perimeter(?:[._]|$)/i.test(each));
}

/**
 * The primitive in a list; an empty list for a primitive without positions, which draws nothing.
 *
 * @param skinned meshes that some node shows with a skin
 */
function wantedOf(
	document: GltfDocument,
	definition: GltfPrimitive,
	mesh: number,
	pointer: string,
	nodeName: string,
	skinned: ReadonlySet<number | undefined>,
	report: Report,
): readonly WantedPrimitive[] {
	const { attributes, indices, mode = TRIANGLES } = definition;
	const { accessors } = document;
	if (!Object.hasOwn(attributes, 'POSITION')) {
		tellFault(report, pointer, 'has no positions, so it draws nothing');
		return [];
	}
	const position = attributes['POSITION'];
	const { type, count } = accessors[position];
	if (type !== 'VEC3') refuse(report, `${pointer}/attributes/POSITION`, `is ${type}, no list of points (VEC3)`);
	if (indices !== undefined) checkIndices(accessors[indices], `${pointer}/indices`, report);
	const wanted: [string, number][] = [['POSITION', position]];
	const colours: number[] = [];
	let surface: number | undefined;
	let pins: number | undefined;
	const pinned = pinAttribute(definition);
	for (const semantic of Object.keys(attributes).sort()) {
		const index = attributes[semantic];
		const accessor = accessors[index];
		const isSurface = /^_surface$/i.test(semantic);
		if (accessor.count !== count) {
			// Left out: a list of another length belongs to other vertices. `accessors.ts` has reported it.
		} else if (semantic === pinned && accessor.type === 'SCALAR') {
			wanted.push([semantic, index]);
			pins = index;
		} else if (isSurface && accessor.type !== 'SCALAR') {
			const problem = `is ${accessor.type}, no number a vertex; left out`;
			tellFault(report, `${pointer}/attributes/${semantic.slice(0, 60)}`, problem);
		} else if (isSurface) {
			wanted.push([semantic, index]);
			surface ??= index;
		} else if (/^COLOR_\d$/.test(semantic) && isSound(semantic, accessor)) {
			wanted.push([semantic, index]);
			colours.push(index);
		}
	}
	const location = nodeName === '' ? { pointer } : { pointer, node: nodeName.slice(0, 80) };
	const own = { ...(surface === undefined ? {} : { surface }), ...(pins === undefined ? {} : { pins }) };
	const targets = morphTargets(document, definition, pointer, report);
	const influences = skinned.has(mesh) ? influencesOf(document, definition) : [];
	for (const [set, [joints, weights]] of influences.entries())
		wanted.push([`JOINTS_${set}`, joints], [`WEIGHTS_${set}`, weights]);
	return [{ definition, attributes: wanted, mesh, mode, position, colours, ...own, targets, influences, location }];
}

function checkIndices(
	{ type, componentType, normalized = false }: GltfAccessor,
	pointer: string,
	report: Report,
): void {
	const isWhole = [UNSIGNED_BYTE, UNSIGNED_SHORT, UNSIGNED_INT].includes(componentType);
	if (type === 'SCALAR' && isWhole && !normalized) return;
	const kind = `${normalized ? 'normalized ' : ''}${type} of type ${componentType}`;
	refuse(report, pointer, `is ${kind}, no list of indices`);
}

/** Limits the number of primitives: in a small file, many nodes can all use one mesh of many primitives. */
function checkPrimitives({ document, nodes }: SceneTree, { maxPrimitives }: GltfLimits, report: Report): void {
	let count = 0;
	for (const { definition } of nodes) {
		if (definition.mesh !== undefined) count += document.meshes[definition.mesh].primitives.length;
	}
	if (count <= maxPrimitives) return;
	tooLarge(report, 'maxPrimitives', 'primitives with all copies of meshes', count, maxPrimitives);
}

/**
 * Limits the number of triangles: a small file can ask for any number by using one mesh many times, by sharing accessors between primitives, or by
 * compression. The default limit depends on the bytes of data.
 */
function checkAmount(
	document: GltfDocument,
	drawn: readonly Drawn[],
	dataBytes: number,
	limits: GltfLimits,
	report: Report,
): void {
	const { accessors } = document;
	let shown = 0;
	let most = 0;
	const stored = new Map<number, number>();
	for (const { node, primitive } of drawn) {
		const { indices, attributes, mode = TRIANGLES } = primitive;
		const list = indices ?? attributes['POSITION'];
		if (list === undefined) continue;
		const instances = instancingOf(node.definition);
		const [first] = instances === undefined ? [] : Object.values(instances);
		const copies = first === undefined ? 1 : accessors[first].count;
		const triangles = triangleCount(mode, accessors[list].count);
		stored.set(list, triangles);
		shown += triangles * copies;
		most = Math.max(most, copies);
	}
	const own = [...stored.values()].reduce((sum, triangles) => sum + triangles, 0);
	const { always, bytesEach } = shown > FEW_COPIES * own ? COPIED_TRIANGLES : STORED_TRIANGLES;
	const bySize = Math.max(always, Math.floor(dataBytes / bytesEach));
	const limit = limits.maxTriangles ?? Math.min(LIMIT_OPTIONS.maxTriangles.default, bySize);
	if (shown > limit) report.fail(INPUT_FINDINGS.TOO_MANY_TRIANGLES, {}, { limit, triangles: shown });
	if (most > limits.maxInstances) tooLarge(report, 'maxInstances', 'copies of a node', most, limits.maxInstances);
}
