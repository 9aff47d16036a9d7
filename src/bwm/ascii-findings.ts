import { defineFindings } from '../findings/report.ts';

const OF_FORMAT = 'Look at the line; `docs/format.md` describes what an ASCII walkmesh may hold.';
const SPACE = 'Say which it is: --space relative or --space area.';
const REBUILT = 'Without --keep-tree the tree is built anew from the geometry, which is always right.';

/** What ASCII walkmeshes can be told about. */
export const ASCII_FINDINGS = defineFindings({
	ASCII_NOT_TEXT: {
		severity: 'fatal',
		message: (d: { reason: string }): string => `This is no ASCII walkmesh: ${d.reason}.`,
		help: 'Check that the file was copied whole, and save texts as plain ASCII.',
	},
	ASCII_NO_WALKMESH: {
		severity: 'fatal',
		message: (d: { nodes: number }): string =>
			d.nodes === 0
				? 'The text holds no node.'
				: `None of the text's ${d.nodes} nodes is a walkmesh ("node aabb", or "node trimesh" with a walkmesh's name).`,
		help: 'Name the node after the conventions: `<room>_wok`, `<model>_pwk_wg`, `DWK_wg_closed`, or make it a `node aabb`.',
	},
	ASCII_NUMBER: {
		severity: 'fatal',
		message: (d: { text: string; expected: string }): string => `"${d.text}" is not ${d.expected}.`,
		help: OF_FORMAT,
	},
	ASCII_ROW_SHORT: {
		severity: 'fatal',
		message: (d: { row: string; needed: string; found: number }): string =>
			`A row of "${d.row}" needs ${d.needed} numbers; this one has ${d.found}.`,
		help: OF_FORMAT,
	},
	ASCII_ROW_LONG: {
		severity: 'warning',
		message: (d: { row: string; needed: string }): string =>
			`This row of "${d.row}" goes on after ${d.needed} numbers; the rest was left out.`,
		help: OF_FORMAT,
	},
	ASCII_COUNT: {
		severity: 'error',
		message: (d: { block: string; declared: number; found: number }): string =>
			`"${d.block} ${d.declared}" is followed by ${d.found} rows.`,
		help: 'Correct the count, or restore the rows that are missing. The game reads as many rows as the count says.',
	},
	ASCII_BLOCK_MISSING: {
		severity: 'fatal',
		message: (d: { block: string }): string => `The walkmesh node has no "${d.block}".`,
		help: 'A node without geometry has `verts 0` and `faces 0`.',
	},
	ASCII_BLOCK_REPEATED: {
		severity: 'error',
		message: (d: { block: string }): string => `The node has "${d.block}" a second time; the first one was taken.`,
		help: OF_FORMAT,
	},
	ASCII_INDEX: {
		severity: 'fatal',
		message: (d: { index: number; vertices: number }): string =>
			`A face uses vertex ${d.index}; there are ${d.vertices}, numbered from 0.`,
		help: OF_FORMAT,
	},
	ASCII_LINE_LONG: {
		severity: 'warning',
		message: (d: { bytes: number }): string => `The line has ${d.bytes} bytes; the game cuts lines at 255.`,
		help: 'Shorten the line, or convert the file once more: all lines are shorter then.',
	},
	ASCII_KEYWORD_SKIPPED: {
		severity: 'info',
		message: (d: { keyword: string; times: number }): string =>
			`"${d.keyword}" is not known here and was left out${d.times > 1 ? ` (${d.times} times)` : ''}.`,
		help: 'Nothing is lost if it does not concern the walkmesh.',
	},
	ASCII_NODES_SKIPPED: {
		severity: 'info',
		message: (d: { nodes: number; names: readonly string[] }): string =>
			`${d.nodes} nodes are no walkmesh and were left out: ${d.names.join(', ')}${d.nodes > d.names.length ? ', …' : ''}.`,
		help: 'If one of them is a walkmesh, name it after the conventions or make it a `node aabb`.',
	},
	ASCII_VERTEX_SPACE: {
		severity: 'info',
		message: (d: { space: string; because: string }): string =>
			`Vertices were taken as ${d.space === 'area' ? 'they stand (area space)' : "relative to the node's position"}: ${d.because}.`,
		help: SPACE,
	},
	ASCII_VERTEX_SPACE_GUESSED: {
		severity: 'warning',
		message: (d: { space: string; because: string }): string =>
			`Nothing says for certain what vertices refer to; they were taken as ${
				d.space === 'area' ? 'they stand (area space)' : "relative to the node's position"
			}: ${d.because}.`,
		help: SPACE,
	},
	ASCII_ORIENTATION: {
		severity: 'info',
		message: (d: { degrees: number; axis: readonly number[]; applied: boolean }): string =>
			`The node is turned by ${d.degrees}° about (${d.axis.join(' ')})${
				d.applied ? '' : '; its vertices are in area space, so that was left out'
			}.`,
		help: 'An orientation is an axis and an angle in radians; the axis (0 0 0) means none.',
	},
	ASCII_ORIENTATION_AXIS: {
		severity: 'warning',
		message: (d: { length: number }): string =>
			`The axis of the orientation has length ${d.length}, not 1; it may be a quaternion. It was taken as axis and angle.`,
		help: 'Write the orientation as an axis and an angle in radians, or reset it in the modelling program.',
	},
	ASCII_PARENTS: {
		severity: 'warning',
		message: (_: Record<string, never>): string =>
			'The parents of the node form a ring or go on without end; the node was placed as far as they could be followed.',
		help: OF_FORMAT,
	},
	ASCII_TREE_UNUSABLE: {
		severity: 'warning',
		message: (d: { reason: string }): string => `The aabb block is no tree: ${d.reason}. It was left out.`,
		help: REBUILT,
	},
	ASCII_TREE_BOXES: {
		severity: 'warning',
		message: (d: { leaves: number; total: number }): string =>
			`${d.leaves} of ${d.total} leaf boxes of the aabb block do not hold their face.`,
		help: REBUILT,
	},
	ASCII_LINK_RANGE: {
		severity: 'warning',
		message: (d: { edge: number; edges: number }): string =>
			`A room link names edge ${d.edge}; the faces have ${d.edges}. It was left out.`,
		help: 'Edge k of face f has the number 3f + k, in the order of the faces in this file.',
	},
	ASCII_LINK_ROOM: {
		severity: 'warning',
		message: (d: { room: number }): string => `A room link leads to room ${d.room}, which cannot be. It was left out.`,
		help: 'Rooms are numbered from 0 in the order of the layout; −1 means none.',
	},
	ASCII_LINK_NOT_WALKABLE: {
		severity: 'warning',
		message: (d: { edge: number; surface: string }): string =>
			`A room link lies on edge ${d.edge} of a face that cannot be walked on (${d.surface}); it has no effect.`,
		help: 'Edge numbers may refer to another order of the faces: link the rooms anew from their layout.',
	},
	ASCII_LINK_REPEATED: {
		severity: 'warning',
		message: (d: { edge: number; rooms: readonly [number, number] }): string =>
			`Edge ${d.edge} is linked to room ${d.rooms[0]} and again to room ${d.rooms[1]}; the latter was taken.`,
		help: OF_FORMAT,
	},
	ASCII_HOOK_REPEATED: {
		severity: 'warning',
		message: (d: { hook: string }): string => `There is a second hook "${d.hook}"; the first one was taken.`,
		help: 'Remove one of them.',
	},
	ASCII_HOOKS_ONLY: {
		severity: 'info',
		message: (d: { kind: string }): string => `There are hooks of a ${d.kind} without geometry: it has no faces.`,
		help: 'The game ships placeables like that. Add a geometry node if there should be one.',
	},
	ASCII_DOOR_STATE: {
		severity: 'warning',
		message: (_: Record<string, never>): string =>
			'The name of the node does not say which state of the door it is; the closed one was assumed.',
		help: 'Name the node `DWK_wg_closed`, `DWK_wg_open1` or `DWK_wg_open2`.',
	},
	ASCII_NAME: {
		severity: 'info',
		message: (d: { inside: string; used: string }): string =>
			`The text calls itself "${d.inside}"; "${d.used}", the name of the file, was used.`,
		help: 'Rename one of them if they should agree.',
	},
	ASCII_MARK: {
		severity: 'warning',
		message: (d: { mark: string }): string => `The comment "${d.mark}" could not be understood and was left out.`,
		help: 'Comments that begin with `# wokflow` carry what the text has no other place for.',
	},
	ASCII_NAME_CHANGED: {
		severity: 'warning',
		message: (d: { name: string; written: string }): string =>
			`The name "${d.name}" cannot stand in the text; "${d.written}" was written.`,
		help: 'Use letters, digits and `_`.',
	},
	ASCII_TREE_NOT_WRITTEN: {
		severity: 'warning',
		message: (d: { reason: string }): string => `The tree could not be written: ${d.reason}.`,
		help: REBUILT,
	},
	ASCII_BOXES_WIDENED: {
		severity: 'info',
		message: (d: { boxes: number }): string =>
			`${d.boxes} boxes of the tree are thinner than the 0.02 m that readers of the text add; they became that thick.`,
		help: REBUILT,
	},
});
