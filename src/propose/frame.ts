import { boundsOf, faceVector } from '../geometry/triangles.ts';
import type { FrameDecision } from '../scene/decisions.ts';
import type { Scene, ScenePart } from '../scene/scene.ts';
import { type LengthUnit, METRES_PER_UNIT, UNIT_NAMES, type UpAxis } from '../scene/units.ts';
import { decimal } from '../text/numbers.ts';

/** How a scene was read. */
export interface ReadFrame {
	readonly up: UpAxis;
	readonly unit: LengthUnit;
	readonly scale: number;
}

/** Faces within 15° of an axis face along it. */
const ALONG = 0.966;
/** Which area axis the other up axis lies along, seen from the one that was assumed. */
const OTHER_UP: Readonly<Partial<Record<UpAxis, UpAxis>>> = { y: 'z', z: 'y' };
/** Walls are about this high, and in this range in all levels; metres. */
const USUAL_WALL = 3;
const WALLS: readonly [number, number] = [1.5, 12];
const SURE_WALLS: readonly [number, number] = [2, 5.5];
/** In metres, which glTF has, most walls of a city of towers are lower; centimetres make them as many hundreds of metres high. */
const TOWER = 150;
/** Floors face one way where there are no ceilings, by this share of what lies; walls face both ways. */
const ONE_WAY = 0.5;
/** How TrenchBroom names objects, and how long its unit is, metres. */
const BRUSH = /^entity\d+_brush\d+$/;
const BRUSH_UNIT = 1 / 32;

/**
 * Proposes another axis and unit than a scene was read with, where what stands upright and how high it is says so.
 * @param isGltf true for a format that has an axis and a unit of its own
 */
export function proposeFrame(
	scene: Scene,
	parts: readonly ScenePart[],
	read: ReadFrame,
	isGltf: boolean,
): FrameDecision | undefined {
	const { areas, nets, extents } = measured(parts);
	const score = areas.map((area, axis) => (extents[axis] > 0 ? area / extents[axis] : 0));
	const other = OTHER_UP[read.up];
	const faceUp = (axis: number): number => (areas[axis] > 0 ? nets[axis] / areas[axis] : 0);
	const lies = other !== undefined && faceUp(2) < ONE_WAY && score[1] > 1.5 * score[2] && score[1] > score[0];
	const up = lies ? other : read.up;
	const turned = lies ? reframed(scene, read, { ...read, up }) : scene;
	const own = lies ? turned.parts.filter((_, index) => parts.includes(scene.parts[index])) : parts;
	const height = wallHeight(own);
	const unit = height > 0 ? unitOf(scene, height, read, isGltf) : undefined;
	if (!lies && unit === undefined) return undefined;
	const reasons = [
		...(lies ? [`With ${up.toUpperCase()} up the floors lie level; with ${read.up.toUpperCase()} up they stand.`] : []),
		...(unit === undefined ? [] : [unit.reason]),
	];
	// Levels are wider than high.
	const isLow = extents[1] * 1.5 < Math.min(extents[0], extents[2]);
	// glTF has Y up, and a house that is higher than deep has more walls than floors, so more is asked of it.
	const isClear = extents[1] * 3 < Math.min(extents[0], extents[2]) && score[1] > 5 * score[2];
	const isUp = isGltf ? isClear || faceUp(1) * (read.up === 'y' ? -1 : 1) >= ONE_WAY : isLow || score[1] > 2 * score[2];
	const sure = (!lies || isUp) && (unit?.sure ?? true);
	return {
		up,
		unit: unit?.unit ?? read.unit,
		...(unit?.scale === undefined ? (read.scale === 1 ? {} : { scale: read.scale }) : { scale: unit.scale }),
		confidence: sure ? 'high' : 'medium',
		reason: reasons.join(' '),
		confirmed: false,
	};
}

