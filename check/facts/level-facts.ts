import { KnownRooms, type RoomFacts } from '../../src/facts/room-facts.ts';
import type { Level } from '../../src/model/level.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import { FacingEdges } from '../../src/seams/facing-edges.ts';
import type { PerimeterEdges } from '../../src/seams/perimeter-edges.ts';
import { EdgeIndex } from '../../src/seams/seam-search.ts';

/** What checks need to know of a level: the facts of its rooms, and which edges run along each other. Nothing is changed. */
export class LevelFacts {
	readonly level: Level;
	readonly surfaces: SurfaceTable;
	/** Facts of each room; undefined for rooms without a walkmesh. */
	readonly rooms: readonly (RoomFacts | undefined)[];
	readonly perimeter: PerimeterEdges;
	readonly index: EdgeIndex;
	/** For each perimeter edge, the edges that run along it near enough to be the other side of a seam. */
	readonly facing: FacingEdges;
	/** The same up to a distance at which a seam may have been meant. */
	readonly near: FacingEdges;

	/**
	 * @param tolerance edges up to this far apart coincide; metres
	 * @param known facts of the same rooms from an earlier run
	 */
	constructor(level: Level, surfaces: SurfaceTable, tolerance: number, known: KnownRooms = new KnownRooms(surfaces)) {
		this.level = level;
		this.surfaces = surfaces;
		this.rooms = level.rooms.map(({ walkmesh }) => (walkmesh === undefined ? undefined : known.of(walkmesh)));
		this.perimeter = known.perimeterOf(level);
		this.index = new EdgeIndex(this.perimeter);
		this.facing = new FacingEdges(this.perimeter, tolerance, THRESHOLDS.snap, this.index);
		this.near = new FacingEdges(this.perimeter, 0, THRESHOLDS.facing, this.index);
	}
}
