import type { Finding, Report } from '../findings/report.ts';
import {
	type Adjacency,
	buildAdjacency,
	openEdgesOf,
	type Perimeters,
	type Pieces,
	piecesOf,
	walkPerimeters,
} from '../geometry/half-edges.ts';
import { type Bounds, boundsOf, FACING, type Leaning, leaningOf, SLOPE_STRIDE } from '../geometry/triangles.ts';
import { weldMesh } from '../geometry/weld.ts';
import type { Level } from '../model/level.ts';
import { type SurfaceTable, walkableFaces } from '../model/surfaces.ts';
import { vertexCount, type Walkmesh } from '../model/walkmesh.ts';
import { PlanGround } from '../plan/plan-ground.ts';
import { hasOneFloor, keepsClear } from '../plan/quick-passes.ts';
import { gatherPerimeterEdges, type PerimeterEdges, type PerimeterOf } from '../seams/perimeter-edges.ts';
import { type Riser, risersOf } from './risers.ts';

/** What the tables of a file say of the edges of walkable faces, as far as it is known. */
export interface KnownLinks {
	readonly adjacency?: Adjacency;
	readonly perimeters?: Perimeters;
}

/**
 * What checks ask of a walkmesh: each fact is found when it is first asked for, and once. Nothing here is changed, neither the walkmesh nor what
 * is given out.
 */
export class RoomFacts {
	readonly mesh: Walkmesh;
	readonly surfaces: SurfaceTable;
	/** 1 a face that can be walked on, 0 another. */
	readonly walkable: Uint8Array;
	/** What was found already, by name. */
	readonly #found = new Map<string, unknown>();
	#welded: { readonly tolerance: number; readonly facts: RoomFacts; readonly merged: number } | undefined;

	/** @param tolerance that the walkmesh was welded with, where it is known */
	constructor(mesh: Walkmesh, surfaces: SurfaceTable, tolerance?: number) {
		this.mesh = mesh;
		this.surfaces = surfaces;
		this.walkable = walkableFaces(surfaces, mesh.surfaces);
		if (tolerance !== undefined) this.#welded = { tolerance, facts: this, merged: 0 };
	}

