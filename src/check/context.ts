import type { Report } from '../findings/report.ts';
import { type SurfaceTable, walkableFaces } from '../walkmesh/surfaces.ts';
import type { Walkmesh } from '../walkmesh/walkmesh.ts';

/** What a check looks at: a walkmesh, its walkable faces (1 byte each), and where to report. Nothing is changed. */
export interface CheckContext {
	readonly mesh: Walkmesh;
	readonly walkable: Uint8Array;
	readonly surfaces: SurfaceTable;
	readonly report: Report;
}

export function checkContext(mesh: Walkmesh, surfaces: SurfaceTable, report: Report): CheckContext {
	return { mesh, walkable: walkableFaces(surfaces, mesh.surfaces), surfaces, report };
}
