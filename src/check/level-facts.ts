import { FacingEdges } from '../level/facing-edges.ts';
import type { Level } from '../level/level.ts';
import {
	EdgeIndex,
	FARTHEST_FACING,
	GREATEST_SNAP,
	gatherPerimeterEdges,
	type PerimeterEdges,
} from '../level/seams.ts';
import type { SurfaceTable } from '../walkmesh/surfaces.ts';
import { RoomFacts } from './room-facts.ts';

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
	 * @param known facts of rooms that were asked for before
	 */
	constructor(level: Level, surfaces: SurfaceTable, tolerance: number, known: readonly (RoomFacts | undefined)[] = []) {
		this.level = level;
		this.surfaces = surfaces;
		this.rooms = level.rooms.map(({ walkmesh }, room) => {
			if (walkmesh === undefined || known[room]?.mesh === walkmesh) return known[room];
			return new RoomFacts(walkmesh, surfaces);
		});
		this.perimeter = gatherPerimeterEdges(level, surfaces, (room) => this.rooms[room]?.open ?? new Uint32Array());
		this.index = new EdgeIndex(this.perimeter);
		this.facing = new FacingEdges(this.perimeter, tolerance, GREATEST_SNAP, this.index);
		this.near = new FacingEdges(this.perimeter, 0, FARTHEST_FACING, this.index);
	}
}
