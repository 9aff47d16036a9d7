import type { Report } from '../../src/findings/report.ts';
import {
	ARRAY_BUFFER,
	BYTE,
	DOUBLE,
	ELEMENT_ARRAY_BUFFER,
	FLOAT,
	SHORT,
	UNSIGNED_BYTE,
	UNSIGNED_INT,
	UNSIGNED_SHORT,
} from '../../src/formats/gltf.ts';
import { isObject } from '../../src/text/quote.ts';
import {
	COMPONENT_BYTES,
	checkEnd,
	dracoOf,
	ELEMENT_VALUES,
	elementBytes,
	FLOAT64,
	type GltfAccessor,
	type GltfBufferView,
	type GltfDocument,
	type GltfMesh,
	type GltfPrimitive,
	type MeshoptView,
	meshoptOf,
	QUANTIZATION,
	refuse,
	tellFault,
} from './document.ts';
import { GLTF_FINDINGS } from './findings.ts';

/**
 * Checks that accessors stay within their buffer views, and these within the declared sizes of their buffers (the actual bytes are checked when
 * buffers are loaded), and how meshes use accessors: formats, bounds, strides. Faults of use do not prevent reading, so they are only
 * reported, as signs of a document that was badly made or tampered with.
 *
 * @param json the same document as parsed, including lists that walkmeshes do not need
 * @throws InputError for the first buffer view that is not within its buffer, or accessor that is not within its view
 */
export function checkAccessors(document: GltfDocument, json: Readonly<Record<string, unknown>>, report: Report): void {
	const { accessors, bufferViews, meshes, extensionsUsed, extensionsRequired } = document;
	for (const [i, view] of bufferViews.entries()) checkView(document, view, `/bufferViews/${i}`, report);
	for (const [i, accessor] of accessors.entries()) checkPlace(document, accessor, `/accessors/${i}`, report);
	const fault: Fault = (pointer, problem) => tellFault(report, pointer, problem);
	for (const [i, accessor] of accessors.entries()) checkFormat(accessor, `/accessors/${i}`, fault);
	if (extensionsUsed.includes(QUANTIZATION) && !extensionsRequired.includes(QUANTIZATION)) {
		fault('/extensionsUsed', `names ${QUANTIZATION}, but extensionsRequired does not`);
	}
	for (const [i, mesh] of meshes.entries()) checkMesh(document, mesh, `/meshes/${i}`, fault);
	checkViewUses(document, viewsOfOthers(document, json), fault);
}

type Fault = (pointer: string, problem: string) => void;

function checkView({ buffers }: GltfDocument, view: GltfBufferView, pointer: string, report: Report): void {
	const { byteStride } = view;
	if (byteStride !== undefined && (byteStride % 4 !== 0 || byteStride > 256)) {
		tellFault(report, `${pointer}/byteStride`, `is ${byteStride}, no multiple of 4 from 4 to 252`);
	}
	const checkData = (what: string, { buffer, byteOffset = 0, byteLength }: Omit<GltfBufferView, 'target'>): void => {
		const within = { within: `buffer ${buffer}`, bytes: buffers[buffer].byteLength };
		checkEnd(report, pointer, { what, end: byteOffset + byteLength, ...within });
	};
	checkData('buffer view', view);
	const compressed = meshoptOf(view);
	if (compressed === undefined) return;
	checkData('compressed data', compressed);
	checkMeshopt(view, compressed, pointer, report);
}

/** Most decoded bytes for one compressed byte: a block of zeros takes two bits for 16 values. */
const MESHOPT_MOST_RATIO = 1100;

/** Checks the conditions that the decoder relies on without checking them itself. */
function checkMeshopt(view: GltfBufferView, data: MeshoptView, pointer: string, report: Report): void {
	const { mode, byteStride, count, byteLength } = data;
	const fail = (problem: string): never =>
		report.fail(GLTF_FINDINGS.GLTF_COMPRESSION, { pointer }, { extension: 'meshopt', problem });
	const fault = meshoptFault(data);
	if (fault !== undefined) fail(fault);
	const end = count * byteStride;
	checkEnd(report, pointer, { what: 'decompressed data', end, within: 'its buffer view', bytes: view.byteLength });
	if (end > byteLength * MESHOPT_MOST_RATIO + 4096) {
		fail(`${byteLength} bytes cannot hold ${count} elements of ${byteStride} bytes (${mode})`);
	}
}

