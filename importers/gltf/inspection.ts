import { TRIANGLES } from '../../src/formats/gltf.ts';
import { halfTurn, localTransform } from '../../src/math/affine.ts';
import { finite, type Vec3, ZERO } from '../../src/math/vec3.ts';
import type { ObjectPlacement } from '../../src/model/level.ts';
import { type SurfaceTable, surfaceByName } from '../../src/model/surfaces.ts';
import { DOOR_STATES, NONE, WALKMESH_KINDS, type Walkmesh, walkmeshIdentity } from '../../src/model/walkmesh.ts';
import {
	geometryChecksum,
	type InspectionStamp,
	PART_NAMES,
	type PartStamp,
	type PlacementStamp,
} from '../../src/scene/inspection.ts';
import { isIgnoredName } from '../../src/scene/roles.ts';
import { namePattern, PatternEffort } from '../../src/text/pattern.ts';
import type { AccessorLookup, NeededData } from './decode.ts';
import { extrasOf, type GltfDocument, type GltfNode, type GltfPrimitive, materialOf, textOf } from './document.ts';
import { showsTriangles } from './nodes.ts';

/** True for a document that has a stamp and nothing that wokflow does not write, so that it may be an unedited inspection file. */
export function mayBeInspection({ nodes, meshes, accessors, skins }: GltfDocument): boolean {
	return (
		nodes.some((node) => extrasOf(node)?.['wokflow'] !== undefined) &&
		nodes.every(({ skin }) => skin === undefined) &&
		skins.length === 0 &&
		meshes.every(({ primitives }) => primitives.every(({ targets }) => targets === undefined)) &&
		accessors.every(({ sparse }) => sparse === undefined)
	);
}

/** The data that `readInspection` needs. */
export function inspectionData({ meshes }: GltfDocument): NeededData {
	const primitives = meshes.flatMap((mesh) => mesh.primitives);
	const positionsOf = ({ attributes }: GltfPrimitive): [string, number][] =>
		Object.hasOwn(attributes, 'POSITION') ? [['POSITION', attributes['POSITION']]] : [];
	return {
		primitives: primitives.map((definition) => ({ definition, attributes: positionsOf(definition) })),
		accessors: new Set(),
	};
}

/** A walkmesh of an inspection file. */
export interface InspectedWalkmesh {
	readonly walkmesh: Walkmesh;
	/** For a placeable or door: all its positions. */
	readonly placements?: readonly ObjectPlacement[];
}

/**
 * Reads back the walkmeshes of an inspection file exactly as they were: vertices, face order, links, hooks.
 *
 * @param patterns which walkmeshes to read, by the name of the walkmesh, of its node, or of the node above; empty for all
 * @returns undefined for a document that wokflow did not write or that was edited since (moved nodes, other materials, other vertices, further
 * meshes), and when a pattern matches nothing. Then it is a scene like any other.
 */
export function readInspection(
	document: GltfDocument,
	accessors: AccessorLookup,
	table: SurfaceTable,
	patterns: readonly string[] = [],
): InspectedWalkmesh[] | undefined {
	const { nodes } = document;
	const stamps = nodes.map(stampOf);
	const shown = shownNodes(document, stamps);
	if (shown === undefined) return undefined;
	const effort = new PatternEffort();
	const matchers = patterns.map((pattern) => namePattern(pattern, effort));
	const isMatched = patterns.map(() => false);
	const found: InspectedWalkmesh[] = [];
	for (const { index, above, names, roots } of shown) {
		const stamp = stamps[index];
		const walkmesh = stamp && readStamped(document, nodes[index], stamp, above, accessors, table);
		if (walkmesh === undefined) return undefined;
		const matched = matchers.map((matches) => [walkmesh.name, ...names].some(matches));
		for (const [pattern, is] of matched.entries()) isMatched[pattern] ||= is;
		if (patterns.length > 0 && !matched.includes(true)) continue;
		const placements = roots.map((root) => placementOf(nodes[root], walkmesh));
		found.push({ walkmesh, ...(placements.length === 0 ? {} : { placements }) });
	}
	return isMatched.every((is) => is) ? found : undefined;
}

