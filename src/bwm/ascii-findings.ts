import { defineFindings, type OptionAction } from '../findings/report.ts';

const OF_FORMAT = 'Correct the line. `docs/format.md` describes the format.';
const REBUILT = 'Convert without keeping the tree: one built from the geometry is always correct.';

/** The two readings of the vertices. */
const chooseSpace = (): readonly OptionAction[] => [
	{ option: 'space', value: 'relative' },
	{ option: 'space', value: 'area' },
];

/** What can be wrong with ASCII walkmeshes. */
export const ASCII_FINDINGS = defineFindings({
	ASCII_NOT_TEXT: {
		severity: 'fatal',
		meaning: 'The file is not the text of a walkmesh. Nothing of it was read.',
		message: (d: { reason: string }): string => `This is not an ASCII walkmesh: ${d.reason}.`,
		help: 'Check that the file is complete, and save it as plain ASCII.',
	},
	ASCII_NO_WALKMESH: {
		severity: 'fatal',
		meaning: 'The text holds nodes of a model, but none of them is a walkmesh by its type or name.',
		message: (d: { nodes: number }): string =>
			d.nodes === 0
				? 'The text has no node.'
				: `None of the ${d.nodes} nodes is a walkmesh ("node aabb", or "node trimesh" with the name of a walkmesh).`,
		help: 'Name the node `<room>_wok`, `<model>_pwk_wg` or `DWK_wg_closed`, or make it a `node aabb`.',
	},
	ASCII_INVALID: {
		severity: 'fatal',
		meaning:
			'Something other than a number was found, a row has fewer numbers than its table needs, or a face refers to a vertex that the node does not have. What is meant cannot be guessed, and everything after it might be misread.',
		message: (d: { problem: string }): string => `Invalid line: ${d.problem}.`,
		help: OF_FORMAT,
	},
	ASCII_FAULT: {
		severity: 'warning',
		meaning:
			'A line cannot be used as it is: a row has more numbers than its table needs, a link names no edge, no room or an edge that has one already, a use hook occurs twice, or the parents of a node form a cycle. Ground may lie elsewhere, or a link or hook be missing.',
		message: (d: { problem: string }): string => `Invalid line, but readable: ${d.problem}.`,
		help: OF_FORMAT,
	},
	ASCII_COUNT: {
		severity: 'error',
		meaning:
			'The count at the head of a block and its rows disagree. The game reads as many rows as the count says, so faces or vertices would be missing or wrong.',
		message: (d: { block: string; declared: number; found: number }): string =>
			`The count of "${d.block}" is ${d.declared}, but ${d.found} rows follow.`,
		help: 'Correct the count, or add the missing rows. The game reads as many rows as the count says.',
	},
	ASCII_BLOCK_MISSING: {
		severity: 'fatal',
		meaning: 'A node of a walkmesh has vertices and faces, and one of the two blocks is missing.',
		message: (d: { block: string }): string => `The walkmesh node has no "${d.block}".`,
		help: 'A node without geometry has `verts 0` and `faces 0`.',
	},
	ASCII_BLOCK_REPEATED: {
		severity: 'error',
		meaning: 'A block occurs twice in one node, and it is unclear which one counts.',
		message: (d: { block: string }): string => `The node has "${d.block}" a second time; using the first.`,
		help: OF_FORMAT,
	},
	ASCII_LINE_LONG: {
		severity: 'warning',
		meaning: 'The game cuts long lines, so it would miss the end of this one.',
		message: (d: { bytes: number }): string => `The line has ${d.bytes} bytes; the game cuts lines at 255.`,
		help: 'Shorten the line. Files that wokflow writes have shorter lines.',
	},
	ASCII_KEYWORD_SKIPPED: {
		severity: 'info',
		meaning: 'The line begins with an unknown keyword. The game skips such lines, too.',
		message: (d: { keyword: string; times: number }): string =>
			`"${d.keyword}" is not a known keyword and is ignored${d.times > 1 ? ` (${d.times} times)` : ''}.`,
		help: 'Check it if it concerns the walkmesh.',
	},
	ASCII_NODES_SKIPPED: {
		severity: 'info',
		meaning: 'The file is a whole model. Only its walkmesh nodes were read.',
		message: (d: { nodes: number; names: readonly string[] }): string =>
			`Ignoring ${d.nodes === 1 ? '1 node' : `${d.nodes} nodes`} that ${d.nodes === 1 ? 'is' : 'are'} not walkmesh: ${d.names.join(', ')}${d.nodes > d.names.length ? ', …' : ''}.`,
		help: 'If one of them is a walkmesh, name it `<room>_wok`, `<model>_pwk_wg` or `DWK_wg_closed`, or make it a `node aabb`.',
	},
	ASCII_VERTEX_SPACE: {
		severity: 'info',
		meaning:
			'Vertices of ASCII walkmeshes are either relative to their node or in area space. The content of this file shows which.',
		message: (d: { space: string; because: string }): string =>
			`Reading vertices ${d.space === 'area' ? 'in area space' : "relative to the node's position"}: ${d.because}.`,
		help: 'ASCII walkmeshes use either.',
		actions: chooseSpace,
	},
	ASCII_VERTEX_SPACE_GUESSED: {
		severity: 'warning',
		meaning:
			'Vertices of ASCII walkmeshes are either relative to their node or in area space, and this file leaves it open. If the guess is wrong, the ground is off by the position of the node.',
		message: (d: { space: string; because: string }): string =>
			`Guessing that vertices are ${
				d.space === 'area' ? 'in area space' : "relative to the node's position"
			}: ${d.because}.`,
		help: 'ASCII walkmeshes use either.',
		actions: chooseSpace,
	},
	ASCII_ORIENTATION: {
		severity: 'info',
		meaning: 'The node is rotated, so the rotation was applied to its vertices.',
		message: (d: { degrees: number; axis: readonly number[]; applied: boolean }): string =>
			`The node is rotated by ${d.degrees}° about (${d.axis.join(' ')})${
				d.applied ? '' : '; ignoring that, because its vertices are in area space'
			}.`,
		help: 'An orientation is an axis and an angle in radians; the axis (0 0 0) means none.',
	},
	ASCII_ORIENTATION_AXIS: {
		severity: 'warning',
		meaning: 'The rotation axis of the node does not have length 1. The ground may be rotated incorrectly.',
		message: (d: { length: number }): string =>
			`The axis of the orientation has length ${d.length}, not 1; it may be a quaternion. Reading it as axis and angle.`,
		help: 'Write the orientation as an axis and an angle in radians, or reset it in the modelling program.',
	},
	ASCII_TREE_UNUSABLE: {
		severity: 'warning',
		meaning:
			'The AABB tree in the file does not match its faces. A new one is built; with the old one, the game would miss faces.',
		message: (d: { reason: string }): string =>
			`The aabb block is not a valid tree: ${d.reason}. Building the tree from the geometry.`,
		help: 'A tree has one leaf for each face.',
	},
	ASCII_TREE_BOXES: {
		severity: 'warning',
		meaning:
			'Boxes of the tree do not contain their faces, so the game may not find ground there, and characters stop or fall.',
		message: (d: { leaves: number; total: number }): string =>
			`AABB tree: ${d.leaves} of ${d.total} faces extend beyond their boxes.`,
		help: REBUILT,
	},
	ASCII_LINK_NOT_WALKABLE: {
		severity: 'warning',
		meaning:
			'A link is on a face that is not walkable, so nobody crosses there. The edges may be numbered for another face order.',
		message: (d: { edge: number; surface: string }): string =>
			`The room link of edge ${d.edge} has no effect: its face is not walkable (${d.surface}).`,
		help: 'The edge numbers may refer to another face order. Link the rooms again from their layout.',
	},
	ASCII_HOOKS_ONLY: {
		severity: 'info',
		meaning: 'The object can be used, but has no collision: characters walk through it.',
		message: (d: { kind: string }): string => `There are use hooks of a ${d.kind} without geometry: it has no faces.`,
		help: 'The game has such placeables. Add a geometry node if there should be faces.',
	},
	ASCII_DOOR_STATE: {
		severity: 'warning',
		meaning: 'This is the walkmesh of a door, but its name has no state. The game needs one walkmesh for each state.',
		message: (_: Record<string, never>): string =>
			'The name of the node does not say which state of the door it is; assuming closed.',
		help: 'Name the node `DWK_wg_closed`, `DWK_wg_open1` or `DWK_wg_open2`.',
	},
	ASCII_NAME: {
		severity: 'info',
		meaning: 'The name in the file differs from the file name. The game uses the file name.',
		message: (d: { inside: string; used: string }): string =>
			`The text has the name "${d.inside}"; using the name of the file, "${d.used}".`,
		help: 'Rename one of them if they should agree.',
	},
	ASCII_MARK: {
		severity: 'warning',
		meaning: 'A comment written by wokflow cannot be read, so its content is lost: a link, a surface table or a tree.',
		message: (d: { mark: string }): string =>
			`Ignoring the comment "${d.mark}": it is not a valid "# wokflow" comment.`,
		help: 'Comments that begin with `# wokflow` hold what the format has no keyword for.',
	},
	ASCII_NAME_CHANGED: {
		severity: 'warning',
		meaning: 'The name contains blanks or other characters that ASCII walkmeshes cannot hold, so it was changed.',
		message: (d: { name: string; written: string }): string =>
			`The name "${d.name}" is not valid in an ASCII walkmesh; writing "${d.written}".`,
		help: 'Use letters, digits and `_`.',
	},
	ASCII_TREE_NOT_WRITTEN: {
		severity: 'warning',
		meaning: 'With the tree of the file, the game would miss faces, so a new tree was written.',
		message: (d: { reason: string }): string =>
			`The AABB tree of the file is not valid: ${d.reason}. Writing one built from the geometry.`,
		help: 'A tree has one leaf for each face. The file itself still has the old one.',
		actions: () => [{ command: 'fix', arguments: ['FILE'], options: [{ option: 'inPlace' }] }],
	},
	ASCII_MODEL_OF_OBJECT: {
		severity: 'error',
		meaning: 'Only room models contain a walkmesh. The walkmesh of a placeable or door is a separate file.',
		message: (d: { kind: string }): string => `A ${d.kind} has no AABB node: only rooms are written as models.`,
		help: 'Its walkmesh is a separate file beside the model.',
		actions: () => [{ option: 'dialect', value: 'engine' }],
	},
	ASCII_MODEL_WITHOUT_LAYOUT: {
		severity: 'warning',
		meaning:
			'The model of a room has coordinates about its own origin, and the game adds the position of the layout. Without that the room would be drawn in another position than its walkmesh.',
		message: (_: Record<string, never>): string =>
			'The room is written about the origin of the area, for nothing says where the layout puts it.',
		help: 'A room model lies about its own origin; the layout has the position of each room.',
		actions: () => [{ option: 'layout', placeholder: 'FILE' }],
	},
	ASCII_BOXES_WIDENED: {
		severity: 'info',
		meaning:
			'Programs that read ASCII walkmeshes widen the boxes of the tree, so very thin boxes were written at that width.',
		message: (d: { boxes: number }): string =>
			`${d.boxes === 1 ? '1 box' : `${d.boxes} boxes`} of the AABB tree ${d.boxes === 1 ? 'is' : 'are'} thinner than the 0.02 m that readers add; widened to that.`,
		help: REBUILT,
	},
});
