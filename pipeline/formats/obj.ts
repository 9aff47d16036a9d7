import { writeMtl, writeObj } from '../../exporters/obj/index.ts';
import type { Exporter } from '../exporter.ts';
import type { Importer } from '../importer.ts';

export const objImporter: Importer = {
	name: 'obj',
	summary: 'Wavefront OBJ scene',
	extensions: ['.obj'],
	sniff: () => false,
	async read(source, options, context) {
		const { readObjScene } = await import('../../importers/obj/index.ts');
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

export const objExporter: Exporter = {
	name: 'obj',
	summary: 'Wavefront OBJ with its material library beside it',
	extensions: ['.obj'],
	holds: 'any',
	async write(walkmeshes, { roomNames }, { surfaces, output }) {
		const meshes = walkmeshes.map(({ walkmesh }) => walkmesh);
		const library = output === '-' ? undefined : mtlPath(output).replace(/^.*[/\\]/, '');
		return writeObj(meshes, surfaces, {
			...(roomNames === undefined ? {} : { roomNames }),
			...(library === undefined ? {} : { materialLibrary: library }),
		});
	},
	beside(walkmeshes, { surfaces, output }) {
		if (output === '-') return [];
		const meshes = walkmeshes.map(({ walkmesh }) => walkmesh);
		return [{ path: mtlPath(output), bytes: writeMtl(meshes, surfaces) }];
	},
};

/** `room.obj` → `room.mtl` */
function mtlPath(output: string): string {
	return `${output.replace(/\.obj$/i, '')}.mtl`;
}
