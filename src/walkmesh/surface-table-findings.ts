import { defineFindings } from '../findings/report.ts';

const AS_SURFACES = 'Rows of surfacemat.2da hold 0 or 1 in "walk", "walkcheck", "lineofsight" and "grass".';

/** What a surface table made of a 2DA table can be told about. */
export const SURFACE_TABLE_FINDINGS = defineFindings({
	SURFACE_TABLE_WALK_MISSING: {
		severity: 'fatal',
		meaning: 'The column "walk" says which surfaces characters can walk on. Without it nothing would be ground.',
		message: (d: { columns: string }): string => `Not a surface table: it has no column "walk", only ${d.columns}.`,
		help: 'Use the surfacemat.2da of the game or mod.',
	},
	SURFACE_TABLE_EMPTY: {
		severity: 'fatal',
		meaning: 'A table without rows has no surfaces, so nothing would be ground.',
		message: (_: Record<string, never>): string => 'The surface table has no rows.',
		help: 'Use the surfacemat.2da of the game or mod.',
	},
	SURFACE_TABLE_COLUMN_MISSING: {
		severity: 'warning',
		meaning:
			'The table lacks a column that says what stops characters or sight, so what the game would do was assumed.',
		message: (d: { column: string; taken: string }): string =>
			`The surface table has no column "${d.column}": ${d.taken}.`,
		help: AS_SURFACES,
	},
	SURFACE_TABLE_VALUE: {
		severity: 'warning',
		meaning:
			'A cell that should be 0 or 1 is something else. Whether the surface is walkable may not be what was meant.',
		message: (d: { row: number; label: string; column: string; value: string; taken: number }): string =>
			`Surface ${d.row} (${d.label}) has ${d.value === '' ? 'nothing' : `"${d.value}"`} in column "${d.column}". Read as ${d.taken}.`,
		help: `${AS_SURFACES} The game reads any number except 0 as yes, and text as no.`,
	},
	SURFACE_TABLE_ROW_LABEL: {
		severity: 'warning',
		meaning:
			'The number before a row is not its place in the table, and only the place counts. Faces may get another surface than meant.',
		message: (d: { row: number; rowLabel: string }): string =>
			`Row ${d.row} is labelled "${d.rowLabel}". Its surface is ${d.row}, because rows are counted.`,
		help: 'Walkmeshes store the row, so a row that is inserted or deleted renumbers all surfaces after it. Add rows at the end only.',
	},
	SURFACE_TABLE_LABEL_MISSING: {
		severity: 'warning',
		meaning: 'Materials name surfaces by their labels, and this surface has none to be named by.',
		message: (d: { row: number; label: string }): string => `Surface ${d.row} has no label. It is named "${d.label}".`,
		help: 'Give the row a label, so that materials can be named after it.',
	},
});
