import type { Exporter } from '../../src/formats/contracts.ts';
import { ASCII_WRITE_OPTIONS } from './options.ts';

export const asciiExporter: Exporter<typeof ASCII_WRITE_OPTIONS> = {
	name: 'ascii',
	summary: 'ASCII walkmesh that the engine and MDLOps read',
	extensions: ['.ascii', '.txt'],
	holds: 'model',
	options: ASCII_WRITE_OPTIONS,
	async write(walkmeshes, options, context) {
		const { dialect, ...own } = options;
		if (dialect === 'model') {
			const { writeModels } = await import('./write.ts');
			return writeModels(walkmeshes, own.aabbOnOwnLine ?? false, context);
		}
		const { writeAscii } = await import('./write.ts');
		return writeAscii(walkmeshes, { ...own, ...(dialect === undefined ? {} : { dialect }) }, context);
	},
};
