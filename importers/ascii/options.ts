import { choice, flag } from '../../src/findings/options.ts';
import { LIMIT_OPTIONS } from '../../src/formats/limits.ts';

export const ASCII_READ_OPTIONS = {
	/**
	 * What vertices of a room refer to. `relative`: to the node, so its position, orientation and parents are applied, and the
	 * layout's position where the text gives one. `area`: to the area; they are taken as they stand. `auto`: what the boxes of
	 * the aabb block, then the dialect, then the place of the vertices say; the report names the choice.
	 *
	 * Placeables and doors store vertices relative to their position in any case: `area` takes the position off again.
	 */
	space: choice('Space of the vertices in ASCII walkmeshes.', ['auto', 'relative', 'area'], 'auto'),
	...LIMIT_OPTIONS,
	keepTree: flag('Keep the tree of an ASCII walkmesh.', false),
};
