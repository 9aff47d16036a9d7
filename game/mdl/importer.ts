import type { Importer } from '../../src/formats/contracts.ts';
import { LIMIT_OPTIONS } from '../../src/formats/limits.ts';
import { looksLikeMdl } from './decode.ts';
import { MDL_FINDINGS } from './reading-findings.ts';

export const mdlImporter: Importer<typeof LIMIT_OPTIONS> = {
	name: 'mdl',
	summary: 'binary model of the game: the walkmesh within a room, or what doors and placeables look like',
	extensions: ['.mdl'],
	// The game needs the walkmesh file of a room: reading its model instead would hide that the file is missing.
	roomExtensions: [],
	isNamedOnly: true,
	showsModels: true,
	gives: 'walkmeshes',
	options: LIMIT_OPTIONS,
	get findings() {
		return MDL_FINDINGS;
	},
	sniff: (head) => looksLikeMdl(head),
	async read(source, { maxTriangles }, context) {
		const { readMdl } = await import('./read.ts');
		return readMdl(await source.bytes(), source.name, maxTriangles, context);
	},
};
