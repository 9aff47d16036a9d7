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

/** What can be wrong with a 2DA table that is read as a surface table. */
export const SURFACE_TABLE_FINDINGS = defineFindings({
	SURFACE_TABLE_INVALID: {
		severity: 'fatal',
		meaning: 'The column "walk" says which surfaces are walkable. Without it, or without rows, there is no ground.',
		message: (d: { problem: string }): string => `Not a surface table: it has ${d.problem}.`,
		help: 'Use the surfacemat.2da of the game or mod.',
	},
	SURFACE_TABLE_FAULT: {
		severity: 'warning',
		meaning:
			'A column or label is missing, a cell is neither 0 nor 1, or a row label differs from the position of the row, which alone counts. Surfaces may be walkable, or not, by mistake, or faces and materials get the wrong one.',
		message: (d: { problem: string }): string => `${d.problem}.`,
		help: 'Correct the table. Rows of surfacemat.2da hold 0 or 1 in "walk", "walkcheck", "lineofsight" and "grass", and a label, after which materials are named; the game reads any number except 0 as yes, and text as no. Walkmeshes store the row, so add rows at the end only.',
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
		const problem = `no column "walk", only ${table.columns.slice(0, 12).join(', ').slice(0, 200)}`;
		report.fail(SURFACE_TABLE_FINDINGS.SURFACE_TABLE_INVALID, {}, { problem });
	}
	if (table.rowLabels.length === 0)
		report.fail(SURFACE_TABLE_FINDINGS.SURFACE_TABLE_INVALID, {}, { problem: 'no rows' });
	reportMissingColumns(columns, report);

	const surfaces = table.rowLabels.map((rowLabel, id): Surface => {
		if (rowLabel !== String(id))
			tellFault(
				report,
				`Row ${id} is labelled "${rowLabel.slice(0, 40)}". Its surface is ${id}, because rows are counted`,
			);
		const label = labelOf(table, id, columns, report);
		const flag = (key: keyof typeof FLAGS): boolean => {
			if (columns[key] < 0) return false;
			const value = cellText(table, id, columns[key]).trim();
			const read = cellInteger(table, value);
			const taken = read.value === 0 ? 0 : 1;
			const plain = read.clean ? read.value === 0 || read.value === 1 : key === 'grass' && value === '';
			if (!plain) {
				const found = value === '' ? 'nothing' : `"${value.slice(0, 40)}"`;
				tellFault(report, `Surface ${id} (${label}) has ${found} in column "${FLAGS[key]}". Read as ${taken}`);
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

function tellFault(report: Report, problem: string): void {
	report.add(SURFACE_TABLE_FINDINGS.SURFACE_TABLE_FAULT, {}, { problem });
}

type Columns = Readonly<Record<keyof typeof FLAGS | 'sound' | 'label' | 'name', number>>;

function reportMissingColumns(columns: Columns, report: Report): void {
	const missing = (column: string, taken: string): void =>
		tellFault(report, `The surface table has no column "${column}": ${taken}`);
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
		tellFault(report, `Surface ${row} has no label. It is named "${number}"`);
	return number;
}

/** The text of a cell. `****` stands for a blank in binary tables, too: some tools leave it there. */
function wordOf(table: TwoDA, row: number, column: number): string {
	const text = cellText(table, row, column).trim();
	return text === '****' ? '' : text;
}
