import { FacingEdges } from '../level/facing-edges.ts';
import type { Level } from '../level/level.ts';
import { EdgeIndex, FARTHEST_FACING, GREATEST_SNAP, type PerimeterEdges } from '../level/seams.ts';
import type { SurfaceTable } from '../walkmesh/surfaces.ts';
import { KnownRooms, type RoomFacts } from './room-facts.ts';

/** What checks ask of a level: the facts of its rooms, and what lies between them. Nothing is changed. */
export class LevelFacts {
	readonly level: Level;
	readonly surfaces: SurfaceTable;
	/** 1 a room; undefined for rooms without a walkmesh. */
	readonly rooms: readonly (RoomFacts | undefined)[];
	readonly perimeter: PerimeterEdges;
	readonly index: EdgeIndex;
	/** What runs along each perimeter edge as near as two sides of a seam do. */
	readonly facing: FacingEdges;
	/** What runs along each perimeter edge so near that it may have been meant. */
	readonly near: FacingEdges;

	/**
	 * @param tolerance edges this near coincide, metres
	 * @param known what was asked of the rooms before
	 */
	constructor(level: Level, surfaces: SurfaceTable, tolerance: number, known: KnownRooms = new KnownRooms(surfaces)) {
		this.level = level;
		this.surfaces = surfaces;
		this.rooms = level.rooms.map(({ walkmesh }) => (walkmesh === undefined ? undefined : known.of(walkmesh)));
		this.perimeter = known.perimeterOf(level);
		this.index = new EdgeIndex(this.perimeter);
		this.facing = new FacingEdges(this.perimeter, tolerance, GREATEST_SNAP, this.index);
		this.near = new FacingEdges(this.perimeter, 0, FARTHEST_FACING, this.index);
	}
}
