import type { Report } from '../../src/findings/report.ts';
import { giveTurn } from '../../src/findings/turns.ts';
import { checkTriangles } from '../../src/formats/limits.ts';
import type { ImportContext } from '../../src/scene/scene.ts';
import { CARRIAGE_RETURN, LINE_FEED } from '../../src/text/cursor.ts';
import { foreignFormat, HEAD_BYTES, MARK_BYTES, markedUtf16, markLength } from '../../src/text/text.ts';
import { BACKSLASH } from './cursor.ts';
import { OBJ_FINDINGS } from './findings.ts';
import type { ObjModel } from './model.ts';
import { ObjScanner } from './scan.ts';

/** The longest statement in bytes. It also bounds how much of a file is in memory at a time. */
export const LONGEST_STATEMENT: number = 64 * 1024 * 1024;

const FIRST_CAPACITY = 512 * 1024;

/**
 * Turns pieces of a file, cut anywhere, into whole statements. An unfinished statement at the end of a piece is moved to the front of the buffer and
 * completed by the next piece, so a file never has to be in memory as a whole.
 */
class StatementBuffer {
	bytes: Uint8Array = new Uint8Array(FIRST_CAPACITY);
	/** How many bytes of `bytes` are text. */
	length = 0;
	/** Bytes of the file before the first of `bytes`. */
	offset = 0;
	readonly #report: Report;
	/** Bytes before this one are known to hold no end of a statement. */
	#searched = 0;

	constructor(report: Report) {
		this.#report = report;
	}

	append(piece: Uint8Array): void {
		const needed = this.length + piece.length;
		if (needed > this.bytes.length) {
			if (needed > LONGEST_STATEMENT)
				refuse(this.#report, this.offset, `a statement is longer than ${LONGEST_STATEMENT / 1024 / 1024} MiB`);
			const larger = new Uint8Array(Math.max(needed, this.bytes.length * 2));
			larger.set(this.bytes.subarray(0, this.length));
			this.bytes = larger;
		}
		this.bytes.set(piece, this.length);
		this.length = needed;
	}

	/** Ends the last statement of a file, even in the middle of a continuation. */
	finish(): void {
		this.append(Uint8Array.of(LINE_FEED, LINE_FEED));
	}

	/**
	 * Where the last whole statement ends; 0 without one. A line that ends with `\` goes on in the next one. (In a comment it
	 * does not, but then the statement merely waits for more.) A carriage return at the very end may be half of a CRLF.
	 */
	wholeStatements(): number {
		const { bytes, length } = this;
		const from = this.#searched;
		this.#searched = Math.max(0, length - 1);
		for (let at = length - 1; at >= from; at--) {
			const byte = bytes[at];
			if (byte === LINE_FEED) {
				if (bytes[at - 1 - (bytes[at - 1] === CARRIAGE_RETURN ? 1 : 0)] !== BACKSLASH) return at + 1;
			} else if (byte === CARRIAGE_RETURN && at + 1 < length && bytes[at - 1] !== BACKSLASH) return at + 1;
		}
		return 0;
	}

	/** Removes the bytes before `end`. */
	consume(end: number): void {
		this.bytes.copyWithin(0, end, this.length);
		this.length -= end;
		this.offset += end;
		this.#searched = Math.max(0, this.#searched - end);
	}
}

/** How many bytes are scanned at a time. */
const PIECE = 256 * 1024;

export type ObjSource = Uint8Array | AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export interface ScanLimits {
	readonly largest: number;
	readonly maxTriangles: number;
}

/**
 * Reads a file piece by piece.
 *
 * @param limits the largest coordinate, in the file's own unit, that a walkmesh can hold, and the most triangles
 * @throws InputError for bytes that are not OBJ text, and for too many triangles
 */
export async function scanObj(
	source: ObjSource,
	{ largest, maxTriangles }: ScanLimits,
	context: ImportContext,
): Promise<ObjModel> {
	const { report, signal } = context;
	const buffer = new StatementBuffer(report);
	const scanner = new ObjScanner(context.name, largest, report);
	let begun = false;
	for await (const piece of pieces(source)) {
		await giveTurn(signal);
		buffer.append(piece);
		if (!begun && buffer.length < HEAD_BYTES) continue;
		if (begun) refuseZeroBytes(buffer, buffer.length - piece.length, report);
		else begin(buffer, report);
		begun = true;
		advance(buffer, scanner);
		checkTriangles(scanner.triangles, maxTriangles, report, { line: scanner.cursor.line });
	}
	if (!begun) begin(buffer, report);
	buffer.finish();
	advance(buffer, scanner);
	checkTriangles(scanner.triangles, maxTriangles, report, { line: scanner.cursor.line });
	return scanner.finish();
}

/** Looks at the first bytes of a file. */
function begin(buffer: StatementBuffer, report: Report): void {
	const head = buffer.bytes.subarray(0, Math.min(buffer.length, HEAD_BYTES));
	const format = foreignFormat(head);
	if (format !== undefined) refuse(report, 0, `it is ${format}`);
	refuseZeroBytes(buffer, 0, report);
	buffer.consume(markLength(head));
}

function refuseZeroBytes(buffer: StatementBuffer, from: number, report: Report): void {
	const zero = buffer.bytes.subarray(from, buffer.length).indexOf(0);
	if (zero >= 0) refuse(report, buffer.offset + from + zero, 'it has a zero byte, so it is binary or damaged');
}

function refuse(report: Report, offset: number, problem: string): never {
	return report.fail(OBJ_FINDINGS.OBJ_INVALID, { offset }, { problem });
}

function advance(buffer: StatementBuffer, scanner: ObjScanner): void {
	const end = buffer.wholeStatements();
	if (end === 0) return;
	scanner.scan(buffer.bytes, end);
	buffer.consume(end);
}

/** Cuts large pieces into smaller ones, as UTF-8. */
async function* pieces(source: ObjSource): AsyncGenerator<Uint8Array, void, undefined> {
	const cut = async function* (): AsyncGenerator<Uint8Array, void, undefined> {
		for await (const chunk of source instanceof Uint8Array ? [source] : source) {
			for (let at = 0; at < chunk.length; at += PIECE) yield chunk.subarray(at, at + PIECE);
		}
	};
	let head: Uint8Array | undefined = new Uint8Array(0);
	let decode: ((bytes?: Uint8Array) => string) | undefined;
	const encoder = new TextEncoder();
	for await (const piece of cut()) {
		let bytes = piece;
		if (head !== undefined) {
			bytes = new Uint8Array(head.length + piece.length);
			bytes.set(head);
			bytes.set(piece, head.length);
			head = bytes.length < MARK_BYTES ? bytes : undefined;
			if (head !== undefined) continue;
			const encoding = markedUtf16(bytes);
			if (encoding !== undefined) {
				const decoder = new TextDecoder(encoding);
				decode = (bytes) => decoder.decode(bytes, { stream: bytes !== undefined });
			}
		}
		yield decode === undefined ? bytes : encoder.encode(decode(bytes));
	}
	if (head !== undefined && head.length > 0) yield head;
	const rest = decode?.() ?? '';
	if (rest !== '') yield encoder.encode(rest);
}
