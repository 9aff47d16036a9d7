import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { OnFoot } from '../../check/facts/on-foot.ts';
import { groundAnswer, reportGround } from '../../check/ground/ground-answer.ts';
import { levelStats } from '../../check/inspect/level-stats.ts';
import { convertBytes } from '../../jobs/convert-bytes.ts';
import { ONE_FLOOR } from '../../level/query/ground.ts';
import { LevelQuery } from '../../level/query/level-query.ts';
import { reachOnFoot } from '../../level/query/on-foot.ts';
import { pathGraph } from '../../level/query/path-points.ts';
import { readWalkmesh } from '../../pipeline/bytes.ts';
import { Report } from '../../src/findings/report.ts';
import { type Level, levelOfRoom } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import { PERSON } from '../../src/model/walkmesh.ts';
import { cornersOf } from '../reference/query.ts';
import { obstacleDistance } from '../reference/walk.ts';
import { FIXTURES } from '../support/cli.ts';
import { CORPUS_ROOT, corpusFiles, corpusPresent } from '../support/corpus.ts';
import { levelOf } from '../support/levels.ts';
import { generator } from '../support/mutate.ts';
import { appended, wall } from '../support/own-floors.ts';
import { cleanLevel, type Random } from '../support/planted-level.ts';
import { seedOfRun } from '../support/seed.ts';
import { gridFloor } from '../support/soups.ts';
import { runs, THOROUGH } from '../support/thorough.ts';

/**
 * Whether somebody can walk from here to there is one fact: what `check` and `level` answer, what `inspect --stats` counts, whether `query route` arrives and
 * what `paths` links say the same of every level.
 */

type Place = readonly [x: number, y: number, z: number];

/** Places on the ground, wherever a body can stand, with room to spare. */
function placesOn(level: Level, random: Random, count: number): Place[] {
	const places: Place[] = [];
	for (let tries = 0; places.length < count && tries < count * 40; tries++) {
		const { walkmesh: mesh } = level.rooms[Math.floor(random() * level.rooms.length)];
		if (mesh === undefined || mesh.surfaces.length === 0) continue;
		const face = Math.floor(random() * mesh.surfaces.length);
		if (K1.surfaces[mesh.surfaces[face]]?.walk !== true) continue;
		const [s, t] = [random(), random()];
		const [v, w] = s + t > 1 ? [1 - s, 1 - t] : [s, t];
		const [a, b, c] = cornersOf(mesh, face);
		const [x, y, z] = a.map((value, axis) => value + (b[axis] - value) * v + (c[axis] - value) * w);
		// Of several floors a query takes the one below the height it is given. What stands nearer than the radius stops nobody who walks away from it.
		if (obstacleDistance(level, [x, y, z], PERSON.height) > PERSON.radius) places.push([x, y, z]);
	}
	return places;
}

/** A little above, from where the ground below is found. */
const raised = ([x, y, z]: Place): Place => [x, y, z + 0.01];

/**
 * True where one can walk to and fro, as path points are linked. Some ways lead in one direction only: over the low end of a wall that rises, whoever
 * comes from the low end has passed it before it is high enough to stop anybody.
 */
function isBothWays(query: LevelQuery, from: readonly number[], to: readonly number[]): boolean {
	const { arrived, points } = query.route(from, to);
	const stops = (a: readonly number[], b: readonly number[]): boolean => !query.walk(a, b, {}).arrived;
	return arrived && !points.slice(1).some((point, i) => stops(point, points[i]) || stops(points[i], point));
}

/** What disagrees about a level. */
function disagreements(level: Level, random: Random, count = 8): string[] {
	const query = new LevelQuery(level, { surfaces: K1 });
	const reach = reachOnFoot(query);
	const answer = groundAnswer(new OnFoot(level, K1));
	const stats = levelStats(level, K1);
	const found: string[] = [];
	if (answer !== undefined) {
		const share = answer.reached / answer.area;
		if (Math.abs(share - stats.reachableShare) > 1e-9) found.push(`check ${share}, stats ${stats.reachableShare}`);
	}
	/** Nobody stands on upright faces, even on those called walkable. */
	const stands = (at: Place): boolean => Math.abs(query.walk(raised(at), at, {}).at[2] - at[2]) < 0.02;
	/** Where two floors come together one stands on both, and gets to the parts of both. */
	const isOnOneFloor = ([x, y, z]: Place): boolean => {
		const heightBelow = (top: number): number => query.groundAt(x, y, top)?.point[2] ?? -Infinity;
		return heightBelow(z + ONE_FLOOR + 2e-3) < z + 1e-3 && heightBelow(z - 1e-3) < z - ONE_FLOOR - 2e-3;
	};
	// Pockets among walls in which hardly a body fits are not told apart exactly.
	const spots = reach.parts.flatMap(({ spot, area }) =>
		spot === undefined || area < THRESHOLDS.pieceArea || !stands(spot) ? [] : [raised(spot)],
	);
	const isWhole = answer?.missed.length === 0;
	const arrives = (from: readonly number[], to: readonly number[]): boolean => query.route(from, to).arrived;
	for (const place of placesOn(level, random, count)
		.filter((at) => stands(at) && isOnOneFloor(at))
		.map(raised)) {
		// Whoever is within the radius of a wall may move away from it, so that some ways lead only there.
		const reached = spots.filter((spot) => arrives(place, spot) && (isWhole || arrives(spot, place)));
		if (isWhole && reached.length !== 1) found.push(`check says all is reached, and ${place} is not`);
		if (reached.length > 1) found.push(`from ${place} one gets to ${reached.length} parts`);
	}
	for (const [i, one] of spots.slice(0, count).entries())
		for (const other of spots.slice(i + 1, count))
			if (arrives(one, other) && arrives(other, one)) found.push(`a route from ${one} to ${other}, which are parts`);
	const { points } = pathGraph(query.index);
	if (isWhole && points.length > 0) {
		const seen = new Set([0]);
		for (const i of seen) for (const j of points[i].links) seen.add(j);
		const places = points.map(({ x, y }) => [x, y]);
		const apart = places.filter((_, i) => !seen.has(i));
		const pairs = apart.flatMap((a) => [...seen].map((i) => [a, places[i]] as const));
		const far = ([[x, y], [u, v]]: (typeof pairs)[number]): number => Math.hypot(x - u, y - v);
		if (
			pairs
				.sort((a, b) => far(a) - far(b))
				.slice(0, 10)
				.some(([a, b]) => isBothWays(query, a, b))
		)
			found.push(`paths: ${seen.size} of ${points.length} points are linked with the first`);
	}
	return found;
}

