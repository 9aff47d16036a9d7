import { SNAP_DEFAULTS, SNAP_RULES, type SnapOptions, snapPositions } from '../../src/ascii/index.ts';
import { defineStage, type StageFactory } from '../stage.ts';
import { requireOneOf } from './require.ts';

export { SNAP_DEFAULTS, type SnapOptions };

/** Does to vertices what the engine does to those of an ASCII walkmesh; hooks and position stay as they are. */
export const snap: StageFactory<'walkmesh', SnapOptions> = defineStage<'walkmesh', SnapOptions>(
	'snap',
	'walkmesh',
	'Moves coordinates within 1/1024 m of a whole number to it, as the engine does on reading ASCII walkmeshes.',
	SNAP_DEFAULTS,
	(mesh, { rule }, { report }) => {
		requireOneOf('rule', rule, SNAP_RULES);
		const { positions, coordinates, vertices, farthest } = snapPositions(mesh.positions, rule);
		if (coordinates === 0) return mesh;
		report.add('VERTICES_SNAPPED', {}, { coordinates, vertices, farthest: Number(farthest.toPrecision(3)) });
		return { ...mesh, positions };
	},
);
