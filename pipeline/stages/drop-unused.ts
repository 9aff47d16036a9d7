import { dropUnusedVertices } from '../../src/mesh/index.ts';
import { defineStage, type StageFactory } from '../stage.ts';

/** Removes vertices that no face uses. */
export const dropUnused: StageFactory<'walkmesh', object> = defineStage<'walkmesh', object>(
	'drop-unused',
	'walkmesh',
	'Removes vertices that no face uses.',
	{},
	(source, _options, { report }) => {
		const { mesh, dropped } = dropUnusedVertices(source);
		if (dropped > 0) report.add('VERTICES_UNUSED_DROPPED', {}, { vertices: dropped });
		return mesh;
	},
);