/** Upright faces that stand about on the ground, of any length and at any height. */
function withWalls(level: Level, random: Random, count: number): Level {
	return {
		...level,
		rooms: level.rooms.map((room) => {
			let { walkmesh } = room;
			for (let i = 0; walkmesh !== undefined && i < count; i++) {
				const { positions } = walkmesh;
				const at = Math.floor((random() * positions.length) / 3) * 3;
				const [x, y, z] = positions.subarray(at, at + 3);
				const [angle, length] = [random() * 2 * Math.PI, 0.3 + random() * 4];
				const [dx, dy] = [Math.cos(angle) * length, Math.sin(angle) * length];
				const low = z + random() * 2.4 - 0.4;
				const high = low + 0.05 + random() * 2;
				walkmesh = appended(walkmesh, wall(x, y, x + dx, y + dy, low, high));
			}
			return walkmesh === undefined ? room : { ...room, walkmesh };
		}),
	};
}

test('what cannot be found out in so many steps is reported, and not taken for reached', () => {
	const clean = levelOf(...cleanLevel(generator(1), 4, 72).rooms);
	const level = withWalls(clean, generator(2), 3);
	const told = (maxSteps?: number): string[] => {
		const report = new Report();
		reportGround(new OnFoot(level, K1, [], maxSteps), report);
		return report.findings.map(({ code }) => code);
	};
	expect(told(1)).toEqual(['GROUND_UNJUDGED']);
	expect(told()).toEqual(['GROUND_REACH']);
});

const BROKEN = join(CORPUS_ROOT, '../broken');

test('along walls of a floor of thousands of faces no walk is needed to tell that all is reached', () => {
	const [side, count] = [0.35, 60];
	const last = count * side;
	const grid = gridFloor(count);
	const floor = { ...grid, positions: grid.positions.map((value) => value * side) };
	const corners = [0, 1, 2, 3].map((i): Place => [i === 1 || i === 2 ? last : 0, i > 1 ? last : 0, 0]);
	const walls = corners.map(([x, y], i) => wall(x, y, corners[(i + 1) % 4][0], corners[(i + 1) % 4][1]));
	const level = levelOf(appended(floor, ...walls));
	const { parts, isComplete } = reachOnFoot(new LevelQuery(level), PERSON, 50_000);
	expect([parts.length, isComplete]).toEqual([1, true]);
	expect(parts[0].area).toBeCloseTo(last * last, 3);
});

describe('commands agree about the ground', () => {
	const seed = seedOfRun();
	const random = generator(seed);
	console.log(`seed ${seed}`);

	test('of generated levels, clean and with walls that stand about', { timeout: 3_600_000 }, () => {
		for (let i = 0; i < runs(1, 30); i++) {
			const clean = levelOf(...cleanLevel(random, 4, 72).rooms);
			expect(disagreements(clean, random), `clean ${i}`).toEqual([]);
			expect(groundAnswer(new OnFoot(clean, K1))).toMatchObject({ missed: [], roomsReached: 4 });
			const walls = withWalls(clean, random, 1 + Math.floor(random() * 5));
			expect(disagreements(walls, random), `walls ${i}`).toEqual([]);
		}
	});

	test.skipIf(!corpusPresent)('of real rooms', () => {
		for (const { name, bytes } of corpusFiles('rooms', '.wok')) {
			const level = levelOfRoom(readWalkmesh(bytes, name.replace(/.*\//, '')).walkmesh);
			expect(disagreements(level, random, 5), name).toEqual([]);
		}
	});

	/** What disagrees about the walkmesh that a file becomes. */
	async function disagreementsOf(path: string): Promise<string[]> {
		const bytes = new Uint8Array(readFileSync(path));
		const { files } = await convertBytes(bytes, path, 'room.wok').catch(() => ({ files: [] }));
		return files.flatMap((file) => {
			const level = levelOfRoom(readWalkmesh(file.bytes, 'room.wok').walkmesh);
			return disagreements(level, random);
		});
	}

	const filesIn = (folder: string, isMeant: (name: string) => boolean): string[] =>
		readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter(isMeant)
			.map((name) => join(folder, name));

	test.skipIf(!existsSync(BROKEN))('of files that once parted them', async () => {
		for (const path of filesIn(BROKEN, (name) => name.endsWith('.obj')))
			expect(await disagreementsOf(path), path).toEqual([]);
	});

	test('of the fixtures', async () => {
		for (const path of filesIn(FIXTURES, (name) => /\.(?:wok|glb|gltf|obj)$/.test(name)))
			if (THOROUGH || statSync(path).size < 8000) expect(await disagreementsOf(path), path).toEqual([]);
	});
});
