import { type FileIdentity, walkmeshFromBwm } from '../../src/bwm/derive.ts';
import type { Importer } from '../../src/formats/contracts.ts';
import { LIMIT_OPTIONS } from '../../src/formats/limits.ts';
import { kindOfFileName, stateInName, WALKMESH_EXTENSIONS } from '../../src/model/walkmesh.ts';
import { stemOf } from '../../src/text/paths.ts';
import { BWM_FINDINGS, decodeBwm, looksLikeBwm } from './decode.ts';

export const bwmImporter: Importer<typeof LIMIT_OPTIONS> = {
	name: 'bwm',
	summary: 'binary walkmesh of the game',
	extensions: Object.values(WALKMESH_EXTENSIONS),
	roomExtensions: [WALKMESH_EXTENSIONS.area],
	gives: 'walkmeshes',
	options: LIMIT_OPTIONS,
	get findings() {
		return BWM_FINDINGS;
	},
	sniff: (head) => looksLikeBwm(head),
	async read(source, { maxTriangles }, context) {
		const file = decodeBwm(await source.bytes(), context.report, maxTriangles);
		const walkmesh = walkmeshFromBwm(file, fileIdentity(source.fileName), context.report);
		return { kind: 'walkmeshes', walkmeshes: [{ walkmesh, file }] };
	},
};

/** The identity of a binary walkmesh, from its file name, since the bytes hold neither name nor kind of object: `<model>0.dwk` is a closed door. */
export function fileIdentity(fileName: string): FileIdentity {
	const name = stemOf(fileName);
	if (kindOfFileName(fileName) !== 'door') return { name, kind: 'placeable' };
	const doorState = stateInName(fileName);
	return doorState === undefined ? { name, kind: 'door' } : { name: name.slice(0, -1), kind: 'door', doorState };
}
