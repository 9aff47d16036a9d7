import { Report } from '../../src/findings/report.ts';
import type { ByteSource } from '../../src/formats/sources.ts';
import { decodeLatin } from '../../src/text/encoding.ts';
import { ARCHIVE_FINDINGS, type Archive, type ArchiveFormat, type ArchiveWriter, type OpenPart } from './archive.ts';
import { erfFormat } from './erf-format.ts';
import { erfWriter } from './erf-writer.ts';
import { keyFormat } from './key-format.ts';
import { rimFormat } from './rim-format.ts';
import { rimWriter } from './rim-writer.ts';

/**
 * The archive formats of the game. Plugins cannot add others, because paths into archives work everywhere, also where there is no registry.
 */
export const ARCHIVES: readonly ArchiveFormat[] = [erfFormat, rimFormat, keyFormat];

export const ARCHIVE_WRITERS: readonly ArchiveWriter[] = [erfWriter, rimWriter];

export interface ReadArchiveOptions {
	readonly report?: Report;
	/** Opens the BIFs of a KEY. Without it their resources are missing. */
	readonly openPart?: OpenPart;
}

/**
 * Reads the tables of an archive of the game: MOD, ERF, SAV, HAK, RIM, or a KEY with its BIFs. Only the tables are read; `readEntry` reads the
 * bytes of an entry.
 *
 * @throws InputError when it is not an archive, or its tables are damaged; a damaged entry is reported and left out
 *
 * @example
 * const archive = await readArchive(blobSource(new Blob([mod])));
 * console.log(archive.entries.map(({ name }) => name));
 */
export async function readArchive(
	source: ByteSource,
	{ report = new Report(), openPart = async () => undefined }: ReadArchiveOptions = {},
): Promise<Archive> {
	const head = await source.read(0, Math.min(8, source.size));
	const format = ARCHIVES.find(({ sniff }) => sniff(head));
	if (format !== undefined) {
		const archive = await format.read(source, report, openPart);
		checkClaims(archive, report);
		return archive;
	}
	const wanted = ARCHIVES.map(({ name }) => name.toUpperCase()).join(', ');
	return report.fail(ARCHIVE_FINDINGS.ARCHIVE_MAGIC, {}, { found: decodeLatin(head), wanted: `that of ${wanted}` });
}

/** Entries may share bytes, but their sizes must not add up to more than this many times the file: extracting them would fill the disk. */
const MOST_SHARED = 4;
/** Total size of entries in bytes that is always allowed, whatever the size of the file. */
const LITTLE = 2 ** 20;

function checkClaims({ entries, parts }: Archive, report: Report): void {
	const available = [...new Set(parts.map(({ source }) => source))].reduce((sum, { size }) => sum + size, 0);
	const claimed = entries.reduce((sum, { size }) => sum + size, 0);
	if (claimed > Math.max(LITTLE, MOST_SHARED * available))
		report.fail(ARCHIVE_FINDINGS.ARCHIVE_CLAIMS, {}, { entries: entries.length, claimed, available });
}
