import type { Importer } from '../../src/formats/contracts.ts';

export const objImporter: Importer = {
	name: 'obj',
	summary: 'Wavefront OBJ scene',
	extensions: ['.obj'],
	sniff: () => false,
	async read(source, options, context) {
		const { readObjScene } = await import('./read.ts');
		const { objParser, up, unit, scale, nodes } = options;
		const scene = await readObjScene(
			source.chunks(),
			{
				...(objParser === undefined ? {} : { parser: objParser }),
				...(up === undefined ? {} : { up }),
				...(unit === undefined ? {} : { unit }),
				...(scale === undefined ? {} : { scale }),
				...(nodes === undefined ? {} : { nodes }),
			},
			{
				...context,
				name: source.name,
				...(source.sibling === undefined ? {} : { readSibling: source.sibling }),
			},
		);
		return { kind: 'scene', scene };
	},
};
