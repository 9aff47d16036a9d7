import type { Accessor } from '@gltf-transform/core';
import type { Reducer } from '../data/reduce.ts';
import { FLOAT, type GltfDocument, type GltfSkin } from '../document.ts';
import { type Affine, fromMatrix, hasFiniteValues, IDENTITY, isFlattening, multiply } from '../tree/matrix.ts';
import type { SceneTree } from './scene-tree.ts';

/** Asks for the inverse bind matrices of a skin; undefined where it has none, or none that can be read. */
export function requestSkin(document: GltfDocument, skin: GltfSkin, reducer: Reducer): number | undefined {
	const { inverseBindMatrices, joints } = skin;
	if (inverseBindMatrices === undefined) return undefined;
	const { type, componentType, count } = (document.accessors ?? [])[inverseBindMatrices];
	return type === 'MAT4' && componentType === FLOAT && count >= joints.length
		? reducer.accessor(inverseBindMatrices)
		: undefined;
}

/** How much two placements may differ and still be one, relative to their size: joints are chains of float32 products. */
const SAME = 1e-3;

/**
 * Where skinned meshes stand in their rest pose. glTF ignores the transform of their node: joints and bind matrices place them. When the
 * skeleton stands as it was bound, they agree on one transform.
 */
export class SkinPlacements {
	readonly #tree: SceneTree;
	readonly #bindMatrices: ReadonlyMap<number, number | undefined>;
	readonly #accessors: readonly Accessor[];
	readonly #places: ReadonlyMap<number, number>;
	readonly #known = new Map<number, Affine | undefined>();

	/** @param bindMatrices places of the inverse bind matrices by skin; undefined for skins without */
	constructor(tree: SceneTree, bindMatrices: ReadonlyMap<number, number | undefined>, accessors: readonly Accessor[]) {
		this.#tree = tree;
		this.#bindMatrices = bindMatrices;
		this.#accessors = accessors;
		this.#places = new Map(Array.from(tree.hierarchy.nodes, (node, index) => [node, index] as const));
	}

	/** The placement of a skin; undefined where its joints do not agree, or are not there: then the node has to do. */
	of(skin: number): Affine | undefined {
		if (!this.#known.has(skin)) this.#known.set(skin, this.#find(skin));
		return this.#known.get(skin);
	}

	#find(skin: number): Affine | undefined {
		if (!this.#bindMatrices.has(skin)) return undefined;
		const { joints } = (this.#tree.document.skins ?? [])[skin];
		const bindMatrices = this.#bindMatrices.get(skin);
		let first: Affine | undefined;
		for (const [at, joint] of joints.entries()) {
			const index = this.#places.get(joint);
			if (index === undefined || this.#tree.worlds.culprits[index] >= 0) return undefined;
			const inverse =
				bindMatrices === undefined ? IDENTITY : fromMatrix(this.#accessors[bindMatrices].getElement(at, []));
			const placement = multiply(this.#tree.worlds.transforms[index], inverse);
			if (!hasFiniteValues(placement) || isFlattening(placement)) return undefined;
			first ??= placement;
			if (!agree(first, placement)) return undefined;
		}
		return first;
	}
}

function agree(a: Affine, b: Affine): boolean {
	const size = Math.max(...a.map(Math.abs));
	return a.every((value, i) => Math.abs(value - b[i]) <= SAME * size);
}
