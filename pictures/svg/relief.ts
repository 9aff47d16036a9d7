import { walkableNeighbours } from '../../src/geometry/faces.ts';
import { faceVector } from '../../src/geometry/triangles.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { type SurfaceTable, walkableFaces } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { decimals } from '../../src/text/numbers.ts';
import { element, group, pixels, textElement } from '../../src/text/xml.ts';
import { interiorOf } from './interior.ts';
import type { Projection } from './options.ts';
import type { Theme } from './patterns.ts';
import type { RoomDrawing } from './rooms.ts';
import { boxAbout, metres, type Placer, textWidth } from './words.ts';

/** Heights and slopes of the ground. */

/** Free space that a piece needs around its middle, in pixels. */
const LEAST_ROOM = 7;
/** Most pieces that are labelled; the largest ones are. */
const MOST_PIECES = 600;
const LETTERS = 10;

/** A piece of a room. */
interface DrawnPiece extends Piece {
	readonly drawing: RoomDrawing;
}

/** The drawing of heights and slopes. */
export interface Relief {
	/** SVG, to be drawn below names; and how many marks found no free position. */
	readonly markup: string;
	readonly leftOut: number;
}

/** Marks at middles of level ground with its height, arrows up the slopes with their angle and the heights of their ends. */
export function drawRelief(
	drawings: readonly RoomDrawing[],
	table: SurfaceTable,
	{ heights, slopes }: { readonly heights: boolean; readonly slopes: boolean },
	projection: Projection,
	placer: Placer,
	theme: Theme,
): Relief {
	const pieces = drawings
		.flatMap((drawing) => piecesOf(drawing.room.mesh, table).map((piece): DrawnPiece => ({ ...piece, drawing })))
		.filter(({ angle }) => (angle < SLOPE ? heights : true));
	pieces.sort((a, b) => b.area - a.area);
	let leftOut = Math.max(0, pieces.length - MOST_PIECES);
	const marks: string[] = [];
	for (const piece of pieces.slice(0, MOST_PIECES)) {
		const drawn =
			piece.angle < SLOPE ? levelMark(piece, placer) : slopeMark(piece, heights, slopes, projection, placer);
		if (drawn === undefined) leftOut++;
		else marks.push(drawn);
	}
	const outline = { stroke: theme.sheet, 'stroke-width': 2.6, 'stroke-linejoin': 'round', 'paint-order': 'stroke' };
	return { markup: group({ 'font-size': LETTERS, fill: theme.ink, ...outline }, marks.join('\n')), leftOut };
}

/** Corners of the faces of a piece, pixels, and their heights. */
function cornersOf({ drawing: { room, plan }, faces }: DrawnPiece): { triangles: Float64Array; heights: number[] } {
	const triangles = new Float64Array(faces.length * 6);
	const heights: number[] = [];
	faces.forEach((face, i) => {
		for (let corner = 0; corner < 3; corner++) {
			const vertex = room.mesh.faces[face * 3 + corner];
			triangles[i * 6 + corner * 2] = plan.xs[plan.places[vertex]] / 100;
			triangles[i * 6 + corner * 2 + 1] = plan.ys[plan.places[vertex]] / 100;
			heights.push(room.mesh.positions[vertex * 3 + 2]);
		}
	});
	return { triangles, heights };
}

/** A triangle with its tip down, and the height beside it. */
function levelMark(piece: DrawnPiece, placer: Placer): string | undefined {
	const { triangles, heights } = cornersOf(piece);
	const { places, clearance } = interiorOf(triangles);
	if (clearance < LEAST_ROOM) return undefined;
	const text = heightText(heights.reduce((sum, z) => sum + z, 0) / heights.length);
	const width = 11 + textWidth(text, LETTERS);
	const box = placer.takeFirst(places.map(({ x, y }) => boxAbout(x, y, width + 3, 14)));
	if (box === undefined) return undefined;
	const d = `M${pixels(box.x + 1.5)} ${pixels(box.y + 3.5)}h8l-4 7z`;
	return element('path', { d }) + textElement(box.x + 12, box.y + 10.6, text);
}

function heightText(z: number): string {
	return metres(Math.round(z * 100) / 100);
}

