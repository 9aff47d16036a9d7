import { treeOf } from '../src/bwm/derive.ts';
import type { SurfaceTable } from '../src/model/surfaces.ts';
import type { Walkmesh } from '../src/model/walkmesh.ts';
import type { AabbSplit } from '../src/tree/build.ts';

/** The options that trees depend on. */
export interface TreeSettings {
	readonly table: SurfaceTable;
	readonly tree: AabbSplit;
}

/** The walkmeshes of rooms whose trees another thread makes. */
export interface TreeTask extends TreeSettings {
	readonly meshes: readonly Pick<Walkmesh, 'positions' | 'faces' | 'surfaces'>[];
	/** Shared memory; its first number is 1 as soon as trees are no longer wanted. */
	readonly stop: Int32Array;
}

/** Makes trees until they are no longer wanted. @returns the words of each */
export function makeTrees({ meshes, table, tree, stop }: TreeTask): (Int32Array | undefined)[] {
	return meshes.map((mesh) => (Atomics.load(stop, 0) === 1 ? undefined : treeOf(mesh, table, tree).i32));
}
