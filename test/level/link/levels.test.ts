import { describe, expect, it } from 'vitest';
import { checkLevel } from '../../../check/level.ts';
import { type GridLevel, makeLevel } from '../../../fixtures/make/grid-level.ts';
import { relinkRooms } from '../../../level/rooms/relink.ts';
import { Report } from '../../../src/findings/report.ts';
import { perimeterEdges } from '../../../src/geometry/faces.ts';
import type { Level } from '../../../src/model/level.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import { createWalkmesh } from '../../../src/model/walkmesh.ts';
import { conformRooms } from '../../../src/seams/conform.ts';
import { linkRooms } from '../../../src/seams/link.ts';
import { corpusPresent, FOUR_ROOMS, fourRooms } from '../../support/corpus.ts';
import { link } from '../../support/level-work.ts';
import { erased, layoutOf, levelOf, transitionsOf } from '../../support/levels.ts';
import { THOROUGH } from '../../support/thorough.ts';

function levelFrom({ rooms }: GridLevel): Level {
	return {
		name: 'grid',
		layout: layoutOf(...rooms.map((room) => room.name)),
		rooms: rooms.map(({ name, positions, faces, surfaces }) => ({
			name,
			walkmesh: createWalkmesh({ name, positions, faces, surfaces: Uint32Array.from(surfaces) }),
		})),
		objects: [],
	};
}

const STONE = 4;
const NO_FACES = createWalkmesh({
	positions: new Float32Array(),
	faces: new Uint32Array(),
	surfaces: new Uint32Array(),
});

/** The truth in the form of `transitionsOf`. */
function truthOf({ links }: GridLevel): string[] {
	return links.flatMap(({ a, b, edgesA, edgesB }) => [
		...Array.from(edgesA, (edge) => `${a} ${edge} → ${b}`),
		...Array.from(edgesB, (edge) => `${b} ${edge} → ${a}`),
	]);
}

describe.each([
	[THOROUGH ? 1000 : 60, 200, 1],
	[THOROUGH ? 60 : 6, 2000, 2],
])('a level of %i rooms with %i triangles each', (rooms, trianglesPerRoom, seed) => {
	const grid = makeLevel({ rooms, trianglesPerRoom, seed });
	const level = levelFrom(grid);
	const truth = truthOf(grid).sort();

	it.each([0, 0.1])('gets every link that there is and no other, snapping up to %d m', (snap) => {
		const { level: linked, links, moved } = link(level, { snap });
		expect(transitionsOf(linked).sort()).toEqual(truth);
		expect(links).toHaveLength(truth.length / 2);
		expect(moved).toEqual([]);
	});

	it('needs no cuts and has nothing wrong but its holes, of which each is reported', () => {
		const { level: linked } = linkRooms(level, K1);
		expect(conformRooms(linked, K1)).toBe(linked);
		const report = new Report();
		checkLevel(linked, K1, report);
		// Ground that cannot be walked on is no hole.
		const loops = linked.rooms.map(({ walkmesh = NO_FACES }) => {
			const dry = { ...walkmesh, surfaces: walkmesh.surfaces.map(() => STONE) };
			return perimeterEdges(dry, K1).ends.length;
		});
		const told = report.findings.map(({ code }) => code).filter((code) => code !== 'GROUND_REACH');
		expect(told.map((code) => code.replace('_SMALL', ''))).toEqual(
			loops.flatMap((count) => new Array<string>(count - 1).fill('GROUND_HOLE')),
		);
	});

	it('keeps its links when the layout is turned round', () => {
		const { level: linked } = linkRooms(level, K1);
		const turned = layoutOf(...level.layout.rooms.map((room) => room.model).reverse());
		const relinked = relinkRooms(linked, turned);
		expect(transitionsOf(relinked).length).toBe(truth.length);
		expect(linkRooms(relinked, K1).level).toBe(relinked);
	});
});

describe.skipIf(!corpusPresent)('four rooms of the game', () => {
	const level = levelOf(...fourRooms());
	const present = new Set(Object.values(FOUR_ROOMS));
	/** The game's own links between rooms that are here. */
	const own = transitionsOf(level).filter((line) => present.has(Number(line.split(' ').at(-1))));

	it(`are here: ${level.rooms.filter((room) => room.walkmesh !== undefined).length} of 4`, () => {
		expect(level.rooms.filter((room) => room.walkmesh !== undefined)).toHaveLength(4);
		expect(own).toHaveLength(8);
	});

	it('are linked as the game links them once the transitions are erased', () => {
		const { level: linked, links, moved } = link(erased(level));
		expect(transitionsOf(linked)).toEqual(own);
		expect(links.map(({ distance, exact }) => [distance, exact])).toEqual(Array.from({ length: 4 }, () => [0, true]));
		expect(moved).toEqual([]);
	});

	it('are linked no otherwise when edges may be 0.1 m apart', () => {
		expect(transitionsOf(linkRooms(erased(level), K1, { snap: 0.1 }).level)).toEqual(own);
	});

	it('keep their own transitions, those to rooms that are elsewhere too', () => {
		const result = link(level);
		expect(result.level).toBe(level);
		expect(result.unconfirmed.every(({ to }) => !present.has(Number(to)))).toBe(true);
	});

	it('need no cuts', () => {
		expect(conformRooms(level, K1)).toBe(level);
	});

	it('have nothing wrong between them but the rooms that are not here, and a low lintel; the rest are notes', () => {
		const report = new Report();
		checkLevel(level, K1, report);
		const loud = report.findings.filter(({ severity }) => severity !== 'info');
		expect([...new Set(loud.map(({ code }) => code))]).toEqual(['LINK_WITHOUT_GROUND', 'HEADROOM_LOW']);
		expect(report.total('info')).toBeLessThanOrEqual(3);
	});
});
