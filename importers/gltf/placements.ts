import type { Report } from '../../src/findings/report.ts';
import { BYTE, FLOAT, SHORT } from '../../src/formats/gltf.ts';
import {
	type Affine,
	collapsesAreas,
	fromMatrix,
	fromParts,
	hasFiniteValues,
	IDENTITY,
	isMirroring,
	multiply,
} from '../../src/math/affine.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import type { ShownNode } from './content.ts';
import type { AccessorLookup, AccessorValues } from './decode.ts';
import { followsJoints, reportMorphs } from './deformations.ts';
import { type GltfDocument, instancingOf, nodeLocation, refuse, tellFault } from './document.ts';
import { GLTF_FINDINGS } from './findings.ts';
import type { SceneTree, TreeNode } from './nodes.ts';

/** Accessors of the instances of a node. */
interface Copies {
	readonly count: number;
	readonly translation?: number | undefined;
	readonly rotation?: number | undefined;
	readonly scale?: number | undefined;
	/** Accessor of surface ids. */
	readonly surface?: number | undefined;
}

/** The position of a mesh in the scene. */
export interface Placement {
	readonly transform: Affine;
	/** True when the transform mirrors, which reverses the winding of triangles. */
	readonly mirrored: boolean;
	/** The surface of an instance with a surface of its own, which overrides that of the mesh. */
	readonly surface?: number;
	/** Of a skinned mesh: for each joint the transform from the space of the mesh to that of the scene, which stands in for `transform`. */
	readonly joints?: readonly Affine[];
}

/** The transforms of the meshes of nodes: from the skin if there is one, otherwise from the node tree, for one or several instances. */
export class Placements {
	readonly #tree: SceneTree;
	readonly #report: Report;
	readonly #copies = new Map<number, Copies>();
	readonly #places: ReadonlyMap<number, number>;
	readonly #usedSkins: ReadonlySet<number>;
	/** Nodes with vertices that have joints. */
	readonly #posed: ReadonlySet<number>;
	readonly #skins = new Map<number, readonly Affine[] | string>();

	/** @throws InputError for attributes of instances with a wrong type or with different counts */
	constructor(tree: SceneTree, shown: readonly ShownNode[], report: Report) {
		this.#tree = tree;
		this.#report = report;
		this.#places = new Map(tree.nodes.map(({ index }, place) => [index, place]));
		const posed = shown.filter(
			({ node, primitives }) =>
				followsJoints(tree.document, tree.nodes[node].definition) &&
				primitives.some(({ influences }) => influences.length > 0),
		);
		this.#posed = new Set(posed.map(({ node }) => node));
		this.#usedSkins = new Set(posed.map(({ node }) => tree.nodes[node].definition.skin as number));
		for (const { node } of shown) {
			const copies = copiesOf(tree.document, tree.nodes[node], report);
			if (copies !== undefined) this.#copies.set(node, copies);
		}
	}

	/** The accessors that are needed to compute transforms. */
	get needed(): ReadonlySet<number> {
		const needed = new Set<number>();
		for (const { translation = -1, rotation = -1, scale = -1, surface = -1 } of this.#copies.values()) {
			for (const index of [translation, rotation, scale, surface]) if (index >= 0) needed.add(index);
		}
		for (const skin of this.#usedSkins) {
			const matrices = this.#bindMatrices(skin);
			if (matrices !== undefined) needed.add(matrices);
		}
		return needed;
	}

	/** The transform of a node's mesh, without its instances. Skins and animations, which could move it, are reported. */
	of(place: number, accessors: AccessorLookup): Placement {
		const { document, nodes } = this.#tree;
		const { definition, world, mirrored, index } = nodes[place];
		const where = nodeLocation(definition, index);
		reportMorphs(document, definition, index, this.#report);
		if (definition.skin === undefined) return { transform: world, mirrored };
		const joints = this.#jointsOf(place, accessors);
		if (typeof joints !== 'string') {
			this.#report.add(GLTF_FINDINGS.GLTF_REST_POSE, where, {});
			return { transform: world, mirrored, joints };
		}
		this.#report.add(GLTF_FINDINGS.GLTF_SKIN_UNREAD, where, { problem: joints });
		return { transform: world, mirrored };
	}

	/** The joints of a node with a skin, or why it has none. */
	#jointsOf(place: number, accessors: AccessorLookup): readonly Affine[] | string {
		const { document, nodes } = this.#tree;
		const { definition } = nodes[place];
		if (this.hasCopies(place)) return 'copies of a node have no joints of their own';
		if (!followsJoints(document, definition)) return 'the document has no such skin';
		return this.#posed.has(place)
			? this.#ofSkin(definition.skin as number, accessors)
			: 'its vertices have no joints and weights';
	}

	/** True for a node that `EXT_mesh_gpu_instancing` copies. */
	hasCopies(place: number): boolean {
		return this.#copies.has(place);
	}

