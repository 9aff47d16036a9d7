import { defineFindings, type Report } from '../../src/findings/report.ts';
import { requireBytes } from '../../src/formats/contracts.ts';
import { finite, type Vec3 } from '../../src/math/vec3.ts';

/**
 * The tree of structs and labelled fields in a GFF (`GFF V3.2`: PTH, GIT, ARE, IFO and others). Writing keeps the values and their order, but not
 * their offsets in the file.
 */

/** A file: its type, such as `PTH `, and the struct at its top. */
export interface Gff {
	/** 4 characters. */
	readonly type: string;
	readonly root: GffStruct;
}

/** A struct: its type and its fields, in order. */
export interface GffStruct {
	/** The type of the struct; 0xFFFFFFFF at the top. */
	readonly id: number;
	/** Labels may repeat: the format allows it. */
	readonly fields: readonly GffField[];
}

/** A text in several languages. */
export interface GffTexts {
	/** Row of the game's talk table; 0xFFFFFFFF for none. */
	readonly reference: number;
	/** `id` is `2 * language + gender`. */
	readonly texts: readonly { readonly id: number; readonly text: string }[];
}

/** A value and its type. Texts hold a character for each byte of the file, 0 to 255, whatever its code page. */
export type GffValue =
	| { readonly type: 'byte' | 'char' | 'word' | 'short' | 'dword' | 'int' | 'float' | 'double'; readonly value: number }
	| { readonly type: 'dword64' | 'int64'; readonly value: bigint }
	| { readonly type: 'string' | 'resref'; readonly value: string }
	| { readonly type: 'texts'; readonly value: GffTexts }
	| { readonly type: 'void'; readonly value: Uint8Array }
	| { readonly type: 'struct'; readonly value: GffStruct }
	| { readonly type: 'list'; readonly value: readonly GffStruct[] }
	/** 4 and 3 floats. */
	| { readonly type: 'orientation' | 'vector'; readonly value: readonly number[] };

/** A value and its label. */
export type GffField = { readonly label: string } & GffValue;

/** The types that a value can have. */
export type GffType = GffValue['type'];

/** Types by their number in a file. */
export const GFF_TYPES: readonly GffType[] = [
	'byte',
	'char',
	'word',
	'short',
	'dword',
	'int',
	'dword64',
	'int64',
	'float',
	'double',
	'string',
	'resref',
	'texts',
	'void',
	'struct',
	'list',
	'orientation',
	'vector',
];

export const GFF_VERSION = 'V3.2';
export const GFF_HEADER_SIZE = 56;
/** Bytes a struct, a field, a label. */
const STRUCT_SIZE = 12;
const FIELD_SIZE = 12;
export const LABEL_SIZE = 16;
/** The id of the struct at the top. */
export const TOP_STRUCT = 0xffffffff;

/** The six tables, in their order in a file: where the header has the offset of each, followed by its count or size. */
export const GFF_TABLES = { structs: 8, fields: 16, labels: 24, data: 32, fieldIndices: 40, listIndices: 48 } as const;

/** Read fields of a struct by label. A field of another type counts as missing: files come from many tools. */

function fieldOf({ fields }: GffStruct, label: string): GffField | undefined {
	return fields.find((field) => field.label === label);
}

/** A finite number; `otherwise` where there is none. */
export function numberOf(struct: GffStruct, label: string, otherwise = 0): number {
	const value = fieldOf(struct, label)?.value;
	return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}

/** A text or the name of a resource; empty where there is none. */
export function textOf(struct: GffStruct, label: string): string {
	const value = fieldOf(struct, label)?.value;
	return typeof value === 'string' ? value : '';
}

export function listOf(struct: GffStruct, label: string): readonly GffStruct[] {
	const field = fieldOf(struct, label);
	return field?.type === 'list' ? field.value : [];
}

export function structOf(struct: GffStruct, label: string): GffStruct | undefined {
	const field = fieldOf(struct, label);
	return field?.type === 'struct' ? field.value : undefined;
}

/** Three numbers, by their labels or as one field. */
export function vectorOf(struct: GffStruct, ...labels: readonly string[]): Vec3 {
	const [x, y, z] = labels;
	if (y !== undefined && z !== undefined) return [numberOf(struct, x), numberOf(struct, y), numberOf(struct, z)];
	const field = fieldOf(struct, x);
	const [a = 0, b = 0, c = 0] = field?.type === 'vector' ? field.value : [];
	return finite([a, b, c]);
}

