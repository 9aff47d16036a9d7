import type { Report } from '../findings/index.ts';
import { cellInteger, cellText, columnIndex, type TwoDA } from '../twoda/index.ts';
import { surfaceColour } from './colours.ts';
import type { Surface, SurfaceTable } from './table.ts';

/** Columns of `surfacemat.2da` that hold 0 or 1. */
const FLAGS = {
	walk: 'walk',
	walkCheck: 'walkcheck',
	lineOfSight: 'lineofsight',
	grass: 'grass',
} as const;

/**
 * The surface table that a `surfacemat.2da` describes: row `i` is surface `i`, whatever its label says. Cells are read as the
 * game reads them: any number but 0 is yes, text and blanks are no; what is not plainly 0 or 1 is a finding (a blank under
 * `grass` is not). Without a column other than `walk` the game reads 0 for it. Colours are those that tools of the field give to the numbers.
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
		report.fail('SURFACE_TABLE_WALK_MISSING', {}, { columns: table.columns.slice(0, 12).join(', ').slice(0, 200) });
	}
	if (table.rowLabels.length === 0) report.fail('SURFACE_TABLE_EMPTY', {}, {});
	reportMissingColumns(columns, report);

	const surfaces = table.rowLabels.map((rowLabel, id): Surface => {
		if (rowLabel !== String(id))
			report.add('SURFACE_TABLE_ROW_LABEL', {}, { row: id, rowLabel: rowLabel.slice(0, 40) });
		const label = labelOf(table, id, columns, report);
		const flag = (key: keyof typeof FLAGS): boolean => {
			if (columns[key] < 0) return false;
			const value = cellText(table, id, columns[key]).trim();
			const read = cellInteger(table, value);
			const taken = read.value === 0 ? 0 : 1;
			const plain = read.clean ? read.value === 0 || read.value === 1 : key === 'grass' && value === '';
			if (!plain) {
				report.add('SURFACE_TABLE_VALUE', {}, { row: id, label, column: FLAGS[key], value: value.slice(0, 40), taken });
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
		report.add('SURFACE_TABLE_COLUMN_MISSING', {}, { column, taken });
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
	if (columns.label >= 0 || columns.name >= 0) report.add('SURFACE_TABLE_LABEL_MISSING', {}, { row, label: number });
	return number;
}

/** Some tools leave the text form's blank in binary tables. */
function wordOf(table: TwoDA, row: number, column: number): string {
	const text = cellText(table, row, column).trim();
	return text === '****' ? '' : text;
}
