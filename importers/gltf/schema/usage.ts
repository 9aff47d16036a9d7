import type { Report } from '../../../src/findings/report.ts';
import { elementBytes } from '../data/bounds.ts';
import {
	BYTE,
	DOUBLE,
	dracoOf,
	ELEMENT_VALUES,
	FLOAT,
	FLOAT64,
	type GltfAccessor,
	type GltfDocument,
	type GltfPrimitive,
	meshoptOf,
	QUANTIZATION,
	SHORT,
	UNSIGNED_BYTE,
	UNSIGNED_INT,
	UNSIGNED_SHORT,
} from '../document.ts';
import { GLTF_FINDINGS } from '../findings.ts';

/**
 * Looks at how the meshes of a document use its accessors and buffer views: formats, bounds, strides. Nothing of that keeps a
 * walkmesh from being read, so faults are only told; but a document with such faults was tampered with, or badly made.
 */
export function checkUsage(document: GltfDocument, report: Report): void {
	const fault = (pointer: string, problem: string): void =>
		report.add(GLTF_FINDINGS.GLTF_FAULT, { pointer }, { problem });
	for (const [index, accessor] of (document.accessors ?? []).entries()) {
		checkFormat(accessor, (problem) => fault(`/accessors/${index}`, problem));
	}
	if (document.extensionsUsed?.includes(QUANTIZATION) && !document.extensionsRequired?.includes(QUANTIZATION)) {
		fault('/extensionsUsed', `names ${QUANTIZATION}, but extensionsRequired does not`);
	}
	const views = new ViewUses(document);
	for (const [mesh, { primitives, weights }] of (document.meshes ?? []).entries()) {
		const [first] = primitives;
		const targets = Array.isArray(first?.targets) ? first.targets.length : 0;
		if (Array.isArray(weights) && weights.length !== targets) {
			fault(`/meshes/${mesh}/weights`, `has ${weights.length} values for ${targets} morph targets`);
		}
		for (const [at, primitive] of primitives.entries()) {
			const pointer = `/meshes/${mesh}/primitives/${at}`;
			checkPrimitive(document, primitive, (problem, part) => fault(`${pointer}${part}`, problem));
			views.note(primitive);
		}
	}
	views.report(fault);
}

function checkFormat(
	{ componentType, normalized, type, min, max }: GltfAccessor,
	fault: (problem: string) => void,
): void {
	if (normalized === true && (componentType === FLOAT || componentType === UNSIGNED_INT || componentType === DOUBLE)) {
		fault(`is normalized, but of type ${componentType}`);
	}
	for (const [name, bound] of [
		['min', min],
		['max', max],
	] as const) {
		if (Array.isArray(bound) && bound.length !== ELEMENT_VALUES[type])
			fault(`has ${bound.length} values of ${name} for ${type}`);
	}
}

type Format = readonly [type: string, componentType: number, normalized: boolean];

const QUANTIZED_POINTS: readonly number[] = [BYTE, UNSIGNED_BYTE, SHORT, UNSIGNED_SHORT];

/** Formats of attributes: glTF 2.0, section 3.7.2.1, and what `KHR_mesh_quantization` adds. */
function isAllowed(document: GltfDocument, kind: string, [type, componentType, normalized]: Format): boolean {
	const quantized = document.extensionsUsed?.includes(QUANTIZATION) ?? false;
	const float = componentType === FLOAT;
	const fraction = normalized && (componentType === UNSIGNED_BYTE || componentType === UNSIGNED_SHORT);
	const direction = quantized && normalized && (componentType === BYTE || componentType === SHORT);
	switch (kind) {
		case 'POSITION': {
			const wide = componentType === DOUBLE && (document.extensionsUsed?.includes(FLOAT64) ?? false);
			return type === 'VEC3' && (float || wide || (quantized && QUANTIZED_POINTS.includes(componentType)));
		}
		case 'NORMAL':
			return type === 'VEC3' && (float || direction);
		case 'TANGENT':
			return type === 'VEC4' && (float || direction);
		case 'TEXCOORD':
			return type === 'VEC2' && (float || fraction || (quantized && QUANTIZED_POINTS.includes(componentType)));
		case 'COLOR':
			return (type === 'VEC3' || type === 'VEC4') && (float || fraction);
		case 'JOINTS':
			return type === 'VEC4' && !normalized && (componentType === UNSIGNED_BYTE || componentType === UNSIGNED_SHORT);
		case 'WEIGHTS':
			return type === 'VEC4' && (float || fraction);
		default:
			return componentType !== UNSIGNED_INT;
	}
}

const SINGLE = new Set(['POSITION', 'NORMAL', 'TANGENT']);
const NUMBERED = /^(TEXCOORD|COLOR|JOINTS|WEIGHTS)_(0|[1-9]\d*)$/;

