import { ARRAY_BUFFER, ELEMENT_ARRAY_BUFFER, GLB } from '../../src/formats/gltf.ts';
import { setAll } from '../../src/math/arrays.ts';
import type {
	AccessorRun,
	Extras,
	PlainAccessor,
	PlainDocument,
	PlainMaterial,
	PlainMesh,
	PlainNode,
	PlainPrimitive,
} from './plain-document.ts';

/** A plain document as the text and the data of a file. */

/** A document as JSON, which only gives the length of the buffer, and the data of the buffer. */
export interface PlainFile {
	readonly text: string;
	/** Arrays to be written one after another. */
	readonly data: readonly Uint8Array[];
	/** Bytes of all of them. */
	readonly size: number;
}

type Json = Record<string, unknown>;

/**
 * Assembles a file in the order that glTF-Transform uses: each accessor of positions has its own buffer view, and all indices share one, at the
 * position of the first of them.
 *
 * @param nodes nodes of the scene
 */
export function plainFile(
	{ accessors, buffers, materials, meshes, nodes }: PlainDocument,
	scene: { readonly name: string; readonly nodes: readonly PlainNode[] },
	generator: string,
): PlainFile {
	const packed = pack(accessors);
	const { size } = packed;
	// glTF does not allow empty lists.
	const list = (key: string, texts: readonly string[]): string =>
		texts.length === 0 ? '' : `"${key}":[${texts.join(',')}],`;
	const parts = [
		`{"asset":${JSON.stringify({ generator, version: '2.0' })},`,
		list('accessors', packed.accessors),
		list('bufferViews', packed.views),
		list(
			'buffers',
			buffers.map(() => JSON.stringify(size > 0 ? { byteLength: size } : {})),
		),
		list(
			'materials',
			materials.map((each) => JSON.stringify(materialJson(each))),
		),
		list(
			'meshes',
			meshes.texts((mesh) => meshText(mesh, BY_INDEX)),
		),
		list(
			'nodes',
			nodes.texts((node) => nodeText(node, BY_INDEX)),
		),
		`"scenes":[${JSON.stringify({ name: scene.name, nodes: scene.nodes.map(({ index }) => index) })}],"scene":0}`,
	];
	return { text: parts.join(''), data: packed.data, size };
}

/** The bytes of a GLB. */
export function plainGlb({ text: json, data, size: dataSize }: PlainFile): Uint8Array {
	const text = new TextEncoder().encode(json);
	const textAt = GLB.headerBytes + GLB.chunkHeaderBytes;
	const textEnd = textAt + Math.ceil(text.length / 4) * 4;
	const dataAt = textEnd + GLB.chunkHeaderBytes;
	const hasData = dataSize > 0;
	const bytes = new Uint8Array(hasData ? dataAt + dataSize : textEnd);
	setNumbers(bytes, 0, [GLB.magic, GLB.version, bytes.length]);
	setNumbers(bytes, GLB.headerBytes, [textEnd - textAt, GLB.json]);
	bytes.set(text, textAt);
	// Chunks end at a multiple of four bytes, with spaces behind JSON.
	bytes.fill(0x20, textAt + text.length, textEnd);
	if (!hasData) return bytes;
	setNumbers(bytes, textEnd, [dataSize, GLB.binary]);
	setAll(bytes, data, dataAt);
	return bytes;
}

/** Writes 32-bit numbers one after another, from offset `at`. */
function setNumbers({ buffer }: Uint8Array, at: number, numbers: readonly number[]): void {
	const view = new DataView(buffer);
	for (const [i, value] of numbers.entries()) view.setUint32(at + i * 4, value, true);
}

interface Packed {
	readonly accessors: readonly string[];
	readonly views: readonly string[];
	readonly data: readonly Uint8Array[];
	readonly size: number;
}

