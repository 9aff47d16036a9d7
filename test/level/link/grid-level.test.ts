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
import { link } from '../../support/level-work.ts';
import { layoutOf, transitionsOf } from '../../support/levels.ts';
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
