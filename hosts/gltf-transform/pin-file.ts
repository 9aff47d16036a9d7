import {
	type Document,
	GLB_BUFFER,
	type GLTF,
	type JSONDocument,
	Logger,
	VertexLayout,
	WebIO,
} from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { gltfText } from '../../exporters/gltf/text.ts';
import { loadBuffers, uriTarget } from '../../importers/gltf/buffers.ts';
import { openContainer } from '../../importers/gltf/container.ts';
import { decodersFor } from '../../importers/gltf/decode.ts';
import { DRACO, MESHOPT, MESHOPT_RATIFIED } from '../../importers/gltf/document.ts';
import { GLTF_FINDINGS } from '../../importers/gltf/findings.ts';
import type { GltfOptions } from '../../importers/gltf/options.ts';
import { openGltf, readScene } from '../../importers/gltf/read.ts';
import { reasonOf } from '../../src/findings/reason.ts';
import { InputError, Report } from '../../src/findings/report.ts';
import type { InputSource, OutputFile, ReadContext } from '../../src/formats/contracts.ts';
import { PIN_FINDINGS } from '../../src/pins/vocabulary.ts';
import type { ImportContext } from '../../src/scene/scene.ts';
import { Walkmesh } from './extension.ts';
import { pinDocument } from './pin.ts';

const COMPRESSIONS: readonly string[] = [DRACO, MESHOPT];

/**
 * Reads a glTF file, pins what its triangles mean and makes one file of it again, with its buffers and images inside. Nothing is made where the
 * report holds an error.
 *
 * @param output its extension is `.glb` or `.gltf`
 * @throws InputError for a file that cannot be read
 */
export async function pinFile(
	source: InputSource,
	output: string,
	options: GltfOptions,
	context: ReadContext,
): Promise<OutputFile[]> {
	const { report } = context;
	const { name, sibling } = source;
	const within = { ...context, name, ...(sibling === undefined ? {} : { readSibling: sibling }) };
	const bytes = await source.bytes();
	await checkData(bytes, options, within);
	const io = new WebIO()
		.setLogger(new Logger(Logger.Verbosity.SILENT))
		.setVertexLayout(VertexLayout.SEPARATE)
		.registerExtensions([...ALL_EXTENSIONS, Walkmesh]);
	const { document, generator } = await openDocument(bytes, io, within);
	await pinDocument(document, options, context, generator);
	if (report.failed) return [];
	const isBinary = /\.glb$/i.test(output);
	return [{ path: output, bytes: isBinary ? await io.writeBinary(document) : await gltfText(document, io) }];
}

/** Reads the scene as conversions do, which trust no count and no decoder. What is found is found again in the document. */
async function checkData(bytes: Uint8Array, options: GltfOptions, context: ImportContext): Promise<void> {
	const { materials: _, ...others } = context;
	const own = { ...others, report: new Report() };
	await readScene(openGltf(bytes, options, own), options, own);
}

/** @returns the document, and the program that wrote the file, which the library forgets */
async function openDocument(
	bytes: Uint8Array,
	io: WebIO,
	context: ImportContext,
): Promise<{ readonly document: Document; readonly generator?: string }> {
	const { report } = context;
	const { json, binary } = openContainer(bytes, report);
	const { document } = openGltf(bytes, {}, { ...context, report: new Report() });
	const resources: JSONDocument['resources'] = {};
	const gltf = withOneMeshopt(json as unknown as GLTF.IGLTF);
	// Those of compressed data that only decoders without the extension would need have no bytes.
	const held = new Set(
		document.buffers.flatMap(({ uri }, i) => (uri !== undefined || (i === 0 && binary !== undefined) ? [i] : [])),
	);
	const buffers = await loadBuffers(document, held, new Map(), binary, context);
	for (const [index, { uri }] of (gltf.buffers ?? []).entries()) {
		const data = buffers.get(index);
		if (data !== undefined) resources[uri ?? GLB_BUFFER] = data as Uint8Array<ArrayBuffer>;
	}
	for (const [index, image] of (gltf.images ?? []).entries()) {
		if (image.uri === undefined || image.uri in resources) continue;
		resources[image.uri] = await loadImage(image.uri, `/images/${index}`, context);
	}
	const known = new Set(ALL_EXTENSIONS.map(({ EXTENSION_NAME }) => EXTENSION_NAME).concat(Walkmesh.EXTENSION_NAME));
	const { extensionsUsed: used = [] } = gltf;
	const lost = used.filter((name) => !known.has(name));
	if (lost.length > 0) report.add(PIN_FINDINGS.PIN_EXTENSIONS_LOST, {}, { extensions: lost.join(', ') });
	io.registerDependencies(await decodersFor(used));
	const made = await io.readJSON({ json: gltf, resources });
	const compressed = made
		.getRoot()
		.listExtensionsUsed()
		.filter(({ extensionName }) => COMPRESSIONS.includes(extensionName));
	const names = compressed.map(({ extensionName }) => extensionName).join(', ');
	if (names !== '') report.add(PIN_FINDINGS.PIN_DECOMPRESSED, {}, { extensions: names });
	for (const extension of compressed) extension.dispose();
	const { generator } = document;
	return { document: withOneBuffer(made), ...(typeof generator === 'string' ? { generator } : {}) };
}

/** glTF-Transform knows the compression of meshopt by its older name only. */
function withOneMeshopt(json: GLTF.IGLTF): GLTF.IGLTF {
	const renamed = (names: readonly string[]): string[] => [
		...new Set(names.map((name) => (name === MESHOPT_RATIFIED ? MESHOPT : name))),
	];
	const { bufferViews, extensionsUsed = [], extensionsRequired = [] } = json;
	if (bufferViews === undefined || !extensionsUsed.includes(MESHOPT_RATIFIED)) return json;
	return {
		...json,
		bufferViews: bufferViews.map(({ extensions: { [MESHOPT_RATIFIED]: ratified, ...others } = {}, ...view }) => ({
			...view,
			extensions: ratified === undefined ? others : { ...others, [MESHOPT]: ratified },
		})),
		extensionsUsed: renamed(extensionsUsed),
		extensionsRequired: renamed(extensionsRequired),
	};
}

async function loadImage(uri: string, pointer: string, context: ImportContext): Promise<Uint8Array<ArrayBuffer>> {
	const { report, readSibling } = context;
	const target = uriTarget(uri);
	if (target.kind === 'refused')
		return report.fail(GLTF_FINDINGS.GLTF_URI_REFUSED, { pointer }, { uri, why: target.why });
	if (target.kind === 'data') return target.bytes as Uint8Array<ArrayBuffer>;
	try {
		if (readSibling === undefined) throw new Error('the document has no folder to look in');
		return (await readSibling(target.path)) as Uint8Array<ArrayBuffer>;
	} catch (error) {
		if (error instanceof InputError) throw error;
		return report.fail(GLTF_FINDINGS.GLTF_RESOURCE, { pointer }, { uri, why: reasonOf(error) });
	}
}

/** A GLB holds one buffer. */
function withOneBuffer(document: Document): Document {
	const root = document.getRoot();
	const [first = document.createBuffer(), ...others] = root.listBuffers();
	for (const accessor of root.listAccessors()) accessor.setBuffer(first);
	for (const buffer of others) buffer.dispose();
	return document;
}
