import type { Report } from '../../src/findings/report.ts';
import {
	BYTE,
	DOUBLE,
	dracoOf,
	ELEMENT_VALUES,
	elementBytes,
	FLOAT,
	FLOAT64,
	type GltfAccessor,
	type GltfDocument,
	type GltfPrimitive,
	isObject,
	meshoptOf,
	QUANTIZATION,
	SHORT,
	tellFault,
	UNSIGNED_BYTE,
	UNSIGNED_INT,
	UNSIGNED_SHORT,
} from './document.ts';

/**
 * Looks at how the meshes of a document use its accessors and buffer views: formats, bounds, strides. Nothing of that keeps a
 * walkmesh from being read, so faults are only told; but a document with such faults was tampered with, or badly made.
 */
export function checkUsage(document: GltfDocument, report: Report): void {
	const { accessors, meshes, extensionsUsed, extensionsRequired } = document;
	const fault: Fault = (pointer, problem) => tellFault(report, pointer, problem);
	for (const [index, accessor] of accessors.entries()) checkFormat(accessor, `/accessors/${index}`, fault);
	if (extensionsUsed.includes(QUANTIZATION) && !extensionsRequired.includes(QUANTIZATION)) {
		fault('/extensionsUsed', `names ${QUANTIZATION}, but extensionsRequired does not`);
	}
	for (const [index, { primitives, weights }] of meshes.entries()) {
		const [first] = primitives;
		const targets = Array.isArray(first?.targets) ? first.targets.length : 0;
		if (Array.isArray(weights) && weights.length !== targets) {
			fault(`/meshes/${index}/weights`, `has ${weights.length} values for ${targets} morph targets`);
		}
		for (const [at, primitive] of primitives.entries()) {
			checkPrimitive(document, primitive, `/meshes/${index}/primitives/${at}`, fault);
		}
	}
	checkViews(document, fault);
}

type Fault = (pointer: string, problem: string) => void;

function checkFormat({ componentType, normalized, type, min, max }: GltfAccessor, pointer: string, fault: Fault): void {
	if (normalized === true && [FLOAT, UNSIGNED_INT, DOUBLE].includes(componentType)) {
		fault(pointer, `is normalized, but of type ${componentType}`);
	}
	for (const [name, bound] of Object.entries({ min, max })) {
		if (!Array.isArray(bound) || bound.length === ELEMENT_VALUES.get(type)) continue;
		fault(pointer, `has ${bound.length} values of ${name} for ${type}`);
	}
}

const QUANTIZED_POINTS: readonly number[] = [BYTE, UNSIGNED_BYTE, SHORT, UNSIGNED_SHORT];

/** Formats of attributes: glTF 2.0, section 3.7.2.1, and what `KHR_mesh_quantization` adds. */
function isAllowed({ extensionsUsed }: GltfDocument, kind: string, accessor: GltfAccessor): boolean {
	const { type, componentType, normalized = false } = accessor;
	const isQuantized = extensionsUsed.includes(QUANTIZATION);
	const isFloat = componentType === FLOAT;
	const isFraction = normalized && (componentType === UNSIGNED_BYTE || componentType === UNSIGNED_SHORT);
	const isDirection = isQuantized && normalized && (componentType === BYTE || componentType === SHORT);
	const isPoint = isQuantized && QUANTIZED_POINTS.includes(componentType);
	switch (kind) {
		case 'POSITION': {
			const isWide = componentType === DOUBLE && extensionsUsed.includes(FLOAT64);
			return type === 'VEC3' && (isFloat || isWide || isPoint);
		}
		case 'NORMAL':
			return type === 'VEC3' && (isFloat || isDirection);
		case 'TANGENT':
			return type === 'VEC4' && (isFloat || isDirection);
		case 'TEXCOORD':
			return type === 'VEC2' && (isFloat || isFraction || isPoint);
		case 'COLOR':
			return (type === 'VEC3' || type === 'VEC4') && (isFloat || isFraction);
		case 'JOINTS':
			return type === 'VEC4' && !normalized && (componentType === UNSIGNED_BYTE || componentType === UNSIGNED_SHORT);
		case 'WEIGHTS':
			return type === 'VEC4' && (isFloat || isFraction);
		default:
			return componentType !== UNSIGNED_INT;
	}
}

const SINGLE = new Set(['POSITION', 'NORMAL', 'TANGENT']);
const NUMBERED = /^(TEXCOORD|COLOR|JOINTS|WEIGHTS)_(0|[1-9]\d*)$/;

