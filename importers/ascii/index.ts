import { ASCII_FINDINGS } from '../../src/bwm/ascii-findings.ts';
import type { Importer } from '../../src/formats/contracts.ts';
import type { WalkmeshKind } from '../../src/walkmesh/walkmesh.ts';
import { looksLikeAsciiWalkmesh } from './detect.ts';
import { ASCII_READ_OPTIONS } from './options.ts';

export const asciiImporter: Importer<typeof ASCII_READ_OPTIONS> = {
	name: 'ascii',
	summary: 'ASCII walkmesh of any tool of the field',
	extensions: ['.ascii', '.txt'],
	roomExtensions: ['.wok.ascii', '.ascii'],
	gives: 'walkmeshes',
	options: ASCII_READ_OPTIONS,
	findings: ASCII_FINDINGS,
	sniff: looksLikeAsciiWalkmesh,
	async read(source, options, context) {
		const { readAscii } = await import('./read.ts');
		const read = { ...options, ...kindOf(source.fileName) };
		return { kind: 'walkmeshes', walkmeshes: readAscii(await source.bytes(), read, { ...context, name: source.name }) };
	},
};

/** What a text does not say of itself, its file's name may: `.pwk`, `.dwk`, with `.ascii` before or behind. */
function kindOf(fileName: string): { kind?: WalkmeshKind } {
	const ending = /\.([wpd])(?:ok|wk)(?:\.ascii)?$/i.exec(fileName)?.[1].toLowerCase();
	if (ending === 'p') return { kind: 'placeable' };
	return ending === 'd' ? { kind: 'door' } : {};
}
