import { RESIZED } from '../findings/explained-by.ts';
import { defineFindings } from '../findings/report.ts';
import { WELD_OPTIONS } from '../geometry/weld.ts';
import { wholeMillimetres } from '../seams/facing-edges.ts';
import { closed } from '../seams/finding-words.ts';
import { countOf } from '../text/numbers.ts';

/** A length in the unit that suits it: `0.1 mm`, `8 m`. */
export function length(metres: number): string {
	const millimetres = Number((metres * 1000).toPrecision(3));
	return millimetres < 1000 ? `${millimetres} mm` : `${Number(metres.toPrecision(3))} m`;
}

/**
 * What is reported about vertices alone. `MESH_FINDINGS` has these as well: they are apart for programs that only weld, which need no more than a tenth of
 * that list.
 */
export const VERTEX_FINDINGS = defineFindings({
	VERTICES_WELDED: {
		severity: 'info',
		meaning:
			'Vertices in the same position were merged, so faces share edges and characters can cross. Exporters split vertices for normals and textures.',
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
		meaning:
			'Faces touch without sharing vertices. Characters walk over shared edges only, so they stop at an invisible line.',
		message: (d: { edges: number; tolerance: number }): string =>
			`The ground is torn: ${countOf(d.edges, 'open edge lies', 'open edges lie')} on another one, but the faces share no vertices there, so characters cannot cross.`,
		help: 'Weld the vertices.',
		actions: () => [{ option: 'weld', placeholder: 'METRES' }],
		fix: { stages: ['weld'] },
	},
	VERTICES_UNWELDED: {
		severity: 'info',
		explainedBy: {
			room: ['GROUND_TORN', 'FACE_DUPLICATE'],
		},
		meaning: 'Several vertices have the same position. Faces that use different ones share no edge.',
		message: (d: { vertices: number; tolerance: number }): string =>
			`${countOf(d.vertices, 'vertex lies', 'vertices lie')} within ${length(d.tolerance)} of another one.`,
		help: 'Weld them: characters may stop there.',
	},
	VERTEX_NEAR_MISS: {
		severity: 'warning',
		explainedBy: {
			spot: ['GROUND_CRACK', 'VERTICES_UNWELDED', 'SEAM_UNLINKED'],
			input: RESIZED,
		},
		meaning:
			'Two vertices of the ground nearly meet, but are too far apart to be welded. Characters walk over shared edges only, so they may stop there.',
		message: (d: { distance: number; tolerance: number; count?: number }): string =>
			`Crack: ${(d.count ?? 1) > 1 ? `${d.count} pairs of vertices along open edges are up to` : 'two vertices on open edges are'} ${length(d.distance)} apart, so characters may not cross here. Only vertices within ${length(d.tolerance)} are welded.`,
		help: 'If the floor should be whole here, join the vertices in the source.',
		// A little more than they are apart: distances are found of float32.
		actions: (d: { distance: number }) => [
			d.distance > 0
				? { option: 'weld', value: Math.ceil(d.distance * 1e4 + 1) / 1e4 }
				: { option: 'weld', placeholder: 'METRES' },
		],
		fix: {
			stages: ['join-near'],
			options: ({ distance }: { distance?: number }) =>
				closed({}, wholeMillimetres((distance ?? 0) + WELD_OPTIONS.tolerance.default)),
		},
	},
	VERTICES_UNUSED: {
		severity: 'info',
		meaning: 'No face uses these vertices.',
		message: (d: { count: number }): string => `${countOf(d.count, 'vertex belongs', 'vertices belong')} to no face.`,
		help: 'They are harmless.',
		fix: { stages: ['drop-unused'] },
	},
	VERTICES_UNUSED_DROPPED: {
		severity: 'info',
		meaning: 'Vertices that no face uses were left out.',
		message: (d: { vertices: number }): string =>
			`Removed ${countOf(d.vertices, 'vertex that belongs', 'vertices that belong')} to no face.`,
		help: 'Nothing to do.',
	},
});
