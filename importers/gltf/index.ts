import type { Importer } from '../../src/formats/contracts.ts';
import { isGlb } from '../../src/formats/gltf.ts';
import { PIN_FINDINGS } from '../../src/pins/vocabulary.ts';
import { GLTF_FINDINGS } from './findings.ts';
import { GLTF_READ_OPTIONS } from './options.ts';

/** The glTF importer. Its code is loaded on first use, since many runs only read walkmeshes. */
export const gltfImporter: Importer<typeof GLTF_READ_OPTIONS> = {
	name: 'gltf',
	summary: 'glTF 2.0 scene, .gltf or .glb',
	extensions: ['.glb', '.gltf', '.vrm'],
	roomExtensions: ['.glb', '.gltf'],
	gives: 'scene',
	options: GLTF_READ_OPTIONS,
	get findings() {
		return { ...GLTF_FINDINGS, ...PIN_FINDINGS };
	},
	sniff: isGlb,
	async read(source, options, context) {
		const { readGltf } = await import('./read.ts');
		const { sibling } = source;
		return readGltf(await source.bytes(), options, {
			...context,
			name: source.name,
			...(sibling === undefined ? {} : { readSibling: sibling }),
		});
	},
};
