import type { Walkmesh } from './walkmesh.ts';

/** A result computed from walkmeshes, which builds can keep and use again as long as these stay the same. */
export interface Recalled<T> {
	/** A short word, different for each call in the code: results of different kinds are kept apart. */
	readonly kind: string;
	/**
	 * For results that are computed one after another, such as the size of a room and its drawing in a picture of all: the name of this one. They are
	 * kept together, with the last of them.
	 */
	readonly part?: { readonly name: string; readonly isLast: boolean };
	/** Everything that the result depends on besides the walkmeshes and the names of the rooms they lead to, as values that JSON can hold. */
	readonly of: readonly unknown[];
	/** False for a value that `make` cannot have returned: it was read from a disk, where it may have been damaged. */
	isSound(value: unknown): value is T;
	/** Computes the result, which is plain data. */
	make(): T;
}

/** Returns a kept result, or computes it. @param mesh the walkmesh that it belongs to */
export type Recall = <T>(mesh: Walkmesh, what: Recalled<T>) => T;

/** A `Recall` that keeps nothing. */
export const MAKE_ANEW: Recall = (_, { make }) => make();