function checkPrimitive(document: GltfDocument, primitive: GltfPrimitive, pointer: string, fault: Fault): void {
	const { accessors } = document;
	const attributes = new Map(Object.entries(primitive.attributes));
	/** Numbers of attributes of one kind: `TEXCOORD_0`, `TEXCOORD_1` and so on. */
	const numbers = new Map<string, { count: number; most: number }>();
	const count = accessors[attributes.get('POSITION') ?? -1]?.count;
	for (const [semantic, index] of attributes) {
		const at = `${pointer}/attributes/${semantic.slice(0, 60)}`;
		const [, numbered, number] = NUMBERED.exec(semantic) ?? [];
		const kind = numbered ?? (SINGLE.has(semantic) ? semantic : '_');
		if (kind === '_' && !semantic.startsWith('_')) {
			fault(at, 'is no attribute of glTF, nor one of its own (with `_`)');
		}
		if (numbered !== undefined) {
			const known = numbers.get(kind) ?? { count: 0, most: 0 };
			numbers.set(kind, { count: known.count + 1, most: Math.max(known.most, Number(number)) });
		}
		const accessor = accessors[index];
		const { type, componentType, normalized = false, byteOffset = 0 } = accessor;
		if (!isAllowed(document, kind, accessor)) {
			fault(at, `is ${normalized ? 'normalized ' : ''}${type} of type ${componentType}`);
		}
		if (count !== undefined && accessor.count !== count) {
			fault(at, `has ${accessor.count} elements for ${count} vertices`);
		}
		if (semantic === 'POSITION' && (!Array.isArray(accessor.min) || !Array.isArray(accessor.max))) {
			fault(at, 'has no least and greatest point (min, max)');
		}
		const isPacked = elementBytes(accessor) % 4 !== 0 && isTight(document, accessor);
		if (byteOffset % 4 !== 0 || isPacked) fault(at, 'is not aligned to 4 bytes');
	}
	for (const [kind, found] of numbers) {
		if (found.most >= found.count) fault(`${pointer}/attributes`, `numbers ${kind} with gaps`);
	}
	if ((numbers.get('JOINTS')?.count ?? 0) !== (numbers.get('WEIGHTS')?.count ?? 0)) {
		fault(`${pointer}/attributes`, 'has not as many JOINTS as WEIGHTS');
	}
}

/** True where elements follow each other without a stride that pads them. */
function isTight({ bufferViews }: GltfDocument, { bufferView, count }: GltfAccessor): boolean {
	return bufferView !== undefined && count > 1 && bufferViews[bufferView].byteStride === undefined;
}

/** A buffer view is for one thing only, and says so in its target. */
function checkViews(document: GltfDocument, fault: Fault): void {
	const uses = new Map<number, { readonly vertices: Set<number>; readonly indices: Set<number> }>();
	const note = (index: number, use: 'vertices' | 'indices'): void => {
		const { bufferView } = document.accessors[index];
		if (bufferView === undefined || meshoptOf(document.bufferViews[bufferView]) !== undefined) return;
		const known = uses.get(bufferView) ?? { vertices: new Set(), indices: new Set() };
		known[use].add(index);
		uses.set(bufferView, known);
	};
	for (const primitive of document.meshes.flatMap(({ primitives }) => primitives)) {
		if (dracoOf(primitive) !== undefined) continue;
		for (const index of Object.values(primitive.attributes)) note(index, 'vertices');
		if (primitive.indices !== undefined) note(primitive.indices, 'indices');
	}
	const others = viewsOfOthers(document);
	for (const [view, { vertices, indices }] of uses) {
		const { byteStride, target } = document.bufferViews[view];
		const pointer = `/bufferViews/${view}`;
		const isMixed = vertices.size > 0 && indices.size > 0;
		if (isMixed || others.has(view)) fault(pointer, 'is used for more than one kind of data');
		const expected = indices.size > 0 ? 34963 : 34962;
		if (target !== undefined && target !== expected) fault(pointer, `has target ${target} instead of ${expected}`);
		if (indices.size > 0 && byteStride !== undefined) fault(pointer, 'has a stride, but holds indices');
		else if (byteStride === undefined && vertices.size > 0 && new Set([...vertices, ...indices]).size > 1) {
			fault(pointer, 'is shared by several attributes, but has no stride');
		}
	}
}

/** Views that pictures, animations or skins use. Those parts are not checked in earnest, so nothing is taken for granted. */
function viewsOfOthers({ accessors, others }: GltfDocument): ReadonlySet<unknown> {
	const objects = (list: unknown): Record<string, unknown>[] => (Array.isArray(list) ? list.filter(isObject) : []);
	const viewOf = (index: unknown): number | undefined =>
		typeof index === 'number' ? accessors[index]?.bufferView : undefined;
	return new Set([
		...objects(others.images).map(({ bufferView }) => bufferView),
		...objects(others.skins).map(({ inverseBindMatrices }) => viewOf(inverseBindMatrices)),
		...objects(others.animations).flatMap(({ samplers }) =>
			objects(samplers).flatMap(({ input, output }) => [viewOf(input), viewOf(output)]),
		),
	]);
}
