import { edgeEnd } from '../../src/geometry/half-edges.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { Clearance, type CreatureSize } from './clearance.ts';
import { type Beyond, fanOf, GREATEST_GAP, type Ground, type RoomGround } from './ground.ts';
import { DIRECTIONS, type Direction, INSET, type TurnPoint } from './turn.ts';

/** Turning points are this many radii from a corner, so that the straight line between two neighbouring ones is at least a radius from the corner. */
const AROUND = 1.0005 / Math.cos(Math.PI / DIRECTIONS);
/**
 * A point is at a real corner if the distance to obstacles beyond it is more than this many times the distance of the turning points. Where a wall
 * goes on, it is just that distance.
 */
const FREER = 1.05;
/** Two corners less than this many radii apart get a turning point in the middle, for creatures that just fit through the gap. */
const NARROW = 2.5;
/** Where the border of the ground bends by less than this, no route has to turn; radians. */
const LEAST_TURN = 1e-3;
/** The greatest sine of the angle between the two sides of a link. */
const GREATEST_BEND = 0.02;
/** Corners nearer to each other than this are one; metres. */
const GRAIN = 1e-4;

/**
 * Finds the points of a face at which a shortest route may turn: around corners of obstacles, at the creature's radius, and around corners of the
 * ground itself.
 * @param taking kinds of objects that take part
 */
export function turnsOn(
	ground: Ground,
	room: RoomGround,
	face: number,
	size: CreatureSize,
	taking: ReadonlySet<string>,
): TurnPoint[] {
	const { positions, faces } = room.mesh;
	const at = [0, 1, 2].map((corner) => faces[face * 3 + corner] * 3);
	const low = [0, 1, 2].map((axis) => Math.min(...at.map((vertex) => positions[vertex + axis])));
	const high = [0, 1, 2].map((axis) => Math.max(...at.map((vertex) => positions[vertex + axis])));
	const heightAt = planeOf(at.map((vertex) => [positions[vertex], positions[vertex + 1], positions[vertex + 2]]));
	if (heightAt === undefined) return [];
	const reach = size.radius * NARROW * 1.2;
	const parts = ground.level.partsIn(
		[low[0] - reach, low[1] - reach, low[2] - 1],
		[high[0] + reach, high[1] + reach, high[2] + size.height + 1],
		taking,
	);
	const clearance = new Clearance(parts, size, ground.level.effort);
	const footing = ground.footing(room, face);
	const spaceAt = (point: Vec3, most: number): number => clearance.distanceAt(point, most, footing);
	const turns: TurnPoint[] = [];
	const add = (x: number, y: number, isTurn: (point: Vec3) => boolean, about: Omit<TurnPoint, 'point'> = {}): void => {
		const z = heightAt(x, y);
		if (z === undefined) return;
		const point: Vec3 = [x, y, z];
		if (isTurn(point)) turns.push({ point, ...about });
	};
	for (const { x, y, edges } of endsOfGround(ground, room, face)) {
		const isTurn = (point: Vec3): boolean => spaceAt(point, size.radius) >= size.radius;
		add(x, y, isTurn, edges === undefined ? {} : { edges });
	}
	if (!(size.radius > 0)) return turns;
	const corners = distinct(clearance.cornersNear(low, high, reach, footing));
	// Each corner is compared with each other one.
	ground.level.effort.spend(corners.length ** 2);
	const ring = size.radius * AROUND;
	for (const corner of corners) {
		for (const [dx, dy] of directionsAt(corner)) {
			const isTurn = (point: Vec3): boolean => {
				if (spaceAt(point, ring) < size.radius) return false;
				return [-1, 1].some((side) => {
					const beside: Vec3 = [point[0] - (side * dy * ring) / 2, point[1] + (side * dx * ring) / 2, point[2]];
					return spaceAt(beside, ring * 2) > ring * FREER;
				});
			};
			add(corner.x + dx * ring, corner.y + dy * ring, isTurn, { inwards: [-dx, -dy] });
		}
	}
	for (const [x, y] of middlesOf(corners, size.radius)) {
		add(x, y, (point) => spaceAt(point, size.radius) >= size.radius);
	}
	return turns;
}

