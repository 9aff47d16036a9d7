import { defineFindings } from '../findings/report.ts';

/** A length as people say it: `0.1 mm`, `8 m`. */
function length(metres: number): string {
	if (metres >= 1) return `${Number(metres.toPrecision(3))} m`;
	return `${Number((metres * 1000).toPrecision(3))} mm`;
}

function percent(share: number): string {
	return `${Number((share * 100).toPrecision(3))} %`;
}

function squareMetres(area: number): string {
	return `${Number(area.toPrecision(3))} m²`;
}

function degeneracy(d: { reason: 'repeated' | 'small'; area: number }): string {
	return d.reason === 'repeated'
		? 'uses a vertex twice'
		: `has an area of only ${Number((d.area * 1e6).toPrecision(3))} mm²`;
}

/** What meshes are told: welding, faces that are none, orientation, T-junctions, simplifying. */
export const MESH_FINDINGS = defineFindings({
	VERTICES_WELDED: {
		severity: 'info',
		message: (d: { merged: number; vertices: number; tolerance: number }): string =>
			`${d.merged} of ${d.vertices} vertices merged with others within ${length(d.tolerance)}.`,
		help: 'A smaller --weld keeps fine detail apart; --no-weld merges nothing.',
	},
	VERTICES_UNWELDED: {
		severity: 'warning',
		message: (d: { vertices: number; tolerance: number }): string =>
			`${d.vertices} vertices lie within ${length(d.tolerance)} of others; faces that meet there share no edge.`,
		help: 'Weld the mesh, or characters stop at edges that cannot be seen.',
	},
	VERTEX_NEAR_MISS: {
		severity: 'warning',
		message: (d: { distance: number; tolerance: number }): string =>
			`Two vertices on open edges are ${length(d.distance)} apart and stay so: only what lies within ${length(d.tolerance)} merges.`,
		help: 'If the floor is meant to be whole there, join the vertices in the source or raise --weld above the distance.',
	},
	VERTICES_UNUSED_DROPPED: {
		severity: 'info',
		message: (d: { vertices: number }): string => `${d.vertices} vertices that belong to no face were removed.`,
		help: 'Nothing needs to be done.',
	},
	FACE_NOT_FINITE: {
		severity: 'error',
		message: (): string => 'A face has a corner whose coordinates are no finite numbers, or no vertex at all.',
		help: 'Repair the source; the stage drop-degenerate removes such faces.',
	},
	FACE_NOT_FINITE_DROPPED: {
		severity: 'warning',
		message: (): string => 'A face was removed: the coordinates of a corner are no finite numbers.',
		help: 'Repair the source: there is a hole now.',
	},
	FACE_DEGENERATE: {
		severity: 'warning',
		message: (d: { reason: 'repeated' | 'small'; area: number }): string => `A face ${degeneracy(d)}.`,
		help: 'The stage drop-degenerate removes such faces.',
	},
	FACE_DEGENERATE_DROPPED: {
		severity: 'info',
		message: (d: { reason: 'repeated' | 'small'; area: number }): string => `A face was removed that ${degeneracy(d)}.`,
		help: 'A long thin one may leave a T-junction, which is reported of its own.',
	},
	FACE_DUPLICATE: {
		severity: 'warning',
		message: (d: { of: number }): string => `A face is there twice: face ${d.of} has the same corners.`,
		help: 'The stage drop-duplicate keeps one of them.',
	},
	FACE_DUPLICATE_DROPPED: {
		severity: 'info',
		message: (d: { of: number }): string =>
			`A face was removed that is there twice: face ${d.of} has the same corners.`,
		help: 'Nothing needs to be done.',
	},
	FACE_DUPLICATE_SURFACE: {
		severity: 'warning',
		message: (d: { of: number; surface: string; kept: string }): string =>
			`Of two faces with the same corners, ${d.surface} here and ${d.kept} (face ${d.of}), the ${d.kept} one counts.`,
		help: 'Remove one of the two in the source. Walkable faces win over others, earlier ones over later ones.',
	},
	FACE_DOUBLE_SIDED: {
		severity: 'warning',
		message: (d: { of: number }): string =>
			`A walkable face has a back: face ${d.of} has the same corners in reverse and is walkable, too.`,
		help: 'Faces are linked wrongly there. Export the floor single-sided, or let drop-duplicate drop the backs.',
	},
	FACE_BACK_DROPPED: {
		severity: 'info',
		message: (d: { of: number }): string => `The back of walkable face ${d.of} was removed.`,
		help: 'Nothing needs to be done.',
	},
	FACES_DOUBLE_SIDED: {
		severity: 'info',
		message: (d: { pairs: number }): string => `${d.pairs} pairs of faces are front and back of the same triangle.`,
		help: 'They do no harm where at most one of the two is walkable.',
	},
	WALKABLE_FACE_DOWN: {
		severity: 'warning',
		message: (d: { surface: string }): string => `A walkable face (${d.surface}) faces down.`,
		help: 'Turn it over in the source or with --orient flip, or give a ceiling a surface that cannot be walked on.',
	},
	WALKABLE_FACE_DOWN_REFUSED: {
		severity: 'error',
		message: (d: { surface: string }): string => `A walkable face (${d.surface}) faces down.`,
		help: 'Turn it over in the source or with --orient flip, or let it be with --orient keep.',
	},
	WALKABLE_FACE_FLIPPED: {
		severity: 'info',
		message: (d: { surface: string }): string => `A walkable face (${d.surface}) that faced down was turned over.`,
		help: 'If it was a ceiling, give it a surface that cannot be walked on.',
	},
	WALKABLE_UPSIDE_DOWN: {
		severity: 'warning',
		message: (d: { down: number; up: number }): string =>
			`Most of the walkable area faces down (${squareMetres(d.down)} of ${squareMetres(d.down + d.up)}): the mesh looks mirrored or inside out.`,
		help: 'Use --orient flip, or repair the mirrored scale or the normals in the source.',
	},
	WALKABLE_FACE_VERTICAL: {
		severity: 'warning',
		message: (d: { surface: string }): string => `A walkable face (${d.surface}) is vertical; nobody can stand on it.`,
		help: 'Give walls and risers a surface that cannot be walked on, such as Nonwalk.',
	},
	T_JUNCTION: {
		severity: 'warning',
		message: (d: { distance: number }): string =>
			`A vertex lies on the inside of an open edge, ${length(d.distance)} from it: nobody can cross there.`,
		help: 'The long edge has to be cut at the vertex, here or in the source.',
		actions: () => [{ option: 'fixTJunctions' }],
	},
	T_JUNCTION_MENDED: {
		severity: 'info',
		message: (): string => 'An open edge was cut at a vertex that lies on it.',
		help: 'Nothing needs to be done.',
	},
	T_JUNCTION_LEFT: {
		severity: 'warning',
		message: (d: { distance: number }): string =>
			`A vertex lies on the inside of an open edge, ${length(d.distance)} from it; cutting the edge there would turn over or flatten a face.`,
		help: 'Repair the thin face beside the edge in the source.',
	},
	T_JUNCTIONS_TOO_MANY: {
		severity: 'warning',
		message: (d: { limit: number }): string =>
			`There are more than ${d.limit} T-junctions; they are neither listed nor mended.`,
		help: 'Many faces seem to lie on one another; look at the source.',
	},
	TRANSITION_LOST: {
		severity: 'warning',
		message: (d: { room: number }): string => `An edge with a transition to room ${d.room} was removed with its face.`,
		help: 'Check the link there, or have links computed anew.',
	},
	SIMPLIFIED: {
		severity: 'info',
		message: (d: { before: number; after: number; deviation: number }): string =>
			`Simplified from ${d.before} to ${d.after} faces; nothing moved by more than ${length(d.deviation)}.`,
		help: 'A larger error or a smaller ratio leaves fewer faces.',
	},
	SIMPLIFY_RATIO_MISSED: {
		severity: 'info',
		message: (d: { ratio: number; reached: number; error: number }): string =>
			`${percent(d.reached)} of the faces are left, not the ${percent(d.ratio)} asked for: perimeters, borders and links stay, and nothing may move by more than ${length(d.error)}.`,
		help: 'Allow a larger error with --simplify-error METRES if the surface may move farther.',
	},
	SIMPLIFY_RETAINED: {
		severity: 'info',
		message: (d: { vertices: number }): string =>
			`${d.vertices} vertices were kept that would have turned over a face or moved the surface too far.`,
		help: 'Nothing needs to be done.',
	},
});
