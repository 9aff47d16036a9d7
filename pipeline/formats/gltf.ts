import type { Exporter } from '../exporter.ts';
import type { Importer } from '../importer.ts';

/** glTF readers and writers are loaded when they are first needed: a run that only touches walkmeshes does without. */
export const gltfImporter: Importer = {
	name: 'gltf',
	summary: 'glTF 2.0 scene, .gltf or .glb',
	extensions: ['.glb', '.gltf', '.vrm'],
	sniff: (head) => head[0] === 0x67 && head[1] === 0x6c && head[2] === 0x54 && head[3] === 0x46,
	async read(source, options, context) {
		const { readGltf } = await import('../../importers/gltf/index.ts');
		const { sibling } = source;
		return readGltf(await source.bytes(), options, {
			...context,
			name: source.name,
			...(sibling === undefined ? {} : { readSibling: sibling }),
		});
	},
};

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
	const [walkmeshes, { roomNames }, context] = args;
	const { writeGltf } = await import('../../exporters/gltf/index.ts');
	const meshes = walkmeshes.map(({ walkmesh }) => walkmesh);
	return writeGltf(meshes, { format, ...(roomNames === undefined ? {} : { roomNames }) }, context);
}
