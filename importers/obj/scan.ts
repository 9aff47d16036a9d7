import type { ImportContext } from '../../src/scene/index.ts';
import { HEAD_BYTES, markLength, refuseForeign } from './foreign.ts';
import type { ObjModel } from './model.ts';
import { ObjScanner } from './scanner.ts';
import { StatementBuffer } from './statement-buffer.ts';

/** Bytes that are read at once. */
const PIECE = 256 * 1024;

export type ObjSource = Uint8Array | AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * Reads a file piece by piece.
 *
 * @param largest the largest coordinate, in the file's own unit, that a walkmesh can hold
 * @throws InputError for what is no OBJ text
 */
export async function scanObj(source: ObjSource, largest: number, context: ImportContext): Promise<ObjModel> {
	const { report, signal } = context;
	const buffer = new StatementBuffer(report);
	const scanner = new ObjScanner(context.name, largest, report);
	let begun = false;
	for await (const piece of pieces(source)) {
		signal?.throwIfAborted();
		buffer.append(piece);
		if (!begun && buffer.length < HEAD_BYTES) continue;
		if (!begun) begin(buffer, context);
		else refuseZeroBytes(buffer, buffer.length - piece.length, context);
		begun = true;
		advance(buffer, scanner);
	}
	if (!begun) begin(buffer, context);
	buffer.finish();
	advance(buffer, scanner);
	return scanner.finish();
}

function begin(buffer: StatementBuffer, context: ImportContext): void {
	const head = buffer.bytes.subarray(0, Math.min(buffer.length, HEAD_BYTES));
	refuseForeign(head, context.report);
	refuseZeroBytes(buffer, 0, context);
	buffer.consume(markLength(head));
}

function refuseZeroBytes(buffer: StatementBuffer, from: number, { report }: ImportContext): void {
	const zero = buffer.bytes.subarray(from, buffer.length).indexOf(0);
	if (zero >= 0) report.fail('OBJ_BINARY', { offset: buffer.offset + from + zero });
}

function advance(buffer: StatementBuffer, scanner: ObjScanner): void {
	const end = buffer.wholeStatements();
	if (end === 0) return;
	scanner.scan(buffer.bytes, end);
	buffer.consume(end);
}

/** Large pieces cut into smaller ones. */
async function* pieces(source: ObjSource): AsyncGenerator<Uint8Array, void, undefined> {
	for await (const chunk of source instanceof Uint8Array ? [source] : source) {
		for (let at = 0; at < chunk.length; at += PIECE) yield chunk.subarray(at, at + PIECE);
	}
}