/** The position of an object, from its root node. */
function placementOf(root: GltfNode, { kind, name, doorState }: Walkmesh): ObjectPlacement {
	const mark = extrasOf(root)?.['wokflow'] as PlacementStamp | undefined;
	const { position = ZERO, bearing = 0 } = mark?.placed ?? {};
	const [x, y, z] = position.map(Number);
	const state = doorState === undefined ? {} : { state: 'closed' as const };
	return { kind: kind as ObjectPlacement['kind'], model: name, ...state, position: [x, y, z], bearing };
}

/**
 * The stamped nodes in the order of their walkmeshes: roots of the scene, or children of the unmoved root of an object. Undefined if the scene has
 * any other nodes.
 */
function shownNodes(
	document: GltfDocument,
	stamps: readonly (InspectionStamp | undefined)[],
): readonly ShownNode[] | undefined {
	const { nodes, scenes, scene = 0 } = document;
	const stampedMeshes = new Map(
		nodes.flatMap(({ mesh }, index) => (stamps[index] === undefined ? [] : [[mesh, index]])),
	);
	const isShown = (index: number): boolean => {
		const first = stampedMeshes.get(nodes[index].mesh);
		return stamps[index] !== undefined || (first !== undefined && isCopy(nodes[index], stamps[first]));
	};
	const parts = new Set(
		nodes.flatMap((node, index) => (stamps[index] === undefined ? [] : partsBelow(document, node))),
	);
	const strange = nodes.some((node, index) => !isShown(index) && !parts.has(index) && showsTriangles(document, node));
	if (strange) return undefined;
	const shown: ShownNode[] = [];
	const nameOf = (index: number): string => textOf(nodes[index].name) ?? '';
	/** For each mesh the root nodes of the objects that use it. */
	const rootsOf = new Map<number | undefined, number[]>();
	for (const root of scenes[scene]?.nodes ?? []) {
		// Signs for things, leaks and findings: their subtrees have no ground of the walkmeshes.
		if (isIgnoredName(nameOf(root)) || isLeakNode(nodes[root])) continue;
		const held = heldBy(document, root);
		const names = [nameOf(root), nameOf(held.index)];
		if (stamps[held.index] !== undefined) shown.push({ ...held, names, roots: [] });
		else if (standsWhereItWasPut(nodes[root])) {
			const below = nodes[root].children ?? [];
			if (!below.every(isShown)) return undefined;
			for (const index of below) {
				const roots = rootsOf.get(nodes[index].mesh) ?? [];
				rootsOf.set(nodes[index].mesh, roots);
				roots.push(root);
				if (stamps[index] !== undefined)
					shown.push({ index, above: ZERO, names: [nameOf(root), nameOf(index)], roots });
			}
		} else return undefined;
	}
	const total = stamps.filter((stamp) => stamp !== undefined).length;
	// The scene lists objects by position; the index in the document gives the order of the walkmeshes.
	return shown.length === 0 || shown.length !== total ? undefined : shown.sort((a, b) => a.index - b.index);
}

/** The child nodes of a stamped node that have faces of its walkmesh. */
function partsBelow({ nodes }: GltfDocument, { children = [] }: GltfNode): number[] {
	return children.filter((child) => {
		const mark = extrasOf(nodes[child])?.['wokflow'] as Partial<PartStamp> | undefined;
		return mark?.part !== undefined && PART_NAMES.includes(mark.part);
	});
}

/** True for the parent of lines to leaks, as files of earlier versions have it. */
function isLeakNode(node: GltfNode): boolean {
	return (extrasOf(node)?.['wokflow'] as { leaks?: unknown } | undefined)?.leaks === true;
}

/** True for a further copy of a walkmesh that was not moved below its root. */
function isCopy(node: GltfNode, stamp: InspectionStamp | undefined): boolean {
	const mark = extrasOf(node)?.['wokflow'] as { copy?: unknown } | undefined;
	if (stamp === undefined || !isIndex(mark?.copy)) return false;
	const [x, y, z] = stamp.header.map(Number);
	return standsWhereWritten(node, [x, y, z]);
}

/** True for the root of an object that was not moved. */
function standsWhereItWasPut(node: GltfNode): boolean {
	const { placed } = (extrasOf(node)?.['wokflow'] ?? {}) as Partial<PlacementStamp>;
	const isSound = Array.isArray(placed?.position) && placed.position.length === 3 && Number.isFinite(placed.bearing);
	if (!isSound || node.mesh !== undefined) return false;
	const [x, y, z] = (placed as PlacementStamp['placed']).position.map(Number);
	const [sine, cosine] = halfTurn((placed as PlacementStamp['placed']).bearing);
	const [c, s] = [cosine * cosine - sine * sine, 2 * sine * cosine];
	return isTransformed(node, [c, 0, -s, 0, 1, 0, s, 0, c, x, z, -y]);
}

