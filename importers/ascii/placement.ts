import type { AsciiOrigin, BannerMark, Mark } from '../../src/bwm/ascii.ts';
import { type Affine, IDENTITY, multiply, transformPoints } from '../../src/math/affine.ts';
import { type Vec3, ZERO } from '../../src/math/vec3.ts';
import type { AsciiDocument, AsciiNode } from './parse.ts';

/** A node and the nodes above it. */
export interface NodeChain {
	/** The node itself first. */
	readonly nodes: readonly AsciiNode[];
	/** True when the parents form a circle or are too many; the chain is cut there. */
	readonly endless: boolean;
}

/** Models of the game are a dozen nodes deep. */
const DEEPEST = 64;

/** A node and those nodes above it that are in the text. */
export function chainOf(node: AsciiNode, document: AsciiDocument): NodeChain {
	const nodes = new Set<AsciiNode>();
	let at: AsciiNode | undefined = node;
	for (; at !== undefined && !nodes.has(at) && nodes.size < DEEPEST; at = parentOf(at, document)) nodes.add(at);
	return { nodes: [...nodes], endless: at !== undefined };
}

/** The placement of the first node of a chain in its model. */
export function placementOf({ nodes: chain }: NodeChain): Affine {
	return chain.slice(1).reduce((inner, node) => multiply(ownPlacement(node), inner), ownPlacement(chain[0]));
}

/** True when the placement moves nothing. */
export function isIdentity(placement: Affine): boolean {
	return placement.every((value, i) => value === IDENTITY[i]);
}

/** True when the placement turns. */
export function isTurning(placement: Affine): boolean {
	return !isIdentity(withTranslation(placement, ZERO));
}

/** All points of a node in the space of the model. @param positions 3 values for each point */
export function placeAll(placement: Affine, positions: ArrayLike<number>): Float64Array {
	const result = new Float64Array(positions.length);
	transformPoints(positions, placement, result);
	return result;
}

/** The same placement with another translation. */
export function withTranslation(placement: Affine, translation: Vec3): Affine {
	return [...placement.slice(0, 9), ...translation];
}

export function translationOf(placement: Affine): Vec3 {
	return [placement[9], placement[10], placement[11]];
}

/** Length of the axis of an orientation. */
export function axisLength([x, y, z]: AsciiNode['orientation']): number {
	return Math.hypot(x, y, z);
}

/** False when an orientation does not rotate, because its axis or angle is 0: MDLOps writes `1 0 0 0`, NWmax `0 0 0 0`. */
export function isTurned(orientation: AsciiNode['orientation']): boolean {
	return axisLength(orientation) > 0 && orientation[3] !== 0;
}

function ownPlacement({ orientation, position }: AsciiNode): Affine {
	return [...(isTurned(orientation) ? axisAngle(orientation) : IDENTITY.slice(0, 9)), ...position];
}

/** The parent of a node; undefined for a node that names itself, because it has the name of its model. */
function parentOf(node: AsciiNode, document: AsciiDocument): AsciiNode | undefined {
	const parent = node.parent === '' ? undefined : document.byName.get(node.parent.toLowerCase());
	return parent === node ? undefined : parent;
}

/** The columns of the rotation about an axis by an angle in radians, counter-clockwise seen against the axis (Rodrigues). */
function axisAngle(orientation: AsciiNode['orientation']): readonly number[] {
	const length = axisLength(orientation);
	const [x, y, z] = [orientation[0] / length, orientation[1] / length, orientation[2] / length];
	const cos = Math.cos(orientation[3]);
	const sin = Math.sin(orientation[3]);
	const rest = 1 - cos;
	return [
		cos + x * x * rest,
		y * x * rest + z * sin,
		z * x * rest - y * sin,
		x * y * rest - z * sin,
		cos + y * y * rest,
		z * y * rest + x * sin,
		x * z * rest + y * sin,
		y * z * rest - x * sin,
		cos + z * z * rest,
	];
}

/** The tool that wrote a walkmesh node, recognised by its habits (`docs/format.md` lists them). */
export function originOf(node: AsciiNode, document: AsciiDocument): AsciiOrigin {
	const { hints } = document;
	if (hints.has('KOTORJS')) return 'kotorjs';
	if (document.isModel)
		return node.aabb?.form === 'own-line' && document.layoutPosition === undefined ? 'kotorjs' : 'kotormax';
	if (hints.has('PYKOTOR') || node.aabb?.form === 'counted') return 'pykotor';
	if (document.isWalkmeshGeom || hints.has('MAXWALKMESH') || hints.has('NWMAX')) return 'nwmax';
	if (hints.has('MDLEDIT') || hints.has('WOKMESH') || hints.has('PWKMESH') || hints.has('DWKMESH')) return 'mdledit';
	return node.type === 'trimesh' ? 'mdlops' : 'engine';
}

/** The space of the vertices, and the reason for that conclusion. */
export interface SpaceChoice {
	readonly space: 'relative' | 'area';
	readonly because: string;
	/** True when nothing in the text shows it. */
	readonly guessed: boolean;
	/** True when the boxes of the aabb block are already in the space of the moved vertices. */
	readonly boxesMoved: boolean;
}