const FILTER_STRIDES: Readonly<Record<string, readonly number[]>> = {
	OCTAHEDRAL: [4, 8],
	COLOR: [4, 8],
	QUATERNION: [8],
};

function meshoptFault({ mode, byteStride, count, filter = 'NONE' }: MeshoptView): string | undefined {
	if (mode === 'ATTRIBUTES') {
		if (byteStride % 4 !== 0 || byteStride > 256) return `a stride of ${byteStride} is not a multiple of 4 up to 256`;
		const strides = FILTER_STRIDES[filter] ?? [byteStride];
		return strides.includes(byteStride) ? undefined : `the filter ${filter} needs a stride of ${strides.join(' or ')}`;
	}
	if (byteStride !== 2 && byteStride !== 4) return `indices have a stride of 2 or 4, not ${byteStride}`;
	if (mode === 'TRIANGLES' && count % 3 !== 0) return `${count} indices make no whole triangles`;
	return filter === 'NONE' ? undefined : `the filter ${filter} is not for indices`;
}

function checkPlace(document: GltfDocument, accessor: GltfAccessor, pointer: string, report: Report): void {
	const { bufferView, byteOffset, count, sparse, componentType, type } = accessor;
	if (bufferView !== undefined) checkRange(document, { ...accessor, bufferView }, 'accessor', pointer, report);
	else if (byteOffset !== undefined) tellFault(report, `${pointer}/byteOffset`, 'stands without a bufferView');
	if (sparse === undefined) return;
	if (sparse.count > count) {
		refuse(report, `${pointer}/sparse`, `has ${sparse.count} elements for an accessor of ${count}`);
	}
	const parts = {
		indices: { type: 'SCALAR', ...sparse.indices },
		values: { type, componentType, ...sparse.values },
	};
	for (const [part, range] of Object.entries(parts)) {
		const at = `${pointer}/sparse/${part}`;
		checkRange(document, { ...range, count: sparse.count }, `list of sparse ${part}`, at, report);
		if (document.bufferViews[range.bufferView].byteStride !== undefined) {
			tellFault(report, at, 'uses a buffer view with a stride');
		}
	}
}

/** Elements in a buffer view. */
interface Range {
	readonly bufferView: number;
	readonly byteOffset?: number;
	readonly count: number;
	readonly type: string;
	readonly componentType: number;
}

function checkRange(document: GltfDocument, range: Range, what: string, pointer: string, report: Report): void {
	const { bufferView: index, byteOffset = 0, count, componentType } = range;
	const view = document.bufferViews[index];
	const bytes = elementBytes(range);
	const stride = view.byteStride ?? bytes;
	if (stride < bytes) {
		refuse(report, pointer, `has elements of ${bytes} bytes, but buffer view ${index} a stride of ${stride}`);
	}
	const compressed = meshoptOf(view);
	const end = byteOffset + stride * (count - 1) + bytes;
	const held = compressed === undefined ? view.byteLength : compressed.count * compressed.byteStride;
	checkEnd(report, pointer, { what, end, within: `buffer view ${index}`, bytes: held });
	if (((view.byteOffset ?? 0) + byteOffset) % (COMPONENT_BYTES.get(componentType) ?? 1) !== 0) {
		tellFault(report, pointer, 'is not aligned to the size of its components');
	}
}

function checkFormat({ componentType, normalized, type, min, max }: GltfAccessor, pointer: string, fault: Fault): void {
	if (normalized === true && [FLOAT, UNSIGNED_INT, DOUBLE].includes(componentType)) {
		fault(pointer, `is normalized, but of type ${componentType}`);
	}
	for (const [name, bound] of Object.entries({ min, max })) {
		if (!Array.isArray(bound) || bound.length === ELEMENT_VALUES.get(type)) continue;
		fault(pointer, `has ${bound.length} values of ${name} for ${type}`);
	}
}

