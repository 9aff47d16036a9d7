import { numberOf } from '../gff/fields.ts';
import type { Gff } from '../gff/gff.ts';
import { cellText, columnIndex, type TwoDA } from '../walkmesh/surface-tables.ts';
import type { Thing } from './thing.ts';

/**
 * Which model a door or placeable has. A GIT names its template, the template a row of a table, and the table the model, which the walkmesh
 * is called after.
 */

/** Where a kind of things has its model from. */
export interface ModelSource {
	/** Of its templates. */
	readonly extension: string;
	/** The first four letters of a template. */
	readonly type: string;
	/** The field that says which row. */
	readonly row: string;
	readonly table: string;
}

export const MODEL_SOURCES: Readonly<Partial<Record<Thing['kind'], ModelSource>>> = {
	door: { extension: 'utd', type: 'UTD ', row: 'GenericType', table: 'genericdoors.2da' },
	placeable: { extension: 'utp', type: 'UTP ', row: 'Appearance', table: 'placeables.2da' },
};

/** The column of both tables. */
const MODEL_COLUMN = 'modelname';

/** The row that a template names. */
export function modelRow({ root }: Gff, { row }: ModelSource): number {
	return numberOf(root, row, 0);
}

/** The model in a row of a table, in lower case; undefined where it has none. */
export function modelInTable(table: TwoDA, row: number): string | undefined {
	const model = cellText(table, row, columnIndex(table, MODEL_COLUMN)).trim().toLowerCase();
	return model === '' ? undefined : model;
}
