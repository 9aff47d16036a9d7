import { encodeBwm } from '../../exporters/bwm/index.ts';
import { decodeBwm, looksLikeBwm } from '../../importers/bwm/index.ts';
import { type BwmFile, TYPE_AREA } from '../../src/bwm/index.ts';
import { deriveBwm, type FileIdentity, walkmeshFromBwm } from '../../src/derive/index.ts';
import { DOOR_STATES } from '../../src/walkmesh/index.ts';
import type { Exporter, WriteContext, WriteOptions } from '../exporter.ts';
import type { Importer } from '../importer.ts';
import type { LoadedWalkmesh } from '../loaded.ts';

export const bwmImporter: Importer = {
	name: 'bwm',
	summary: 'binary walkmesh of the game',
	extensions: ['.wok', '.pwk', '.dwk'],
	sniff: looksLikeBwm,
	async read(source, _options, context) {
		const file = decodeBwm(await source.bytes(), context.report);
		const walkmesh = walkmeshFromBwm(file, identityOf(source.fileName), context.report);
		return { kind: 'walkmeshes', walkmeshes: [{ walkmesh, file }] };
	},
};

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

/** A binary does not say whether it is a door's, nor its name; its file's name does: `<model>0.dwk` is a closed door. */
export function identityOf(fileName: string): FileIdentity {
	const door = /^(.*?)([0-2])?\.dwk$/i.exec(fileName);
	if (door === null) return { name: fileName.replace(/\.[^.]*$/, ''), kind: 'placeable' };
	const doorState = door[2] === undefined ? undefined : DOOR_STATES[Number(door[2])];
	return { name: door[1], kind: 'door', ...(doorState === undefined ? {} : { doorState }) };
}
