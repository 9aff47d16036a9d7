import { readAscii } from '../importers/ascii/read.ts';
import { fileIdentity } from '../importers/bwm/decode.ts';
import { deriveBwm } from '../src/bwm/derive.ts';
import { checkedValues } from '../src/findings/options.ts';
import { Report, UsageError } from '../src/findings/report.ts';
import { requireBytes, requireName } from '../src/formats/contracts.ts';
import { K1, type SurfaceTable } from '../src/model/surfaces.ts';
import { BYTES_OPTIONS, type ReadWalkmesh } from './bytes.ts';

/**
 * Reads an ASCII walkmesh of any tool of the field, and derives its tables.
 *
 * @param fileName supplies what the text does not hold: the name, the kind, and the state of a door
 * @throws InputError when it cannot be read; UsageError for what is not bytes, for an option that does not exist, and when a text holds several
 *   walkmeshes, such as the states of a door
 *
 * @example
 * const { files } = await convertBytes(bytes, 'quay_01b.wok', 'quay_01b.ascii');
 * const { walkmesh, file } = readAsciiWalkmesh(files[0].bytes, 'quay_01b.ascii');
 */
export function readAsciiWalkmesh(
	bytes: Uint8Array,
	fileName = 'walkmesh.ascii',
	options: { readonly surfaces?: SurfaceTable; readonly report?: Report } = {},
): ReadWalkmesh {
	checkedValues(BYTES_OPTIONS, options, 'readAsciiWalkmesh');
	const { surfaces = K1, report = new Report() } = options;
	requireBytes(bytes);
	requireName(fileName, 'name of a walkmesh');
	const within = report.within({ file: fileName });
	const read = readAscii(bytes, {}, { report: within, surfaces, name: fileIdentity(fileName).name });
	if (read.length !== 1)
		throw new UsageError(`"${fileName}" holds ${read.length} walkmeshes. Read them with convertBytes or an importer.`);
	const [{ walkmesh }] = read;
	return { walkmesh, file: deriveBwm(walkmesh, surfaces, within), report };
}