/** Assigns buffer views. All elements have 4 bytes, so no padding is needed. */
function pack(runs: readonly AccessorRun[]): Packed {
	const words: string[] = [];
	const views: string[] = [];
	const data: Uint8Array[] = [];
	let start = 0;
	// A level has tens of thousands of accessors: the data of a run is taken together.
	const addPositions = (run: AccessorRun, first: number, end: number): void => {
		for (let i = first; i < end; i++) {
			const size = run.sizes[i];
			run.numbers[i] = words.length;
			words.push(`${run.words[i]},"bufferView":${views.length},"byteOffset":0}`);
			const kind = `"byteStride":12,"target":${ARRAY_BUFFER}`;
			views.push(`{"buffer":0,"byteOffset":${start},"byteLength":${size},${kind}}`);
			start += size;
		}
		if (first < end) data.push(run.data.subarray(bytesBefore(run, first), bytesBefore(run, end)));
	};
	const addOthers = (): void => {
		let end = start;
		for (const run of runs) {
			if (run.words.length === run.positions) continue;
			for (let i = run.positions; i < run.words.length; i++) {
				run.numbers[i] = words.length;
				words.push(`${run.words[i]},"bufferView":${views.length},"byteOffset":${end - start}}`);
				end += run.sizes[i];
			}
			data.push(run.data.subarray(bytesBefore(run, run.positions)));
		}
		const kind = `"target":${ELEMENT_ARRAY_BUFFER}`;
		views.push(`{"buffer":0,"byteOffset":${start},"byteLength":${end - start},${kind}}`);
		start = end;
	};
	const withOthers = runs.find((run) => run.words.length > run.positions);
	for (const run of runs) {
		const first = run === withOthers ? run.lead : 0;
		if (run === withOthers) {
			addPositions(run, 0, first);
			addOthers();
		}
		addPositions(run, first, run.positions);
	}
	return { accessors: words, views, data, size: start };
}

/** Size of the first accessors of a run. */
function bytesBefore({ sizes }: AccessorRun, end: number): number {
	let bytes = 0;
	for (let i = 0; i < end; i++) bytes += sizes[i];
	return bytes;
}

function materialJson({ name, extras, colour, roughness, metallic, isDoubleSided }: PlainMaterial): Json {
	return {
		...propertyJson(name, extras),
		...(isDoubleSided ? { doubleSided: true } : {}),
		pbrMetallicRoughness: {
			...(isNear(colour, [1, 1, 1, 1]) ? {} : { baseColorFactor: colour }),
			...(roughness === 1 ? {} : { roughnessFactor: roughness }),
			...(metallic === 1 ? {} : { metallicFactor: metallic }),
		},
	};
}

/** How parts of the file refer to each other: functions that give the text of an index. */
export interface PartNames {
	accessor(accessor: PlainAccessor): string;
	material(material: PlainMaterial): string;
	mesh(mesh: PlainMesh): string;
	node(node: PlainNode): string;
}

const byIndex = ({ index }: { readonly index: number }): string => String(index);
const BY_INDEX: PartNames = { accessor: byIndex, material: byIndex, mesh: byIndex, node: byIndex };

export function meshText({ name, extras, primitives }: PlainMesh, names: PartNames): string {
	return objectText([
		...propertyTexts(name, extras),
		`"primitives":[${primitives.map((primitive) => primitiveText(primitive, names)).join(',')}]`,
	]);
}

function primitiveText({ mode, positions, indices, material, extras }: PlainPrimitive, names: PartNames): string {
	return objectText([
		`"attributes":{${positions === undefined ? '' : `"POSITION":${names.accessor(positions)}`}}`,
		`"mode":${mode}`,
		...(material === undefined ? [] : [`"material":${names.material(material)}`]),
		...(extras === undefined ? [] : [`"extras":${JSON.stringify(extras)}`]),
		...(indices === undefined ? [] : [`"indices":${names.accessor(indices)}`]),
	]);
}

export function nodeText({ name, extras, translation, rotation, mesh, children }: PlainNode, names: PartNames): string {
	return objectText([
		...propertyTexts(name, extras),
		...(isNear(translation, [0, 0, 0]) ? [] : [`"translation":${JSON.stringify(translation)}`]),
		...(isNear(rotation, [0, 0, 0, 1]) ? [] : [`"rotation":${JSON.stringify(rotation)}`]),
		...(mesh === null ? [] : [`"mesh":${names.mesh(mesh)}`]),
		...(children.length === 0 ? [] : [`"children":[${children.map((child) => names.node(child)).join(',')}]`]),
	]);
}

function objectText(entries: readonly string[]): string {
	return `{${entries.join(',')}}`;
}

function propertyTexts(name: string, extras: Extras | undefined): string[] {
	const text = JSON.stringify(propertyJson(name, extras)).slice(1, -1);
	return text === '' ? [] : [text];
}

function propertyJson(name: string, extras: Record<string, unknown> | undefined): Json {
	return {
		...(name === '' ? {} : { name }),
		...(extras === undefined || Object.keys(extras).length === 0 ? {} : { extras }),
	};
}

/** A value this near to its default is left out. */
const NEAR = 1e-5;

function isNear(values: readonly number[], defaults: readonly number[]): boolean {
	return !values.some((value, i) => Math.abs(value - defaults[i]) > NEAR);
}
