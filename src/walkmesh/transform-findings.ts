import { type Action, defineFindings } from '../findings/report.ts';

const spaces = (): readonly Action[] => [
	{ option: 'roomSpace', value: 'room' },
	{ option: 'roomSpace', value: 'area' },
];

/** What moving a walkmesh can find. */
export const TRANSFORM_FINDINGS = defineFindings({
	PLACE_SPACE_TAKEN: {
		severity: 'info',
		message: (d: { space: 'room' | 'area'; at: readonly number[]; by: 'place' | 'option' }): string => {
			const at = d.at.join(' ');
			if (d.by === 'option') {
				return d.space === 'room'
					? `Vertices moved by ${at}, from room space to area space, as requested.`
					: 'Vertices not moved: they are in area space, as requested.';
			}
			return d.space === 'room'
				? `The vertices are around the origin, so they are in room space and were moved by ${at}.`
				: `The vertices are around ${at}, so they are in area space and were not moved.`;
		},
		help: 'A room walkmesh is in area space: model vertex + position of the room in the layout, added once.',
		actions: spaces,
	},
	PLACE_SPACE_UNSURE: {
		severity: 'warning',
		message: (d: { space: 'room' | 'area'; at: readonly number[] }): string =>
			`Cannot tell whether the vertices are in room space or in area space. Assuming ${d.space} space, so they were ${
				d.space === 'room' ? `moved by ${d.at.join(' ')}` : 'not moved'
			}.`,
		help: 'Choose one of them.',
		actions: spaces,
	},
	PLACE_SPACE_DOUBTFUL: {
		severity: 'warning',
		message: (d: { space: 'room' | 'area'; at: readonly number[] }): string =>
			d.space === 'room'
				? `The vertices are around ${d.at.join(' ')} already, but were moved there as requested: they may be moved twice now.`
				: `The vertices are around the origin, but were not moved to ${d.at.join(' ')}, as requested.`,
		help: 'The space can be detected instead.',
		actions: () => [{ option: 'roomSpace', value: 'auto' }],
	},
	TRANSFORM_FACES_COLLAPSED: {
		severity: 'warning',
		message: (d: { faces: number }): string =>
			`${d.faces === 1 ? '1 face lost its' : `${d.faces} faces lost their`} area: distinct corners became equal.`,
		help: 'A file stores about seven digits of a coordinate, so detail is lost far from the origin and at small scales.',
	},
	VERTICES_SNAPPED: {
		severity: 'info',
		message: (d: { coordinates: number; vertices: number; farthest: number }): string =>
			`Rounded ${d.coordinates} coordinates of ${d.vertices} vertices to whole numbers, moving them by up to ${d.farthest} m.`,
		help: 'The game does the same with coordinates of an ASCII walkmesh that are almost whole.',
	},
});