/** Tolerance for boxes in metres: readers grow them by 0.01 m, and they are written with six digits. */
const BOX_TOLERANCE = 0.02;

/** What vertices refer to in the texts of each tool; not for the `engine` form, which several tools write. */
const HABITS: Readonly<Record<Exclude<AsciiOrigin, 'engine'>, readonly ['relative' | 'area', string]>> = {
	nwmax: ['relative', 'NWmax writes them so'],
	kotormax: ['relative', 'nodes of a model are'],
	kotorjs: ['relative', 'nodes of a model are'],
	mdlops: ['area', 'MDLOps writes them so'],
	mdledit: ['area', 'MDLedit writes them so'],
	pykotor: ['area', 'PyKotor writes them so'],
};

/**
 * Decides whether the vertices of a room are relative to its node or in area space.
 *
 * 1. Boxes of the aabb block that hold the faces only once the node's placement is applied prove that it must be applied.
 *    (Boxes that hold them as they stand prove nothing: in all models of the game boxes are relative, like vertices.)
 * 2. Otherwise the habit of the tool that wrote the text, if it can be recognised.
 * 3. Otherwise the positions of the vertices. Seen from above, a node's origin lies within its own mesh in every room of the game
 *    that was examined; with vertices in area space it does so only by chance.
 *
 * @param moved the vertices with the node's placement applied
 */
export function chooseSpace(node: AsciiNode, moved: Float64Array, origin: AsciiOrigin): SpaceChoice {
	const positions = node.verts?.positions ?? moved;
	if (share(boxesHold(node, positions)) < 0.5 && share(boxesHold(node, moved)) > 0.9) {
		const because = 'the boxes of the aabb block hold the faces only so';
		return { space: 'relative', because, guessed: false, boxesMoved: true };
	}
	if (origin !== 'engine') {
		const [space, because] = HABITS[origin];
		return { space, because, guessed: false, boxesMoved: false };
	}
	return { ...choiceByPlace(positions, node.position), guessed: true, boxesMoved: false };
}

function choiceByPlace(positions: Float64Array, position: Vec3): Pick<SpaceChoice, 'space' | 'because'> {
	if (holdsInPlan(positions, [0, 0, 0])) {
		return { space: 'relative', because: "the node's origin lies among them, as it does in the game's rooms" };
	}
	const because = holdsInPlan(positions, position)
		? "the node's position lies among them as they stand"
		: "they lie far from the node's origin";
	return { space: 'area', because };
}

/** The number of leaf boxes of the aabb block, and how many of them contain their face. */
export interface BoxCount {
	readonly leaves: number;
	readonly holding: number;
}

/** Compares the boxes of the aabb block with vertices in the same space. @param positions 3 values for each vertex */
export function boxesHold({ aabb: tree, faces }: AsciiNode, positions: Float64Array): BoxCount {
	let leaves = 0;
	let holding = 0;
	if (tree === undefined || faces === undefined || tree.problem !== undefined) return { leaves, holding };
	for (let row = 0; row < tree.faces.length; row++) {
		const face = tree.faces[row];
		if (face < 0 || face >= faces.surfaces.length) continue;
		leaves++;
		if (boxHolds(tree.boxes, row, faces.corners, face, positions)) holding++;
	}
	return { leaves, holding };
}

/** The share of leaf boxes that contain their face. */
function share({ leaves, holding }: BoxCount): number {
	return leaves === 0 ? 1 : holding / leaves;
}

function boxHolds(
	boxes: Float64Array,
	row: number,
	corners: Uint32Array,
	face: number,
	positions: Float64Array,
): boolean {
	for (let axis = 0; axis < 3; axis++) {
		const a = boxes[row * 6 + axis];
		const b = boxes[row * 6 + 3 + axis];
		for (let corner = 0; corner < 3; corner++) {
			const at = positions[corners[face * 3 + corner] * 3 + axis];
			if (at < Math.min(a, b) - BOX_TOLERANCE || at > Math.max(a, b) + BOX_TOLERANCE) return false;
		}
	}
	return true;
}

/** True when a point lies within the bounds of the vertices, seen from above. */
function holdsInPlan(positions: Float64Array, [x, y]: Vec3): boolean {
	let west = Infinity;
	let east = -Infinity;
	let south = Infinity;
	let north = -Infinity;
	for (let i = 0; i < positions.length; i += 3) {
		west = Math.min(west, positions[i]);
		east = Math.max(east, positions[i]);
		south = Math.min(south, positions[i + 1]);
		north = Math.max(north, positions[i + 1]);
	}
	return west <= x && x <= east && south <= y && y <= north;
}

/** The mark that identifies a node; the last one, if there are several. */
export function bannerOf(node: AsciiNode): BannerMark | undefined {
	return node.marks.findLast((mark) => mark.mark === 'banner');
}

/** The value of a vector mark; the last one, if there are several. */
export function vectorMark(marks: readonly Mark[], name: string): Vec3 | undefined {
	const mark = marks.findLast((candidate) => candidate.mark === name);
	return mark === undefined || mark.mark === 'banner' ? undefined : mark.value;
}
