import type { Exporter } from '../../src/formats/contracts.ts';

export const glbExporter: Exporter = {
	name: 'glb',
	summary: 'glTF 2.0 for inspection, one binary file',
	extensions: ['.glb'],
	holds: 'any',
	write: (walkmeshes, options, context) => write('glb', walkmeshes, options, context),
};

export const gltfExporter: Exporter = {
	name: 'gltf',
	summary: 'glTF 2.0 for inspection, JSON with its data inside',
	extensions: ['.gltf'],
	holds: 'any',
	write: (walkmeshes, options, context) => write('gltf', walkmeshes, options, context),
};

async function write(format: 'glb' | 'gltf', ...args: Parameters<Exporter['write']>): Promise<Uint8Array> {
	const [walkmeshes, , context] = args;
	const { roomNames, roomPositions } = context;
	const { writeGltf } = await import('./write.ts');
	const meshes = walkmeshes.map(({ walkmesh }) => walkmesh);
	const rooms = {
		...(roomNames === undefined ? {} : { roomNames }),
		...(roomPositions === undefined ? {} : { roomPositions }),
	};
	return writeGltf(meshes, { format, ...rooms }, context);
}
