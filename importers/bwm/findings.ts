import { REBUILT } from '../../src/bwm/derive.ts';
import { defineFindings } from '../../src/findings/report.ts';

const NOT_DAMAGED = 'Check that the file is complete and is a walkmesh of Knights of the Old Republic.';

/** Findings about binary walkmeshes. */
export const BWM_FINDINGS = defineFindings({
	BWM_EMPTY: {
		severity: 'fatal',
		meaning: 'The file has no bytes, as after a copy that was broken off. The game would have no ground for the room.',
		message: (_: Record<string, never>): string => 'The file is empty.',
		help: NOT_DAMAGED,
	},
	BWM_MAGIC: {
		severity: 'fatal',
		meaning:
			'A binary walkmesh begins with a mark of eight characters, and this file does not. The game would not load it as a walkmesh.',
		message: (d: { found: string }): string =>
			`Not a binary walkmesh: the file begins with "${d.found}" instead of "BWM V1.0".`,
		help: NOT_DAMAGED,
	},
	BWM_HEADER_TRUNCATED: {
		severity: 'fatal',
		meaning: 'The file ends before its header does, which says where all tables are. Most of it is missing.',
		message: (d: { have: number; need: number }): string =>
			`The file is truncated within the header: ${d.have} of ${d.need} bytes.`,
		help: NOT_DAMAGED,
	},
	BWM_TYPE_UNKNOWN: {
		severity: 'warning',
		meaning:
			'The number that tells rooms from placeables and doors is neither of the two known ones. The game may take the tables for something else.',
		message: (d: { type: number }): string =>
			`Unknown type ${d.type} in the header: 1 is an area, 0 a placeable or door. Read as a placeable or door; the number is kept.`,
		...REBUILT,
	},
	BWM_TABLE_IN_HEADER: {
		severity: 'fatal',
		meaning: 'The header says that a table lies where the header itself is. The file was written wrongly or altered.',
		message: (d: { table: string; count: number; offset: number }): string =>
			`Table "${d.table}" (${d.count} entries) begins at byte ${d.offset}, inside the header.`,
		help: NOT_DAMAGED,
	},
	BWM_TABLE_TRUNCATED: {
		severity: 'fatal',
		meaning:
			'A table reaches beyond the end of the file: the file was cut off, or its header altered. The game would read whatever lies behind it in memory.',
		message: (d: { table: string; count: number; offset: number; end: number; size: number }): string =>
			`Table "${d.table}" (${d.count} entries from byte ${d.offset}) ends at byte ${d.end}, beyond the ${d.size} bytes of the file.`,
		help: NOT_DAMAGED,
	},
	BWM_TABLES_OVERLAP: {
		severity: 'warning',
		meaning:
			'Two tables share bytes, so at least one of them is wrong. The game may find other ground, links or collision than was meant.',
		message: (d: { table: string }): string => `Table "${d.table}" overlaps the one before it.`,
		...REBUILT,
	},
	BWM_LOOSE_BYTES: {
		severity: 'info',
		meaning: 'There are bytes between or behind the tables that no table uses. The game does not read them.',
		message: (d: { count: number }): string => `${d.count} bytes belong to no table. They are kept.`,
		...REBUILT,
	},
	BWM_HEADER_NOT_FINITE: {
		severity: 'warning',
		meaning: 'A position or use hook in the header is no number or infinite. Characters cannot walk to such a hook.',
		message: (d: { what: string; value: string }): string =>
			`The ${d.what} in the header is ${d.value}, which the game cannot use. It is kept in walkmeshes; other formats get 0.`,
		help: 'Another program wrote this. Make the collision anew from the model, or set the hooks in the program that made the file.',
		actions: () => [
			{ command: 'collision', arguments: ['MODEL', 'OUTPUT'], options: [{ option: 'hull' }] },
			{ command: 'collision', arguments: ['MODEL', 'OUTPUT'], options: [{ option: 'door' }] },
		],
		fix: { anew: 'tables' },
	},
	BWM_VERTEX_NOT_FINITE: {
		severity: 'fatal',
		meaning: 'A corner of the geometry is no number or infinite. No face with it can be found or walked on.',
		message: (d: { vertex: number; value: string }): string =>
			`Vertex ${d.vertex} has a non-finite coordinate: ${d.value}.`,
		help: NOT_DAMAGED,
	},
	BWM_VERTEX_INDEX: {
		severity: 'fatal',
		meaning: 'A face names a vertex that does not exist. The game would read other memory for its coordinates.',
		message: (d: { index: number; vertexCount: number }): string =>
			`A face refers to vertex ${d.index}, but there are only ${d.vertexCount} vertices.`,
		help: NOT_DAMAGED,
	},
});
