import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { checkLevel } from '../check/level.ts';
import { type GridLevel, makeLevel } from '../fixtures/make/grid-level.ts';
import { Report } from '../src/findings/report.ts';
import type { Level } from '../src/model/level.ts';
import { K1 } from '../src/model/surfaces.ts';
import { createWalkmesh } from '../src/model/walkmesh.ts';
import { conformRooms } from '../src/seams/conform.ts';
import { linkRooms } from '../src/seams/link.ts';
import { checksum } from './data.ts';

/**
 * Linking, conforming and checking levels of many rooms whose links are known.
 *
 * npx tsx bench/link.ts [--rooms 100,1000] [--triangles 1000] [--runs 5]
 *
 * Every line is checked against the truth of the level before its time is printed: a wrong link ends the run. "shaken" has the
 * vertices of each room off by up to 0.1 mm on their own, so that the ends of every link have to be moved together.
 */

const { values: flags } = parseArgs({
	options: {
		rooms: { type: 'string', default: '10,100,1000' },
		triangles: { type: 'string', default: '1000' },
		runs: { type: 'string', default: '5' },
	},
});
const runs = Number(flags.runs);

function levelFrom({ rooms }: GridLevel): Level {
	return {
		name: 'grid',
		layout: {
			rooms: rooms.map(({ name, position }) => ({ model: name, position })),
			tracks: [],
			obstacles: [],
			doorHooks: [],
		},
		rooms: rooms.map(({ name, positions, faces, surfaces }) => ({
			name,
			walkmesh: createWalkmesh({ name, positions, faces, surfaces: Uint32Array.from(surfaces) }),
		})),
		objects: [],
	};
}

/** The same numbers in every run. */
function shaken(level: Level): Level {
	let state = 1;
	const off = (): number => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return (state / 2 ** 32 - 0.5) * 1e-4;
	};
	const rooms = level.rooms.map((room) => {
		const { walkmesh } = room;
		if (walkmesh === undefined) return room;
		return { ...room, walkmesh: { ...walkmesh, positions: walkmesh.positions.map((value) => value + off()) } };
	});
	return { ...level, rooms };
}

function sumOfLinks(level: Level): string {
	const { links } = linkRooms(level, K1);
	return checksum(links.flatMap(({ roomA, edgeA, roomB, edgeB }) => [roomA, edgeA, roomB, edgeB]));
}

function sumOfTruth({ links }: GridLevel): string {
	const rows = links.flatMap(({ a, b, edgesA, edgesB }) =>
		Array.from(edgesA, (edgeA, i) => (a < b ? [a, edgeA, b, edgesB[i]] : [b, edgesB[i], a, edgeA])),
	);
	return checksum(rows.sort((p, q) => p[0] - q[0] || p[1] - q[1]).flat());
}

/** Milliseconds: the first run, and the median of all. */
function time(work: () => unknown): [first: number, median: number] {
	const times = Array.from({ length: runs }, () => {
		const started = performance.now();
		work();
		return performance.now() - started;
	});
	return [times[0], times.toSorted((a, b) => a - b)[runs >> 1]];
}

console.log(`${cpus()[0].model}, Node ${process.version}, ${runs} runs`);
console.log('work             rooms  triangles    links  first ms  median ms  checksum');
for (const rooms of flags.rooms.split(',').map(Number)) {
	const grid = makeLevel({ rooms, trianglesPerRoom: Number(flags.triangles), seed: 7 });
	const level = levelFrom(grid);
	const rough = shaken(level);
	const { level: linked, links } = linkRooms(level, K1);
	const truth = sumOfTruth(grid);
	for (const [name, input] of Object.entries({ level, rough })) {
		if (sumOfLinks(input) !== truth) throw new Error(`the links of ${name} are not those that there are`);
	}
	const works: [string, () => unknown][] = [
		['link', () => linkRooms(level, K1)],
		['link, snap 0.1', () => linkRooms(level, K1, { snap: 0.1 })],
		['link, shaken', () => linkRooms(rough, K1)],
		['conform', () => conformRooms(level, K1)],
		['check', () => checkLevel(linked, K1, new Report())],
	];
	for (const [name, work] of works) {
		const [first, median] = time(work);
		const cells = [rooms, grid.triangleCount, links.length, first.toFixed(1), median.toFixed(1), truth];
		const widths = [6, 11, 9, 10, 11, 10];
		console.log(name.padEnd(16) + cells.map((cell, i) => String(cell).padStart(widths[i])).join(''));
	}
}
