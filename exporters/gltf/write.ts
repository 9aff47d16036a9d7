import { Document, WebIO } from '@gltf-transform/core';
import type { Thing } from '../../src/area/thing.ts';
import type { Report } from '../../src/findings/report.ts';
import type { ObjectPlacement } from '../../src/level/level.ts';
import type { SurfaceTable } from '../../src/walkmesh/surfaces.ts';
import type { Walkmesh } from '../../src/walkmesh/walkmesh.ts';
import { addWalkmesh, type InspectionOptions } from './inspection.ts';
import { placeNodes } from './placements.ts';
import { findingNode, leakNode } from './signs.ts';
import { thingNodes } from './things.ts';

export interface GltfWriteOptions extends InspectionOptions {
	/** One binary file, or JSON with its data inside as a data URI. */
	readonly format?: 'glb' | 'gltf';
	/** Where placeables and doors stand: each is shown there below a root node; those without stay at the origin. */
	readonly placements?: readonly ObjectPlacement[];
	/** What stands in the area: signs in lines, below a root of their own. */
	readonly things?: readonly Thing[];
}

export const GLTF_WRITE_DEFAULTS: Required<Pick<GltfWriteOptions, 'format'>> = { format: 'glb' };

/**
 * Writes walkmeshes as glTF for inspection: Y up, metres, a node for each kind of face of a room, a primitive per surface, perimeter and transitions as ribbons. Reading
 * it again gives the same walkmeshes, bit for bit, as long as nobody edits it.
 *
 * @returns the bytes of one self-contained file
 */
export async function writeGltf(
	meshes: readonly Walkmesh[],
	options: GltfWriteOptions,
	context: { readonly surfaces: SurfaceTable; readonly report: Report },
): Promise<Uint8Array> {
	const document = new Document();
	document.getRoot().getAsset().generator = 'wokflow';
	const scene = document.createScene('walkmesh');
	document.getRoot().setDefaultScene(scene);
	const nodes = meshes.map((mesh) => addWalkmesh(document, mesh, context.surfaces, options));
	for (const node of placeNodes(document, meshes, nodes, options.placements ?? [])) scene.addChild(node);
	const signs = thingNodes(document, options.things ?? []);
	if (signs !== undefined) scene.addChild(signs);
	if (options.lines !== undefined && options.lines.length > 0) scene.addChild(leakNode(document, options.lines));
	const pins = findingNode(document, options.findings ?? []);
	if (pins !== undefined) scene.addChild(pins);
	return (options.format ?? GLTF_WRITE_DEFAULTS.format) === 'glb' ? writeGlb(document) : writeJson(document);
}

async function writeGlb(document: Document): Promise<Uint8Array> {
	return new WebIO().writeBinary(document);
}

async function writeJson(document: Document): Promise<Uint8Array> {
	const { json, resources } = await new WebIO().writeJSON(document, { basename: 'walkmesh' });
	for (const buffer of json.buffers ?? []) {
		const bytes = buffer.uri === undefined ? undefined : resources[buffer.uri];
		if (bytes !== undefined) buffer.uri = `data:application/octet-stream;base64,${toBase64(bytes)}`;
	}
	return new TextEncoder().encode(`${JSON.stringify(json, null, '\t')}\n`);
}

function toBase64(bytes: Uint8Array): string {
	let binary = '';
	const step = 0x8000;
	for (let i = 0; i < bytes.length; i += step) binary += String.fromCharCode(...bytes.subarray(i, i + step));
	return btoa(binary);
}