/** A node that may hold a walkmesh, and the position of its parent in area axes. */
interface Held {
	readonly index: number;
	readonly above: Vec3;
}

/** The node that may hold the walkmesh: the only child of a node that positions a room, otherwise the node itself. */
function heldBy({ nodes }: GltfDocument, index: number): Held {
	const { mesh, children = [] } = nodes[index];
	const [inner] = children;
	const isRoom = mesh === undefined && children.length === 1 && stampOf(nodes[inner])?.kind === 'area';
	const above = isRoom ? shiftOf(nodes[index]) : undefined;
	return above === undefined ? { index, above: ZERO } : { index: inner, above };
}

/** A node that holds a walkmesh, with its name and that of the node above it. */
interface ShownNode extends Held {
	readonly names: readonly string[];
	/** The root nodes of an object, one for each of its positions. */
	readonly roots: readonly number[];
}

/** True when walkmeshes are below nodes of their rooms, as in the file of a level. */
export function hasRooms(document: GltfDocument): boolean {
	return (document.scenes[document.scene ?? 0]?.nodes ?? []).some((node) => heldBy(document, node).index !== node);
}

function readStamped(
	document: GltfDocument,
	node: GltfNode,
	stamp: InspectionStamp,
	above: Vec3,
	accessors: AccessorLookup,
	table: SurfaceTable,
): Walkmesh | undefined {
	const header = stamp.header.map(Number);
	const triple = (index: number): Vec3 => [header[index * 3], header[index * 3 + 1], header[index * 3 + 2]];
	const parts = partsBelow(document, node).map((index) => document.nodes[index]);
	const showing = node.mesh === undefined ? parts : [node, ...parts];
	if (stamp.kind === 'area' ? !standInArea(node, parts, above) : !standsWhereWritten(node, triple(0))) return undefined;
	const geometry = readGeometry(document, showing, accessors, table);
	if (geometry === undefined || geometryChecksum(geometry) !== stamp.checksum) return undefined;
	const transitions = new Int32Array(geometry.faces.length).fill(NONE);
	for (let i = 0; i < stamp.transitions.length; i += 2) {
		if (!(stamp.transitions[i] < transitions.length)) return undefined;
		transitions[stamp.transitions[i]] = stamp.transitions[i + 1];
	}
	return {
		...geometry,
		...walkmeshIdentity(stamp),
		transitions,
		position: triple(0),
		hooks: { relative1: triple(1), relative2: triple(2), absolute1: triple(3), absolute2: triple(4) },
	};
}

/** True when the child nodes with faces subtract the translations of the nodes above, so that the vertices are in area space. */
function standInArea(node: GltfNode, parts: readonly GltfNode[], [x, y, z]: Vec3): boolean {
	const own = shiftOf(node);
	if (own === undefined || (node.mesh !== undefined && !standsWhereWritten(node, [-x, -y, -z]))) return false;
	const back: Vec3 = [-x - own[0], -y - own[1], -z - own[2]];
	return parts.every((part) => standsWhereWritten(part, back));
}

/** The translation of a node relative to its parent, in area axes; undefined for a node that is also rotated or scaled. */
function shiftOf(node: GltfNode): Vec3 | undefined {
	const [x, y, z] = localTransform(node).slice(9);
	const shift: Vec3 = [x, -z, y];
	return standsWhereWritten(node, shift) ? shift : undefined;
}

type Geometry = Pick<Walkmesh, 'positions' | 'faces' | 'surfaces'>;

