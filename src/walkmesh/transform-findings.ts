import { type Action, defineFindings } from '../findings/report.ts';

const spaces = (): readonly Action[] => [
	{ option: 'roomSpace', value: 'room' },
	{ option: 'roomSpace', value: 'area' },
];

/** What moving a walkmesh can find. */
export const TRANSFORM_FINDINGS = defineFindings({
	PLACE_SPACE_TAKEN: {
		severity: 'info',
		meaning:
			'Walkmeshes of rooms have coordinates of the area, and models of rooms about their own origin. By where it lies, the ground was taken to have the one or the other.',
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
		meaning:
			'By where it lies, the ground could be about its own origin or in the area. If the guess is wrong, the ground lies away from its room by the position in the layout.',
		message: (d: { space: 'room' | 'area'; at: readonly number[] }): string =>
			`Cannot tell whether the vertices are in room space or in area space. Assuming ${d.space} space, so they were ${
				d.space === 'room' ? `moved by ${d.at.join(' ')}` : 'not moved'
			}.`,
		help: 'Choose one of them.',
		actions: spaces,
	},
	PLACE_SPACE_DOUBTFUL: {
		severity: 'warning',
		meaning:
			'The ground was moved, or left, as asked for, but it would fit its room better otherwise. Ground and model may be apart in the game.',
		message: (d: { space: 'room' | 'area'; at: readonly number[] }): string =>
			d.space === 'room'
				? `The vertices are around ${d.at.join(' ')} already, but were moved there as requested: they may be moved twice now.`
				: `The vertices are around the origin, but were not moved to ${d.at.join(' ')}, as requested.`,
		help: 'The space can be detected instead.',
		actions: () => [{ option: 'roomSpace', value: 'auto' }],
	},
	POSITIONS_TOO_FAR: {
		severity: 'error',
		meaning:
			'Coordinates of a walkmesh are floats of 32 bits, and so far from the origin neighbouring ones are more than a millimetre apart. Corners move, edges no longer meet, and characters stop or fall.',
		message: (d: { farthest: number; limit: number }): string =>
			`The walkmesh would lie up to ${Number(d.farthest.toPrecision(3))} m from the origin; beyond ${d.limit} m a file cannot hold a millimetre.`,
		help: 'Check the distance and its unit, which is metres, and the position of the room in the layout. Areas of the game lie within some hundred metres of the origin.',
	},
	TRANSFORM_FACES_COLLAPSED: {
		severity: 'warning',
		meaning:
			'Coordinates of a walkmesh have about seven digits. So far out, or so small, corners of faces became the same point, and there are holes in the ground.',
		message: (d: { faces: number }): string =>
			`${d.faces === 1 ? '1 face lost its' : `${d.faces} faces lost their`} area: distinct corners became equal.`,
		help: 'A file stores about seven digits of a coordinate, so detail is lost far from the origin and at small scales.',
	},
	VERTICES_SNAPPED: {
		severity: 'info',
		meaning:
			'The game rounds coordinates of ASCII walkmeshes that are nearly whole numbers. The same was done here, so that the file is what the game would make of it.',
		message: (d: { coordinates: number; vertices: number; farthest: number }): string =>
			`Rounded ${d.coordinates} coordinates of ${d.vertices} vertices to whole numbers, moving them by up to ${d.farthest} m.`,
		help: 'The game does the same with coordinates of an ASCII walkmesh that are almost whole.',
	},
});