/** An arrow that points up the slope through the middle of the piece. */
function slopeMark(
	piece: DrawnPiece,
	heights: boolean,
	slopes: boolean,
	{ scale }: Projection,
	placer: Placer,
): string | undefined {
	const { normal, angle } = piece;
	const { triangles, heights: zs } = cornersOf(piece);
	const { places, clearance } = interiorOf(triangles);
	if (clearance < LEAST_ROOM) return undefined;
	const level = Math.hypot(normal[0], normal[1]);
	// Direction up the slope on the sheet, where y points down.
	const [dx, dy] = [-normal[0] / level, normal[1] / level];
	const [low, high] = [zs.reduce((a, b) => Math.min(a, b)), zs.reduce((a, b) => Math.max(a, b))];
	const along = ((high - low) * normal[2] * scale) / level;
	const half = Math.min(45, Math.max(9, along * 0.3));
	const across = [Math.abs(dx) * half * 2 + 10, Math.abs(dy) * half * 2 + 10] as const;
	const box = placer.takeFirst(places.map(({ x, y }) => boxAbout(x, y, ...across)));
	if (box === undefined) return undefined;
	const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
	const parts: string[] = [];
	if (slopes) {
		const d = `M${pixels(-half)}-1h${pixels(2 * half - 7)}v-3l8 4-8 4v-3h${pixels(7 - 2 * half)}z`;
		const turn = decimals([dx, dy, -dy, dx], 4);
		parts.push(element('path', { d, transform: `matrix(${turn} ${pixels(x)} ${pixels(y)})` }));
	}
	const label = (text: string, towards: number): void => {
		const width = textWidth(text, LETTERS) + 3;
		const reach = (Math.abs(dx) * width + Math.abs(dy) * 14) / 2 + half + 6;
		const aside = (Math.abs(dy) * width + Math.abs(dx) * 13) / 2 + 6;
		const at =
			towards === 0
				? [-1, 1].map((side) => [x - dy * aside * side, y + dx * aside * side])
				: [[x + dx * reach * towards, y + dy * reach * towards]];
		const free = placer.takeFirst(at.map(([left, top]) => boxAbout(left, top, width, 13)));
		if (free !== undefined) parts.push(textElement(free.x + 1.5, free.y + 10, text));
	};
	if (slopes) label(`${Math.round(angle)}°`, 0);
	if (heights) {
		label(heightText(low), -1);
		label(heightText(high), 1);
	}
	return parts.length === 0 ? undefined : parts.join('');
}

/** Ground that is steeper than this is a slope, degrees. */
export const SLOPE = 3;
/** Faces belong to one piece while they face within this angle of its first one, degrees. */
const ALIKE = 8;

/** Walkable faces that join and face alike. */
export interface Piece {
	readonly faces: readonly number[];
	/** Square metres in plan. */
	readonly area: number;
	/** Unit vector, upwards. */
	readonly normal: Vec3;
	/** Of its slope, degrees. */
	readonly angle: number;
	readonly middle: Vec3;
}

/** The pieces of the ground of a walkmesh, in the order of their first faces. */
export function piecesOf(mesh: Walkmesh, table: SurfaceTable): Piece[] {
	const walkable = walkableFaces(table, mesh.surfaces);
	const neighbours = walkableNeighbours(mesh, table);
	const crosses = Array.from(mesh.surfaces, (_, face) => (walkable[face] === 1 ? upwards(mesh, face) : undefined));
	const alike = Math.cos((ALIKE * Math.PI) / 180);
	const seen = new Uint8Array(mesh.surfaces.length);
	const pieces: Piece[] = [];
	crosses.forEach((cross, first) => {
		if (cross === undefined || seen[first] === 1) return;
		const own = unit(cross);
		const faces = [first];
		seen[first] = 1;
		const sum: [number, number, number] = [0, 0, 0];
		for (const face of faces) {
			const each = crosses[face] as Vec3;
			for (let axis = 0; axis < 3; axis++) sum[axis] += each[axis];
			for (let edge = face * 3; edge < face * 3 + 3; edge++) {
				const other = Math.floor(neighbours[edge] / 3);
				const beside = crosses[other];
				if (beside === undefined || seen[other] === 1) continue;
				const [x, y, z] = unit(beside);
				if (x * own[0] + y * own[1] + z * own[2] < alike) continue;
				seen[other] = 1;
				faces.push(other);
			}
		}
		const normal = unit(sum);
		const angle = (Math.acos(Math.min(1, normal[2])) * 180) / Math.PI;
		pieces.push({ faces, area: sum[2] / 2, normal, angle, middle: middleOf(mesh, faces, crosses) });
	});
	return pieces;
}

/** Twice the area of a face as a vector that points up; undefined for faces without an area in plan. */
function upwards({ positions, faces }: Walkmesh, face: number): Vec3 | undefined {
	const cross: [number, number, number] = [0, 0, 0];
	faceVector(positions, faces, face, cross);
	if (cross[2] === 0) return undefined;
	return cross[2] > 0 ? cross : [-cross[0], -cross[1], -cross[2]];
}

function unit([x, y, z]: Vec3): Vec3 {
	const length = Math.hypot(x, y, z);
	return [x / length, y / length, z / length];
}

/** The middle of some faces, each weighed by its area in plan. */
function middleOf(
	{ positions, faces }: Walkmesh,
	own: readonly number[],
	crosses: readonly (Vec3 | undefined)[],
): Vec3 {
	const sum: [number, number, number] = [0, 0, 0];
	let weight = 0;
	for (const face of own) {
		const area = (crosses[face] as Vec3)[2];
		weight += area;
		for (let corner = face * 3; corner < face * 3 + 3; corner++) {
			for (let axis = 0; axis < 3; axis++) sum[axis] += (positions[faces[corner] * 3 + axis] * area) / 3;
		}
	}
	return [sum[0] / weight, sum[1] / weight, sum[2] / weight];
}
