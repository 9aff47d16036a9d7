import { defineFindings } from '../findings/report.ts';
import type { Misfit } from '../level/fit.ts';

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

/** `1 vertex lies`, `2 vertices lie` */
function counted(count: number, one: string, many: string): string {
	return `${count} ${count === 1 ? one : many}`;
}

function degeneracy(d: { reason: 'repeated' | 'small'; area: number }): string {
	return d.reason === 'repeated'
		? 'uses a vertex twice'
		: `has an area of only ${Number((d.area * 1e6).toPrecision(3))} mm²`;
}

/**
 * What can be wrong with the geometry of a walkmesh, and what cleaning did about it. Every command that looks at geometry reports
 * from this list: a fault has one code and one sentence.
 */
export const MESH_FINDINGS = defineFindings({
	MESH_WITHOUT_FACES: {
		severity: 'info',
		message: (_: Record<string, never>): string => 'The walkmesh has no faces.',
		help: 'Many rooms of the game have none. If characters should walk here, the ground is missing.',
	},
	MESH_NOT_WALKABLE: {
		severity: 'warning',
		message: (d: { faces: number }): string =>
			d.faces === 1 ? 'The only face is not walkable.' : `None of the ${d.faces} faces is walkable.`,
		help: 'If characters should walk here, give the floor a walkable surface.',
	},
	SURFACE_BEYOND_TABLE: {
		severity: 'warning',
		message: (d: { surface: number; count: number; table: string }): string =>
			`${counted(d.count, 'face has', 'faces have')} surface ${d.surface}, which surface table "${d.table}" does not list: not walkable.`,
		help: 'Use the surfacemat.2da that the walkmesh was made for.',
		actions: () => [{ option: 'surfacemat', placeholder: 'FILE' }],
	},
	WALKABLE_ISLANDS: {
		severity: 'info',
		message: (d: { count: number; areas: readonly number[]; gap?: number }): string =>
			`The walkable ground is in ${d.count} separate pieces${
				d.areas.length === 0 ? '' : `: ${d.areas.map(squareMetres).join(', ')}${d.count > d.areas.length ? ', …' : ''}`
			}.${d.gap === undefined ? '' : ` Here the ground ends ${length(d.gap)} from another piece.`}`,
		help: 'If it should be one, look for a gap, a step, a strip that is not walkable, or a seam that is not welded.',
	},
	GROUND_CRACK: {
		severity: 'warning',
		message: (d: {
			/** What lies between the two edges. */
			kind: Misfit;
			gap: number;
			otherEdge: number;
			/** How long the edges run along each other, all locations together, metres. */
			length: number;
			count: number;
			snap: number;
			/** Square metres of the two pieces of ground; empty where both sides belong to one. */
			areas: readonly number[];
		}): string =>
			`${d.kind === 'height' ? 'Step' : 'Crack'}: this open edge and edge ${d.otherEdge} of the same room ${
				d.kind === 'height' ? 'differ in height' : d.kind === 'overlap' ? 'overlap' : 'are apart'
			} by ${length(d.gap)}, so characters cannot cross here.${
				d.areas.length === 0
					? ''
					: ` It separates ${squareMetres(d.areas[0])} of walkable ground from ${squareMetres(d.areas[1])}.`
			}${d.count === 1 ? '' : ` There are ${d.count} such places; this is the worst.`}`,
		help: 'Close the floor in the source, or move the edges together.',
		actions: (d: { snap: number }) => [{ option: 'snap', value: d.snap }],
	},
	GROUND_CRACKS_MENDED: {
		severity: 'info',
		message: (d: { length: number; distance: number }): string =>
			`Closed ${length(d.length)} of cracks in the ground whose sides were up to ${length(d.distance)} apart.`,
		help: 'Close the floor in the source as well, so that models and walkmeshes agree.',
	},
	SILLS_LAID: {
		severity: 'info',
		message: (d: { count: number; area: number; widest: number }): string =>
			`Laid ${counted(d.count, 'sill', 'sills')} across gaps in the ground up to ${length(d.widest)} wide: ${squareMetres(d.area)}.`,
		help: 'Close the floor in the source as well, so that models and walkmeshes agree.',
	},
	GROUND_STEEP_CLOSED: {
		severity: 'info',
		message: (d: { count: number; degrees: number; surface: string }): string =>
			`${counted(d.count, 'walkable face', 'walkable faces')} of ${d.degrees}° and more became ${d.surface}.`,
		help: 'Give walls and risers a surface that is not walkable in the source as well.',
	},
	GROUND_STACKED: {
		severity: 'warning',
		message: (d: { area: number; dz: number; of: number }): string =>
			`Floor above floor: ${squareMetres(d.area)} of walkable ground is ${length(Math.abs(d.dz))} ${
				d.dz < 0 ? 'below' : 'above'
			} other walkable ground of the same room (face ${d.of}).`,
		help: 'The game finds walkable faces by x and y and chooses by height. Give one of the floors a surface that is not walkable, or make it a room of its own.',
	},
	GROUND_STEEP: {
		severity: 'info',
		message: (d: { degrees: number; count: number }): string =>
			`${counted(d.count, 'walkable face is', 'walkable faces are')} steeper than 45°; this one has ${Math.round(d.degrees)}°.`,
		help: 'Characters walk on it all the same. Real rooms are rarely steeper than 12°.',
	},
	GROUND_TOO_STEEP: {
		severity: 'warning',
		message: (d: { degrees: number; count: number }): string =>
			`${counted(d.count, 'walkable face is', 'walkable faces are')} steeper than 60°; this one has ${Math.round(d.degrees)}°.`,
		help: 'A wall or riser that was given a walkable surface by mistake? Give it one that is not walkable.',
	},
	SURFACE_SPECK: {
		severity: 'info',
		message: (d: { surface: string; amid: string }): string => `A single small face is ${d.surface} amid ${d.amid}.`,
		help: 'If it was not meant, give it the surface of the faces around it.',
	},
	HEADROOM_LOW: {
		severity: 'warning',
		message: (d: { headroom: number; area: number; of: number }): string =>
			`Only ${length(d.headroom)} of room above walkable ground: face ${d.of}, which is not walkable, stops characters there. ${squareMetres(d.area)} of ground lie below such faces.`,
		help: 'People are 1.8 m high. Raise what hangs there, or cut the ground away below it.',
	},
	FENCE_ON_GROUND: {
		severity: 'info',
		message: (d: { count: number; length: number }): string =>
			`${counted(d.count, 'upright face that is not walkable stands', 'upright faces that are not walkable stand')} amid walkable ground, ${length(d.length)} long here: the ground continues on both sides.`,
		help: 'The game stops characters at it, but finds ground there, and paths are planned across it. Cut the ground along its foot if it is a fence.',
	},
	VERTICES_WELDED: {
		severity: 'info',
		message: (d: { merged: number; vertices: number; tolerance: number }): string =>
			`${d.merged} of ${d.vertices} vertices merged with others within ${length(d.tolerance)}.`,
		help: 'A smaller weld tolerance keeps fine detail apart.',
		actions: () => [
			{ option: 'weld', placeholder: 'METRES' },
			{ option: 'weld', value: false },
		],
	},
	GROUND_TORN: {
		severity: 'warning',
		message: (d: { edges: number; tolerance: number }): string =>
			`The ground is torn: ${counted(d.edges, 'open edge lies', 'open edges lie')} on another one, but the faces share no vertices there, so characters cannot cross.`,
		help: 'Weld the vertices.',
		actions: () => [{ option: 'weld', placeholder: 'METRES' }],
	},
	VERTICES_UNWELDED: {
		severity: 'info',
		message: (d: { vertices: number; tolerance: number }): string =>
			`${counted(d.vertices, 'vertex lies', 'vertices lie')} within ${length(d.tolerance)} of another one.`,
		help: 'Faces that use different ones of them share no edge, so characters may stop there. Weld them.',
	},
	VERTEX_NEAR_MISS: {
		severity: 'warning',
		message: (d: { distance: number; tolerance: number }): string =>
			`Crack: two vertices on open edges are ${length(d.distance)} apart, so characters may not cross here. Only vertices within ${length(d.tolerance)} are welded.`,
		help: 'If the floor should be whole here, join the vertices in the source, or weld with a tolerance above their distance.',
		actions: () => [{ option: 'weld', placeholder: 'METRES' }],
	},
	VERTICES_UNUSED: {
		severity: 'info',
		message: (d: { count: number }): string => `${counted(d.count, 'vertex belongs', 'vertices belong')} to no face.`,
		help: 'They do no harm.',
	},
	VERTICES_UNUSED_DROPPED: {
		severity: 'info',
		message: (d: { vertices: number }): string =>
			`Removed ${counted(d.vertices, 'vertex that belongs', 'vertices that belong')} to no face.`,
		help: 'Nothing needs to be done.',
	},
	FACE_NOT_FINITE: {
		severity: 'error',
		message: (): string => 'A face has a corner without finite coordinates.',
		help: 'Repair the source: a coordinate is NaN or infinite, or the face names a vertex that does not exist.',
	},
	FACE_NOT_FINITE_DROPPED: {
		severity: 'warning',
		message: (): string => 'Removed a face that has a corner without finite coordinates.',
		help: 'Repair the source: there is a hole now.',
	},
	FACE_DEGENERATE: {
		severity: 'info',
		message: (d: { reason: 'repeated' | 'small'; area: number }): string => `Degenerate face: it ${degeneracy(d)}.`,
		help: 'Nothing stands on it. Remove it in the source; a long thin one may hide a T-junction.',
	},
	FACE_DEGENERATE_DROPPED: {
		severity: 'info',
		message: (d: { reason: 'repeated' | 'small'; area: number }): string =>
			`Removed a degenerate face: it ${degeneracy(d)}.`,
		help: 'A long thin one may leave a T-junction, which has a finding of its own.',
	},
	FACE_DUPLICATE: {
		severity: 'warning',
		message: (d: { of: number }): string => `Duplicate face: face ${d.of} has the same corners.`,
		help: 'Remove one of the two.',
	},
	FACE_DUPLICATE_DROPPED: {
		severity: 'info',
		message: (d: { of: number }): string => `Removed a duplicate face: face ${d.of} has the same corners.`,
		help: 'Nothing needs to be done.',
	},
	FACE_DUPLICATE_SURFACE: {
		severity: 'warning',
		message: (d: { of: number; surface: string; kept: string }): string =>
			`Duplicate faces differ in surface: ${d.surface} here, ${d.kept} on face ${d.of}. The ${d.kept} one counts.`,
		help: 'Remove one of the two in the source. A walkable face wins over others, an earlier one over later ones.',
	},
	FACE_DOUBLE_SIDED: {
		severity: 'warning',
		message: (d: { of: number }): string =>
			`Double-sided floor: walkable face ${d.of} has the same corners and faces the other way.`,
		help: 'Characters may not cross its edges. Export the floor single-sided.',
	},
	FACE_BACK_DROPPED: {
		severity: 'info',
		message: (d: { of: number }): string => `Removed the back of walkable face ${d.of}.`,
		help: 'Nothing needs to be done.',
	},
	FACES_DOUBLE_SIDED: {
		severity: 'info',
		message: (d: { pairs: number }): string =>
			`${counted(d.pairs, 'pair of faces is', 'pairs of faces are')} front and back of the same triangle.`,
		help: 'They do no harm where at most one of the two is walkable.',
	},
	WALKABLE_FACE_DOWN: {
		severity: 'warning',
		message: (d: { surface: string }): string => `A walkable face (${d.surface}) faces down.`,
		help: 'A floor must be flipped; a ceiling needs a surface that is not walkable.',
		actions: () => [{ option: 'orient', value: 'flip' }],
	},
	WALKABLE_FACE_FLIPPED: {
		severity: 'info',
		message: (d: { surface: string }): string => `Flipped a walkable face (${d.surface}) that faced down.`,
		help: 'If it was a ceiling, give it a surface that is not walkable.',
	},
	WALKABLE_UPSIDE_DOWN: {
		severity: 'warning',
		message: (d: { down: number; up: number }): string =>
			`Most of the walkable area faces down (${squareMetres(d.down)} of ${squareMetres(d.down + d.up)}): the mesh is mirrored or inside out.`,
		help: 'Flip it, or repair the mirrored scale or the normals in the source.',
		actions: () => [{ option: 'orient', value: 'flip' }],
	},
	WALKABLE_FACE_VERTICAL: {
		severity: 'warning',
		message: (d: { surface: string }): string =>
			`A walkable face (${d.surface}) is vertical, so characters cannot stand on it.`,
		help: 'Give walls and risers a surface that is not walkable, such as Nonwalk.',
	},
	T_JUNCTION: {
		severity: 'warning',
		message: (d: { distance: number }): string =>
			d.distance < 5e-6
				? 'T-junction: a vertex lies partway along this open edge, so characters cannot cross here.'
				: `T-junction: a vertex lies partway along this open edge, ${length(d.distance)} off, so characters cannot cross here.`,
		help: 'Cut the edge at the vertex.',
		actions: () => [{ option: 'fixTJunctions' }],
	},
	T_JUNCTION_MENDED: {
		severity: 'info',
		message: (): string => 'Cut an open edge at a vertex that lies on it.',
		help: 'Nothing needs to be done.',
	},
	T_JUNCTION_LEFT: {
		severity: 'warning',
		message: (d: { distance: number }): string =>
			`T-junction: a vertex lies partway along this open edge, ${length(d.distance)} off, and cutting the edge there would flip or flatten a face.`,
		help: 'Repair the thin face beside the edge in the source.',
	},
	T_JUNCTIONS_TOO_MANY: {
		severity: 'warning',
		message: (d: { limit: number }): string => `More than ${d.limit} T-junctions: they are neither listed nor mended.`,
		help: 'Many faces seem to lie on one another; look at the source.',
	},
	FACES_HEAPED: {
		severity: 'warning',
		message: (d: { pairs: number; what: string }): string =>
			`Faces lie in a heap: the search for ${d.what} ended after ${d.pairs} pairs of them, so some may be missing here.`,
		help: 'Many faces seem to lie on one another; look at the source.',
	},
	EDGE_OVERFULL: {
		severity: 'warning',
		message: (d: { faces: number }): string =>
			`${d.faces} walkable faces share one edge. They are linked in pairs, so characters cannot cross between all of them.`,
		help: 'Separate the floors that meet here, or remove duplicate faces.',
	},
	TRANSITION_NOT_ON_PERIMETER: {
		severity: 'warning',
		message: (d: { room: number }): string =>
			`The transition to room ${d.room} is not on a perimeter edge; a walkmesh cannot hold it.`,
		help: 'Transitions belong on open edges of walkable faces: move it there, or remove it.',
	},
	TRANSITION_LOST: {
		severity: 'warning',
		message: (d: { room: number }): string => `An edge with a transition to room ${d.room} was removed with its face.`,
		help: 'Check the link here, or compute the links anew.',
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
		help: 'Allow a larger error if the surface may move farther.',
		actions: () => [{ option: 'simplifyError', placeholder: 'METRES' }],
	},
	SIMPLIFY_RETAINED: {
		severity: 'info',
		message: (d: { vertices: number }): string =>
			`Kept ${counted(d.vertices, 'vertex', 'vertices')} whose removal would flip a face or move the surface too far.`,
		help: 'Nothing needs to be done.',
	},
});
