import type { Report } from '../findings/report.ts';
import type { SurfaceTable } from '../walkmesh/surfaces.ts';
import type { Walkmesh } from '../walkmesh/walkmesh.ts';
import { RoomFacts } from './room-facts.ts';

/** What a check looks at: a walkmesh, its walkable faces (1 byte each), and where to report. Nothing is changed. */
export interface CheckContext {
	readonly mesh: Walkmesh;
	readonly walkable: Uint8Array;
	readonly surfaces: SurfaceTable;
	readonly report: Report;
	/** What several checks ask of the walkmesh, each found once. */
	readonly facts: RoomFacts;
}

export function checkContext(mesh: Walkmesh, surfaces: SurfaceTable, report: Report): CheckContext {
	return factsContext(new RoomFacts(mesh, surfaces), report);
}

/** A context over facts that are known, or will be asked for again. */
export function factsContext(facts: RoomFacts, report: Report): CheckContext {
	const { mesh, walkable, surfaces } = facts;
	return { mesh, walkable, surfaces, report, facts };
}
