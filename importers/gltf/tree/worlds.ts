import type { Location, Report } from '../../../src/findings/report.ts';
import type { GltfDocument, GltfNode } from '../document.ts';
import { GLTF_FINDINGS } from '../findings.ts';
import type { Hierarchy } from './hierarchy.ts';
import {
	type Affine,
	fromMatrix,
	hasFiniteValues,
	isFlattening,
	isShearing,
	localTransform,
	multiply,
} from './matrix.ts';

/** Transforms of the nodes of a scene. */
export interface Worlds {
	/** From the node's own space to that of the scene (Y up, metres), by index in the scene. */
	readonly transforms: readonly Affine[];
	/**
	 * Index in the scene of the node that makes a transform unusable, that node's own index or of one above it: it scales to zero,
	 * is no affine transform or has no direction. −1 for nodes that stand somewhere.
	 */
	readonly culprits: Int32Array;
}

/** Why a node's own transform cannot be used. */
export type TransformFault = 'flat' | 'projective' | 'unturned' | 'endless';

/** World transforms in float64, composed from matrices, so that shear comes out exactly. Odd transforms become findings. */
export function worldTransforms(document: GltfDocument, hierarchy: Hierarchy, report: Report): Worlds {
	const nodes = document.nodes ?? [];
	const transforms: Affine[] = [];
	const culprits = new Int32Array(hierarchy.nodes.length).fill(-1);
	for (let index = 0; index < hierarchy.nodes.length; index++) {
		const node = nodes[hierarchy.nodes[index]];
		const parent = hierarchy.parents[index];
		const local = localTransform(node);
		checkOdd(node, hierarchy.nodes[index], report);
		transforms.push(parent < 0 ? local : multiply(transforms[parent], local));
		if (parent >= 0 && culprits[parent] >= 0) culprits[index] = culprits[parent];
		else if (transformFault(node, local) !== undefined || !hasFiniteValues(transforms[index])) culprits[index] = index;
	}
	return { transforms, culprits };
}

/** What is wrong with a node's own transform beyond repair; undefined for a sound one. */
export function transformFault(node: GltfNode, local: Affine = localTransform(node)): TransformFault | undefined {
	const { matrix: m, rotation } = node;
	if (m !== undefined && (m[3] !== 0 || m[7] !== 0 || m[11] !== 0 || m[15] !== 1)) return 'projective';
	if (m === undefined && rotation !== undefined && Math.hypot(...rotation) === 0) return 'unturned';
	if (!hasFiniteValues(local)) return 'endless';
	return isFlattening(local) ? 'flat' : undefined;
}

/** A node as a place of a finding. */
export function nodePlace(node: GltfNode, index: number): Location {
	const { name } = node;
	return typeof name === 'string' && name !== ''
		? { pointer: `/nodes/${index}`, node: name.slice(0, 80) }
		: { pointer: `/nodes/${index}` };
}

/** How far from length 1 a quaternion may be without being told about. */
const UNIT_TOLERANCE = 1e-3;

function checkOdd(node: GltfNode, index: number, report: Report): void {
	const { matrix, translation, rotation, scale } = node;
	if (matrix !== undefined) {
		if (translation !== undefined || rotation !== undefined || scale !== undefined) {
			report.add(GLTF_FINDINGS.GLTF_FAULT, nodePlace(node, index), {
				problem: 'has a matrix besides translation, rotation or scale',
			});
		}
		if (isShearing(fromMatrix(matrix)) && transformFault(node) === undefined)
			report.add(GLTF_FINDINGS.GLTF_SHEARED, nodePlace(node, index), {});
		return;
	}
	const length = rotation === undefined ? 1 : Math.hypot(...rotation);
	if (length !== 0 && Math.abs(length - 1) > UNIT_TOLERANCE) {
		const problem = `has a rotation of length ${length.toPrecision(4)} instead of 1; only its direction is used`;
		report.add(GLTF_FINDINGS.GLTF_FAULT, nodePlace(node, index), { problem });
	}
}