function checkPrimitive(
	document: GltfDocument,
	primitive: GltfPrimitive,
	fault: (problem: string, part: string) => void,
): void {
	const accessors = document.accessors ?? [];
	const numbers = new Map<string, NumberedAttributes>();
	const count = Object.hasOwn(primitive.attributes, 'POSITION')
		? accessors[primitive.attributes['POSITION']].count
		: undefined;
	for (const [semantic, index] of Object.entries(primitive.attributes)) {
		const part = `/attributes/${semantic.slice(0, 60)}`;
		const numbered = NUMBERED.exec(semantic);
		const kind = numbered?.[1] ?? (SINGLE.has(semantic) ? semantic : '_');
		if (kind === '_' && !semantic.startsWith('_'))
			fault('is no attribute of glTF, nor one of its own (with `_`)', part);
		if (numbered !== null) noteNumber(numbers, kind, Number(numbered[2]));
		const accessor = accessors[index];
		const { type, componentType, normalized = false } = accessor;
		if (!isAllowed(document, kind, [type, componentType, normalized])) {
			fault(`is ${normalized ? 'normalized ' : ''}${type} of type ${componentType}`, part);
		}
		if (count !== undefined && accessor.count !== count)
			fault(`has ${accessor.count} elements for ${count} vertices`, part);
		if (semantic === 'POSITION' && (!Array.isArray(accessor.min) || !Array.isArray(accessor.max))) {
			fault('has no least and greatest point (min, max)', part);
		}
		const offset =
			(accessor.byteOffset ?? 0) % 4 !== 0 || (elementBytes(accessor) % 4 !== 0 && isTight(document, accessor));
		if (offset) fault('is not aligned to 4 bytes', part);
	}
	for (const [kind, found] of numbers) {
		if (found.most >= found.count) fault(`numbers ${kind} with gaps`, '/attributes');
	}
	if ((numbers.get('JOINTS')?.count ?? 0) !== (numbers.get('WEIGHTS')?.count ?? 0)) {
		fault('has not as many JOINTS as WEIGHTS', '/attributes');
	}
}

/** Attributes of one kind: `TEXCOORD_0`, `TEXCOORD_1` and so on. */
interface NumberedAttributes {
	count: number;
	most: number;
}

function noteNumber(numbers: Map<string, NumberedAttributes>, kind: string, number: number): void {
	const known = numbers.get(kind);
	if (known === undefined) numbers.set(kind, { count: 1, most: number });
	else {
		known.count++;
		known.most = Math.max(known.most, number);
	}
}

/** True where elements follow each other without a stride that pads them. */
function isTight(document: GltfDocument, { bufferView, count }: GltfAccessor): boolean {
	return bufferView !== undefined && count > 1 && (document.bufferViews ?? [])[bufferView].byteStride === undefined;
}

type Use = 'vertices' | 'indices';

/** What buffer views are used for; a view is for one thing only. */
class ViewUses {
	readonly #document: GltfDocument;
	readonly #uses = new Map<number, { uses: Set<Use>; accessors: Set<number> }>();

	constructor(document: GltfDocument) {
		this.#document = document;
	}

	note(primitive: GltfPrimitive): void {
		if (dracoOf(primitive) !== undefined) return;
		for (const index of Object.values(primitive.attributes)) this.#add(index, 'vertices');
		if (primitive.indices !== undefined) this.#add(primitive.indices, 'indices');
	}

	report(fault: (pointer: string, problem: string) => void): void {
		const others = this.#otherUses();
		for (const [view, { uses, accessors }] of this.#uses) {
			const { byteStride, target } = (this.#document.bufferViews ?? [])[view] as {
				byteStride?: number;
				target?: number;
			};
			const pointer = `/bufferViews/${view}`;
			if (uses.size > 1 || others.has(view)) fault(pointer, 'is used for more than one kind of data');
			const expected = uses.has('indices') ? 34963 : 34962;
			if (target !== undefined && target !== expected) fault(pointer, `has target ${target} instead of ${expected}`);
			if (uses.has('indices') && byteStride !== undefined) fault(pointer, 'has a stride, but holds indices');
			else if (byteStride === undefined && accessors.size > 1 && uses.has('vertices')) {
				fault(pointer, 'is shared by several attributes, but has no stride');
			}
		}
	}

	#add(index: number, use: Use): void {
		const accessor = (this.#document.accessors ?? [])[index];
		const { bufferView } = accessor;
		if (bufferView === undefined || meshoptOf((this.#document.bufferViews ?? [])[bufferView]) !== undefined) return;
		const known = this.#uses.get(bufferView);
		if (known === undefined) this.#uses.set(bufferView, { uses: new Set([use]), accessors: new Set([index]) });
		else {
			known.uses.add(use);
			known.accessors.add(index);
		}
	}

	/** Views that pictures, animations or skins use. Those parts are not checked in earnest, so nothing is taken for granted. */
	#otherUses(): Set<number> {
		const views = new Set<number>();
		const { accessors = [] } = this.#document;
		const other = this.#document as { images?: unknown; animations?: unknown; skins?: unknown };
		const each = (list: unknown, use: (item: Record<string, unknown>) => void): void => {
			for (const item of Array.isArray(list) ? list : []) if (typeof item === 'object' && item !== null) use(item);
		};
		const accessor = (index: unknown): void => {
			const view = typeof index === 'number' ? accessors[index]?.bufferView : undefined;
			if (view !== undefined) views.add(view);
		};
		each(other.images, ({ bufferView }) => {
			if (typeof bufferView === 'number') views.add(bufferView);
		});
		each(other.skins, ({ inverseBindMatrices }) => accessor(inverseBindMatrices));
		each(other.animations, ({ samplers }) => {
			each(samplers, ({ input, output }) => {
				accessor(input);
				accessor(output);
			});
		});
		return views;
	}
}
