import type { Location, Report } from '../../src/findings/report.ts';
import { GLB, isGlb } from '../../src/formats/gltf.ts';
import { isObject } from '../../src/text/quote.ts';
import { foreignFormat, isLikeObj, markLength } from '../../src/text/text.ts';
import { tellFault } from './document.ts';
import { GLTF_FINDINGS } from './findings.ts';

/** The parts of a glTF file: its JSON, not yet checked, and the binary chunk of a GLB. */
export interface Container {
	readonly json: Readonly<Record<string, unknown>>;
	readonly binary?: Uint8Array;
}

/**
 * Recognises GLB or JSON by content, splits it into its parts and parses the JSON.
 *
 * @throws InputError for any other content, naming what it looks like; for a GLB that is cut off or altered; for invalid JSON
 */
export function openContainer(bytes: Uint8Array, report: Report): Container {
	const isBinary = isGlb(bytes);
	const { text, binary } = isBinary ? readGlb(bytes, report) : { text: readText(bytes, report) };
	const mark = markLength(bytes.subarray(text.start, text.end));
	if (mark > 0) tellFault(report, { offset: text.start }, 'begins its JSON with a byte order mark');
	const offset = text.start + mark;
	const json = parseJson({ bytes: bytes.subarray(offset, text.end), offset, isGlb: isBinary }, report);
	return binary === undefined ? { json } : { json, binary: bytes.subarray(binary.start, binary.end) };
}

/** A range of bytes in the file. */
interface Span {
	readonly start: number;
	readonly end: number;
}

function readText(bytes: Uint8Array, report: Report): Span {
	if (firstVisible(bytes) !== 0x7b) report.fail(GLTF_FINDINGS.GLTF_UNRECOGNIZED, {}, { found: looksLike(bytes) });
	return { start: 0, end: bytes.length };
}

const BLANKS = [0x20, 0x09, 0x0a, 0x0d];

function firstVisible(bytes: Uint8Array): number | undefined {
	return bytes.subarray(markLength(bytes)).find((byte) => !BLANKS.includes(byte));
}

function looksLike(bytes: Uint8Array): string {
	if (bytes.length === 0) return 'it is empty';
	if (firstVisible(bytes) === undefined) return 'it is blank';
	const format = foreignFormat(bytes) ?? (isLikeObj(bytes) ? 'OBJ text' : undefined);
	return format === undefined ? 'it begins neither with "glTF" nor with "{"' : `it looks like ${format}`;
}

/** A GLB: a header of 12 bytes, then chunks, JSON first. Chunks of unknown type are allowed and skipped. */
function readGlb(bytes: Uint8Array, report: Report): { text: Span; binary: Span | undefined } {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (bytes.length < GLB.headerBytes) damaged(report, bytes.length, 'it ends within its header');
	const version = view.getUint32(4, true);
	if (version !== GLB.version)
		report.fail(GLTF_FINDINGS.GLTF_VERSION, { offset: 4 }, { version: `${version} (binary)` });
	const [first, second, ...rest] = listChunks(view, checkedLength(view, report), report);
	if (first?.type !== GLB.json) {
		damaged(report, GLB.headerBytes, first === undefined ? 'it has no chunks' : 'its first chunk is not JSON');
	}
	const binary = second?.type === GLB.binary ? second : undefined;
	for (const chunk of binary === undefined ? [second, ...rest] : rest) {
		if (chunk?.type !== GLB.json && chunk?.type !== GLB.binary) continue;
		tellFault(
			report,
			{ offset: chunk.start },
			`is a further ${chunk.type === GLB.json ? 'JSON' : 'binary'} chunk, which is not read`,
		);
	}
	return { text: first, binary };
}

function damaged(report: Report, at: number | Location, problem: string): never {
	return report.fail(GLTF_FINDINGS.GLTF_DAMAGED, typeof at === 'number' ? { offset: at } : at, { problem });
}

function checkedLength(view: DataView, report: Report): number {
	const declared = view.getUint32(8, true);
	const actual = view.byteLength;
	if (declared > actual) damaged(report, 8, `its header says ${declared} bytes, but there are ${actual}`);
	if (declared < GLB.headerBytes) damaged(report, 8, `its header says ${declared} bytes for the whole file`);
	if (declared < actual)
		tellFault(
			report,
			{ offset: declared },
			`is the end of the GLB, but ${actual - declared} bytes follow, which are not read`,
		);
	return declared;
}

