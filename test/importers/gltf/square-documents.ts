import type { GltfOptions } from '../../../importers/gltf/options.ts';
import type { ImportContext } from '../../../src/scene/scene.ts';
import { type GltfMaker, type Json, packGlb, squareDocument } from '../../support/gltf-maker.ts';

/** A file with one thing wrong with it. */
export interface FaultCase {
	readonly name: string;
	readonly bytes: Uint8Array;
	readonly options?: GltfOptions;
	readonly context?: Partial<ImportContext>;
}

/** A sound square, changed. */
export function square(
	name: string,
	change: (json: Json, maker: GltfMaker) => void,
	rest: Partial<FaultCase> = {},
): FaultCase {
	const maker = squareDocument();
	maker.json.buffers = [{ byteLength: maker.data.length }];
	change(maker.json, maker);
	// Data that a change has added belongs to the buffer too, unless the change says how long that is.
	if (maker.json.buffers?.[0]?.byteLength === squareDocument().data.length) {
		maker.json.buffers[0].byteLength = maker.data.length;
	}
	return { name, bytes: packGlb(maker.json, maker.data), ...rest };
}

/** The JSON of the square, which says how long its buffer is. */
export function squareWithBuffer(): Json {
	const maker = squareDocument();
	return { ...maker.json, buffers: [{ byteLength: maker.data.length }] };
}

export function withBytes(bytes: Uint8Array, change: (view: DataView) => void): Uint8Array {
	const copy = bytes.slice();
	change(new DataView(copy.buffer));
	return copy;
}
