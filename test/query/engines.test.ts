import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkSource } from '../../jobs/check.ts';
import { createRegistry } from '../../jobs/default-registry.ts';
import { LevelQuery } from '../../level/query/level-query.ts';
import type { Walk } from '../../level/query/walk.ts';
import { readWalkmesh } from '../../pipeline/bytes.ts';
import { bytesSource } from '../../src/formats/contracts.ts';
import { type Level, levelOfRoom } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { heightAt, type Moved, moveAsKotorJs, moveAsReone } from '../reference/engines.ts';
import { cornersOf } from '../reference/query.ts';
import { FIXTURES } from '../support/cli.ts';
import { corpusFiles, corpusPresent } from '../support/corpus.ts';
import { levelOf } from '../support/levels.ts';
import { generator } from '../support/mutate.ts';
import { CONTEXT, cleanLevel, type Random } from '../support/planted-level.ts';
import { seedOfRun } from '../support/seed.ts';
import { runs, THOROUGH } from '../support/thorough.ts';

/**
 * Walks beside two other engines' rules. Where the answers differ, the cause has a name, and each named cause is looked up in the level; any other
 * difference fails.
 */

const RADIUS = 0.35;
/** The engines move points, or look at edges alone: a body as thin as this. */
const THIN = 0.001;

type P = readonly number[];

interface Way {
	readonly room: number;
	readonly from: P;
	readonly to: P;
}

/** A random way of some metres from a random place on the ground. */
function wayIn(level: Level, random: Random): Way | undefined {
	const room = Math.floor(random() * level.rooms.length);
	const mesh = level.rooms[room].walkmesh;
	if (mesh === undefined) return undefined;
	const walkable = [...mesh.surfaces.keys()].filter((face) => K1.surfaces[mesh.surfaces[face]]?.walk === true);
	if (walkable.length === 0) return undefined;
	const [a, b, c] = cornersOf(mesh, walkable[Math.floor(random() * walkable.length)]);
	const [s, t] = [0.1 + random() * 0.4, 0.1 + random() * 0.4];
	const from = a.map((value, axis) => value + (b[axis] - value) * s + (c[axis] - value) * t);
	const [angle, length] = [random() * 2 * Math.PI, 0.5 + random() * 6];
	return { room, from, to: [from[0] + Math.cos(angle) * length, from[1] + Math.sin(angle) * length] };
}

/** Heights of walkable ground at a point of the plan. */
function heightsAt(level: Level, x: number, y: number): number[] {
	return level.rooms.flatMap(({ walkmesh }) =>
		walkmesh === undefined
			? []
			: [...walkmesh.surfaces.keys()].flatMap((face) => {
					if (K1.surfaces[walkmesh.surfaces[face]]?.walk !== true) return [];
					return heightAt(cornersOf(walkmesh, face), x, y) ?? [];
				}),
	);
}

/** Whether ground lies higher or lower at a point by more than anybody would take for the same floor. */
const hasOtherFloor = (level: Level, [x, y, z]: P): boolean =>
	heightsAt(level, x, y).some((height) => Math.abs(height - z) > 0.02);

/** The heights that the face takes up which stopped somebody. */
function heightsOf(level: Level, { blocker }: Walk): [low: number, high: number] {
	const mesh = level.rooms[blocker?.room ?? 0].walkmesh;
	const heights = mesh === undefined ? [] : cornersOf(mesh, blocker?.face ?? 0).map((corner) => corner[2]);
	return [Math.min(...heights), Math.max(...heights)];
}

/** The lowest height of the face that stopped somebody, close to where they stopped. */
function lowNear(level: Level, { blocker, at }: Walk): number {
	const mesh = level.rooms[blocker?.room ?? 0].walkmesh;
	if (mesh === undefined) return Infinity;
	const [a, b, c] = cornersOf(mesh, blocker?.face ?? 0);
	let low = Infinity;
	for (let i = 0; i <= 200; i++)
		for (let k = 0; k <= 200 - i; k++) {
			const [x, y, z] = a.map((value, axis) => value + ((b[axis] - value) * i + (c[axis] - value) * k) / 200);
			if (Math.hypot(x - at[0], y - at[1]) < 0.05) low = Math.min(low, z);
		}
	return low;
}

/** Whether the face that stopped somebody leans, so that it is nearer at one height than at another. */
function doesLean(level: Level, { blocker }: Walk): boolean {
	const mesh = level.rooms[blocker?.room ?? 0].walkmesh;
	if (mesh === undefined) return false;
	const [a, b, c] = cornersOf(mesh, blocker?.face ?? 0);
	const [u, v] = [b, c].map((corner) => corner.map((value, axis) => value - a[axis]));
	const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
	return Math.abs(normal[2]) > 0.01 * Math.hypot(...normal);
}

const isNear = (a: P, b: P, most: number): boolean => Math.hypot(a[0] - b[0], a[1] - b[1]) <= most;

/** Why our answer differs from reone's, as far as that is known; undefined where it is not. */
function causeBesideReone(level: Level, { from, to }: Way, own: Walk, moved: Moved): string | undefined {
	// It takes the highest ground at each point, whatever is between.
	if ([from, own.at, moved.at].some((at) => hasOtherFloor(level, at))) return 'several floors: it takes the highest';
	if (own.arrived === moved.arrived)
		return isNear(own.at, moved.at, 0.05) || moved.arrived ? 'the same' : lateCause(level, own, moved);
	if (moved.arrived || !own.arrived) return lateCause(level, own, moved);
	// We arrive, it does not.
	if (moved.why === 'no ground' && heightsAt(level, moved.at[0], moved.at[1]).length > 0 && isNear(moved.at, to, 0.05))
		return 'rounding at the end of the ground';
	return undefined;
}