interface Chunk extends Span {
	readonly type: number;
}

function listChunks(view: DataView, end: number, report: Report): Chunk[] {
	const chunks: Chunk[] = [];
	let at = GLB.headerBytes;
	while (at < end) {
		const start = at + GLB.chunkHeaderBytes;
		if (start > end) damaged(report, at, 'it ends within the header of a chunk');
		const length = view.getUint32(at, true);
		const left = end - start;
		if (length > left) damaged(report, at, `a chunk of ${length} bytes does not fit into the ${left} that are left`);
		if (length % 4 !== 0) tellFault(report, { offset: at }, `is a chunk of ${length} bytes, no multiple of 4`);
		chunks.push({ type: view.getUint32(at + 4, true), start, end: start + length });
		at = start + length;
	}
	return chunks;
}

/** Most bytes of JSON; more do not fit into one string of JavaScript. */
const MOST_BYTES = 500_000_000;
/** Most levels of nested brackets. */
const MOST_NESTING = 256;

/** The JSON of a file and its offset. */
interface JsonText {
	readonly bytes: Uint8Array;
	readonly offset: number;
	readonly isGlb: boolean;
}

/** Parses JSON. Its nesting is limited first, so that later steps may recurse. */
function parseJson(text: JsonText, report: Report): Readonly<Record<string, unknown>> {
	const { bytes, offset } = text;
	const fail = (problem: string, at = 0): never => damaged(report, offset + at, `its JSON ${problem}`);
	if (bytes.length > MOST_BYTES) fail(`is ${bytes.length} bytes long, more than can be read`);
	const deep = tooDeepAt(bytes);
	if (deep >= 0) fail(`is nested more than ${MOST_NESTING} deep`, deep);
	let value: unknown;
	try {
		value = JSON.parse(decodeUtf8(bytes));
	} catch (error) {
		if (!(error instanceof SyntaxError)) return fail('is not UTF-8');
		return damaged(report, jsonPlace(text, error), `its JSON is malformed: ${reasonOf(error)}`);
	}
	return isObject(value) ? value : fail('is no object');
}

function decodeUtf8(bytes: Uint8Array): string {
	return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

/** Offset of the byte at which nesting exceeds the limit; −1 if it never does. Brackets within strings do not count. */
function tooDeepAt(json: Uint8Array): number {
	let depth = 0;
	for (let i = 0; i < json.length; i++) {
		const byte = json[i];
		if (byte === 0x22) {
			i = stringEnd(json, i);
			if (i < 0) return -1;
		} else if (byte === 0x7b || byte === 0x5b) {
			if (++depth > MOST_NESTING) return i;
		} else if (byte === 0x7d || byte === 0x5d) depth--;
	}
	return -1;
}

/** Index of the quote that ends the string beginning at `start`, −1 without one. */
function stringEnd(json: Uint8Array, start: number): number {
	for (let end = json.indexOf(0x22, start + 1); end >= 0; end = json.indexOf(0x22, end + 1)) {
		let backslashes = 0;
		while (json[end - 1 - backslashes] === 0x5c) backslashes++;
		if (backslashes % 2 === 0) return end;
	}
	return -1;
}

/** The reason in a SyntaxError of JSON. The engine appends a quotation of the document, which may be megabytes long, so that is cut off. */
function reasonOf({ message }: SyntaxError): string {
	return message
		.replace(/,? \.{0,3}"[\s\S]*$/, '')
		.replace(/ in JSON at position \d+[\s\S]*$/, '')
		.slice(0, 120);
}

function jsonPlace({ bytes, offset, isGlb }: JsonText, { message }: SyntaxError): Location {
	const position = /at position (\d+)/.exec(message);
	if (position === null) return {};
	// The position is in UTF-16 units, not bytes, so the text is decoded to find line and column.
	const before = decodeUtf8(bytes).slice(0, Number(position[1]));
	if (isGlb) return { offset: offset + new TextEncoder().encode(before).length };
	return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
}
