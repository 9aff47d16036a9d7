import { UsageError } from '../../src/findings/report.ts';
import { reorderFaces, walkableNeighbours } from '../../src/geometry/faces.ts';
import { edgeEnd } from '../../src/geometry/half-edges.ts';
import { indicesOf } from '../../src/geometry/vertices.ts';
import { MAKE_ANEW, type Recall } from '../../src/model/recall.ts';
import { type SurfaceTable, walkableFaces } from '../../src/model/surfaces.ts';
import { DOOR_STATES, NONE, type Walkmesh } from '../../src/model/walkmesh.ts';
import { element, pixels } from '../../src/text/xml.ts';
import { CUT } from './outline.ts';
import type { Theme } from './patterns.ts';
import { piecesOf, SLOPE } from './pieces.ts';
import type { PlacedDrawing } from './rooms.ts';
import { stackedHeights } from './stacks.ts';
import { DOOR_STATE_WORDS, type DrawnRoom, drawnRoom, type PlanSurvey } from './survey.ts';
import { metres } from './words.ts';

/** Floors of a level, each drawn on a sheet of its own. */

/** What is drawn on one sheet. */
export interface Floor {
	/** Above the sheet; none where there is only one. */
	readonly title?: string;
	readonly rooms: readonly DrawnRoom[];
	/** Rooms of other floors, shown as faint outlines to relate the sheets to each other. */
	readonly around: readonly DrawnRoom[];
	/** Its range of heights: from `low` up to, but without, `high`. */
	readonly low: number;
	readonly high: number;
}

/**
 * What is drawn on which sheet.
 *
 * @param floor `auto`, `one`, a height on the wanted floor, or two heights `Z0,Z1`, in metres
 * @throws UsageError when there is nothing between the two heights
 */
export function floorsOf(
	survey: PlanSurvey,
	table: SurfaceTable,
	floor: string,
	recall: Recall = MAKE_ANEW,
): readonly Floor[] {
	const all: Floor = { rooms: survey.rooms, around: [], low: -Infinity, high: Infinity };
	const states = doorStates(survey.rooms);
	if (states !== undefined) return states;
	if (floor === 'one' || survey.bounds === undefined) return [all];
	const heights = floor === 'auto' ? [] : floor.split(',').map(Number);
	if (heights.length === 2) return [between(survey, Math.min(...heights), Math.max(...heights), table)];
	const cuts = stackedHeights(survey.rooms, survey.bounds, table, recall);
	if (cuts.length === 0) return [all];
	const floors = splitAt(survey.rooms, cuts, table);
	return floor === 'auto' ? floors : floors.filter(({ low }) => heights[0] >= low).slice(-1);
}

/** The states of one door have the same position, so each gets a sheet; undefined if anything else is drawn, too. */
function doorStates(rooms: readonly DrawnRoom[]): Floor[] | undefined {
	const isDoor = rooms.every(({ source }) => source.kind === 'door' && source.doorState !== undefined);
	const names = new Set(rooms.map(({ source }) => source.name));
	if (!isDoor || names.size !== 1 || rooms.length < 2) return undefined;
	const present = DOOR_STATES.filter((state) => rooms.some(({ mesh }) => mesh.doorState === state));
	if (present.length < 2) return undefined;
	return present.map((state) => ({
		title: `Door ${DOOR_STATE_WORDS[state]}`,
		rooms: rooms.filter(({ mesh }) => mesh.doorState === state),
		around: rooms.filter(({ mesh }) => mesh.doorState !== state),
		low: -Infinity,
		high: Infinity,
	}));
}

function splitAt(rooms: readonly DrawnRoom[], cuts: readonly number[], table: SurfaceTable): Floor[] {
	const edges = [-Infinity, ...cuts, Infinity];
	const floors: DrawnRoom[][] = Array.from({ length: cuts.length + 1 }, () => []);
	for (const room of rooms) {
		const floorOf = floorOfFaces(room.mesh, table, (z) => cuts.filter((cut) => z >= cut).length);
		const present = [...new Set(floorOf)].sort((a, b) => a - b);
		for (const floor of present) {
			floors[floor].push(present.length === 1 ? room : partOf(room, floorOf, floor, table));
		}
	}
	const drawn = floors
		.map((own, i) => ({ rooms: own, low: edges[i], high: edges[i + 1] }))
		.filter((each) => each.rooms.length > 0);
	return drawn.map(({ rooms: own, low, high }, i) => ({
		title: `Floor ${i + 1} of ${drawn.length} · about z ${metres(Math.round(middleHeight(own) * 10) / 10)} m`,
		rooms: own,
		around: i === 0 ? [] : drawn[i - 1].rooms,
		low: i === 0 ? -Infinity : low,
		high: i === drawn.length - 1 ? Infinity : high,
	}));
}

function between({ rooms, bounds }: PlanSurvey, z0: number, z1: number, table: SurfaceTable): Floor {
	const inside: DrawnRoom[] = [];
	const around: DrawnRoom[] = [];
	for (const room of rooms) {
		const floorOf = floorOfFaces(room.mesh, table, (z) => (z >= z0 && z <= z1 ? 1 : 0));
		for (const [part, list] of [
			[1, inside],
			[0, around],
		] as const) {
			if (!floorOf.includes(part)) continue;
			list.push(floorOf.every((each) => each === part) ? room : partOf(room, floorOf, part, table));
		}
	}
	if (inside.length === 0) {
		const [, , low = 0, , , high = 0] = bounds ?? [];
		throw new UsageError(
			`Nothing lies between z ${metres(z0)} and ${metres(z1)} m. What there is lies between ${metres(low)} and ${metres(high)} m: --floor=Z0,Z1`,
		);
	}
	return { title: `z ${metres(z0)} to ${metres(z1)} m`, rooms: inside, around, low: z0, high: z1 };
}

