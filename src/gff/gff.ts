/**
 * The tree that a GFF holds (`GFF V3.2`: PTH, GIT, ARE, IFO and others): structs of labelled fields. What is read is written with the same
 * values in the same order; where in the file they lie may change.
 */

/** A file: its type, such as `PTH `, and the struct at its top. */
export interface Gff {
	/** 4 characters. */
	readonly type: string;
	readonly root: GffStruct;
}

/** Labelled fields in an order, and what sort of struct they are. */
export interface GffStruct {
	/** What sort of struct it is; 0xFFFFFFFF at the top. */
	readonly id: number;
	/** Labels may repeat; nothing but a reader of the fields forbids it. */
	readonly fields: readonly GffField[];
}

/** A text in several languages. */
export interface GffTexts {
	/** Row of the game's talk table; 0xFFFFFFFF for none. */
	readonly reference: number;
	/** By language and gender: `2 * language + gender`. */
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

/** A value and what it is called. */
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

/** The six tables, in the order they lie in a file, and where the header says so: their offsets, each with a count or a size behind it. */
export const GFF_TABLES = { structs: 8, fields: 16, labels: 24, data: 32, fieldIndices: 40, listIndices: 48 } as const;
