import type { Importer } from '../../src/formats/contracts.ts';
import { statedUnit } from '../../src/scene/units.ts';
import { decodeLatin } from '../../src/text/cursor.ts';
import { markedUtf16 } from '../../src/text/text.ts';
import { OBJ_FINDINGS } from './findings.ts';
import { OBJ_READ_OPTIONS } from './options.ts';

export const objImporter: Importer<typeof OBJ_READ_OPTIONS> = {
	name: 'obj',
	summary: 'Wavefront OBJ scene',
	extensions: ['.obj'],
	gives: 'scene',
	options: OBJ_READ_OPTIONS,
	get findings() {
		return OBJ_FINDINGS;
	},
	async read(source, options, context) {
		const { readObjScene } = await import('./read.ts');
		const { name, sibling } = source;
		const within = { ...context, name, ...(sibling === undefined ? {} : { readSibling: sibling }) };
		const scene = await readObjScene(source.chunks(), options, within);
		const wide = markedUtf16(source.head);
		const unit = statedUnit(wide === undefined ? decodeLatin(source.head) : new TextDecoder(wide).decode(source.head));
		return { kind: 'scene', scene: unit === undefined ? scene : { ...scene, statedUnit: unit } };
	},
};
