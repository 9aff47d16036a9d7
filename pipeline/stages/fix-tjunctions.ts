import { vec3At } from '../../src/geometry/vec3.ts';
import { mendTJunctions, reportTJunctions, T_JUNCTION_DEFAULTS, type TJunctionOptions } from '../../src/mesh/index.ts';
import { walkableFaces } from '../../src/surfaces/index.ts';
import { defineStage, type StageFactory } from '../stage.ts';
import { requireLength } from './require.ts';

/** Cuts open edges of walkable faces at vertices that lie on them, so that the faces on both sides share edges. */
export const fixTJunctions: StageFactory<'walkmesh', TJunctionOptions> = defineStage<'walkmesh', TJunctionOptions>(
	'fix-tjunctions',
	'walkmesh',
	'Cuts open walkable edges at vertices that lie on them.',
	T_JUNCTION_DEFAULTS,
	(source, { tolerance }, { report, surfaces }) => {
		requireLength('tolerance', tolerance);
		const { mesh, mended, left } = mendTJunctions(source, walkableFaces(surfaces, source.surfaces), tolerance);
		for (const vertex of mended) report.add('T_JUNCTION_MENDED', { at: vec3At(mesh.positions, vertex) });
		const walkable = walkableFaces(surfaces, mesh.surfaces);
		reportTJunctions({ mesh, walkable, surfaces, report }, left, 'T_JUNCTION_LEFT');
		return mesh;
	},
);
