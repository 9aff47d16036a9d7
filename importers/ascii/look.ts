import { decodeLatin } from '../../src/text/cursor.ts';
import { textProblem } from '../../src/text/text.ts';

// In a file of its own: whoever reads a binary walkmesh asks this, and would bundle the whole importer with it.

/** Number of bytes at the beginning of a text by which it is recognised. */
const LOOK_BYTES = 64 * 1024;

/** A line that only ASCII models and walkmeshes have. */
const TELLING_LINE =
	/^(?:\u00ef\u00bb\u00bf)?[ \t]*(?:node[ \t]+(?:aabb|trimesh|dummy)\b|begin(?:walkmesh|model)geom\b|newmodel\b)/im;

/** A comment that tools write above walkmeshes. Any text may contain such a comment, so it only counts if there is a node, too. */
const TELLING_COMMENT =
	/^(?:\u00ef\u00bb\u00bf)?[ \t]*#(?:[^\r\n]*\b(?:MAXWALKMESH|WOKMESH|PWKMESH|DWKMESH)\b|[ \t]*wokflow[ \t]+(?:area|placeable|door)\b)/im;

/** A node of any type. */
const NODE_LINE = /^[ \t]*node[ \t]+\w/im;

/** True when the bytes begin like an ASCII walkmesh or a model that may hold one; what it holds is not looked at. */
export function looksLikeAsciiWalkmesh(bytes: Uint8Array): boolean {
	const head = bytes.subarray(0, LOOK_BYTES);
	if (textProblem(head) !== undefined) return false;
	const text = decodeLatin(head);
	return TELLING_LINE.test(text) || (TELLING_COMMENT.test(text) && NODE_LINE.test(text));
}
