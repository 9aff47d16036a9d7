import { LevelQuery } from '../../level/query/level-query.ts';
import { MESH_FINDINGS } from '../../src/clean/findings.ts';
import type { CheckContext, RoomFacts } from '../../src/facts/room-facts.ts';
import { InputError } from '../../src/findings/report.ts';
import { edgeLocation } from '../../src/geometry/faces.ts';
import { edgeEnd } from '../../src/geometry/half-edges.ts';
import { FACING } from '../../src/geometry/triangles.ts';
import { mapped, middleBetween, planDistance, type Vec3, vec3At } from '../../src/math/vec3.ts';
import { levelOfRoom } from '../../src/model/level.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import { STEP } from '../../src/model/walkmesh.ts';
import type { PlanGround } from '../../src/plan/plan-ground.ts';
import { distanceToOutline } from '../../src/plan/plan-overlap.ts';

/** Of a search for a way past a fence; in sound rooms it takes some ten thousand. */
const MOST_STEPS = 2_000_000;
/** Ends of two pieces this near are one, metres. */
const SAME_END = 0.01;

/** The share of a foot at which its height is compared with the ground near its end. */
const NEAR_END = 0.1;
/** A fence that has a foot on a floor and another one a little higher is one, metres. */
const SAME_HEIGHT = 0.5;

/** The foot of an upright face, in plan. */
interface Foot {
	readonly edge: number;
	readonly length: number;
	readonly ends: readonly [Vec3, Vec3];
}

/**
 * Reports upright faces that are not walkable and stand amid walkable ground, wherever its faces meet: the floor goes on underneath, so the way across
 * is still ground to everything that asks the floor alone. One finding for each room, at the longest; and one for each row of them that nobody gets past,
 * because neither of its ends leaves room enough to the end of the ground.
 */
export function checkFences({ mesh, surfaces, report, facts }: CheckContext): void {
	if (mesh.kind !== 'area') return;
	const feet = feetOf(facts);
	if (feet.length === 0) return;
	let query: LevelQuery | undefined;
	const across = rowsOf(feet).filter((row) => {
		if (!isAcross(row, facts.ground)) return false;
		query ??= new LevelQuery(levelOfRoom(mesh), { surfaces });
		return !isPassed(row, facts.ground, query);
	});
	for (const rows of wallsOf(across)) {
		const [row] = rows;
		const { edge, ends } = longestOf(row);
		const at: Vec3 = middleBetween(ends[0], ends[1]);
		const data = { count: rows.flat().length, length: distinctOf(row).reduce((sum, foot) => sum + foot.length, 0) };
		report.add(MESH_FINDINGS.FENCE_ACROSS, { ...edgeLocation(mesh, edge), at }, data);
	}
	const told = new Set(across.flat());
	const others = feet.filter((foot) => !told.has(foot));
	if (others.length === 0) return;
	const { edge, length } = longestOf(others);
	report.add(MESH_FINDINGS.FENCE_ON_GROUND, edgeLocation(mesh, edge), { count: others.length, length });
}

const longestOf = (feet: readonly Foot[]): Foot =>
	feet.reduce((longest, foot) => (foot.length > longest.length ? foot : longest));

function feetOf({ mesh: { positions, faces }, obstacles, facings, ground }: RoomFacts): Foot[] {
	const feet: Foot[] = [];
	for (let face = 0; face < obstacles.length; face++) {
		if (obstacles[face] === 0 || facings[face] !== FACING.vertical) continue;
		const corners = [0, 1, 2].map((k) => vec3At(positions, faces[face * 3 + k]));
		const top = Math.max(...corners.map(([, , z]) => z));
		for (let k = 0; k < 3; k++) {
			const [a, b] = [corners[k], corners[edgeEnd(k)]];
			const length = planDistance(a, b);
			if (!(length >= THRESHOLDS.fenceLength)) continue;
			const [x, y, z] = middleBetween(a, b);
			const [beside, besideY] = [
				((a[1] - b[1]) / length) * THRESHOLDS.besideFence,
				((b[0] - a[0]) / length) * THRESHOLDS.besideFence,
			];
			const height = heightOfGround(ground, x + beside, y + besideY, z, top);
			if (height === undefined || !isGround(ground, x - beside, y - besideY, height)) continue;
			// The diagonal of a side that reaches below the ground meets it once; a foot on a slope runs along it.
			const runsAlong = [NEAR_END, 1 - NEAR_END].every((share) => {
				const [px, py, pz] = mapped(a, (value, axis) => value + (b[axis] - value) * share);
				return [1, -1].some((side) => isGround(ground, px + beside * side, py + besideY * side, pz));
			});
			const raised = runsAlong ? (b[2] - a[2]) / 2 : 0;
			const ends = [[a[0], a[1], height - raised] as Vec3, [b[0], b[1], height + raised] as Vec3] as const;
			feet.push({ edge: face * 3 + k, length, ends });
		}
	}
	return feet;
}

/** As many feet are looked at together: a room with more has a maze, or grass of blades. */
const MOST_FEET = 256;

