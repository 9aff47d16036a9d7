import type { Report } from '../../src/findings/report.ts';
import { isObject } from '../../src/text/quote.ts';
import type { AccessorLookup } from './decode.ts';
import { type GltfDocument, type GltfNode, type GltfPrimitive, nodeLocation, tellFault } from './document.ts';
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

/** Points that morph targets can move. */
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