	/** The transforms of the instances of a node at `placement`; instances with an unusable transform are left out. */
	ofCopies(
		place: number,
		placement: Placement,
		accessors: AccessorLookup,
		{ surfaces }: Pick<SurfaceTable, 'surfaces'>,
	): Placement[] {
		const { count, translation, rotation, scale, surface } = this.#copies.get(place) as Copies;
		const reader = (index: number | undefined, otherwise: readonly number[]): ((at: number) => readonly number[]) => {
			if (index === undefined) return () => otherwise;
			const accessor = accessors(index);
			return (at) => accessor.getElement(at, []);
		};
		const translationAt = reader(translation, [0, 0, 0]);
		const rotationAt = reader(rotation, [0, 0, 0, 1]);
		const scaleAt = reader(scale, [1, 1, 1]);
		// The stored integers are used even if the accessor is marked as normalized: they are surface ids.
		const numbers = surface === undefined ? undefined : (accessors(surface).getArray() ?? []);
		const unknown: number[] = [];
		const found: Placement[] = [];
		for (let at = 0; at < count; at++) {
			const scale = scaleAt(at);
			const transform = multiply(placement.transform, fromParts(translationAt(at), rotationAt(at), scale));
			if (!hasFiniteValues(transform) || collapsesAreas(transform)) continue;
			const copy = { transform, mirrored: placement.mirrored !== isMirroring({ scale }) };
			const own = numbers?.[at] ?? -1;
			const isKnown = Number.isInteger(own) && own >= 0 && own < surfaces.length;
			if (!isKnown && !(own < 0)) unknown.push(own);
			found.push(isKnown ? { ...copy, surface: own } : copy);
		}
		const { definition, index } = this.#tree.nodes[place];
		if (unknown.length > 0) {
			const data = { unknown: unknown.length, number: String(unknown[0]), of: 'copy' } as const;
			this.#report.add(GLTF_FINDINGS.GLTF_SURFACE_ATTRIBUTE, nodeLocation(definition, index), data);
		}
		const left = count - found.length;
		this.#report.add(GLTF_FINDINGS.GLTF_INSTANCES, nodeLocation(definition, index), { copies: found.length, left });
		return found;
	}

	/** Accessor of the inverse bind matrices of a skin; undefined where it has none, or none that can be read. */
	#bindMatrices(skin: number): number | undefined {
		const { inverseBindMatrices, joints } = this.#tree.document.skins[skin];
		if (inverseBindMatrices === undefined) return undefined;
		const { type, componentType, count } = this.#tree.document.accessors[inverseBindMatrices];
		const isReadable = type === 'MAT4' && componentType === FLOAT && count >= joints.length;
		return isReadable ? inverseBindMatrices : undefined;
	}

	#ofSkin(skin: number, accessors: AccessorLookup): readonly Affine[] | string {
		const known = this.#skins.get(skin) ?? this.#matricesOf(skin, accessors);
		this.#skins.set(skin, known);
		return known;
	}

	/** For each joint of a skin its transform in the scene, after that which the mesh was bound with; or why there are none. */
	#matricesOf(skin: number, accessors: AccessorLookup): readonly Affine[] | string {
		const { joints, inverseBindMatrices } = this.#tree.document.skins[skin];
		const index = this.#bindMatrices(skin);
		if (inverseBindMatrices !== undefined && index === undefined)
			return 'its inverse bind matrices are not as glTF wants them';
		const matrices: AccessorValues | undefined = index === undefined ? undefined : accessors(index);
		const found: Affine[] = [];
		for (const [at, joint] of joints.entries()) {
			const node = this.#tree.nodes[this.#places.get(joint) ?? -1];
			if (node === undefined) return `joint ${at} is not in the scene`;
			const inverse = matrices === undefined ? IDENTITY : fromMatrix(matrices.getElement(at, []));
			const matrix = multiply(node.world, inverse);
			if (!hasFiniteValues(matrix)) return `joint ${at} has a transform with non-finite values`;
			found.push(matrix);
		}
		return found;
	}
}

function copiesOf({ accessors }: GltfDocument, { definition, index }: TreeNode, report: Report): Copies | undefined {
	const instances = instancingOf(definition);
	if (instances === undefined) return undefined;
	const attributes = new Map(Object.entries(instances));
	const pointer = `/nodes/${index}/extensions/EXT_mesh_gpu_instancing/attributes`;
	const [count, ...others] = [...attributes.values()].map((accessor) => accessors[accessor].count);
	if (count === undefined) return undefined;
	const other = others.find((each) => each !== count);
	if (other !== undefined) refuse(report, pointer, `has attributes of ${count} and of ${other} elements`);
	for (const semantic of ['TRANSLATION', 'ROTATION', 'SCALE']) {
		const { type, componentType } = accessors[attributes.get(semantic) ?? -1] ?? {};
		if (type === undefined) continue;
		const isRotation = semantic === 'ROTATION';
		const isFitting = componentType === FLOAT || (isRotation && (componentType === BYTE || componentType === SHORT));
		if (type === (isRotation ? 'VEC4' : 'VEC3') && isFitting) continue;
		refuse(report, `${pointer}/${semantic}`, `is ${type} of type ${componentType}`);
	}
	const surface = [...attributes.keys()].find((semantic) => /^_surface$/i.test(semantic));
	const isNumber = surface !== undefined && accessors[attributes.get(surface) as number].type === 'SCALAR';
	if (surface !== undefined && !isNumber)
		tellFault(report, `${pointer}/${surface}`, 'is not one number a copy; left out');
	return {
		count,
		translation: attributes.get('TRANSLATION'),
		rotation: attributes.get('ROTATION'),
		scale: attributes.get('SCALE'),
		surface: isNumber ? attributes.get(surface) : undefined,
	};
}
