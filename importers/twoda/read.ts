import type { Report } from '../../src/findings/index.ts';
import { decodeLatin, decodeText, excerpt } from '../../src/text/index.ts';
import type { TwoDA } from '../../src/twoda/index.ts';
import { readBinary } from './binary.ts';
import { LARGEST_TEXT_TABLE } from './limits.ts';
import { readText } from './text.ts';

const MAGIC_LENGTH = 8;

/**
 * Reads a table (`.2da`): binary `2DA V2.b` or text `2DA V2.0`, told apart by their first bytes. Every count is compared with
 * the size of the file before anything is allocated for it.
 *
 * @throws InputError when the bytes are neither, or end within a part of the table
 */
export function readTwoDA(bytes: Uint8Array, report: Report): TwoDA {
	const mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
	const magic = decodeLatin(bytes.subarray(mark, mark + MAGIC_LENGTH));
	if (magic !== '2DA V2.b' && magic !== '2DA V2.0') {
		return report.fail('TWODA_MAGIC', { offset: mark }, { found: excerpt(magic) });
	}
	if (mark > 0) report.add('TWODA_BYTE_ORDER_MARK', { offset: 0 }, {});
	const table = magic === '2DA V2.b' ? readBinary(bytes, mark + MAGIC_LENGTH, report) : readAsText(bytes, report);
	reportRepeatedColumns(table, report);
	return table;
}

function readAsText(bytes: Uint8Array, report: Report): TwoDA {
	const decoded = decodeText(bytes, LARGEST_TEXT_TABLE);
	if ('reason' in decoded) return report.fail('TWODA_NOT_TEXT', { offset: decoded.offset }, { reason: decoded.reason });
	return readText(decoded.text, report);
}

function reportRepeatedColumns(table: TwoDA, report: Report): void {
	const seen = new Set<string>();
	for (const column of table.columns) {
		const key = column.toLowerCase();
		if (seen.has(key)) report.add('TWODA_COLUMN_REPEATED', {}, { column: excerpt(column) });
		seen.add(key);
	}
}
