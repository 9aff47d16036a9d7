import type { InputSource } from './contracts.ts';

/** Bytes at the beginning of a source that tell its format. */
export const HEAD = 4096;

/**
 * Bytes that are already there, such as those of standard input, as a source.
 *
 * @example
 * const source = bytesSource(glb, 'quay.glb');
 * const loaded = await createRegistry().importer('gltf').read(source, {}, { report, surfaces: K1, mappings: [] });
 */
export function bytesSource(bytes: Uint8Array, name: string): InputSource {
	return {
		name: modelName(name),
		fileName: name,
		head: bytes.subarray(0, HEAD),
		bytes: async () => bytes,
		chunks: async function* () {
			yield bytes;
		},
	};
}

/** `room.wok` and `room.ascii.wok` are both called `room`. */
export function modelName(fileName: string): string {
	return fileName.replace(/\.[^.]*$/, '').replace(/\.(?:ascii|wok|pwk|dwk)$/i, '');
}

/** A file to write: where, and what. */
export interface OutputFile {
	readonly path: string;
	readonly bytes: Uint8Array;
}

/** A path below a folder, joined as every system understands it. */
export function joinPath(folder: string, name: string): string {
	const clean = folder.replace(/^(?:\.[\\/]+)+/, '').replace(/[\\/]+$/, '');
	return clean === '' || clean === '.' ? (/^[\\/]/.test(folder) ? `/${name}` : name) : `${clean}/${name}`;
}
