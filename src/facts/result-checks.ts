import type { Finding, Report } from '../findings/report.ts';
import type { SurfaceTable } from '../model/surfaces.ts';
import type { Walkmesh } from '../model/walkmesh.ts';
import type { CheckContext } from './context.ts';

/** What is looked for in results. The caller gives it: neither conversions nor formats know of any check. */
export interface ResultChecks {
	/** Looks at a walkmesh that stages made of a scene. */
	checkMade(context: CheckContext): void;
	/** Looks at the states of one door together. */
	checkDoor(states: readonly Walkmesh[], surfaces: SurfaceTable, report: Report): void;
	/** What is wrong with walkmeshes, besides what the report has, for files that show it. */
	findingsToShow(meshes: readonly Walkmesh[], surfaces: SurfaceTable, report: Report): readonly Finding[];
}
