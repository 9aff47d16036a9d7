import type { Finding, Report } from '../findings/report.ts';
import type { FaceOrder } from '../geometry/faces.ts';
import type { SurfaceTable } from '../model/surfaces.ts';
import type { Walkmesh } from '../model/walkmesh.ts';
import { type KnownLinks, RoomFacts } from './room-facts.ts';

/** What a check looks at: a walkmesh, its walkable faces (1 byte each), and where to report. Nothing is changed. */
export interface CheckContext {
	readonly mesh: Walkmesh;
	readonly walkable: Uint8Array;
	readonly surfaces: SurfaceTable;
	readonly report: Report;
	/** What several checks need to know of the walkmesh; each fact is computed once, when it is first asked for. */
	readonly facts: RoomFacts;
}

export function checkContext(mesh: Walkmesh, surfaces: SurfaceTable, report: Report): CheckContext {
	return factsContext(new RoomFacts(mesh, surfaces), report);
}

/** Keeps the facts of one walkmesh between stages: most stages change nothing, so that the next one can use the same facts. */
export class LastFacts {
	#facts: RoomFacts | undefined;

	of(mesh: Walkmesh, surfaces: SurfaceTable): RoomFacts {
		this.#facts = this.ofLast(mesh, surfaces) ?? new RoomFacts(mesh, surfaces);
		return this.#facts;
	}

	/** The facts of a walkmesh that was just welded. @param tolerance that it was welded with */
	welded(mesh: Walkmesh, surfaces: SurfaceTable, tolerance: number): RoomFacts {
		this.#facts = new RoomFacts(mesh, surfaces, tolerance);
		return this.#facts;
	}

	/** Carries the facts over to the same walkmesh with its faces in another order. */
	reordered(from: Walkmesh, mesh: Walkmesh, order: FaceOrder): void {
		if (this.#facts?.mesh === from) this.#facts = this.#facts.reordered(mesh, order);
	}

	/** What has been computed of a walkmesh, if that is the last one that was asked about. */
	ofLast(mesh: Walkmesh, surfaces: SurfaceTable): RoomFacts | undefined {
		return this.#facts?.mesh === mesh && this.#facts.surfaces === surfaces ? this.#facts : undefined;
	}

	/** What has been computed of the edges of walkable faces. */
	linksOf(mesh: Walkmesh): KnownLinks {
		return this.#facts?.mesh === mesh ? this.#facts.knownLinks : {};
	}

	/** Frees the memory: no further stage will ask. */
	forget(): void {
		this.#facts = undefined;
	}
}

/** A context over facts that are kept elsewhere. */
export function factsContext(facts: RoomFacts, report: Report): CheckContext {
	const { mesh, walkable, surfaces } = facts;
	return { mesh, walkable, surfaces, report, facts };
}

/** What is looked for in results. The caller gives it: neither conversions nor formats know of any check. */
export interface ResultChecks {
	/** Looks at a walkmesh that stages made of a scene. */
	checkMade(context: CheckContext): Promise<void>;
	/** Looks at the states of one door together. */
	checkDoor(states: readonly Walkmesh[], surfaces: SurfaceTable, report: Report): void;
	/** What is wrong with walkmeshes, besides what the report has, for files that show it. */
	findingsToShow(meshes: readonly Walkmesh[], surfaces: SurfaceTable, report: Report): readonly Finding[];
}
