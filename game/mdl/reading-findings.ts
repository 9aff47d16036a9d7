import { defineFindings } from '../../src/findings/report.ts';

const NOT_DAMAGED = 'Check that the file is complete and is a binary model of Knights of the Old Republic.';

/** What can be wrong with binary models. */
export const MDL_FINDINGS = defineFindings({
	MDL_MAGIC: {
		severity: 'fatal',
		meaning: 'The file does not begin as a compiled model of the game does. Nothing of it was read.',
		message: (_: Record<string, never>): string => 'This is not a binary model of the game.',
		help: 'A model in text form is compiled by MDLOps, MDLedit or kotorblender first.',
	},
	MDL_TRUNCATED: {
		severity: 'fatal',
		meaning:
			'A part of the model lies beyond the end of the file: it was cut off or altered. The game could crash on it.',
		message: (d: { part: string; end: number; size: number }): string =>
			`The model is damaged: its ${d.part} would end at byte ${d.end} of ${d.size}.`,
		help: NOT_DAMAGED,
	},
	MDL_NOT_A_TREE: {
		severity: 'fatal',
		meaning: 'The nodes of the model lead back to themselves, so following them would never end.',
		message: (d: { node: number }): string =>
			`The model is damaged: the node at byte ${d.node} is reached more than once, or there are too many.`,
		help: NOT_DAMAGED,
	},
	MDL_TABLES_REPEATED: {
		severity: 'fatal',
		meaning: 'The meshes claim more faces than the file has bytes for. Files that are made to fill memory look alike.',
		message: (d: { faces: number; size: number }): string =>
			`The model is damaged: its meshes claim ${d.faces} faces, more than its ${d.size} bytes can hold.`,
		help: NOT_DAMAGED,
	},
	MDL_VERTEX: {
		severity: 'fatal',
		meaning: 'A face of the mesh names a vertex that there is not, or a coordinate is no number.',
		message: (d: { what: string; node: string }): string => `The mesh of "${d.node}" is damaged: ${d.what}.`,
		help: NOT_DAMAGED,
	},
	MDL_TREE: {
		severity: 'warning',
		meaning:
			'The model holds the tree that camera and mouse use to find ground, and it is damaged. They may pass through floors and walls.',
		message: (d: { problem: string }): string =>
			`The AABB tree of the model is damaged: ${d.problem}. The faces are read without it.`,
		help: 'Camera and mouse go down this tree. Bring it in step with the walkmesh of the room.',
		actions: () => [{ command: 'game', arguments: ['sync', 'LAYOUT'], options: [{ option: 'inPlace' }] }],
	},
	MDL_SEVERAL: {
		severity: 'warning',
		meaning:
			'The model has several walkmeshes within it, and the game uses one. The others may be left over from editing.',
		message: (d: { taken: string; count: number }): string =>
			`The model has ${d.count} AABB nodes; "${d.taken}", the first, is read.`,
		help: 'Rooms of the game have one.',
	},
	MDL_WITHOUT_WALKMESH: {
		severity: 'fatal',
		meaning: 'The model has no walkmesh within it, so it is that of a creature, door, placeable or decoration.',
		message: (d: { meshes: number }): string =>
			`The model has no walkmesh (AABB node), only ${d.meshes} other meshes, so it is not a room.`,
		help: 'The walkmesh of a placeable or door is a file of its own, which can be made from this model.',
		actions: () => [
			{ command: 'collision', arguments: ['FILE', 'OUTPUT'], options: [{ option: 'hull' }] },
			{ command: 'collision', arguments: ['FILE', 'OUTPUT'], options: [{ option: 'door' }] },
		],
	},
});
