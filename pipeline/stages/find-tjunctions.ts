import { checkTJunctions, T_JUNCTION_DEFAULTS, type TJunctionOptions } from '../../src/mesh/index.ts';
import { walkableFaces } from '../../src/surfaces/index.ts';
import { defineStage, type StageFactory } from '../stage.ts';
import { requireLength } from './require.ts';

/** Warns of vertices that lie on open edges of walkable faces, and leaves them. */
export const findTJunctions: StageFactory<'walkmesh', TJunctionOptions> = defineStage<'walkmesh', TJunctionOptions>(
	'find-tjunctions',
	'walkmesh',
	'Warns of vertices that lie on open walkable edges.',
	T_JUNCTION_DEFAULTS,
	(mesh, { tolerance }, { report, surfaces }) => {
		requireLength('tolerance', tolerance);
		checkTJunctions({ mesh, walkable: walkableFaces(surfaces, mesh.surfaces), surfaces, report }, tolerance);
		return mesh;
	},
);
