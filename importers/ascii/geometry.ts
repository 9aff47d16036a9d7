import { AABB_GROWTH } from '../../src/bwm/ascii.ts';
import { ASCII_FINDINGS } from '../../src/bwm/ascii-findings.ts';
import type { Location, Report } from '../../src/findings/report.ts';
import { type Affine, IDENTITY } from '../../src/math/affine.ts';
import { type Vec3, ZERO } from '../../src/math/vec3.ts';
import { isWalkable, type SurfaceTable, surfaceLabel } from '../../src/model/surfaces.ts';
import { NONE, type WalkmeshKind } from '../../src/model/walkmesh.ts';
import {
	type AabbTree,
	FACE,
	FIXED_VALUE,
	LEFT,
	NODE_WORDS,
	PLANE,
	planeOfChildren,
	RIGHT,
} from '../../src/tree/tree.ts';
import type { AsciiDocument, AsciiNode, AsciiOptions, FaceBlock, LinkBlock, TreeBlock } from './parse.ts';
import {
	axisLength,
	bannerOf,
	boxesHold,
	chainOf,
	chooseSpace,
	isIdentity,
	isTurned,
	isTurning,
	originOf,
	placeAll,
	placementOf,
	type SpaceChoice,
	translationOf,
	vectorMark,
	withTranslation,
} from './placement.ts';
import type { Rows } from './rows.ts';

/**
 * The tree of the rows of an aabb block. They are in pre-order: an inner row (face −1) is followed by its whole left subtree, then by its right one.
 * Minimum and maximum are swapped where a row has them in the wrong order, and boxes grow by 0.01 m on every side, as in the engine. Bounds are
 * moved and grown in float64 and rounded once.
 *
 * @param faceCount number of faces that leaves may refer to
 * @param shift offset in metres that is added to every bound
 * @returns the tree, or why the rows are not a tree
 */
function buildTree(block: TreeBlock, faceCount: number, shift: Vec3): AabbTree | string {
	if (block.problem !== undefined) return block.problem;
	const nodeCount = block.faces.length;
	if (nodeCount === 0) return 'it has no rows';
	const words = new ArrayBuffer(nodeCount * NODE_WORDS * 4);
	const tree: AabbTree = { f32: new Float32Array(words), i32: new Int32Array(words), nodeCount };
	const held = new Uint8Array(faceCount);
	for (let node = 0; node < nodeCount; node++) {
		const face = block.faces[node];
		if (face >= faceCount) return `it names face ${face}, but there are ${faceCount}`;
		if (face >= 0 && held[face]++ > 0) return `it has two leaves for face ${face}`;
		writeBox(tree.f32, node, block.boxes, shift);
		tree.i32.set([face, FIXED_VALUE, 0, NONE, NONE], node * NODE_WORDS + FACE);
	}
	const lost = held.indexOf(0);
	return joinPreOrder(tree) ?? (lost < 0 ? tree : `it has no leaf for face ${lost}`);
}

function writeBox(f32: Float32Array, node: number, boxes: Float64Array, shift: Vec3): void {
	for (let axis = 0; axis < 3; axis++) {
		const a = boxes[node * 6 + axis];
		const b = boxes[node * 6 + 3 + axis];
		f32[node * NODE_WORDS + axis] = Math.min(a, b) + shift[axis] - AABB_GROWTH;
		f32[node * NODE_WORDS + 3 + axis] = Math.max(a, b) + shift[axis] + AABB_GROWTH;
	}
}

/** Sets children and planes. @returns what is wrong when the rows are not a single tree */
function joinPreOrder({ f32, i32, nodeCount }: AabbTree): string | undefined {
	/** Inner nodes whose right side has not begun yet. */
	const waiting: number[] = [];
	for (let node = 0; node < nodeCount; node++) {
		if (i32[node * NODE_WORDS + FACE] < 0) {
			waiting.push(node);
			i32[node * NODE_WORDS + LEFT] = node + 1;
			continue;
		}
		const parent = waiting.pop();
		if (parent !== undefined) i32[parent * NODE_WORDS + RIGHT] = node + 1;
		else if (node < nodeCount - 1) return `it is complete after ${node + 1} of ${nodeCount} rows`;
		else return setPlanes(f32, i32, nodeCount);
	}
	return 'it ends within the tree';
}

/** The text has no planes; they follow from the boxes. */
function setPlanes(f32: Float32Array, i32: Int32Array, nodeCount: number): undefined {
	for (let at = 0; at < nodeCount * NODE_WORDS; at += NODE_WORDS) {
		if (i32[at + FACE] >= 0) continue;
		i32[at + PLANE] = planeOfChildren(f32, i32[at + LEFT] * NODE_WORDS, i32[at + RIGHT] * NODE_WORDS);
	}
}

