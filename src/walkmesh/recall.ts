import type { Walkmesh } from './walkmesh.ts';

/** Something that is made of walkmeshes, again and again as long as they stay as they are. */
export interface Recalled<T> {
	/** One for each place in the code that recalls something: a short word. */
	readonly kind: string;
	/** All that it depends on besides the walkmeshes, as values that JSON has words for. */
	readonly of: readonly unknown[];
	/** False for what cannot have come from `make`: what is recalled has been on a disk. */
	isSound(value: unknown): value is T;
	/** Plain data. */
	make(): T;
}

/** Gives what was made of walkmeshes before, if that is still known, or makes it. @param meshes the first is the one that it is of */
export type Recall = <T>(meshes: readonly Walkmesh[], what: Recalled<T>) => T;

/** Nothing is known from before. */
export const MAKE_ANEW: Recall = (_, { make }) => make();
