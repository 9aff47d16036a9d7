import { defineFindings } from '../findings/report.ts';

/** What moving a walkmesh can find. */
export const TRANSFORM_FINDINGS = defineFindings({
	PLACE_SPACE_TAKEN: {
		severity: 'info',
		message: (d: { space: 'room' | 'area'; at: readonly number[]; by: 'place' | 'option' }): string => {
			const place = d.at.join(' ');
			if (d.by === 'option') {
				return d.space === 'room'
					? `The vertices were moved by ${place}, from room space as asked.`
					: 'The vertices were not moved: they lie in area space, as asked.';
			}
			return d.space === 'room'
				? `The vertices lie about the origin, so they are in room space and were moved by ${place}.`
				: `The vertices lie about ${place}, so they are in area space already and were not moved.`;
		},
		help: 'A walkmesh of a room lies in area space: model vertex + position of the room in the layout, added once.',
	},
	PLACE_SPACE_UNSURE: {
		severity: 'warning',
		message: (d: { space: 'room' | 'area'; at: readonly number[] }): string =>
			`Whether the vertices lie in room space or in area space cannot be told; ${d.space} space was taken, so they were ${
				d.space === 'room' ? `moved by ${d.at.join(' ')}` : 'not moved'
			}.`,
		help: 'Say which it is: --space room or --space area.',
	},
	PLACE_SPACE_DOUBTFUL: {
		severity: 'warning',
		message: (d: { space: 'room' | 'area'; at: readonly number[] }): string =>
			d.space === 'room'
				? `The vertices lie about ${d.at.join(' ')} already, but were moved there as asked: perhaps they are moved twice now.`
				: `The vertices lie about the origin, but were not moved to ${d.at.join(' ')}, as asked.`,
		help: 'Leave --space out to have it recognized.',
	},
	TRANSFORM_FACES_COLLAPSED: {
		severity: 'warning',
		message: (d: { faces: number }): string =>
			`${d.faces === 1 ? 'A face' : `${d.faces} faces`} lost ${d.faces === 1 ? 'its' : 'their'} area: corners that were apart became one point.`,
		help: 'A file holds about seven digits of a coordinate, so detail is lost far from the origin and at small scales.',
	},
	VERTICES_SNAPPED: {
		severity: 'info',
		message: (d: { coordinates: number; vertices: number; farthest: number }): string =>
			`${d.coordinates} coordinates of ${d.vertices} vertices were moved to whole numbers, by ${d.farthest} m at most.`,
		help: 'That is what the game does with the vertices of an ASCII walkmesh. Leave the stage out to keep them.',
	},
});
