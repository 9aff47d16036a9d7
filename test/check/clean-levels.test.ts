import { expect, test } from 'vitest';
import { roomLinks, visibilitySkeleton } from '../../level/rooms/visibility.ts';
import type { Finding } from '../../src/findings/report.ts';
import { moveWalkmesh, rotation, translation } from '../../src/geometry/transform.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import type { Layout, ObjectPlacement } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, NO_HOOKS, type Walkmesh } from '../../src/model/walkmesh.ts';
import { linkRooms } from '../../src/seams/link.ts';
import { fan, layoutOf, rectangle } from '../support/levels.ts';
import { generator } from '../support/mutate.ts';
import { merged, NONWALK, surfaced } from '../support/own-floors.ts';
import { describeFinding, isLoud } from '../support/planted-level.ts';
import { pairs } from '../support/points.ts';
import { seedOfRun } from '../support/seed.ts';
import { runs } from '../support/thorough.ts';
import { level } from './codes/subjects.ts';

/** Levels as people build them: walls with doorways in them, a ramp, stairs, floors above each other's height, a pillar, doors and placeables. */

interface Floor {
	readonly x: number;
	readonly y: number;
	readonly wide: number;
	readonly deep: number;
	readonly height: (x: number, y: number) => number;
	/** Where the middle of an edge may be for there to be no wall. */
	readonly doors: readonly (readonly [x: number, y: number])[];
	/** A cell without ground. */
	readonly pillar?: readonly [x: number, y: number];
}

function wall([ax, ay, az]: Vec3, [bx, by, bz]: Vec3): Walkmesh {
	return createWalkmesh({
		positions: Float32Array.of(ax, ay, az, bx, by, bz, bx, by, bz + 3, ax, ay, az + 3),
		faces: Uint32Array.of(0, 1, 2, 0, 2, 3),
		surfaces: Uint32Array.of(NONWALK, NONWALK),
	});
}

/** Cells of a metre, and walls where they end but for doorways. */
function roomOf({ x, y, wide, deep, height, doors, pillar }: Floor): Walkmesh {
	const isGround = (cx: number, cy: number): boolean =>
		cx > x && cx < x + wide && cy > y && cy < y + deep && !(pillar?.[0] === cx && pillar[1] === cy);
	const at = (px: number, py: number): Vec3 => [px, py, height(px, py)];
	const parts: Walkmesh[] = [];
	for (let i = 0; i < wide * deep; i++) {
		const [cx, cy] = [x + (i % wide) + 0.5, y + Math.floor(i / wide) + 0.5];
		if (!isGround(cx, cy)) continue;
		const corners = pairs(-0.5, -0.5, 0.5, -0.5, 0.5, 0.5, -0.5, 0.5).map(([dx, dy]) => at(cx + dx, cy + dy));
		parts.push(fan(...corners));
		for (const [side, [dx, dy]] of [
			[0, -1],
			[1, 0],
			[0, 1],
			[-1, 0],
		].entries()) {
			const isDoor = doors.some((door) => door[0] === cx + dx / 2 && door[1] === cy + dy / 2);
			if (!isDoor && !isGround(cx + dx, cy + dy)) parts.push(wall(corners[(side + 1) % 4], corners[side]));
		}
	}
	return merged(...parts);
}

/** Steps of half a metre, a tread and a slope of 27° in turns. */
const stairs = (from: number, y: number): number => from - Math.floor(y / 2) * 0.5 - Math.max(0, (y % 2) - 1) * 0.5;

function floors(top: number): Floor[] {
	const [low, high, down, below] = pairs(8, 3.5, 8, 4.5, 16, 3.5, 16, 4.5);
	const flight = pairs(19.5, 8, 20.5, 8);
	const foot = pairs(19.5, 16, 20.5, 16);
	return [
		{ x: 0, y: 0, wide: 8, deep: 8, height: () => 0, doors: [low, high], pillar: [2.5, 3.5] },
		{ x: 8, y: 2, wide: 8, deep: 4, height: (x) => ((x - 8) / 8) * top, doors: [low, high, down, below] },
		{ x: 16, y: 0, wide: 8, deep: 8, height: () => top, doors: [down, below, ...flight] },
		{ x: 18, y: 8, wide: 4, deep: 8, height: (_, y) => stairs(top, y - 8), doors: [...flight, ...foot] },
		{ x: 16, y: 16, wide: 8, deep: 6, height: () => top - 2, doors: foot },
	];
}

const GATE = createWalkmesh({
	...surfaced(rectangle(-1, -0.1, 2, 0.2), NONWALK),
	kind: 'door',
	doorState: 'closed',
	hooks: { ...NO_HOOKS, relative1: [0, -1, 0], relative2: [0, 1, 0] },
});
const CRATE = createWalkmesh({
	...surfaced(rectangle(-0.5, -0.5, 1, 1), NONWALK),
	kind: 'placeable',
	hooks: { ...NO_HOOKS, relative1: [0, -1, 0], relative2: [0, 1, 0] },
});
async function checked(random: () => number): Promise<readonly Finding[]> {
	const top = 2 + random() * 2;
	const degrees = random() * 360;
	const away: Vec3 = [random() * 4000 - 2000, random() * 4000 - 2000, random() * 100 - 50];
	const inArea = (mesh: Walkmesh): Walkmesh => moveWalkmesh(moveWalkmesh(mesh, rotation(degrees)), translation(away));
	const pointInArea = (...point: Vec3): Vec3 => {
		const { positions } = inArea({ ...rectangle(0, 0, 1, 1), positions: Float32Array.from(point) });
		return [positions[0], positions[1], positions[2]];
	};
	const own = floors(top);
	const rooms = own.map((floor, i) => ({ name: `r${i}`, walkmesh: { ...inArea(roomOf(floor)), name: `r${i}` } }));
	const plain = layoutOf(...rooms.map(({ name }) => name));
	const layout: Layout = {
		...plain,
		rooms: plain.rooms.map((room, i) => {
			const { x, y, wide, deep, height } = own[i];
			return { ...room, position: pointInArea(x + wide / 2, y + deep / 2, height(x + wide / 2, y + deep / 2)) };
		}),
	};
	const { level: linked } = linkRooms({ name: 'm', layout, rooms, objects: [] }, K1);
	const stand = (mesh: Walkmesh, turned: number, ...point: Vec3): { at: ObjectPlacement; mesh: Walkmesh } => {
		const of =
			mesh === GATE ? ({ kind: 'door', model: 'gate' } as const) : ({ kind: 'placeable', model: 'crate' } as const);
		return { at: { ...of, position: pointInArea(...point), bearing: degrees + turned }, mesh };
	};
	const placed = [
		stand(GATE, 90, 8, 4, 0),
		stand(GATE, 90, 16, 4, top),
		stand(CRATE, 45, 6, 6, 0),
		stand(CRATE, 0, 1.2, 6, 0),
		stand(CRATE, 13, 20, 20, top - 2),
	];
	return level(
		linked.rooms.map(({ walkmesh }) => walkmesh),
		{
			positions: layout.rooms.map(({ position }) => position),
			visibility: visibilitySkeleton(layout, roomLinks(linked.rooms)),
			placed,
		},
	)();
}

test('of levels with ramps, stairs, jambs, doors and placeables, turned and far from the origin, nothing bad is reported', async () => {
	const seed = seedOfRun();
	for (let run = 0; run < runs(1, 50); run++) {
		const loud = (await checked(generator(seed + run))).filter(isLoud);
		expect(loud.map(describeFinding), `seed ${seed + run}`).toEqual([]);
	}
});