/** Feet that go on from each other; both sides of one fence are one row. */
function rowsOf(feet: readonly Foot[]): Foot[][] {
	if (feet.length > MOST_FEET) return [];
	const left = new Set(feet);
	const rows: Foot[][] = [];
	for (const first of feet) {
		if (!left.delete(first)) continue;
		const row = [first];
		for (const foot of row)
			for (const other of left)
				if (foot.ends.some((end) => other.ends.some((each) => isNear(end, each))) && left.delete(other))
					row.push(other);
		rows.push(row);
	}
	return rows;
}

/** Rows between which there is no place for a body: the sides of a wall. */
function wallsOf(rows: readonly (readonly Foot[])[]): (readonly Foot[])[][] {
	const walls: (readonly Foot[])[][] = [];
	for (const row of rows) {
		const { ends } = longestOf(row);
		const [x, y] = middleBetween(...ends);
		const isBeside = ({ ends: [a, b] }: Foot): boolean =>
			distanceToOutline([...a, ...b], x, y) < THRESHOLDS.passage && Math.abs(a[2] - ends[0][2]) < SAME_HEIGHT;
		const known = walls.find((wall) => wall.flat().some(isBeside));
		if (known === undefined) walls.push([row]);
		else known.push(row);
	}
	return walls;
}

/** True where nobody gets by either of the two ends of a row. One that runs in a circle has none. */
function isAcross(row: readonly Foot[], ground: PlanGround): boolean {
	const distinct = distinctOf(row);
	const free = distinct.flatMap((foot) =>
		foot.ends.flatMap((end, k) => {
			const isMet = distinct.some((other) => other !== foot && other.ends.some((each) => isNear(end, each)));
			return isMet ? [] : [{ end, from: foot.ends[1 - k], length: foot.length }];
		}),
	);
	if (free.length !== 2 || !row.every((foot) => hasRoomBeside(foot, ground))) return false;
	return free.every(({ end, from, length }) => {
		const [x, y] = [(end[0] - from[0]) / length, (end[1] - from[1]) / length];
		// A little short of it: the way may be just wide enough. On both sides, as a wall may go on where the ground ends.
		const [px, py] = [end[0] + x * (THRESHOLDS.passage - SAME_END), end[1] + y * (THRESHOLDS.passage - SAME_END)];
		return [THRESHOLDS.besideFence, -THRESHOLDS.besideFence].some(
			(side) => !isGround(ground, px - y * side, py + x * side, end[2], THRESHOLDS.passage),
		);
	});
}

/** False for a wall that stands along the end of the ground: nobody wants to get behind it. */
function hasRoomBeside(foot: Foot, ground: PlanGround): boolean {
	return sidesOf(foot).every(([x, y, z]) => isGround(ground, x, y, z, THRESHOLDS.passage));
}

/** Where one stands before a fence and behind it. */
function sidesOf({ ends: [a, b], length }: Foot): [Vec3, Vec3] {
	const [x, y, z] = middleBetween(a, b);
	const [outX, outY] = [((a[1] - b[1]) / length) * THRESHOLDS.passage, ((b[0] - a[0]) / length) * THRESHOLDS.passage];
	return [
		[x + outX, y + outY, z],
		[x - outX, y - outY, z],
	];
}

/** True where people get from one side of a row to the other within its room: over a low part of it, or by its end and a little off the ground. */
function isPassed(row: readonly Foot[], ground: PlanGround, query: LevelQuery): boolean {
	const [from, to] = sidesOf(longestOf(row)).map(([x, y, z]): Vec3 => {
		const heights = ground.at(x, y).map((id) => ground.heightAt(id, x, y));
		return [x, y, heights.find((height) => Math.abs(height - z) < THRESHOLDS.passage) ?? z];
	});
	try {
		return query.route(from, to, { maxSteps: MOST_STEPS }).arrived;
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		return false;
	}
}

/** Of a fence with two sides one. */
function distinctOf(row: readonly Foot[]): Foot[] {
	return row.filter((foot, i) => !row.slice(0, i).some((other) => isSame(foot, other)));
}

function isSame(a: Foot, b: Foot): boolean {
	return a.ends.every((end) => b.ends.some((each) => isNear(end, each)));
}

function isNear(a: Vec3, b: Vec3): boolean {
	return planDistance(a, b) < SAME_END && Math.abs(a[2] - b[2]) < SAME_HEIGHT;
}

/** The height of the ground that a face stands on, or pokes through, at a point in plan. */
function heightOfGround(ground: PlanGround, x: number, y: number, foot: number, top: number): number | undefined {
	const heights = ground.at(x, y).map((id) => ground.heightAt(id, x, y));
	return heights.find((z) => foot < z + THRESHOLDS.foot && top - z > STEP);
}

/** True where ground lies at a point in plan, about as high: slopes rise by as much as they are away. */
function isGround(ground: PlanGround, x: number, y: number, z: number, reach: number = THRESHOLDS.foot): boolean {
	return ground.at(x, y).some((id) => Math.abs(ground.heightAt(id, x, y) - z) < reach);
}
