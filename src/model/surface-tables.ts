import { defineFindings, type Report } from '../findings/report.ts';
import type { Vec3 } from '../math/vec3.ts';
import { type Surface, type SurfaceTable, surfaceColour } from './surfaces.ts';

/** A linear component (0 to 1) in sRGB, 0 to 1 as well. */
export function linearToSrgb(c: number): number {
	return c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055;
}

/** The inverse of `linearToSrgb`. */
export function srgbToLinear(c: number): number {
	return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
}

/** Linear component to an sRGB byte (0 to 255); what is outside 0 to 1 is cut off. */
export function linearToSrgbByte(linear: number): number {
	return Math.round(255 * linearToSrgb(Math.min(1, Math.max(0, linear))));
}

/** Linear RGB as the sRGB `#rrggbb` of pictures and terminals. */
export function toHexColour(colour: Vec3): string {
	return `#${colour.map((c) => linearToSrgbByte(c).toString(16).padStart(2, '0')).join('')}`;
}

/** Linear RGB of `#rrggbb`. */
export function fromHexColour(hex: string): Vec3 {
	const channel = (at: number): number => srgbToLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255);
	return [channel(1), channel(3), channel(5)];
}

const AS_SURFACES = 'Rows of surfacemat.2da hold 0 or 1 in "walk", "walkcheck", "lineofsight" and "grass".';

/** What can be wrong with a 2DA table that is read as a surface table. */
export const SURFACE_TABLE_FINDINGS = defineFindings({
	SURFACE_TABLE_WALK_MISSING: {
		severity: 'fatal',
		meaning: 'The column "walk" says which surfaces are walkable. Without it there is no ground.',
		message: (d: { columns: string }): string => `Not a surface table: it has no column "walk", only ${d.columns}.`,
		help: 'Use the surfacemat.2da of the game or mod.',
	},
	SURFACE_TABLE_EMPTY: {
		severity: 'fatal',
		meaning: 'A table without rows has no surfaces, so there is no ground.',
		message: (_: Record<string, never>): string => 'The surface table has no rows.',
		help: 'Use the surfacemat.2da of the game or mod.',
	},
	SURFACE_TABLE_COLUMN_MISSING: {
		severity: 'warning',
		meaning: 'The table lacks a column that says what blocks characters or sight, so defaults were assumed.',
		message: (d: { column: string; taken: string }): string =>
			`The surface table has no column "${d.column}": ${d.taken}.`,
		help: AS_SURFACES,
	},
	SURFACE_TABLE_VALUE: {
		severity: 'warning',
		meaning: 'A cell is neither 0 nor 1. The surface may be walkable, or not, by mistake.',
		message: (d: { row: number; label: string; column: string; value: string; taken: number }): string =>
			`Surface ${d.row} (${d.label}) has ${d.value === '' ? 'nothing' : `"${d.value}"`} in column "${d.column}". Read as ${d.taken}.`,
		help: `${AS_SURFACES} The game reads any number except 0 as yes, and text as no.`,
	},
	SURFACE_TABLE_ROW_LABEL: {
		severity: 'warning',
		meaning:
			'The row label differs from the position of the row, and only the position counts. Faces may get the wrong surface.',
		message: (d: { row: number; rowLabel: string }): string =>
			`Row ${d.row} is labelled "${d.rowLabel}". Its surface is ${d.row}, because rows are counted.`,
		help: 'Walkmeshes store the row, so a row that is inserted or deleted renumbers all surfaces after it. Add rows at the end only.',
	},
	SURFACE_TABLE_LABEL_MISSING: {
		severity: 'warning',
		meaning: 'Materials refer to surfaces by label, and this surface has none.',
		message: (d: { row: number; label: string }): string => `Surface ${d.row} has no label. It is named "${d.label}".`,
		help: 'Give the row a label, so that materials can be named after it.',
	},
});

/** A table of strings (`.2da`): named columns, labelled rows, one cell each. */
export interface TwoDA {
	/** `binary` is version 2.b, `text` version 2.0. They read whole numbers differently. */
	readonly form: 'binary' | 'text';
	/** Names as written; look-ups ignore letter case. */
	readonly columns: readonly string[];
	/** Rows are counted from 0 whatever their label says. */
	readonly rowLabels: readonly string[];
	/** One string a cell, row by row; blanks (`****` in a text) are empty. */
	readonly cells: readonly string[];
}

/** Index of a column by name, without regard to case; −1 when there is none. */
export function columnIndex(table: TwoDA, name: string): number {
	const wanted = name.toLowerCase();
	return table.columns.findIndex((column) => column.toLowerCase() === wanted);
}

/** A cell's text; empty for blanks and for rows and columns that do not exist. */
export function cellText(table: TwoDA, row: number, column: number): string {
	const { columns, cells } = table;
	return column >= 0 && column < columns.length ? (cells[row * columns.length + column] ?? '') : '';
}

/** A cell read as a whole number. */
export interface CellInteger {
	/** 0 where the text has no number. */
	readonly value: number;
	/** True when the whole text is the number. */
	readonly clean: boolean;
}

/**
 * A cell read as a whole number the way the game does: C's `%i` in binary tables (`0x1f`, and octal after a leading 0),
 * `atol` or hexadecimal in text ones. What follows the number is left alone; a text without one is 0.
 */
