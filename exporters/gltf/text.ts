import type { Document, PlatformIO } from '@gltf-transform/core';

/** A document as text, with the data of its buffers and images in data URIs. @param indent of its lines; all in one line by default */
export async function gltfText(document: Document, io: PlatformIO, indent?: string): Promise<Uint8Array> {
	const { json, resources } = await io.writeJSON(document);
	for (const part of [...(json.buffers ?? []), ...(json.images ?? [])]) {
		const { uri } = part;
		if (uri === undefined || !(uri in resources)) continue;
		const type = 'mimeType' in part ? part.mimeType : 'application/octet-stream';
		part.uri = `data:${type};base64,${toBase64(resources[uri])}`;
	}
	return new TextEncoder().encode(`${JSON.stringify(json, null, indent)}\n`);
}

function toBase64(bytes: Uint8Array): string {
	let binary = '';
	const step = 0x8000;
	for (let i = 0; i < bytes.length; i += step) binary += String.fromCharCode(...bytes.subarray(i, i + step));
	return btoa(binary);
}
