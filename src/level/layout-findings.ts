import { defineFindings } from '../findings/report.ts';

/** What a layout and its visibility can be told about, whatever they were read from. */
export const LAYOUT_FINDINGS = defineFindings({
	LAYOUT_DOORHOOK_ROOM_UNKNOWN: {
		severity: 'info',
		message: (d: { door: string; room: string }): string =>
			`Door hook "${d.door}" names room "${d.room}", which is not in the layout.`,
		help: 'The game positions doors by other files; the hook has no effect. Several layouts of the game have such hooks.',
	},
	LAYOUT_NAME_INVALID: {
		severity: 'warning',
		message: (d: { name: string; problem: 'empty' | 'length' | 'characters' }): string =>
			d.problem === 'empty'
				? 'A name is empty.'
				: d.problem === 'length'
					? `The name "${d.name}" has ${d.name.length} characters; the game accepts 16.`
					: `The name "${d.name}" has characters other than letters, digits and "_".`,
		help: 'Rename the model and its files.',
	},
	LAYOUT_NAME_DUPLICATE: {
		severity: 'warning',
		message: (d: { name: string; first: number; again: number }): string =>
			`Room ${d.again} has the same name as room ${d.first}: "${d.name}".`,
		help: 'Files are found by name, ignoring case, so both rooms share one walkmesh. The name refers to the first of them.',
	},
	VIS_ROOM_UNKNOWN: {
		severity: 'info',
		message: (d: { name: string }): string => `Room "${d.name}" is not in the layout.`,
		help: 'The game ignores such names. Remove them, or correct the spelling.',
	},
	VIS_ROOM_UNSEEN: {
		severity: 'info',
		message: (d: { room: string }): string =>
			`Room "${d.room}" of the layout is not in the visibility file: no other room is drawn from it, and it is drawn from no other room.`,
		help: 'Add an entry for it. Building the level writes a visibility file from the links between the rooms.',
	},
});
