import type { Report } from '../../../src/findings/report.ts';
import type { Reducer } from '../data/reduce.ts';
import {
	dracoOf,
	FLOAT,
	type GltfAccessor,
	type GltfDocument,
	type GltfPrimitive,
	TRIANGLES,
	UNSIGNED_BYTE,
	UNSIGNED_INT,
	UNSIGNED_SHORT,
} from '../document.ts';
import { GLTF_FINDINGS } from '../findings.ts';

/** A primitive of a mesh of the document. */
export interface PrimitiveKey {
	readonly mesh: number;
	readonly primitive: number;
}

/** Where the data of a primitive will be once the accessors are decoded. */
export interface PrimitivePlaces {
	readonly position: number;
	/** The accessor of the positions in the document. */
	readonly positionAccessor: number;
	readonly indices?: number;
	/** Component type of the indices. */
	readonly indexType?: number;
	/** `COLOR_0`, `COLOR_1` and so on. */
	readonly colours: readonly number[];
	/** `_SURFACE`, in whatever letter case. */
	readonly surface?: number;
	readonly mode: number;
}

/**
 * Asks for the accessors of a primitive that matter: positions, indices, colours, surfaces.
 *
 * @returns undefined for a primitive without positions, which draws nothing
 * @throws InputError for positions that are no points and indices that are no whole numbers
 */
export function requestPrimitive(
	document: GltfDocument,
	key: PrimitiveKey,
	reducer: Reducer,
	report: Report,
): PrimitivePlaces | undefined {
	const pointer = `/meshes/${key.mesh}/primitives/${key.primitive}`;
	const primitive = (document.meshes ?? [])[key.mesh].primitives[key.primitive];
	const wanted = wantedAttributes(document, primitive, pointer, report);
	const positionAccessor = wanted.get('POSITION');
	if (positionAccessor === undefined) {
		report.add(GLTF_FINDINGS.GLTF_FAULT, { pointer }, { problem: 'has no positions, so it draws nothing' });
		return undefined;
	}
	const { indices } = primitive;
	const indexType = indices === undefined ? undefined : checkIndices(document, indices, pointer, report);
	const draco = dracoOf(primitive);
	const places =
		draco === undefined
			? {
					attributes: new Map([...wanted].map(([semantic, index]) => [semantic, reducer.accessor(index)])),
					...(indices === undefined ? {} : { indices: reducer.accessor(indices) }),
				}
			: reducer.draco(draco, wanted, indices);
	const surfaceName = [...wanted.keys()].find(isSurfaceName);
	const surface = surfaceName === undefined ? undefined : places.attributes.get(surfaceName);
	return {
		position: places.attributes.get('POSITION') as number,
		positionAccessor,
		colours: [...wanted.keys()].filter(isColourName).map((semantic) => places.attributes.get(semantic) as number),
		// What Draco decodes is a list of triangles, whatever the document says it was before.
		mode: draco === undefined ? (primitive.mode ?? TRIANGLES) : TRIANGLES,
		...(places.indices === undefined ? {} : { indices: places.indices }),
		...(indexType === undefined ? {} : { indexType }),
		...(surface === undefined ? {} : { surface }),
	};
}

function isColourName(semantic: string): boolean {
	return /^COLOR_\d$/.test(semantic);
}

function isSurfaceName(semantic: string): boolean {
	return /^_surface$/i.test(semantic);
}

/** Attributes that are read, by name: positions first, then colours in their order, then surfaces. Misfits are told and left. */
function wantedAttributes(
	document: GltfDocument,
	{ attributes }: GltfPrimitive,
	pointer: string,
	report: Report,
): Map<string, number> {
	const accessors = document.accessors ?? [];
	const wanted = new Map<string, number>();
	if (!Object.hasOwn(attributes, 'POSITION')) return wanted;
	const positions = accessors[attributes['POSITION']];
	checkPositions(positions, `${pointer}/attributes/POSITION`, report);
	wanted.set('POSITION', attributes['POSITION']);
	for (const semantic of Object.keys(attributes).sort()) {
		const accessor = accessors[attributes[semantic]];
		const at = { pointer: `${pointer}/attributes/${semantic.slice(0, 60)}` };
		// Told already, by the check of how accessors are used; a list of another length belongs to other vertices.
		if (accessor.count !== positions.count) continue;
		if (isColourName(semantic)) {
			if (isColour(accessor)) wanted.set(semantic, attributes[semantic]);
		} else if (isSurfaceName(semantic)) {
			if (accessor.type === 'SCALAR') wanted.set(semantic, attributes[semantic]);
			else report.add(GLTF_FINDINGS.GLTF_FAULT, at, { problem: `is ${accessor.type}, no number a vertex; left out` });
		}
	}
	return wanted;
}

function checkPositions(accessor: GltfAccessor, pointer: string, report: Report): void {
	if (accessor.type !== 'VEC3') {
		report.fail(
			GLTF_FINDINGS.GLTF_INVALID,
			{ pointer },
			{ problem: `is ${accessor.type}, no list of points (VEC3)`, further: 0 },
		);
	}
}

function checkIndices(document: GltfDocument, index: number, pointer: string, report: Report): number {
	const { type, componentType, normalized } = (document.accessors ?? [])[index];
	const sound = type === 'SCALAR' && [UNSIGNED_BYTE, UNSIGNED_SHORT, UNSIGNED_INT].includes(componentType);
	if (!sound || normalized === true) {
		const problem = `is ${normalized === true ? 'normalized ' : ''}${type} of type ${componentType}, no list of indices`;
		report.fail(GLTF_FINDINGS.GLTF_INVALID, { pointer: `${pointer}/indices` }, { problem, further: 0 });
	}
	return componentType;
}

function isColour({ type, componentType, normalized = false }: GltfAccessor): boolean {
	if (type !== 'VEC3' && type !== 'VEC4') return false;
	if (componentType === FLOAT) return true;
	return (componentType === UNSIGNED_BYTE || componentType === UNSIGNED_SHORT) && normalized;
}
