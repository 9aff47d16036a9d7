import type { Exporter } from '../../src/formats/contracts.ts';
import { baseName } from '../../src/text/paths.ts';
import { writeMtl, writeObj } from './write.ts';

export const objExporter: Exporter = {
	name: 'obj',
	summary: 'Wavefront OBJ with its material library beside it',
	extensions: ['.obj'],
	holds: 'any',
	async write(walkmeshes, _, { surfaces, output, roomNames }) {
		const meshes = walkmeshes.map(({ walkmesh }) => walkmesh);
		const library = output === '-' ? undefined : baseName(mtlPath(output));
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
