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
export const STRUCT_SIZE = 12;
export const FIELD_SIZE = 12;
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

/** A field of one byte. */
export function byteField(label: string, value: number): GffField {
	return { label, type: 'byte', value };
}

/** A field that names a resource. */
export function resourceField(label: string, value = ''): GffField {
	return { label, type: 'resref', value };
}
