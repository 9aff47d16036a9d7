import { ASCII_FINDINGS } from '../../src/bwm/ascii-findings.ts';
import type { Importer } from '../../src/formats/contracts.ts';
import { kindOfFileName, WALKMESH_EXTENSIONS, type WalkmeshKind } from '../../src/model/walkmesh.ts';
import { looksLikeAsciiWalkmesh } from './look.ts';
import { ASCII_READ_OPTIONS } from './options.ts';

export const asciiImporter: Importer<typeof ASCII_READ_OPTIONS> = {
	name: 'ascii',
	summary: 'ASCII walkmesh of any tool of the field',
	extensions: ['.ascii', '.txt'],
	roomExtensions: [`${WALKMESH_EXTENSIONS.area}.ascii`, '.ascii'],
	gives: 'walkmeshes',
	options: ASCII_READ_OPTIONS,
	get findings() {
		return ASCII_FINDINGS;
	},
	sniff: looksLikeAsciiWalkmesh,
	async read(source, options, context) {
		const { readAscii } = await import('./read.ts');
		const read = { ...options, ...kindOf(source.fileName) };
		return { kind: 'walkmeshes', walkmeshes: readAscii(await source.bytes(), read, { ...context, name: source.name }) };
	},
};

/** The kind of a walkmesh by its file name, for texts that do not show it: `.pwk`, `.dwk`, with `.ascii` before or after. */
function kindOf(fileName: string): { kind?: WalkmeshKind } {
	const kind = kindOfFileName(fileName.replace(/\.ascii$/i, ''));
	return kind === undefined || kind === 'area' ? {} : { kind };
}