/** The struct with a field in place of the one of that label, or behind the others. */
export function withField(struct: GffStruct, label: string, value: GffValue): GffStruct {
	const field = { label, ...value } as GffField;
	const index = struct.fields.findIndex((each) => each.label === label);
	return { ...struct, fields: index < 0 ? [...struct.fields, field] : struct.fields.with(index, field) };
}

/** What a field of a type holds. */
type ValueOf<T extends GffType, V = GffValue> = V extends { type: infer U; value: infer X }
	? T extends U
		? X
		: never
	: never;

/** Fields of one type, by their labels. */
export function fieldsOf<T extends GffType>(type: T, values: Readonly<Record<string, ValueOf<T>>>): GffField[] {
	return Object.entries(values).map(([label, value]) => ({ label, type, value }) as unknown as GffField);
}

/** Fields of one type that have the same value. */
export function fieldsAlike<T extends GffType>(type: T, value: ValueOf<T>, ...labels: readonly string[]): GffField[] {
	return fieldsOf(type, Object.fromEntries(labels.map((label) => [label, value])));
}

/** What a GFF can be told about. */
export const GFF_FINDINGS = defineFindings({
	GFF_INVALID: {
		severity: 'fatal',
		meaning:
			'The file is not a GFF of version 3.2, was cut off, or was altered: a table reaches beyond the file, structs form a cycle, or a field has an unknown type, so that its length and everything after it are unknown.',
		message: (d: { problem: string }): string => `Not a valid GFF: ${d.problem}.`,
		help: 'Check that the file is complete and is a GFF, such as a GIT or PTH.',
	},
});

type TableName = keyof typeof GFF_TABLES;

/** Structs within structs within structs: deeper than this is no file of the game. */
const DEEPEST = 200;

/**
 * Reads a GFF (`V3.2`) of any type.
 * @throws InputError when it cannot be read; UsageError for what is not bytes
 *
 * @example
 * const { type, root } = readGff(git, new Report());
 * console.log(type, root.fields.map(({ label }) => label));
 */
export function readGff(bytes: Uint8Array, report: Report): Gff {
	requireBytes(bytes);
	return new Reader(bytes, report).read();
}

class Reader {
	readonly #bytes: Uint8Array;
	readonly #view: DataView;
	readonly #report: Report;
	readonly #used = new Set<number>();

	constructor(bytes: Uint8Array, report: Report) {
		this.#bytes = bytes;
		this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
		this.#report = report;
	}

	read(): Gff {
		if (this.#bytes.length < GFF_HEADER_SIZE) return this.#refuse('its header is cut off');
		const version = this.#text(4, 4);
		if (version !== GFF_VERSION) return this.#refuse(`its version is "${version}", not "${GFF_VERSION}"`);
		return { type: this.#text(0, 4), root: this.#struct(0, 0) };
	}

	#truncated(part: string): never {
		return this.#refuse(`its ${part} lie outside of the file or of their table`);
	}

	#refuse(problem: string): never {
		return this.#report.fail(GFF_FINDINGS.GFF_INVALID, {}, { problem });
	}

	/** Where so many bytes of a table lie in the file. */
	#locate(table: TableName, at: number, size: number, entry = 1): number {
		const offset = this.#view.getUint32(GFF_TABLES[table], true);
		const length = this.#view.getUint32(GFF_TABLES[table] + 4, true) * entry;
		if (at + size > length || offset + length > this.#bytes.length) return this.#truncated(PARTS[table]);
		return offset + at;
	}

