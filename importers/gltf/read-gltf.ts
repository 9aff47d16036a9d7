import type { GLTF } from '@gltf-transform/core';
import { FRAME_DEFAULTS } from '../../src/scene/frame.ts';
import type { ImportContext, Scene } from '../../src/scene/scene.ts';
import type { SurfaceTable } from '../../src/walkmesh/surfaces.ts';
import type { Walkmesh } from '../../src/walkmesh/walkmesh.ts';
import { loadBuffers } from './data/buffers.ts';
import { checkBudget, readAccessorJson } from './data/decode.ts';
import { extrasOf, type GltfDocument } from './document.ts';
import { readInspection } from './inspection.ts';
import type { GltfOptions } from './options.ts';
import { type OpenedGltf, openGltf, sceneOf } from './read-scene.ts';

/** What a glTF file holds: a scene, or, in an inspection file that nobody has edited, the very walkmeshes it shows. */
export type GltfContent =
	| { readonly kind: 'scene'; readonly scene: Scene }
	| { readonly kind: 'walkmeshes'; readonly walkmeshes: readonly { readonly walkmesh: Walkmesh }[] };

/**
 * Reads a GLB or glTF JSON. Options that choose among nodes or change axes are about scenes, so with them an inspection file is read
 * as one.
 *
 * @throws InputError for a file that cannot be read, and for one with nothing to convert
 */
export async function readGltf(bytes: Uint8Array, options: GltfOptions, context: ImportContext): Promise<GltfContent> {
	const opened = openGltf(bytes, context);
	const walkmeshes = isPlain(options) && mayBeInspection(opened) ? await readStamped(opened, context) : undefined;
	if (walkmeshes === undefined) return { kind: 'scene', scene: await sceneOf(opened, options, context) };
	return { kind: 'walkmeshes', walkmeshes: walkmeshes.map((walkmesh) => ({ walkmesh })) };
}

function isPlain({ nodes = [], scene, up, unit, scale }: GltfOptions): boolean {
	const isDefault = <K extends keyof typeof FRAME_DEFAULTS>(key: K, value: unknown): boolean =>
		value === undefined || value === FRAME_DEFAULTS[key];
	return (
		nodes.length === 0 &&
		scene === undefined &&
		isDefault('up', up) &&
		isDefault('unit', unit) &&
		isDefault('scale', scale)
	);
}

/** True for documents that carry a stamp and nothing that this tool does not write. */
function mayBeInspection({ document, carried, isSound: isListSound }: OpenedGltf): boolean {
	const { nodes = [], accessors = [], skins = [] } = document;
	return (
		nodes.some((node) => extrasOf(node)?.['wokflow'] !== undefined) &&
		skins.length === 0 &&
		isListSound('materials') &&
		[...carried.values()].every((pointer) => pointer.startsWith('/materials/')) &&
		accessors.every(({ bufferView, sparse }) => bufferView !== undefined && sparse === undefined)
	);
}

async function readStamped(
	{ document, binary }: OpenedGltf,
	context: Pick<ImportContext, 'report' | 'readSibling' | 'signal' | 'surfaces'>,
): Promise<Walkmesh[] | undefined> {
	const json = inspectionJson(document);
	const needed = new Set((document.bufferViews ?? []).map(({ buffer }) => buffer));
	const buffers = await loadBuffers(document, needed, binary, context);
	checkBudget(json, buffers, context.report);
	const resources = Object.fromEntries([...buffers].map(([index, bytes]) => [bufferName(index), bytes]));
	const read = await readAccessorJson(
		{ json, resources: resources as Record<string, Uint8Array<ArrayBuffer>> },
		context.report,
	);
	const walkmeshes = readInspection(read, context.surfaces as SurfaceTable);
	return walkmeshes?.every(isSound) ? walkmeshes : undefined;
}

/** The parts of a document that make an inspection file, and no others. */
function inspectionJson(document: GltfDocument): GLTF.IGLTF {
	const { scene, scenes = [], nodes = [], meshes = [], materials = [], accessors = [], bufferViews = [] } = document;
	const reduced = {
		asset: { version: '2.0' },
		...(scene === undefined ? {} : { scene }),
		scenes: scenes.map((item) => ({ nodes: item.nodes ?? [] })),
		nodes: nodes.map(({ extensions: _, skin: __, camera: ___, weights: ____, ...node }) => ({
			...node,
			...named(node.name),
			extras: extrasOf(node) ?? {},
		})),
		meshes: meshes.map(({ primitives }) => ({
			primitives: primitives.map(({ attributes, indices, material, mode, extras }) => ({
				attributes: Object.hasOwn(attributes, 'POSITION') ? { POSITION: attributes['POSITION'] } : {},
				...(indices === undefined ? {} : { indices }),
				...(material === undefined ? {} : { material }),
				...(mode === undefined ? {} : { mode }),
				extras: extrasOf({ extras }) ?? {},
			})),
		})),
		materials: materials.map(({ name }) => named(name)),
		accessors: accessors.map(({ bufferView, byteOffset = 0, componentType, normalized = false, count, type }) => ({
			bufferView,
			byteOffset,
			componentType,
			normalized,
			count,
			type,
		})),
		bufferViews: bufferViews.map(({ buffer, byteOffset = 0, byteLength, byteStride }) => ({
			buffer,
			byteOffset,
			byteLength,
			...(byteStride === undefined ? {} : { byteStride }),
		})),
		buffers: (document.buffers ?? []).map(({ byteLength }, index) => ({ byteLength, uri: bufferName(index) })),
	};
	return reduced as unknown as GLTF.IGLTF;
}

function named(name: unknown): { name?: string } {
	return typeof name === 'string' ? { name } : {};
}

function bufferName(index: number): string {
	return `buffer-${index}`;
}

/** A file that was made to deceive may carry the right checksum over wrong numbers. */
function isSound({ positions, faces }: Walkmesh): boolean {
	return faces.every((vertex) => vertex * 3 < positions.length) && positions.every(Number.isFinite);
}
