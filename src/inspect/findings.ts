import { defineFindings } from '../findings/report.ts';

/** `1 face has`, `2 faces have` */
function counted(count: number, one: string, many: string): string {
	return `${count} ${count === 1 ? one : many}`;
}

const REBUILD = '`wokflow rebuild FILE` derives all tables anew from the geometry.';

/** What looking at a walkmesh shows: habits that real files have, and tables that disagree with their geometry. */
export const SURVEY_FINDINGS = defineFindings({
	MESH_WITHOUT_FACES: {
		severity: 'info',
		message: (_: Record<string, never>): string => 'The walkmesh has no faces.',
		help: 'Many rooms of the game are like that; nothing to do unless there should be ground.',
	},
	MESH_NOT_WALKABLE: {
		severity: 'warning',
		message: (d: { faces: number }): string => `None of the ${d.faces} faces can be walked on.`,
		help: 'If characters should walk here, give the floor a walkable surface.',
	},
	FACES_REPEAT_VERTEX: {
		severity: 'warning',
		message: (d: { count: number }): string => `${counted(d.count, 'face uses', 'faces use')} one vertex twice.`,
		help: 'Such faces have no area; the drop-degenerate stage removes them.',
	},
	FACES_WITHOUT_AREA: {
		severity: 'info',
		message: (d: { count: number }): string => `${counted(d.count, 'face has', 'faces have')} no area.`,
		help: 'The drop-degenerate stage removes them.',
	},
	FACES_WALKABLE_DOWN: {
		severity: 'warning',
		message: (d: { count: number }): string =>
			`${counted(d.count, 'walkable face looks', 'walkable faces look')} down: a floor upside down, or a roof.`,
		help: 'Turn them over, or give them a surface that cannot be walked on.',
	},
	FACES_WALKABLE_VERTICAL: {
		severity: 'warning',
		message: (d: { count: number }): string =>
			`${counted(d.count, 'walkable face is', 'walkable faces are')} vertical.`,
		help: 'Give walls a surface that cannot be walked on.',
	},
	VERTICES_COINCIDE: {
		severity: 'info',
		message: (d: { count: number }): string =>
			`${counted(d.count, 'vertex lies', 'vertices lie')} on another one: faces that use different ones of them do not lead to each other.`,
		help: 'Weld the walkmesh if it was not meant.',
	},
	VERTICES_UNUSED: {
		severity: 'info',
		message: (d: { count: number }): string => `${counted(d.count, 'vertex is', 'vertices are')} used by no face.`,
		help: 'The drop-unused stage removes them.',
	},
	WALKABLE_ISLANDS: {
		severity: 'info',
		message: (d: { count: number }): string => `The walkable ground is in ${d.count} pieces that do not touch.`,
		help: 'Look for a gap or an unwelded seam if it should be one.',
	},
	TABLE_FACE_ORDER: {
		severity: 'warning',
		message: (_: Record<string, never>): string =>
			'A walkable face stands behind one that is not: the engine expects them first.',
		help: REBUILD,
	},
	TABLE_ADJACENCY: {
		severity: 'warning',
		message: (d: { count: number; rows: number; expected: number }): string =>
			d.rows === d.expected
				? `${counted(d.count, 'entry of the adjacency table disagrees', 'entries of the adjacency table disagree')} with the geometry.`
				: `The adjacency table has ${d.rows} rows for ${d.expected} walkable faces.`,
		help: REBUILD,
	},
	TABLE_EDGES: {
		severity: 'warning',
		message: (d: { rows: number; expected: number }): string =>
			`The edge table (${d.rows} rows) is not the walkable perimeter (${d.expected} edges) in the order of its loops.`,
		help: REBUILD,
	},
	TABLE_PERIMETERS: {
		severity: 'warning',
		message: (d: { rows: number; expected: number }): string =>
			d.rows === 0
				? `The perimeter table is empty; there are ${d.expected} loops.`
				: `The perimeter table (${d.rows} loops) disagrees with the geometry (${d.expected}).`,
		help: REBUILD,
	},
	TABLE_NORMALS: {
		severity: 'info',
		message: (d: { count: number; zero: number }): string =>
			`${counted(d.count, 'normal disagrees', 'normals disagree')} with the geometry${d.zero > 0 ? `, ${d.zero} of them are zero` : ''}.`,
		help: REBUILD,
	},
	TABLE_DISTANCES: {
		severity: 'info',
		message: (d: { count: number }): string =>
			`${counted(d.count, 'planar distance disagrees', 'planar distances disagree')} with the stored normals.`,
		help: REBUILD,
	},
	TABLE_ROOT: {
		severity: 'info',
		message: (d: { root: number }): string =>
			`The header names node ${d.root} as root of the tree; the engine begins at 0.`,
		help: REBUILD,
	},
	TABLE_TREE: {
		severity: 'warning',
		message: (d: { problem: string }): string => `The tree: ${d.problem}.`,
		help: REBUILD,
	},
	TABLE_TREE_PLANE: {
		severity: 'info',
		message: (d: { count: number }): string =>
			`${counted(d.count, 'node of the tree names', 'nodes of the tree name')} another split plane than the boxes of their children show.`,
		help: REBUILD,
	},
	SURFACE_BEYOND_TABLE: {
		severity: 'warning',
		message: (d: { surface: number; count: number; table: string }): string =>
			`${counted(d.count, 'face has', 'faces have')} surface ${d.surface}, which table "${d.table}" does not have; they cannot be walked on.`,
		help: 'Load the surfacemat.2da the walkmesh was made for: --surfacemat FILE.',
	},
});
