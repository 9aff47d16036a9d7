import type { Importer } from '../../src/formats/contracts.ts';
import type { WalkmeshKind } from '../../src/walkmesh/walkmesh.ts';
import { looksLikeAsciiWalkmesh } from './detect.ts';

export const asciiImporter: Importer = {
	name: 'ascii',
	summary: 'ASCII walkmesh of any tool of the field',
	extensions: ['.ascii', '.txt'],
	sniff: looksLikeAsciiWalkmesh,
	async read(source, options, context) {
		const { readAscii } = await import('./read.ts');
		const { space, keepTree } = options;
		const walkmeshes = readAscii(
			await source.bytes(),
			{
				...(space === undefined ? {} : { space }),
				...(keepTree === undefined ? {} : { keepTree }),
				...kindOf(source.fileName),
			},
			{ ...context, name: source.name },
		);
		return { kind: 'walkmeshes', walkmeshes };
	},
};

/** What a text does not say of itself, its file's name may: `.pwk`, `.dwk`, with `.ascii` before or behind. */
function kindOf(fileName: string): { kind?: WalkmeshKind } {
	const ending = /\.([wpd])(?:ok|wk)(?:\.ascii)?$/i.exec(fileName)?.[1].toLowerCase();
	if (ending === 'p') return { kind: 'placeable' };
	return ending === 'd' ? { kind: 'door' } : {};
}
