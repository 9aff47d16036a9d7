import type { Json } from '../../support/gltf-maker.ts';
import { type FaultCase, square } from './square-documents.ts';

function meshopt(name: string, data: Json, bytes: Uint8Array = new Uint8Array(64)): FaultCase {
	return square(name, (json, maker) => {
		json.extensionsUsed = ['EXT_meshopt_compression'];
		const view = maker.view(bytes);
		const { byteOffset } = json.bufferViews[view];
		json.bufferViews[0].extensions = {
			EXT_meshopt_compression: {
				buffer: 0,
				byteOffset,
				byteLength: bytes.length,
				byteStride: 12,
				count: 4,
				mode: 'ATTRIBUTES',
				...data,
			},
		};
	});
}

function draco(name: string, bytes: readonly number[] | Uint8Array): FaultCase {
	return square(name, (json, maker) => {
		json.extensionsUsed = ['KHR_draco_mesh_compression'];
		const bufferView = maker.view(Uint8Array.from(bytes));
		json.meshes[0].primitives[0].extensions = {
			KHR_draco_mesh_compression: { bufferView, attributes: { POSITION: 0 } },
		};
	});
}

/** The head of Draco data: magic, version 2.2, mesh, sequential, no flags. */
const DRACO_HEAD = [0x44, 0x52, 0x41, 0x43, 0x4f, 2, 2, 1, 0, 0, 0];

export const COMPRESSED: readonly FaultCase[] = [
	meshopt('meshopt data that is none', {}),
	meshopt('meshopt with a stride that is odd', { byteStride: 6 }),
	meshopt('meshopt with a filter that does not fit', { filter: 'QUATERNION' }),
	meshopt('meshopt colours that do not fit', { filter: 'COLOR' }),
	meshopt('meshopt triangles with half a triangle', { mode: 'TRIANGLES', byteStride: 2 }),
	meshopt('meshopt indices with a filter', { mode: 'INDICES', byteStride: 2, filter: 'EXPONENTIAL' }),
	meshopt('meshopt indices with the stride of points', { mode: 'INDICES' }),
	meshopt('meshopt with a mode that is none', { mode: 'LINES' }),
	meshopt('meshopt larger than its view', { count: 400 }),
	meshopt('meshopt beyond its buffer', { byteLength: 100_000 }),
	square('meshopt that grows without end', (json, maker) => {
		json.extensionsUsed = ['EXT_meshopt_compression'];
		const view = maker.view(new Uint8Array(64));
		json.buffers.push({ byteLength: 4_000_000_000 });
		json.bufferViews[0] = {
			buffer: 1,
			byteLength: 4_000_000_000,
			extensions: {
				EXT_meshopt_compression: { ...json.bufferViews[view], byteStride: 16, count: 250_000_000, mode: 'ATTRIBUTES' },
			},
		};
	}),
	draco('Draco data that is none', [1, 2, 3]),
	draco('Draco data of an old version', [0x44, 0x52, 0x41, 0x43, 0x4f, 1, 3, 1, 0, 0, 0, 1, 1, 1]),
	draco('Draco with more faces than declared', [...DRACO_HEAD, 0xff, 0xff, 0xff, 0x7f, 4]),
	draco('Draco with more points than declared', [...DRACO_HEAD, 2, 0xff, 0xff, 0xff, 0x7f]),
	draco('Draco data that stops', [...DRACO_HEAD, 2, 4]),
];
