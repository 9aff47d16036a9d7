import { type BwmFile, TYPE_AREA } from '../../src/bwm/bwm-file.ts';
import { deriveBwm } from '../../src/bwm/derive.ts';
import type { Exporter, LoadedWalkmesh, WriteContext, WriteOptions } from '../../src/formats/contracts.ts';
import { encodeBwm } from './encode.ts';

export const bwmExporter: Exporter = {
	name: 'bwm',
	summary: 'binary walkmesh of the game',
	extensions: ['.wok', '.pwk', '.dwk'],
	holds: 'walkmesh',
	async write([loaded], options, context) {
		return encodeBwm(toBwmFile(loaded, options, context));
	},
};

/** The tables to write: those that came in where they still hold, otherwise new ones. */
export function toBwmFile(loaded: LoadedWalkmesh, options: WriteOptions, context: WriteContext): BwmFile {
	const { file, walkmesh, tree } = loaded;
	const isArea = walkmesh.kind === 'area';
	if (file !== undefined && options.rebuild !== true && (file.type === TYPE_AREA) === isArea) return file;
	return deriveBwm(walkmesh, context.surfaces, context.report, {
		...(options.split === undefined ? {} : { split: options.split }),
		...(tree === undefined || options.rebuild === true ? {} : { tree }),
	});
}