/** We stop, and it goes on. */
function lateCause(level: Level, own: Walk, moved: Moved): string | undefined {
	if (own.why === 'Nonwalk face') {
		const [low, high] = heightsOf(level, own);
		if (Math.max(low, lowNear(level, own)) > own.at[2] + 0.1 - 1e-6)
			return 'a face between the knee and the head: it looks at one height alone';
		if (high < own.at[2] + 0.25) return 'a face that ends hardly above one height';
		if (doesLean(level, own)) return 'a wall that leans: it looks at one height alone';
		return undefined;
	}
	// It knows no links, and asks of no shared edge: any ground beyond will do.
	const beyond = moved.over.some(([room, face]) => room !== own.room || face !== own.face);
	if (beyond && ['perimeter', 'missing link', 'gap', 'room without walkmesh'].includes(own.why ?? ''))
		return `ground beyond an edge that joins nothing (${own.why})`;
	return undefined;
}

/** Why our answer differs from KotOR.js's. */
function causeBesideKotorJs(level: Level, own: Walk, moved: Moved): string | undefined {
	if (own.arrived === moved.arrived && (own.arrived || isNear(own.at, moved.at, RADIUS + 0.05))) return 'the same';
	if (moved.why === 'edge') return 'it keeps a radius from ends of ground where no wall stands';
	if (own.why === 'Nonwalk face') return 'a wall amid the ground: it knows edges alone';
	if (own.why === 'room without walkmesh') return 'a link to a room that is not there';
	if (own.why === 'missing link') return undefined;
	if (hasOtherFloor(level, own.at) || hasOtherFloor(level, moved.at)) return 'several floors';
	return undefined;
}

interface Counts {
	[cause: string]: number;
}

function compare(level: Level, count: number, random: Random, counts: Counts, name: string): string[] {
	const query = new LevelQuery(level, { surfaces: K1 });
	const unexplained: string[] = [];
	for (let i = 0; i < count; i++) {
		const way = wayIn(level, random);
		if (way === undefined) continue;
		const from = [way.from[0], way.from[1], way.from[2] + 0.01];
		const shown = `${name}: ${[way.from, way.to].map((p) => p.map((v) => v.toFixed(4)).join(' ')).join(' -> ')}`;
		for (const [engine, ask, radius] of [
			['reone', (own: Walk) => [moveAsReone(level, way.from, way.to), own] as const, THIN],
			['KotOR.js', (own: Walk) => [moveAsKotorJs(level, way.room, way.from, way.to, RADIUS), own] as const, RADIUS],
		] as const) {
			const [moved, own] = ask(query.walk(from, way.to, { radius }));
			const cause =
				engine === 'reone' ? causeBesideReone(level, way, own, moved) : causeBesideKotorJs(level, own, moved);
			const key = `${engine}: ${cause ?? 'NOT EXPLAINED'}`;
			counts[key] = (counts[key] ?? 0) + 1;
			if (cause === undefined)
				unexplained.push(
					`${engine} ${shown}: ours ${own.why ?? 'arrives'} at ${own.at}, its ${moved.why ?? 'arrives'} at ${moved.at}`,
				);
		}
	}
	return unexplained;
}

describe('walks beside the rules of other engines', () => {
	const seed = seedOfRun();

	test('over generated levels', () => {
		const random = generator(seed);
		const counts: Counts = {};
		const unexplained: string[] = [];
		for (let i = 0; i < runs(2, 15); i++) {
			const files = cleanLevel(random, 6);
			unexplained.push(...compare(levelOf(...files.rooms), runs(25, 60), random, counts, `grid ${i}`));
		}
		console.log(`seed ${seed}: ${JSON.stringify(counts, null, 1)}`);
		expect(unexplained).toEqual([]);
	});

	test.runIf(THOROUGH)('over the fixture level', { timeout: 600_000 }, async () => {
		const random = generator(seed);
		const counts: Counts = {};
		const bytes = new Uint8Array(readFileSync(join(FIXTURES, 'level/quay.glb')));
		let unexplained: string[] | undefined;
		const onLevel = (level: Level): void => {
			unexplained = compare(level, runs(25, 200), random, counts, 'quay');
		};
		await checkSource(bytesSource(bytes, 'quay.glb'), { onLevel }, CONTEXT, createRegistry());
		console.log(`seed ${seed}: ${JSON.stringify(counts, null, 1)}`);
		expect(unexplained).toEqual([]);
	});

	test.skipIf(!corpusPresent)('over real rooms', () => {
		const random = generator(seed);
		const counts: Counts = {};
		const unexplained: string[] = [];
		for (const { name, bytes } of corpusFiles('rooms', '.wok')) {
			const level = levelOfRoom(readWalkmesh(bytes, name.replace(/.*\//, '')).walkmesh);
			unexplained.push(...compare(level, runs(3, 20), random, counts, name));
		}
		console.log(`seed ${seed}: ${JSON.stringify(counts, null, 1)}`);
		expect(unexplained).toEqual([]);
	});
});
