import type { Report } from '../../src/findings/report.ts';
import { type ByteSource, isWithin } from '../../src/formats/sources.ts';
import { decodeLatin } from '../../src/text/encoding.ts';
import { ARCHIVE_FINDINGS, NAME_SIZE } from './archive.ts';

/** What reading tables of archives shares: counts and offsets are compared with the size of the file before anything is read by them. */

/** A part of a file as a view. */
export async function readView(source: ByteSource, offset: number, length: number): Promise<DataView> {
	const { buffer, byteOffset, byteLength } = await source.read(offset, length);
	return new DataView(buffer, byteOffset, byteLength);
}

/**
 * The header of an archive.
 * @param types what it may begin with
 * @throws InputError for another kind of file, or one that is too short
 */
export async function readHeader(
	source: ByteSource,
	types: readonly string[],
	version: string,
	length: number,
	report: Report,
): Promise<DataView> {
	const view = await readView(source, 0, Math.min(length, source.size));
	const found = textOf(view, 0, Math.min(8, view.byteLength));
	if (!types.some((type) => found === type + version)) {
		const wanted = types.map((type) => `"${type}${version}"`).join(' or ');
		return report.fail(ARCHIVE_FINDINGS.ARCHIVE_MAGIC, {}, { found, wanted });
	}
	if (view.byteLength < length) {
		const data = { part: 'header', count: 1, offset: 0, size: source.size };
		return report.fail(ARCHIVE_FINDINGS.ARCHIVE_TRUNCATED, {}, data);
	}
	return view;
}

/** True for a file that begins so. */
export function beginsWith(head: Uint8Array, types: readonly string[], version: string): boolean {
	const found = decodeLatin(head.subarray(0, 8));
	return types.some((type) => found === type + version);
}

/**
 * A table of rows.
 * @throws InputError when it does not lie within the file
 */
export async function readTable(
	source: ByteSource,
	part: string,
	{ offset, count, rowSize }: { readonly offset: number; readonly count: number; readonly rowSize: number },
	report: Report,
): Promise<DataView> {
	if (isWithin(offset, count * rowSize, source.size)) return readView(source, offset, count * rowSize);
	const data = { part, count, offset, size: source.size };
	return report.fail(ARCHIVE_FINDINGS.ARCHIVE_TRUNCATED, {}, data);
}

/** A name of up to 16 bytes; nothing ends one that fills them. A character for each byte. */
export function nameOf(view: DataView, at: number): string {
	return textOf(view, at, NAME_SIZE);
}

/** Bytes up to the first NUL as text, a character for each. */
export function textOf(view: DataView, at: number, length: number): string {
	let text = '';
	for (let i = at; i < at + length; i++) {
		const code = view.getUint8(i);
		if (code === 0) break;
		text += String.fromCharCode(code);
	}
	return text;
}

/** Reports an entry that does not lie within its file. @returns true for one that does */
export function checkEntry(
	entry: string,
	{ offset, size }: { readonly offset: number; readonly size: number },
	available: number,
	report: Report,
): boolean {
	if (isWithin(offset, size, available)) return true;
	const problem = `its ${size} bytes at ${offset} lie outside of the file, which has ${available}`;
	report.add(ARCHIVE_FINDINGS.ARCHIVE_ENTRY_DAMAGED, {}, { entry, problem });
	return false;
}
