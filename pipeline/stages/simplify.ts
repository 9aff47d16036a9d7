import { SIMPLIFY_DEFAULTS, type SimplifyOptions, simplifyMesh } from '../../src/mesh/index.ts';
import { walkableFaces } from '../../src/surfaces/index.ts';
import { faceCount } from '../../src/walkmesh/index.ts';
import { defineStage, type StageFactory } from '../stage.ts';

/**
 * Leaves out vertices amid one surface where the floor hardly changes. A second run measures its error from what the
 * first one left, so on curved ground it may go on; on flat ground it changes nothing.
 */
export const simplify: StageFactory<'walkmesh', SimplifyOptions> = defineStage<'walkmesh', SimplifyOptions>(
	'simplify',
	'walkmesh',
	'Leaves out vertices where the surface hardly changes; perimeters, borders of surfaces and links stay.',
	SIMPLIFY_DEFAULTS,
	async (source, options, { report, surfaces }) => {
		const { mesh, deviation, retained, wanted } = await simplifyMesh(
			source,
			walkableFaces(surfaces, source.surfaces),
			options,
		);
		if (mesh !== source) {
			report.add('SIMPLIFIED', {}, { before: faceCount(source), after: faceCount(mesh), deviation });
		}
		const { error, ratio } = options;
		// Edges are taken out whole, so a face or two too many is no failure.
		if (ratio > 0 && faceCount(mesh) > wanted * 1.01) {
			report.add('SIMPLIFY_RATIO_MISSED', {}, { ratio, reached: faceCount(mesh) / faceCount(source), error });
		}
		if (retained > 0) report.add('SIMPLIFY_RETAINED', {}, { vertices: retained });
		return mesh;
	},
);
