import { UsageError } from '../../src/findings/report.ts';
import {
	FIELD_SIZE,
	GFF_HEADER_SIZE,
	GFF_TABLES,
	GFF_TYPES,
	GFF_VERSION,
	type Gff,
	type GffField,
	type GffStruct,
	LABEL_SIZE,
	STRUCT_SIZE,
} from './gff.ts';

/** A byte buffer that grows as it is written. */
class Bytes {
	#bytes = new Uint8Array(256);
	length = 0;

	/** Appends `size` zero bytes and returns a view of them. */
	add(size: number): DataView {
		const start = this.length;
		this.length += size;
		if (this.length > this.#bytes.length) {
			const larger = new Uint8Array(Math.max(this.length, this.#bytes.length * 2));
			larger.set(this.#bytes);
			this.#bytes = larger;
		}
		return new DataView(this.#bytes.buffer, start, size);
	}

	word(value: number): void {
		this.add(4).setUint32(0, value, true);
	}

	/** Appends a text with one byte for each character. @throws UsageError for a character that needs more */
	text(text: string): void {
		const view = this.add(text.length);
		for (let i = 0; i < text.length; i++) {
			const code = text.charCodeAt(i);
			if (code > 0xff)
				throw new UsageError(`A text of a GFF holds a character that is more than a byte: "${text[i]}".`);
			view.setUint8(i, code);
		}
	}

	view(at: number, size: number): DataView {
		return new DataView(this.#bytes.buffer, at, size);
	}

	done(): Uint8Array {
		return this.#bytes.subarray(0, this.length);
	}
}

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

class Writer {
	readonly #tables = {
		structs: new Bytes(),
		fields: new Bytes(),
		labels: new Bytes(),
		data: new Bytes(),
		fieldIndices: new Bytes(),
		listIndices: new Bytes(),
	};
	readonly #labels = new Map<string, number>();

	/** Writes a struct. Fields are numbered in the order of a walk down the tree, as the game's own tools do. @returns index of the struct */
	struct({ id, fields }: GffStruct): number {
		const { structs, fieldIndices } = this.#tables;
		const at = structs.length;
		structs.add(STRUCT_SIZE);
		const isListed = fields.length > 1;
		const listAt = fieldIndices.length;
		if (isListed) fieldIndices.add(fields.length * 4);
		let first = NOWHERE;
		fields.forEach((field, i) => {
			const index = this.#field(field);
			if (i === 0) first = index;
			if (isListed) fieldIndices.view(listAt + i * 4, 4).setUint32(0, index, true);
		});
		const view = structs.view(at, STRUCT_SIZE);
		view.setUint32(0, id, true);
		view.setUint32(4, isListed ? listAt : first, true);
		view.setUint32(8, fields.length, true);
		return at / STRUCT_SIZE;
	}

	#field(field: GffField): number {
		const { fields } = this.#tables;
		const at = fields.length;
		fields.add(FIELD_SIZE);
		const label = this.#label(field.label);
		const value = this.#value(field);
		const view = fields.view(at, FIELD_SIZE);
		view.setUint32(0, GFF_TYPES.indexOf(field.type), true);
		view.setUint32(4, label, true);
		view.setUint32(8, value, true);
		return at / FIELD_SIZE;
	}

	#label(label: string): number {
		const known = this.#labels.get(label);
		if (known !== undefined) return known;
		const { labels } = this.#tables;
		if (label.length > LABEL_SIZE)
			throw new UsageError(`A label of a GFF has at most ${LABEL_SIZE} characters: "${label}".`);
		const index = labels.length / LABEL_SIZE;
		labels.text(label.padEnd(LABEL_SIZE, '\0'));
		this.#labels.set(label, index);
		return index;
	}

	/** The 4 bytes in the field itself: a small value, or the offset or index of a larger one. */
	#value(field: GffField): number {
		const { data, listIndices } = this.#tables;
		const start = data.length;
		switch (field.type) {
			case 'byte':
			case 'char':
			case 'word':
			case 'short':
			case 'dword':
			case 'int':
				return field.value >>> 0;
			case 'float': {
				const view = new DataView(new ArrayBuffer(4));
				view.setFloat32(0, field.value, true);
				return view.getUint32(0, true);
			}
			case 'double':
				data.add(8).setFloat64(0, field.value, true);
				return start;
			case 'dword64':
			case 'int64':
				data.add(8).setBigUint64(0, BigInt.asUintN(64, field.value), true);
				return start;
			case 'string':
				data.word(field.value.length);
				data.text(field.value);
				return start;
			case 'resref':
				if (field.value.length > 255) throw new UsageError(`A resource name of a GFF is too long: "${field.value}".`);
				data.add(1).setUint8(0, field.value.length);
				data.text(field.value);
				return start;
			case 'void':
				data.word(field.value.length);
				for (const byte of field.value) data.add(1).setUint8(0, byte);
				return start;
			case 'texts':
				return this.#texts(field.value);
			case 'orientation':
			case 'vector':
				for (const value of field.value) data.add(4).setFloat32(0, value, true);
				return start;
			case 'struct':
				return this.struct(field.value);
			case 'list': {
				const at = listIndices.length;
				listIndices.word(field.value.length);
				const indices = listIndices.length;
				listIndices.add(field.value.length * 4);
				field.value.forEach((each, i) => {
					const index = this.struct(each);
					listIndices.view(indices + i * 4, 4).setUint32(0, index, true);
				});
				return at;
			}
		}
	}

	#texts({ reference, texts }: Extract<GffField, { type: 'texts' }>['value']): number {
		const { data } = this.#tables;
		const start = data.length;
		data.word(8 + texts.reduce((sum, { text }) => sum + 8 + text.length, 0));
		data.word(reference);
		data.word(texts.length);
		for (const { id, text } of texts) {
			data.word(id);
			data.word(text.length);
			data.text(text);
		}
		return start;
	}

	file(type: string): Uint8Array {
		const header = new Bytes();
		header.text(type + GFF_VERSION);
		let offset = GFF_HEADER_SIZE;
		const entry: Readonly<Record<string, number>> = { structs: STRUCT_SIZE, fields: FIELD_SIZE, labels: LABEL_SIZE };
		const tables = (Object.keys(GFF_TABLES) as (keyof typeof GFF_TABLES)[]).map((name) => {
			const bytes = this.#tables[name].done();
			header.word(offset);
			header.word(bytes.length / (entry[name] ?? 1));
			offset += bytes.length;
			return bytes;
		});
		const file = new Uint8Array(offset);
		let at = 0;
		for (const part of [header.done(), ...tables]) {
			file.set(part, at);
			at += part.length;
		}
		return file;
	}
}
