import { perimeterEdges } from '../src/geometry/faces.ts';
import { edgeEnd } from '../src/geometry/half-edges.ts';
import type { Bounds } from '../src/geometry/triangles.ts';
import { type SurfaceTable, walkableFaces } from '../src/model/surfaces.ts';
import { NONE, type Walkmesh } from '../src/model/walkmesh.ts';
import { pixelsOf } from './png/render.ts';
import { planTurn } from './svg/outline.ts';

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

/** Width of the texture in pixels; the map is at its left. */
const TEXTURE_WIDTH = 512;

/** Background: the maps of the game are light on dark, so that its marks and fog are visible. */
const BACK = 'rgb(10, 14, 20)';
/** Colours of the lowest and the highest ground. */
const LOW = [36, 74, 94];
const HIGH = [84, 140, 160];
const PERIMETER = 'rgb(170, 216, 228)';
const PASSAGE = 'rgb(226, 196, 112)';

/** Width of lines in pixels. */
const LINE = 1.4;

/**
 * The picture of an area for the game's map (`lbl_map<area>.tga`): its ground, higher over lower, and its perimeters.
 *
 * @param rooms walkmeshes in area space @param map maps points of the area to the picture
 *
 * @example
 * const { min, max } = box(walkmesh);
 * const tga = await drawMinimap([walkmesh], mapOf([...min, ...max]), K1);
 */
export async function drawMinimap(rooms: readonly Walkmesh[], map: AreaMap, table: SurfaceTable): Promise<Uint8Array> {
	const drawn = rooms
		.map((mesh) => ({ mesh, height: heightOf(mesh, table) }))
		.filter(({ height }) => Number.isFinite(height))
		.sort((a, b) => a.height - b.height);
	const [low, high] = [drawn[0]?.height ?? 0, drawn[drawn.length - 1]?.height ?? 0];
	const lines = (mesh: Walkmesh, passages: boolean): string => {
		const colour = passages ? PASSAGE : PERIMETER;
		return `<path fill="none" d="${edgesOf(mesh, map, table, passages)}" stroke="${colour}" stroke-width="${LINE}" stroke-linecap="round"/>`;
	};
	const ground = drawn.map(({ mesh, height }) => {
		const share = high > low ? (height - low) / (high - low) : 0.5;
		const colour = LOW.map((each, i) => Math.round(each + (HIGH[i] - each) * share)).join(', ');
		return `<path d="${groundOf(mesh, map, table)}" fill="rgb(${colour})"/>${lines(mesh, false)}`;
	});
	// Last, as the perimeter of the room behind a passage lies on it.
	const passages = drawn.map(({ mesh }) => lines(mesh, true));
	const box = `width="${TEXTURE_WIDTH}" height="${MAP_HEIGHT}"`;
	const beside = `<path d="M${MAP_WIDTH} 0H${TEXTURE_WIDTH}V${MAP_HEIGHT}H${MAP_WIDTH}z" fill="${BACK}"/>`;
	const { data } = await pixelsOf(
		`<svg xmlns="http://www.w3.org/2000/svg" ${box}><rect ${box} fill="${BACK}"/>${ground.join('')}${passages.join('')}${beside}</svg>`,
	);
	return writeTga(data, TEXTURE_WIDTH, MAP_HEIGHT);
}

/** Perimeter edges as lines of a path: those with a transition if `passages`, otherwise the others. */
function edgesOf(mesh: Walkmesh, map: AreaMap, table: SurfaceTable, passages: boolean): string {
	return Array.from(perimeterEdges(mesh, table).edges)
		.filter((edge) => (mesh.transitions[edge] !== NONE) === passages)
		.map((edge) => `M${pixelOf(mesh, mesh.faces[edge], map)}L${pixelOf(mesh, mesh.faces[edgeEnd(edge)], map)}`)
		.filter(isFinitePart)
		.join('');
}

/** Mean height of the walkable faces; NaN without one. */
function heightOf({ positions, faces, surfaces }: Walkmesh, table: SurfaceTable): number {
	const walkable = walkableFaces(table, surfaces);
	let [sum, count] = [0, 0];
	for (let corner = 0; corner < faces.length; corner++) {
		if (walkable[Math.floor(corner / 3)] === 0) continue;
		sum += positions[faces[corner] * 3 + 2];
		count++;
	}
	return sum / count;
}

/** The walkable faces as parts of a path, all with the same winding, so that overlapping ground does not become a hole. */
function groundOf(mesh: Walkmesh, map: AreaMap, table: SurfaceTable): string {
	const walkable = walkableFaces(table, mesh.surfaces);
	const parts: string[] = [];
	for (let face = 0; face < mesh.surfaces.length; face++) {
		if (walkable[face] === 0) continue;
		const [a, b, c] = mesh.faces.subarray(face * 3, face * 3 + 3);
		const corners = planTurn(mesh.positions, a, b, c) < 0 ? [a, c, b] : [a, b, c];
		parts.push(`M${corners.map((vertex) => pixelOf(mesh, vertex, map)).join('L')}z`);
	}
	return parts.filter(isFinitePart).join('');
}

/** False for a part of a path with a number that is NaN or infinite, after which nothing of the path would be drawn. */
function isFinitePart(part: string): boolean {
	return !/[NI]/.test(part);
}

function pixelOf({ positions }: Walkmesh, vertex: number, { scale, world, picture }: AreaMap): string {
	const x = picture[0] * MAP_WIDTH + (positions[vertex * 3] - world[0]) * scale;
	const y = picture[1] * MAP_HEIGHT + (world[1] - positions[vertex * 3 + 1]) * scale;
	return `${x.toFixed(2)} ${y.toFixed(2)}`;
}

/** Size of the header in bytes. */
const HEAD = 18;

/**
 * An uncompressed TGA with alpha, as the game reads pictures: the lowest row first, blue, green, red, alpha.
 *
 * @param pixels three bytes a pixel, the highest row first
 */
function writeTga(pixels: Uint8Array, width: number, height: number): Uint8Array {
	const bytes = new Uint8Array(HEAD + width * height * 4);
	const view = new DataView(bytes.buffer);
	bytes[2] = 2;
	view.setUint16(12, width, true);
	view.setUint16(14, height, true);
	bytes[16] = 32;
	bytes[17] = 8;
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < width; x++) {
			const from = (y * width + x) * 3;
			const to = HEAD + ((height - 1 - y) * width + x) * 4;
			bytes[to] = pixels[from + 2];
			bytes[to + 1] = pixels[from + 1];
			bytes[to + 2] = pixels[from];
			bytes[to + 3] = 255;
		}
	}
	return bytes;
}