	/**
	 * The facts of the walkmesh with other transitions, on which none of them depends.
	 * @param mesh with the same vertices, faces and surfaces
	 */
	relinked(mesh: Walkmesh): RoomFacts {
		const facts = new RoomFacts(mesh, this.surfaces);
		for (const name of ['adjacency', 'open', 'pieces', 'isClear', 'hasOneFloor', 'leaning', 'bounds'])
			if (this.#found.has(name)) facts.#found.set(name, this.#found.get(name));
		return facts;
	}

	#once<T>(name: string, find: () => T): T {
		if (!this.#found.has(name)) this.#found.set(name, find());
		return this.#found.get(name) as T;
	}

	/** 1 a face that cannot be walked on and that the engine looks at when somebody walks: Nonwalk, not Obscuring. */
	get obstacles(): Uint8Array {
		const isObstacle = (face: number): boolean =>
			this.walkable[face] === 0 && this.surfaces.surfaces[this.mesh.surfaces[face]]?.walkCheck === true;
		return this.#once('obstacles', () => this.walkable.map((_, face) => Number(isObstacle(face))));
	}

	/** Of the walkable faces. */
	get adjacency(): Adjacency {
		return this.#once('adjacency', () => buildAdjacency(this.mesh.faces, this.walkable, vertexCount(this.mesh)));
	}

	/** What was asked for already of the edges of walkable faces. */
	get knownLinks(): KnownLinks {
		const links = ['adjacency', 'perimeters'].filter((name) => this.#found.has(name));
		return Object.fromEntries(links.map((name) => [name, this.#found.get(name)]));
	}

	/** The neighbours of all faces, walkable or not: 3 a face, edges or −1. */
	get allNeighbours(): Int32Array {
		return this.#once('allNeighbours', () => {
			if (!this.walkable.includes(0)) return this.adjacency.neighbours;
			const all = new Uint8Array(this.walkable.length).fill(1);
			return buildAdjacency(this.mesh.faces, all, vertexCount(this.mesh)).neighbours;
		});
	}

	/** The open edges of walkable faces, ascending. */
	get open(): Uint32Array {
		return this.#once('open', () => openEdgesOf(this.adjacency.neighbours, this.walkable));
	}

	/** The same, loop after loop. */
	get perimeters(): Perimeters {
		return this.#once('perimeters', () => walkPerimeters(this.adjacency.neighbours, this.walkable, this.open));
	}

	/** True when the borders of the ground keep so far from each other that it has neither cracks nor T-junctions nor near misses. */
	get isClear(): boolean {
		return this.#once('isClear', () => keepsClear(this));
	}

	/** The fronts of steps that can be walked on. */
	get risers(): readonly Riser[] {
		return this.#once('risers', () => risersOf(this));
	}

	/** True when it is certain that no floor lies over another. */
	get hasOneFloor(): boolean {
		return this.#once('hasOneFloor', () => hasOneFloor(this));
	}

	/** The pieces of ground that the walkable faces make. */
	get pieces(): Pieces {
		const areaOf = (face: number): number => this.area(face);
		return this.#once('pieces', () => piecesOf(this.mesh, this.walkable, this.adjacency.neighbours, areaOf));
	}

	get #leaning(): Leaning {
		return this.#once('leaning', () => leaningOf(this.mesh.positions, this.mesh.faces));
	}

	/** 2 float64 a face: the height of its vector (see `faceVector`), and the length of that. */
	get slopes(): Float64Array {
		return this.#leaning.slopes;
	}

	/** Square metres of a face. */
	area(face: number): number {
		return this.slopes[face * SLOPE_STRIDE + 1] / 2;
	}

	/** 1 byte a face, walkable or not: one of `FACING`. */
	get facings(): Uint8Array {
		return this.#leaning.facings;
	}

	/** The box around all vertices. */
	get bounds(): Bounds | undefined {
		return this.#once('bounds', () => boundsOf(this.mesh.positions));
	}

	/** The walkable faces as seen from above. */
	get ground(): PlanGround {
		return this.#seen('ground', this.walkable, 1);
	}

	/** The obstacles as seen from above. */
	get blocking(): PlanGround {
		return this.#seen('blocking', this.obstacles, 1);
	}

	/** All faces that are not walkable as seen from above. */
	get rest(): PlanGround {
		return this.#seen('rest', this.walkable, 0);
	}

	/** All faces as seen from above. */
	get all(): PlanGround {
		const ofAll = (): PlanGround => this.#seen('every', new Uint8Array(this.walkable.length), 0);
		return this.#once('all', () => (this.walkable.includes(0) ? ofAll() : this.ground));
	}

	/** The facts of the walkmesh once it is welded: these where there is nothing to weld. */
	welded(tolerance: number): { readonly facts: RoomFacts; readonly merged: number } {
		if (this.#welded?.tolerance !== tolerance) {
			const { mesh, merged } = weldMesh(this.mesh, tolerance);
			this.#welded = { tolerance, merged, facts: merged === 0 ? this : new RoomFacts(mesh, this.surfaces) };
		}
		return this.#welded;
	}

	/** @param values 1 byte a face @param wanted the value of the faces that are meant */
	#seen(name: string, values: Uint8Array, wanted: number): PlanGround {
		return this.#once(name, () => new PlanGround(this.mesh, upOrDown(this.facings, values, wanted)));
	}
}

/** Those of some faces that face up or down, ascending. */
function upOrDown(facings: Uint8Array, values: Uint8Array, wanted: number): Uint32Array {
	const { up, down } = FACING;
	const found = new Uint32Array(facings.length);
	let count = 0;
	for (let face = 0; face < facings.length; face++)
		if (values[face] === wanted && (facings[face] === up || facings[face] === down)) found[count++] = face;
	return found.subarray(0, count);
}

function haveSameGround({ rooms }: Level, other: Level): boolean {
	if (rooms.length !== other.rooms.length) return false;
	return rooms.every(({ walkmesh: one }, room) => {
		const { walkmesh: two } = other.rooms[room];
		return one?.faces === two?.faces && one?.positions === two?.positions && one?.surfaces === two?.surfaces;
	});
}

/**
 * The facts of the rooms of a level while stages go over it. Most stages change nothing but links: what one of them asked for, the next need not
 * find out again.
 */
export class KnownRooms {
	readonly surfaces: SurfaceTable;
	/** By the faces, which are the same array as long as they are not changed. */
	readonly #known = new WeakMap<Uint32Array, RoomFacts>();

	/** The level that was asked about last, and its edges. */
	#last: { readonly level: Level; readonly perimeter: PerimeterEdges } | undefined;

	constructor(surfaces: SurfaceTable) {
		this.surfaces = surfaces;
	}

	/** The perimeter edges of a level, on which transitions have no bearing. */
	readonly perimeterOf: PerimeterOf = (level) => {
		if (this.#last === undefined || !haveSameGround(this.#last.level, level)) {
			const perimeter = gatherPerimeterEdges(level, this.surfaces, (mesh) => this.of(mesh).open);
			this.#last = { level, perimeter };
		}
		return this.#last.perimeter;
	};

	of(mesh: Walkmesh): RoomFacts {
		const known = this.#known.get(mesh.faces);
		if (known?.mesh === mesh) return known;
		const isSame = known?.mesh.positions === mesh.positions && known.mesh.surfaces === mesh.surfaces;
		const facts = isSame ? known.relinked(mesh) : new RoomFacts(mesh, this.surfaces);
		this.#known.set(mesh.faces, facts);
		return facts;
	}
}

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
		if (this.#facts?.mesh !== mesh || this.#facts.surfaces !== surfaces) this.#facts = new RoomFacts(mesh, surfaces);
		return this.#facts;
	}

	/** The facts of a walkmesh that was just welded. @param tolerance that it was welded with */
	welded(mesh: Walkmesh, surfaces: SurfaceTable, tolerance: number): RoomFacts {
		this.#facts = new RoomFacts(mesh, surfaces, tolerance);
		return this.#facts;
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
