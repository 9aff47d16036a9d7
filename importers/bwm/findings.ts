import { type Action, defineFindings } from '../../src/findings/report.ts';

const NOT_DAMAGED = 'Check that the file was copied whole and is a walkmesh of Knights of the Old Republic.';
const REBUILD = 'All tables can be derived anew from the geometry.';
const rebuild = (): readonly Action[] => [{ command: 'rebuild', arguments: ['FILE'] }];

/** What binary walkmeshes can be told about. */
export const BWM_FINDINGS = defineFindings({
	BWM_EMPTY: {
		severity: 'fatal',
		message: (_: Record<string, never>): string => 'The file is empty.',
		help: NOT_DAMAGED,
	},
	BWM_MAGIC: {
		severity: 'fatal',
		message: (d: { found: string }): string =>
			`This is no binary walkmesh: it begins with "${d.found}", not "BWM V1.0".`,
		help: NOT_DAMAGED,
	},
	BWM_HEADER_TRUNCATED: {
		severity: 'fatal',
		message: (d: { have: number; need: number }): string =>
			`The file ends within the header: ${d.have} of ${d.need} bytes.`,
		help: NOT_DAMAGED,
	},
	BWM_TYPE_UNKNOWN: {
		severity: 'warning',
		message: (d: { type: number }): string =>
			`Header type ${d.type} is neither 1 (area) nor 0 (placeable or door); it is kept and taken for a placeable or door.`,
		help: REBUILD,
		actions: rebuild,
	},
	BWM_TABLE_IN_HEADER: {
		severity: 'fatal',
		message: (d: { table: string; count: number; offset: number }): string =>
			`Table "${d.table}" (${d.count} entries) is said to begin at byte ${d.offset}, inside the header.`,
		help: NOT_DAMAGED,
	},
	BWM_TABLE_TRUNCATED: {
		severity: 'fatal',
		message: (d: { table: string; count: number; offset: number; end: number; size: number }): string =>
			`Table "${d.table}" (${d.count} entries from byte ${d.offset}) would end at byte ${d.end}, but the file has ${d.size}.`,
		help: NOT_DAMAGED,
	},
	BWM_TABLES_OVERLAP: {
		severity: 'warning',
		message: (d: { table: string }): string => `Table "${d.table}" overlaps the one before it.`,
		help: REBUILD,
		actions: rebuild,
	},
	BWM_LOOSE_BYTES: {
		severity: 'info',
		message: (d: { count: number }): string => `${d.count} bytes belong to no table; they are kept.`,
		help: REBUILD,
		actions: rebuild,
	},
	BWM_VERTEX_NOT_FINITE: {
		severity: 'fatal',
		message: (d: { vertex: number; value: string }): string => `Vertex ${d.vertex} has the coordinate ${d.value}.`,
		help: NOT_DAMAGED,
	},
	BWM_VERTEX_INDEX: {
		severity: 'fatal',
		message: (d: { index: number; vertexCount: number }): string =>
			`A face uses vertex ${d.index}, but there are ${d.vertexCount}.`,
		help: NOT_DAMAGED,
	},
});
