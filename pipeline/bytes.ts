import { encodeBwm } from '../exporters/bwm/index.ts';
import { looksLikeAsciiWalkmesh } from '../importers/ascii/look.ts';
import { decodeBwm, fileIdentity, looksLikeBwm } from '../importers/bwm/decode.ts';
import { readTwoDA } from '../importers/twoda/read.ts';
import type { BwmFile } from '../src/bwm/bwm-file.ts';
import { deriveBwm, TREE_OPTIONS, walkmeshFromBwm } from '../src/bwm/derive.ts';
import { checkedValues, type GivenOf, given } from '../src/findings/options.ts';
import { Report, UsageError } from '../src/findings/report.ts';
import { requireBytes, requireName } from '../src/formats/contracts.ts';
import { surfaceTableFromTwoDA } from '../src/model/surface-tables.ts';
import { K1, type SurfaceTable } from '../src/model/surfaces.ts';
import type { Walkmesh } from '../src/model/walkmesh.ts';
import { stemOf } from '../src/text/paths.ts';
import { CODE_OPTIONS } from './code-options.ts';

/** Options of reading, to which writing adds those of the tree. */
export const BYTES_OPTIONS = { surfaces: CODE_OPTIONS.surfaces, report: CODE_OPTIONS.report };

/** A walkmesh as it was read: the model, the tables of its file, and the findings. */
export interface ReadWalkmesh {
	readonly walkmesh: Walkmesh;
	/** The tables of the file; those of an ASCII walkmesh, which has few of them, are all derived. */
	readonly file: BwmFile;
	readonly report: Report;
}

/**
 * Reads a binary walkmesh of the game. An ASCII one, whose tables all have to be derived, is read by `readAsciiWalkmesh` of `wokflow/formats`, so that
 * pages that read binary ones need not load that.
 *
 * @param fileName supplies what the bytes do not hold: the name, the kind (`.wok`, `.pwk`, `.dwk`), and the state of a door
 * @throws InputError when it cannot be read; UsageError for what is not bytes, for an ASCII walkmesh, and for an option that does not exist
 *
 * @example
 * const { walkmesh, file, report } = readWalkmesh(bytes, 'quay_01b.wok');
 * console.log(walkmesh.surfaces.length, 'faces,', file.perimeters.length, 'perimeter loops,', report.total('warning'), 'warnings');
 */
export function readWalkmesh(
	bytes: Uint8Array,
	fileName = 'walkmesh.wok',
	options: { readonly surfaces?: SurfaceTable; readonly report?: Report } = {},
): ReadWalkmesh {
	checkedValues(BYTES_OPTIONS, options, 'readWalkmesh');
	const { report = new Report() } = options;
	requireBytes(bytes);
	requireName(fileName, 'name of a walkmesh');
	const within = report.within({ file: fileName });
	const identity = fileIdentity(fileName);
	if (!looksLikeBwm(bytes) && looksLikeAsciiWalkmesh(bytes))
		throw new UsageError(`"${fileName}" is an ASCII walkmesh: read it with readAsciiWalkmesh of wokflow/formats.`);
	const file = decodeBwm(bytes, within);
	return { walkmesh: walkmeshFromBwm(file, identity, within), file, report };
}

/**
 * Writes a walkmesh as the game reads it (`BWM V1.0`), with every table derived.
 *
 * @returns the bytes of a `.wok`, `.pwk` or `.dwk`
 * @throws UsageError when the walkmesh's arrays do not fit together, or a coordinate is not finite; for an option that does not exist, and for a value that
 *   it cannot have
 *
 * @example
 * const { walkmesh } = readWalkmesh(bytes, 'quay_01b.wok');
 * const again = writeWalkmesh({ ...walkmesh, surfaces: walkmesh.surfaces.map((id) => (id === 4 ? 1 : id)) });
 */
export function writeWalkmesh(
	walkmesh: Walkmesh,
	options: GivenOf<typeof TREE_OPTIONS> & { readonly surfaces?: SurfaceTable; readonly report?: Report } = {},
): Uint8Array<ArrayBuffer> {
	checkedValues({ ...BYTES_OPTIONS, ...TREE_OPTIONS }, options, 'writeWalkmesh');
	const { surfaces = K1, report = new Report() } = options;
	return encodeBwm(deriveBwm(walkmesh, surfaces, report, given(TREE_OPTIONS, options)));
}

/**
 * Reads a surface table, `surfacemat.2da`, binary or text: which surfaces are walkable in KotOR 2 or a mod.
 *
 * @param name name of the table in findings
 * @throws InputError when it is not a 2DA or has no `walk` column; UsageError for what is not bytes
 *
 * @example
 * const table = readSurfaceTable(twoda, 'surfacemat.2da');
 * console.log(isWalkable(table, 4), walkableFaces(walkmesh, table).length);
 */
export function readSurfaceTable(
	bytes: Uint8Array,
	name = 'surfacemat.2da',
	report: Report = new Report(),
): SurfaceTable {
	const within = report.within({ file: name });
	return surfaceTableFromTwoDA(readTwoDA(bytes, within), stemOf(name), within);
}
