import type { Report } from '../../src/findings/report.ts';
import { flipCorners, flipEdges } from '../../src/geometry/triangles.ts';
import { type Affine, determinant } from '../../src/math/affine.ts';
import { isObject } from '../../src/text/quote.ts';
import { isSound } from './accessors.ts';
import type { AccessorLookup } from './decode.ts';
import {
	type GltfDocument,
	type GltfNode,
	type GltfPrimitive,
	instancingOf,
	nodeLocation,
	tellFault,
} from './document.ts';
import { GLTF_FINDINGS } from './findings.ts';

/**
 * Accessors of the position displacements of a primitive's morph targets; −1 for a target without usable ones. Faults in targets are only
 * reported, so any value may occur here.
 */
export function morphTargets(
	{ accessors }: GltfDocument,
	{ targets, attributes }: GltfPrimitive,
	pointer: string,
	report: Report,
): number[] {
	if (!Array.isArray(targets)) return [];
	const { count } = accessors[attributes['POSITION']];
	return targets.map((target: unknown, i) => {
		const index = isObject(target) && Object.hasOwn(target, 'POSITION') ? target['POSITION'] : undefined;
		const accessor = typeof index === 'number' ? accessors[index] : undefined;
		if (accessor?.type === 'VEC3' && accessor.count === count) return index as number;
		if (accessor !== undefined) {
			const problem = `displaces ${count} points by ${accessor.count} values of ${accessor.type}; it was ignored`;
			tellFault(report, `${pointer}/targets/${i}/POSITION`, problem);
		}
		return -1;
	});
}

/** The default weights of the morph targets at a node: its own, otherwise those of its mesh, otherwise none. */
export function defaultWeights({ meshes }: GltfDocument, { mesh, weights }: GltfNode): readonly number[] {
	const own: unknown = weights ?? meshes[mesh as number].weights;
	return Array.isArray(own) && own.every(Number.isFinite) ? own : [];
}

/** Reports which shape of a mesh with morph targets is read, and weights without a target. */
export function reportMorphs(document: GltfDocument, node: GltfNode, index: number, report: Report): void {
	const { primitives } = document.meshes[node.mesh as number];
	const most = primitives.reduce((most, { targets }) => Math.max(most, Array.isArray(targets) ? targets.length : 0), 0);
	const weights = defaultWeights(document, node);
	if (node.weights !== undefined && weights.length !== most) {
		tellFault(report, nodeLocation(node, index), `has ${weights.length} weights for ${most} morph targets`);
	}
	if (most === 0) return;
	const used = weights.slice(0, most);
	const shown = used.some((weight) => weight !== 0) ? used.slice(0, 8).join(', ') + (used.length > 8 ? ', …' : '') : '';
	report.add(GLTF_FINDINGS.GLTF_MORPHED, nodeLocation(node, index), { weights: shown });
}

/** Points that morph targets and joints can move. */
interface Shape {
	readonly positions: Float32Array | Float64Array;
	/** Index of each vertex in the primitive's own list; undefined when they are the same. */
	readonly vertices?: Uint32Array;
}

/**
 * A primitive with the weighted displacements of its morph targets.
 * @param targets what `morphTargets` gives
 */
export function morphed<M extends Shape>(
	mesh: M,
	{ targets, definition }: { readonly targets: readonly number[]; readonly definition: GltfPrimitive },
	weights: readonly number[],
	accessors: AccessorLookup,
): M {
	const active = targets.map((index, at) => ({ index, weight: weights[at] ?? 0 }));
	let positions = mesh.positions;
	for (const { index, weight } of active.filter((each) => each.index >= 0 && each.weight !== 0)) {
		if (positions === mesh.positions) positions = Float64Array.from(mesh.positions);
		const accessor = accessors(index, definition);
		const delta: number[] = [0, 0, 0];
		for (let at = 0; at < positions.length; at += 3) {
			accessor.getElement(mesh.vertices?.[at / 3] ?? at / 3, delta);
			for (let axis = 0; axis < 3; axis++) positions[at + axis] += weight * delta[axis];
		}
	}
	return positions === mesh.positions ? mesh : { ...mesh, positions };
}