function unitOf(
	{ nodes, statedUnit }: Scene,
	height: number,
	{ unit, scale }: ReadFrame,
	isGltf: boolean,
): { unit: LengthUnit; scale?: number; reason: string; sure: boolean } | undefined {
	const raw = height / (METRES_PER_UNIT[unit] * scale);
	const told = (metres: number): string => `walls are ${decimal(metres, 1)} m high`;
	if (nodes.length > 0 && nodes.every(({ name, parent }) => parent >= 0 || BRUSH.test(name)) && height > WALLS[1])
		return {
			unit: 'm',
			scale: BRUSH_UNIT,
			reason: `TrenchBroom's names, and with 32 units to a metre ${told(raw * BRUSH_UNIT)}.`,
			sure: true,
		};
	if (height >= WALLS[0] && height <= WALLS[1]) return undefined;
	const off = (each: LengthUnit): number => Math.abs(Math.log((raw * METRES_PER_UNIT[each]) / USUAL_WALL));
	const stated = statedUnit?.unit;
	const units = (Object.keys(METRES_PER_UNIT) as LengthUnit[]).sort((a, b) => off(a) - off(b));
	const best = stated !== undefined && off(stated) < Math.log(4) ? stated : units[0];
	const metres = raw * METRES_PER_UNIT[best];
	if (metres < WALLS[0] || metres > WALLS[1]) return undefined;
	const isStated = best === stated;
	const isLikely = metres >= SURE_WALLS[0] && metres <= SURE_WALLS[1];
	const sure = isStated || (isLikely && !(isGltf && height > 1 && height < TOWER));
	return {
		unit: best,
		reason: `In ${UNIT_NAMES[best]}${isStated ? ', as the file says,' : ''} ${told(metres)}.`,
		sure,
	};
}

/** By area axis: the area of faces that face along it, how much more of it faces one way than the other, and how far the scene extends. */
function measured(parts: readonly ScenePart[]): {
	readonly areas: number[];
	readonly nets: number[];
	readonly extents: number[];
} {
	const [areas, nets] = [
		[0, 0, 0],
		[0, 0, 0],
	];
	const vector: [number, number, number] = [0, 0, 0];
	for (const { positions, triangles } of parts) {
		for (let triangle = 0; triangle < triangles.length / 3; triangle++) {
			const size = faceVector(positions, triangles, triangle, vector);
			const axis = vector.findIndex((value) => Math.abs(value) >= size * ALONG);
			if (!(size > 0) || axis < 0) continue;
			areas[axis] += size / 2;
			nets[axis] += vector[axis] / 2;
		}
	}
	const bounds = boundsOf(parts.flatMap(({ positions }) => [...(boundsOf(positions) ?? [])])) ?? [0, 0, 0, 0, 0, 0];
	return { areas, nets, extents: [0, 1, 2].map((axis) => bounds[axis + 3] - bounds[axis]) };
}

/** How high most of what stands upright is, by area; 0 where nothing does. */
function wallHeight(parts: readonly ScenePart[]): number {
	const vector: [number, number, number] = [0, 0, 0];
	const found: [height: number, area: number][] = [];
	for (const { positions, triangles } of parts) {
		for (let triangle = 0; triangle < triangles.length / 3; triangle++) {
			const size = faceVector(positions, triangles, triangle, vector);
			if (!(size > 0) || Math.abs(vector[2]) > size * 0.1) continue;
			const heights = [0, 1, 2].map((k) => positions[triangles[triangle * 3 + k] * 3 + 2]);
			found.push([Math.max(...heights) - Math.min(...heights), size]);
		}
	}
	found.sort((a, b) => a[0] - b[0]);
	let left = found.reduce((sum, [, area]) => sum + area, 0) / 2;
	return found.find(([, area]) => (left -= area) <= 0)?.[0] ?? 0;
}

/** A scene as another axis and unit would give it. */
export function reframed(scene: Scene, from: ReadFrame, to: ReadFrame): Scene {
	const factor = (METRES_PER_UNIT[to.unit] * to.scale) / (METRES_PER_UNIT[from.unit] * from.scale);
	const sign = from.up === to.up ? 0 : from.up === 'y' ? 1 : -1;
	const turned = <T extends Float64Array | number[]>(points: T): T => {
		for (let i = 0; i < points.length; i += 3) {
			const [y, z] = [points[i + 1], points[i + 2]];
			points[i] *= factor;
			points[i + 1] = (sign === 0 ? y : sign * z) * factor;
			points[i + 2] = (sign === 0 ? z : -sign * y) * factor;
		}
		return points;
	};
	return {
		...scene,
		nodes: scene.nodes.map((node) => {
			const [x, y, z] = turned([...node.origin]);
			return { ...node, origin: [x, y, z] as const };
		}),
		parts: scene.parts.map((part) => ({ ...part, positions: turned(part.positions.slice()) })),
	};
}
