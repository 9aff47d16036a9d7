import { type Document, type Extension, type GLTF, Logger, type PlatformIO, Root, WebIO } from '@gltf-transform/core';
import { UsageError } from '../../src/findings/report.ts';
import type { InputSource } from '../../src/formats/contracts.ts';

/**
 * A document as a source for the glTF importer: JSON and buffers as they are in memory, without images being copied and without
 * being compressed again. So a document goes the same road as a file, with all of the importer's checks and rules.
 *
 * @param change what to leave out of the JSON
 * @throws UsageError when the document comes from another copy of `@gltf-transform/core` and `io` is not given
 */
export async function documentSource(
	document: Document,
	name: string,
	io: PlatformIO | undefined,
	change: (json: GLTF.IGLTF) => void = () => {},
): Promise<InputSource> {
	const { json, resources } = await writerFor(document, io).writeJSON(document);
	const files = new Map<string, Uint8Array>();
	for (const [index, buffer] of (json.buffers ?? []).entries()) {
		if (buffer.uri === undefined) continue;
		// URIs of documents may be anything; here they are only keys.
		const key = `buffer-${index}.bin`;
		files.set(key, resources[buffer.uri]);
		buffer.uri = key;
	}
	change(json);
	const bytes = new TextEncoder().encode(JSON.stringify(json));
	return {
		name,
		fileName: name,
		head: bytes.subarray(0, 4096),
		bytes: async () => bytes,
		chunks: async function* () {
			yield bytes;
		},
		sibling: async (file) => {
			const found = files.get(file);
			if (found === undefined) throw new Error('the document holds no such file');
			return found;
		},
	};
}

/**
 * A writer with the document's own extensions, except those that would compress: that is lossy, and for nothing here.
 *
 * The writer tells properties by class, so it has to be of the same copy of the library as the document; with another one it would
 * leave out all geometry without a word.
 */
function writerFor(document: Document, io: PlatformIO | undefined): PlatformIO {
	const isOurs = document.getRoot() instanceof Root;
	if (!isOurs && io === undefined) {
		throw new UsageError(
			'This document was made by another copy of @gltf-transform/core than the one wokflow has. Give walkmesh() an I/O object of that copy: walkmesh({ io: new NodeIO() }).',
		);
	}
	const writer = isOurs || io === undefined ? new WebIO() : new (io.constructor as new () => PlatformIO)();
	const extensions = document
		.getRoot()
		.listExtensionsUsed()
		.filter(({ writeDependencies }) => writeDependencies.length === 0)
		.map((extension) => extension.constructor as typeof Extension);
	return writer.setLogger(new Logger(Logger.Verbosity.ERROR)).registerExtensions(extensions);
}