/** True where joints say where a mesh is, and the transform of its node does not. Wrong skins are only reported, so any value may occur. */
export function followsJoints({ skins }: GltfDocument, node: GltfNode): boolean {
	const skin: unknown = node.skin;
	return typeof skin === 'number' && skins[skin] !== undefined && instancingOf(node) === undefined;
}

/** Accessors of four joints and their four weights a vertex. */
export type Influences = readonly (readonly [joints: number, weights: number])[];

/** The sets of joints and weights of a primitive, as far as they can be read. */
export function influencesOf({ accessors }: GltfDocument, { attributes }: GltfPrimitive): Influences {
	const { count } = accessors[attributes['POSITION']];
	const found: [number, number][] = [];
	const of = (semantic: string): number | undefined => {
		const index = Object.hasOwn(attributes, semantic) ? attributes[semantic] : undefined;
		const isUsable = index !== undefined && accessors[index].count === count && isSound(semantic, accessors[index]);
		return isUsable ? index : undefined;
	};
	for (let set = 0; ; set++) {
		const [joints, weights] = [of(`JOINTS_${set}`), of(`WEIGHTS_${set}`)];
		if (joints === undefined || weights === undefined) return found;
		found.push([joints, weights]);
	}
}

/** A shape with triangles. */
interface Mesh extends Shape {
	readonly triangles: Uint32Array;
	readonly rooms?: Int32Array | undefined;
}

/**
 * A primitive where its joints put it: each vertex by the mean of the matrices of its joints, by weight. Weights that do not add up to 1 are taken as
 * shares; a vertex without any follows its first joint, as viewers do. Triangles are flipped where the matrices mirror.
 *
 * @param matrices from the space of the mesh to that of the scene, one a joint
 * @returns undefined when a vertex has a joint that the skin does not have, or no joints
 */
export function posed<M extends Mesh>(
	mesh: M,
	{ influences, definition }: { readonly influences: Influences; readonly definition: GltfPrimitive },
	matrices: readonly Affine[],
	accessors: AccessorLookup,
): M | undefined {
	if (influences.length === 0) return undefined;
	const sets = influences.map(([joints, weights]) => [accessors(joints, definition), accessors(weights, definition)]);
	const positions = new Float64Array(mesh.positions.length);
	const joints: number[] = [0, 0, 0, 0];
	const weights: number[] = [0, 0, 0, 0];
	const blended = new Array<number>(12);
	let mirrored = 0;
	for (let at = 0; at < positions.length; at += 3) {
		const vertex = mesh.vertices?.[at / 3] ?? at / 3;
		blended.fill(0);
		let total = 0;
		const add = (joint: number, weight: number): void => {
			total += weight;
			for (let i = 0; i < 12; i++) blended[i] += weight * matrices[joint][i];
		};
		for (const [jointsOf, weightsOf] of sets) {
			jointsOf.getElement(vertex, joints);
			weightsOf.getElement(vertex, weights);
			for (let i = 0; i < 4; i++) {
				if (!(weights[i] > 0)) continue;
				if (matrices[joints[i]] === undefined) return undefined;
				add(joints[i], weights[i]);
			}
		}
		if (total === 0) {
			const first = sets[0][0].getElement(vertex, joints)[0];
			if (matrices[first] === undefined) return undefined;
			add(first, 1);
		}
		const [x, y, z] = mesh.positions.subarray(at, at + 3);
		for (let axis = 0; axis < 3; axis++) {
			const sum = blended[axis] * x + blended[axis + 3] * y + blended[axis + 6] * z + blended[axis + 9];
			positions[at + axis] = sum / total;
		}
		mirrored += determinant(blended) < 0 ? 1 : -1;
	}
	const result = { ...mesh, positions };
	return mirrored > 0 ? flipped(result) : result;
}

/** Reverses the winding of triangles. */
export function flipped<M extends Mesh>(mesh: M): M {
	const { triangles, rooms } = mesh;
	return { ...mesh, triangles: flipCorners(triangles), ...(rooms === undefined ? {} : { rooms: flipEdges(rooms) }) };
}
