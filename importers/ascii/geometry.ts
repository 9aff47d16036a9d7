import type { AabbTree } from '../../src/aabb/index.ts';
import type { Report } from '../../src/findings/index.ts';
import { type Vec3, ZERO } from '../../src/geometry/vec3.ts';
import type { WalkmeshKind } from '../../src/walkmesh/index.ts';
import type { AsciiDocument, AsciiNode, FaceBlock } from './document.ts';
import { vectorMark } from './hooks.ts';
import { bannerOf } from './identity.ts';
import type { AsciiOptions } from './options.ts';
import { originOf } from './origin.ts';
import {
	axisLength,
	chainOf,
	isIdentity,
	isTurned,
	type Placement,
	placeAll,
	placementOf,
	withoutTranslation,
} from './placement.ts';
import type { Rows } from './rows.ts';
import { boxesHold, chooseSpace, type SpaceChoice } from './space.ts';
import { buildTree } from './tree.ts';

/** The geometry of a node where it belongs. */
export interface PlacedGeometry {
	/** 3 floats a vertex. */
	readonly positions: Float32Array;
	readonly position: Vec3;
	readonly placement: Placement;
	readonly tree?: AabbTree;
}

/** Everything that placing needs to know. */
export interface PlacingContext {
	readonly document: AsciiDocument;
	readonly rows: Rows;
	readonly options: AsciiOptions;
	readonly report: Report;
}

/** Puts vertices where they belong, in float64, and rounds them once. @throws InputError for faces of missing vertices */
export function placeGeometry(node: AsciiNode, kind: WalkmeshKind, context: PlacingContext): PlacedGeometry {
	const { report, rows } = context;
	const { vertices, faces } = node;
	if (vertices === undefined) return report.fail('ASCII_BLOCK_MISSING', { line: node.line }, { block: 'verts' });
	if (faces === undefined) return report.fail('ASCII_BLOCK_MISSING', { line: node.line }, { block: 'faces' });
	checkCorners(faces, vertices.positions.length / 3, rows, report);
	// What wokflow wrote stands for itself; a parent is only a name there.
	const chain = bannerOf(node) === undefined ? chainOf(node, context.document) : { nodes: [node], endless: false };
	if (chain.endless) report.add('ASCII_PARENTS', { line: node.line }, {});
	const placement = placementOf(chain);
	const placed =
		kind === 'area' ? placeRoom(node, placement, context) : placeObject(vertices.positions, placement, context.options);
	for (const turned of chain.nodes) if (isTurned(turned.orientation)) reportTurn(turned, placed.moves, report);
	const position = vectorMark(node.marks, 'offset') ?? placement.translation;
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

function placeRoom(node: AsciiNode, placement: Placement, { document, options, report }: PlacingContext): Placed {
	const raw = node.vertices?.positions ?? new Float64Array(0);
	const toArea = withLayout(placement, document.layoutPosition);
	const moved = isIdentity(toArea) ? raw : placeAll(toArea, raw);
	const choice = spaceOf(node, moved, document, options);
	// Of what wokflow wrote nothing had to be chosen.
	if (!isIdentity(toArea) && bannerOf(node) === undefined) {
		const code = choice.guessed ? 'ASCII_VERTEX_SPACE_GUESSED' : 'ASCII_VERTEX_SPACE';
		report.add(code, { line: node.line }, { space: choice.space, because: choice.because });
	}
	const moves = choice.space === 'relative';
	const tree = readTreeOf(node, moves ? toArea : { rotation: undefined, translation: ZERO }, choice, options, report);
	return { positions: moves ? moved : raw, moves, ...(tree === undefined ? {} : { tree }) };
}

/** Vertices of placeables and doors are stored relative to their position, as most texts have them. */
function placeObject(raw: Float64Array, placement: Placement, { space }: AsciiOptions): Placed {
	if (space !== 'area') return { positions: turned(placement, raw), moves: true };
	const [x, y, z] = placement.translation;
	return { positions: placeAll({ rotation: undefined, translation: [-x, -y, -z] }, raw), moves: false };
}

function turned(placement: Placement, raw: Float64Array): Float64Array {
	return placement.rotation === undefined ? raw : placeAll(withoutTranslation(placement), raw);
}

function withLayout({ rotation, translation: [x, y, z] }: Placement, layout: Vec3 = ZERO): Placement {
	return { rotation, translation: [x + layout[0], y + layout[1], z + layout[2]] };
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
	placement: Placement,
	choice: SpaceChoice,
	options: AsciiOptions,
	report: Report,
): AabbTree | undefined {
	const { tree: block, vertices, faces } = node;
	if (block === undefined || vertices === undefined || faces === undefined) return undefined;
	const place = { line: block.line };
	if (!options.keepTree) {
		if (block.problem !== undefined) report.add('ASCII_TREE_UNUSABLE', place, { reason: block.problem });
		return undefined;
	}
	if (placement.rotation !== undefined && !choice.boxesMoved) {
		report.add('ASCII_TREE_UNUSABLE', place, { reason: 'the node is turned, and boxes cannot be' });
		return undefined;
	}
	const tree = buildTree(block, faces.surfaces.length, choice.boxesMoved ? ZERO : placement.translation);
	if (typeof tree === 'string') {
		report.add('ASCII_TREE_UNUSABLE', place, { reason: tree });
		return undefined;
	}
	const space = choice.boxesMoved ? placeAll(placement, vertices.positions) : vertices.positions;
	const { leaves, holding } = boxesHold(node, space);
	if (holding < leaves) report.add('ASCII_TREE_BOXES', place, { leaves: leaves - holding, total: leaves });
	return tree;
}

function checkCorners({ corners, offsets }: FaceBlock, vertices: number, rows: Rows, report: Report): void {
	for (let i = 0; i < corners.length; i++) {
		if (corners[i] < vertices) continue;
		const face = Math.floor(i / 3);
		const place = { ...rows.placeOf(offsets[face], i % 3), face };
		report.fail('ASCII_INDEX', place, { index: corners[i], vertices });
	}
}

function rounded(values: Float64Array, node: AsciiNode, report: Report): Float32Array {
	const result = new Float32Array(values);
	const bad = result.findIndex((value) => !Number.isFinite(value));
	if (bad < 0) return result;
	const data = {
		text: String(values[bad]),
		expected: 'a coordinate that a float32 can hold, once the position is added',
	};
	return report.fail('ASCII_NUMBER', { line: node.line }, data);
}

function reportTurn({ orientation, line, name }: AsciiNode, applied: boolean, report: Report): void {
	const place = { line, node: name };
	const axis = orientation.slice(0, 3).map(shortened);
	report.add('ASCII_ORIENTATION', place, { degrees: shortened((orientation[3] * 180) / Math.PI), axis, applied });
	const length = axisLength(orientation);
	if (applied && Math.abs(length - 1) > 0.01)
		report.add('ASCII_ORIENTATION_AXIS', place, { length: shortened(length) });
}

function shortened(value: number): number {
	return Number(value.toPrecision(6));
}