/** A component type that an attribute may have. Without `normalized`, both forms are allowed; with `extension`, the format needs that extension. */
interface Format {
	readonly components: readonly number[];
	readonly normalized?: boolean;
	readonly extension?: string;
}

const FLOATS: Format = { components: [FLOAT] };
const DOUBLES: Format = { components: [DOUBLE], extension: FLOAT64 };
const FRACTIONS: Format = { components: [UNSIGNED_BYTE, UNSIGNED_SHORT], normalized: true };
const NUMBERS: Format = { components: [UNSIGNED_BYTE, UNSIGNED_SHORT], normalized: false };
const SHORT_DIRECTIONS: Format = { components: [BYTE, SHORT], normalized: true, extension: QUANTIZATION };
const SHORT_POINTS: Format = { components: [BYTE, UNSIGNED_BYTE, SHORT, UNSIGNED_SHORT], extension: QUANTIZATION };

interface AttributeKind {
	readonly types: readonly string[];
	readonly formats: readonly Format[];
	/** True for an attribute that occurs several times with numbers: `TEXCOORD_0`, `TEXCOORD_1` and so on. */
	readonly isNumbered: boolean;
}

/** Attributes of glTF 2.0, section 3.7.2.1, and what `KHR_mesh_quantization` adds. */
const ATTRIBUTES: Readonly<Record<string, AttributeKind>> = {
	POSITION: { types: ['VEC3'], formats: [FLOATS, DOUBLES, SHORT_POINTS], isNumbered: false },
	NORMAL: { types: ['VEC3'], formats: [FLOATS, SHORT_DIRECTIONS], isNumbered: false },
	TANGENT: { types: ['VEC4'], formats: [FLOATS, SHORT_DIRECTIONS], isNumbered: false },
	TEXCOORD: { types: ['VEC2'], formats: [FLOATS, FRACTIONS, SHORT_POINTS], isNumbered: true },
	COLOR: { types: ['VEC3', 'VEC4'], formats: [FLOATS, FRACTIONS], isNumbered: true },
	JOINTS: { types: ['VEC4'], formats: [NUMBERS], isNumbered: true },
	WEIGHTS: { types: ['VEC4'], formats: [FLOATS, FRACTIONS], isNumbered: true },
};

/** The kind of an attribute of glTF, by its name without the number. */
function kindOf(semantic: string): { name: string; kind: AttributeKind; number: number } | undefined {
	const whole = Object.hasOwn(ATTRIBUTES, semantic) ? ATTRIBUTES[semantic] : undefined;
	if (whole?.isNumbered === false) return { name: semantic, kind: whole, number: Number.NaN };
	const [, name, number] = /^([A-Z]+)(?:_(0|[1-9]\d*))?$/.exec(semantic) ?? [];
	const kind = name === undefined ? undefined : ATTRIBUTES[name];
	return kind?.isNumbered === (number !== undefined) ? { name, kind, number: Number(number) } : undefined;
}

/** True for an accessor whose format fits the attribute of a name. For names that glTF does not define, nearly any format does. */
export function isSound(
	semantic: string,
	{ type, componentType, normalized = false }: GltfAccessor,
	extensionsUsed: readonly string[] = [],
): boolean {
	const known = kindOf(semantic);
	if (known === undefined) return componentType !== UNSIGNED_INT;
	const { types, formats } = known.kind;
	const fits = (format: Format): boolean =>
		format.components.includes(componentType) &&
		(format.normalized ?? normalized) === normalized &&
		(format.extension === undefined || extensionsUsed.includes(format.extension));
	return types.includes(type) && formats.some(fits);
}

