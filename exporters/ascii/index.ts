import type { Exporter } from '../../src/formats/contracts.ts';

export const asciiExporter: Exporter = {
	name: 'ascii',
	summary: 'ASCII walkmesh that the engine and MDLOps read',
	extensions: ['.ascii', '.txt'],
	holds: 'model',
	async write(walkmeshes, options, context) {
		const { writeAscii } = await import('./write.ts');
		const { dialect, aabbOnOwnLine } = options;
		return writeAscii(
			walkmeshes,
			{ ...(dialect === undefined ? {} : { dialect }), ...(aabbOnOwnLine === undefined ? {} : { aabbOnOwnLine }) },
			context,
		);
	},
};