export function cellInteger(table: TwoDA, text: string): CellInteger {
	const match = /^[ \t]*([+-]?)(0[xX][0-9a-fA-F]+|[0-9]+)/.exec(text);
	if (match === null) return { value: 0, clean: false };
	const [whole, sign, digits] = match;
	const octal = table.form === 'binary' && /^0[0-9]/.test(digits);
	// An octal number ends before the first 8 or 9, as in C.
	const magnitude = octal ? Number.parseInt(/^[0-7]+/.exec(digits)?.[0] ?? '0', 8) : Number(digits);
	const stopped = octal && /[89]/.test(digits);
	return {
		value: sign === '-' && magnitude !== 0 ? -magnitude : magnitude,
		clean: whole.length === text.length && !stopped,
	};
}

/** Columns of `surfacemat.2da` that hold 0 or 1. */
const FLAGS = {
	walk: 'walk',
	walkCheck: 'walkcheck',
	lineOfSight: 'lineofsight',
	grass: 'grass',
} as const;

/**
 * Makes a surface table of a `surfacemat.2da`: row `i` is surface `i`, whatever its label says. Cells are read as the game reads them: any number but 0
 * is yes, text and blanks are no. A cell that is not 0 or 1 is a finding, except for a blank under `grass`. A missing column counts as 0; only `walk`
 * is required. Colours are those that other tools give to the numbers.
 *
 * @param name what the table is called, such as the file it came from
 * @throws InputError when there is no column `walk`, or no row
 */
export function surfaceTableFromTwoDA(table: TwoDA, name: string, report: Report): SurfaceTable {
	const columns = {
		walk: columnIndex(table, FLAGS.walk),
		walkCheck: columnIndex(table, FLAGS.walkCheck),
		lineOfSight: columnIndex(table, FLAGS.lineOfSight),
		grass: columnIndex(table, FLAGS.grass),
		sound: columnIndex(table, 'sound'),
		label: columnIndex(table, 'label'),
		name: columnIndex(table, 'name'),
	};
	if (columns.walk < 0) {
		report.fail(
			SURFACE_TABLE_FINDINGS.SURFACE_TABLE_WALK_MISSING,
			{},
			{ columns: table.columns.slice(0, 12).join(', ').slice(0, 200) },
		);
	}
	if (table.rowLabels.length === 0) report.fail(SURFACE_TABLE_FINDINGS.SURFACE_TABLE_EMPTY, {}, {});
	reportMissingColumns(columns, report);

	const surfaces = table.rowLabels.map((rowLabel, id): Surface => {
		if (rowLabel !== String(id))
			report.add(SURFACE_TABLE_FINDINGS.SURFACE_TABLE_ROW_LABEL, {}, { row: id, rowLabel: rowLabel.slice(0, 40) });
		const label = labelOf(table, id, columns, report);
		const flag = (key: keyof typeof FLAGS): boolean => {
			if (columns[key] < 0) return false;
			const value = cellText(table, id, columns[key]).trim();
			const read = cellInteger(table, value);
			const taken = read.value === 0 ? 0 : 1;
			const plain = read.clean ? read.value === 0 || read.value === 1 : key === 'grass' && value === '';
			if (!plain) {
				report.add(
					SURFACE_TABLE_FINDINGS.SURFACE_TABLE_VALUE,
					{},
					{ row: id, label, column: FLAGS[key], value: value.slice(0, 40), taken },
				);
			}
			return taken === 1;
		};
		return {
			id,
			label,
			walk: flag('walk'),
			walkCheck: flag('walkCheck'),
			lineOfSight: flag('lineOfSight'),
			grass: flag('grass'),
			sound: wordOf(table, id, columns.sound),
			colour: surfaceColour(id),
		};
	});
	return { name, surfaces };
}

type Columns = Readonly<Record<keyof typeof FLAGS | 'sound' | 'label' | 'name', number>>;

function reportMissingColumns(columns: Columns, report: Report): void {
	const missing = (column: string, taken: string): void =>
		report.add(SURFACE_TABLE_FINDINGS.SURFACE_TABLE_COLUMN_MISSING, {}, { column, taken });
	if (columns.walkCheck < 0) missing('walkcheck', 'the game then reads 0 for all rows, and so did we');
	if (columns.lineOfSight < 0) missing('lineofsight', 'the game then reads 0 for all rows, and so did we');
	if (columns.grass < 0) missing('grass', 'no surface grows grass');
	if (columns.sound < 0) missing('sound', 'no surface has a footstep sound');
	if (columns.label < 0 && columns.name < 0) missing('label', 'surfaces have numbers only');
}

/** The label, else the name, else the number. */
function labelOf(table: TwoDA, row: number, columns: Columns, report: Report): string {
	const label = wordOf(table, row, columns.label) || wordOf(table, row, columns.name);
	if (label !== '') return label;
	const number = `#${row}`;
	if (columns.label >= 0 || columns.name >= 0)
		report.add(SURFACE_TABLE_FINDINGS.SURFACE_TABLE_LABEL_MISSING, {}, { row, label: number });
	return number;
}

/** The text of a cell. `****` stands for a blank in binary tables, too: some tools leave it there. */
function wordOf(table: TwoDA, row: number, column: number): string {
	const text = cellText(table, row, column).trim();
	return text === '****' ? '' : text;
}
