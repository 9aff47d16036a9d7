/** What deriving a file's tables from a walkmesh can find. */
export const DERIVE_FINDINGS = {
	EDGE_OVERFULL: {
		severity: 'warning',
		message: (d: { faces: number }): string =>
			`${d.faces} walkable faces share one edge; they are linked in pairs, so some of them do not lead to each other.`,
		help: 'Separate the floors that meet here, or remove the doubled faces.',
	},
	TRANSITION_NOT_ON_PERIMETER: {
		severity: 'warning',
		message: (d: { room: number }): string =>
			`The transition to room ${d.room} lies on an edge that is not on the walkable perimeter; a walkmesh cannot hold it.`,
		help: 'Transitions belong on open edges of walkable faces: move it there, or remove it.',
	},
} as const;
