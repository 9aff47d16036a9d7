import { defineFindings } from '../findings/report.ts';

const REBUILD = '`wokflow rebuild FILE` derives all tables anew from the geometry.';

/** What tools leave in walkmeshes, and what making collision from a model can find. */
export const COMPARE_FINDINGS = defineFindings({
	IDENTIFY_SCENE: {
		severity: 'error',
		message: (_: Record<string, never>): string =>
			'This is a scene, not a walkmesh; no tool has left its habits in it.',
		help: 'Name binary or ASCII walkmeshes.',
	},
	TOOL_PERIMETERS_EMPTY: {
		severity: 'warning',
		message: (d: { edges: number }): string =>
			`There are ${d.edges} perimeter edges, but no perimeters: the engine does not know where loops end.`,
		help: REBUILD,
	},
	TOOL_BOXES_BARE: {
		severity: 'warning',
		message: (_: Record<string, never>): string =>
			'Boxes have no margin: those of level and upright faces are empty. The game leaves 0.01 m.',
		help: REBUILD,
	},
	TOOL_BOXES_SUNK: {
		severity: 'warning',
		message: (_: Record<string, never>): string => 'Boxes are moved by 10 m in z, so that most of them are inside out.',
		help: REBUILD,
	},
	TOOL_PLANES_FOREIGN: {
		severity: 'warning',
		message: (d: { count: number; values: string }): string =>
			`${d.count} inner nodes have a plane that no file of the game has: ${d.values}. The game knows 1, 2, 4, 8, 16 and 32.`,
		help: REBUILD,
	},
	TOOL_CHILD_BASE: {
		severity: 'warning',
		message: (d: { base: string }): string =>
			d.base === 'unknown'
				? 'Children of the tree are no nodes behind their parent: characters cannot move on this walkmesh.'
				: `Children of the tree are counted as "${d.base}"; the game counts nodes from 0, so characters cannot move on this walkmesh.`,
		help: REBUILD,
	},
	TOOL_FIXED_FIELD: {
		severity: 'info',
		message: (d: { count: number }): string =>
			`${d.count} nodes of the tree do not have 4 in the field that is always 4.`,
		help: REBUILD,
	},
	TOOL_TREE_FACES: {
		severity: 'warning',
		message: (d: { missing: number; repeated: number; outside: number }): string =>
			`Of the tree, ${d.missing} faces are missing, ${d.repeated} are in it twice, ${d.outside} stick out of their box.`,
		help: REBUILD,
	},
	TOOL_TREE_STRAY: {
		severity: 'warning',
		message: (d: { nodes: number }): string =>
			`A placeable or door has no tree in the game; this one has ${d.nodes} nodes.`,
		help: REBUILD,
	},
	TOOL_OFFSETS_STRAY: {
		severity: 'info',
		message: (d: { tables: number }): string =>
			`${d.tables} tables that a placeable or door does not have are given an offset; the game writes 0.`,
		help: REBUILD,
	},
	TOOL_NORMALS_ZERO: {
		severity: 'info',
		message: (d: { count: number; of: number }): string =>
			`${d.count} of ${d.of} normals are zero, as the game has them in placeables and doors.`,
		help: REBUILD,
	},
	TOOL_NORMALS_UNSCALED: {
		severity: 'warning',
		message: (d: { count: number; of: number }): string => `${d.count} of ${d.of} normals are not one long.`,
		help: REBUILD,
	},
	TOOL_HOOKS_ZERO: {
		severity: 'warning',
		message: (_: Record<string, never>): string =>
			'All use hooks are zero: characters use this object from its middle. Most tools lose the hooks.',
		help: 'Give it hooks: `wokflow hull` and `wokflow door` make them, or name nodes `pwk_use01`, `DWK_dp_closed_01` in the scene.',
	},
});
