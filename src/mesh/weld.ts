import type { Walkmesh } from '../walkmesh/index.ts';
import { representatives } from './representatives.ts';

export interface WeldOptions {
	/** Vertices that lie no farther apart than this become one, in metres. 0 merges only what is equal bit for bit. */
	tolerance?: number;
}

/** A tenth of a millimetre: float32 resolves it up to 800 m from the origin, and no level is modelled finer. */
export const WELD_DEFAULTS: Required<WeldOptions> = { tolerance: 1e-4 };

/** What welding made of some vertices. */
export interface Weld {
	/** The new number of each old vertex. */
	readonly remap: Uint32Array;
	/** 3 floats a new vertex: those of the first old vertex of each group, rounded once. */
	readonly positions: Float32Array;
	/** How many vertices there are fewer. */
	readonly merged: number;
}

/**
 * Merges vertices that lie within `tolerance` of each other, whatever surface or part they belong to. What is
 * guaranteed: see `representatives`. New vertices stand in the order of the first of each group.
 *
 * @param positions 3 values a vertex, metres
 * @throws UsageError for a tolerance that is negative or no finite number
 */
export function weldPositions(
	positions: Float32Array | Float64Array,
	tolerance: number = WELD_DEFAULTS.tolerance,
): Weld {
	const rounded = positions instanceof Float32Array ? positions : Float32Array.from(positions);
	const remap = representatives(positions, tolerance, rounded);
	let count = 0;
	for (let vertex = 0; vertex < remap.length; vertex++) if (remap[vertex] === vertex) count++;
	const kept = new Float32Array(count * 3);
	let at = 0;
	for (let vertex = 0; vertex < remap.length; vertex++) {
		const first = remap[vertex];
		if (first !== vertex) {
			// The first of a group comes before all others, so its entry is its new number by now.
			remap[vertex] = remap[first];
			continue;
		}
		kept[at * 3] = rounded[vertex * 3];
		kept[at * 3 + 1] = rounded[vertex * 3 + 1];
		kept[at * 3 + 2] = rounded[vertex * 3 + 2];
		remap[vertex] = at++;
	}
	return { remap, positions: kept, merged: remap.length - count };
}

/** The walkmesh with merged vertices, and how many there are fewer. Faces that collapse are left in it. */
export function weldMesh(mesh: Walkmesh, tolerance?: number): { mesh: Walkmesh; merged: number } {
	const { remap, positions, merged } = weldPositions(mesh.positions, tolerance);
	if (merged === 0) return { mesh, merged };
	const faces = new Uint32Array(mesh.faces.length);
	for (let i = 0; i < faces.length; i++) faces[i] = remap[mesh.faces[i]];
	return { mesh: { ...mesh, positions, faces }, merged };
}
