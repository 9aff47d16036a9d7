import { looksLikeAsciiWalkmesh } from '../../importers/ascii/detect.ts';
import type { WalkmeshKind } from '../../src/walkmesh/index.ts';
import type { Exporter } from '../exporter.ts';
import type { Importer } from '../importer.ts';

export const asciiImporter: Importer = {
	name: 'ascii',
	summary: 'ASCII walkmesh of any tool of the field',
	extensions: ['.ascii', '.txt'],
	sniff: looksLikeAsciiWalkmesh,
	async read(source, options, context) {
		const { readAscii } = await import('../../importers/ascii/index.ts');
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

export const asciiExporter: Exporter = {
	name: 'ascii',
	summary: 'ASCII walkmesh that the engine and MDLOps read',
	extensions: ['.ascii', '.txt'],
	holds: 'model',
	async write(walkmeshes, options, context) {
		const { writeAscii } = await import('../../exporters/ascii/index.ts');
		const { dialect, aabbOnOwnLine } = options;
		return writeAscii(
			walkmeshes,
			{ ...(dialect === undefined ? {} : { dialect }), ...(aabbOnOwnLine === undefined ? {} : { aabbOnOwnLine }) },
			context,
		);
	},
};

/** What a text does not say of itself, its file's name may: `.pwk`, `.dwk`, with `.ascii` before or behind. */
function kindOf(fileName: string): { kind?: WalkmeshKind } {
	const ending = /\.([wpd])(?:ok|wk)(?:\.ascii)?$/i.exec(fileName)?.[1].toLowerCase();
	if (ending === 'p') return { kind: 'placeable' };
	return ending === 'd' ? { kind: 'door' } : {};
}
