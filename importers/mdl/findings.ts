import { defineFindings } from '../../src/findings/report.ts';

const NOT_DAMAGED = 'Check that the file is complete and is a binary model of Knights of the Old Republic.';

/** What binary models can be told about. */
export const MDL_FINDINGS = defineFindings({
	MDL_MAGIC: {
		severity: 'fatal',
		message: (_: Record<string, never>): string => 'This is not a binary model of the game.',
		help: 'A model in text form is compiled by MDLOps, MDLedit or kotorblender first.',
	},
	MDL_TRUNCATED: {
		severity: 'fatal',
		message: (d: { part: string; end: number; size: number }): string =>
			`The model is damaged: its ${d.part} would end at byte ${d.end} of ${d.size}.`,
		help: NOT_DAMAGED,
	},
	MDL_NOT_A_TREE: {
		severity: 'fatal',
		message: (d: { node: number }): string =>
			`The model is damaged: the node at byte ${d.node} is reached more than once, or there are too many.`,
		help: NOT_DAMAGED,
	},
	MDL_TABLES_REPEATED: {
		severity: 'fatal',
		message: (d: { faces: number; size: number }): string =>
			`The model is damaged: its meshes claim ${d.faces} faces, more than its ${d.size} bytes can hold.`,
		help: NOT_DAMAGED,
	},
	MDL_VERTEX: {
		severity: 'fatal',
		message: (d: { what: string; node: string }): string => `The mesh of "${d.node}" is damaged: ${d.what}.`,
		help: NOT_DAMAGED,
	},
	MDL_TREE: {
		severity: 'warning',
		message: (d: { problem: string }): string =>
			`The AABB tree of the model is damaged: ${d.problem}. The faces are read without it.`,
		help: 'Camera and mouse go down this tree. Bring it in step with the walkmesh of the room.',
		actions: () => [{ command: 'sync', arguments: ['FILE'] }],
	},
	MDL_SEVERAL: {
		severity: 'warning',
		message: (d: { taken: string; count: number }): string =>
			`The model has ${d.count} AABB nodes; "${d.taken}", the first, is read.`,
		help: 'Rooms of the game have one.',
	},
	MDL_WITHOUT_WALKMESH: {
		severity: 'fatal',
		message: (d: { meshes: number }): string =>
			`The model has no walkmesh (AABB node), only ${d.meshes} other meshes, so it is not a room.`,
		help: 'The walkmesh of a placeable or door is a file of its own, which can be made from this model.',
		actions: () => [
			{ command: 'hull', arguments: ['FILE', 'OUTPUT'] },
			{ command: 'door', arguments: ['FILE', 'OUTPUT'] },
		],
	},
});
