import type { Walkmesh } from './walkmesh.ts';

/** A result computed from walkmeshes, which builds can keep and use again as long as these stay the same. */
export interface Recalled<T> {
	/** A short word, different for each call in the code: results of different kinds are kept apart. */
	readonly kind: string;
	/** Everything that the result depends on besides the walkmeshes, as values that JSON can hold. */
	readonly of: readonly unknown[];
	/** False for a value that `make` cannot have returned: it was read from a disk, where it may have been damaged. */
	isSound(value: unknown): value is T;
	/** Computes the result, which is plain data. */
	make(): T;
}

/** Returns a kept result, or computes it. @param meshes all that it depends on, the one that it belongs to first */
export type Recall = <T>(meshes: readonly Walkmesh[], what: Recalled<T>) => T;

/** A `Recall` that keeps nothing. */
export const MAKE_ANEW: Recall = (_, { make }) => make();