/** The geometry of a node in the space of the walkmesh. */
export interface PlacedGeometry {
	/** 3 floats for each vertex. */
	readonly positions: Float32Array;
	readonly position: Vec3;
	readonly placement: Affine;
	readonly tree?: AabbTree;
}

/** Everything that placing needs to know. */
export interface PlacingContext {
	readonly document: AsciiDocument;
	readonly rows: Rows;
	readonly options: AsciiOptions;
	readonly report: Report;
}

/** Transforms vertices to the space of the walkmesh, in float64, and rounds them once. @throws InputError for faces with missing vertices */
export function placeGeometry(node: AsciiNode, kind: WalkmeshKind, context: PlacingContext): PlacedGeometry {
	const { report, rows } = context;
	const { verts, faces } = node;
	if (verts === undefined)
		return report.fail(ASCII_FINDINGS.ASCII_BLOCK_MISSING, { line: node.line }, { block: 'verts' });
	if (faces === undefined)
		return report.fail(ASCII_FINDINGS.ASCII_BLOCK_MISSING, { line: node.line }, { block: 'faces' });
	checkCorners(faces, verts.positions.length / 3, rows, report);
	// In texts of wokflow a node has its whole transform, and the parent is only a name.
	const chain = bannerOf(node) === undefined ? chainOf(node, context.document) : { nodes: [node], endless: false };
	if (chain.endless) {
		const problem = 'the parents of the node form a cycle or are too deep; using the positions up to there';
		report.add(ASCII_FINDINGS.ASCII_FAULT, { line: node.line }, { problem });
	}
	const placement = placementOf(chain);
	const placed =
		kind === 'area' ? placeRoom(node, placement, context) : placeObject(verts.positions, placement, context.options);
	for (const turned of chain.nodes) if (isTurned(turned.orientation)) reportTurn(turned, placed.moves, report);
	const position = vectorMark(node.marks, 'offset') ?? translationOf(placement);
	return {
		positions: rounded(placed.positions, node, report),
		position: [...rounded(Float64Array.from(position), node, report)] as [number, number, number],
		placement,
		...(placed.tree === undefined ? {} : { tree: placed.tree }),
	};
}

interface Placed {
	readonly positions: Float64Array;
	/** True when orientations were applied. */
	readonly moves: boolean;
	readonly tree?: AabbTree;
}

function placeRoom(node: AsciiNode, placement: Affine, { document, options, report }: PlacingContext): Placed {
	const raw = node.verts?.positions ?? new Float64Array(0);
	const [x, y, z] = translationOf(placement);
	const { layoutPosition: layout = ZERO } = document;
	const toArea = withTranslation(placement, [x + layout[0], y + layout[1], z + layout[2]]);
	const moved = isIdentity(toArea) ? raw : placeAll(toArea, raw);
	const choice = spaceOf(node, moved, document, options);
	// For texts of wokflow the space is known, so there is no choice to report.
	if (!isIdentity(toArea) && bannerOf(node) === undefined) {
		const type = choice.guessed ? ASCII_FINDINGS.ASCII_VERTEX_SPACE_GUESSED : ASCII_FINDINGS.ASCII_VERTEX_SPACE;
		report.add(type, { line: node.line }, { space: choice.space, because: choice.because });
	}
	const moves = choice.space === 'relative';
	const tree = readTreeOf(node, moves ? toArea : IDENTITY, choice, options, report);
	return { positions: moves ? moved : raw, moves, ...(tree === undefined ? {} : { tree }) };
}

/** Vertices of placeables and doors are stored relative to their position, as most texts have them. */
function placeObject(raw: Float64Array, placement: Affine, { space }: AsciiOptions): Placed {
	if (space !== 'area') {
		const positions = isTurning(placement) ? placeAll(withTranslation(placement, ZERO), raw) : raw;
		return { positions, moves: true };
	}
	const [x, y, z] = translationOf(placement);
	return { positions: placeAll(withTranslation(IDENTITY, [-x, -y, -z]), raw), moves: false };
}

function spaceOf(node: AsciiNode, moved: Float64Array, document: AsciiDocument, options: AsciiOptions): SpaceChoice {
	const sure = { guessed: false, boxesMoved: false };
	if (bannerOf(node) !== undefined) return { space: 'area', because: 'wokflow wrote them so', ...sure };
	const { space } = options;
	if (space === 'relative' || space === 'area') return { space, because: 'that was asked for', ...sure };
	return chooseSpace(node, moved, originOf(node, document));
}

