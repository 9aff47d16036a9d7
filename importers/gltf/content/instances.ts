import type { Accessor } from '@gltf-transform/core';
import type { Report } from '../../../src/findings/report.ts';
import type { Reducer } from '../data/reduce.ts';
import { BYTE, FLOAT, type GltfDocument, type GltfNode, instancingOf, SHORT } from '../document.ts';
import { GLTF_FINDINGS } from '../findings.ts';
import { type Affine, fromParts, hasFiniteValues, isFlattening, normalized } from '../tree/matrix.ts';

/** Where the transforms of the copies of a node will be once the accessors are decoded. */
export interface InstancePlaces {
	readonly count: number;
	readonly translation?: number;
	readonly rotation?: number;
	readonly scale?: number;
}

const KINDS = { TRANSLATION: 'translation', ROTATION: 'rotation', SCALE: 'scale' } as const;

/**
 * Asks for the transforms of the copies that `EXT_mesh_gpu_instancing` makes of a node; undefined for a node that is only itself.
 *
 * @throws InputError for transforms of the wrong type, or of different number
 */
export function requestInstances(
	document: GltfDocument,
	node: GltfNode,
	index: number,
	reducer: Reducer,
	report: Report,
): InstancePlaces | undefined {
	const attributes = instancingOf(node);
	if (attributes === undefined) return undefined;
	const pointer = `/nodes/${index}/extensions/EXT_mesh_gpu_instancing/attributes`;
	const accessors = document.accessors ?? [];
	let count: number | undefined;
	const places: { translation?: number; rotation?: number; scale?: number } = {};
	for (const [semantic, accessorIndex] of Object.entries(attributes)) {
		const { type, componentType, count: own } = accessors[accessorIndex];
		count ??= own;
		if (own !== count) {
			const problem = `has attributes of ${count} and of ${own} elements`;
			report.fail(GLTF_FINDINGS.GLTF_INVALID, { pointer }, { problem, further: 0 });
		}
		if (!Object.hasOwn(KINDS, semantic)) continue;
		const rotation = semantic === 'ROTATION';
		const packed = rotation && (componentType === BYTE || componentType === SHORT);
		if (type !== (rotation ? 'VEC4' : 'VEC3') || (componentType !== FLOAT && !packed)) {
			const problem = `is ${type} of type ${componentType}`;
			report.fail(GLTF_FINDINGS.GLTF_INVALID, { pointer: `${pointer}/${semantic}` }, { problem, further: 0 });
		}
		places[KINDS[semantic as keyof typeof KINDS]] = reducer.accessor(accessorIndex);
	}
	return count === undefined ? undefined : { count, ...places };
}

/** Transforms of the copies, relative to the node; copies that are scaled to nothing or stand nowhere are left out. */
export function instanceTransforms(places: InstancePlaces, accessors: readonly Accessor[]): Affine[] {
	const read = (place: number | undefined, index: number, otherwise: readonly number[]): number[] => {
		return place === undefined ? [...otherwise] : accessors[place].getElement(index, []);
	};
	const transforms: Affine[] = [];
	for (let index = 0; index < places.count; index++) {
		const transform = fromParts(
			read(places.translation, index, [0, 0, 0]),
			normalized(read(places.rotation, index, [0, 0, 0, 1])),
			read(places.scale, index, [1, 1, 1]),
		);
		if (hasFiniteValues(transform) && !isFlattening(transform)) transforms.push(transform);
	}
	return transforms;
}
