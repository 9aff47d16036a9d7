import { UsageError } from '../../src/findings/report.ts';
import { joinedBytes } from '../../src/math/arrays.ts';
import { encodeLatin } from '../../src/text/cursor.ts';
import {
	GFF_HEADER_SIZE,
	type GFF_TABLES,
	GFF_TYPES,
	GFF_VERSION,
	type Gff,
	type GffField,
	type GffStruct,
	LABEL_SIZE,
} from './gff.ts';

/**
 * Writes a tree as `GFF V3.2`: structs before those that they hold, labels once each, tables back to back.
 * @throws UsageError for labels and texts that do not fit
 *
 * @example
 * const bytes = writeGff(readGff(git, new Report()));
 */
export function writeGff({ type, root }: Gff): Uint8Array {
	if (!/^[\x20-\x7e]{4}$/.test(type))
		throw new UsageError(`The type of a GFF has 4 characters, not ${JSON.stringify(type)}.`);
	const writer = new Writer();
	writer.struct(root);
	return writer.file(type);
}

/** Index of the fields of a struct that has none. */
const NOWHERE = 0xffffffff;
/** Numbers of a struct and of a field. */
const ROW = 3;

class Writer {
	/** Tables of 32-bit numbers. */
	readonly #structs: number[] = [];
	readonly #fields: number[] = [];
	readonly #fieldIndices: number[] = [];
	readonly #listIndices: number[] = [];
	/** Labels with their indices, in that order. */
	readonly #labels = new Map<string, number>();
	readonly #data: Uint8Array[] = [];
	#dataSize = 0;

	/** Writes a struct. Fields are numbered in the order of a walk down the tree, as the game's own tools do. @returns index of the struct */
	struct({ id, fields }: GffStruct): number {
		const at = this.#structs.push(id, NOWHERE, fields.length) - ROW;
		if (fields.length === 1) this.#structs[at + 1] = this.#field(fields[0]);
		if (fields.length > 1)
			this.#structs[at + 1] = indices(this.#fieldIndices, fields, (field) => this.#field(field)) * 4;
		return at / ROW;
	}

	#field(field: GffField): number {
		const at = this.#fields.push(GFF_TYPES.indexOf(field.type), 0, 0) - ROW;
		this.#fields[at + 1] = this.#label(field.label);
		this.#fields[at + 2] = this.#value(field);
		return at / ROW;
	}

	#label(label: string): number {
		const known = this.#labels.get(label);
		if (known !== undefined) return known;
		if (label.length > LABEL_SIZE)
			throw new UsageError(`A label of a GFF has at most ${LABEL_SIZE} characters: "${label}".`);
		latin(label);
		const index = this.#labels.size;
		this.#labels.set(label, index);
		return index;
	}

	/** The 4 bytes in the field itself: a small value, or the offset or index of a larger one. */
	#value(field: GffField): number {
		switch (field.type) {
			case 'byte':
			case 'char':
			case 'word':
			case 'short':
			case 'dword':
			case 'int':
				return field.value >>> 0;
			case 'float':
				return new DataView(floats([field.value]).buffer).getUint32(0, true);
			case 'double':
				return this.#put(packed(8, [field.value], (view, at, value) => view.setFloat64(at, value, true)));
			case 'dword64':
			case 'int64':
				return this.#put(packed(8, [field.value], (view, at, value) => view.setBigInt64(at, value, true)));
			case 'string':
				return this.#put(words([field.value.length]), latin(field.value));
			case 'resref':
				if (field.value.length > 255) throw new UsageError(`A resource name of a GFF is too long: "${field.value}".`);
				return this.#put(Uint8Array.of(field.value.length), latin(field.value));
			case 'void':
				return this.#put(words([field.value.length]), field.value);
			case 'texts': {
				const { reference, texts } = field.value;
				const all = texts.flatMap(({ id, text }) => [words([id, text.length]), latin(text)]);
				const size = all.reduce((sum, { length }) => sum + length, 8);
				return this.#put(words([size, reference, texts.length]), ...all);
			}
			case 'orientation':
			case 'vector':
				return this.#put(floats(field.value));
			case 'struct':
				return this.struct(field.value);
			case 'list': {
				const at = this.#listIndices.push(field.value.length) - 1;
				indices(this.#listIndices, field.value, (each) => this.struct(each));
				return at * 4;
			}
		}
	}

	/** Adds to the values. @returns where it begins */
	#put(...parts: readonly Uint8Array[]): number {
		const start = this.#dataSize;
		for (const part of parts) {
			this.#data.push(part);
			this.#dataSize += part.length;
		}
		return start;
	}

	file(type: string): Uint8Array {
		const labels = [...this.#labels.keys()].map((label) => label.padEnd(LABEL_SIZE, '\0')).join('');
		const tables: Readonly<Record<keyof typeof GFF_TABLES, readonly [bytes: Uint8Array, count?: number]>> = {
			structs: [words(this.#structs), this.#structs.length / ROW],
			fields: [words(this.#fields), this.#fields.length / ROW],
			labels: [latin(labels), this.#labels.size],
			data: [joinedBytes(this.#data)],
			fieldIndices: [words(this.#fieldIndices)],
			listIndices: [words(this.#listIndices)],
		};
		let offset = GFF_HEADER_SIZE;
		const header = Object.values(tables).flatMap(([{ length }, count = length]) => {
			const at = offset;
			offset += length;
			return [at, count];
		});
		return joinedBytes([latin(type + GFF_VERSION), words(header), ...Object.values(tables).map(([bytes]) => bytes)]);
	}
}

/** Adds to a table what `write` gives for each item, behind what it gave for the items before. @returns where the table has the first */
function indices<T>(table: number[], items: readonly T[], write: (item: T) => number): number {
	const at = table.length;
	// Items may write to the same table.
	for (const _ of items) table.push(0);
	for (const [i, item] of items.entries()) table[at + i] = write(item);
	return at;
}

/** A text with one byte for each character. @throws UsageError for a character that needs more */
function latin(text: string): Uint8Array {
	const [wide] = /[^\0-\xff]/.exec(text) ?? [];
	if (wide !== undefined)
		throw new UsageError(`A text of a GFF holds a character that is more than a byte: "${wide}".`);
	return encodeLatin(text);
}

function packed<T>(
	size: number,
	values: readonly T[],
	set: (view: DataView, at: number, value: T) => void,
): Uint8Array {
	const bytes = new Uint8Array(values.length * size);
	const view = new DataView(bytes.buffer);
	for (const [i, value] of values.entries()) set(view, i * size, value);
	return bytes;
}

function words(values: readonly number[]): Uint8Array {
	return packed(4, values, (view, at, value) => view.setUint32(at, value, true));
}

function floats(values: readonly number[]): Uint8Array {
	return packed(4, values, (view, at, value) => view.setFloat32(at, value, true));
}