function checkMesh(document: GltfDocument, { primitives, weights }: GltfMesh, pointer: string, fault: Fault): void {
	const [first] = primitives;
	const targets = Array.isArray(first?.targets) ? first.targets.length : 0;
	if (Array.isArray(weights) && weights.length !== targets) {
		fault(`${pointer}/weights`, `has ${weights.length} values for ${targets} morph targets`);
	}
	for (const [i, primitive] of primitives.entries()) {
		checkAttributes(document, primitive, `${pointer}/primitives/${i}/attributes`, fault);
	}
}

function checkAttributes(document: GltfDocument, primitive: GltfPrimitive, pointer: string, fault: Fault): void {
	const { accessors, extensionsUsed } = document;
	const attributes = new Map(Object.entries(primitive.attributes));
	/** Numbers of attributes of one kind. */
	const numbers = new Map<string, { count: number; most: number }>();
	const count = accessors[attributes.get('POSITION') ?? -1]?.count;
	for (const [semantic, index] of attributes) {
		const at = `${pointer}/${semantic.slice(0, 60)}`;
		const known = kindOf(semantic);
		if (known === undefined && !semantic.startsWith('_')) {
			fault(at, 'is no attribute of glTF, nor one of its own (with `_`)');
		}
		if (known?.kind.isNumbered === true) {
			const { count, most } = numbers.get(known.name) ?? { count: 0, most: 0 };
			numbers.set(known.name, { count: count + 1, most: Math.max(most, known.number) });
		}
		const accessor = accessors[index];
		const { type, componentType, normalized = false, byteOffset = 0 } = accessor;
		if (!isSound(semantic, accessor, extensionsUsed))
			fault(at, `is ${normalized ? 'normalized ' : ''}${type} of type ${componentType}`);
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
		if (found.most >= found.count) fault(pointer, `numbers ${kind} with gaps`);
	}
	if (numbers.get('JOINTS')?.count !== numbers.get('WEIGHTS')?.count)
		fault(pointer, 'has not as many JOINTS as WEIGHTS');
}

/** True where elements follow each other without a stride that pads them. */
function isTight({ bufferViews }: GltfDocument, { bufferView, count }: GltfAccessor): boolean {
	return bufferView !== undefined && count > 1 && bufferViews[bufferView].byteStride === undefined;
}

/** A buffer view is for one thing only, and says so in its target. */
function checkViewUses(document: GltfDocument, others: ReadonlySet<unknown>, fault: Fault): void {
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
	for (const [view, { vertices, indices }] of uses) {
		const { byteStride, target } = document.bufferViews[view];
		const pointer = `/bufferViews/${view}`;
		const isMixed = vertices.size > 0 && indices.size > 0;
		if (isMixed || others.has(view)) fault(pointer, 'is used for more than one kind of data');
		const expected = indices.size > 0 ? ELEMENT_ARRAY_BUFFER : ARRAY_BUFFER;
		if (target !== undefined && target !== expected)
			fault(pointer, `has target ${JSON.stringify(target)} instead of ${expected}`);
		if (indices.size > 0 && byteStride !== undefined) fault(pointer, 'has a stride, but holds indices');
		else if (byteStride === undefined && vertices.size > 0 && new Set([...vertices, ...indices]).size > 1) {
			fault(pointer, 'is shared by several attributes, but has no stride');
		}
	}
}

/** Buffer views that images, animations or skins use. These parts are not fully checked, so any value may occur in them. */
function viewsOfOthers(
	{ accessors }: GltfDocument,
	{ images, skins, animations }: Readonly<Record<string, unknown>>,
): ReadonlySet<unknown> {
	const objects = (list: unknown): Record<string, unknown>[] => (Array.isArray(list) ? list.filter(isObject) : []);
	const samplers = objects(animations).flatMap((animation) => objects(animation['samplers']));
	const used = [
		...objects(skins).map(({ inverseBindMatrices }) => inverseBindMatrices),
		...samplers.flatMap(({ input, output }) => [input, output]),
	];
	return new Set([
		...objects(images).map(({ bufferView }) => bufferView),
		...used.map((index) => (typeof index === 'number' ? accessors[index]?.bufferView : undefined)),
	]);
}
