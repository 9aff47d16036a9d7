import type { AsciiOrigin } from '../../src/ascii/index.ts';
import type { Vec3 } from '../../src/geometry/vec3.ts';
import type { AsciiNode } from './document.ts';

/** What vertices refer to, and why that was concluded. */
export interface SpaceChoice {
	readonly space: 'relative' | 'area';
	readonly because: string;
	/** True when the text has nothing that shows it. */
	readonly guessed: boolean;
	/** True when the boxes of the aabb block already stand where the moved vertices do. */
	readonly boxesMoved: boolean;
}

/** Boxes have 0.01 m to spare once read, and six digits as written. */
const BOX_TOLERANCE = 0.02;

/** What each tool does, besides the `engine` form, which anybody may write. */
const HABITS: Readonly<Record<Exclude<AsciiOrigin, 'engine'>, readonly ['relative' | 'area', string]>> = {
	nwmax: ['relative', 'NWmax writes them so'],
	kotormax: ['relative', 'nodes of a model are'],
	kotorjs: ['relative', 'nodes of a model are'],
	mdlops: ['area', 'MDLOps writes them so'],
	mdledit: ['area', 'MDLedit writes them so'],
	pykotor: ['area', 'PyKotor writes them so'],
};

/**
 * Finds out what the vertices of a room refer to.
 *
 * 1. Boxes of the aabb block that hold the faces only once the node's placement is applied prove that it must be applied.
 *    (Boxes that hold them as they stand prove nothing: in all models of the game boxes are relative, like vertices.)
 * 2. Otherwise the habit of the tool whose hand the text shows.
 * 3. Otherwise the place of the vertices. A node's origin lies within its own mesh, in plan, in every room of the game that
 *    was looked at; a room in area space holds its own origin only by chance.
 *
 * @param moved the vertices with the node's placement applied
 */
export function chooseSpace(node: AsciiNode, moved: Float64Array, origin: AsciiOrigin): SpaceChoice {
	const positions = node.vertices?.positions ?? moved;
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

/** How many leaf boxes of the aabb block there are, and how many of them hold their face. */
export interface BoxCount {
	readonly leaves: number;
	readonly holding: number;
}

/** Compares the boxes of the aabb block with vertices in the same space. @param positions 3 a vertex */
export function boxesHold({ tree, faces }: AsciiNode, positions: Float64Array): BoxCount {
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

/** Without a leaf nothing is held and nothing is missed. */
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
