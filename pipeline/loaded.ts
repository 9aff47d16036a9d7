import type { AabbTree } from '../src/aabb/index.ts';
import type { BwmFile } from '../src/bwm/index.ts';
import type { Scene } from '../src/scene/index.ts';
import type { Walkmesh } from '../src/walkmesh/index.ts';

/** A walkmesh as a file held it. */
export interface LoadedWalkmesh {
	readonly walkmesh: Walkmesh;
	/** All tables, when it came from a binary. */
	readonly file?: BwmFile;
	/** The tree that came with it, when it is to be kept; its leaves number the walkmesh's own faces. */
	readonly tree?: AabbTree;
}

/** What reading gives: a scene, of which a recipe makes walkmeshes, or walkmeshes, which nothing is done to unasked. */
export type Loaded =
	| { readonly kind: 'scene'; readonly scene: Scene }
	| { readonly kind: 'walkmeshes'; readonly walkmeshes: readonly LoadedWalkmesh[] };
