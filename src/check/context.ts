import type { Report } from '../findings/report.ts';
import type { Adjacency } from '../mesh/half-edges.ts';
import type { FaceOrder } from '../walkmesh/faces.ts';
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

/** The facts of the walkmesh that was looked at last: most stages change nothing, and the next one need not find them out again. */
export class LastFacts {
	#facts: RoomFacts | undefined;

	of(mesh: Walkmesh, surfaces: SurfaceTable): RoomFacts {
		if (this.#facts?.mesh !== mesh || this.#facts.surfaces !== surfaces) this.#facts = new RoomFacts(mesh, surfaces);
		return this.#facts;
	}

	/** @param tolerance that the walkmesh was welded with */
	welded(mesh: Walkmesh, surfaces: SurfaceTable, tolerance: number): RoomFacts {
		this.#facts = new RoomFacts(mesh, surfaces, tolerance);
		return this.#facts;
	}

	/** The faces of a walkmesh stand in another order now. */
	reordered(from: Walkmesh, mesh: Walkmesh, order: FaceOrder): void {
		if (this.#facts?.mesh === from) this.#facts = this.#facts.reordered(mesh, order);
	}

	/** The neighbours of the walkable faces, if they are known. */
	adjacencyOf(mesh: Walkmesh): Adjacency | undefined {
		return this.#facts?.mesh === mesh ? this.#facts.knownAdjacency : undefined;
	}

	/** Nothing is asked any more. */
	forget(): void {
		this.#facts = undefined;
	}
}

/** A context over facts that are known, or will be asked for again. */
export function factsContext(facts: RoomFacts, report: Report): CheckContext {
	const { mesh, walkable, surfaces } = facts;
	return { mesh, walkable, surfaces, report, facts };
}
