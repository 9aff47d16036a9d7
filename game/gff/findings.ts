import { defineFindings } from '../../src/findings/report.ts';

const NOT_DAMAGED = 'Check that the file is complete and is a GFF, such as a GIT or PTH.';

/** What a GFF can be told about. */
export const GFF_FINDINGS = defineFindings({
	GFF_MAGIC: {
		severity: 'fatal',
		meaning: 'Files of areas, instances and path points are GFFs of version 3.2, and this is none.',
		message: (d: { found: string }): string => `This is not a GFF: its version is "${d.found}", not "V3.2".`,
		help: NOT_DAMAGED,
	},
	GFF_TRUNCATED: {
		severity: 'fatal',
		meaning: 'A table of the file reaches beyond its end: it was cut off or altered.',
		message: (d: { part: string }): string =>
			`The GFF is damaged: its ${d.part} lie outside of the file or of their table.`,
		help: NOT_DAMAGED,
	},
	GFF_NOT_A_TREE: {
		severity: 'fatal',
		meaning: 'The parts of the file lead back to themselves, so following them would never end.',
		message: (d: { struct: number }): string =>
			`The GFF is damaged: struct ${d.struct} is used more than once, by itself, or too deep within others.`,
		help: NOT_DAMAGED,
	},
	GFF_TYPE_UNKNOWN: {
		severity: 'fatal',
		meaning:
			'A field has a type that this version of the format does not have, so its length is not known and nothing behind it can be read.',
		message: (d: { type: number; label: string }): string =>
			`The field "${d.label}" has the type ${d.type}, which is not known.`,
		help: NOT_DAMAGED,
	},
});