function readTreeOf(
	node: AsciiNode,
	placement: Affine,
	choice: SpaceChoice,
	options: AsciiOptions,
	report: Report,
): AabbTree | undefined {
	const { aabb: block, verts, faces } = node;
	if (block === undefined || verts === undefined || faces === undefined) return undefined;
	const location = { line: block.line };
	if (!options.keepTree) {
		if (block.problem !== undefined)
			report.add(ASCII_FINDINGS.ASCII_TREE_UNUSABLE, location, { reason: block.problem });
		return undefined;
	}
	if (isTurning(placement) && !choice.boxesMoved) {
		report.add(ASCII_FINDINGS.ASCII_TREE_UNUSABLE, location, { reason: 'the node is turned, and boxes cannot be' });
		return undefined;
	}
	const tree = buildTree(block, faces.surfaces.length, choice.boxesMoved ? ZERO : translationOf(placement));
	if (typeof tree === 'string') {
		report.add(ASCII_FINDINGS.ASCII_TREE_UNUSABLE, location, { reason: tree });
		return undefined;
	}
	const space = choice.boxesMoved ? placeAll(placement, verts.positions) : verts.positions;
	const { leaves, holding } = boxesHold(node, space);
	if (holding < leaves)
		report.add(ASCII_FINDINGS.ASCII_TREE_BOXES, location, { leaves: leaves - holding, total: leaves });
	return tree;
}

function checkCorners({ corners, offsets }: FaceBlock, vertices: number, rows: Rows, report: Report): void {
	for (let i = 0; i < corners.length; i++) {
		if (corners[i] < vertices) continue;
		const face = Math.floor(i / 3);
		const location = { ...rows.locationOf(offsets[face], i % 3), face };
		const problem = `a face refers to vertex ${corners[i]}; the node has ${vertices} vertices, numbered from 0`;
		report.fail(ASCII_FINDINGS.ASCII_INVALID, location, { problem });
	}
}

function rounded(values: Float64Array, node: AsciiNode, report: Report): Float32Array {
	const result = new Float32Array(values);
	const bad = result.findIndex((value) => !Number.isFinite(value));
	if (bad < 0) return result;
	const problem = `"${values[bad]}" is not a coordinate that a float32 can hold, once the position is added`;
	return report.fail(ASCII_FINDINGS.ASCII_INVALID, { line: node.line }, { problem });
}

function reportTurn({ orientation, line, name }: AsciiNode, applied: boolean, report: Report): void {
	const location = { line, node: name };
	const axis = orientation.slice(0, 3).map(shortened);
	report.add(ASCII_FINDINGS.ASCII_ORIENTATION, location, {
		degrees: shortened((orientation[3] * 180) / Math.PI),
		axis,
		applied,
	});
	const length = axisLength(orientation);
	if (applied && Math.abs(length - 1) > 0.01)
		report.add(ASCII_FINDINGS.ASCII_ORIENTATION_AXIS, location, { length: shortened(length) });
}

function shortened(value: number): number {
	return Number(value.toPrecision(6));
}

/**
 * Room links as transitions. Edges are numbered after the faces of the text, whose order is kept, so nothing is renumbered.
 *
 * @param surfaces the surface of each face
 * @returns 3 values for each face: the room behind each edge, or −1
 */
export function readTransitions(
	links: LinkBlock | undefined,
	surfaces: Uint32Array,
	table: SurfaceTable,
	report: Report,
): Int32Array {
	const transitions = new Int32Array(surfaces.length * 3).fill(NONE);
	if (links === undefined) return transitions;
	const tell = (location: Location, problem: string): void =>
		report.add(ASCII_FINDINGS.ASCII_FAULT, location, { problem });
	for (let i = 0; i < links.rows.length; i += 3) {
		const edge = links.rows[i];
		const room = links.rows[i + 1];
		const line = links.rows[i + 2];
		if (edge >= transitions.length) {
			tell(
				{ line },
				`ignoring a room link of edge ${edge}: the faces have ${transitions.length} edges, 3f + k of face f`,
			);
		} else if (room < NONE || room > 0x7fffffff) {
			tell({ line, edge }, `ignoring a room link to room ${room}; rooms are numbered from 0, and −1 means none`);
		} else {
			const before = transitions[edge];
			if (before !== NONE && before !== room)
				tell({ line, edge }, `edge ${edge} links to room ${before} and to room ${room}; using the latter`);
			const surface = surfaces[Math.floor(edge / 3)];
			if (room !== NONE && !isWalkable(table, surface)) {
				report.add(
					ASCII_FINDINGS.ASCII_LINK_NOT_WALKABLE,
					{ line, edge },
					{ edge, surface: surfaceLabel(table, surface) },
				);
			}
			transitions[edge] = room;
		}
	}
	return transitions;
}
