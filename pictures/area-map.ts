import type { Bounds } from '../src/geometry/triangles.ts';

/** The picture of an area that the map of the game shows, pixels: `lbl_map<area>`. */
export const MAP_WIDTH = 440;
export const MAP_HEIGHT = 256;
/** The part of the picture that an area takes at most. */
const MAP_SHARE = 0.9;
/** A map of a single point is this wide, metres. */
const LEAST_EXTENT = 10;
/** How an area lies on its map: two points of the area, and where they are on the picture, 0 to 1 from its upper left. */
export interface AreaMap {
	/** Pixels a metre. */
	readonly scale: number;
	readonly world: readonly [x1: number, y1: number, x2: number, y2: number];
	readonly picture: readonly [x1: number, y1: number, x2: number, y2: number];
}

/**
 * The map of an area: north (+y) up, one scale, in the middle of the picture. The two points are the corners of its ground, north-west and south-east.
 *
 * @example
 * const { scale } = mapOf([0, 0, 0, 120, 80, 4]); // pixels a metre
 */
export function mapOf([minX, minY, , maxX, maxY]: Bounds): AreaMap {
	const width = Math.max(maxX - minX, LEAST_EXTENT);
	const depth = Math.max(maxY - minY, LEAST_EXTENT);
	const [midX, midY] = [(minX + maxX) / 2, (minY + maxY) / 2];
	const scale = Math.min((MAP_WIDTH * MAP_SHARE) / width, (MAP_HEIGHT * MAP_SHARE) / depth);
	const [halfX, halfY] = [width / 2, depth / 2];
	return {
		scale,
		world: [midX - halfX, midY + halfY, midX + halfX, midY - halfY],
		picture: [
			0.5 - (halfX * scale) / MAP_WIDTH,
			0.5 - (halfY * scale) / MAP_HEIGHT,
			0.5 + (halfX * scale) / MAP_WIDTH,
			0.5 + (halfY * scale) / MAP_HEIGHT,
		],
	};
}