	#word(table: TableName, at: number): number {
		return this.#view.getUint32(this.#locate(table, at, 4), true);
	}

	#text(at: number, length: number): string {
		let text = '';
		for (let i = at; i < at + length; i++) text += String.fromCharCode(this.#bytes[i]);
		return text;
	}

	#struct(index: number, depth: number): GffStruct {
		if (this.#used.has(index) || depth > DEEPEST)
			return this.#refuse(`struct ${index} is used more than once, by itself, or too deep within others`);
		this.#used.add(index);
		const at = this.#locate('structs', index * STRUCT_SIZE, STRUCT_SIZE, STRUCT_SIZE);
		const where = this.#view.getUint32(at + 4, true);
		const count = this.#view.getUint32(at + 8, true);
		if (count > 1) this.#locate('fieldIndices', where, count * 4);
		const fields: GffField[] = [];
		for (let i = 0; i < count; i++) {
			fields.push(this.#field(count === 1 ? where : this.#word('fieldIndices', where + i * 4), depth));
		}
		return { id: this.#view.getUint32(at, true), fields };
	}

	#field(index: number, depth: number): GffField {
		const at = this.#locate('fields', index * FIELD_SIZE, FIELD_SIZE, FIELD_SIZE);
		const type = this.#view.getUint32(at, true);
		const labelAt = this.#locate('labels', this.#view.getUint32(at + 4, true) * LABEL_SIZE, LABEL_SIZE, LABEL_SIZE);
		const label = this.#text(labelAt, LABEL_SIZE).replace(/\0.*$/s, '');
		const value = this.#value(type, at + 8, depth);
		return value === undefined
			? this.#refuse(`its field "${label}" has the type ${type}, which is not known`)
			: { label, ...value };
	}

	#value(type: number, at: number, depth: number): GffValue | undefined {
		const view = this.#view;
		const where = view.getUint32(at, true);
		const data = (size: number): number => this.#locate('data', where, size);
		const name = GFF_TYPES[type];
		switch (name) {
			case 'byte':
			case 'char':
			case 'word':
			case 'short':
			case 'dword':
			case 'int':
			case 'float':
				return { type: name, value: view[GETTERS[name]](at, true) };
			case 'double':
				return { type: name, value: view.getFloat64(data(8), true) };
			case 'dword64':
				return { type: name, value: view.getBigUint64(data(8), true) };
			case 'int64':
				return { type: name, value: view.getBigInt64(data(8), true) };
			case 'string':
				return { type: name, value: this.#dataText(where, 4) };
			case 'resref':
				return { type: name, value: this.#dataText(where, 1) };
			case 'void': {
				const length = this.#word('data', where);
				const start = this.#locate('data', where + 4, length);
				return { type: name, value: this.#bytes.slice(start, start + length) };
			}
			case 'texts':
				return { type: name, value: this.#texts(where) };
			case 'orientation':
			case 'vector': {
				const count = name === 'vector' ? 3 : 4;
				const start = data(count * 4);
				return { type: name, value: Array.from({ length: count }, (_, i) => view.getFloat32(start + i * 4, true)) };
			}
			case 'struct':
				return { type: name, value: this.#struct(where, depth + 1) };
			case 'list': {
				const count = this.#word('listIndices', where);
				this.#locate('listIndices', where + 4, count * 4);
				const value: GffStruct[] = [];
				for (let i = 1; i <= count; i++) value.push(this.#struct(this.#word('listIndices', where + i * 4), depth + 1));
				return { type: name, value };
			}
			default:
				return undefined;
		}
	}

	/** A text of the data, with its length before it in so many bytes. */
	#dataText(at: number, size: 1 | 4): string {
		const length = size === 4 ? this.#word('data', at) : this.#view.getUint8(this.#locate('data', at, 1));
		return this.#text(this.#locate('data', at + size, length), length);
	}

	#texts(at: number): GffTexts {
		const reference = this.#word('data', at + 4);
		const count = this.#word('data', at + 8);
		const texts: { id: number; text: string }[] = [];
		let next = at + 12;
		for (let i = 0; i < count; i++) {
			const id = this.#word('data', next);
			const text = this.#dataText(next + 4, 4);
			texts.push({ id, text });
			next += 8 + text.length;
		}
		return { reference, texts };
	}
}

/** How the values that a field holds itself are read. */
const GETTERS = {
	byte: 'getUint8',
	char: 'getInt8',
	word: 'getUint16',
	short: 'getInt16',
	dword: 'getUint32',
	int: 'getInt32',
	float: 'getFloat32',
} as const;

const PARTS: Readonly<Record<TableName, string>> = {
	structs: 'structs',
	fields: 'fields',
	labels: 'labels',
	data: 'values',
	fieldIndices: 'field indices',
	listIndices: 'list indices',
};
