import { defineFindings } from '../findings/report.ts';

/** What making the collision of placeables and doors can find. */
export const COLLISION_FINDINGS = defineFindings({
	COLLISION_NO_GEOMETRY: {
		severity: 'error',
		message: (d: { left: number }): string =>
			d.left === 0
				? 'The model has no triangles.'
				: `All ${d.left} triangles of the model are kept out by their names.`,
		help: 'Take what shall count with --node PATTERN.',
	},
	COLLISION_LEFT_OUT: {
		severity: 'info',
		message: (d: { triangles: number; names: string }): string =>
			`${d.triangles} triangles were left out, because their names say walkmesh or ignore: ${d.names}.`,
		help: 'Take them with --node PATTERN if they should count.',
	},
	COLLISION_OF_WALKMESH: {
		severity: 'info',
		message: (_: Record<string, never>): string =>
			'There is nothing but walkmesh in the scene; it was taken as the model.',
		help: 'Nothing to do, unless a visual model should have counted: look at the names of its nodes.',
	},
	COLLISION_BAND_EMPTY: {
		severity: 'error',
		message: (d: { from: number; to: number; lowest: number; highest: number }): string =>
			`Nothing of the model lies between ${d.from} and ${d.to} m; it reaches from ${d.lowest} to ${d.highest} m.`,
		help: 'Set the band with --floor and --height.',
	},
	COLLISION_ABOVE_FLOOR: {
		severity: 'warning',
		message: (d: { lowest: number }): string =>
			`The model begins ${d.lowest} m above its origin, which is where the floor is; the footprint was laid at its lowest point.`,
		help: 'Lay it elsewhere with --floor, or do without collision if characters can pass below.',
	},
	COLLISION_NO_AREA: {
		severity: 'error',
		message: (d: { points: number; extent: number }): string =>
			d.extent === 0
				? `The ${d.points} points of the model lie above one another: there is no footprint.`
				: `The ${d.points} points of the model lie on a line ${d.extent} m long: the footprint has no area.`,
		help: 'Give it a width with --margin.',
	},
	COLLISION_CORNERS: {
		severity: 'info',
		message: (d: { before: number; after: number; added: number }): string =>
			`The outline has ${d.after} corners instead of ${d.before} and ${d.added} m² more.`,
		help: 'Keep more corners with --simplify N.',
	},
	COLLISION_THIN: {
		severity: 'info',
		message: (d: { measured: number; used: number }): string =>
			`The door is ${d.measured} m thick; ${d.used} m were used.`,
		help: 'Say how thick it is: --thickness M.',
	},
	COLLISION_WIDE: {
		severity: 'warning',
		message: (d: { width: number; thickness: number }): string =>
			`The door is ${d.width} m wide and ${d.thickness} m thick, which is hardly a door: a frame or more than one leaf may count with it.`,
		help: 'Take the leaf alone with --node PATTERN, or say --leaves 2.',
	},
});