/** The height of a face above x, y; undefined outside of it. */
function planeOf([a, b, c]: readonly (readonly number[])[]):
	| ((x: number, y: number) => number | undefined)
	| undefined {
	const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
	if (Math.abs(area) < 1e-12) return undefined;
	return (x, y) => {
		const v = ((x - a[0]) * (c[1] - a[1]) - (y - a[1]) * (c[0] - a[0])) / area;
		const w = ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / area;
		if (v < -1e-9 || w < -1e-9 || v + w > 1 + 1e-9) return undefined;
		return a[2] + v * (b[2] - a[2]) + w * (c[2] - a[2]);
	};
}

/** A corner of an obstacle in plan, and the edges that meet there. */
interface Corner {
	readonly x: number;
	readonly y: number;
	/** Directions of length 1. */
	readonly edges: (readonly [x: number, y: number])[];
}

function distinct(points: readonly (readonly [x: number, y: number, dx: number, dy: number])[]): Corner[] {
	const corners = new Map<string, Corner>();
	for (const [x, y, dx, dy] of points) {
		const key = `${Math.round(x / GRAIN)} ${Math.round(y / GRAIN)}`;
		const corner = corners.get(key) ?? { x, y, edges: [] };
		corners.set(key, corner);
		if (!corner.edges.some(([ex, ey]) => Math.abs(ex * dy - ey * dx) < 1e-3)) corner.edges.push([dx, dy]);
	}
	return [...corners.values()];
}

const EVEN = Array.from({ length: DIRECTIONS }, (_, i): Direction => {
	const angle = (2 * Math.PI * i) / DIRECTIONS;
	return [Math.cos(angle), Math.sin(angle)];
});

/** Directions evenly around a corner, and perpendicular to its edges, where a route along a wall begins to turn. */
function directionsAt({ edges }: Corner): (readonly [x: number, y: number])[] {
	return [
		...EVEN,
		...edges.flatMap(([x, y]): (readonly [number, number])[] => [
			[-y, x],
			[y, -x],
		]),
	];
}

/** Points between two corners that are hardly farther apart than a creature is wide: the middle of the gap, and a point on each side of it. */
function middlesOf(corners: readonly Corner[], radius: number): (readonly [x: number, y: number])[] {
	const middles: (readonly [number, number])[] = [];
	for (const [i, a] of corners.entries()) {
		for (const b of corners.slice(i + 1)) {
			const [dx, dy] = [b.x - a.x, b.y - a.y];
			const apart = Math.hypot(dx, dy);
			if (apart < radius * 2 || apart > radius * NARROW) continue;
			const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
			const [nx, ny] = [(-dy / apart) * radius, (dx / apart) * radius];
			middles.push([x, y], [x + nx, y + ny], [x - nx, y - ny]);
		}
	}
	return middles;
}

/** Points just inside the corners of a face where the ground ends without a link. */
function endsOfGround(
	ground: Ground,
	room: RoomGround,
	face: number,
): { x: number; y: number; edges: TurnPoint['edges'] }[] {
	const { positions, faces } = room.mesh;
	const ends: ReturnType<typeof endsOfGround> = [];
	for (let corner = 0; corner < 3; corner++) {
		const vertex = faces[face * 3 + corner];
		if (room.ends[vertex] === 0) continue;
		const { angle, closed, isWhole } = groundAround(ground, { room, face, vertex });
		// A route only turns where the ground covers more than half of the full angle.
		if (angle < Math.PI + LEAST_TURN && isWhole) continue;
		let [x, y] = [0, 0];
		for (const { along, left } of closed) {
			// Towards the side of the face, and slightly away from the other end of the edge: at a tip this leads past it.
			x += -along[1] * left - along[0] * 0.2;
			y += along[0] * left - along[1] * 0.2;
		}
		const length = Math.hypot(x, y);
		if (closed.length === 0 || !(length > 0)) continue;
		ends.push({
			x: positions[vertex * 3] + (x / length) * INSET,
			y: positions[vertex * 3 + 1] + (y / length) * INSET,
			edges: closed.length === 2 && isWhole ? [closed[0].along, closed[1].along] : undefined,
		});
	}
	return ends;
}