/** The floor of each face: walkable faces by their middle, with slopes as a whole; others, such as walls, by their lowest point. */
function floorOfFaces(mesh: Walkmesh, table: SurfaceTable, floorAt: (z: number) => number): Uint8Array {
	const floorOf = floorOfEach(mesh, table, floorAt);
	// A slope in several faces would be torn where two floors meet on it.
	if (floorOf.some((floor) => floor !== floorOf[0])) {
		for (const { faces, middle } of slopesOf(mesh, table)) for (const face of faces) floorOf[face] = floorAt(middle[2]);
	}
	return floorOf;
}

function floorOfEach(
	{ positions, faces, surfaces }: Walkmesh,
	table: SurfaceTable,
	floorAt: (z: number) => number,
): Uint8Array {
	const walkable = walkableFaces(table, surfaces);
	const floorOf = new Uint8Array(surfaces.length);
	for (let face = 0; face < floorOf.length; face++) {
		const a = positions[faces[face * 3] * 3 + 2];
		const b = positions[faces[face * 3 + 1] * 3 + 2];
		const c = positions[faces[face * 3 + 2] * 3 + 2];
		floorOf[face] = floorAt(walkable[face] === 1 ? (a + b + c) / 3 : Math.min(a, b, c));
	}
	return floorOf;
}

function slopesOf(mesh: Walkmesh, table: SurfaceTable): ReturnType<typeof piecesOf> {
	return piecesOf(mesh, table).filter(({ angle }) => angle >= SLOPE);
}

/** The faces of a room on one floor; edges where walkable ground continues on another floor have the transition `CUT`. */
function partOf({ name, index, mesh }: DrawnRoom, floorOf: Uint8Array, floor: number, table: SurfaceTable): DrawnRoom {
	const neighbours = walkableNeighbours(mesh, table);
	const transitions = mesh.transitions.map((room, edge) => {
		const other = neighbours[edge];
		if (room !== NONE || other < 0) return room;
		return floorOf[Math.floor(other / 3)] === floorOf[Math.floor(edge / 3)] ? room : CUT;
	});
	const faces = indicesOf(
		floorOf.map((each) => (each === floor ? 1 : 0)),
		1,
	);
	return drawnRoom(name, index, reorderFaces({ ...mesh, transitions }, faces), table);
}

/** The height below which half of the ground lies. */
function middleHeight(rooms: readonly DrawnRoom[]): number {
	const parts = rooms
		.flatMap(({ surfaces }) => surfaces)
		.sort((a, b) => Number(b.walkable) - Number(a.walkable) || a.height - b.height);
	const walkable = parts.filter((part) => part.walkable);
	const counted = walkable.length > 0 ? walkable : parts;
	let left = counted.reduce((sum, { area }) => sum + area, 0) / 2;
	return (counted.find(({ area }) => (left -= area) <= 0) ?? counted[0]).height;
}

/** Perimeters hidden by higher rooms, drawn as dashed lines over these. */

/** Distance in pixels between the points of a perimeter that are tested. */
const STEP = 3;

/** Most points tested in a picture; the time for rooms heaped in one spot would be quadratic. */
const MOST_STEPS = 200_000;

/** The parts of perimeters that are below higher rooms. */
export function drawCovered(rooms: readonly PlacedDrawing[], theme: Theme, scale: number): string {
	let left = MOST_STEPS;
	const lines: string[] = [];
	for (const { room, drawing, isHidden } of rooms) {
		if (isHidden === undefined) continue;
		const { plan, perimeters } = drawing;
		for (const edge of perimeters.edges) {
			const [p, q] = [plan.places[room.mesh.faces[edge]], plan.places[room.mesh.faces[edgeEnd(edge)]]];
			const [ax, ay] = [plan.xs[p] / 100, plan.ys[p] / 100];
			const [bx, by] = [plan.xs[q] / 100, plan.ys[q] / 100];
			const steps = Math.max(1, Math.ceil(Math.hypot(bx - ax, by - ay) / STEP));
			if ((left -= steps) < 0) break;
			const at = (step: number): [number, number] => [ax + ((bx - ax) * step) / steps, ay + ((by - ay) * step) / steps];
			let from = -1;
			for (let step = 0; step <= steps; step++) {
				const hidden = step < steps && isWellHidden(isHidden, ...at(step + 0.5));
				if (hidden && from < 0) from = step;
				if (hidden || from < 0) continue;
				lines.push(`M${at(from).map(pixels).join(' ')}L${at(step).map(pixels).join(' ')}`);
				from = -1;
			}
		}
	}
	if (lines.length === 0) return '';
	const style = { stroke: theme.perimeter, 'stroke-width': Math.max(0.6, 1.3 * scale), 'stroke-opacity': '.75' };
	return element('path', { d: lines.join(''), fill: 'none', 'stroke-dasharray': '4 3', ...style });
}

/** True when all points around a point are hidden, too. At a seam between two rooms, the higher one only covers one side. */
function isWellHidden(isHidden: (x: number, y: number) => boolean, x: number, y: number): boolean {
	return [-STEP, STEP].every((aside) => isHidden(x + 2 * aside, y) && isHidden(x, y + 2 * aside));
}