/** Reads vertices, faces and surfaces. @param showing the nodes whose meshes make up the walkmesh */
function readGeometry(
	document: GltfDocument,
	showing: readonly GltfNode[],
	accessors: AccessorLookup,
	table: SurfaceTable,
): Geometry | undefined {
	const primitives = showing.flatMap(({ mesh }) => (mesh === undefined ? [] : document.meshes[mesh].primitives));
	if (primitives.length === 0) {
		return { positions: new Float32Array(0), faces: new Uint32Array(0), surfaces: new Uint32Array(0) };
	}
	const { POSITION: shared } = primitives[0].attributes;
	if (primitives.some(({ attributes }) => attributes['POSITION'] !== shared) || shared === undefined) return undefined;
	const positions = document.accessors[shared].type === 'VEC3' ? accessors(shared).getArray() : undefined;
	if (!(positions instanceof Float32Array)) return undefined;
	const triangles = primitives.filter(({ mode = TRIANGLES }) => mode === TRIANGLES);
	const indices = triangles.map((primitive) => indicesOf(primitive, accessors));
	const faceCount = indices.reduce((sum, list) => sum + list.length / 3, 0);
	if (!Number.isInteger(faceCount)) return undefined;
	const faces = new Uint32Array(faceCount * 3);
	const surfaces = new Uint32Array(faceCount);
	for (const [at, primitive] of triangles.entries()) {
		const surface = surfaceOf(textOf(materialOf(document, primitive)?.name) ?? '', table);
		if (surface === undefined || !placeRuns(primitive, indices[at], surface, faces, surfaces)) return undefined;
	}
	// A malicious file may have the right checksum for invalid numbers.
	const isSound = faces.every((vertex) => vertex * 3 < positions.length) && positions.every(Number.isFinite);
	return isSound ? { positions: fromGltfAxes(positions), faces, surfaces } : undefined;
}

function indicesOf({ indices }: GltfPrimitive, accessors: AccessorLookup): ArrayLike<number> {
	return indices === undefined ? [] : (accessors(indices).getArray() ?? []);
}

/** Copies the faces of one surface to their original indices; false when the runs do not fit. */
function placeRuns(
	primitive: GltfPrimitive,
	indices: ArrayLike<number>,
	surface: number,
	faces: Uint32Array,
	surfaces: Uint32Array,
): boolean {
	const runs = (extrasOf(primitive)?.['wokflow'] as { runs?: unknown } | undefined)?.runs;
	if (!Array.isArray(runs) || runs.length % 2 !== 0) return false;
	let at = 0;
	for (let run = 0; run < runs.length; run += 2) {
		const [first, count] = [runs[run], runs[run + 1]];
		if (!isIndex(first) || !isIndex(count) || first + count > surfaces.length) return false;
		if ((at + count) * 3 > indices.length) return false;
		surfaces.fill(surface, first, first + count);
		for (let i = 0; i < count * 3; i++) faces[first * 3 + i] = indices[at * 3 + i];
		at += count;
	}
	return at * 3 === indices.length;
}

/** The surface of a material by its name, which the user of an editor may have changed; `wok_45` may be outside the table. */
function surfaceOf(name: string, table: SurfaceTable): number | undefined {
	const number = /^wok_(\d+)$/.exec(name);
	return number === null ? surfaceByName(table, name)?.surface : Number(number[1]);
}

function fromGltfAxes(points: Float32Array): Float32Array {
	const result = new Float32Array(points.length);
	for (let i = 0; i < points.length; i += 3) {
		result[i] = points[i];
		result[i + 1] = -points[i + 2];
		result[i + 2] = points[i + 1];
	}
	return result;
}

/** True if a node has its written position. Writers omit a translation of nearly 0, and nobody moves a node by so little. */
function standsWhereWritten(node: GltfNode, position: Vec3): boolean {
	const [x, y, z] = finite(position);
	return isTransformed(node, [1, 0, 0, 0, 1, 0, 0, 0, 1, x, z, -y]);
}

function isTransformed(node: GltfNode, expected: readonly number[]): boolean {
	return localTransform(node).every((value, i) => Math.abs(value - expected[i]) <= 1e-4 + Math.abs(expected[i]) * 1e-6);
}

function stampOf(node: GltfNode): InspectionStamp | undefined {
	const stamp = extrasOf(node)?.['wokflow'] as Partial<InspectionStamp> | undefined;
	const isSound =
		stamp?.version === 1 &&
		typeof stamp.name === 'string' &&
		stamp.kind !== undefined &&
		WALKMESH_KINDS.includes(stamp.kind) &&
		(stamp.doorState === undefined || DOOR_STATES.includes(stamp.doorState)) &&
		Array.isArray(stamp.header) &&
		stamp.header.length === 15 &&
		Array.isArray(stamp.transitions) &&
		stamp.transitions.length % 2 === 0 &&
		stamp.transitions.every(Number.isInteger);
	return isSound ? (stamp as InspectionStamp) : undefined;
}

function isIndex(value: unknown): value is number {
	return Number.isInteger(value) && (value as number) >= 0;
}