/** A face at one of its vertices. */
interface AtVertex {
	readonly room: RoomGround;
	readonly face: number;
	readonly vertex: number;
	/** The direction of the linked edge over which the face was reached, away from the vertex. */
	readonly over?: Direction;
}

/** The ground around a vertex, over links into other rooms: a corner of the ground may be shared by several. */
interface GroundAround {
	/** Radians. */
	angle: number;
	/** The edges at which the ground ends: the direction away from the vertex, and 1 where the ground is to the left of it, −1 to the right. */
	readonly closed: { readonly along: Direction; readonly left: 1 | -1 }[];
	/** False where another room has no corner at the vertex, so that its part of the angle is not known. */
	isWhole: boolean;
}

function groundAround(ground: Ground, start: AtVertex): GroundAround {
	const around: GroundAround = { angle: 0, closed: [], isWhole: true };
	const seen = new Set<string>();
	const waiting = [start];
	for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
		const { room, face, vertex, over } = at;
		if (seen.has(`${room.part.room} ${face}`)) continue;
		const open: number[] = [];
		for (const each of fanOf(room, face, vertex, open)) {
			ground.level.effort.spend(1);
			seen.add(`${room.part.room} ${each}`);
			around.angle += angleAt(room, each, vertex);
		}
		for (const edge of open) {
			const beyond = ground.beyond(room, edge);
			const closed = closedEdge(room, edge, vertex);
			if (beyond.length === 0) {
				// A link may lead in one direction only.
				if (over === undefined || !isAlong(over, closed.along)) around.closed.push(closed);
				continue;
			}
			const next = beyond.flatMap((each) => cornersAt(each, room, vertex, closed.along));
			waiting.push(...next);
			if (next.length === 0) around.isWhole = false;
		}
	}
	return around;
}

/** The corners of a face of the next room that lie at a vertex: one, or none where an edge of that room goes on. */
function cornersAt({ room, face }: Beyond, from: RoomGround, vertex: number, over: Direction): AtVertex[] {
	const { positions, faces } = room.mesh;
	const [x, y] = [from.mesh.positions[vertex * 3], from.mesh.positions[vertex * 3 + 1]];
	return [...faces.subarray(face * 3, face * 3 + 3)]
		.filter((each) => Math.hypot(positions[each * 3] - x, positions[each * 3 + 1] - y) <= GREATEST_GAP)
		.map((each) => ({ room, face, vertex: each, over }));
}

/** True for two directions that are one but for the distance at which linked edges may lie. */
function isAlong([ax, ay]: Direction, [bx, by]: Direction): boolean {
	return ax * bx + ay * by > 0 && Math.abs(ax * by - ay * bx) < GREATEST_BEND;
}

/** An edge at which the ground would end. */
function closedEdge(
	{ mesh: { positions, faces } }: RoomGround,
	edge: number,
	vertex: number,
): GroundAround['closed'][number] {
	const other = faces[edge] === vertex ? faces[edgeEnd(edge)] : faces[edge];
	const third = faces[edgeEnd(edgeEnd(edge))];
	const along = unit(positions, vertex, other);
	const [x, y] = unit(positions, vertex, third);
	return { along, left: along[0] * y - along[1] * x >= 0 ? 1 : -1 };
}

/** The angle of a face at one of its vertices, in plan; radians. */
function angleAt({ mesh: { positions, faces } }: RoomGround, face: number, vertex: number): number {
	const others = [0, 1, 2].map((corner) => faces[face * 3 + corner]).filter((each) => each !== vertex);
	if (others.length !== 2) return 0;
	const [ux, uy] = unit(positions, vertex, others[0]);
	const [vx, vy] = unit(positions, vertex, others[1]);
	return Math.abs(Math.atan2(ux * vy - uy * vx, ux * vx + uy * vy));
}

/** The direction from one vertex to another in plan, of length 1; zero if they coincide. */
function unit(positions: Float32Array, from: number, to: number): readonly [number, number] {
	const [x, y] = [positions[to * 3] - positions[from * 3], positions[to * 3 + 1] - positions[from * 3 + 1]];
	const length = Math.hypot(x, y);
	return length > 0 ? [x / length, y / length] : [0, 0];
}
