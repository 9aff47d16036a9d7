import { createRegistry } from '../../jobs/default-registry.ts';
import { readLevel } from '../../jobs/level/level.ts';
import { proposeForSource } from '../../jobs/propose.ts';
import { levelRecipe } from '../../pipeline/recipe.ts';
import { Report } from '../../src/findings/report.ts';
import { bytesSource } from '../../src/formats/contracts.ts';
import { faceVector } from '../../src/geometry/triangles.ts';
import type { Level } from '../../src/model/level.ts';
import { isWalkable, K1 } from '../../src/model/surfaces.ts';
import type { Proposals } from '../../src/propose/propose.ts';
import { acceptDecisions, type Decisions, decidedSills } from '../../src/scene/decisions.ts';
import type { MadeScene } from './unprepared.ts';

/** A level that proposals made beside that of the well-prepared scene. It compares ground with code of its own. */

const registry = createRegistry();

/** The level of a scene that follows decisions. */
export async function levelOf(
	bytes: Uint8Array,
	file: string,
	decisions: Decisions | undefined,
	sills: { sills?: 'auto' } = {},
): Promise<{ level: Level; report: Report }> {
	const report = new Report();
	const recipe = levelRecipe({ ...sills, ...decidedSills(decisions) });
	const context = { report, surfaces: K1, mappings: [], decisions };
	return { level: await readLevel(bytesSource(bytes, file), { recipe }, context, registry), report };
}

/** What is proposed of a scene. */
export async function proposed(bytes: Uint8Array, file: string): Promise<Proposals> {
	const context = { report: new Report(), surfaces: K1, mappings: [] };
	const found = await proposeForSource(bytesSource(bytes, file), {}, context, registry);
	if (found === undefined) throw new Error('nothing was proposed');
	return found.proposals;
}

/** A walkable face: its corners, flat. */
type Face = readonly number[];

interface RoomGround {
	readonly area: number;
	/** The middle of the ground. */
	readonly middle: readonly number[];
	readonly faces: readonly Face[];
}

/** The walkable ground of the rooms that have some. */
export function groundOf({ rooms }: Level): RoomGround[] {
	const vector: [number, number, number] = [0, 0, 0];
	return rooms.flatMap(({ walkmesh }) => {
		if (walkmesh === undefined) return [];
		const { positions, faces, surfaces } = walkmesh;
		let area = 0;
		const middle = [0, 0, 0];
		const own: Face[] = [];
		for (const [face, surface] of surfaces.entries()) {
			if (!isWalkable(K1, surface)) continue;
			const size = faceVector(positions, faces, face, vector) / 2;
			const points = [0, 1, 2].flatMap((k) => [...positions.subarray(faces[face * 3 + k] * 3).slice(0, 3)]);
			own.push(points);
			area += size;
			for (const axis of [0, 1, 2]) middle[axis] += (size * (points[axis] + points[3 + axis] + points[6 + axis])) / 3;
		}
		return area === 0 ? [] : [{ area, middle: middle.map((value) => value / area), faces: own }];
	});
}

/** How much further than this above or below it a face is not on the ground of another level, metres. */
const SAME_HEIGHT = 0.1;

/** True where the middle of a face lies on one of the other faces. */
function liesOn([ax, ay, az, bx, by, bz, cx, cy, cz]: Face, others: readonly Face[]): boolean {
	const [x, y, z] = [(ax + bx + cx) / 3, (ay + by + cy) / 3, (az + bz + cz) / 3];
	return others.some(([px, py, pz, qx, qy, qz, rx, ry, rz]) => {
		const whole = (qx - px) * (ry - py) - (qy - py) * (rx - px);
		const u = ((qx - x) * (ry - y) - (qy - y) * (rx - x)) / whole;
		const v = ((rx - x) * (py - y) - (ry - y) * (px - x)) / whole;
		const w = 1 - u - v;
		return Math.min(u, v, w) > -1e-3 && Math.abs(u * pz + v * qz + w * rz - z) < SAME_HEIGHT;
	});
}

/** How the level of high-confidence proposals differs from that of the prepared scene. */
export interface Difference {
	/** Rooms with ground, of both. */
	readonly rooms: readonly [got: number, prepared: number];
	/** Walkable faces that are no ground of the prepared level. */
	readonly wrong: number;
	/** The largest difference of a room's walkable area, as a share. */
	readonly off: number;
	readonly failed: boolean;
}

/** Compares the level of a scene whose sure proposals were accepted with the prepared one. */
export async function differenceOf({ file, bytes, prepared }: Omit<MadeScene, 'what'>): Promise<Difference> {
	const good = groundOf((await levelOf(prepared, 'prepared.glb', undefined, { sills: 'auto' })).level);
	const { level, report } = await levelOf(bytes, file, acceptDecisions(await proposed(bytes, file), 'high'));
	const got = groundOf(level);
	const faces = good.flatMap((room) => room.faces);
	const offs = good.map((room) => {
		const distance = (each: RoomGround): number =>
			Math.hypot(...each.middle.map((value, axis) => value - room.middle[axis]));
		const [nearest] = got.toSorted((a, b) => distance(a) - distance(b));
		return nearest === undefined ? 1 : Math.abs(nearest.area - room.area) / room.area;
	});
	return {
		rooms: [got.length, good.length],
		wrong: got.flatMap((room) => room.faces).filter((face) => !liesOn(face, faces)).length,
		off: Math.max(0, ...offs),
		failed: report.failed,
	};
}
