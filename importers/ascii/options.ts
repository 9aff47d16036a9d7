import type { WalkmeshKind } from '../../src/walkmesh/index.ts';

/**
 * What vertices of a room refer to. `relative`: to the node, so its position, orientation and parents are applied, and the
 * layout's position where the text gives one. `area`: to the area; they are taken as they stand. `auto`: what the boxes of
 * the aabb block, then the dialect, then the place of the vertices say; the report names the choice.
 *
 * Placeables and doors store vertices relative to their position in any case: `area` takes the position off again.
 */
export type VertexSpace = 'auto' | 'relative' | 'area';

/** How an ASCII walkmesh is read. */
export interface AsciiOptions {
	readonly space?: VertexSpace;
	/** The aabb block is kept as the walkmesh's tree. */
	readonly keepTree?: boolean;
	/** What the walkmesh belongs to, where the text does not say: `.pwk` and `.dwk` files know it by their name. */
	readonly kind?: WalkmeshKind;
}

export const ASCII_DEFAULTS: { readonly space: VertexSpace; readonly keepTree: boolean } = {
	space: 'auto',
	keepTree: false,
};
