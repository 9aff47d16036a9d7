import { type Vec3, ZERO } from '../../src/geometry/vec3.ts';
import type { AsciiDocument, AsciiNode } from './document.ts';

/** Where a node stands: a point p of it is at `rotation` · p + `translation`. In float64. */
export interface Placement {
	/** 9 numbers, row by row; undefined where nothing is turned. */
	readonly rotation: readonly number[] | undefined;
	readonly translation: Vec3;
}

/** A node and the nodes above it. */
export interface NodeChain {
	/** The node itself first. */
	readonly nodes: readonly AsciiNode[];
	/** True when the parents form a ring or go on and on; the chain is cut there. */
	readonly endless: boolean;
}

/** Models of the game are a dozen nodes deep. */
const DEEPEST = 64;

/** A node and the nodes above it, as far as the text has them. */
export function chainOf(node: AsciiNode, document: AsciiDocument): NodeChain {
	const nodes = new Set<AsciiNode>();
	let at: AsciiNode | undefined = node;
	for (; at !== undefined && !nodes.has(at) && nodes.size < DEEPEST; at = parentOf(at, document)) nodes.add(at);
	return { nodes: [...nodes], endless: at !== undefined };
}

/** The placement of the first node of a chain in its model. */
export function placementOf({ nodes: chain }: NodeChain): Placement {
	return chain.slice(1).reduce((inner, node) => within(ownPlacement(node), inner), ownPlacement(chain[0]));
}

/** True when the placement moves nothing. */
export function isIdentity({ rotation, translation }: Placement): boolean {
	return rotation === undefined && translation.every((component) => component === 0);
}

/** A point of the node where it stands in the model. */
export function place({ rotation, translation }: Placement, [x, y, z]: Vec3): Vec3 {
	const [tx, ty, tz] = translation;
	if (rotation === undefined) return [x + tx, y + ty, z + tz];
	const [a, b, c, d, e, f, g, h, i] = rotation;
	return [a * x + b * y + c * z + tx, d * x + e * y + f * z + ty, g * x + h * y + i * z + tz];
}

/** All points of the node where they stand. @param positions 3 a point */
export function placeAll(placement: Placement, positions: Float64Array): Float64Array {
	const result = new Float64Array(positions.length);
	for (let i = 0; i < positions.length; i += 3) {
		const point = place(placement, [positions[i], positions[i + 1], positions[i + 2]]);
		result[i] = point[0];
		result[i + 1] = point[1];
		result[i + 2] = point[2];
	}
	return result;
}

/** A point turned as the placement turns, but not moved. */
export function turn({ rotation }: Placement, point: Vec3): Vec3 {
	return rotation === undefined ? point : place({ rotation, translation: ZERO }, point);
}

/** The same placement without its translation. */
export function withoutTranslation({ rotation }: Placement): Placement {
	return { rotation, translation: ZERO };
}

/** Length of the axis of an orientation. */
export function axisLength([x, y, z]: AsciiNode['orientation']): number {
	return Math.hypot(x, y, z);
}

/** True when an orientation turns nothing: no axis, or no angle. MDLOps writes `1 0 0 0`, NWmax `0 0 0 0`. */
export function isTurned(orientation: AsciiNode['orientation']): boolean {
	return axisLength(orientation) > 0 && orientation[3] !== 0;
}

function ownPlacement(node: AsciiNode): Placement {
	return { rotation: isTurned(node.orientation) ? axisAngle(node.orientation) : undefined, translation: node.position };
}

/** A node that names itself as its parent has the name of its model. */
function parentOf(node: AsciiNode, document: AsciiDocument): AsciiNode | undefined {
	const parent = node.parent === '' ? undefined : document.byName.get(node.parent.toLowerCase());
	return parent === node ? undefined : parent;
}

/** The placement of something placed `inner` within something placed `outer`. */
function within(outer: Placement, inner: Placement): Placement {
	const translation = place(outer, inner.translation);
	if (outer.rotation === undefined) return { rotation: inner.rotation, translation };
	if (inner.rotation === undefined) return { rotation: outer.rotation, translation };
	const rotation: number[] = [];
	for (let row = 0; row < 3; row++) {
		for (let column = 0; column < 3; column++) {
			let sum = 0;
			for (let k = 0; k < 3; k++) sum += outer.rotation[row * 3 + k] * inner.rotation[k * 3 + column];
			rotation.push(sum);
		}
	}
	return { rotation, translation };
}

/** The rotation matrix of an axis and an angle in radians, counter-clockwise seen against the axis (Rodrigues). */
function axisAngle(orientation: AsciiNode['orientation']): readonly number[] {
	const length = axisLength(orientation);
	const [x, y, z] = [orientation[0] / length, orientation[1] / length, orientation[2] / length];
	const cos = Math.cos(orientation[3]);
	const sin = Math.sin(orientation[3]);
	const rest = 1 - cos;
	return [
		cos + x * x * rest,
		x * y * rest - z * sin,
		x * z * rest + y * sin,
		y * x * rest + z * sin,
		cos + y * y * rest,
		y * z * rest - x * sin,
		z * x * rest - y * sin,
		z * y * rest + x * sin,
		cos + z * z * rest,
	];
}
